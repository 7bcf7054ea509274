"""Bids, tribute cards and plays of a game at the board, undone by the button and by the key."""

from __future__ import annotations

from typing import Any

from board.tests.helpers.board import LINE, MINE, PLAY_ON, READY, SEATED, Referee, bodies_sent, choice, ended
from tests.helpers.chromium import ENGINELESS, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]


def test_a_word_of_the_auction_and_of_the_doubling_is_taken_back(opened: Any) -> None:
    page = opened(address("standard landlord 3 - ?"))
    page.evaluate(SEATED, 3)  # the first bidder
    bodies = bodies_sent(page)
    page.locator("#deal").click()
    choice(page, "Bid 3")
    assert page.locator("#undo").is_disabled()
    for back in (page.locator("#undo").click, lambda: page.keyboard.press("ArrowLeft")):
        choice(page, "Bid 3").click()
        choice(page, "Double").click()
        until(page, MINE)
        assert bodies[-1]["auction"]["bids"] == [3]
        assert 0 in bodies[-1]["auction"]["doubled"]
        page.evaluate(PLAY_ON)
        until(page, f"{LINE}.split(',').length >= 3 && {MINE}")
        back()
        until(page, "document.querySelector('#redo:not([disabled])') !== null && " + MINE)
        assert bodies[-1]["history"] == []
        back()
        choice(page, "Double")
        assert bodies[-1]["auction"]["doubled"] == []
        back()
        choice(page, "Bid 3")
        assert bodies[-1]["auction"]["bids"] == []
    page.keyboard.press("ArrowRight")
    choice(page, "Double")
    page.locator("#redo").click()
    until(page, MINE)
    assert 0 in bodies[-1]["auction"]["doubled"]
    back()
    back()
    choice(page, "No").click()
    page.wait_for_selector(READY)
    assert bodies[-1]["auction"]["bids"][0] == 0
    back()
    choice(page, "Bid 3")


def test_a_card_of_the_tribute_is_taken_back(opened: Any) -> None:
    page = opened(address("guandan 0 3s4s5s6s7s - ?"))
    page.evaluate(SEATED, 0)
    referee = Referee(page)
    page.locator("#deal").click()
    match = {"levels": ["2", "3"], "playing": 1, "failures": [0, 0], "winner": None}
    paid = {"match": match, "options": {"level": "3"}, "tribute": {"order": [1, 2, 3, 0], "givers": [0]}}
    ended(page, referee, {"winner": 1, "places": [1, 2, 3, 0]}, paid)
    page.locator("#actions .main").click()
    page.wait_for_selector("#actions button:not([id]):not([disabled])")
    for back in (page.locator("#undo").click, lambda: page.keyboard.press("ArrowLeft")):
        until(page, "document.querySelector('#table .note')?.textContent.includes('as tribute')")
        assert referee.bodies[-1]["tribute"]["paid"] == {}
        page.locator("#actions button:not([id]):not([disabled])").first.click()
        until(page, "document.querySelector('#table .note').textContent.includes('→')")
        assert list(referee.bodies[-1]["tribute"]["paid"]) == ["0"]
        page.locator("#actions .main").click()
        until(page, MINE)
        assert set(referee.bodies[-1]["tribute"]) == {"moved"}  # over: its cards are stored for a review
        back()
    until(page, "document.querySelector('#table .note')?.textContent.includes('as tribute')")
