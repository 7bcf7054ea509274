"""What a new visitor tries on a phone, with the texts of the page alone; SCREENSHOTS=1 keeps a picture of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.advice.puzzles.shipped import shipped_puzzles
from tests.helpers.board import play_on
from tests.helpers.chromium import MARKS, Page, keep_picture, until
from tests.page.test_puzzle_page import solve

pytestmark = [*MARKS, pytest.mark.parametrize("lang", ["en", "zh"])]


@pytest.fixture
def visit(tabs: Callable[..., Page]) -> Callable[[str], Any]:
    """Return a function that opens the first page in a language."""
    return lambda lang: tabs(lang=lang).load("/")


def tap(page: Any, lang: str, en: str, zh: str) -> None:
    """Tap what has a text."""
    page.get_by_text(en if lang == "en" else zh, exact=True).locator("visible=true").first.click()


def test_start_a_game_and_end_it(visit: Callable[[str], Any], lang: str) -> None:
    page = visit(lang)
    tap(page, lang, "Play against robots", "和机器人打一局")
    play_on(page)
    page.wait_for_selector("#result strong")
    keep_picture(page, f"task-game-{lang}")
    tap(page, lang, "Play again", "再来一局")
    page.wait_for_selector("#actions button:not([id]):not([disabled]), #play:not([disabled])")


def test_find_what_to_play(visit: Callable[[str], Any], lang: str) -> None:
    page = visit(lang)
    tap(page, lang, "Look at a hand", "看一手牌")
    for rank in ("3", "4", "5", "6", "7", "9", "9", "A"):
        page.locator("#pad").get_by_text(rank, exact=True).click()
    tap(page, lang, "Done", "完成")
    until(page, "document.querySelector('#hints li .shape') !== null")
    keep_picture(page, f"task-hint-{lang}")
    assert page.locator("#hints li").first.inner_text().count({"en": "straight", "zh": "顺子"}[lang])


def test_enter_a_table_as_it_happened(visit: Callable[[str], Any], lang: str) -> None:
    page = visit(lang)
    tap(page, lang, "Look at a hand", "看一手牌")
    page.locator("#edit-seat").select_option(label={"en": "landlord's next", "zh": "地主下家"}[lang])
    for rank in "34567889QQJJK9A22":
        page.locator("#pad").get_by_text(rank, exact=True).click()
    tap(page, lang, "Plays", "出牌")
    for _ in range(2):
        page.locator("#pad").get_by_text("10", exact=True).click()
    page.locator("#next-turn").get_by_text({"en": "Play", "zh": "出牌"}[lang], exact=True).click()
    tap(page, lang, "Done", "完成")
    until(page, "document.querySelector('#table .cards') !== null")
    keep_picture(page, f"task-table-{lang}")
    until(page, "document.querySelector('#hints li .cards')?.textContent.length === 2")


def test_understand_a_lost_game(visit: Callable[[str], Any], lang: str) -> None:
    page = visit(lang)
    tap(page, lang, "Review", "复盘")
    tap(page, lang, "A sample game", "看一局样例")
    tap(page, lang, "Show the answer", "看答案")
    page.wait_for_selector("#sheet .main")
    keep_picture(page, f"task-review-{lang}")
    assert {"en": "points lost", "zh": "亏"}[lang] in page.locator("#sheet").inner_text()


def test_solve_a_puzzle(visit: Callable[[str], Any], lang: str) -> None:
    page = visit(lang)
    tap(page, lang, "Puzzles", "残局")
    page.wait_for_selector("#hand .card")
    shown = int(page.locator("#tiles [aria-current]").get_attribute("data-number"))
    solve(page, shipped_puzzles()[shown - 1])
    page.wait_for_selector("#lines .solution")
    keep_picture(page, f"task-puzzle-{lang}")
    tap(page, lang, "Next puzzle", "下一题")
    until(page, f"!location.search.includes('n={shown}&')")
