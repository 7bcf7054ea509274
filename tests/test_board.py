"""The board in a real browser: what a person sees, taps and types, on a phone and on a desk, in both languages."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.rules.variants import VARIANTS
from tests.test_server import Server

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]

FOLLOW = "standard landlord_down 34567899JJQQKA22D 4KX TT"
SHOTS = Path("build/screenshots")
VIEWS = [(320, "light"), (375, "light"), (375, "dark"), (1280, "light"), (1280, "dark")]
CORNER = {"x": 8, "y": 12}
"""Of a card: what its neighbours leave free."""

PATIENCE = 30_000
"""Milliseconds for anything to appear: a busy machine is no fault."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    found = Server(workers=1)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def until(page: Any, said: str) -> None:
    """Wait until a page answers yes; asked from outside, for the page's own policy forbids to evaluate texts."""
    for _ in range(PATIENCE // 50):
        if page.evaluate(said):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came true: {said}")


class Page:
    """A page that counts what it should never say."""

    def __init__(self, browser: Any, server: Server, lang: str = "en", service_workers: str = "block") -> None:
        locale = "zh-CN" if lang == "zh" else "en-GB"
        self.context = browser.new_context(
            locale=locale,
            viewport={"width": 375, "height": 800},
            reduced_motion="reduce",
            service_workers=service_workers,
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
        )
        self.base = f"http://127.0.0.1:{server.port}"

    def hear(self, message: Any) -> None:
        """Note what stands on the console; that a busy machine answers 503 at first is no fault of the page.

        Nor is what playwright says of its own doing.
        """
        if "status of 503" not in message.text and "blocked by Playwright" not in message.text:
            self.faults.append(f"{message.type}: {message.text}")

    def open(self, line: str = "") -> Any:
        """Open the board at a position."""
        self.page.goto(f"{self.base}/?p={line.replace(' ', '+')}" if line else self.base)
        self.page.wait_for_selector("#hand .card")
        return self.page

    def close(self) -> None:
        """Close it; nothing may have been said."""
        self.context.close()
        assert not self.faults, self.faults


@pytest.fixture
def opened(browser: Any, server: Server) -> Iterator[Any]:
    """Return what opens a page."""
    pages: list[Page] = []

    def open_page(line: str = FOLLOW, **kwargs: Any) -> Any:
        pages.append(Page(browser, server, **kwargs))
        return pages[-1].open(line)

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_views_are_readable_by_all(opened: Any, lang: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(lang=lang)
    page.wait_for_selector("#unseen .heat")
    SHOTS.mkdir(parents=True, exist_ok=True)
    for width, scheme in VIEWS:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=str(SHOTS / f"board-{width}-{scheme}-{lang}.png"), full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        assert not found.response["violations"], found.generate_report()


def test_a_hint_is_picked_by_a_tap_and_played_by_another(opened: Any) -> None:
    page = opened()
    first = page.locator("#hints button").first
    first.click()
    assert page.locator("#hand [aria-pressed=true]").count() == 2
    first.click()
    until(page, "!document.querySelector('#line').value.includes('JJ')")
    assert page.locator("#line").input_value() == "standard landlord_down 34567899QQKA22D - ?"
    page.locator("#undo").click()
    until(page, "document.querySelector('#line').value.includes('JJ')")


def test_cards_that_are_no_play_are_refused_with_a_reason(opened: Any) -> None:
    page = opened(lang="zh")
    page.locator("#hand .card").first.click(position=CORNER)
    page.locator("#hand .card").last.click(position=CORNER)
    page.locator("#play").click()
    page.wait_for_selector("#said:not([hidden])")
    assert "不成牌型" in page.locator("#said").inner_text()
    assert page.locator("#line").input_value() == FOLLOW


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_switch_of_language_leaves_no_word_behind(opened: Any, lang: str) -> None:
    page = opened(lang=lang)
    page.locator("#language").click()
    until(page, f"document.documentElement.lang === '{'en' if lang == 'zh' else 'zh-CN'}'")
    chinese = "true" if lang == "en" else "false"
    until(page, f"/[\\u4e00-\\u9fff]/.test(document.querySelector('#hints').innerText) === {chinese}")
    text = page.locator("main").inner_text()
    if lang == "en":
        assert not set(re.findall(r"[a-z]{3,}", text)) - {"curl", "landlord", "down", "standard", "ard", "ou", "ero"}, (
            text
        )
    else:
        assert not re.findall(r"[\u4e00-\u9fff]", re.sub("[大小王花]", "", text)), text


HOSTILE = ["Z", "standard landlord", "<img src=x onerror=alert(1)>", "standard landlord 99999 - ?", "%00", "a" * 3000,
           "guandan 0 34567 - -", "laizi[wild=Z] landlord 34567 - ?", "standard nobody 3 - ?"]  # fmt: skip


def test_a_broken_link_is_told_beside_the_field(browser: Any, server: Server) -> None:
    for line in HOSTILE:
        page = Page(browser, server)
        found = page.open(line)
        found.wait_for_selector("#wrong:not([hidden])")
        assert found.locator("#wrong").inner_text().strip()
        page.faults = [fault for fault in page.faults if "Failed to load resource" not in fault]  # the refusal itself
        page.close()


def test_the_board_can_be_used_by_keyboard_alone(opened: Any) -> None:
    page = opened()
    page.keyboard.press("h")
    assert page.locator("#hand [aria-pressed=true]").count() == 2
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('#line').value.includes('JJ')")
    page.keyboard.press("ArrowLeft")
    until(page, "document.querySelector('#line').value.includes('JJ')")
    page.keyboard.press("/")
    page.locator("#line").fill("45")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#hand .card').length === 2")
    page.locator("#edit").focus()
    page.keyboard.press("e")
    page.keyboard.press("3")
    until(page, "document.querySelectorAll('#split li').length === 3")


TOLD = "document.querySelector('#felt').innerText"


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_whole_game_is_played_to_its_points(opened: Any, variant: str) -> None:
    page = opened("")
    page.select_option("#variant", variant)
    for _ in range(200):
        page.wait_for_selector("#result, #play:not([disabled]), #actions button:not([id])")
        if page.locator("#result").count():
            break
        before = page.evaluate(TOLD)
        page.evaluate(PLAY_ON)
        until(page, f"({TOLD}) !== {json.dumps(before)}")
    assert page.locator("#result tr").count() == len(VARIANTS[variant].seats)
    if page.locator("#actions button").count() > 1:  # what was played last is taken back, and played again
        page.locator("#actions button").first.click()
        page.wait_for_selector("#play:not([disabled])")
        page.locator("#redo").click()
        page.wait_for_selector("#result")


def test_a_seat_is_edited_with_a_play_to_beat(opened: Any) -> None:
    page = opened()
    page.locator("#edit").click()
    page.select_option("#edit-seat", "landlord")
    until(page, "document.querySelector('#line').value.startsWith('standard landlord 3')")


PLAY_ON = """() => {
    const button = id => document.getElementById(id);
    if (!button("play")) [...document.querySelectorAll("#actions button")].pop()?.click();
    else if (button("hint").disabled) button("pass").click();
    else { button("hint").click(); button("play").click(); }
}"""
"""Say a word, or play the next hint, or pass; in one step, before the buttons change."""


@pytest.mark.parametrize("failure", ["abort", 429, 503])
def test_a_failure_is_a_sentence_and_the_last_analysis_stays(browser: Any, server: Server, failure: object) -> None:
    page = Page(browser, server)
    found = page.open(FOLLOW)
    found.wait_for_selector("#unseen .heat")
    if failure == "abort":
        found.route("**/v1/analyze*", lambda route: route.abort())
        found.route("**/engine/*", lambda route: route.abort())  # nor has the page an engine of its own
    else:
        found.route("**/v1/analyze*", lambda route: route.fulfill(status=int(str(failure)), json={"detail": "busy"}))
    found.select_option("#level", "novice")
    found.wait_for_selector("#said:not([hidden])")
    assert found.locator("#said").inner_text().strip()
    assert found.locator("#hints button").count() == 3
    page.faults = [fault for fault in page.faults if "Failed to load resource" not in fault]
    page.close()


def test_the_page_is_small() -> None:
    import gzip

    from service.http import assets

    named = re.findall(r"/static/([a-z.]+)", assets.BOARD)
    sizes = [
        len(gzip.compress(data, 9))
        for data in (assets.BOARD.encode(), *(assets.ASSETS[name].data for name in set(named)))
    ]
    assert sum(sizes) <= 30 * 1024
