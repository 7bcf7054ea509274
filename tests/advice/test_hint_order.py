"""Hints in a level's own order: the highest value first, each with the level's value."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import levels
from tests.helpers.client import FOLLOW, fault, post

LEAD = {"hand": "3344556789TJQK2"}
BY_ROBOT = {"order": "robot", "top": 0, "limits": {"games": 120}}
SEARCHING = {"hint", "expert", "master"}
SURE = {"hand": "35D2", "left": {"landlord_down": 5, "landlord_up": 6}, "seen": "33445566778899TTJJQQKKAA222X"}
FINISH_ELSEWHERE = {
    "variant": "laizi", "options": {"wild": "7J"}, "seat": "landlord_down", "hand": "7JAAAX",
    "left": {"landlord": 3, "landlord_up": 5}, "seen": "33344445556666777888999TTTJJJQQQQKA2222D",
}  # fmt: skip
"""The play that empties the hand is no combo of the best split."""
UNSAFE = {"variant": "contest", "hand": "333444555777"}


def play(part: dict[str, Any]) -> tuple[str, str | None]:
    """Return the cards of a hint or of a move, and the cards that they replace."""
    return part["cards"], part.get("as")


@pytest.mark.parametrize("level", levels.LEVELS)
@pytest.mark.parametrize(
    "position",
    [
        FOLLOW,
        LEAD,
        UNSAFE,
        {"variant": "laizi", "options": {"wild": "7"}, "hand": "3457799TQK"},
        {"hand": "33345"},
        SURE,
        FINISH_ELSEWHERE,
    ],
)
def test_the_same_hints_stand_in_the_levels_order(client: FlaskClient, level: str, position: dict[str, Any]) -> None:
    """The first is the move, also if it is a pass or drawn at random; a legal pass is one of the rows."""
    analysis = post(client, "/v1/analyze", position | BY_ROBOT | {"level": level})
    usual = post(client, "/v1/analyze", position | {"top": 0, "want": ["hints"]})["hints"]
    rows = analysis["hints"]
    kept = [
        {name: value for name, value in hint.items() if name not in {"value", "games", "recommended", "why"}}
        for hint in rows
        if not hint.get("pass")
    ]
    usual = [{name: value for name, value in hint.items() if name != "why"} for hint in usual]
    assert [set(hint) >= {"value", "games"} for hint in rows] == [level in SEARCHING] * len(rows)
    assert sorted(kept, key=str) == sorted(usual, key=str)
    assert len(rows) - len(kept) == analysis["passing"]["legal"]
    assert play(rows[0]) == play(analysis["move"])
    values = [hint["value"] for hint in rows]
    weighed = [value for value in values if value is not None]
    assert values == sorted(weighed, reverse=True) + [None] * (len(values) - len(weighed))


PASSING = {
    "seat": "landlord_up",
    "hand": "3344AA",
    "last": {"cards": "K", "seat": "landlord_down"},
    "left": {"landlord": 9, "landlord_down": 1},
}
"""The ally made a high play and has one card left."""


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_a_pass_that_is_the_move_stands_first(client: FlaskClient, level: str) -> None:
    first, *others = post(client, "/v1/analyze", PASSING | BY_ROBOT | {"level": level})["hints"]
    move = post(client, "/v1/move", PASSING | {"level": level, "limits": {"games": 120}})["move"]
    assert (first["cards"], first["shape"], first["pass"], first["why"]) == ("", None, True, move["why"])
    assert move["pass"]
    assert (first["rest"]["hand"], first["breaks"]) == ("3344AA", [])
    assert first["value"] > max(hint["value"] for hint in others if hint["value"] is not None)


def test_a_pass_that_is_not_the_move_has_its_value_too(client: FlaskClient) -> None:
    for level in ("club", "expert"):
        rows = post(client, "/v1/analyze", FOLLOW | BY_ROBOT | {"level": level})["hints"]
        passing = next(row for row in rows if row.get("pass"))
        assert passing["why"][0]["code"] == "keeps_hand"
        assert rows[0]["value"] >= passing["value"]


def test_the_pass_counts_among_the_rows_of_top(client: FlaskClient) -> None:
    rows = post(client, "/v1/analyze", PASSING | BY_ROBOT | {"level": "club", "top": 1})["hints"]
    assert [row["cards"] for row in rows] == [""]
    ids = {"notation": "contest", "hand": [0, 1, 48], "last": [44], "level": "club"}
    rows = post(client, "/v1/analyze", ids | BY_ROBOT)["hints"]
    assert next(row for row in rows if row.get("pass"))["cards"] == []


def test_what_a_level_does_not_choose_among_has_no_value(client: FlaskClient) -> None:
    """On a lead without danger `club` chooses among the combos of its split, however good others are."""
    far = LEAD | {"left": {"landlord_down": 17, "landlord_up": 17}}
    answer = post(client, "/v1/analyze", far | BY_ROBOT | {"level": "club"})
    combos = {combo["cards"] for combo in answer["split"]["combos"]}
    weighed = {hint["cards"] for hint in answer["hints"] if hint["value"] is not None}
    assert weighed == combos


@pytest.mark.parametrize("level", ["starter", "regular", "club"])
def test_levels_without_a_search_hold_plays_for_so_many_turns(client: FlaskClient, level: str) -> None:
    close = {"hand": "33567", "left": {"landlord_down": 1, "landlord_up": 9}}
    hints = post(client, "/v1/analyze", close | BY_ROBOT | {"level": level})["hints"]
    values = [hint["value"] for hint in hints if hint["value"] is not None]
    assert values == sorted(values, reverse=True)
    assert values != [hint["score"] for hint in hints]


def test_a_search_holds_plays_for_their_ratings(client: FlaskClient) -> None:
    """Plays that the search dropped are rated no higher than those that it continued, so ratings descend."""
    analysis = post(client, "/v1/analyze", LEAD | BY_ROBOT | {"level": "expert"})
    tried = {play(part): part for part in analysis["move"]["search"]["candidates"]}
    first = analysis["hints"][: len(tried)]
    assert [play(hint) for hint in first] == list(tried)
    assert [(hint["value"], hint["games"]) for hint in first] == [(t["rating"], t["games"]) for t in tried.values()]
    assert [list(part)[1] for part in tried.values()] == ["rating"] * len(tried)
    ratings = [part["rating"] for part in tried.values()]
    assert ratings == sorted(ratings, reverse=True)
    assert {(hint["value"], hint["games"]) for hint in analysis["hints"][len(tried) :]} == {(None, 0)}


def test_what_surely_wins_is_worth_a_whole_game(client: FlaskClient) -> None:
    for position in (SURE, {"hand": "33"}):
        hints = post(client, "/v1/analyze", position | BY_ROBOT | {"level": "expert"})["hints"]
        assert [hint["value"] for hint in hints] == [1.0] + [None] * (len(hints) - 1)


def test_a_get_orders_too_and_tags_its_order(client: FlaskClient) -> None:
    path = "/v1/analyze?hand=3344556789TJQK2&level=club&want=hints&top=3"
    usual, ordered = client.get(path), client.get(path + "&order=robot")
    assert usual.headers["ETag"] != ordered.headers["ETag"]
    assert usual.data == client.get(path + "&order=rest").data
    assert all("value" in hint for hint in ordered.get_json()["hints"])
    assert ordered.get_json() == post(
        client, "/v1/analyze", LEAD | {"level": "club", "want": ["hints"], "top": 3, "order": "robot"}
    )


def test_order_goes_with_the_other_fields(client: FlaskClient) -> None:
    """Networks count even if only hints are requested; avoided plays are not listed; other orders are rejected."""
    question = FOLLOW | BY_ROBOT | {"level": "expert", "want": ["hints"], "avoid": ["JJ"]}
    analysis = post(client, "/v1/analyze", question)
    assert "move" not in analysis
    assert "nets" in analysis["engine"]
    assert {hint["cards"] for hint in analysis["hints"]} == {"QQ", "22", ""}
    assert fault(client, FOLLOW | {"order": "best"}) == ("field_invalid", "/order")
