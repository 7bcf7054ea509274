"""The first page: one button that begins a game, three doors, and the game that was left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.chromium import FOLLOW, MARKS, Page, address, keep_picture, look, until
from tests.http.test_server import GunicornProcess

pytestmark = MARKS

SIZES = [(320, 568), (375, 812), (568, 320), (640, 400), (812, 375), (1280, 800)]

COVERED = """() => [...document.querySelectorAll("#home button, #home a:not([hidden])")].filter((node) => {
    node.scrollIntoView();
    const { x, y, width, height } = node.getBoundingClientRect();
    return !node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((node) => node.innerText)"""
"""Buttons and links that are covered by others."""


@pytest.fixture
def first_page(browser: Any, server: GunicornProcess) -> Any:
    """Return a function that opens the first page in a language."""
    tabs: list[Page] = []

    def open_page(lang: str = "zh") -> Any:
        tabs.append(Page(browser, server, lang=lang))
        tabs[-1].page.goto(tabs[-1].base + "/")
        tabs[-1].page.wait_for_selector("#variant option", state="attached")
        return tabs[-1].page

    yield open_page
    for tab in tabs:
        tab.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_first_page_has_one_button_three_doors_and_no_number(first_page: Any, lang: str) -> None:
    page = first_page(lang)
    assert page.locator("main button:visible, main nav a:visible").count() == 4
    assert page.locator("#home .gold").inner_text() == {"en": "Play against robots", "zh": "和机器人打一局"}[lang]
    assert page.locator("#felt, #panels, #actions").locator("visible=true").count() == 0
    assert not set("0123456789") & set(page.locator("#home").inner_text())
    look(page, f"first-{lang}")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        keep_picture(page, f"first-{lang}-{width}-{height}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(COVERED) == []


def test_the_doors_lead_there(first_page: Any) -> None:
    page = first_page()
    page.get_by_text("看一手牌").click()
    page.wait_for_selector("#pad [data-card]")
    assert page.locator("#hand .card").count() == 0
    page.locator("#pad [data-card='3']").click()
    until(
        page,
        "document.querySelector('#line').value.startsWith('standard') && !document.body.classList.contains('empty')",
    )
    page.locator("h1 a").click()
    page.wait_for_selector("#home:visible")
    page.select_option("#variant", "guandan")
    page.locator("#home .gold").click()
    until(page, "document.querySelector('#line').value.startsWith('guandan')")
    for door in ("puzzle", "review"):
        page = first_page()
        page.locator(f"#home nav a[href^='/{door}']").click()
        page.wait_for_url(f"**/{door}*")


def test_a_tap_before_the_games_have_come_is_kept(browser: Any, server: GunicornProcess) -> None:
    tab, held = Page(browser, server), list[Any]()

    def hold(route: Any) -> None:
        held.append(route)

    tab.page.route("**/games.json", hold)
    tab.page.goto(tab.base + "/", wait_until="commit")
    tab.page.locator("#home .gold").click()
    held[0].continue_()
    tab.page.wait_for_selector("#hand .card")
    tab.close()


def test_a_link_to_a_position_has_no_first_page(opened: Any) -> None:
    assert opened(address(FOLLOW)).locator("#home").is_hidden()
