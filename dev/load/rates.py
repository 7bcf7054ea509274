"""Answers per second and latencies of common requests, compared with a bare Flask echo under the same settings."""

from __future__ import annotations

import random
import statistics
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from dev.bench import http
from dev.bench.__main__ import follow_requests, follows
from dev.load import wrk
from dev.load.wrk import Measured
from dev.tables import MeasuredTable
from service.core import engine, robots
from service.rules import cards
from tests.helpers.nginx import Balanced

WORKERS = 2
CLIENTS = (1, 10, 100, 1000)
ECHO = "bare echo"


class LoadTarget(NamedTuple):
    """A port and the requests that it gets."""

    name: str
    port: int
    requests: Sequence[bytes]


class RateRow(NamedTuple):
    """The medians of a load over its rounds, for one number of clients."""

    name: str
    clients: int
    rate: float
    ratio: float
    """Ratio of the rate to that of the echo in the same round."""
    p50: float
    p99: float
    p999: float
    refused: float
    """Fraction of the answers that were rejected."""
    unanswered: int


def leads(n: int) -> list[dict[str, Any]]:
    """Return distinct leads of the landlord."""
    rules, rng = engine.rules_for("standard"), random.Random(2)
    return [{"hand": cards.text(robots.deal(rules, rng.randrange(1 << 40))[0])} for _ in range(n)]


def get_request(body: Mapping[str, Any]) -> bytes:
    """Return a GET request with a cacheable answer."""
    return f"GET /v1/analyze?hand={body['hand']} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


@contextmanager
def load_targets(n: int) -> Iterator[list[LoadTarget]]:
    """Start all servers, the echo first; every load has *n* different requests."""
    follow, led = follow_requests(n), leads(n)
    ours, echo = http.BenchServer("app:create_app()", WORKERS), http.BenchServer("dev.bench.http:echo_app()", WORKERS)
    with tempfile.TemporaryDirectory() as folder:
        kept = Balanced(Path(folder), 1)
        try:
            yield [
                LoadTarget(ECHO, echo.port, follow),
                LoadTarget("analyze, a follow", ours.port, follow),
                LoadTarget(
                    "analyze, a lead", ours.port, [http.request_bytes(body | {"want": ["hints"]}) for body in led]
                ),
                *(
                    LoadTarget(
                        f"move of {level}",
                        ours.port,
                        [http.request_bytes(b | {"level": level}, "/v1/move") for b in follows(n)],
                    )
                    for level in ("club", "expert")
                ),
                LoadTarget("GET kept by nginx", kept.port, [get_request(body) for body in led[:100]]),
            ]
        finally:
            kept.stop()
            ours.stop()
            echo.stop()


def rate_rows(clients: int, rounds_of: Mapping[str, Sequence[Measured]]) -> list[RateRow]:
    """Return the rows for one number of clients; *rounds_of* has the rounds of each load."""
    middle = statistics.median
    return [
        RateRow(
            name,
            clients,
            middle(one.rate for one in rounds),
            middle(one.rate / echo.rate for one, echo in zip(rounds, rounds_of[ECHO], strict=True)),
            *(middle(getattr(one, share) for one in rounds) for share in ("p50", "p99", "p999")),
            middle(one.refused / one.answers if one.answers else 0.0 for one in rounds),
            sum(one.unanswered for one in rounds),
        )
        for name, rounds in rounds_of.items()
    ]


def measure(seconds: float, rounds: int, clients: Sequence[int] = CLIENTS) -> list[RateRow]:
    """Return the results of all loads; they run in turn, so that a change of the machine's speed affects all."""
    rows = list[RateRow]()
    with load_targets(2000) as loads:
        for load in loads:
            wrk.run_wrk(load.port, load.requests, 4, 1)
        for n in clients:
            rounds_of: dict[str, list[Measured]] = {load.name: [] for load in loads}
            for turn in range(rounds):
                for load in loads:
                    rounds_of[load.name].append(wrk.run_wrk(load.port, load.requests, n, seconds, 700 * turn))
            rows += rate_rows(n, rounds_of)
    return rows


def rate_table(rows: Sequence[RateRow], measured: str) -> MeasuredTable:
    """Return the table; *measured* describes the conditions."""
    columns = ("load", "clients", "answers/s", "ratio to the echo", "p50", "p99", "p99.9", "refused", "unanswered")
    cells = [
        (
            row.name, f"{row.clients:,}", f"{row.rate:,.0f}", f"{row.ratio:.2f}", f"{row.p50:,.1f} ms",
            f"{row.p99:,.1f} ms", f"{row.p999:,.1f} ms", f"{100 * row.refused:.1f} %", f"{row.unanswered:,}",
        )
        for row in rows
    ]  # fmt: skip
    return MeasuredTable("python -m dev.load rates --write", measured, columns, cells)
