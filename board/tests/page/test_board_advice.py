"""The list of hints and the hint button agree with the advice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from board.browser_engine.build import is_built
from board.tests.helpers.board import LINE, MINE, begin
from tests.helpers.chromium import CORNER, FOLLOW, LOSSES, MARKS, Page, address, choose_level, look, until

pytestmark = MARKS

ALLY = "standard landlord_up 3344566TTQQKKAXD2 889 34567,9TJQK"
"""An ally's play is on the table; the rocket is the only play that beats it, and loses the game."""

MOST_GAMES = """Math.max(0, ...[...document.querySelectorAll("#hints .tried")]
    .map((row) => Number(/(\\d+) [^0-9]*$/.exec(row.textContent)?.[1])))"""
"""The most games in which the search has tried a hint; 0 without a search."""

FIRST_PLAY = "document.querySelector('#hints .cards').getAttribute('aria-label')"

STORED = "JSON.parse(localStorage.getItem('game'))"


def test_a_pass_that_is_advised_is_first_and_lifts_nothing(opened: Any) -> None:
    page = opened(address(ALLY), lang="zh")
    rows = page.locator("#hints [data-place]")
    until(page, "document.querySelectorAll('#hints [data-place]').length === 2")
    assert rows.first.inner_text().startswith("不出\u00a0★")
    until(page, "document.querySelector('#hints .tags').textContent.includes('让队友')")
    page.locator("#hint").click()
    assert page.locator("#hand [aria-pressed=true]").count() == 0
    assert page.locator("#message").inner_text() == "建议不出"
    assert rows.first.get_attribute("aria-pressed") == "true"
    look(page, "advice-pass", [(320, "light"), (375, "dark")], "#felt, #hints-panel")
    page.locator("#hint").click()
    assert page.locator("#hand [aria-pressed=true]").count() == 2, "then by rank"
    assert page.locator("#message").is_hidden()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, f"{LINE}.endsWith(',.')")


@pytest.mark.parametrize("level", ["hint", "master"])
@pytest.mark.parametrize("line", [ALLY, FOLLOW, "standard landlord 345678999TJKA2 - ?"])
def test_the_first_row_is_the_advice_and_the_only_best(opened: Any, line: str, level: str) -> None:
    page = opened(address(line))
    with page.expect_response(lambda answer: f"level={level}" in answer.url) as response_info:
        choose_level(page, level, drawn=True)
    move = response_info.value.json()["move"]
    stars = page.evaluate(
        "[...document.querySelectorAll('#hints li')].map((row) => row.querySelector('.star') !== null)"
    )
    assert stars == [True, *[False] * (len(stars) - 1)]
    worth = page.evaluate(LOSSES)
    assert "best" not in worth[1:]
    page.locator("#hint").click()
    picked = page.locator("#hand [aria-pressed=true]").count()
    assert picked == len(move["cards"])


def test_reasons_are_tags_and_their_sentences_come_by_a_tap(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh", width=1280)
    rows = page.locator("#hints [data-place]")
    until(page, "document.querySelector('#hints .tags').textContent.startsWith('余牌好不拆')")  # first that of the move
    assert page.locator("#reason").is_hidden()
    other = page.locator("#hints [data-place]:not([data-place='0']):visible").first
    assert other.locator(".why").first.is_hidden()
    other.click()
    assert other.locator(".why").first.is_visible()
    assert rows.count() > 1


def test_a_phone_has_one_line_of_advice_and_no_row_grows_by_a_tap(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    until(page, "document.querySelector('#hints .tags').textContent.startsWith('余牌好不拆')")
    line = page.locator("#reason")
    assert "剩下的牌" in line.inner_text()
    heights = "[...document.querySelectorAll('#hints > li')].map((row) => row.offsetHeight)"
    other = page.locator("#hints [data-place]:not([data-place='0']):visible").first
    rows, text = page.evaluate(heights), line.inner_text()
    other.click()
    assert page.evaluate(heights) == rows
    assert line.inner_text() != text
    height = line.bounding_box()["height"]
    line.click()
    assert line.get_attribute("aria-expanded") == "true"
    assert line.bounding_box()["height"] >= height
    page.locator("#hand .card").first.click(position=CORNER)
    until(page, f"document.querySelector('#reason').textContent === {json.dumps(text, ensure_ascii=False)}")
    assert line.get_attribute("aria-expanded") == "false"
    look(page, "advice-line", [(375, "light"), (375, "dark")], "#felt, #hints-panel")


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("standard landlord 33334567890 - ?".replace("0", "T"), "拆炸弹"),
        ("standard landlord_down 34567QQ2 - ?4", "拆顺子"),
    ],
)
def test_a_tag_says_what_a_play_tears(opened: Any, line: str, tag: str) -> None:
    page = opened(address(line), lang="zh")
    page.locator("#more").click() if page.locator("#more").is_visible() else None
    until(page, f"document.querySelector('#hints').textContent.includes('{tag}')")


