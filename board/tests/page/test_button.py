"""The hint button in a page of another origin, whose content policy allows only the button's script and the service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from board.tests.helpers.board import HeldRequests
from tests.helpers.chromium import MARKS, Page, until
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.served import served

pytestmark = MARKS

FOLLOW = {"hand": "34567899JJQQKA22D", "last": "TT", "level": "club"}
"""JJ, QQ and 22 beat it."""

RECORD_EVENTS = """
window.events = [];
for (const name of ["paili-hint", "paili-error"]) addEventListener(name, (event) => events.push([name, event.detail]));
"""
"""The page's own script; it is a separate file because the policy forbids inline scripts."""

PAGE = """<!doctype html><html lang="{lang}"><title>Table</title><main><h1>Table</h1>
<paili-hint {attributes}></paili-hint></main>
<script type="module" src="{server}/paili-hint.js"></script></html>"""

ANSWERS = "**/v1/analyze?*"


class Shop:
    """A foreign server: one page, under the strictest policy that the button supports."""

    def __init__(self, api: str) -> None:
        self.api = api
        self.address = self.page = ""
        self.policy = {
            "Content-Security-Policy": f"default-src 'none'; script-src {api}; connect-src {api}; "
            "require-trusted-types-for 'script'",
            "Cross-Origin-Embedder-Policy": "require-corp",
        }

    def answer(self, path: str, body: bytes) -> tuple[int, bytes, dict[str, str]]:
        return 200, self.page.encode(), {"Content-Type": "text/html; charset=utf-8", **self.policy}

    def show(self, lang: str = "en", **attributes: str) -> None:
        """Put a button with *attributes* on the page."""
        written = " ".join(f'{name}="{value}"' for name, value in attributes.items())
        self.page = PAGE.format(lang=lang, attributes=written, server=self.api)


@pytest.fixture(scope="module")
def shop(server: GunicornProcess) -> Iterator[Shop]:
    shop = Shop(f"http://127.0.0.1:{server.port}")
    with served(shop.answer, "localhost") as address:  # another site than 127.0.0.1, not only another port
        shop.address = f"{address}/"
        yield shop


class Visit:
    """A visit to the page, which records the requests of the button."""

    def __init__(self, tab: Page, shop: Shop) -> None:
        self.tab, self.page, self.shop = tab, tab.page, shop
        self.requests: list[str] = []
        self.page.on("request", lambda request: "/v1/" in request.url and self.requests.append(request.url))
        self.page.add_init_script(RECORD_EVENTS)

    def open(self, **attributes: str) -> Any:
        """Open the page with a button of these attributes."""
        self.shop.show(**attributes)
        self.page.goto(self.shop.address)
        until(self.page, "customElements.get('paili-hint') !== undefined")
        return self.page

    def press(self) -> None:
        self.page.locator("paili-hint button").click(
            force=True
        )  # people can press it, because it is only marked as disabled

    def events(self, number: int) -> list[Any]:
        """Wait until the page has received *number* events, and return them."""
        until(self.page, f"events.length >= {number}")
        events: list[Any] = self.page.evaluate("events")
        assert len(events) == number
        return events

    def next(self) -> Any:
        """Press the button when it is enabled; return the event and its detail."""
        number = self.page.evaluate("events.length")
        self.press()
        event = self.events(number + 1)[-1]
        self.enabled()
        return event

    def enabled(self) -> None:
        """Wait until the button is enabled."""
        until(
            self.page, "document.querySelector('paili-hint').shadowRoot.querySelector('button').ariaDisabled === null"
        )

    def forgive(self, text: str = "Failed to load resource") -> None:
        """Discard messages of the browser itself, by default about failed requests."""
        self.tab.faults = [fault for fault in self.tab.faults if text not in fault]

    def set(self, **attributes: str) -> None:
        """Set attributes, like an app when the table changes."""
        self.page.evaluate(
            "(given) => { const button = document.querySelector('paili-hint');"
            " for (const name in given) button.setAttribute(name, given[name]) }",
            attributes,
        )

    def busy(self) -> bool:
        """Return whether the button is marked as disabled."""
        return bool(self.page.locator("paili-hint button").get_attribute("aria-disabled"))

    def announcement(self) -> str:
        """Return the text for screen readers."""
        return str(self.page.locator("paili-hint output").inner_text())


@pytest.fixture
def visit(tabs: Callable[..., Page], shop: Shop) -> Visit:
    return Visit(tabs(expects=("paili-hint:",)), shop)


def hints_of(server: GunicornProcess, **fields: str) -> list[Any]:
    """Return the plays that the service lists."""
    query = urlencode({"order": "robot", "want": "hints,move", "lang": "en"} | fields)
    hints: list[Any] = json.loads(server.get(f"/v1/analyze?{query}"))["hints"]
    return [hint for hint in hints if not hint.get("pass")]


def test_presses_walk_through_the_hints_and_begin_again(visit: Visit, server: GunicornProcess) -> None:
    visit.open(**FOLLOW)
    expected = hints_of(server, **FOLLOW)
    assert [hint["cards"] for hint in expected] == ["JJ", "QQ", "22"]
    assert [visit.next() for _ in range(5)] == [["paili-hint", hint] for hint in (expected + expected)[:5]]
    assert len(visit.requests) == 1


