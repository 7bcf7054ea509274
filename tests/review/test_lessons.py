"""Lessons of a review: the costliest mistakes that the next level of the ladder would not make."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.review.mistakes import Error, Marked, lessons_of
from tests.advice.test_robot import position
from tests.helpers.client import fault, post
from tests.helpers.reviewed_games import robot_game

ABOVE = {"starter": "apprentice", "regular": "club"}


def position_before(client: FlaskClient, body: dict[str, Any], decision: dict[str, Any]) -> str:
    """Return what the seat of a decision knew before it."""
    table = post(client, "/v1/game", body | {"history": body["history"][: decision["ply"]]})
    return str(table["positions"][decision["seat"]])


def expected(client: FlaskClient, body: dict[str, Any], decisions: list[dict[str, Any]], level: str) -> dict[int, bool]:
    """Return whether a level avoids each marked decision, by its move alone: the best one, or the played one.

    Decisions in which it makes a third move are left out.
    """
    avoided = {}
    for one in decisions:
        if one["mark"]:
            move = post(client, "/v1/move", {"position": position_before(client, body, one), "level": level})["move"]
            if move["cards"] in (one["best"]["cards"], one["cards"]):
                avoided[one["ply"]] = move["cards"] == one["best"]["cards"]
    return avoided


@pytest.mark.parametrize("player", ABOVE)
@pytest.mark.parametrize("seed", [2, 3, 11])
def test_lessons_are_mistakes_that_the_next_level_does_not_make(client: FlaskClient, player: str, seed: int) -> None:
    body = robot_game(client, "standard", seed, "starter")
    plain = post(client, "/v1/review", body | {"level": "club"})
    answer = post(client, "/v1/review", body | {"level": "club", "for": player})
    lessons = {lesson["ply"] for lesson in answer["lessons"]}
    avoided = expected(client, body, plain["decisions"], ABOVE[player])
    assert all(avoided.get(ply, True) for ply in lessons)
    for seat in answer["seats"]:
        own = [one for one in plain["decisions"] if one["seat"] == seat and avoided.get(one["ply"])]
        taught = [one["loss"] for one in plain["decisions"] if one["seat"] == seat and one["ply"] in lessons]
        assert len(taught) <= 3
        missed = [one for one in own if one["ply"] not in lessons]
        assert not missed or (len(taught) == 3 and max(one["loss"] for one in missed) <= min(taught))
    losses = {one["ply"]: one["loss"] for one in plain["decisions"]}
    ordered = [losses[lesson["ply"]] for lesson in answer["lessons"]]
    assert ordered == sorted(ordered, reverse=True)


def test_a_review_without_a_player_is_unchanged(client: FlaskClient) -> None:
    body = robot_game(client, "standard", 2, "starter")
    plain, answer = (post(client, "/v1/review", body | {"level": "club"} | more) for more in ({}, {"for": "club"}))
    assert "lessons" not in plain
    shown = [one.pop("shown") for one in answer["decisions"]]
    for one in plain["decisions"] + answer["decisions"]:
        one["codes"] = [code["code"] for code in one["codes"]]  # the texts differ
    assert answer["decisions"] == plain["decisions"]
    assert [ply for ply, is_shown in enumerate(shown) if is_shown] == sorted(one["ply"] for one in answer["lessons"])
    assert {name: value for name, value in answer.items() if name not in ("lessons", "decisions")} == {
        name: value for name, value in plain.items() if name != "decisions"
    }


def test_lessons_have_a_cost_and_plain_words_in_both_languages(client: FlaskClient) -> None:
    game = post(client, "/v1/deal", {"variant": "standard", "seed": 2})
    deal = {"hands": game["hands"], "bottom": game["bottom"]}
    plays = "4 5 J X D - - 4 Q A 2 - - 33 55 TT KK AA 22 - - 34567 89TJQ - 9TJQK - - 6 J K - - 3 7 Q A - - 4 8"
    history = ["" if play == "-" else play for play in plays.split()]
    body = {"deal": deal, "history": history, "level": "club", "for": "adept", "seats": ["landlord_up"]}
    english, chinese = (post(client, "/v1/review", body | {"lang": lang})["lessons"] for lang in ("en", "zh"))
    assert [one["code"] for one in english] == ["sure_win_left", "should_pass"]
    assert english[1]["text"].startswith("Your partner was already winning this round: pass. It costs about one win in")
    assert chinese[1]["text"].startswith("这一轮队友已经最大，不用压。每")
    assert [one["ply"] for one in english] == [one["ply"] for one in chinese]


def test_a_seat_has_three_lessons_the_costliest_first() -> None:
    error = Error(position("34567899JJQQKA22D"), None, None, proof=False, kept=0)
    losses = {("landlord", 0): 0.1, ("landlord", 3): 0.4, ("landlord", 6): 0.2, ("landlord", 9): 0.3, ("up", 1): 0.05}
    marked = [Marked(ply, seat, error, ("should_pass",), loss) for (seat, ply), loss in losses.items()]
    lessons = [(one.seat, one.ply, one.code) for one in lessons_of(marked, "standard", "master")]
    assert lessons == [(seat, ply, "should_pass") for seat, ply in (*[("landlord", i) for i in (3, 9, 6)], ("up", 1))]


def test_an_unknown_level_of_a_player_is_rejected(client: FlaskClient) -> None:
    body = {"deal": {"hands": {"landlord": "33344455566677789TJQ"}}, "history": ["3"], "for": "nobody"}
    assert fault(client, body, "/v1/review") == ("level_unknown", "/for")
