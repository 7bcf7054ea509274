"""Requests on which answers of the board depend: the first answer needs only the preload, later ones redraw no hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from board import assets, bundles
from board.tests.helpers.board import LINE, HeldRequests, refuse
from tests.helpers.chromium import CORNER, FOLLOW, MARKS, Page, address, choose_level, until

pytestmark = MARKS

HINTS = "#hints button"
bundled = pytest.mark.skipif(not bundles.is_bundled(), reason="`make bundles` has not bundled the pages")

BESIDE = {
    "lib/engine_client.js",
    "/v1/deal",
    *(f"board/{part}.js" for part in ("auction", "edit", "begin", "other_hands")),
}
"""Requested by the browser itself, by a game beside the hand, and after the first answer."""

WATCH = """new MutationObserver((_, watcher) => {
    if (!document.querySelector("#hints [data-place]") || !document.querySelector("#split button")) return;
    watcher.disconnect();
    const below = [...document.querySelectorAll("#hints-panel ~ *")];
    window.below = below.filter((node) => node.checkVisibility()).map((node) => node.id);
}).observe(document, { subtree: true, childList: true })"""
"""Records the panels below the hints that are laid out with the first answer."""

BEFORE = """new MutationObserver((_, watcher) => {
    if (!document.querySelector("#unseen .counts, .home #variant option")) return;
    watcher.disconnect();
    window.before = performance.getEntriesByType("resource").map(({ name, transferSize }) => [name, transferSize]);
}).observe(document, { subtree: true, childList: true })"""
"""Records the requests until the first answer, or the first page, is drawn."""

SEARCHED = "standard landlord_up 3344566TTQQKKAXD2 889 34567,9TJQK"


def requests_of(tab: Page) -> list[tuple[str, str]]:
    """Return a list that collects the requests of a page, each with its initiator: "parser" or "script"."""
    requests: list[tuple[str, str]] = []
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")

    def note(event: Any) -> None:
        url = urlsplit(event["request"]["url"])
        if url.scheme == "http":
            requests.append((url.path.replace(assets.site().base, ""), event["initiator"]["type"]))

    session.on("Network.requestWillBeSent", note)
    return requests


@bundled
@pytest.mark.parametrize(("path", "sign"), [(address(FOLLOW), HINTS), ("/", ".home #home")], ids=["link", "first page"])
def test_the_first_view_takes_one_round_trip_after_the_page(tabs: Callable[..., Page], path: str, sign: str) -> None:
    """The head names everything that it needs; nothing else is requested before, and nothing twice."""
    tab = tabs()
    requests = requests_of(tab)
    tab.load(path)
    tab.page.wait_for_selector(sign)
    needed = [(path, by) for path, by in requests if path not in BESIDE]
    assert sorted(path for path, _ in needed) == [
        "/",
        *["/v1/analyze"] * ("p=" in path),
        "board/board.js",
        "games.json",
    ]
    assert "script" not in {by for _, by in needed}


@bundled
@pytest.mark.parametrize("path", ["/", address(FOLLOW), address(SEARCHED)], ids=["first page", "link", "other link"])
def test_the_first_view_is_small(tabs: Callable[..., Page], path: str) -> None:
    """Bytes on the wire, with headers, until the first answer and the panels below are drawn."""
    tab, sent, sizes = tabs(lang="zh"), dict[str, str](), dict[str, int]()
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")
    session.on("Network.requestWillBeSent", lambda event: sent.update({event["requestId"]: event["request"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({sent[event["requestId"]]: int(event["encodedDataLength"])}),
    )
    tab.page.add_init_script(BEFORE)
    tab.load(path)
    until(tab.page, "window.before !== undefined")
    needed = [(tab.base + path, 0), *tab.page.evaluate("before")]
    assert 3 <= len(needed) <= 6
    assert 20_000 < sum(sizes.get(url, size) for url, size in needed) <= 48_000  # it does not see workers' scripts


def test_without_a_script_the_board_shows_only_that_it_needs_one(tabs: Callable[..., Page]) -> None:
    page = tabs(java_script_enabled=False).load("/")
    assert page.locator("body").inner_text() == "牌桌需要 JavaScript。The board needs JavaScript."


def test_only_the_chosen_robot_is_requested(tabs: Callable[..., Page]) -> None:
    """The head does not know the choice; the console stays empty, and the shown answer is that of the chosen robot."""
    tab = tabs()
    tab.page.add_init_script("localStorage.setItem('level', 'adept')")
    tab.open(address(FOLLOW))
    tab.page.wait_for_selector(HINTS)
    tab.page.wait_for_timeout(4000)  # browsers report an unused preload after three seconds


def test_what_stands_below_is_drawn_after_the_first_answer(tabs: Callable[..., Page]) -> None:
    tab = tabs()
    tab.page.add_init_script(WATCH)
    tab.open(address(FOLLOW))
    until(tab.page, "window.below !== undefined && document.querySelector('footer').checkVisibility()")
    assert tab.page.evaluate("below") == []
    assert tab.page.locator("[data-below]:visible").count() == 4


def test_the_browser_keeps_the_board_only_after_its_first_answer(tabs: Callable[..., Page]) -> None:
    tab = tabs(service_workers="allow")
    held = HeldRequests(tab.page, "**/games.json")
    tab.load(address(FOLLOW))
    tab.page.wait_for_timeout(300)
    registered = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    held.wait_for(1)
    assert tab.page.evaluate(registered) == 0
    held.first().continue_()
    tab.page.wait_for_selector(HINTS)
    until(tab.page, "navigator.serviceWorker.controller !== null")


def test_an_answer_draws_no_hand_and_no_pad_that_stand_there(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")  # nothing else is requested any more
    page.locator("#edit").click()
    held = HeldRequests(page, "**/v1/analyze*")
    page.locator("#edit-beat").evaluate("node => { node.value = '9'; }")  # begun, but not reported yet
    page.locator("#hand .card").first.click(position=CORNER)
    assert page.locator("#hand .card").count() == 16, "a tap is seen before its answer"
    assert page.locator("#pad [data-card=D]").is_enabled()
    page.evaluate("document.querySelector('#hand .fan').dataset.old = 1")
    held.first().continue_()
    until(page, f"!{LINE}.includes('D')")
    assert page.locator("#hand .fan[data-old]").count() == 1
    assert page.locator("#edit-beat").input_value() == "9"


def test_rules_are_drawn_again_only_where_they_may_have_changed(opened: Any) -> None:
    page = opened(address(FOLLOW))
    page.wait_for_selector("#unseen .heat")
    page.locator("#options-toggle").click()
    page.wait_for_selector("#options label")
    page.evaluate("document.querySelector('#options label').dataset.old = 1")
    choose_level(page, "regular", drawn=True)
    assert page.locator("#options [data-old]").count() == 1, "the same rules as before"
    rule = page.locator("#options select").first
    before = rule.input_value()
    refuse(page, "**/v1/analyze*")
    rule.select_option(index=1 - int(rule.evaluate("node => node.selectedIndex > 0")))
    page.wait_for_selector("#wrong:not([hidden])")
    assert rule.input_value() != before
    page.unroute("**/v1/analyze*")
    choose_level(page, "starter", drawn=True)
    until(page, f"document.querySelector('#options select').value === '{before}'")  # what was refused is not the rule
