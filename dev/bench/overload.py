"""Latency of cheap requests while every slot computes: `python -m dev.bench.overload`.

One server runs with two workers. Each round measures hints alone, then hints while more callers than slots send moves
of `master` without a pause. The medians of the rounds are printed. `--write` writes
dev/benchmarks/overload.json and the table in docs/operations.md.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from dev.bench import http
from dev.bench.__main__ import follow_requests
from dev.tables import MeasuredTable, conditions, write_table
from tests.helpers.nginx import ask

HEAVY = {"hand": "34567899JJQQKA22D", "level": "master"}


class Round(NamedTuple):
    """The result of one round: times in milliseconds."""

    idle: tuple[float, float]
    """p50 and p99 of hints alone."""
    beside: tuple[float, float]
    """p50 and p99 of hints beside heavy calls."""
    health: float
    """The slowest probe beside heavy calls."""
    heavy: Counter[int]
    """Heavy calls by status."""
    refused: float
    """Median time until the rejection of a heavy call, in milliseconds; 0 without a rejection."""


CallResults = tuple[Counter[int], list[float]]
"""Heavy calls by status, and the times of the rejected ones, in milliseconds."""


def call_heavy(port: int, seed: int, polite: bool, stop: Any) -> CallResults:
    """Send heavy calls until *stop* is set; after a rejection wait for Retry-After if *polite*."""
    statuses, refused = Counter[int](), list[float]()
    while not stop.is_set():
        seed += 1000
        body = http.request_bytes(HEAVY | {"seed": seed}).partition(b"\r\n\r\n")[2]
        began = time.perf_counter()
        answer = ask(port, "/v1/move", body)
        statuses[answer.status] += 1
        if answer.status == 503:
            refused.append(1000 * (time.perf_counter() - began))
            stop.wait(int(answer.headers["Retry-After"]) if polite else 0.01)
    return statuses, refused


def call_all(port: int, callers: int, polite: bool, stop: Any, results: Any) -> None:
    """Run all callers in their own process, and put their merged results into *results*."""
    with ThreadPoolExecutor(callers) as threads:
        parts = list(threads.map(lambda seed: call_heavy(port, seed, polite, stop), range(callers)))
    results.put((sum((part[0] for part in parts), Counter[int]()), sorted(took for part in parts for took in part[1])))


def shares(times: Sequence[float]) -> tuple[float, float]:
    """Return p50 and p99 of sorted *times*, in milliseconds."""
    return 1000 * times[len(times) // 2], 1000 * times[int(0.99 * len(times))]


def slowest_probe(port: int, until: float) -> float:
    """Return the time of the slowest probe in milliseconds."""
    slowest = 0.0
    while time.perf_counter() < until:
        began = time.perf_counter()
        assert ask(port, "/healthz").status == 200
        slowest = max(slowest, 1000 * (time.perf_counter() - began))
        time.sleep(0.05)
    return slowest


def one_round(port: int, requests: Sequence[bytes], callers: int, seconds: float, polite: bool) -> Round:
    """Return the result of one round."""
    idle = shares(http.measure_load(port, requests, 1, seconds)[1])
    stop, results = multiprocessing.Event(), multiprocessing.Queue()
    everyone = multiprocessing.Process(target=call_all, args=(port, callers, polite, stop, results))
    everyone.start()
    time.sleep(1.0)
    beside = shares(http.measure_load(port, requests, 1, seconds)[1])
    health = slowest_probe(port, time.perf_counter() + 2.0)
    stop.set()
    heavy, refused = results.get()
    everyone.join()
    return Round(idle, beside, health, heavy, statistics.median(refused) if refused else 0.0)


def rounds(options: Any) -> list[Round]:
    """Return the results of all rounds."""
    server = http.BenchServer("app:create_app()", workers=options.workers)
    requests = follow_requests(400)
    try:
        http.measure_load(server.port, requests, 4, 1.0)
        return [
            one_round(server.port, requests, options.callers, options.seconds, options.polite)
            for _ in range(options.rounds)
        ]
    finally:
        server.stop()


def overload_table(measured: Sequence[Round], options: Any, when: str) -> MeasuredTable:
    """Return the medians as a table of one row; *when* describes the conditions."""

    def middle(values: Sequence[float]) -> str:
        return f"{statistics.median(values):.1f}"

    idle, beside = (
        f"{middle([part[0] for part in parts])} / {middle([part[1] for part in parts])} ms"
        for parts in ([one.idle for one in measured], [one.beside for one in measured])
    )
    ratio = statistics.median(one.beside[1] / one.idle[1] for one in measured)
    columns = ("heavy callers", "alone, p50 / p99", "beside heavy calls, p50 / p99", "ratio of p99", "refused after")
    callers = f"{options.callers}, {'respecting' if options.polite else 'ignoring'} `Retry-After`"
    row = (callers, idle, beside, f"{ratio:.2f}", f"{middle([one.refused for one in measured])} ms")
    command = f"python -m dev.bench.overload {'--polite ' if options.polite else ''}--write"
    return MeasuredTable(command, f"{when}, medians of {options.rounds} rounds", columns, [row])


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(prog="python -m dev.bench.overload", description=__doc__)
    parser.add_argument("--callers", type=int, default=24, help="callers of heavy requests")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each half of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--polite", action="store_true", help="heavy callers respect Retry-After")
    parser.add_argument(
        "--write", action="store_true", help="write dev/benchmarks/overload.json and docs/operations.md"
    )
    options, load = parser.parse_args(), os.getloadavg()[0]
    measured = rounds(options)

    def middle(values: Sequence[float]) -> float:
        return statistics.median(values)

    for name, part in (("hints alone", 0), ("hints beside heavy calls", 1)):
        half, most = (middle([one[part][i] for one in measured]) for i in range(2))
        print(f"{name:26} p50 {half:7.2f} ms   p99 {most:7.2f} ms")
    print(f"ratio of p99               {middle([one.beside[1] / one.idle[1] for one in measured]):.2f}")
    print(f"slowest probe              {middle([one.health for one in measured]):.1f} ms")
    print(f"heavy calls                {dict(sum((one.heavy for one in measured), Counter()))}")
    print(f"refused after              {middle([one.refused for one in measured]):.1f} ms")
    if options.write:
        write_table("overload", overload_table(measured, options, conditions(load)))


if __name__ == "__main__":
    main()
