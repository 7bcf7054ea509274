"""Players at the table: hats, bids in bubbles, the last card, and the bottom as cards."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import MINE, PLAY_ON, READY, begin
from tests.helpers.chromium import ENGINELESS, MARKS, address, look, until

pytestmark = [*MARKS, ENGINELESS]

HATS = """Object.fromEntries([...document.querySelectorAll("#seats li")].map((node) => [
    node.dataset.seat, getComputedStyle(node.querySelector(".seat"), "::before").backgroundImage]))"""
"""The picture of each player."""

FIGURES = "getComputedStyle(document.querySelector('#seats .seat')).getPropertyValue('--player') !== ''"
SPILT = """[...document.querySelectorAll("#seats .seat")]
    .filter((node) => node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.textContent)"""
"""Names that do not fit their seats."""

CARDS = "(box) => [...document.querySelectorAll(`${box} .card`)].map((node) => node.textContent)"


def test_the_landlord_wears_a_hat_of_its_own(opened: Any) -> None:
    page = opened(address("standard landlord_down 34567899JJQQKKA2D - ?TT@landlord"))
    until(page, FIGURES)
    hats = page.evaluate(HATS)
    assert hats["landlord_up"] == hats["landlord_down"] != hats["landlord"]
    page = opened(address("paodekuai 0 33445 - ?"))
    until(page, FIGURES)
    assert not set(page.evaluate(HATS).values()) & set(hats.values())


@pytest.mark.parametrize(("lang", "text"), [("en", "1 left"), ("zh", "报单")])
def test_a_player_reports_the_last_card(opened: Any, lang: str, text: str) -> None:
    line = "standard landlord_down 345678JJ - ?TT@landlord;left=landlord:{},landlord_up:2"
    page = opened(address(line.format(1)), lang=lang)
    assert page.locator("[data-seat=landlord] .seat b").inner_text() == text
    assert page.locator("[data-seat=landlord_up] .seat b").inner_text() == "2"
    page = opened(address(line.format(2)), lang=lang)
    assert page.locator("[data-seat=landlord] .seat b").inner_text() == "2"


def test_the_bottom_is_shown_as_the_cards_that_the_landlord_gets(opened: Any) -> None:
    page = opened(lang="zh")
    begin(page, "standard")
    assert page.locator("#table .bottom").count() == 0
    assert page.evaluate(SPILT) == []
    heard: list[str] = []
    for _ in range(8):
        if page.evaluate(MINE):
            break
        heard += page.locator("#seats .call").all_inner_texts()
        page.evaluate(PLAY_ON)
        page.wait_for_timeout(100)
        page.wait_for_selector(READY)
    assert set(heard) & {"不叫", "1分", "2分", "3分"}
    cards = page.evaluate(CARDS, "#table .bottom")
    assert len(cards) == 3
    assert all(card[-1] in "♠♥♣♦王" for card in cards)
    assert not set(cards) & set(page.evaluate(CARDS, "#hand")), "the bottom is the landlord's, in no other hand"
    assert page.locator("#seats .landlord:not(.me)").count() == 1
    assert page.locator("#seats .farmer").count() == 2
    assert page.evaluate(SPILT) == []
    look(page, "seats", [(320, "light"), (375, "dark"), (1280, "light")])
