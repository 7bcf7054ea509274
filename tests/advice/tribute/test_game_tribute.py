"""The referee's tribute: payers and cards, the leader, and the deal after it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.records.body import body_of_record, record_of_body
from tests.helpers.client import fault as fault_of
from tests.helpers.client import post
from tests.helpers.positions import pieces

Json = dict[str, Any]

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shcd"] + ["X", "D"]


def dealt(**fixed: Sequence[str]) -> dict[str, str]:
    """Return four hands of 27 cards with some given cards, the others from low ranks first."""
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
    body = {"variant": "guandan", "options": options, "deal": {"hands": hands}, "tribute": tribute}
    flow: Json = post(client, "/v1/game", body)["tribute"]
    return flow


def fault(client: FlaskClient, **changes: Any) -> tuple[str, str]:
    """Return code and pointer of a rejected tribute."""
    return fault_of(client, SINGLE_TRIBUTE | changes, "/v1/game")


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
    flow = tribute_of(client, HANDS, {"order": DOUBLE})  # seats 1 and 3 have one each
    assert (flow["refused"], flow["leader"], flow["moved"]) == (True, 0, [])
    assert flow["deal"]["hands"].keys() == HANDS.keys()


def test_a_house_has_other_jokers_that_refuse(client: FlaskClient) -> None:
    jokers = dealt(seat0=["D", "X"], seat3=["X", "D"])
    flows = [tribute_of(client, jokers, {"order": SINGLE}, resist=resist) for resist in ("big", "any", "off")]
    assert [flow["refused"] for flow in flows] == [False, True, False]
    both = tribute_of(client, HANDS, {"order": DOUBLE}, resist="off")
    assert (both["refused"], both["give"]) == (False, {"1": ["D"], "3": ["D"]})


def test_what_is_due_from_a_receiver_goes_by_the_giver(client: FlaskClient) -> None:
    """Last place is the partner of first place, then an opponent."""
    hands = dealt(seat0=["X", "2s"], seat2=["D"], seat3=["D"])
    for order, low in (([0, 1, 3, 2], True), (SINGLE, False)):
        body = {"variant": "guandan", "options": {"return_max": "ally"}, "deal": {"hands": hands}}
        table = post(client, "/v1/game", body | {"tribute": {"order": order, "paid": {str(order[3]): "D"}}})
        cards = table["tribute"]["return"]["0"]
        assert ("D" in cards, "2s" in cards, "X" in cards) == (not low, not low, not low)
        request = table["due"]["0"]["request"]
        assert {choice["card"] for choice in post(client, "/v1/tribute", request)["choices"]} == set(cards)
        back = next(card for card in cards if low or card == "X")
        done = {"order": order, "paid": {str(order[3]): "D"}, "returned": {"0": back}}
        flow = tribute_of(client, hands, done, return_max="ally")
        leader = flow["leader"]
        moved = [one | {name: (one[name] - leader) % 4 for name in ("from", "to")} for one in flow["moved"]]
        ended = {"variant": "guandan", "deal": flow["deal"], "tribute": {"moved": moved}, "history": []}
        post(client, "/v1/game", ended | {"options": {"return_max": "ally"}})
        if not low:
            assert fault_of(client, ended, "/v1/game") == ("field_invalid", "/tribute/moved/1/card")


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


@pytest.mark.parametrize(
    ("tribute", "english", "chinese"),
    [
        ({"order": SINGLE, "paid": {"2": "4s"}}, "seat 2 hands over no card here; seat 3 does", "该交牌的是3号位"),
        ({"order": SINGLE, "returned": {"0": "3s"}}, "seat 0 hands over no card here", "这里0号位不交牌"),
    ],
)
def test_the_seat_that_hands_over_a_card_is_named(
    client: FlaskClient, tribute: Json, english: str, chinese: str
) -> None:
    for lang, text in (("en", english), ("zh", chinese)):
        body = {"variant": "guandan", "deal": {"hands": HANDS}, "tribute": tribute, "lang": lang}
        assert text in post(client, "/v1/game", body, 422)["detail"]


def test_only_a_giver_may_pay_first_place(client: FlaskClient) -> None:
    tribute = {"order": DOUBLE, "paid": {"1": "X", "3": "X"}, "to_first": 2}
    question = {"deal": {"hands": EQUAL}, "options": {"tie_tribute": "choose"}, "tribute": tribute}
    assert fault(client, **question) == ("seat_unknown", "/tribute/to_first")


def test_an_element_is_never_left_out(client: FlaskClient) -> None:
    match = {"levels": [None, "3"], "playing": 0, "failures": [0, 100]}
    errors = client.post("/v1/game", json={"variant": "guandan", "match": match}).get_json()["errors"]
    assert [error["pointer"] for error in errors] == ["/match/levels/0", "/match/failures/1"]
    assert errors[0]["detail"].startswith("Missing: expected one of 2, 3, 4")


# ---- a tribute that is over ---------------------------------------------------------------------------------------


def ended_tribute(client: FlaskClient, returned: str) -> Json:
    """Return the body of the deal after a single tribute, with the exchanged cards."""
    flow = tribute_of(client, HANDS, {"order": SINGLE, "paid": {"3": "D"}, "returned": {"0": returned}})
    assert flow["leader"] == 3
    moved = [one | {name: (one[name] - 3) % 4 for name in ("from", "to")} for one in flow["moved"]]
    return {"variant": "guandan", "deal": flow["deal"], "tribute": {"moved": moved}, "history": []}


def test_the_cards_of_a_tribute_that_is_over_go_with_the_new_deal(client: FlaskClient) -> None:
    body = ended_tribute(client, "7s")
    bare = {name: value for name, value in body.items() if name != "tribute"}
    assert client.post("/v1/game", json=body).get_json() == client.post("/v1/game", json=bare).get_json()
    record = record_of_body(body | {"options": {"level": "2"}})  # a record states what each deal has anew
    assert record.tags["Tribute"] == "0>1:D 1>0:7s"
    assert body_of_record(record)["tribute"] == body["tribute"]
    refused = body | {"tribute": {"moved": []}}
    assert client.post("/v1/game", json=refused).status_code == 200


PAID, BACK = {"from": 0, "to": 1, "card": "D"}, {"from": 1, "to": 0, "card": "7s"}
MATCH = {"levels": ["2", "2"], "playing": 0}


@pytest.mark.parametrize(
    ("tribute", "changes", "error"),
    [
        ([PAID], {}, ("field_missing", "/tribute/moved")),
        ([BACK], {}, ("field_missing", "/tribute/moved")),
        ([PAID, PAID], {}, ("field_conflict", "/tribute/moved/1/from")),
        ([PAID, BACK, BACK], {}, ("field_conflict", "/tribute/moved/2/from")),
        ([PAID, BACK, PAID | {"from": 2}, BACK], {}, ("field_conflict", "/tribute/moved/2/to")),
        ([PAID | {"to": 0}, BACK], {}, ("field_conflict", "/tribute/moved/0/to")),
        ([{"from": 1, "to": 2, "card": "X"}, {"from": 2, "to": 1, "card": "3s"}], {},
         ("history_inconsistent", "/tribute/moved/0/from")),
        ([PAID | {"card": "As"}, BACK], {}, ("field_invalid", "/tribute/moved/0/card")),
        ([PAID, BACK | {"card": "Kd"}], {}, ("field_invalid", "/tribute/moved/1/card")),
        ([PAID, BACK | {"card": "Js"}], {}, ("history_inconsistent", "/tribute/moved/1/card")),
        ([PAID | {"card": "DD"}, BACK], {}, ("field_invalid", "/tribute/moved/0/card")),
        ([PAID | {"card": "Z"}, BACK], {}, ("card_unknown", "/tribute/moved/0/card")),
        ([PAID | {"to": 9}, BACK], {}, ("seat_unknown", "/tribute/moved/0/to")),
        ([{"to": 1, "card": "D"}, BACK], {}, ("field_missing", "/tribute/moved/0/from")),
        ([PAID, BACK] * 3, {}, ("field_invalid", "/tribute/moved")),
        ([PAID, BACK], {"match": MATCH}, ("history_inconsistent", "/tribute/moved/0/to")),
        ([PAID | {"card": "4s"}, BACK], {"deal": {}}, ("history_inconsistent", "/tribute/moved/0/card")),
        ([PAID | {"card": "2h"}, BACK], {"deal": {}}, ("field_invalid", "/tribute/moved/0/card")),
        ([PAID, BACK], {"variant": "zhengshangyou", "deal": {}}, ("field_conflict", "/tribute")),
        ([PAID, BACK, {"from": 2, "to": 3, "card": "D"}, {"from": 3, "to": 2, "card": "3s"}], {"deal": {}},
         ("field_conflict", "/tribute/moved")),
    ],
)  # fmt: skip
def test_cards_that_cannot_have_changed_hands_are_refused(
    client: FlaskClient, tribute: list[Json], changes: Json, error: tuple[str, str]
) -> None:
    body = ended_tribute(client, "7s") | {"tribute": {"moved": tribute}} | changes
    for path in ("/v1/game", "/v1/review"):
        assert fault_of(client, body | {"history": ["3h"] if path == "/v1/review" else []}, path) == error


def test_a_tribute_is_under_way_or_over(client: FlaskClient) -> None:
    moved = {"moved": [PAID, BACK]}
    assert fault(client, tribute=moved | {"order": SINGLE}) == ("field_conflict", "/tribute/order")


# ---- its judgement ------------------------------------------------------------------------------------------------


def judged_cards(client: FlaskClient, body: Json, *seats: int) -> tuple[list[Json], Json]:
    """Return the judgement of the cards that some seats handed over, and their sums."""
    lead = body["deal"]["hands"].get("0", "3h")[:2]
    review = post(client, "/v1/review", body | {"history": [lead], "seats": [*seats], "level": "club"})
    return review["tribute"], review["seats"]


def test_a_returned_card_that_breaks_a_bomb_is_marked(client: FlaskClient) -> None:
    [card], seats = judged_cards(client, ended_tribute(client, "7s"), 1)
    assert (card["seat"], card["role"], card["to"], card["card"]) == (1, "return", 0, "7s")
    assert card["mark"] is not None
    assert [code["code"] for code in card["codes"]] == ["tore_bomb"]
    assert card["loss"] == pytest.approx(card["worse"] - card["better"], abs=2e-4)
    assert card["points"]["low"] > 0
    assert seats["1"]["by_kind"]["tribute"] == card["loss"] == seats["1"]["given_away"]
    assert seats["1"]["points_by_kind"]["tribute"] == card["points"]["mean"]
    assert seats["1"]["decisions"] == sum(seats["1"]["mistakes"].values()) == 1
    [advised], _ = judged_cards(client, ended_tribute(client, card["best"]), 1)
    assert (advised["best"], advised["loss"], advised["mark"]) == (None, 0, None)


def test_one_highest_card_is_no_choice(client: FlaskClient) -> None:
    [card], seats = judged_cards(client, ended_tribute(client, "7s"), 0)
    assert (card["role"], card["forced"], card["loss"]) == ("give", True, None)
    assert seats["0"]["by_kind"]["tribute"] == 0


def test_hidden_hands_change_no_judgement_of_a_tribute(client: FlaskClient) -> None:
    body = ended_tribute(client, "9s")
    hands = body["deal"]["hands"]
    turned = hands | {"2": hands["3"], "3": hands["2"]}
    for seat in (0, 1):
        judged = [
            judged_cards(client, body | {"deal": {"hands": dealt_hands}}, seat)[0]
            for dealt_hands in (hands, turned, {str(seat): hands[str(seat)], "0": hands["0"]})
        ]
        assert judged[0] == judged[1] == judged[2]


def test_a_double_tribute_is_judged_for_each_seat(client: FlaskClient) -> None:
    tribute: Json = {"order": DOUBLE, "paid": {"1": "X", "3": "X"}}
    owed = tribute_of(client, EQUAL, tribute)["return"]
    flow = tribute_of(client, EQUAL, tribute | {"returned": {seat: cards[-1] for seat, cards in owed.items()}})
    leader = flow["leader"]
    moved = [one | {name: (one[name] - leader) % 4 for name in ("from", "to")} for one in flow["moved"]]
    body = {"variant": "guandan", "deal": flow["deal"], "tribute": {"moved": moved}}
    cards, _ = judged_cards(client, body)
    assert [card["role"] for card in cards] == ["give", "give", "return", "return"]
    assert [card["forced"] for card in cards[:2]] == [True, True]
    assert all(0 <= card["chance"] <= 1 for card in cards[2:])
    alone, _ = judged_cards(client, body, 1)
    [same] = [card for card in cards if card["seat"] == 1]
    assert (alone[0]["card"], alone[0]["to"]) == (same["card"], same["to"])
