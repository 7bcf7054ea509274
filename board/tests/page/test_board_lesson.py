"""The lesson: six taps show hint, play, swipe and pass at a table whose other plays are fixed; it can be skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board_player import TouchPlayer
from tests.helpers.chromium import ENGINELESS, MARKS, VIEWS, Page, look, until

pytestmark = [*MARKS, ENGINELESS]

STORED = "['game', 'games', 'scores', 'even', 'variant'].map((name) => localStorage.getItem(name))"
STEP = "document.body.dataset.lesson"


@pytest.fixture
def begun(tabs: Callable[..., Page]) -> Callable[[str], Any]:
    """Return a function that opens the lesson from the first page of a phone."""

    def begin(lang: str) -> Any:
        page = tabs(lang=lang, viewport={"width": 375, "height": 812}, has_touch=True).load("/")
        page.locator("#home [data-act=lesson]").click()
        until(page, f"{STEP} === 'hintStep'")
        return page

    return begin


def place_of(page: Any, name: str) -> int:
    """Return the place of a card of the hand."""
    return int(page.locator(f"#hand [aria-label='{name}']").get_attribute("data-place"))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_six_taps_show_the_table(begun: Callable[[str], Any], lang: str) -> None:
    page = begun(lang)
    finger = TouchPlayer(page)
    look(page, f"lesson-{lang}", VIEWS if lang == "zh" else VIEWS[:2])
    page.set_viewport_size({"width": 375, "height": 812})
    finger.press("#hint")
    finger.press("#play")
    until(page, f"{STEP} === 'swipeStep'")
    finger.pick([*range(place_of(page, "10"), place_of(page, "6") + 1)])
    finger.press("#play")
    until(page, f"{STEP} === 'passStep'")
    finger.press("#pass")
    until(page, f"{STEP} === 'endStep'")
    assert page.evaluate(STORED) == [None] * 5, "a lesson is no game"
    finger.press("#actions .main")
    until(page, f"{STEP} === undefined && document.querySelectorAll('#hand .card').length >= 17")
    assert page.locator("#lesson").is_hidden()


def test_another_play_is_answered_with_the_step(begun: Callable[[str], Any]) -> None:
    page = begun("en")
    page.locator("#pass").click()
    assert "Tap Hint, then Play" in page.locator("#message").inner_text()
    assert page.evaluate(STEP) == "hintStep"
    page.locator("#language").click()
    until(page, "document.querySelector('#lesson').textContent.includes('提示')")


def test_the_lesson_can_be_skipped(begun: Callable[[str], Any]) -> None:
    page = begun("zh")
    page.locator("#lesson button").click()
    until(page, f"{STEP} === undefined && document.querySelectorAll('#hand .card').length >= 17")
    page = begun("zh")
    page.go_back()
    page.wait_for_selector("#home:visible")