@pytest.mark.parametrize(("level", "adviser"), [("starter", "hint"), ("adept", "hint"), ("expert", "expert")])
def test_the_advice_is_no_weaker_than_that_of_hints(opened: Any, level: str, adviser: str) -> None:
    page = opened(address(FOLLOW))
    with page.expect_request(lambda request: f"level={adviser}" in request.url):
        choose_level(page, level)


@pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources")
def test_the_advice_is_searched_longer_unless_something_is_picked(opened: Any) -> None:
    page = opened(address(FOLLOW), width=1280)
    until(page, f"{MOST_GAMES} > 300")
    page.locator("#hints [data-place='1']").click()
    page.evaluate(f"window.before = {MOST_GAMES}")
    page.locator("#language").click()
    until(page, f"{MOST_GAMES} < 300")
    page.wait_for_timeout(1000)  # the longer search would come within it
    assert page.evaluate(MOST_GAMES) < 300
    page.keyboard.press("Escape")
    page.locator("#language").click()
    until(page, f"{MOST_GAMES} > 300")


@pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources")
def test_what_may_beat_the_first_hint_follows_the_longer_search(opened: Any) -> None:
    page = opened(address("standard landlord_down 3344556899TJJQQK2 7TA 33"))
    until(page, "document.querySelector('#beaten li') !== null")
    until(page, f"{MOST_GAMES} > 300")
    first = page.evaluate(FIRST_PLAY)
    until(page, f"document.querySelector('#beaten li').textContent.startsWith('May beat {first}: ')")


@pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources")
def test_a_pass_that_was_taken_stays_where_it_is(opened: Any) -> None:
    """Its row is the taken one, though no card is picked."""
    page = opened(address(ALLY), width=1280)
    page.locator("#hint").click()
    before = page.evaluate(MOST_GAMES)
    page.wait_for_timeout(1500)  # the longer search would come within it
    assert page.evaluate(MOST_GAMES) == before < 300
    assert page.locator("#hints [aria-pressed=true]").inner_text().startswith("Pass")


@pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources")
def test_without_networks_the_pages_engine_advises_by_a_level_that_needs_none(tabs: Callable[..., Page]) -> None:
    tab = tabs(expects=("Failed to load resource",))
    page = tab.page
    page.route("**/v1/**", lambda route: route.abort())
    page.route("**/*.net", lambda route: route.abort())
    tab.load(address(FOLLOW))
    until(page, "document.querySelectorAll('#hints .star').length === 1")
    assert page.evaluate(MOST_GAMES) == 0


def test_a_play_of_the_advice_is_kept_with_the_game_and_another_one_is_not(opened: Any) -> None:
    page = opened(address(FOLLOW))
    begin(page)
    until(page, MINE)
    page.locator("#hint").click()
    page.locator("#play").click()
    until(page, f"{STORED}.body.history.length > 2 && {MINE}")
    assert page.evaluate(f"{STORED}.followed") == [0]
    page.locator("#undo").click()
    until(page, f"{STORED}.body.history.length === 0 && {MINE}")
    page.locator("#more").click()
    page.locator("#hints [data-place='3']").click()
    page.locator("#play").click()
    until(page, f"{STORED}.body.history.length > 0")
    assert page.evaluate(f"{STORED}.followed") == []
