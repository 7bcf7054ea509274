"""How many players an instance serves: `python -m tools.load.players` measures a cheap and a heavy mix of questions.

One instance of two workers, and wrk, which asks on a few connections without a pause: the most that it answers.
A player asks once in six seconds, and half of the most is left for peaks. `--write` puts the table into
docs/operations.md. Server and wrk share the cores of this machine.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Mapping, Sequence

from tests.helpers.nginx import Instance, wait_for
from tools import ROOT
from tools.bench import http
from tools.bench.__main__ import follow_requests, follows
from tools.load import wrk
from tools.load.wrk import Measured

PAGE = ROOT / "docs" / "operations.md"
BEGIN, END = "<!-- python -m tools.load.players --write -->\n", "<!-- end of the table of players -->\n"
EVERY = 6.0
"""Seconds from one question of a player to the next."""

USED = 0.5
"""The share of the most that an instance answers which players may need."""

WORKERS = 2
QUESTIONS = 1000


def mix(shares: Mapping[str, int]) -> list[bytes]:
    """Return questions in a fixed random order: of a hundred so many `hints`, and moves of so many of each level."""
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
    """Return how many players an instance serves that answers so much, in whole tens."""
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


def show(rows: Sequence[tuple[str, Measured]]) -> str:
    """Return the table."""
    lines = ["| mix | answers/s at most | p50 | p99 | refused | players |", "|---|---|---|---|---|---|"]
    for name, m in rows:
        refused = m.refused / m.answers if m.answers else 0.0
        lines.append(
            f"| {name} | {m.rate:,.0f} | {m.p50:.1f} ms | {m.p99:.1f} ms | {100 * refused:.1f} % | {players(m):,} |"
        )
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    """Print the table; return 0 if every question was answered."""
    parser = argparse.ArgumentParser(prog="python -m tools.load.players", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each load")
    parser.add_argument("--clients", type=int, default=10, help="connections of the load")
    parser.add_argument("--write", action="store_true", help="write the table into docs/operations.md")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    rows = measure(options.seconds, options.clients)
    note = f"{time.strftime('%-d %B %Y')}, {os.cpu_count()} cores, load average {load:.1f} before.\n\n"
    print(note + show(rows), end="")
    if options.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}{note}{show(rows)}{END}{rest.partition(END)[2]}", "utf-8")
    return 1 if any(measured.unanswered for _, measured in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
