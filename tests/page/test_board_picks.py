"""Picking cards: drags, taps beside the hand, completion of plays, and the description of picked cards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.chromium import CORNER, FOLLOW, MARKS, address, until

pytestmark = MARKS

LEAD = "standard landlord 3456789JJQQKA2 - ?"
PICKED = """[...document.querySelectorAll("#hand [aria-pressed=true]")]
    .map((node) => node.firstChild.textContent).join(" ")"""
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
    page.locator("#line").fill("standard landlord_down 334556789JQKA2D - ?34567")
    page.locator("#paste button").click()
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


def test_a_finger_may_drag(browser: Any, server: Any) -> None:
    context = browser.new_context(viewport={"width": 375, "height": 812}, has_touch=True, service_workers="block")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}{address(LEAD)}")
    page.wait_for_selector("#actions button:not([disabled])")
    session = context.new_cdp_session(page)
    boxes = [page.locator(f"#hand .card:has-text('{rank}')").last.bounding_box() for rank in "75"]
    points = [{"x": box["x"] + 8, "y": box["y"] + 12} for box in boxes]
    between = {"x": (points[0]["x"] + points[1]["x"]) / 2, "y": points[0]["y"]}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
    for point in (between, points[1]):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, f"{PICKED} === '7 6 5'")
    context.close()
