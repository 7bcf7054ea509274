"""The end of a deal at the board: amounts of the result's lines, and the standing of a match of Guandan."""

from __future__ import annotations

import json
from typing import Any

import pytest

from board.tests.helpers.board import FELT, MINE, SEATED, Referee, begin, ended
from tests.helpers.chromium import ENGINELESS, FOLLOW, MARKS, address, until

pytestmark = [*MARKS, ENGINELESS]


def test_what_each_line_of_a_bill_says_adds_up_to_the_points(opened: Any) -> None:
    """Seven cards are left here, one of a seat where a bomb was played: -7 - 10, 7 - 10, 10 + 10."""
    page = opened(address(FOLLOW))
    referee = Referee(page)
    begin(page)
    factors = [
        {"code": "cards", "points": 7, "seat": 0, "text": ""},
        {"code": "one_left", "points": 0, "seat": 2, "text": ""},
        {"code": "bomb", "points": 10, "seat": 2, "text": ""},
        {"code": "shut", "factor": 2, "seat": 0, "text": ""},
    ]
    points = {"0": -17, "1": -3, "2": 20}
    ended(page, referee, {"winner": 1, "places": [1], "points": points, "factors": factors}, {"match": None})
    assert page.locator("#result li b").all_inner_texts() == ["−7", "0", "+10 from each", "×2"]
    page.locator("#language").click()
    until(page, "document.querySelectorAll('#result li b')[2].textContent === '向每家收10'")


def test_a_match_says_whose_level_is_whose_and_begins_anew_once_it_is_won(opened: Any) -> None:
    page = opened(address("guandan[level=3] 1 3s4s5s6s7s - ?"))
    assert page.locator("#table .status").inner_text().startswith("Level 3 · ")
    page.evaluate(SEATED, 1)
    referee = Referee(page)
    page.locator("#deal").click()
    match = {"levels": ["T", "6"], "playing": 0, "failures": [0, 0], "winner": None}
    result = {"winner": 0, "places": [0, 2, 1, 3]}
    ended(page, referee, result, {"match": match, "options": {"level": "T"}})
    assert "We 6 · they 10" in page.locator("#result").inner_text()
    page.locator("#actions .main").click()
    until(page, MINE)
    assert page.locator("#table .status").inner_text().startswith("Level 10 · ")
    assert referee.bodies[-1]["match"]["levels"] == ["T", "6"]
    won = {"levels": ["A", "6"], "playing": 0, "failures": [2, 1], "winner": 0}
    ended(page, referee, result, {"match": won})
    assert "The match is over" in page.locator("#result").inner_text()
    before = page.evaluate(FELT)
    page.locator("#actions .main").click()
    until(page, f"({FELT}) !== {json.dumps(before)} && {MINE}")
    body = referee.bodies[-1]
    assert body["match"] == {"levels": ["3", "3"], "playing": 0, "failures": [0, 0]}
    assert body["options"]["level"] == "3"
    page.locator("#language").click()
    until(page, "document.querySelector('#table .status').textContent.startsWith('打 3 · ')")
    ended(page, referee, result, {"match": match, "options": {"level": "T"}})
    page.locator("#actions .main").click()
    until(page, f"document.querySelector('#table .status')?.textContent.startsWith('打 10 · ') && {MINE}")
    page.locator("#deal").click()  # another game, under the chosen options
    until(page, f"document.querySelector('#table .status')?.textContent.startsWith('打 3 · ') && {MINE}")
    assert referee.bodies[-1]["match"]["levels"] == ["3", "3"]


@pytest.mark.parametrize(("winner", "wanted"), [(1, "2 3 4"), (0, "5 6 7")])
def test_the_result_shows_the_costliest_mistake_of_the_side_that_lost(opened: Any, winner: int, wanted: str) -> None:
    page = opened(address(FOLLOW))
    referee = Referee(page)
    begin(page)
    made = [
        {"seat": 0, "ply": 0, "cards": "3", "loss": 0.1, "mark": "mistake"},
        {"seat": 0, "ply": 3, "cards": "234", "loss": 0.18, "mark": "blunder"},
        {"seat": 0, "ply": 6, "cards": "9", "loss": 0.5, "mark": None},
        {"seat": 2, "ply": 2, "cards": "567", "loss": 0.3, "mark": "blunder"},
    ]
    quick = {"seat": 0, "ply": 12, "cards": "K", "loss": 0.9, "mark": "blunder"}  # mine are those of the exact review
    review = {
        "decisions": [one | {"shape": "single", "codes": []} for one in (*made, quick)],
        "curve": {},
        "luck": {},
        "seats": {},
    }

    def answer(route: Any) -> None:
        if json.loads(route.request.post_data).get("level") == "club":
            route.fulfill(json=review)
        else:
            route.fulfill(json=review | {"decisions": [one for one in review["decisions"] if one["ply"] in (0, 3, 6)]})

    page.route("**/v1/review", answer)
    ended(page, referee, {"winner": winner, "places": [winner]}, {"match": None})
    until(page, "document.querySelector('#result .last').textContent.startsWith('Turning play')")
    text = page.locator("#result .last").inner_text()
    assert ("18%" if winner else "30%") in text
    ranks = [one[0] for one in page.locator("#result .last .card").all_inner_texts()]
    assert " ".join(sorted(ranks)) == wanted
    assert page.evaluate("document.querySelector('#result').children[1].classList.contains('last')")
