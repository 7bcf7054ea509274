"""Open hands of random deals, on one core: the verdict, and every winning play with a line."""

from __future__ import annotations

import time

from dev.bench.rows import Row, row
from service.core import engine
from service.core.open_hands import solve_open
from tests.helpers.open_endings import random_deal

RULES = engine.rules_for("standard")

NODES = 5_000_000

PUBLIC = "best public C++ solver, its own figure"
PUBLIC_MS = {"solve_24": 25.0, "solve_30": 772.0}


def bench_solve(rows: dict[str, Row]) -> None:
    """Measure open hands of 24 and 30 cards, with the share solved within 5 million states."""
    for name, size, n, verdict_only in (
        ("solve_24", 24, 300, True),
        ("solve_24_plays", 24, 200, False),
        ("solve_30", 30, 60, True),
    ):
        took, solved = [], 0
        for seed in range(n):
            question = random_deal(RULES, size, seed)
            began = time.perf_counter()
            answer = solve_open(RULES, question, NODES, verdict_only=verdict_only)
            took.append(1000 * (time.perf_counter() - began))
            solved += answer.exact
        base = [PUBLIC_MS[name]] if name in PUBLIC_MS else [rows["solve_24"]["median"]]
        rows[name] = row(took, "ms", PUBLIC if name in PUBLIC_MS else "the verdict alone", base)
        rows[name]["solved"] = solved / n
