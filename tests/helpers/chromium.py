"""One browser and one server for all tests; pages record the errors and console messages that must not occur."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""The headless shell needs a third of the processor time of the whole browser."""

MARKS = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None, reason="neither of Debian's chromium-headless-shell and chromium is installed"
    ),
]
"""Marks of a file of tests that use it."""

ENGINELESS = pytest.mark.engineless
"""Mark of tests of pages without their engine; its longer search costs as much processor time as the page itself."""

NO_MODULE_WORKERS = """window.Worker = class extends Worker {
    constructor(file, options) {
        if (options?.type === "module") throw new TypeError("this browser has no module workers");
        super(file, options);
    }
}"""
"""Makes a browser one that the engine does not support: its answers are those of the service, and never change."""

FOLLOW = "standard landlord_down 34567899JJQQKA22D 4KX TT"
SHOTS = Path("build/screenshots")
KEEP_PICTURES = os.environ.get("SCREENSHOTS") == "1"
"""Whether screenshots of checked views are stored for people: no test reads them, and each costs processor time."""

VIEWS = [(320, "light"), (375, "light"), (375, "dark"), (1280, "light"), (1280, "dark")]
"""Widths and colour schemes in which every page is checked."""

CORNER = {"x": 8, "y": 12}
"""The part of a card that its neighbours do not cover."""

LOSSES = '[...document.querySelectorAll("#hints .loss")].map((node) => node.firstChild.textContent)'
"""The scores of the rows of hints, including folded ones."""

PATIENCE = 240_000
"""Milliseconds after which a page that shows nothing new is given up; a busy machine takes a tenth of them."""

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="session")
def server() -> Iterator[GunicornProcess]:
    with GunicornProcess(workers=1, application=SERVED) as started:
        yield started


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with sync_api.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def tabs(browser: Any, server: GunicornProcess, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Return a function that makes an empty page."""
    made: list[Page] = []

    has_engine = request.node.get_closest_marker("engineless") is None

    def make(*, engine: bool = has_engine, **options: Any) -> Page:
        made.append(Page(browser, server, **options))
        if not engine:
            made[-1].context.add_init_script(NO_MODULE_WORKERS)
        return made[-1]

    yield make
    for tab in made:
        tab.close()


@pytest.fixture
def opened(tabs: Callable[..., Page]) -> Callable[..., Any]:
    def open_page(path: str = "/", **options: Any) -> Any:
        return tabs(**options).open(path)

    return open_page


def until(page: Any, expression: str) -> None:
    """Wait until an expression is true; evaluated from outside, because the content policy of the page forbids eval."""
    until_so(page, lambda: bool(page.evaluate(expression)), expression)


def until_so(page: Any, is_so: Callable[[], bool], what: str = "a request") -> None:
    """Wait for something outside a page, as the requests of a test's routes."""
    for _ in range(PATIENCE // 50):
        if is_so():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never came: {what}\n{page.evaluate('document.body.innerText')[:2000]}")


def address(line: str) -> str:
    """Return the board's URL of a position."""
    return f"/?p={line.replace(' ', '+')}"


def look(page: Any, name: str, views: list[tuple[int, str]] = VIEWS, within: str = "html") -> None:
    """Assert that a page fits each view, and that the elements *within* satisfy WCAG; store screenshots.

    A state of a part of a page is examined there alone, which takes half the time: other tests look at the whole page.
    """
    for width, scheme in views:
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        if KEEP_PICTURES:
            page.screenshot(path=str(SHOTS / f"{name}-{width}-{scheme}.png"), full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        violations = unreadable(page, within)
        assert not violations, (name, width, scheme, violations)


def unreadable(page: Any, within: str = "html") -> list[str]:
    """Return the violations of WCAG 2.2 AA in the current state of a page; something must match each selector."""
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    for part in within.split(", "):
        assert page.locator(part).first.is_visible(), part
    report = page.evaluate(
        "([within, tags]) => axe.run(within, {runOnly: tags, resultTypes: ['violations']})", [within, WCAG]
    )
    return [f"{rule['id']}: {[node['target'] for node in rule['nodes']]}" for rule in report["violations"]]


def choose_level(page: Any, level: str, *, drawn: bool = False) -> None:
    """Choose a level, listed or not; with *drawn* wait until an answer about a position has been drawn."""
    page.evaluate("level => document.querySelector('#level').append(new Option(level, level))", level)
    page.evaluate("document.querySelectorAll('#hints li').forEach((row) => { row.dataset.old = 1; })")
    page.select_option("#level", level)
    if drawn:
        until(page, "!document.querySelector('#hints li[data-old]')")


class OpenPort(Protocol):
    """A server of this machine."""

    @property
    def port(self) -> int: ...


class Page:
    """A page that records console messages, which tests do not allow."""

    def __init__(
        self,
        browser: Any,
        server: OpenPort,
        expects: tuple[str, ...] = (),
        lang: str = "en",
        width: int = 375,
        **options: Any,
    ) -> None:
        """Open an empty page; *options* are those of the browser's context."""
        usual = {
            "locale": "zh-CN" if lang == "zh" else "en-GB",
            "viewport": {"width": width, "height": 800},
            "reduced_motion": "reduce",
            "service_workers": "block",
        }
        self.context = browser.new_context(**usual | options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.expects = ("blocked by Playwright", *expects)  # playwright's own messages
        self.page.on("console", lambda message: self.hear(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.hear(str(error)))
        self.page.add_init_script(
            "addEventListener('securitypolicyviolation', e => console.error('CSP', e.violatedDirective, e.blockedURI))"
        )
        self.base = f"http://127.0.0.1:{server.port}"

    def hear(self, line: str) -> None:
        """Record a console message unless a test provokes it."""
        if not any(text in line for text in self.expects):
            self.faults.append(line)

    def load(self, path: str) -> Any:
        """Load a page as it is."""
        self.page.goto(self.base + path)
        return self.page

    def open(self, path: str) -> Any:
        """Open a page, with a new game instead of the first page; the board is ready when it has drawn a hand."""
        self.load(path)
        if path == "/":
            self.page.locator("#home [data-act=deal]").click()
        if path.partition("?")[0] == "/":
            self.page.wait_for_selector("#hand .card")
            until(self.page, "document.getElementById('line').value !== ''")
        return self.page

    def close(self) -> None:
        """Close the page; the console must be empty. Pending requests of a test's routes are cancelled."""
        for page in self.context.pages:
            page.unroute_all(behavior="ignoreErrors")
        self.context.close()
        assert not self.faults, self.faults
