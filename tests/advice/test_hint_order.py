"""Hints in a level's own order: its best opinion first, each with what the level holds it for."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import robot
from tests.helpers.client import FOLLOW, fault, post

LEAD = {"hand": "3344556789TJQK2"}
BY_ROBOT = {"order": "robot", "top": 0, "limits": {"games": 120}}
SEARCHING = {"expert", "master"}
SURE = {"hand": "35D2", "left": {"landlord_down": 5, "landlord_up": 6}, "seen": "33445566778899TTJJQQKKAA222X"}
UNSAFE = {"variant": "contest", "hand": "333444555777"}


def play(part: dict[str, Any]) -> tuple[str, str | None]:
    """Return the cards of a hint or of a move, and what they stand for."""
    return part["cards"], part.get("as")


@pytest.mark.parametrize("level", robot.LEVELS)
@pytest.mark.parametrize(
    "position",
    [
        FOLLOW,
        LEAD,
        UNSAFE,
        {"variant": "laizi", "options": {"wild": "7"}, "hand": "3457799TQK"},
        {"hand": "33345"},
        SURE,
    ],
)
def test_the_same_hints_stand_in_the_levels_order(client: FlaskClient, level: str, position: dict[str, Any]) -> None:
    """The robot's play is the first of them, unless it passes or draws among what is nearly as good."""
    analysis = post(client, "/v1/analyze", position | BY_ROBOT | {"level": level})
    usual = post(client, "/v1/analyze", position | {"top": 0, "want": ["hints"]})["hints"]
    kept = [
        {name: value for name, value in hint.items() if name not in {"value", "games"}} for hint in analysis["hints"]
    ]
    assert [set(hint) >= {"value", "games"} for hint in analysis["hints"]] == [level in SEARCHING] * len(
        analysis["hints"]
    )
    assert sorted(kept, key=str) == sorted(usual, key=str)
    if not analysis["move"]["pass"] and "loose" not in [reason["code"] for reason in analysis["move"]["why"]]:
        assert play(analysis["hints"][0]) == play(analysis["move"])


@pytest.mark.parametrize("level", ["novice", "casual", "club"])
def test_levels_without_a_search_hold_plays_for_so_many_turns(client: FlaskClient, level: str) -> None:
    close = {"hand": "33567", "left": {"landlord_down": 1, "landlord_up": 9}}
    hints = post(client, "/v1/analyze", close | BY_ROBOT | {"level": level})["hints"]
    values = [hint["value"] for hint in hints]
    assert values == sorted(values, reverse=True)
    assert (values == [hint["score"] for hint in hints]) == (level == "novice")


def test_a_search_holds_plays_for_their_ratings(client: FlaskClient) -> None:
    """They stand as it gave them up, so those of more games first, and of as many games the higher rating."""
    analysis = post(client, "/v1/analyze", LEAD | BY_ROBOT | {"level": "expert"})
    tried = {play(part): part for part in analysis["move"]["search"]["candidates"] if part["cards"]}
    first = analysis["hints"][: len(tried)]
    assert [play(hint) for hint in first] == list(tried)
    assert [(hint["value"], hint["games"]) for hint in first] == [(t["rating"], t["games"]) for t in tried.values()]
    keys = [(hint["games"], hint["value"]) for hint in first]
    assert keys == sorted(keys, reverse=True)
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
    """Networks had a say also where only hints are shown; what is avoided is not listed; other orders are refused."""
    question = FOLLOW | BY_ROBOT | {"level": "expert", "want": ["hints"], "avoid": ["JJ"]}
    analysis = post(client, "/v1/analyze", question)
    assert "move" not in analysis
    assert "nets" in analysis["engine"]
    assert {hint["cards"] for hint in analysis["hints"]} == {"QQ", "22"}
    assert fault(client, FOLLOW | {"order": "best"}) == ("field_invalid", "/order")
