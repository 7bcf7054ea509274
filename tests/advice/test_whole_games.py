"""Whole games of robots through the API, each move checked by a referee that uses only the slow rules."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.variants import VARIANTS
from tests.helpers.client import fault
from tests.oracle.family import GAMES
from tests.oracle.referee import DealState

pytestmark = pytest.mark.games

TABLES: Sequence[tuple[str, Mapping[str, str]]] = (
    *((variant, {"wild": "7"} if variant == "laizi" else {}) for variant in VARIANTS),
    ("standard", {"attach": "tencent"}),
    ("yuncheng", {"flower_reading": "any"}),
    ("standard_two", {"handicap": "3"}),
    ("standard_four", {}),
    ("yuncheng", {"play_rule": "2"}),
    ("laizi", {"wild": "32", "bomb_max": "8"}),
    ("paodekuai", {"deck": "15"}),
    ("paodekuai", {"deck": "48r", "must": "off"}),
    ("paodekuai_two", {"deck": "15", "first": "heart3", "baodan": "off"}),
    ("guandan", {"level": "A"}),
    ("zhengshangyou", {"min_run": "3", "low_run": "on", "first": "heart3"}),
)
"""All games, some with other options."""

FIRST = {
    "paodekuai": "3s",
    "paodekuai_two": "3s",
    "paodekuai_four": "3s",
    "zhengshangyou": "",
    "zhengshangyou_four": "",
}
NOTATIONS = {"contest": "contest", "yuncheng": "yuncheng"}


def outside(notation: str, card: str) -> str | int:
    rank, suit = card[0], card[1:]
    if notation == "guandan":
        return {"X": "SB", "D": "HR"}.get(card, suit.upper() + rank)
    if notation == "contest":
        return {"X": 52, "D": 53}.get(card, "3456789TJQKA2".find(rank) * 4 + "hdsc".find(suit))
    if notation == "yuncheng":
        return {"X": 53, "D": 54, "W": 55}.get(card, "A23456789TJQK".find(rank) + 1 + 13 * "cdhs".find(suit))
    return card


def dealt(variant: str, options: Mapping[str, str], seed: int) -> DealState:
    """Return a shuffled deal; the leader holds the card that the first lead must contain."""
    rng = random.Random(f"{variant}/{sorted(options.items())}/{seed}")
    game = GAMES[variant](options)
    deck = game.deck(rng)
    rng.shuffle(deck)
    first = {"heart3": "3h", "spade3": "3s"}.get(options.get("first", ""), FIRST.get(variant, ""))
    hands = []
    for size in game.sizes:
        hands.append(deck[:size])
        deck = deck[size:]
    if first:
        order = [*(rank + suit for rank in "3456789TJQKA2" for suit in "shcd"), "X", "D"]
        lowest = min((card for hand in hands for card in hand), key=order.index)
        first = first if any(first in hand for hand in hands) else ""
        leader = next(i for i, hand in enumerate(hands) if (first or lowest) in hand)
        hands = hands[leader:] + hands[:leader]
    return DealState(variant, options, game, hands, first)


def read_cards(answer: Any, back: Mapping[str | int, str]) -> list[str]:
    """Return the cards of an answer as the referee writes them."""
    tokens = re.findall(r"SB|HR|[SHCD][2-9TJQKA]|[2-9TJQKA][shcd]|[XDW]", answer) if isinstance(answer, str) else answer
    return [back[token] for token in tokens]


def inside(notation: str, answer: Any) -> list[str]:
    """Return the declared cards in the notation of the referee; a text may consist of ranks only."""
    cards = [rank + suit for rank in "3456789TJQKA2" for suit in "shcd"]
    back = {outside(notation, card): card for card in (*cards, "X", "D", "W")}
    tokens = (
        re.findall(r"SB|HR|[SHCD][2-9TJQKA]|[2-9TJQKA][shcd]?|[XDW]", answer) if isinstance(answer, str) else answer
    )
    return [back.get(token, token) for token in tokens]


@pytest.mark.parametrize(
    ("level", "seed"),
    [
        ("starter", 0),
        *[pytest.param(*row, marks=pytest.mark.long) for row in (("club", 1), ("expert", 0))],
    ],
)
@pytest.mark.parametrize(("variant", "options"), TABLES, ids=lambda value: value if isinstance(value, str) else "")
def test_a_game_of_robots(client: FlaskClient, variant: str, options: Mapping[str, str], level: str, seed: int) -> None:
    deal = dealt(variant, options, seed)
    notation = NOTATIONS.get(variant, "guandan" if variant == "guandan" and seed else "text")
    back = {outside(notation, card): card for hand in deal.hands for card in hand}
    history: list[Any] = []
    while not deal.over:
        hand: Any = [outside(notation, card) for card in deal.hands[deal.mover]]
        body = {"variant": variant, "options": options, "seat": deal.game.seats[deal.mover], "hand": hand,
                "history": history, "notation": notation, "level": level, "seed": seed}  # fmt: skip
        body |= {"limits": {"games": 6}} if level == "expert" else {}
        answer = client.post("/v1/move", json=body)
        assert answer.status_code == 200, (body, answer.text)
        move = answer.get_json()["move"]
        assert move["pass"] is (not move["cards"])
        try:
            plays_as = inside(notation, move["as"]) if "as" in move else None
            deal.step(read_cards(move["cards"], back), move["shape"], plays_as)
        except AssertionError as error:
            raise AssertionError((body, move, deal.to_beat)) from error
        history.append({"cards": move["cards"], "as": move["as"]} if "as" in move else move["cards"])
        assert len(history) <= 256
        if len(history) % 9 == 1 and level != "expert":
            check_line(client, answer.get_json(), level, seed)
        if deal.out and not deal.over:
            mine = [outside(notation, card) for card in deal.hands[deal.mover]]
            gone = body | {"history": history, "seat": deal.game.seats[deal.out[0]], "hand": mine}
            assert fault(client, gone, "/v1/move") == ("game_over", "/seat")
    over = body | {"history": history, "seat": deal.game.seats[deal.waiting[0] if deal.waiting else 0]}
    assert fault(client, over, "/v1/move") == ("game_over", "/history")
    assert fault(client, over | {"history": [*history, ""]}, "/v1/move") == ("game_over", f"/history/{len(history)}")


def check_line(client: FlaskClient, table: Mapping[str, Any], level: str, seed: int) -> None:
    """Check that the line of an answer can be parsed again, and gives byte-equal answers by POST and by GET."""
    question = {"position": table["position"], "level": level, "seed": seed}
    by_post = client.post("/v1/analyze", json=question)
    assert by_post.get_json()["position"] == table["position"]
    assert client.get("/v1/analyze", query_string=question).data == by_post.data
    move = client.post("/v1/move", json=question).get_json()["move"]
    assert [move[name] for name in ("shape", "pass", "why")] == [
        table["move"][name] for name in ("shape", "pass", "why")
    ]
