"""Advice on tribute: legal cards ordered by the value of the remaining hand, refusals and leaders."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.core.bindings import SCORE_UNIT
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules import tribute
from tests.helpers.client import fault, post

LOSER = "3s3h4s4c6d6h7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcAc2s2d5h5h"
"""Twenty-seven cards; at level 5 two of them are wild and aces are the highest payable cards."""

JOKERS = "3s3h4s4c5d6h6d7s7d8h8c9s9dTsTcJhJdQsQcKdKhAsAcXXDD"
DOUBLE = [0, 2]
"""Order in which seats 1 and 3 pay."""


def ask(client: FlaskClient, body: Any) -> Any:
    """Return the advice on a tribute."""
    return post(client, "/v1/tribute", body)


def name(card: str) -> str:
    return {"X": "SB", "D": "HR"}.get(card, card[::-1].upper())


def dealt(client: FlaskClient, level: str, seed: int) -> dict[str, str]:
    """Return four hands at a level."""
    body = {"variant": "guandan", "options": {"level": level}, "seed": seed}
    hands: dict[str, str] = post(client, "/v1/deal", body)["hands"]
    return hands


def worth_without(level: str, hand: list[str], card: str) -> float:
    rules = engine.rules_for("guandan", (("level", level),))
    left = list(hand)
    left.remove(card)
    rest = parse_cards("".join(left), kind=rules.setup.kind)
    return round(engine.split(rules, rest.hand, 0, None, rest.suits).score / SCORE_UNIT, 4)


@pytest.mark.parametrize("level", ["2", "5", "T", "A"])
@pytest.mark.parametrize("role", ["give", "return"])
def test_every_allowed_card_comes_with_the_worth_of_the_rest(client: FlaskClient, level: str, role: str) -> None:
    for seed in range(4):
        hands = dealt(client, level, seed)
        hand = c.split_text(hands["0"]) + (c.split_text(hands["1"])[:1] if role == "return" else [])
        answer = ask(client, {"options": {"level": level}, "hand": "".join(hand), "role": role})
        if answer["refused"]:
            continue
        rule = tribute.payable if role == "give" else tribute.returnable
        allowed = rule([name(card) for card in hand], level)
        shown = {name(choice["card"]): choice["score"] for choice in answer["choices"]}
        assert set(shown) == set(allowed)
        for choice in answer["choices"]:
            assert choice["score"] == worth_without(level, hand, choice["card"])
        ordered = sorted(allowed, key=lambda card: -shown[card])  # equal ones keep the order of the rules
        assert list(shown) == ordered
        assert name(answer["advice"]) == ordered[0]


@pytest.mark.parametrize(("most", "allowed"), [("T", "T"), ("A", "A"), ("any", "A")])
def test_how_high_a_returned_card_may_be(client: FlaskClient, most: str, allowed: str) -> None:
    """Without a limit, level cards and jokers (which have no natural rank) are still not returned."""
    hand = LOSER + "D"
    answer = ask(client, {"options": {"level": "5", "return_max": most}, "hand": hand, "role": "return"})
    ranks = {choice["card"][0] for choice in answer["choices"]}
    low = "23456789TJQKA"[: "23456789TJQKA".index(allowed) + 1]
    assert ranks == set(low) - {"5"}
    assert answer["must"] is None
    assert answer["refused"] is False


def test_a_straight_flush_is_not_torn_for_a_tribute(client: FlaskClient) -> None:
    """Of two aces, the one that is not part of a straight flush is paid."""
    hand = "TsJsQsKsAsAh3h3d4c4d6c6d7c7d8c8d9c9dTcTd2c2dJcJdQcQdKd"
    answer = ask(client, {"options": {"level": "5"}, "hand": hand, "role": "give"})
    assert answer["must"] == ["As", "Ah"]
    assert answer["advice"] == "Ah"
    assert answer["choices"][0]["score"] > answer["choices"][1]["score"]


# ---- refusal and lead -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "more", "refused", "leader"),
    [
        (LOSER, {}, False, None),
        (LOSER, {"order": [0, 1, 2, 3]}, False, 3),
        (LOSER, {"order": [2, 1, 0]}, False, 3),
        (JOKERS, {}, True, None),
        (JOKERS, {"order": [2, "1", 0]}, True, 2),
        (JOKERS, {"order": DOUBLE}, True, 0),
        (JOKERS, {"order": DOUBLE, "partner_big_jokers": 0}, True, 0),
        (LOSER, {"order": DOUBLE}, None, None),
        (LOSER, {"order": DOUBLE, "partner_big_jokers": 1}, False, None),
        (LOSER, {"order": DOUBLE, "partner_big_jokers": 2}, True, 0),
        (JOKERS.replace("DD", "D2c"), {"order": DOUBLE}, None, None),
        (JOKERS.replace("DD", "D2c"), {"order": DOUBLE, "partner_big_jokers": 1}, True, 0),
        (JOKERS.replace("DD", "D2c"), {}, False, None),
    ],
)
def test_a_side_with_both_big_jokers_refuses(
    client: FlaskClient, hand: str, more: Any, refused: bool | None, leader: int | None
) -> None:
    answer = ask(client, {"hand": hand, "role": "give"} | more)
    assert (answer["refused"], answer["leader"]) == (refused, leader)
    if refused:
        assert (answer["must"], answer["choices"], answer["advice"]) == ([], [], None)
        assert answer["why"][0]["code"] == "tribute_refused"
    else:
        assert answer["advice"] == answer["choices"][0]["card"]


@pytest.mark.parametrize(
    ("hand", "more", "refused"),
    [
        (JOKERS.replace("XXDD", "XD5c5d"), {}, True),
        (JOKERS.replace("XXDD", "XX5c5d"), {"order": DOUBLE, "partner_big_jokers": 0}, True),
        (LOSER, {"order": DOUBLE, "partner_big_jokers": 2}, True),
        (LOSER, {"order": DOUBLE, "partner_big_jokers": 1}, False),
        (LOSER, {"order": DOUBLE}, None),
    ],
)
def test_any_two_jokers_refuse_in_some_houses(client: FlaskClient, hand: str, more: Any, refused: bool | None) -> None:
    request = {"hand": hand, "role": "give"} | more
    assert ask(client, request | {"options": {"level": "2", "resist": "any"}})["refused"] is refused
    assert ask(client, request | {"options": {"level": "2", "resist": "off"}})["refused"] is False


def test_a_partner_gets_low_cards_and_an_opponent_any(client: FlaskClient) -> None:
    hand, options = LOSER + "D", {"level": "5", "return_max": "ally"}
    request = {"options": options, "hand": hand, "role": "return"}
    by_partner, by_opponent = [ask(client, request | {"order": order}) for order in ([0, 1, 3, 2], [0, 1, 2, 3])]
    assert {choice["card"][0] for choice in by_partner["choices"]} == set("2346789T")
    free = ask(client, request | {"options": options | {"return_max": "free"}})
    assert {choice["card"] for choice in by_opponent["choices"]} == {choice["card"] for choice in free["choices"]}
    assert {choice["card"] for choice in free["choices"]} == set(c.split_text(hand))
    assert fault(client, request, "/v1/tribute") == ("field_missing", "/order")


def test_the_platforms_notation_is_handed_back(client: FlaskClient) -> None:
    written = " ".join(name(card) for card in c.split_text(LOSER))
    body = {"options": {"level": "5"}, "role": "give"}
    text = ask(client, body | {"hand": LOSER})
    for hand in (written, written.split()):
        answer = ask(client, body | {"hand": hand, "notation": "guandan"})
        assert answer["must"] == [name(card) for card in text["must"]]
        assert answer["advice"] == name(text["advice"])


@pytest.mark.parametrize("form", ["text", "list", "guandan"])
@pytest.mark.parametrize("paid", ["2s", "D", "As"])
def test_the_paid_card_may_come_apart(client: FlaskClient, form: str, paid: str) -> None:
    """A paid card sent apart from the hand gives the same answer as a hand that contains it."""
    cards = [*c.split_text(LOSER), paid]
    if form == "guandan":
        cards = [name(card) for card in cards]
    body = {"options": {"level": "5"}, "role": "return"} | ({"notation": form} if form == "guandan" else {})
    joiner = " " if form == "guandan" else ""
    whole, hand = (tokens if form == "list" else joiner.join(tokens) for tokens in (cards, cards[:-1]))
    apart = ask(client, body | {"hand": hand, "paid": cards[-1:] if form == "list" else cards[-1]})
    assert apart == ask(client, body | {"hand": whole})


# ---- rejections -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"role": "give"}, ("field_missing", "/hand")),
        ({"hand": LOSER}, ("field_missing", "/role")),
        ({"hand": LOSER, "role": "take"}, ("field_invalid", "/role")),
        ({"hand": LOSER, "role": "give", "variant": "standard"}, ("variant_unknown", "/variant")),
        ({"hand": LOSER, "role": "give", "variant": "whist"}, ("variant_unknown", "/variant")),
        (
            {"hand": LOSER, "role": "give", "variant": "standard", "options": {"level": "5"}},
            ("variant_unknown", "/variant"),
        ),
        ({"hand": LOSER, "role": "give", "options": {"level": "1"}}, ("option_unknown", "/options/level")),
        ({"hand": LOSER, "role": "give", "options": {"wild": "5"}}, ("option_unknown", "/options/wild")),
        ({"hand": LOSER, "role": "return"}, ("hand_size", "/hand")),
        ({"hand": LOSER + "Qd", "role": "return", "paid": "Ad"}, ("hand_size", "/hand")),
        ({"hand": LOSER, "role": "give", "paid": "Ad"}, ("field_conflict", "/paid")),
        ({"hand": LOSER, "role": "return", "paid": "AdKs"}, ("field_invalid", "/paid")),
        ({"hand": LOSER, "role": "return", "paid": ""}, ("field_invalid", "/paid")),
        ({"hand": LOSER, "role": "return", "paid": "A"}, ("suit_missing", "/paid")),
        ({"hand": LOSER[:-2] + "As", "role": "return", "paid": "As"}, ("card_duplicate", "/paid")),
        ({"hand": JOKERS, "role": "return", "paid": "D"}, ("too_many_of_rank", "/paid")),
        ({"hand": LOSER + "Qd", "role": "give"}, ("hand_size", "/hand")),
        ({"hand": "", "role": "give"}, ("hand_size", "/hand")),
        ({"hand": LOSER[:-1], "role": "give"}, ("suit_missing", "/hand")),
        ({"hand": LOSER[:-2] + "Ac", "role": "give"}, ("card_duplicate", "/hand")),
        ({"hand": JOKERS[:-1] + "X", "role": "give"}, ("too_many_of_rank", "/hand")),
        ({"hand": LOSER[:-2] + "5z", "role": "give"}, ("card_unknown", "/hand")),
        ({"hand": LOSER[:-2] + "5x", "role": "give"}, ("suit_missing", "/hand")),
        ({"hand": [5] * 27, "role": "give", "notation": "contest"}, ("field_invalid", "/notation")),
        ({"hand": LOSER, "role": "give", "order": "0123"}, ("field_invalid", "/order")),
        ({"hand": LOSER, "role": "give", "order": [0, None]}, ("field_invalid", "/order/1")),
        ({"hand": LOSER, "role": "give", "order": [0, 1, 7]}, ("seat_unknown", "/order/2")),
        ({"hand": LOSER, "role": "give", "order": [0, 1]}, ("history_inconsistent", "/order")),
        ({"hand": LOSER, "role": "give", "order": [0, 0, 1]}, ("history_inconsistent", "/order")),
        ({"hand": LOSER, "role": "give", "order": []}, ("history_inconsistent", "/order")),
        ({"hand": LOSER, "role": "give", "partner_big_jokers": 1}, ("field_conflict", "/partner_big_jokers")),
        (
            {"hand": LOSER + "Qd", "role": "return", "order": DOUBLE, "partner_big_jokers": 1},
            ("field_conflict", "/partner_big_jokers"),
        ),
        (
            {"hand": JOKERS, "role": "give", "order": DOUBLE, "partner_big_jokers": 1},
            ("too_many_of_rank", "/partner_big_jokers"),
        ),
        (
            {"hand": LOSER, "role": "give", "order": DOUBLE, "partner_big_jokers": 3},
            ("field_invalid", "/partner_big_jokers"),
        ),
    ],
    ids=str,
)
def test_rejections_have_a_code_and_a_pointer(client: FlaskClient, body: Any, error: tuple[str, str]) -> None:
    assert fault(client, body, "/v1/tribute") == error
