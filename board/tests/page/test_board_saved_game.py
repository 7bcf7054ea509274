"""A game that was interrupted by a reload, another hand or a new deal can be resumed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from board.tests.helpers.board import FELT, MINE, READY, begin, bodies_sent, play_on, play_turns, step
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]

RESUME = "#resume"


def resume(page: Any, felt: str) -> None:
    """Resume the game, and check that it is unchanged."""
    page.locator(RESUME).click()
    until(page, f"document.querySelector('{RESUME}') === null && ({FELT}) === {json.dumps(felt)}")


@pytest.mark.parametrize("keeps", [True, False], ids=["kept by the device", "kept by the page alone"])
def test_a_game_that_was_left_goes_on(opened: Any, keeps: bool) -> None:
    page = opened(address(FOLLOW))
    assert page.locator(RESUME).count() == 0
    if not keeps:
        refuses = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
        page.add_init_script(refuses)
        page.reload()
        until(page, MINE)
    begin(page)
    play_turns(page)
    felt = page.evaluate(FELT)
    if keeps:
        page.reload()
        until(page, f"{MINE} && ({FELT}) === {json.dumps(felt)}")
        assert page.locator(RESUME).count() == 0, "it goes on by itself"
    page.locator("#edit").click()
    page.locator("#pad [data-act=clear]").click()
    page.locator("#pad [data-card='3']").click()
    page.locator("#pad .main").click()
    resume(page, felt)
    page.locator("#deal").click()
    page.locator("#leave [value=stay]").click()
    assert page.evaluate(FELT) == felt
    page.keyboard.press("r")
    page.locator("#leave [value=leave]").click()
    page.wait_for_selector(RESUME)
    resume(page, felt)
    sent = bodies_sent(page)
    play_turns(page)
    page.locator("#undo").click()
    until(page, f"document.querySelector('#redo:not([disabled])') !== null && {MINE}")
    assert len(sent[-1]["history"]) < len(sent[0]["history"])
    assert page.locator(RESUME).count() == 0


def test_an_auction_goes_on_behind_a_reload(opened: Any) -> None:
    page = opened()
    for _ in range(2):
        page.wait_for_selector(READY)
        if page.locator("#result").count():
            return  # no seat called
        step(page)
        page.wait_for_selector(READY)
        if page.locator("#result").count():
            return
        felt = page.evaluate(FELT)
        page.reload()
        until(page, f"({FELT}) === {json.dumps(felt)}")


def test_a_game_goes_on_from_the_first_page_and_in_another_page(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    play_turns(page)
    felt = page.evaluate(FELT)
    page.go_back()
    page.locator("#leave [value=stay]").click()
    assert page.evaluate(FELT) == felt
    page.go_back()
    page.locator("#leave [value=leave]").click()
    page.locator("#home #resume.gold").wait_for()
    page.locator("#home [data-act=deal]").click()
    page.locator("#leave [value=stay]").click()  # which resumes it
    until(page, f"({FELT}) === {json.dumps(felt)}")
    other = page.context.new_page()
    other.goto(page.url)
    until(other, f"{MINE} && ({FELT}) === {json.dumps(felt)}")
    play_turns(other)
    felt = other.evaluate(FELT)
    page.locator("#line").fill("33445")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # the first one is looked at again
    until(page, f"{MINE} && ({FELT}) === {json.dumps(felt)}")
    assert page.locator("#line").input_value() == "33445", "typed before the game of the other page arrived"


def test_a_reload_after_the_end_shows_the_result_and_a_later_visit_the_first_page(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    play_on(page)
    result = page.locator("#result strong").inner_text()
    page.reload()
    page.wait_for_selector("#result")
    assert page.locator("#result strong").inner_text() == result
    assert page.locator("#ways a").get_attribute("href").startswith("/review?g=")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#home .gold")
    assert other.locator(RESUME).count() == 0
