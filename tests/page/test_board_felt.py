"""The table keeps its height and its buttons their places during a game, and the end of the game is visible."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.helpers.chromium import FOLLOW, MARKS, PATIENCE, address, choose_level, keep_picture, look, unreadable, until
from tests.page.test_board_games import FELT, PLAY_ON, READY, RefereeLog, play_on
from tests.page.test_board_results import SEATED, Referee, ended

pytestmark = MARKS

SCREENS = [
    ("standard", (320, 568)),
    ("guandan", (320, 568)),
    ("guandan", (375, 812)),
    ("standard", (812, 375)),
    ("guandan", (812, 375)),
    ("paodekuai_two", (1280, 800)),
]
"""Games and screen sizes."""

PLACES = """() => {
    scrollTo(0, 0);
    const box = (id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
        return [x, y, width, height].map(Math.round); };
    const bars = ["undo", "redo", "pass", "hint", "play"].filter((id) => document.getElementById(id));
    return { felt: box("felt"), hand: box("hand"), bar: box("actions"),
        ...(bars.length === 5 ? { buttons: bars.map(box) } : {}) };
}"""
"""Positions of the table, the hand, the bar and the buttons of a turn."""

CUT_OFF = """() => {
    const felt = document.getElementById("felt").getBoundingClientRect();
    return [...document.querySelectorAll("#hand .card, #seats .seat, .status, #actions button")].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const low = Math.max(felt.bottom, innerHeight) + 1;
        return left < -1 || right > innerWidth + 1 || top < felt.top - 1 || bottom > low;
    }).map((node) => node.className + node.textContent);
}"""
"""Elements that exceed the sides of the table or of the window."""


@pytest.mark.long
@pytest.mark.parametrize(("variant", "size"), SCREENS)
def test_nothing_moves_in_a_whole_game(opened: Any, variant: str, size: tuple[int, int]) -> None:
    page = opened(lang="zh")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    choose_level(page, "novice")
    page.select_option("#variant", variant)
    until(page, f"document.querySelector('#line').value.startsWith('{variant}')")
    places: dict[str, set[str]] = {}
    for turn in range(300):
        page.wait_for_selector(READY)
        for name, box in page.evaluate(PLACES).items():
            places.setdefault(name, set()).add(json.dumps(box))
        assert page.evaluate(CUT_OFF) == []
        if turn in (3, 6):
            keep_picture(page, f"felt-{variant}-{size[0]}-{turn}")
        if page.locator("#result").count():
            break
        before = page.evaluate(FELT)
        page.evaluate(PLAY_ON)
        until(page, f"({FELT}) !== {json.dumps(before)}")
    assert {name: len(boxes) for name, boxes in places.items() if len(boxes) > 1} == {}
    keep_picture(page, f"felt-{variant}-{size[0]}-end")


def test_the_last_play_stays_and_all_hands_are_opened(opened: Any) -> None:
    page = opened(lang="zh")
    log = RefereeLog(page)
    page.evaluate(SEATED, 3)
    page.select_option("#variant", "paodekuai")
    play_on(page)
    table = log.end()[1]
    last = table["trick"][-1]
    shown = page.locator("#table > .played")
    assert shown.is_visible()
    names = [text.replace("10", "T") for text in page.locator("#result .last .card").all_inner_texts()]
    assert sorted("".join(names)) == sorted(re.sub("[shcd]", "", last["cards"]))
    opened_hands = page.evaluate(
        "[...document.querySelectorAll('#opened li')].map((row) => row.querySelectorAll('.card').length)"
    )
    assert sorted(opened_hands) == sorted(left for left in table["left"].values() if left)
    assert page.locator("#opened").is_visible()
    assert page.locator("#result").evaluate("(node) => node.getBoundingClientRect().top < innerHeight")
    look(page, "end-zh", [(320, "light"), (375, "dark"), (1280, "light")])


def test_a_second_tap_on_the_last_play_begins_no_other_game(opened: Any) -> None:
    page = opened()
    page.clock.install()
    page.evaluate(SEATED, 3)
    page.select_option("#variant", "paodekuai")
    for _ in range(300):
        for _ in range(PATIENCE // 20):
            if page.locator(READY).count():
                break
            page.clock.run_for(20)
            page.wait_for_timeout(20)
        if page.locator("#result").count():
            break
        before = page.evaluate(FELT)
        page.evaluate(PLAY_ON)
        for _ in range(PATIENCE // 20):
            if page.evaluate(FELT) != before:
                break
            page.clock.run_for(20)
            page.wait_for_timeout(20)
    assert page.locator("#actions .main").is_disabled()
    page.keyboard.press("Enter")
    page.clock.run_for(1300)
    assert page.locator("#actions .main").is_enabled()
    assert page.locator("#result").count() == 1


SMALL = [(320, 568), (568, 320), (640, 400), (667, 375)]


@pytest.mark.parametrize("size", SMALL)
def test_a_small_phone_shows_the_whole_bar_and_scrolls_to_no_side(opened: Any, size: tuple[int, int]) -> None:
    page = opened(address(FOLLOW))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.evaluate("document.querySelector('#play').getBoundingClientRect().bottom <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.evaluate(SEATED, 3)
    referee = Referee(page)
    page.select_option("#variant", "paodekuai")
    until(page, "document.querySelector('#line').value.startsWith('paodekuai')")
    factors = [{"code": "bomb", "points": 10, "seat": 2, "text": "A bomb"}]
    points = {"0": -17, "1": -3, "2": 20}
    ended(page, referee, {"winner": 2, "places": [2], "points": points, "factors": factors}, {"match": None})
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert unreadable(page) == []


def test_a_hand_of_two_decks_is_above_the_bar_of_a_small_phone(opened: Any) -> None:
    page = opened(address("guandan 0 3h3h3s3d3c5h5c6s6s7s8h8h9s9hTsThJsJdQdQcKhAsAsAc2d2cX - ?"))
    page.set_viewport_size({"width": 320, "height": 568})
    low = "Math.max(...[...document.querySelectorAll('#hand .card')].map((one) => one.getBoundingClientRect().bottom))"
    until(page, "getComputedStyle(document.querySelector('#actions')).position === 'fixed'")
    assert page.evaluate(f"{low} <= document.querySelector('#actions').getBoundingClientRect().top")
    assert page.locator("#chips").is_hidden()
