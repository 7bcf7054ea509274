"""CPU time per charged unit: `python -m dev.bench.cost` prints the most expensive input of each endpoint.

The inputs are random, from a fixed seed: dealt hands and hands full of wild cards, late positions, all levels and
options, in every game. For each endpoint the input with the highest CPU time is kept, with its charge; the last line is
the largest CPU time per unit over the smallest. A time is that of a whole request in the application with empty caches.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import orjson
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from app import create_app
from dev.bench.rows import Row, row
from service.advice.practice import PROFILES
from service.advice.rates import MOST_UNITS
from service.core import engine
from service.http.endpoints import ENDPOINTS
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS
from tests.helpers.client import post

OPTIONS: dict[str, list[dict[str, str]]] = {
    "laizi": [{"wild": "7"}, {"wild": "3"}, {"wild": "A2"}],
    "guandan": [{"level": "T"}, {"level": "2"}],
}
"""Options in addition to the defaults, for games whose cost depends on them."""

WANTS = (["hints"], ["power"], ["beliefs"], ["move"], ["power", "split", "hints", "unseen", "move", "beliefs"])

Body = dict[str, Any]


class CostSample(NamedTuple):
    """An input, its CPU time and its charge."""

    milliseconds: float
    units: int
    op: str
    body: Body

    @property
    def each(self) -> float:
        """Return the CPU milliseconds per unit."""
        return self.milliseconds / self.units


def forget() -> None:
    """Clear all caches."""
    for function in engine.CACHES.values():
        function.cache_clear()
    engine.can_beat.cache_clear()


def charged_units(op: str, body: Body) -> int | None:
    """Return the units of an input; None if it is rejected."""
    endpoint = ENDPOINTS[op]
    try:
        units = endpoint.cost(*endpoint.arguments(endpoint.schema.load(body)))
    except RuleError:
        return None
    return units if units <= MOST_UNITS else None


def measured(app: Flask, op: str, body: Body) -> CostSample | None:
    """Return the measured cost of an input; None if it is rejected."""
    units = charged_units(op, body)
    if units is None:
        return None
    environ = EnvironBuilder(path=f"/v1/{op}", method="POST", json=body).get_environ()
    statuses: list[str] = []
    forget()
    began = time.process_time()
    b"".join(app(environ, lambda status, *_: statuses.append(status)))
    spent = time.process_time() - began
    return CostSample(1000 * spent, units, op, body) if statuses == ["200 OK"] else None


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


def worst_inputs(rounds: int, seed: int) -> dict[str, CostSample]:
    """Return for each endpoint the input with the highest CPU time, the minimum of three measurements."""
    app, chance = create_app(), random.Random(seed)
    client = app.test_client()
    worst: dict[str, CostSample] = {}
    for _ in range(rounds):
        for rules in all_games():
            for op, body in inputs(client, rules, chance):
                one = measured(app, op, body)
                if one and (op not in worst or one.milliseconds > worst[op].milliseconds):
                    again = [one, *filter(None, (measured(app, op, body) for _ in range(2)))]
                    one = min(again, key=lambda other: other.milliseconds)
                    if op not in worst or one.milliseconds > worst[op].milliseconds:
                        worst[op] = one
    return worst


def largest_over_smallest(times: Collection[float]) -> float:
    """Return the largest time over the smallest."""
    return max(times) / min(times)


def bench_cost(rows: dict[str, Row]) -> None:
    """Measure how well units reflect CPU time, compared with a limit that counts requests."""
    worst = worst_inputs(2, 1).values()
    requests = largest_over_smallest([one.milliseconds for one in worst])
    rows["cost_spread"] = row(
        [largest_over_smallest([one.each for one in worst])], "times", "a unit for each request", [requests]
    )


def main() -> None:
    """Print the most expensive inputs."""
    parser = argparse.ArgumentParser(prog="python -m dev.bench.cost", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="random inputs of every game, so many times")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    worst = worst_inputs(options.rounds, options.seed)
    for op, one in worst.items():
        text = orjson.dumps(one.body).decode()
        print(f"{op:8} {one.milliseconds:9.2f} ms {one.units:5d} units {one.each:6.3f} ms each  {text[:160]}")
    print(f"largest over smallest: {largest_over_smallest([one.each for one in worst.values()]):.2f}")


if __name__ == "__main__":
    main()
