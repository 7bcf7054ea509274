"""Number of players that one instance serves, for a cheap and a heavy mix of requests: `python -m dev.load.players`.

wrk sends requests on a few connections without a pause to one instance with two workers, which gives its maximum rate.
A player sends a request every six seconds, and half of the maximum is reserved for peaks. `--write` writes
dev/benchmarks/players.json and the table in docs/operations.md. Server and wrk share the cores of this machine.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Mapping, Sequence

from dev.bench import http
from dev.bench.__main__ import follow_requests, follows
from dev.load import wrk
from dev.load.wrk import Measured
from dev.tables import MeasuredTable, conditions, write_table
from tests.helpers.nginx import Instance, wait_for

EVERY = 6.0
"""Seconds between two requests of a player."""

USED = 0.5
"""Fraction of an instance's maximum rate for players."""

WORKERS = 2
QUESTIONS = 1000


def mix(shares: Mapping[str, int]) -> list[bytes]:
    """Return requests in a fixed random order; *shares* are the percentages of `hints` and of moves of each level."""
    rng, positions = random.Random(3), list(follows(400))
    kinds = [kind for kind, share in shares.items() for _ in range(share * QUESTIONS // 100)]
    rng.shuffle(kinds)
    hints = follow_requests(400)
    return [
        hints[n % 400] if kind == "hints" else http.request_bytes(positions[n % 400] | {"level": kind}, "/v1/move")
        for n, kind in enumerate(kinds)
    ]


MIXES: Mapping[str, Mapping[str, int]] = {
    "cheap: 80 % hints, 20 % moves of `club`": {"hints": 80, "club": 20},
    "heavy: 70 % hints, 20 % moves of `club`, 10 % of `expert`": {"hints": 70, "club": 20, "expert": 10},
}


def players(measured: Measured) -> int:
    """Return the number of players for a measured rate, rounded down to tens."""
    return int(measured.rate * USED * EVERY / 10) * 10


def measure(seconds: float, clients: int) -> list[tuple[str, Measured]]:
    """Return the result of each mix."""
    rows = list[tuple[str, Measured]]()
    for name, shares in MIXES.items():
        instance = Instance({"WORKERS": str(WORKERS)})
        try:
            wait_for(instance.port, "/readyz")
            requests = mix(shares)
            wrk.run_wrk(instance.port, requests, clients, 2)
            rows.append((name, wrk.run_wrk(instance.port, requests, clients, seconds)))
        finally:
            instance.end()
    return rows


def player_table(rows: Sequence[tuple[str, Measured]], measured: str) -> MeasuredTable:
    """Return the table; *measured* describes the conditions."""
    cells = [
        (
            name, f"{m.rate:,.0f}", f"{m.p50:.1f} ms", f"{m.p99:.1f} ms",
            f"{100 * m.refused / max(m.answers, 1):.1f} %", f"{players(m):,}",
        )
        for name, m in rows
    ]  # fmt: skip
    columns = ("mix", "answers/s at most", "p50", "p99", "refused", "players")
    return MeasuredTable("python -m dev.load.players --write", measured, columns, cells)


def main() -> int:
    """Print the table; return 0 if every request was answered."""
    parser = argparse.ArgumentParser(prog="python -m dev.load.players", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="length of each load")
    parser.add_argument("--clients", type=int, default=10, help="connections of the load")
    parser.add_argument("--write", action="store_true", help="write dev/benchmarks/players.json and docs/operations.md")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    rows = measure(options.seconds, options.clients)
    table = player_table(rows, conditions(load))
    print(table.markdown(), end="")
    if options.write:
        write_table("players", table)
    return 1 if any(measured.unanswered for _, measured in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
