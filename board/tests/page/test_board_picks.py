"""Picking cards: drags, taps beside the hand, completion of plays, and the description of picked cards."""

from __future__ import annotations

from typing import Any

import pytest

from board.tests.helpers.board import PICKED, enter
from board.tests.helpers.board_player import TouchPlayer
from tests.helpers.chromium import CORNER, ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]

LEAD = "standard landlord 3456789JJQQKA2 - ?"
STATUS = "document.querySelector('#table .status').textContent"


def drag(page: Any, first: str, last: str) -> None:
    """Drag from the front card of a rank to that of another."""
    ends = []
    for rank in (first, last):
        box = page.locator(f"#hand .column:has-text('{rank}') .card").last.bounding_box()
        ends.append((box["x"] + 8, box["y"] + 12))
    page.mouse.move(*ends[0])
    page.mouse.down()
    page.mouse.move((ends[0][0] + ends[1][0]) / 2, ends[0][1], steps=4)
    page.mouse.move(*ends[1], steps=4)
    page.mouse.up()


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_a_drag_picks_what_it_goes_over(opened: Any, width: int) -> None:
    page = opened(address(LEAD))
    page.set_viewport_size({"width": width, "height": 800})
    for ends, picked in (("73", ["7 6 5 4 3"]), ("46", ["6 5 4"]), ("QJ", ["Q Q", "J J"])):
        drag(page, *ends)
        until(page, f"{picked}.includes({PICKED})")
    page.locator("#felt").click(position={"x": 60, "y": 75})
    assert page.evaluate(PICKED) == "", "a tap beside the hand lets go"


def test_a_drag_over_more_than_a_play_picks_the_play(opened: Any) -> None:
    page = opened(address("standard landlord_down 3345567799JQKA2D - ?34567"))
    until(page, "document.querySelectorAll('#hints [data-place]').length >= 1")
    drag(page, "7", "3")
    assert page.evaluate(PICKED) == "7 7 6 5 5 4 3 3", "nothing in it can be played"
    enter(page, "standard landlord_down 334556789JQKA2D - ?34567")
    until(page, "document.querySelector('#line').value.includes('334556789')")
    page.evaluate("scrollTo(0, 0)")
    drag(page, "8", "3")
    assert page.evaluate(PICKED) == "8 7 6 5 4"


def test_a_repeated_drag_picks_a_play_of_another_shape(opened: Any) -> None:
    page = opened(address("standard landlord 34455667789TJQKKA22D - ?"))
    pairs = [f"{rank} {rank}" for rank in "7654"]
    for picked in (["7 7 6 6 5 5 4 4"], ["8 7 6 5 4"], pairs, ["7 7 6 6 5 5 4 4"]):
        drag(page, "8", "4")
        until(page, f"{picked}.includes({PICKED})")


def test_one_card_completes_a_play_when_only_one_fits(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.locator("#hand .card", has_text="Q").last.click(position=CORNER)
    assert page.evaluate(PICKED) == "Q Q"
    page.locator("#hand .card", has_text="Q").last.click(position=CORNER)
    assert page.evaluate(PICKED) == "Q", "each may be let go"
    page.keyboard.press("Escape")
    page.locator("#hand .card", has_text="A").click(position=CORNER)
    assert page.evaluate(PICKED) == "A", "which fits into none"


def test_picks_say_at_once_what_they_are(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    status = page.evaluate(STATUS)
    page.locator("#hand .card", has_text="J").last.click(position=CORNER)
    until(page, f"{STATUS} === '对子'")
    page.locator("#hand .card", has_text="J").last.click(position=CORNER)
    until(page, f"{STATUS}.includes('管不上')")
    assert page.locator("#message").is_hidden()
    page.locator("#hand .card", has_text="A").click(position=CORNER)
    until(page, f"{STATUS}.includes('不成牌型')")
    page.keyboard.press("Escape")
    assert page.evaluate(STATUS) == status


def test_a_finger_may_drag(opened: Any) -> None:
    page = opened(address(LEAD), viewport={"width": 375, "height": 812}, has_touch=True)
    finger = TouchPlayer(page)
    boxes = [page.locator(f"#hand .card:has-text('{rank}')").last.bounding_box() for rank in "75"]
    first, last = ((box["x"] + 8, box["y"] + 12) for box in boxes)
    finger.send("touchStart", first)
    finger.send("touchMove", ((first[0] + last[0]) / 2, first[1]))
    finger.send("touchMove", last)
    finger.send("touchEnd")
    until(page, f"{PICKED} === '7 6 5'")
