"""The suits of cards without suits, computed by node without a browser: a deal looks alike wherever it is shown."""

from __future__ import annotations

import random
from typing import Any

import pytest

from board.tests.helpers.board import pieces
from board.tests.page.test_why_lost import computed, pytestmark
from tests import ROOT

__all__ = ["pytestmark"]

Json = dict[str, Any]

GAME: Json = {
    "seats": ["landlord", "landlord_down", "landlord_up"],
    "hand_size": {"landlord": 20, "landlord_down": 17, "landlord_up": 17},
    "deck": dict.fromkeys("3456789TJQKA2", 4) | {"X": 1, "D": 1},
}

LIB = ROOT / "board/page/lib"

SCRIPT = f"""import {{ knownOf, Suits, turnsOf }} from "{LIB}/deal_suits.js";
import {{ dressed, looksIn, looksText }} from "{LIB}/suits.js";
const [game, deals] = JSON.parse(process.argv[1]);
const pieces = (text) => text.match(/[2-9TJQKAXD][shcd]?/g) ?? [];
const look = (suits, hand, bottom, turns) => ({{
    hand: dressed(pieces(hand), suits.mine),
    bottom: dressed(pieces(bottom), suits.bottom),
    plays: turns.map(({{ seat, cards }}, ply) => dressed(pieces(cards), suits.played(seat, ply + 1))),
}});
console.log(JSON.stringify(deals.map(({{ me, hands, bottom, history, left, order }}) => {{
    const turns = turnsOf(game, history),
        hand = hands[me] + (me === "landlord" ? bottom : ""),
        known = {{ deck: game.deck, me, hand, bottom, landlord: "landlord", turns, hands }},
        deal = new Suits(known, {{}}, {{ [me]: order }}),
        table = history.map((cards) => cards || ".").join(",") || "-",
        position = knownOf({{ seat: me, hand: left, bottom, table }}, game),
        link = looksText(deal.looksOf(position)),
        review = looksText(deal.looksOf(known));
    return {{
        deal: look(deal, left, bottom, turns),
        position: look(new Suits(position, looksIn(link)), left, bottom, turns),
        review: look(new Suits(known, looksIn(review)), left, bottom, turns),
        rests: Object.keys(hands).map((seat) => deal.of(seat)),
        link,
    }};
}})));"""


def dealt(seed: int, me: str, *, is_picked: bool = False, is_suited: bool = False) -> Json:
    """Return a deal after some turns; *is_picked*: I chose which of equal cards to play; *is_suited*: it has suits."""
    chance = random.Random(seed)
    deck = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"] + ["X", "D"]
    chance.shuffle(deck)
    seats = GAME["seats"]
    hands = {seat: deck[17 * at : 17 * at + 17] for at, seat in enumerate(seats)}
    left = {seat: [card[0] for card in cards] for seat, cards in hands.items()}
    left["landlord"] += [card[0] for card in deck[51:]]
    mine = [card[0] for card in sorted(left[me])]
    history = []
    for ply in range(chance.randrange(24)):
        hand = left[seats[ply % 3]]
        cards = chance.sample(hand, chance.choice([0, 1, 1, 2, 3]) if len(hand) > 3 else 0)
        for card in cards:
            hand.remove(card)
        history.append("".join(cards))
    kept = (lambda card: card) if is_suited else (lambda card: card[0])
    order = {"8": "".join(chance.sample("shcd", mine.count("8")))} if is_picked else {}
    return {
        "me": me,
        "hands": {seat: "".join(kept(card) for card in cards) for seat, cards in hands.items()},
        "bottom": "".join(kept(card) for card in deck[51:]),
        "history": history,
        "left": "".join(left[me]),
        "order": order,
    }


def test_a_position_looks_like_the_game_from_which_it_comes() -> None:
    deals = [dealt(seed, GAME["seats"][seed % 3]) for seed in range(60)]
    for deal, looks in zip(deals, computed(SCRIPT, [GAME, deals]), strict=True):
        assert looks["position"] == looks["review"] == looks["deal"]
        assert looks["link"] == "", "the rule alone gives these suits"
        cards = [*looks["deal"]["hand"], *(card for cards in looks["deal"]["plays"] for card in cards)]
        assert len(set(cards)) == len(cards)
        assert all(card in "XD" or card[1:] in "shcd" for card in cards)
        assert len(looks["deal"]["hand"]) == len(pieces(deal["left"]))
        assert all(sum(of.get(rank, "").count(suit) for of in looks["rests"]) == 1 for rank in "39A" for suit in "shcd")


@pytest.mark.parametrize("how", [{"is_picked": True}, {"is_suited": True}])
def test_a_link_names_the_suits_that_the_rule_does_not_give(how: Json) -> None:
    deals = [dealt(seed, "landlord_up", **how) for seed in range(60)]
    answers = computed(SCRIPT, [GAME, deals])
    assert all(looks["position"] == looks["review"] == looks["deal"] for looks in answers)
    assert any(looks["link"] for looks in answers)


def test_seats_without_cards_have_no_turns() -> None:
    script = f"""import {{ turnsOf }} from "{LIB}/deal_suits.js";
        const [game, history] = JSON.parse(process.argv[1]);
        console.log(JSON.stringify(turnsOf(game, history).map(({{ seat }}) => seat)));"""
    game = {"seats": [0, 1, 2], "hand_size": {"0": 1, "1": 3, "2": 3}}
    history = ["3", "4", "5", "6", {"cards": "7", "seat": 1}, "", "8"]
    assert "".join(computed(script, [game, history])) == "0121122"


def test_looks_of_a_hostile_link_are_left_out() -> None:
    script = f"""import {{ looksIn }} from "{LIB}/suits.js";
        console.log(JSON.stringify(JSON.parse(process.argv[1]).map(looksIn)));"""
    texts = ["", "8hs", "8hsKd", "8hh", "8", "__proto__", "Xs<b>", '{"0":{"3":"s"}}']
    expected: list[Json] = [{}, {"8": "hs"}, {"8": "hs", "K": "d"}, {}, {}, {}, {}, {}]
    assert computed(script, texts) == expected
