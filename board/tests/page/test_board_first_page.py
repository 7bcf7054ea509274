"""The first page: one button that begins a game, three doors, and the game that was left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import LINE, HeldRequests
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, VIEWS, Page, address, look, until

pytestmark = [*MARKS, ENGINELESS]

SIZES = [(320, 568), (375, 812), (568, 320), (640, 400), (812, 375), (1280, 800)]

COVERED = """() => [...document.querySelectorAll("#home button, #home a:not([hidden])")].filter((node) => {
    node.scrollIntoView();
    const { x, y, width, height } = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((node) => node.innerText)"""
"""Buttons and links that are covered by others."""


@pytest.fixture
def first_page(tabs: Callable[..., Page]) -> Callable[..., Any]:
    """Return a function that opens the first page in a language."""

    def open_page(lang: str = "zh") -> Any:
        page = tabs(lang=lang).load("/")
        page.wait_for_selector("#variant option", state="attached")
        return page

    return open_page


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_page_has_one_button_three_doors_and_no_number(first_page: Any, lang: str) -> None:
    page = first_page(lang)
    assert page.locator("main button:visible, main nav a:visible").count() == 4
    assert page.locator("#home .gold").inner_text() == {"en": "Play against robots", "zh": "和机器人打一局"}[lang]
    assert page.locator("#felt, #panels, #actions").locator("visible=true").count() == 0
    assert not set("0123456789") & set(page.locator("#home").inner_text())
    look(page, f"first-{lang}", VIEWS if lang == "zh" else VIEWS[::4])
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(COVERED) == []


def test_the_doors_lead_there(first_page: Any) -> None:
    page = first_page()
    page.get_by_text("看一手牌").click()
    page.wait_for_selector("#pad [data-card]")
    assert page.locator("#hand .card").count() == 0
    page.locator("#pad [data-card='3']").click()
    until(page, f"{LINE}.startsWith('standard') && !document.body.classList.contains('empty')")
    page.locator("h1 a").click()
    page.wait_for_selector("#home:visible")
    page.select_option("#variant", "guandan")
    page.locator("#home .gold").click()
    until(page, f"{LINE}.startsWith('guandan')")
    for door in ("puzzle", "review"):
        page = first_page()
        page.locator(f"#home nav a[href^='/{door}']").click()
        page.wait_for_url(f"**/{door}*")


def test_a_tap_before_the_games_have_come_is_kept(tabs: Callable[..., Page]) -> None:
    tab = tabs()
    held = HeldRequests(tab.page, "**/games.json")
    tab.page.goto(tab.base + "/", wait_until="commit")
    tab.page.locator("#home .gold").click()
    held.first().continue_()
    tab.page.wait_for_selector("#hand .card")


def test_a_link_to_a_position_has_no_first_page(opened: Any) -> None:
    assert opened(address(FOLLOW)).locator("#home").is_hidden()
