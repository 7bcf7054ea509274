"""The hint button with a busy server, a foreign server or none: an error message, and the button works again."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

from board.tests.helpers.board import HeldRequests
from board.tests.page.test_button import ANSWERS, FOLLOW, Visit, shop, visit
from tests.helpers.chromium import MARKS, until

__all__ = ["shop", "visit"]

pytestmark = MARKS

LOST = {"en": "No answer, try again", "zh": "没有回应，请重试"}
OPEN = {"Access-Control-Allow-Origin": "*"}

FOREIGN = [
    (500, '{"error": "Internal"}'),
    (429, '{"title": "Too many", "status": 429}'),
    (422, '{"detail": [{"msg": "x"}]}'),
    (502, "<html>Bad gateway</html>"),
    (503, ""),
    (200, "null"),
    (200, '{"hints": []}'),
    (200, '{"hints": [], "move": {}}'),
    (200, '{"hints": [{"cards": "JJ"}], "move": {}}'),
]
"""Answers that are not Paili's: status and body."""


TIMERS = """
window.timers = [];
const begin = window.setTimeout;
window.silences = [];
window.setTimeout = (done, time) => {
  if (time === 20000) silences.push(done);
  else if (time > 0) timers.push([time, done]);
  else begin(done, time);
};
"""
"""Timers that the test controls: pauses for a busy server, and the time limit of an answer."""


def pressed(visit: Visit) -> tuple[Any, HeldRequests]:
    """Return the page of a pressed button whose timers the test controls, and its held requests."""
    visit.page.add_init_script(TIMERS)
    page, held = visit.open(**FOLLOW), HeldRequests(visit.page, ANSWERS)
    visit.press()
    return page, held


def refuse(visit: Visit, route: Any, status: int, after: str) -> None:
    """Answer like a busy server, and wait until the button pauses."""
    waits = visit.page.evaluate("timers.length")
    problem = {"type": "about:blank", "title": "Busy", "status": status, "detail": "try later"}
    headers = {"Retry-After": after, "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After"}
    route.fulfill(status=status, json=problem, headers=headers)
    until(visit.page, f"timers.length > {waits}")


def test_an_answer_that_is_not_pailis_becomes_a_message(visit: Visit) -> None:
    visit.open(**FOLLOW)
    answers = iter(FOREIGN)

    def answer(route: Any) -> None:
        status, body = next(answers)
        route.fulfill(status=status, body=body, headers=OPEN)

    visit.page.route(ANSWERS, answer)
    for foreign in FOREIGN:
        assert visit.next() == ["paili-error", {"detail": LOST["en"]}], foreign
        assert visit.announcement() == LOST["en"]
    visit.page.unroute(ANSWERS)
    assert visit.next()[1]["cards"] == "JJ"
    visit.forgive()


@pytest.mark.parametrize("lang", LOST)
def test_a_network_failure_is_in_the_language_of_the_button(visit: Visit, lang: str) -> None:
    visit.open(lang=lang, **FOLLOW)
    visit.page.route(ANSWERS, lambda route: route.abort())
    assert visit.next() == ["paili-error", {"detail": LOST[lang]}]
    visit.forgive()


@pytest.fixture
def halting() -> Iterator[str]:
    """Yield the address of a server that sends half of an answer, and the rest when the test is over."""
    over = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", "12")
            self.end_headers()
            self.wfile.write(b'{"hints')
            over.wait()

        def log_message(self, *args: object) -> None:
            """Log nothing."""

    httpd = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    over.set()
    httpd.shutdown()
    httpd.server_close()


def test_a_server_that_halts_within_its_answer_is_not_waited_for_without_end(
    halting: str, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit.shop, "policy", {})
    visit.page.add_init_script(TIMERS)
    page = visit.open(server=halting, **FOLLOW)
    with page.expect_response(ANSWERS):
        visit.press()
    assert visit.busy()
    page.evaluate("silences[0]()")
    assert visit.events(1) == [["paili-error", {"detail": LOST["en"]}]]
    visit.enabled()
    visit.set(server="")
    assert visit.next()[1]["cards"] == "JJ"


