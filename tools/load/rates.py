"""Answers per second and their latencies: what people ask most, beside a bare Flask echo under the same settings."""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from service.core import engine, robots
from service.rules import cards
from tests.helpers.nginx import Balanced
from tools.bench import http
from tools.bench.__main__ import follow_requests, follows
from tools.load import wrk
from tools.load.wrk import Measured

WORKERS = 2
CLIENTS = (1, 10, 100, 1000)
ECHO = "bare echo"


class Load(NamedTuple):
    """Who is asked what."""

    name: str
    port: int
    requests: Sequence[bytes]


class Row(NamedTuple):
    """The medians of what a load found with so many clients."""

    name: str
    clients: int
    rate: float
    ratio: float
    """Of the rate to that of the echo, in the same round."""
    p50: float
    p99: float
    p999: float
    refused: float
    """The share of the answers."""
    unanswered: int


def leads(n: int) -> list[dict[str, Any]]:
    """Return distinct positions in which the landlord leads."""
    rules, rng = engine.rules_for("standard"), random.Random(2)
    return [{"hand": cards.text(robots.deal(rules, rng.randrange(1 << 40))[0])} for _ in range(n)]


def asked_by_get(body: Mapping[str, Any]) -> bytes:
    """Return a question in a query, such as a cache keeps the answer to."""
    return f"GET /v1/analyze?hand={body['hand']} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


@contextmanager
def everyone(n: int) -> Iterator[list[Load]]:
    """Start all that is asked, the echo first; every load has *n* distinct requests."""
    follow, led = follow_requests(n), leads(n)
    ours, echo = http.Server("app:create_app()", WORKERS), http.Server("tools.bench.http:echo_app()", WORKERS)
    with tempfile.TemporaryDirectory() as folder:
        kept = Balanced(Path(folder), 1)
        try:
            yield [
                Load(ECHO, echo.port, follow),
                Load("analyze, a follow", ours.port, follow),
                Load("analyze, a lead", ours.port, [http.packed(body | {"want": ["hints"]}) for body in led]),
                *(
                    Load(
                        f"move of {level}",
                        ours.port,
                        [http.packed(b | {"level": level}, "/v1/move") for b in follows(n)],
                    )
                    for level in ("club", "expert")
                ),
                Load("GET kept by nginx", kept.port, [asked_by_get(body) for body in led[:100]]),
            ]
        finally:
            kept.stop()
            ours.stop()
            echo.stop()


def rows_of(clients: int, found: Mapping[str, Sequence[Measured]]) -> list[Row]:
    """Return the rows of one number of clients: *found* are the rounds of each load."""
    middle = statistics.median
    return [
        Row(
            name,
            clients,
            middle(one.rate for one in rounds),
            middle(one.rate / echo.rate for one, echo in zip(rounds, found[ECHO], strict=True)),
            *(middle(getattr(one, share) for one in rounds) for share in ("p50", "p99", "p999")),
            middle(one.refused / one.answers if one.answers else 0.0 for one in rounds),
            sum(one.unanswered for one in rounds),
        )
        for name, rounds in found.items()
    ]


def measure(seconds: float, rounds: int, clients: Sequence[int] = CLIENTS) -> list[Row]:
    """Return what all loads find, each of so many seconds, in turn, so that a drifting machine strikes all."""
    rows = list[Row]()
    with everyone(2000) as loads:
        for load in loads:
            wrk.load(load.port, load.requests, 4, 1)
        for n in clients:
            found: dict[str, list[Measured]] = {load.name: [] for load in loads}
            for turn in range(rounds):
                for load in loads:
                    found[load.name].append(wrk.load(load.port, load.requests, n, seconds, 700 * turn))
            rows += rows_of(n, found)
    return rows


def show(rows: Sequence[Row]) -> str:
    """Return the table as Markdown."""
    lines = [
        "| | clients | answers/s | of the echo | p50 | p99 | p99.9 | refused | unanswered |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.name} | {row.clients:,} | {row.rate:,.0f} | {row.ratio:.2f} | {row.p50:,.1f} ms | {row.p99:,.1f} ms"
        f" | {row.p999:,.1f} ms | {row.refused:.1%} | {row.unanswered:,} |"
        for row in rows
    ]
    return "\n".join(lines)
