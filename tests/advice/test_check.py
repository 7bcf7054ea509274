"""Checks of cards: legal plays and the reasons of rejections, with and without a hand."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

P16 = "3h3s5s6s7s8s9sTsJsQsKs5h6h8hKhAh"
"""A hand of Paodekuai that leads the first deal."""


def check(client: FlaskClient, body: dict[str, Any]) -> tuple[bool, list[str]]:
    """Return whether the cards of a request are playable, and the reason codes if not."""
    answer = post(client, "/v1/check", body)
    return answer["playable"], [reason["code"] for reason in answer["reasons"]]


# ---- the first lead -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ({"cards": "4"}, ["must_show"]),
        ({"cards": "3h"}, ["must_show"]),  # a three other than that of spades
        ({"cards": "3s"}, []),
        ({"cards": "3"}, []),  # any three, perhaps that of spades
        ({"cards": "33"}, []),
        ({"cards": "3h", "options": {"first": "heart3"}}, []),
        ({"cards": "4", "options": {"first3": "off"}}, []),
        ({"cards": "4", "history": ["3"]}, []),
        ({"cards": "35"}, ["not_a_play"]),
        ({"cards": ""}, ["must_lead"]),
        ({"cards": "3h", "hand": P16}, ["must_show"]),
        ({"cards": "3s", "hand": P16}, []),
        ({"cards": "3", "hand": P16}, []),
        ({"cards": "5", "hand": P16}, ["must_show"]),
        ({"cards": "3h4h", "hand": P16}, ["not_held", "not_a_play"]),
        ({"cards": "4", "variant": "zhengshangyou", "options": {"first": "heart3"}}, ["must_show"]),
        ({"cards": "4", "variant": "zhengshangyou"}, []),
    ],
)
def test_a_first_lead_is_checked_as_the_history_is(
    client: FlaskClient, body: dict[str, Any], reasons: list[str]
) -> None:
    question = {"variant": "paodekuai", "history": []} | body
    assert check(client, question) == (not reasons, reasons)
    if "hand" not in body and body["cards"]:  # in a history it is rejected, or another seat may beat it
        after = question | {"history": [*question["history"], body["cards"]], "cards": ""}
        code = client.post("/v1/check", json=after).get_json()
        assert code["errors"][0]["code"] == reasons[0] if reasons else code["playable"]


# ---- without a hand -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"cards": "6", "seat": "north"}, ("seat_unknown", "/seat")),
        ({"cards": "4", "bottom": "zzz"}, ("card_unknown", "/bottom")),
        ({"cards": "4", "bottom": "34"}, ("hand_size", "/bottom")),
        ({"cards": "44", "bottom": "444", "seat": "landlord_up"}, ("too_many_of_rank", "/bottom")),
        ({"cards": "4", "left": {"foo": 3}}, ("seat_unknown", "/left/foo")),
        ({"cards": "4", "left": {"landlord": 21}}, ("history_inconsistent", "/left/landlord")),
        ({"cards": "4", "seat": "landlord_up", "bottom": "3XD", "left": {"landlord": 2}},
         ("history_inconsistent", "/left/landlord")),
        ({"cards": "4", "seen": "5555 5"}, ("too_many_of_rank", "/seen")),
        ({"cards": "44", "seen": "444"}, ("too_many_of_rank", "/seen")),
        ({"cards": "4s", "seen": "4s"}, ("card_duplicate", "/seen")),
        ({"cards": "4", "last": {"cards": "3", "seat": "north"}}, ("seat_unknown", "/last/seat")),
        ({"cards": "4", "last": {"cards": "3", "seat": "landlord"}, "seat": "landlord"},
         ("history_inconsistent", "/last/seat")),
        ({"cards": "6", "last": "3", "history": ["5"]}, ("history_inconsistent", "/last")),
        ({"cards": "6", "left": {"landlord": 20}, "history": ["5"]}, ("history_inconsistent", "/left/landlord")),
        ({"cards": "6", "seen": "5", "history": ["5"]}, ("field_conflict", "/seen")),
        ({"cards": "6", "seat": "north", "history": ["5"]}, ("seat_unknown", "/seat")),
        ({"cards": "6s", "history": ["6s"]}, ("card_duplicate", "/history/0")),
        ({"cards": "66", "bottom": "666", "history": ["66"]}, ("too_many_of_rank", "/bottom")),
        ({"cards": "5", "notation": "contest", "variant": "guandan"}, ("field_invalid", "/notation")),
        # seat 1 passed on a six and played a seven later, although it had to beat
        ({"cards": "9", "variant": "paodekuai", "history": ["3", ".", "4", "6", "7", "8", ".", "T"]},
         ("must_beat", "/history/1")),
    ],
)  # fmt: skip
def test_without_a_hand_no_field_is_left_unread(
    client: FlaskClient, body: dict[str, Any], error: tuple[str, str]
) -> None:
    assert fault(client, body, "/v1/check") == error


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ({"cards": "4", "history": ["3"], "seat": "landlord"}, ["not_your_turn"]),
        ({"cards": "4", "history": ["3"], "seat": "landlord_down"}, []),
        ({"cards": "6", "history": ["5"], "last": "5", "left": {"landlord": 19}}, []),
        ({"cards": "6", "history": ["66"], "bottom": "66J"}, ["does_not_beat"]),
        # the seat after the landlord is a farmer
        ({"cards": "4", "last": {"cards": "3", "seat": "landlord"}}, []),
        ({"cards": "44", "last": {"cards": "33", "seat": "landlord"}, "left": {"landlord_down": 1}}, ["not_held"]),
        ({"cards": "4s", "variant": "guandan", "last": {"cards": "3s", "seat": 3}, "left": {"0": 0, "1": 1}}, []),
        ({"cards": "4s", "variant": "guandan", "left": {"0": 0, "1": 5}}, []),
        ({"cards": "33", "seat": "landlord_up", "left": {"landlord_up": 1}}, ["not_held"]),
        ({"cards": "", "seat": "landlord_up", "left": {"landlord_up": 1}, "last": "3"}, []),
        # twelve cards led, eight left
        ({"cards": "334455667788", "history": ["3456789TJQKA", ".", "."]}, ["not_held"]),
        ({"cards": "33445566", "history": ["3456789TJQKA", ".", "."]}, []),
        # eighteen cards may be a play of the landlord, not of a farmer
        ({"cards": "333444555666777888"}, []),
        ({"cards": "333444555666777888", "seat": "landlord_up"}, ["not_held"]),
    ],
)
def test_without_a_hand_every_field_is_used(client: FlaskClient, body: dict[str, Any], reasons: list[str]) -> None:
    assert check(client, body) == (not reasons, reasons)


# ---- reasons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ({"cards": "333", "hand": "33345"}, ["short_not_last"]),
        ({"cards": "3334", "hand": "33345"}, ["short_not_last"]),
        ({"cards": "444", "hand": "44455", "last": "33356"}, ["short_not_last"]),
        ({"cards": "3335", "hand": "3335"}, []),
        ({"cards": "333", "history": []}, ["short_not_last"]),  # sixteen cards are in the hand
        ({"cards": "333", "left": {"0": 4}}, ["short_not_last"]),
        ({"cards": "333", "left": {"0": 3}}, []),
        ({"cards": "335", "hand": "33345"}, ["not_a_play"]),
        ({"cards": "333", "hand": "333", "options": {"short_lead": "off"}}, ["short_refused"]),
        ({"cards": "333", "hand": "33345", "options": {"triple_free": "on"}}, []),
        ({"cards": "444", "hand": "444", "last": "33356", "options": {"short_follow": "off"}}, ["short_refused"]),
        ({"cards": "444", "hand": "444", "last": "55567", "options": {"short_follow": "off"}}, ["does_not_beat"]),
        ({"cards": "444", "hand": "444", "last": "55567", "options": {"short_lead": "off"}}, ["does_not_beat"]),
        ({"cards": "333", "hand": "33345", "last": "44456"}, ["does_not_beat"]),  # not even as the last play
        ({"cards": "333", "hand": "33345", "options": {"short_lead": "off"}}, ["short_refused"]),
        ({"cards": "33345", "hand": "333345", "options": {"bomb_split": "off"}}, ["tears_bomb"]),
        ({"cards": "4", "hand": "34444", "last": "3", "options": {"bomb_split": "off"}}, ["tears_bomb"]),
        ({"cards": "3333", "hand": "333345", "options": {"bomb_split": "off"}}, []),
        ({"cards": "33345", "hand": "333345"}, []),
        ({"cards": "4", "hand": "45", "left": {"1": 1}}, ["solo_not_top"]),
    ],
)
def test_reasons_agree_with_readings(client: FlaskClient, body: dict[str, Any], reasons: list[str]) -> None:
    question = {"variant": "paodekuai"} | body
    assert check(client, question) == (not reasons, reasons)
    if "short_not_last" in reasons or "short_refused" in reasons:
        assert {one["shape"] for one in post(client, "/v1/check", question)["readings"]} == {"trio_short"}


@pytest.mark.parametrize(
    ("body", "reasons"),
    [
        ({"cards": "333", "hand": "3334"}, ["short_not_last"]),
        ({"cards": "333444", "hand": "3334445"}, ["short_not_last"]),
        ({"cards": "444", "hand": "4445", "last": "333"}, ["short_not_last"]),
        ({"cards": "333", "hand": "3334", "last": "444"}, ["does_not_beat"]),
        ({"cards": "333", "hand": "333"}, []),
        ({"cards": "444", "hand": "444", "last": "333"}, []),
        ({"cards": "3334", "hand": "33345"}, []),
        ({"cards": "333", "history": []}, ["short_not_last"]),  # twenty cards are in the hand
        ({"cards": "333", "left": {"landlord": 3}}, []),
    ],
)
def test_a_trio_alone_may_be_the_last_play_only(client: FlaskClient, body: dict[str, Any], reasons: list[str]) -> None:
    assert check(client, {"options": {"trio_alone": "last"}} | body) == (not reasons, reasons)


@pytest.mark.parametrize(
    ("body", "held"),
    [
        ({"variant": "guandan", "hand": "3s4s", "cards": "3h"}, False),
        ({"variant": "guandan", "hand": "3s3s4s", "cards": "3s3s"}, True),
        ({"variant": "guandan", "hand": "3s3h4s", "cards": "3s3s"}, False),
        ({"variant": "guandan", "hand": "2h3sX", "cards": "2h"}, True),
        ({"hand": "3s4s", "cards": "3h"}, False),
        ({"hand": "3s34s", "cards": "3h"}, True),  # the three without a suit may be the required one
        ({"hand": "34", "cards": "3h"}, True),
        ({"hand": "3s4s", "cards": "3"}, True),
        ({"notation": "contest", "hand": [0, 4], "cards": [1]}, False),
        ({"notation": "contest", "hand": [0, 4], "cards": [4]}, True),
    ],
)
def test_a_hand_holds_the_very_cards(client: FlaskClient, body: dict[str, Any], held: bool) -> None:
    assert check(client, body) == (held, [] if held else ["not_held"])


EVERY_RANK = "3456789TJQKA2"


@pytest.mark.parametrize("more", [{"history": []}, {"left": {"0": 16}}, {"hand": EVERY_RANK + "345"}])
def test_a_card_of_every_rank_is_no_play(client: FlaskClient, more: dict[str, Any]) -> None:
    """Also if the rest of the hand is unknown and excludes no single rank."""
    assert check(client, {"variant": "paodekuai", "cards": EVERY_RANK, **more}) == (False, ["not_a_play"])


def test_a_history_with_a_card_of_every_rank_is_refused(client: FlaskClient) -> None:
    body = {"variant": "paodekuai", "hand": "3344556677889TJQ", "seat": 1, "history": [EVERY_RANK]}
    error = post(client, "/v1/analyze", body, 422)["errors"][0]
    assert (error["code"], error["pointer"]) == ("not_a_play", "/history/0")


@pytest.mark.parametrize("part", [";;", ";foo=1;foo=1"])
def test_unknown_parts_are_reported_before_duplicates(client: FlaskClient, part: str) -> None:
    error = post(client, "/v1/analyze", {"position": f"standard landlord 345 - ?{part}"}, 422)["errors"][0]
    assert error["code"] == "field_invalid"
