"""The referee's tribute: the payers with their cards, the leader, and the deal after it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from tools.signatures.positions import pieces

Json = dict[str, Any]

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shcd"] + ["X", "D"]


def dealt(**fixed: Sequence[str]) -> dict[str, str]:
    """Return four hands of 27, some cards of each given, the others drawn from low ranks first."""
    rest = sorted(DECK * 2, key=DECK.index)
    for cards in fixed.values():
        for card in cards:
            rest.remove(card)
    random.Random(1).shuffle(rest)
    hands = {}
    for seat in "0123":
        own = list(fixed.get(f"seat{seat}", ()))
        hands[seat] = "".join([*own, *(rest.pop() for _ in range(27 - len(own)))])
    return hands


def tribute_of(client: FlaskClient, hands: Mapping[str, str], tribute: Json, **options: str) -> Json:
    """Return the state of a tribute."""
    body = {"variant": "guandan", "options": options, "deal": {"hands": hands}, "tribute": tribute}
    answer = client.post("/v1/game", json=body)
    assert answer.status_code == 200, answer.text
    flow: Json = answer.get_json()["tribute"]
    return flow


def fault(client: FlaskClient, **changes: Any) -> tuple[str, str]:
    """Return code and pointer of a tribute that is refused."""
    answer = client.post("/v1/game", json=SINGLE_TRIBUTE | changes)
    assert answer.status_code == 422, answer.text
    error = answer.get_json(force=True)["errors"][0]
    return error["code"], error["pointer"]


JOKERS = {"seat0": ["X", "X"], "seat3": ["D"], "seat1": ["D"]}
HANDS = dealt(**JOKERS, seat2=["4s"])
SINGLE = [0, 1, 2, 3]
DOUBLE = [0, 2]
SINGLE_TRIBUTE: Json = {"variant": "guandan", "deal": {"hands": HANDS}, "tribute": {"order": SINGLE}}


def test_last_place_owes_its_highest_card(client: FlaskClient) -> None:
    flow = tribute_of(client, HANDS, {"order": SINGLE})
    assert (flow["refused"], flow["give"], flow["deal"]) == (False, {"3": ["D"]}, None)


def test_first_place_gives_a_low_card_back_and_the_giver_leads(client: FlaskClient) -> None:
    flow = tribute_of(client, HANDS, {"order": SINGLE, "paid": {"3": "D"}})
    back = flow["return"]["0"]
    assert back
    assert all(card[0] in "3456789T" for card in back)
    flow = tribute_of(client, HANDS, {"order": SINGLE, "paid": {"3": "D"}, "returned": {"0": back[0]}})
    assert flow["leader"] == 3
    assert flow["moved"] == [{"from": 3, "to": 0, "card": "D"}, {"from": 0, "to": 3, "card": back[0]}]
    hands = {seat: sorted(pieces(hand, "text")) for seat, hand in flow["deal"]["hands"].items()}
    before = {seat: pieces(hand, "text") for seat, hand in HANDS.items()}
    assert hands["2"] == sorted(before["1"])  # seats are counted from the leader now
    assert hands["0"] == sorted([card for card in before["3"] if card != "D"] + [back[0]])
    assert sorted(hands["1"]) == sorted(
        [*[c for i, c in enumerate(before["0"]) if i != before["0"].index(back[0])], "D"]
    )
    game = client.post("/v1/game", json={"variant": "guandan", "deal": flow["deal"]}).get_json()
    assert game["turn"] == {"seat": 0, "leads": True, "to_beat": None}


def test_the_sides_of_a_match_go_with_the_seats(client: FlaskClient) -> None:
    match = {"levels": ["9", "2"], "playing": 1, "failures": [1, 0]}
    tribute: Json = {"order": SINGLE, "paid": {"3": "D"}}
    tribute["returned"] = {"0": tribute_of(client, HANDS, tribute)["return"]["0"][0]}
    flow = client.post("/v1/game", json=SINGLE_TRIBUTE | {"tribute": tribute, "match": match}).get_json()["tribute"]
    assert flow["match"] == {"levels": ["2", "9"], "playing": 0, "failures": [0, 1], "winner": None}


def test_two_big_jokers_of_the_payers_refuse_the_tribute(client: FlaskClient) -> None:
    flow = tribute_of(client, HANDS, {"order": DOUBLE})  # seats 1 and 3 hold one each
    assert (flow["refused"], flow["leader"], flow["moved"]) == (True, 0, [])
    assert flow["deal"]["hands"].keys() == HANDS.keys()


EQUAL = dealt(seat0=["D", "D"], seat1=["X"], seat3=["X"])


def test_equal_cards_go_clockwise_or_as_chosen(client: FlaskClient) -> None:
    tribute: Json = {"order": DOUBLE, "paid": {"1": "X", "3": "X"}}
    flow = tribute_of(client, EQUAL, tribute)
    assert [(step["from"], step["to"]) for step in flow["moved"]] == [(1, 0), (3, 2)]
    flow = tribute_of(client, EQUAL, tribute, tie_tribute="choose")
    assert (flow["choose"], flow["moved"]) == ([1, 3], [])
    flow = tribute_of(client, EQUAL, tribute | {"to_first": 3}, tie_tribute="choose")
    assert [(step["from"], step["to"]) for step in flow["moved"]] == [(3, 0), (1, 2)]


def test_other_notations_and_arrays_come_back_as_they_were_written(client: FlaskClient) -> None:
    def ids(hand: str) -> list[str]:
        return [{"X": "SB", "D": "HR"}.get(card, card[-1].upper() + card[0]) for card in pieces(hand, "text")]

    hands = {seat: ids(hand) for seat, hand in HANDS.items()}
    body = {"variant": "guandan", "notation": "guandan", "deal": {"hands": hands}, "tribute": {"order": SINGLE}}
    flow = client.post("/v1/game", json=body).get_json()["tribute"]
    assert flow["give"] == {"3": ["HR"]}
    refused = client.post("/v1/game", json=body | {"tribute": {"order": DOUBLE}}).get_json()["tribute"]
    assert {seat: sorted(hand) for seat, hand in refused["deal"]["hands"].items()} == {
        seat: sorted(hand) for seat, hand in hands.items()
    }


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"variant": "paodekuai", "deal": {}}, ("field_conflict", "/tribute")),
        ({"deal": {"hands": {"0": HANDS["0"]}}}, ("field_missing", "/deal/hands")),
        ({"tribute": {"order": [0, 1]}}, ("history_inconsistent", "/tribute/order")),
        ({"tribute": {"order": [0, 1, 9, 3]}}, ("seat_unknown", "/tribute/order/2")),
        ({"tribute": {}}, ("field_missing", "/tribute/order")),
        ({"tribute": {"order": SINGLE, "paid": {"2": "4s"}}}, ("field_conflict", "/tribute/paid/2")),
        ({"tribute": {"order": SINGLE, "returned": {"0": "4s"}}}, ("field_conflict", "/tribute/returned/0")),
        ({"tribute": {"order": SINGLE, "paid": {"3": "X"}}}, ("not_held", "/tribute/paid/3")),
        ({"tribute": {"order": SINGLE, "paid": {"3": "DD"}}}, ("field_invalid", "/tribute/paid/3")),
        ({"tribute": {"order": DOUBLE, "paid": {"1": "D"}}}, ("field_conflict", "/tribute/paid/1")),
        (
            {"tribute": {"order": SINGLE, "paid": {"3": pieces(HANDS["3"], "text")[5]}}},
            ("field_invalid", "/tribute/paid/3"),
        ),
        ({"history": ["3s"]}, ("field_conflict", "/history")),
    ],
)
def test_a_tribute_that_cannot_be_is_refused(client: FlaskClient, changes: Json, error: tuple[str, str]) -> None:
    assert fault(client, **changes) == error


def test_only_a_giver_may_pay_first_place(client: FlaskClient) -> None:
    tribute = {"order": DOUBLE, "paid": {"1": "X", "3": "X"}, "to_first": 2}
    question = {"deal": {"hands": EQUAL}, "options": {"tie_tribute": "choose"}, "tribute": tribute}
    assert fault(client, **question) == ("seat_unknown", "/tribute/to_first")


def test_an_element_is_never_left_out(client: FlaskClient) -> None:
    match = {"levels": [None, "3"], "playing": 0, "failures": [0, 100]}
    errors = client.post("/v1/game", json={"variant": "guandan", "match": match}).get_json()["errors"]
    assert [error["pointer"] for error in errors] == ["/match/levels/0", "/match/failures/1"]
    assert errors[0]["detail"].startswith("Missing: expected one of 2, 3, 4")