def test_a_changed_table_is_analysed_anew(visit: Visit) -> None:
    visit.open(**FOLLOW)
    assert visit.next()[1]["cards"] == "JJ"
    visit.set(last="QQ")
    assert visit.next()[1]["cards"] == "22"
    visit.set(hand="3344", last="5", seat="landlord_up", left="landlord:3,landlord_down:9", lang="zh")
    assert visit.next()[1]["pass"]
    assert "lang=zh" in visit.requests[-1]
    assert "left=landlord%3A3%2Clandlord_down%3A9" in visit.requests[-1]


def test_a_robot_that_would_pass_says_so_first(visit: Visit) -> None:
    """The ally made a high play and has one card left."""
    visit.open(position="standard landlord_up 3344AA - ?K@landlord_down;left=landlord:9,landlord_down:1", level="club")
    assert visit.next()[1]["pass"]
    assert visit.next()[1]["cards"] == "A"


def test_a_refusal_is_the_problem_document(visit: Visit) -> None:
    visit.open(hand="3345", last="35", lang="zh")
    name, problem = visit.next()
    assert name == "paili-error"
    assert (problem["status"], problem["type"]) == (422, "/problems/not_a_play")
    assert "不成牌型" in problem["detail"]
    assert visit.announcement() == problem["detail"]
    visit.forgive("status of 422")


def test_it_is_disabled_while_it_waits_and_keeps_the_focus(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    held = HeldRequests(page, ANSWERS)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    request = held.first()
    assert visit.busy()
    page.keyboard.press("Enter")
    visit.press()
    request.continue_()
    assert visit.events(1)[0][1]["cards"] == "JJ"
    assert held.routes == []
    until(page, "document.querySelector('paili-hint').shadowRoot.activeElement?.ariaDisabled === null")
    page.keyboard.press("Space")
    assert visit.events(2)[1][1]["cards"] == "QQ"


def test_a_late_answer_is_dropped(visit: Visit) -> None:
    visit.open(**FOLLOW)
    held = HeldRequests(visit.page, ANSWERS)
    visit.press()
    late = held.first()
    visit.set(last="QQ")
    assert not visit.busy()
    visit.press()
    held.first().continue_()
    assert visit.events(1)[0][1]["cards"] == "22"
    with visit.page.expect_response(lambda response: "last=TT" in response.url):
        late.continue_()
    visit.press()  # the late answer would be the next hint now
    assert [detail["cards"] for _, detail in visit.events(2)] == ["22", "22"]


@pytest.mark.parametrize(("lang", "label"), [("en", "Hint"), ("zh-CN", "提示")])
def test_it_speaks_the_language_of_its_place(visit: Visit, server: GunicornProcess, lang: str, label: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = visit.open(lang=lang, **FOLLOW)
    assert page.get_by_role("button").inner_text() == label
    visit.next()
    hint = hints_of(server, lang=lang[:2], **FOLLOW)[0]
    assert visit.announcement() == f"JJ {hint['why'][0]['text']}"
    assert page.get_by_role("status").count() == 1
    results = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    assert not results.response["violations"], results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_its_own_language_goes_before_that_of_the_page(visit: Visit) -> None:
    page = visit.open(lang="zh", **FOLLOW)
    visit.set(lang="en")
    assert page.get_by_role("button").inner_text() == "Hint"
    assert visit.next()[1]["why"][0]["text"].isascii()


def test_the_app_may_press_it_and_label_it(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    page.evaluate("document.querySelector('paili-hint').textContent = '💡'")
    page.evaluate("document.querySelector('paili-hint').click()")
    assert visit.events(1)[0][1]["cards"] == "JJ"
    assert page.get_by_role("button", name="💡").count() == 1


def test_another_server_may_answer(visit: Visit, shop: Shop) -> None:
    visit.open(server=f"{shop.api}/somewhere/", **FOLLOW)
    held = HeldRequests(visit.page, ANSWERS)
    visit.press()
    request = held.first()
    assert request.request.url.startswith(f"{shop.api}/somewhere/v1/analyze?")
    request.fulfill(json={"hints": [], "move": {"cards": "", "pass": True, "why": [{"text": "x"}]}},
                      headers={"Access-Control-Allow-Origin": "*"})  # fmt: skip
    assert visit.events(1)[0][1]["pass"]


def test_an_app_may_move_the_pass_to_the_end(visit: Visit) -> None:
    line = "standard landlord_up 3344AA - ?K@landlord_down;left=landlord:9,landlord_down:1"
    visit.open(position=line, **{"pass": "last"})
    assert [visit.next()[1]["cards"] for _ in range(3)] == ["A", "", "A"]
    visit.set(**{"pass": "first"})
    assert visit.next()[1]["pass"]


def test_assumptions_of_an_answer_are_in_the_console(visit: Visit) -> None:
    messages: list[str] = []
    page = visit.open(**FOLLOW)
    page.on("console", lambda message: messages.append(message.text))
    visit.next()
    assert any("`left` is missing" in text for text in messages)
    page.evaluate("document.querySelector('paili-hint').removeAttribute('last')")
    visit.set(seat="landlord_down", history="TT")
    messages.clear()
    visit.next()
    assert messages == []


def test_a_broken_connection_is_tried_again_once(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    broken: list[str] = []

    def answer(route: Any) -> None:
        if len(broken) < 1:
            broken.append(route.request.url)
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(ANSWERS, answer)
    assert visit.next()[0] == "paili-hint"
    assert len(broken) == 1
    visit.forgive()
