"""Answers do not depend on the order of cards, their notation, or the names of suits."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.rules.variants import VARIANTS
from tests.advice.test_whole_games import dealt, inside, outside, read_cards
from tests.helpers.client import post

TABLES: Sequence[tuple[str, Mapping[str, str]]] = (
    *[(variant, {"wild": "7"} if "wild" in VARIANTS[variant].options else {}) for variant in VARIANTS],
    ("guandan", {"level": "9"}),
)
NOTATIONS = {"contest": "contest", "yuncheng": "yuncheng", "guandan": "guandan", "paodekuai": "guandan"}


def named(value: object) -> str:
    """Return the part of a test's name for a parameter."""
    return value if isinstance(value, str) else ""


def ask(
    client: FlaskClient,
    variant: str,
    options: Mapping[str, str],
    hand: Sequence[str],
    last: Any,
    notation: str = "text",
) -> dict[str, Any]:
    """Return an analysis of cards in the notation of the referee, with all hints."""
    body = {"variant": variant, "options": options, "hand": [outside(notation, card) for card in hand],
            "notation": notation, "top": 0, "seed": 1}  # fmt: skip
    if last:
        body["last"] = [outside(notation, card) for card in last]
    return dict(post(client, "/v1/analyze", body))


def ranks_of(cards: Any, notation: str, hand: Sequence[str]) -> str:
    """Return the ranks of an answer's cards, in one order."""
    back = {outside(notation, card): card for card in hand}
    return "".join(sorted(card[0] for card in read_cards(cards, back)))


def ranks(declared: Any, notation: str) -> str:
    return "".join(sorted(card[0] for card in inside(notation, declared)))


def gist(answer: Mapping[str, Any], hand: Sequence[str], notation: str = "text") -> dict[str, Any]:
    """Return the content of an answer, with the ranks of its cards but not their suits."""
    hints = [
        (
            hint["shape"],
            ranks_of(hint["cards"], notation, hand),
            ranks(hint.get("as", ""), notation),
            hint["score"],
            hint["rest"]["turns"],
            ranks_of(hint["rest"]["hand"], notation, hand),
        )
        for hint in answer["hints"]
    ]
    power = {name: answer["power"][name] for name in ("score", "turns", "bombs")}
    same = {name: answer[name] for name in ("legal_count", "forced", "passing", "unseen")}
    return same | power | {"hints": hints, "split": answer["split"]["turns"], "exact": answer["split"]["exact"]}


def questions(variant: str, options: Mapping[str, str], seed: int) -> tuple[list[str], list[str]]:
    """Return a hand with a wild card if the game has any, and another hand from which a play is led."""
    deal = dealt(variant, options, seed)
    wild = [card for hand in deal.hands for card in hand if deal.is_wild(card)][:1]
    first, second = [[card for card in hand if card not in wild] for hand in deal.hands[:2]]
    return (wild + first)[:14], second[:10]


def led(client: FlaskClient, variant: str, options: Mapping[str, str], hand: Sequence[str], seed: int) -> list[str]:
    """Return cards to beat; empty for a lead."""
    if seed % 2:
        return []
    hints = ask(client, variant, options, hand, None)["hints"]
    return read_cards(hints[seed % len(hints)]["cards"], {card: card for card in hand})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("variant", "options"), TABLES, ids=named)
def test_the_order_of_cards_does_not_matter(
    client: FlaskClient, variant: str, options: Mapping[str, str], seed: int
) -> None:
    hand, other = questions(variant, options, seed)
    last = led(client, variant, options, other, seed)
    wanted = gist(ask(client, variant, options, hand, last), hand)
    rng = random.Random(seed)
    for _ in range(3):
        shuffled, table = rng.sample(hand, len(hand)), rng.sample(last, len(last))
        assert gist(ask(client, variant, options, shuffled, table), hand) == wanted


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not engine.rules_for(name).setup.suited])
def test_without_suits_the_order_changes_no_byte(client: FlaskClient, variant: str) -> None:
    hand, _ = questions(variant, {}, 1)
    texts = {"".join(random.Random(seed).sample([card[0] for card in hand], len(hand))) for seed in range(4)}
    answers = {client.post("/v1/analyze", json={"variant": variant, "hand": text, "top": 0}).data for text in texts}
    assert len(texts) > 1
    assert len(answers) == 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("variant", "options"), [row for row in TABLES if row[0] in NOTATIONS], ids=named)
def test_the_notation_does_not_matter(client: FlaskClient, variant: str, options: Mapping[str, str], seed: int) -> None:
    hand, other = questions(variant, options, seed)
    last, notation = led(client, variant, options, other, seed), NOTATIONS[variant]
    wanted = gist(ask(client, variant, options, hand, last), hand)
    assert gist(ask(client, variant, options, hand, last, notation), hand, notation) == wanted


def renamed(cards: Sequence[str], suits: Mapping[str, str]) -> list[str]:
    return [card[0] + suits.get(card[1:], card[1:]) for card in cards]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("variant", "options"), TABLES, ids=named)
def test_suits_may_change_places(client: FlaskClient, variant: str, options: Mapping[str, str], seed: int) -> None:
    """All four suits where suits do not matter; in Guandan all except hearts, which include the wild card."""
    hand, other = questions(variant, options, seed)
    last = led(client, variant, options, other, seed)
    wanted = gist(ask(client, variant, options, hand, last), hand)
    changed = "scd" if variant == "guandan" else "shcd"
    for order in list(permutations(changed))[1::4]:
        suits = dict(zip(changed, order, strict=True))
        mine, table = renamed(hand, suits), renamed(last, suits)
        assert gist(ask(client, variant, options, mine, table), mine) == wanted, order