@pytest.mark.parametrize(("path", "prefix"), [("/api/", "api/"), ("api/", "api/"), ("./", "")])
def test_a_server_may_be_a_path_of_the_page(
    visit: Visit, monkeypatch: pytest.MonkeyPatch, path: str, prefix: str
) -> None:
    monkeypatch.setattr(visit.shop, "policy", {})
    visit.open(server=path, **FOLLOW)
    held = HeldRequests(visit.page, ANSWERS)
    visit.press()
    request = held.first()
    assert request.request.url.startswith(f"{visit.shop.address}{prefix}v1/analyze?")
    request.fulfill(json={"hints": [], "move": {"cards": "", "pass": True, "why": [{"text": "x"}]}})
    assert visit.events(1)[0][1]["pass"]


@pytest.mark.parametrize("path", ["http://[", "nonsense", "nonsense://"])
def test_a_server_that_is_none_is_an_error(visit: Visit, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(visit.shop, "policy", {})
    visit.open(server=path, **FOLLOW)
    assert visit.next() == ["paili-error", {"detail": LOST["en"]}]
    visit.set(server="")
    assert visit.next()[1]["cards"] == "JJ"
    visit.forgive("nonsense")


@pytest.mark.parametrize("status", [429, 503])
def test_requests_to_a_busy_server_are_repeated_after_its_interval(visit: Visit, status: int) -> None:
    page, held = pressed(visit)
    for _ in range(2):
        refuse(visit, held.first(), status, "2")
        assert page.evaluate("timers.at(-1)[0]") == 2000
        assert visit.busy()
        assert held.routes == []
        page.evaluate("timers.at(-1)[1]()")
    held.first().continue_()
    assert visit.events(1)[0][1]["cards"] == "JJ"
    visit.forgive(f"status of {status}")


def test_a_server_that_stays_busy_is_left_alone(visit: Visit) -> None:
    page, held = pressed(visit)
    for tries in range(3):
        refuse(visit, held.first(), 503, "1")
        page.evaluate(f"timers[{tries}][1]()") if tries < 2 else None
    ((name, problem),) = visit.events(1)
    assert (name, problem["status"], problem["detail"]) == ("paili-error", 503, "try later")
    assert visit.busy()
    page.evaluate("timers[2][1]()")
    visit.enabled()
    assert held.routes == []
    visit.forgive("status of 503")


@pytest.mark.parametrize("pressed_again", [True, False])
def test_a_long_wait_is_reported_at_once_and_kept_by_every_button(visit: Visit, pressed_again: bool) -> None:
    """A press during it counts after it, about the next turn."""
    page, held = pressed(visit)
    refuse(visit, held.first(), 429, "600")
    assert visit.events(1)[0][1]["status"] == 429
    visit.set(last="QQ")
    if pressed_again:
        visit.press()
    assert visit.busy()
    assert held.routes == []
    page.evaluate("timers[0][1]()")
    if not pressed_again:
        visit.enabled()
        assert held.routes == []
        visit.press()
    held.first().continue_()
    assert visit.events(2)[1][1]["cards"] == "22"
    visit.forgive("status of 429")


def test_the_app_may_give_it_the_focus(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    page.evaluate("document.querySelector('paili-hint').focus()")
    page.keyboard.press("Enter")
    assert visit.events(1)[0][1]["cards"] == "JJ"


def test_an_attribute_set_to_what_it_was_changes_nothing(visit: Visit) -> None:
    visit.open(**FOLLOW)
    assert visit.next()[1]["cards"] == "JJ"
    visit.set(**FOLLOW)
    assert visit.next()[1]["cards"] == "QQ"
    assert len(visit.requests) == 1


def test_a_page_may_style_it(visit: Visit) -> None:
    page = visit.open(**FOLLOW)
    page.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('paili-hint::part(button) { padding: 3px }');"
        " document.adoptedStyleSheets = [sheet] }"
    )
    style = "getComputedStyle(document.querySelector('paili-hint').shadowRoot.querySelector('button'))"
    assert page.evaluate(f"{style}.padding") == "3px"
