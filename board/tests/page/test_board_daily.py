"""The deal of the day: the same for everybody, played once, shared as a row of squares; the streak; the ladder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import RefereeLog, play_on
from tests.helpers.chromium import ENGINELESS, MARKS, Page, look, until

pytestmark = [*MARKS, ENGINELESS]

NOON = "2026-11-27T12:00:00"
SIGNS = str.maketrans("🟩🟨🟥", "■▣□")
RESULTS = "JSON.parse(localStorage.getItem('deal-days') || '{}')"


@pytest.fixture
def on_a_day(tabs: Callable[..., Page]) -> Callable[..., Any]:
    """Return a function that opens the first page on a day."""

    def open_page(path: str = "/", time: str = NOON, lang: str = "zh") -> Any:
        tab = tabs(lang=lang)
        tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.page.clock.set_fixed_time(time)
        return tab.load(path)

    return open_page


def dealt(page: Any) -> Any:
    """Return the deal and the auction that the board has begun."""
    page.wait_for_selector("#hand .card")
    until(page, "localStorage.getItem('game') !== null")
    return page.evaluate(
        """(({ body, me }) => [body.deal, body.options, body.auction.bidding, me])(
            JSON.parse(localStorage.getItem("game")))"""
    )


def test_the_deal_of_a_day_is_the_same_for_all_and_of_no_other_day(on_a_day: Callable[..., Any]) -> None:
    mine, other, later = on_a_day(), on_a_day(lang="en"), on_a_day(time="2026-11-28T12:00:00")
    other.evaluate("localStorage.setItem('bidding', 'call_rob'); localStorage.setItem('level', 'starter')")
    other.reload()
    for page in (mine, other, later):
        page.locator("#deal-of-day").click()
    assert dealt(mine) == dealt(other) != dealt(later)
    assert mine.locator("#level").is_hidden(), "its robots are the same for everybody"


def test_it_is_played_once_and_shared_as_squares_with_a_link(on_a_day: Callable[..., Any]) -> None:
    page = on_a_day("/?day=2026-11-27&row=ggr")
    log = RefereeLog(page)
    page.wait_for_selector("#hand .card")
    play_on(page)
    log.end()
    assert page.locator("#undo:not([disabled])").count() == 0
    page.wait_for_selector("#share-day")
    result = page.evaluate(RESULTS)["2026-11-27"]
    squares, _, points = result.partition(" ")
    assert set(squares) <= set("🟩🟨🟥")
    assert squares
    assert points.strip("+−").isdecimal()
    look(page, "daily-result", [(375, "light")])
    page.locator("#share-day").click()
    until(page, "document.querySelector('#share-day').textContent === '已复制'")
    text = page.evaluate("navigator.clipboard.readText()")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed')); }")
    page.locator("#share-day").click()
    until(page, "document.querySelector('#share-day').textContent.startsWith('http')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375, "the link is wrapped"
    letters = squares.translate(str.maketrans("🟩🟨🟥", "gyr"))
    assert text.startswith(f"今日牌局 2026-11-27 {result}\n")
    assert text.endswith(f"/?day=2026-11-27&row={letters}")
    page.locator("h1 a").click()
    page.wait_for_selector("#home:visible")
    assert page.locator("#deal-of-day").inner_text() == f"今日牌局 {result.translate(SIGNS)}"
    assert page.locator("#streak").inner_text() == "连续 1 天"
    page.locator("#language").click()
    assert page.locator("#streak").inner_text() == "1-day streak"
    page.locator("#deal-of-day").click()
    page.wait_for_selector("#scores li a")
    assert page.locator("#scores li a").count() == 1
    assert page.evaluate("localStorage.getItem('scores')") is None, "its cards and robots are not those of other deals"
    page.goto(page.url.partition("?")[0] + "?day=2026-11-27")
    page.wait_for_selector("#home:visible")


def test_a_begun_deal_goes_on_and_cannot_be_taken_back(on_a_day: Callable[..., Any]) -> None:
    page = on_a_day()
    page.locator("#deal-of-day").click()
    page.locator("#actions button:not([id]):not([disabled])").first.click()
    until(page, "JSON.parse(localStorage.getItem('game')).mine.length === 1")
    before = dealt(page)
    page.locator("h1 a").click()
    page.wait_for_selector("#home:visible")
    page.locator("#deal-of-day").click()
    page.wait_for_selector("#hand .card")
    assert dealt(page) == before
    assert page.evaluate("JSON.parse(localStorage.getItem('game')).mine.length") == 1
    assert page.locator("#undo:not([disabled])").count() == 0


def test_a_passed_out_deal_of_a_day_is_dealt_again(on_a_day: Callable[..., Any]) -> None:
    """With the next seed, and without a result of the day."""

    def decline(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"recommended": 0})

    page = on_a_day()
    page.route("**/v1/bid", decline)
    page.locator("#deal-of-day").click()
    first = dealt(page)
    page.locator("#actions button:not([disabled])", has_text="不叫").click()
    page.locator("#actions button:not([disabled])", has_text="重新发牌").click()
    page.locator("#actions button:not([disabled])", has_text="不叫").wait_for()
    assert dealt(page)[0] != first[0]
    assert page.evaluate("JSON.parse(localStorage.getItem('game')).attempt") == 1, "a later page goes on from there"
    assert page.evaluate(RESULTS) == {}


def test_the_streak_counts_days_with_a_puzzle_or_a_deal(on_a_day: Callable[..., Any]) -> None:
    page = on_a_day()
    page.evaluate("""() => {
        localStorage.setItem("puzzle-days", JSON.stringify({ "2026-11-24": "🟩", "2026-11-26": "🟥🟩" }));
        localStorage.setItem("deal-days", JSON.stringify({ "2026-11-25": "🟩 +2", "2026-11-22": "🟩 +2" }));
    }""")
    page.reload()
    until(page, "document.querySelector('#streak').textContent === '连续 3 天'")
    page.evaluate(
        """localStorage.setItem("puzzle-days", JSON.stringify({ "2026-11-27": "🟥🟩", "2026-11-26": "🟩" }))"""
    )
    page.reload()
    until(page, "document.querySelector('#streak').textContent === '连续 3 天'")
    assert page.locator("#puzzle-of-day").inner_text() == "今日残局 □■"
    page.locator("#puzzle-of-day").click()
    page.wait_for_url("**/puzzle?day=2026-11-27*")


def test_even_matches_draw_a_curve_over_the_ladder(on_a_day: Callable[..., Any]) -> None:
    page = on_a_day()
    page.evaluate("""() => {
        localStorage.setItem("climb", JSON.stringify({ standard: [1.5, 2.25, 3] }));
        localStorage.setItem("deal-days", JSON.stringify({ "2026-11-27": "🟩 +2" }));
    }""")
    page.reload()
    page.locator("#streak").click()
    page.wait_for_selector("#scores .climb polyline")
    heights = [float(point.partition(",")[2]) for point in page.get_attribute(".climb polyline", "points").split()]
    assert heights == sorted(heights, reverse=True), "stronger is higher"
    names = page.locator(".climb text").all_text_contents()
    assert names == ["新手", "学徒", "牌友", "常客", "熟手", "好手", "大师"]
    assert float(page.locator(".climb text").nth(2).get_attribute("y")) - 4 == heights[-1]
    look(page, "ladder", [(320, "light"), (375, "dark"), (1280, "light")])
