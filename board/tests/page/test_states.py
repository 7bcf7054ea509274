"""Nothing is printed over something else, and no state is that of another game, in the windows of phones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from board.tests.helpers.board import (
    MINE,
    PLAY_ON,
    READY,
    SEATED,
    HeldRequests,
    Referee,
    begin,
    bodies_sent,
    choice,
    ended,
    enter,
    play_turns,
)
from board.tests.page.test_puzzle_page import MOST_SHIFT, PUZZLES, SHIFTS, make_move
from board.tests.page.test_review import LOST, address_of, record_of
from tests.helpers.chromium import FOLLOW, MARKS, Page, address, until

pytestmark = MARKS

OVERLAP = """([one, other]) => {
    const [a, b] = [one, other].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
"""Whether two elements cover each other."""

OPAQUE = "getComputedStyle(document.querySelector('#chips')).opacity"

TWO_GAMES = "".join(record_of(LOST[variant][0]) + "\n" for variant in ("standard", "paodekuai"))


def test_while_robots_think_nothing_covers_the_split_and_the_chips_hide_the_panels(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    held = HeldRequests(page, "**/v1/move")
    page.evaluate(PLAY_ON)
    held.wait_for(1)
    assert page.locator("#number .as-of").inner_text() == "as of your last turn"
    assert not page.evaluate(OVERLAP, ["#number .as-of", "#unfold"])
    assert page.evaluate(OPAQUE) == "1"


@pytest.mark.parametrize("variant", ["standard_two", "standard_four"])
@pytest.mark.parametrize("width", [320, 375])
def test_the_bottom_is_beside_the_pile_and_within_the_table(opened: Any, variant: str, width: int) -> None:
    page = opened(address(FOLLOW), width=width)
    page.evaluate(SEATED, 3)
    page.select_option("#variant", variant)
    until(page, f"document.querySelector('#line').value.startsWith('{variant}')")
    for _ in range(20):
        page.wait_for_selector(READY)
        if page.locator("#play").count():
            break
        page.locator("#actions button:not([id]):not([disabled])").last.click()
        page.wait_for_timeout(50)
    until(page, f"{MINE} && document.querySelector('#table .bottom') !== null")
    page.evaluate(PLAY_ON)
    page.wait_for_selector("#table > .played")
    assert not page.evaluate(OVERLAP, ["#table .bottom", "#table > .played"])
    assert not page.evaluate(OVERLAP, ["#table .bottom", "#seats .across .seat"])
    box = "document.querySelector('#table .bottom').getBoundingClientRect()"
    edges = page.evaluate(f"(({{ left, right }}) => [left, innerWidth - right])({box})")
    assert min(edges) >= 0
    padding = page.evaluate("parseFloat(getComputedStyle(document.querySelector('#table .bottom')).paddingRight)")
    assert edges[1] + padding >= 4


def test_a_new_deal_shows_no_plays_of_the_one_before(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    play_turns(page, 2)
    assert page.locator("#plays li").count() > 3
    HeldRequests(page, "**/v1/deal")
    page.locator("#deal").click()
    page.locator("#leave [value=leave]").click()
    until(page, "document.querySelectorAll('#plays li').length === 0")
    assert page.locator("#plays-panel").is_hidden()


def test_the_tribute_of_the_second_deal_shows_no_plays_of_the_first(opened: Any) -> None:
    page = opened(address("guandan 0 3s4s5s6s7s - ?"))
    referee = Referee(page)
    begin(page, "guandan", chance=0)
    play_turns(page)
    match = {"levels": ["2", "3"], "playing": 1, "failures": [0, 0], "winner": None}
    paid = {"match": match, "options": {"level": "3"}, "tribute": {"order": [1, 2, 3, 0], "givers": [0]}}
    ended(page, referee, {"winner": 1, "places": [1, 2, 3, 0]}, paid)
    assert page.locator("#plays li").count() > 4
    choice(page, "Next deal").click()
    choice(page, "Pay").wait_for()
    assert page.locator("#plays li").count() == 0
    assert page.locator("#plays-panel").is_hidden()
    assert page.locator("#felt :is(.played, .past, .call)").count() == 0
    assert page.locator("#result").count() == 0


def test_the_button_that_stands_out_goes_on_with_the_game(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    play_turns(page)
    page.locator("#deal").click()
    assert page.locator("#leave .main").get_attribute("value") == "stay"
    assert page.evaluate("document.activeElement.value") == "stay"
    page.keyboard.press("Enter")
    until(page, f"!document.querySelector('#leave').open && {MINE}")


def test_a_wrong_try_at_a_puzzle_costs_a_star(tabs: Callable[..., Page]) -> None:
    first = PUZZLES[1]
    page = tabs(lang="zh").load(f"/puzzle?n={first.number}")
    page.wait_for_selector("#hand .card")
    assert page.inner_text("#stars") == "★★★"
    make_move(page, next(move for move in first.refuted[0] if move != "-"))
    until(page, "document.getElementById('verdict').className === 'refuted'")
    page.click("#undo")
    assert page.inner_text("#stars") == "★★☆"


def test_of_a_text_with_two_games_the_reader_chooses_one(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    enter(page, TWO_GAMES)
    page.wait_for_selector("#wrong a")
    rows = page.locator("#wrong a").all_inner_texts()
    assert [row.split(" · ")[:2] for row in rows] == [["第 1/2 局", "斗地主"], ["第 2/2 局", "跑得快"]]
    page.goto(page.url.partition("/?")[0] + "/review")
    page.fill("#record", TWO_GAMES)
    page.locator("#paste .main").click()
    page.wait_for_selector("#games button")
    assert page.locator("#games li").all_inner_texts() == ["这里有 2 局，选一局。", *rows]
    assert page.locator("#felt").is_hidden()
    page.locator("#games button").last.click()
    page.wait_for_selector("#felt:visible")
    until(page, "location.search.includes('paodekuai')")


def test_without_a_message_the_page_of_the_hint_button_has_no_empty_pill(tabs: Callable[..., Page]) -> None:
    page = tabs().load("/embed")
    page.wait_for_selector("#hand .card")
    assert page.evaluate("document.querySelector('#message').getBoundingClientRect().height") == 0


def test_a_review_is_not_judged_again_in_the_other_language(tabs: Callable[..., Page]) -> None:
    body, seat = LOST["paodekuai"]
    tab = tabs(lang="zh")
    page = tab.load(address_of(body, seat))
    page.wait_for_selector("#sheet [data-act=answer]")
    before = page.evaluate("location.search")
    sent = bodies_sent(page, "/v1/review")
    held = HeldRequests(page, "**/v1/review")
    page.locator("#language").click()
    held.wait_for(1)
    assert "mistakes 0/" in page.locator("#summary").inner_text()
    assert page.locator("#sentence").inner_text().startswith("The costliest first")
    assert page.evaluate("location.search") == before
    held.first().continue_()
    page.locator("#sheet [data-act=answer]").click()
    until(page, "!/[\\u4e00-\\u9fff]/.test(document.querySelector('#sheet').textContent)")
    assert [body["level"] for body in sent] == ["expert"]


def test_nothing_moves_on_a_review_without_a_game(tabs: Callable[..., Page]) -> None:
    tab = tabs(lang="zh")
    tab.page.add_init_script(SHIFTS)
    page = tab.load("/review")
    page.wait_for_selector("[data-act=sample]")
    page.wait_for_timeout(300)
    assert page.evaluate("window.shift ?? 0") <= MOST_SHIFT
    assert page.locator("#felt").is_hidden()
