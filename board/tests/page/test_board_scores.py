"""The score on the device: each deal once, by game and level; it can be exported and deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from board.tests.helpers.board import MINE, PLAY_ON, Referee, begin, ended, play_turns
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, look, until

pytestmark = [*MARKS, ENGINELESS]

WON = {"winner": 0, "places": [0], "points": {"0": 5, "1": -5, "2": 0}}
SCORES, EVEN = (f"JSON.parse(localStorage.getItem('{name}') || '{{}}')" for name in ("scores", "even"))


def test_a_deal_is_counted_once(opened: Any, tmp_path: Path) -> None:
    page = opened(lang="zh")
    referee = Referee(page)
    begin(page)
    ended(page, referee, WON, {"match": None})
    row = page.evaluate(SCORES)["paodekuai"]["even"]
    assert row == {"deals": 1, "won": 1, "points": 5}
    assert "1 局" in page.locator("#result .quiet").inner_text()
    page.locator("#language").click()
    assert page.evaluate(SCORES)["paodekuai"]["even"] == row, "drawn again, counted once"
    page.locator("#result [data-act=scores]").click()
    assert "deals 1" in page.locator("#scores").inner_text()
    look(page, "scores-en", [(320, "light"), (1280, "dark")])
    with page.expect_download() as download_info:
        page.get_by_role("button", name="Export").click()
    download_info.value.save_as(tmp_path / "scores.json")
    assert json.loads((tmp_path / "scores.json").read_text()) == page.evaluate(SCORES)
    games = page.locator("#scores li a")
    assert games.count() == 1
    assert games.get_attribute("href") == page.locator("#ways a").get_attribute("href")
    page.get_by_role("button", name="Delete").click()
    assert page.evaluate(SCORES), "asked first"
    page.get_by_role("button", name="Delete all of it").click()
    until(page, "document.querySelector('#scores') === null")
    assert page.evaluate(SCORES) == {}


def test_a_deal_with_something_taken_back_is_not_counted(opened: Any) -> None:
    page = opened(lang="zh")
    referee = Referee(page)
    begin(page)
    play_turns(page)
    page.locator("#undo").click()
    until(page, f"document.querySelector('#redo:not([disabled])') !== null && {MINE}")
    ended(page, referee, WON, {"match": None})
    assert page.evaluate(SCORES) == {}


def test_there_is_nothing_to_export_before_a_deal_ended(opened: Any) -> None:
    page = opened("/?p=standard+landlord+3+-+?", lang="zh")
    page.locator("#new-panel [data-act=scores]").click()
    assert "还没有计入的牌局" in page.locator("#scores").inner_text()
    assert page.get_by_role("button", name="导出").is_disabled()
    page.get_by_role("button", name="关闭").click()
    until(page, "document.querySelector('#scores') === null")


LADDER = ["starter", "apprentice", "hobbyist", "regular", "club", "adept", "master"]


def test_a_new_visitor_plays_an_even_match_and_may_choose_a_step_of_the_ladder(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    levels = "[...document.querySelectorAll('#level option')].map(({ value }) => value)"
    assert page.evaluate(levels) == ["even", *LADDER]
    assert page.locator("#level").input_value() == "even"
    page.evaluate("localStorage.setItem('level', 'expert')")
    page.reload()
    until(page, "document.querySelector('#level').value === 'expert'")  # the choice of an earlier visit stays
    assert set(page.evaluate(levels)) == {"even", *LADDER, "expert"}


def test_robots_of_an_even_match_follow_wins_and_losses(opened: Any) -> None:
    page = opened(address(FOLLOW), lang="zh")
    levels: dict[str, Any] = {}

    def note(request: Any) -> None:
        if request.url.endswith("/v1/move"):
            levels["move"] = json.loads(request.post_data)["level"]
        elif "&level=" in request.url:
            levels.setdefault("analyze", set()).update(parse_qs(urlsplit(request.url).query)["level"])

    page.on("request", note)
    assert page.locator("#level option:checked").inner_text() == "势均力敌"
    referee = Referee(page)
    begin(page)
    ended(page, referee, {"winner": 1, "places": [1], "points": {"0": -5, "1": 10, "2": -5}}, {"match": None})
    assert page.evaluate(SCORES)["paodekuai"]["even"] == {"deals": 1, "won": 0, "points": -5}
    assert page.evaluate(EVEN) == {"paodekuai": {"won": 0, "played": 1, "at": 0.25}}, "where a new visitor begins"
    page.locator("#actions .main").click()
    until(page, MINE)
    with page.expect_request("**/v1/move"):
        page.evaluate(PLAY_ON)
    assert levels == {"move": {"even": {"won": 0, "played": 1, "at": 0.25}}, "analyze": {"hint", "club"}}, (
        "the advice, and its reasons in words"
    )
    until(page, f"!{EVEN}.paodekuai.played")
    assert page.evaluate(EVEN)["paodekuai"]["at"] < 0.25, "a weaker robot after a loss"
    page.locator("#new-panel [data-act=scores]").click()
    assert "势均力敌" in page.locator("#scores").inner_text()
