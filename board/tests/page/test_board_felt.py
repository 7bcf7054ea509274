"""The table keeps its height and its buttons their places during a game, and the end of the game is visible."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from board.tests.helpers.board import FELT, PLAY_ON, READY, SEATED, Referee, begin, deal_me, ended
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, look, unreadable, until, until_so

pytestmark = [*MARKS, ENGINELESS]


def test_the_last_play_stays_and_all_hands_are_opened(opened: Any) -> None:
    page = opened(lang="zh")
    referee = Referee(page)
    page.route("**/v1/review", lambda _: None)  # never answered: the turning play would replace the last one
    begin(page)
    ended(page, referee, {"winner": 0, "places": [0]}, {"match": None})
    last = referee.tables[-1]["trick"][-1]
    shown = page.locator("#table > .played")
    assert shown.is_visible()
    names = page.eval_on_selector_all("#result .last .card", "(all) => all.map((node) => node.firstChild.textContent)")
    assert sorted("".join(names).replace("10", "T")) == sorted(re.sub("[shcd]", "", last["cards"]))
    opened_hands = page.evaluate(
        "[...document.querySelectorAll('#opened li')].map((row) => row.querySelectorAll('.card').length)"
    )
    assert sorted(opened_hands) == sorted(referee.tables[-1]["left"].values())
    assert page.locator("#opened").is_visible()
    assert page.locator("#result").evaluate("(node) => node.getBoundingClientRect().top < innerHeight")
    look(page, "end-zh", [(320, "light"), (375, "dark"), (1280, "light")])


def test_a_second_tap_on_the_last_play_begins_no_other_game(opened: Any) -> None:
    page = opened()
    page.clock.install()
    page.evaluate(SEATED, 3)
    page.select_option("#variant", "paodekuai")

    def is_so(what: str) -> bool:
        page.clock.run_for(20)
        return bool(page.evaluate(what))

    ready = f"document.querySelector({json.dumps(READY)}) !== null"
    until_so(page, lambda: is_so(ready))
    while not page.locator("#result").count():
        before = json.dumps(page.evaluate(FELT))
        page.evaluate(PLAY_ON)
        until_so(page, lambda before=before: is_so(f"({FELT}) !== {before}"))
        until_so(page, lambda: is_so(ready))
    assert page.locator("#actions .main").is_disabled()
    page.keyboard.press("Enter")
    page.clock.run_for(1300)
    assert page.locator("#actions .main").is_enabled()
    assert page.locator("#result").count() == 1


SMALL = [(320, 568), (568, 320), (640, 400), (667, 375)]


def test_a_small_phone_shows_the_whole_bar_and_scrolls_to_no_side(opened: Any) -> None:
    page = opened(address(FOLLOW))
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.querySelector('#play').getBoundingClientRect().bottom <= innerHeight"), width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    referee = Referee(page)
    begin(page)
    factors = [{"code": "bomb", "points": 10, "seat": 2, "text": "A bomb"}]
    points = {"0": -17, "1": -3, "2": 20}
    ended(page, referee, {"winner": 2, "places": [2], "points": points, "factors": factors}, {"match": None})
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert unreadable(page) == [], width


def test_a_hand_of_two_decks_is_above_the_bar_of_a_small_phone(opened: Any) -> None:
    page = opened(address("guandan 0 3h3h3s3d3c5h5c6s6s7s8h8h9s9hTsThJsJdQdQcKhAsAsAc2d2cX - ?"))
    page.set_viewport_size({"width": 320, "height": 568})
    low = "Math.max(...[...document.querySelectorAll('#hand .card')].map((one) => one.getBoundingClientRect().bottom))"
    until(page, "getComputedStyle(document.querySelector('#actions')).position === 'fixed'")
    assert page.evaluate(f"{low} <= document.querySelector('#actions').getBoundingClientRect().top")
    assert page.locator("#chips").is_hidden()


CUT_SUITS = """() => {
    const columns = [...document.querySelectorAll("#hand .column")].map((node) => node.getBoundingClientRect());
    return [...document.querySelectorAll("#hand .card:has(.suit)")].filter((card) => {
        const { right } = card.querySelector(".suit").getBoundingClientRect(), own = card.getBoundingClientRect();
        return columns.some(({ left, bottom }) => left > own.left + 1 && left < right - 1
            && Math.abs(bottom - card.parentNode.getBoundingClientRect().bottom) < 2);
    }).map((card) => card.textContent);
}"""
"""Cards of the hand whose suit is covered by the next column of their row."""


@pytest.mark.parametrize("width", [320, 375, 414])
@pytest.mark.parametrize("hand", ["33455667789TJQKA2", "33456789TJQKA22XD"])
def test_no_suit_is_cut_in_a_hand_of_many_ranks(opened: Any, width: int, hand: str) -> None:
    page = opened(width=width)
    deal_me(page, hand)
    begin(page, "standard")
    assert page.locator("#hand .suit").count() == len(hand) - hand.count("X") - hand.count("D")
    assert page.evaluate(CUT_SUITS) == []
    fan = "document.querySelector('#hand .fan').getBoundingClientRect()"
    left, right = page.evaluate(f"(({{ left, right }}) => [left, right])({fan})")
    assert left >= 0
    assert right <= width
    bottoms = "[...document.querySelectorAll('#hand .column')].map((node) => node.getBoundingClientRect().bottom)"
    assert len({round(bottom) for bottom in page.evaluate(bottoms)}) == 2
    assert unreadable(page, "#hand") == [], "targets of 24 pixels"
