"""Open hands by the API: the winner, every winning play, and rejected requests."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.solve import MOST_MEMORY, MOST_NODES
from service.rules.cards import pack
from tests.helpers.client import post

Json = dict[str, Any]

TWO: Json = {"hands": {"landlord": "3344568TJKA2", "landlord_down": "4577889TQQKD"}}


def solve(client: FlaskClient, **body: Any) -> Any:
    return post(client, "/v1/solve", body)


def test_every_winning_play_is_listed_the_pass_too(client: FlaskClient) -> None:
    """77 ends the deal; after two passes the landlord leads, and loses too."""
    hands = {"landlord": "3456K", "landlord_down": "77", "landlord_up": "44"}
    answer = solve(client, hands=hands, turn="landlord_down", last="66")
    assert answer["winner"] == "farmers"
    assert answer["plays"] == [{"cards": "77", "shape": "pair"}, {"cards": "", "shape": None}]
    assert answer["line"] == [{"seat": "landlord_down", "cards": "77", "shape": "pair"}]


def test_who_loses_has_no_winning_play(client: FlaskClient) -> None:
    answer = solve(client, hands={"landlord": "34", "landlord_up": "5"})
    assert (answer["winner"], answer["plays"], answer["exact"]) == ("farmers", [], True)


def test_the_line_is_played_out_of_the_hands(client: FlaskClient) -> None:
    answer = solve(client, **TWO)
    left = {seat: pack(hand) for seat, hand in TWO["hands"].items()}
    for play in answer["line"]:
        left[play["seat"]] -= pack(play["cards"])
    assert not left[answer["line"][-1]["seat"]]


def test_a_limit_ends_the_search_without_a_claim(client: FlaskClient) -> None:
    answer = solve(client, **TWO, limits={"nodes": 9})
    assert (answer["exact"], answer["nodes"]) == (False, 9)
    assert (answer["winner"], answer["plays"], answer["line"]) == (None, None, None)


def test_a_straight_flush_beats_what_its_cards_in_other_suits_do_not(client: FlaskClient) -> None:
    """Four eights beat a straight of mixed suits, and then the king is led; nothing beats the straight flush."""
    rest = {"1": "8s8h8c8dKd", "2": "3s4d", "3": "6h6c"}
    flush, mixed = (
        solve(client, variant="guandan", hands={"0": cards, **rest}) for cards in ("4h5h6h7h8h9s", "4h5h6h7h8c9s")
    )
    assert (flush["winner"], mixed["winner"]) == (0, 1)
    assert {"cards": "4h5h6h7h8h", "shape": "straight_flush"} in flush["plays"]


def test_wild_cards_say_what_they_stand_for(client: FlaskClient) -> None:
    hands = {"landlord": "3347", "landlord_down": "99X"}
    answer = solve(client, variant="laizi", options={"wild": "7"}, hands=hands)
    assert {"cards": "3347", "shape": "trio_solo", "as": "3334"} in answer["plays"]


def test_who_can_lead_nothing_lets_the_next_seat_lead(client: FlaskClient) -> None:
    answer = solve(client, variant="yuncheng", hands={"landlord": "W", "landlord_down": "99X"})
    assert (answer["turn"], answer["winner"]) == ("landlord_down", "farmers")


def test_who_can_beat_must(client: FlaskClient) -> None:
    """The deuce has to beat the king, and then the pair is led; with free passing it would be kept."""
    hands = {"0": "3344", "1": "299"}
    must, free = (
        solve(client, variant="paodekuai", options={"must": must}, hands=hands, turn=1, last="K")
        for must in ("on", "off")
    )
    assert [play["cards"] for play in must["plays"]] == ["2"]
    assert "" in [play["cards"] for play in free["plays"]] or free["winner"] == 1


def test_answers_use_the_callers_notation(client: FlaskClient) -> None:
    answer = solve(client, hands={"landlord": [3, 4, 5], "landlord_down": [20, 30]}, notation="douzero")
    assert [play["cards"] for play in answer["line"]] == [[3], [20, 30]]


REJECTED: dict[str, tuple[Json, str, str]] = {
    "no hands": ({}, "field_missing", "/hands"),
    "one side": ({"hands": {"landlord": "34"}}, "field_missing", "/hands"),
    "two of one side": ({"hands": {"landlord_up": "34", "landlord_down": "5"}}, "field_missing", "/hands"),
    "a third side": ({"variant": "paodekuai", "hands": {"0": "3", "1": "4", "2": "5"}}, "field_conflict", "/hands/2"),
    "no such seat": ({"hands": {"landlord": "3", "moon": "4"}}, "seat_unknown", "/hands/moon"),
    "a seat without cards": ({"hands": {"landlord": "", "landlord_up": "3"}}, "hand_empty", "/hands/landlord"),
    "a card in two hands": ({"hands": {"landlord": "D", "landlord_up": "D"}}, "too_many_of_rank", "/hands/landlord_up"),
    "the very card in two hands": (
        {"hands": {"landlord": "3s", "landlord_up": "3s"}},
        "card_duplicate",
        "/hands/landlord_up",
    ),
    "too large a hand": (
        {"hands": {"landlord": "3333444455556666777789", "landlord_up": "T"}},
        "hand_size",
        "/hands/landlord",
    ),
    "a card on the table and in a hand": (
        {"hands": {"landlord": "34", "landlord_up": "D"}, "last": {"cards": "D", "seat": "landlord"}},
        "too_many_of_rank",
        "/last/cards",
    ),
    "no play": ({**TWO, "last": "35", "turn": "landlord"}, "not_a_play", "/last"),
    "a play beyond the deck": ({**TWO, "last": "33333", "turn": "landlord"}, "too_many_of_rank", "/last"),
    "no turn": ({**TWO, "last": "3"}, "field_missing", "/turn"),
    "another's turn": (
        {**TWO, "last": {"cards": "3", "seat": "landlord"}, "turn": "landlord"},
        "not_your_turn",
        "/turn",
    ),
    "a turn of who has no hand": ({**TWO, "turn": "landlord_up"}, "seat_unknown", "/turn"),
    "passes on a lead": ({**TWO, "passes": 1}, "field_conflict", "/passes"),
    "passes that end the trick": (
        {**TWO, "last": "3", "turn": "landlord", "passes": 1},
        "history_inconsistent",
        "/passes",
    ),
    "too many nodes": ({**TWO, "limits": {"nodes": MOST_NODES + 1}}, "limit_too_large", "/limits/nodes"),
    "too much memory": ({**TWO, "limits": {"memory": MOST_MEMORY + 1}}, "limit_too_large", "/limits/memory"),
    "an unknown field": ({**TWO, "hand": "3"}, "field_unknown", "/hand"),
}


@pytest.mark.parametrize(("body", "code", "pointer"), REJECTED.values(), ids=REJECTED)
def test_what_cannot_be_is_rejected_with_its_place(client: FlaskClient, body: Json, code: str, pointer: str) -> None:
    answer = client.post("/v1/solve", json=body)
    assert answer.status_code == 422
    (error,) = answer.get_json()["errors"]
    assert (error["code"], error["pointer"]) == (code, pointer)
