"""Latency and strength of the advice by level: `python -m dev.bench.hint_levels` writes the table of the guide.

The requests are those of the hint button with a history, at every turn of some deals of Dou Dizhu with two plays or
more. A server with one
worker answers them by GET on one connection, one after the other; the strengths are those of `/v1/variants`.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from dev.tables import MeasuredTable, conditions, write_table
from service.advice.levels import LEVELS
from service.rules.variants import DEFAULT_VARIANT, VARIANTS
from tests.helpers.gunicorn import GunicornProcess

Ask = Callable[[str, str, Any], Any]
"""From a method, a path and a body to the JSON of the answer."""

PLAYER = "regular"
"""The level that plays the deals."""


def tables_of(ask: Ask, deals: int) -> list[dict[str, str]]:
    """Return the table of each turn with a choice of some deals."""
    tables = []
    for seed in range(deals):
        deal = ask("POST", "/v1/deal", {"seed": seed})
        seats, history = list(deal["hands"]), list[str]()
        hands = dict(deal["hands"])
        hands[seats[0]] += deal["bottom"]
        turn = 0
        while all(hands.values()):
            seat = seats[turn % len(seats)]
            table = {"hand": hands[seat], "seat": seat, "history": ",".join(history)}
            answer = ask("GET", f"/v1/analyze?{urlencode(table | {'want': 'hints,move', 'level': PLAYER})}", None)
            if len(answer["hints"]) > 1:
                tables.append(table)
            cards = answer["move"]["cards"]
            history.append(cards or ".")
            for card in cards:
                hands[seat] = hands[seat].replace(card, "", 1)
            turn += 1
    return tables


def milliseconds(ask: Ask, tables: Sequence[dict[str, str]], level: str) -> list[float]:
    """Return the time of each answer of a level."""
    times = []
    for table in tables:
        query = urlencode(table | {"want": "hints,move", "order": "robot", "level": level})
        began = time.perf_counter()
        ask("GET", f"/v1/analyze?{query}", None)
        times.append(1000 * (time.perf_counter() - began))
    return times


def strength(level: str) -> str:
    """Return the share of deals that a level wins against `club`, a dash if it was not measured."""
    for row in VARIANTS[DEFAULT_VARIANT].strengths:
        if row.other == level and row.part == 1:
            return f"{row.win:.3f}"
    return "–"


def row_of(level: str, times: Sequence[float]) -> tuple[str, str, str, str]:
    """Return a row of the table."""
    late = statistics.quantiles(times, n=20)[-1]
    return f"`{level}`", strength(level), f"{statistics.median(times):.1f}", f"{late:.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m dev.bench.hint_levels", description=__doc__)
    parser.add_argument("--deals", type=int, default=8, help="number of deals")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    server = GunicornProcess(workers=1)
    connection = http.client.HTTPConnection("127.0.0.1", server.port)

    def ask(method: str, path: str, body: Any) -> Any:
        data = None if body is None else json.dumps(body)
        connection.request(method, path, data, {"Content-Type": "application/json"} if data else {})
        return json.loads(connection.getresponse().read())

    try:
        tables = tables_of(ask, given.deals)
        rows = [row_of(level, milliseconds(ask, tables, level)) for level in LEVELS]
    finally:
        connection.close()
        server.stop()
    measured = conditions(load, f"{len(tables)} GET")
    write_table("hint_levels", MeasuredTable(parser.prog, measured, ("`level`", "`club`", "p50 ms", "p95 ms"), rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
