"""Cards look like cards: pips, court figures, jokers, colours and sizes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.chromium import CORNER, ENGINELESS, MARKS, address, look, unreadable, until

pytestmark = [*MARKS, ENGINELESS]

HAND = address("guandan 0 3s3h3c3d4hJsJhQcKdKhXD - ?")
MIDDLES = """Object.fromEntries([...document.querySelectorAll("#hand .card")].map((node) => [
    node.getAttribute("aria-label"), getComputedStyle(node, "::before").maskImage]))"""
"""The picture in the middle of each card of the hand, by the card's label."""

COLOURS = """[...document.querySelectorAll("#hand .card")].map((node) =>
    [getComputedStyle(node).color, getComputedStyle(node, "::before").backgroundColor].join())"""


def figures(page: Any) -> dict[str, str]:
    """Return the pictures of the hand's cards, once the figures are loaded."""
    until(page, "getComputedStyle(document.querySelector('#seats .seat')).getPropertyValue('--player') !== ''")
    return dict(page.evaluate(MIDDLES))


def test_cards_have_their_pip_or_figure_in_the_middle(opened: Any) -> None:
    page = opened(HAND)
    middles = figures(page)
    pips = {middles[f"3{suit}"] for suit in "♠♥♣♦"}
    assert len(pips) == 4
    assert middles["4♥"] == middles["3♥"]
    courts = {middles[name] for name in ("J♠", "Q♣", "K♦", "big joker")}
    assert len(courts) == 4
    assert not courts & pips
    assert middles["J♥"] == middles["J♠"]
    assert middles["small joker"] == middles["big joker"]
    assert all("svg" in picture for picture in middles.values())
    look(page, "faces", [(320, "light"), (375, "dark"), (1280, "light")], "#felt")


def test_picked_cards_keep_their_four_colours(opened: Any) -> None:
    page = opened(HAND)
    before = page.evaluate(COLOURS)
    assert len(set(before)) == 4
    for place in range(12):
        page.locator("#hand .card").nth(place).click(position=CORNER)
    until(page, "document.querySelectorAll('#hand [aria-pressed=true]').length > 4")
    assert page.evaluate(COLOURS) == before
    assert unreadable(page) == []


@pytest.mark.parametrize("width", [320, 375, 1280])
@pytest.mark.parametrize("beaten", ["TT", "JJJTTT57", "334455667788"])
def test_a_play_is_large_and_in_the_window(opened: Any, width: int, beaten: str) -> None:
    page = opened(address(f"standard landlord_down 34567899JQQKKA22D - ?{beaten}"), width=width)
    boxes = page.evaluate(
        "[...document.querySelectorAll('#table > .played .card')].map((node) => node.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == len(beaten)
    assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)
    assert {(round(box["width"]), round(box["height"])) for box in boxes} == {(48, 66) if width < 1280 else (59, 80)}


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("hand", ["345678TXD", "3344556789TJQKA2XD22"])
def test_jokers_are_drawn_inside_their_cards(opened: Any, lang: str, hand: str) -> None:
    page = opened(address(f"standard landlord {hand} - ?"), lang=lang)
    figures(page)
    jokers = page.locator("#hand .card.joker, #hints .card.joker, #split .card.joker")
    assert jokers.count() >= 4
    for joker in jokers.all():
        assert joker.evaluate(
            "(node) => node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth"
        )
    seen = page.locator("#hand .card.joker").all_inner_texts()
    assert [text.replace("\n", "") for text in seen] == (["JOKER", "joker"] if lang == "en" else ["大王", "小王"])
    colours = page.evaluate(COLOURS)
    assert colours[0] != colours[1], "red and black"
