"""Random requests from which the search for underpriced bodies starts (cost_search.py).

Dealt hands and hands full of wild cards, late positions, all levels and options, in every game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from service.advice.practice import PROFILES
from service.core import engine
from service.rules.variants import VARIANTS
from tests.helpers.client import post

OPTIONS: dict[str, list[dict[str, str]]] = {
    "laizi": [{"wild": "7"}, {"wild": "3"}, {"wild": "A2"}],
    "guandan": [{"level": "T"}, {"level": "2"}],
}
"""Options in addition to the defaults, for games whose cost depends on them."""

WANTS = (["hints"], ["power"], ["beliefs"], ["move"], ["power", "split", "hints", "unseen", "move", "beliefs"])

Body = dict[str, Any]


def first_hand(client: FlaskClient, rules: Body, chance: random.Random) -> Body:
    """Return the position of the first lead of a random deal, sometimes with additional wild cards."""
    deal = post(client, "/v1/deal", rules | {"seed": chance.randrange(1 << 30)})
    seat, hand = next(iter(deal["hands"].items()))
    wild = rules["options"].get("wild", "")
    hand = hand + (deal.get("bottom") or "")
    if wild and chance.random() < 0.5:
        kept = [card for card in hand if card not in wild]
        more = [rank for rank in wild for _ in range(4)][: chance.randint(1, 8)]
        hand = "".join(kept[: len(hand) - len(more)] + more)
    return rules | {"seat": int(seat) if seat.isdigit() else seat, "hand": hand}


def played_game(client: FlaskClient, rules: Body, chance: random.Random) -> tuple[Body, list[str]]:
    """Return a whole game of novices as a table, and the position of the mover at each turn."""
    deal = post(client, "/v1/deal", rules | {"seed": chance.randrange(1 << 30)})
    known = {"hands": deal["hands"]} | ({"bottom": deal["bottom"]} if deal.get("bottom") else {})
    table: Body = rules | {"deal": known, "history": []}
    lines: list[str] = []
    while (state := post(client, "/v1/game", table))["turn"]:
        lines.append(state["positions"][str(state["turn"]["seat"])])
        move = post(client, "/v1/move", {"position": lines[-1], "level": "novice"})["move"]
        table["history"].append(move["cards"])
    return table, lines


def dealt_tribute(client: FlaskClient, rules: Body, chance: random.Random) -> Body | None:
    """Return a table of Guandan at its first lead, with the cards of a single or double tribute.

    None if it is refused.
    """
    deal = post(client, "/v1/deal", rules | {"seed": chance.randrange(1 << 30)})
    exchange: Body = {"order": chance.choice(([0, 1, 2, 3], [0, 2]))}
    table = rules | {"deal": {"hands": deal["hands"]}}
    for field, owed in (("paid", "give"), ("returned", "return")):
        flow = post(client, "/v1/game", table | {"tribute": exchange})["tribute"]
        if flow["refused"]:
            return None
        exchange[field] = {seat: chance.choice(cards) for seat, cards in flow[owed].items()}
    flow = post(client, "/v1/game", table | {"tribute": exchange})["tribute"]
    moved = [one | {end: (one[end] - flow["leader"]) % 4 for end in ("from", "to")} for one in flow["moved"]]
    table = rules | {"deal": flow["deal"], "tribute": {"moved": moved}, "history": []}
    line = post(client, "/v1/game", table)["positions"]["0"]
    return table | {"history": [post(client, "/v1/move", {"position": line, "level": "novice"})["move"]["cards"]]}


def position_inputs(position: Body, chance: random.Random) -> Iterator[tuple[str, Body]]:
    """Yield requests about a position, cheap and expensive ones."""
    for want in WANTS:
        yield "analyze", position | {"want": want, "top": chance.choice((8, 0))}
    yield "analyze", position | {"want": ["hints"], "order": "robot", "top": 0}
    yield "analyze", position
    for level in ("novice", "club", "expert"):
        yield "move", position | {"level": level}
    if chance.random() < 0.2:
        yield "move", position | {"level": "master"}
        yield "analyze", position | {"order": "robot", "level": "master", "top": 0}
    yield "check", position | {"cards": chance.choice(("", "33"))}


def inputs(client: FlaskClient, rules: Body, chance: random.Random) -> Iterator[tuple[str, Body]]:
    """Yield inputs of every endpoint for one game."""
    variant = VARIANTS[rules["variant"]]
    lead = first_hand(client, rules, chance)
    yield from position_inputs(lead, chance)
    table, lines = played_game(client, rules, chance)
    yield "game", table
    for seats in ([], [next(iter(table["deal"]["hands"]))]):
        yield "review", table | {"seats": seats, "level": chance.choice(("club", "expert"))}
    for line in chance.sample(lines, min(4, len(lines))):
        yield from position_inputs({"position": line}, chance)
    hand = next(iter(table["deal"]["hands"].values()))
    yield "check", lead | {"cards": lead["hand"]}
    if engine.rules_for(variant.id).setup.bid_model:
        yield "bid", rules | {"hand": hand}
    for profile in PROFILES:
        composition = {"composition": {"bomb": 2, "solo_chain": 1}} if profile == "own" else {}
        yield "deal", rules | {"seed": chance.randrange(1 << 30), "profile": profile} | composition
    yield "solve", rules | {"hands": dict(list(table["deal"]["hands"].items())[:2]), "limits": {"nodes": 100_000}}
    if variant.id == "guandan":
        yield "tribute", rules | {"hand": hand, "role": "give"}
        yield "tribute", rules | {"hand": hand + "2s", "role": "return"}
        exchanged = dealt_tribute(client, rules, chance)
        if exchanged:
            yield "review", exchanged | {"level": chance.choice(("club", "expert"))}


def all_games() -> list[Body]:
    """Return the rules of every game that is measured."""
    return [{"variant": variant, "options": options} for variant in VARIANTS for options in OPTIONS.get(variant, [{}])]
