"""Memory of one worker over very many requests, without replacement."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dev.bench import http
from dev.bench.__main__ import follow_requests, history_requests
from dev.load import wrk

MOST = 0.01
"""Maximum growth of a worker relative to its warm memory."""

CLIENTS = 8
WARMING_CLIENTS = 64
"""Clients: more than the threads of a worker.

Each call that ever runs next to others gets an engine of some 4 MB and keeps it. With eight clients the maximum number
of parallel calls would occur only by chance, late in a long run.
"""
PIECE = 5.0
"""Seconds of load between two measurements of the memory."""

MOST_EMPTY = 60
"""Intervals without an answer after which the server is considered dead."""


class MemoryGrowth(NamedTuple):
    """The growth of a worker over some requests."""

    requests: int
    refused: int
    warm: float
    """Megabytes after warming up."""
    after: float
    """Megabytes after all requests."""
    seconds: float

    @property
    def share(self) -> float:
        """Return the growth relative to the warm memory."""
        return self.after / self.warm - 1

    @property
    def leaks(self) -> bool:
        """Return whether the growth exceeds the limit."""
        return self.share >= MOST


def all_requests(n: int) -> list[bytes]:
    """Return *n* different requests; a large *n* exceeds the caches of a worker."""
    return follow_requests(n - n // 4) + history_requests(n // 4)


def load_until(
    port: int, requests: Sequence[bytes], clients: int, most: int, piece: float, tell: Callable[[int], None]
) -> tuple[int, int]:
    """Send requests until *most* are answered or no answers arrive; return the numbers of answers and rejections."""
    answers = refused = empty = 0
    while answers < most and empty < MOST_EMPTY:
        measured = wrk.run_wrk(port, requests, clients, piece, answers)
        empty = 0 if measured.answers else empty + 1
        answers += measured.answers
        refused += measured.refused + measured.unanswered
        tell(answers)
    return answers, refused


def measure(
    most: int,
    warm: int,
    application: str = "app:create_app()",
    distinct: int = 12_000,
    piece: float = PIECE,
    tells: bool = False,
) -> MemoryGrowth:
    """Return the growth of a worker over *most* requests after *warm* others."""
    requests = all_requests(distinct)
    server = http.BenchServer(application, 1, "--max-requests", "0")

    def tell(answers: int) -> None:
        if tells:
            print(f"memory: {answers:,} requests, {server.worker_megabytes():.2f} MB", flush=True)

    try:
        load_until(server.port, requests, WARMING_CLIENTS, warm, piece, tell)
        before, began = server.worker_megabytes(), time.perf_counter()
        answers, refused = load_until(server.port, requests, CLIENTS, most, piece, tell)
        return MemoryGrowth(answers, refused, before, server.worker_megabytes(), time.perf_counter() - began)
    finally:
        server.stop()


def show(growth: MemoryGrowth) -> str:
    """Return the result in a line."""
    return (
        f"memory: {growth.warm:.2f} MB warm, {growth.after:.2f} MB after {growth.requests:,} more requests in "
        f"{growth.seconds:,.0f} s: {growth.share:+.2%} (at most {MOST:.0%}); {growth.refused} refused"
    )
