"""The suits of a game without suits: the same on the table, in the rows and in the review, and in no position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from board.tests.helpers.board import MINE, PLAY_ON, READY, begin, play_on
from tests.helpers.chromium import FOLLOW, MARKS, address, until

pytestmark = MARKS

CARDS = "(box) => [...document.querySelectorAll(`${box} .card`)].map((node) => node.textContent)"
PICKED = "[...document.querySelectorAll('#hand [aria-pressed=true]')].map((node) => node.textContent)"


def cards(page: Any, box: str) -> Counter[str]:
    """Return the cards in a part of the page with their suits."""
    return Counter(page.evaluate(CARDS, box))


def begin_play(page: Any) -> None:
    """Begin a game in which I am the first place, and bid as advised."""
    begin(page, "standard")
    for _ in range(8):
        page.wait_for_selector(READY)
        if page.evaluate(MINE):
            return
        page.evaluate(PLAY_ON)
        page.wait_for_timeout(100)
    raise AssertionError("no turn came")


@pytest.mark.parametrize("line", [FOLLOW, "paodekuai 0 33445 - ?99"])
def test_a_hand_without_suits_shows_none(opened: Any, line: str) -> None:
    page = opened(address(line))
    page.wait_for_selector("#table > .played .card")
    assert page.locator("main .suit").count() == 0


def test_rows_show_the_cards_that_a_tap_picks(opened: Any) -> None:
    page = opened(width=1280)
    begin_play(page)
    hand = cards(page, "#hand")
    assert all(card[-1] in "♠♥♣♦王" or card in {"joker", "JOKER"} for card in hand)
    assert max(hand.values()) == 1
    assert cards(page, "#split") == hand
    until(page, "document.querySelector('#hints .card') !== null")
    for button in page.locator("#hints [data-act=take]:visible, #split [data-act=lift]:visible").all()[:6]:
        shown = button.evaluate("(node) => [...node.querySelectorAll('.card')].map((one) => one.textContent)")
        if shown:
            button.click()
            assert Counter(page.evaluate(PICKED)) == Counter(shown)


def test_the_end_and_the_review_show_the_suits_of_the_table(opened: Any) -> None:
    page = opened(lang="zh")
    begin_play(page)
    hand = cards(page, "#hand")
    page.route("**/v1/review", lambda _: None)  # never answered: the turning play would replace the last one
    play_on(page)
    end = cards(page, "#opened")
    assert all(card[-1] in "♠♥♣♦王" for card in end)
    assert not end & cards(page, "#table > .played"), "each card once"
    assert cards(page, "#result .last") == cards(page, "#table > .played")
    page.unroute_all(behavior="ignoreErrors")
    page.goto(page.url.partition("?")[0] + page.locator("#ways a").get_attribute("href")[1:] + "&ply=1")
    until(page, "document.querySelector('#hand .suit') !== null")
    assert cards(page, "#hand") == hand
    page.evaluate("localStorage.removeItem('last-game')")
    page.reload()
    page.wait_for_selector("#hand .card")
    page.wait_for_selector("#sheet .moves, #sheet button")
    assert page.locator("#hand .suit").count() == 0, "a record of another device"
