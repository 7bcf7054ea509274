"""Conventions of card apps: automatic passes, two sort orders, and the list of plays."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import MINE, PICKED, RefereeLog, begin, play_turns, turns
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, look, until

pytestmark = [*MARKS, ENGINELESS]

COLUMNS = """[...document.querySelectorAll("#hand .column")].map((column) =>
    [...column.children].map((card) => card.firstChild.textContent).join(""))"""
CHOICE = """(() => {
    const is = (id) => document.querySelector(`#${id}:not([disabled])`) !== null;
    return !document.querySelector("#play") || !is("play") || is("hint");
})()"""
"""Whether there is a choice and it is my turn."""


def test_nobody_has_to_press_a_pass_that_is_all_there_is(opened: Any) -> None:
    page = opened(lang="zh")
    log = RefereeLog(page)
    begin(page)
    for _ in turns(page):
        assert page.evaluate(CHOICE)
    request, answer = log.end()
    assert answer["ended"]
    assert "" in request["history"]


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_the_hand_is_sorted_by_split_or_by_rank(opened: Any, width: int) -> None:
    page = opened(address("standard landlord_down 34567899JJQQKKA22 - TT"), lang="zh", width=width)
    by_rank = page.evaluate(COLUMNS)
    assert by_rank == ["22", "A", "KK", "QQ", "JJ", "99", "8", "7", "6", "5", "4", "3"]
    if page.locator("#sort").is_hidden():
        page.locator("#unfold").click()
    page.locator("#sort").click()
    assert page.evaluate(COLUMNS) == ["22", "KKQQ", "JJ", "99", "8765", "43", "A"]
    assert page.locator("#sort").get_attribute("aria-pressed") == "true"
    page.evaluate("scrollTo(0, 0)")
    page.locator("#hand .card", has_text="7").click(position={"x": 8, "y": 12})
    assert page.evaluate(PICKED) == "7"
    look(page, "sorted-by-split", [(width, "light")], "#felt")
    page.reload()
    page.wait_for_selector("#actions button:not([disabled])")
    until(page, f"{COLUMNS}.length === 7")
    page.keyboard.press("s")
    assert page.evaluate(COLUMNS) == by_rank


def test_a_drag_over_a_sorted_hand_picks_what_it_crosses(opened: Any) -> None:
    page = opened(address("standard landlord_down 34567899JJQQKKA22 - TT"))
    page.locator("#unfold").click()
    page.locator("#sort").click()
    page.evaluate("scrollTo(0, 0)")
    boxes = [page.locator("#hand .column", has_text=rank).first.bounding_box() for rank in ("8", "4")]
    page.mouse.move(boxes[0]["x"] + 6, boxes[0]["y"] + 8)
    page.mouse.down()
    page.mouse.move(boxes[1]["x"] + 6, boxes[1]["y"] + boxes[1]["height"] - 10, steps=5)
    page.mouse.up()
    assert page.evaluate(PICKED) == "8 7 6 5 4 3"


def test_the_plays_so_far_lead_back_to_my_decisions(opened: Any) -> None:
    page = opened(lang="zh")
    log = RefereeLog(page)
    begin(page)
    play_turns(page, 3)
    history = log.exchanges[-1][0]["history"]
    plays = page.locator("#plays button")
    assert plays.count() == len(history) >= 6
    shown = [text.replace("\n", " ").replace("10", "T") for text in plays.all_inner_texts()]
    for text, value in zip(shown, history, strict=True):
        cards = value if isinstance(value, str) else value["cards"]
        ranks = sorted(card for card in cards if not card.islower())
        assert sorted(text.split()[1:]) == (ranks or ["不出"]), (shown, history)
    mine = [place for place, text in enumerate(shown) if text.startswith("你") and "不出" not in text]
    plays.nth(mine[1]).click()
    until(page, f"document.querySelectorAll('#plays button').length === {mine[1]} && {MINE}")
    log.wait_for(history[: mine[1]])
    page.keyboard.press("ArrowRight")
    until(page, f"document.querySelectorAll('#plays button').length > {mine[1]} && {MINE}")
    assert log.last_history(mine[1] + 1)[: mine[1] + 1] == history[: mine[1] + 1]


def test_the_plays_so_far_survive_a_reload(opened: Any) -> None:
    page = opened(lang="zh")
    begin(page)
    play_turns(page, 2)
    shown = page.locator("#plays").inner_text()
    page.reload()
    until(page, MINE)
    assert page.locator("#plays").inner_text() == shown


def test_every_seats_last_play_is_seen(opened: Any) -> None:
    page = opened(lang="zh")
    begin(page)
    for number in (2, 1, 1):
        play_turns(page, number)
        seats = page.evaluate(
            "[...document.querySelectorAll('#seats li:not(.me)')].map((seat) => seat.children.length > 1 || document"
            ".querySelector('#table > .played small').textContent.startsWith(seat.firstChild.firstChild.textContent))"
        )
        assert seats == [True, True], "beside the seat, or in the middle with its name"


def test_a_position_has_no_plays_to_go_back_to(opened: Any) -> None:
    page = opened(address(FOLLOW))
    assert page.locator("#plays-panel").is_hidden()
    assert page.locator(".past").count() == 0
