"""Latency of cheap requests beside the load of other callers: `python -m dev.load.neighbours`.

A client sends analyses of follows at a steady pace through nginx to two instances, alone and beside each load: batches
of moves of `master` in Guandan, bodies that are rejected, loops over every open path, slow clients. All callers have
their own address, the limits are those of deploy/nginx.conf, and heavy calls are idle as in deploy/compose.yaml.
`--write` writes the table in docs/measurements/figures.md.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from dev.bench.__main__ import follow_requests
from dev.load.slow import CLIENTS, SlowClients
from dev.tables import MeasuredTable, conditions, write_table
from tests.helpers.nginx import Balanced

PACE = 0.02
"""Seconds between two cheap requests."""

LIMIT, ATTACK_LIMIT = 3, 1.5
"""Maximum growth of the 99th percentile, beside the loads of the table and beside attacks."""

OPEN_PATHS = (
    "/", "/?lang=zh", "/docs", "/docs/swagger-ui-bundle.js", "/openapi.yaml", "/v1/variants",
    "/healthz",
)  # fmt: skip
"""Paths that need no key."""

MASTER = {
    "variant": "guandan", "options": {"level": "2"}, "seat": 0, "level": "master",
    "hand": "3s3h3c3d4c4c5s5h5c6s6h6d7h7c8h8d9h9dTsThQcKhAsAsAc2dD",
}  # fmt: skip
"""A move of about one second of a core."""

OPEN_HANDS = {
    "variant": "guandan",
    "hands": {
        "0": "3s3c4d5h5d6h6c6d7cTsTcTdJhJdJdQsQhQcKcKdAcAd2h2h2c2dX",
        "1": "3h4s5d6c7s7s8s8h8d9s9c9c9dThThTcKsKhKhKcKdAsAhAc2s2dX",
        "2": "3h3c4s4h4c5h5c5c6s7c7d7d8s8d9s9h9dJsJsJhJcQhQdAh2cDD",
        "3": "3s3d3d4h4c4d5s5s6s6h6d7h7h8h8c8c9hTsTdJcQsQcQdKsAsAd2s",
    },
}
"""Open hands that no search decides within the maximum of its states."""

FLOOD = {"hand": "3", "left": {str(number): 999 for number in range(5600)}}
"""A body of unknown keys that is rejected."""

MANY_LEADS = {
    "variant": "laizi", "options": {"wild": "A2"}, "seat": "landlord", "hand": "AAAA22229Q7TK5864J3X",
    "want": ["hints"],
}  # fmt: skip
"""An item with thousands of plays."""

SLOW = f"{CLIENTS} slow clients"

NamedLoad = tuple[str, Sequence[tuple[str, str, bytes | None]]]

SEED = b"7777777"
"""First digits of the seeds in a body; each request replaces them, so that no answer is cached."""

REAL_SETTINGS = {
    setting: setting for setting in ("rate=200r/s;", "rate=20r/s;", "rate=10r/s;", "proxy_read_timeout 30s;")
}
"""Changes of nginx's test configuration that are reverted."""


class Latencies(NamedTuple):
    """Latencies of cheap requests in milliseconds, and requests without a 200."""

    p50: float
    p99: float
    requests: int
    lost: int


class NeighbourRow(NamedTuple):
    """Cheap requests beside a load, and the answers to that load by status."""

    name: str
    alone: Latencies
    beside: Latencies
    statuses: Counter[int]

    @property
    def ratio(self) -> float:
        """99th percentile beside the load, divided by the one without it."""
        return self.beside.p99 / self.alone.p99

    def cells(self) -> list[str]:
        """Return the cells of the row."""
        statuses = ", ".join(f"{number:,} × {status}" for status, number in sorted(self.statuses.items()))
        both = [f"{one.p50:.1f} / {one.p99:.1f} ms" for one in (self.alone, self.beside)]
        return [self.name, *both, f"{self.ratio:.2f}", str(self.beside.lost), statuses]


HEAD = ("beside", "alone, p50 / p99", "beside, p50 / p99", "ratio of p99", "lost", "answers to the load")


@contextmanager
def own_machine() -> Iterator[None]:
    """Give this process priority where that is permitted: a client does not compete with the server for a core."""
    with suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


@own_machine()
def measure_cheap(port: int, bodies: Sequence[bytes], seconds: float) -> Latencies:
    """Return the latencies of cheap requests, each measured from the time it was due."""
    connection, times, lost = HTTPConnection("127.0.0.1", port, timeout=30), list[float](), 0
    began = time.perf_counter()
    for number in range(round(seconds / PACE)):
        due = began + number * PACE
        time.sleep(max(0.0, due - time.perf_counter()))
        try:
            connection.request(
                "POST", "/v1/analyze", bodies[number % len(bodies)], {"Content-Type": "application/json"}
            )
            answer = connection.getresponse()
            answer.read()
            lost += answer.status != 200
        except (OSError, HTTPException):
            connection.close()
            lost += 1
        times.append(1000 * (time.perf_counter() - due))
    connection.close()
    times.sort()
    return Latencies(times[len(times) // 2], times[int(0.99 * len(times))], len(times), lost)


def send_again(port: int, caller: int, method: str, path: str, body: bytes | None, stop: Any) -> Counter[int]:
    """Repeat a request on one connection until *stop* is set, with different seeds; return answers by status."""
    statuses, source, seed = Counter[int](), f"127.0.0.{caller + 2}", 1_000_000 * caller
    headers = {"Accept-Encoding": "gzip"} | ({"Content-Type": "application/json"} if body else {})
    while not stop.is_set():
        connection = HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
        try:
            while not stop.is_set():
                seed += 1
                connection.request(method, path, body and body.replace(SEED, b"%d" % seed), headers)
                answer = connection.getresponse()
                answer.read()
                statuses[answer.status] += 1
                if "Retry-After" in answer.headers:
                    stop.wait(0.05)
        except (OSError, HTTPException):
            statuses[0] += 1
        finally:
            connection.close()
    return statuses


def send_all(port: int, callers: Sequence[tuple[str, str, bytes | None]], stop: Any, results: Any) -> None:
    """Run all callers in one process, each with its own address; put their answers by status into *results*.

    They take no core that the server needs, as if they had a machine of their own.
    """
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with ThreadPoolExecutor(len(callers)) as threads:
        parts = [threads.submit(send_again, port, number, *caller, stop) for number, caller in enumerate(callers)]
        results.put(sum((part.result() for part in parts), Counter[int]()))


def batches(items: int) -> list[tuple[str, str, bytes | None]]:
    """Return eight callers of batches with *items* moves of `master` each."""
    each = [{"op": "move", "body": MASTER | {"seed": int(SEED + b"%d" % number)}} for number in range(items)]
    return [("POST", "/v1/batch", json.dumps({"items": each}).encode())] * 8


def loops(path: str) -> list[tuple[str, str, bytes | None]]:
    return [("GET", path, None)] * 4


@contextmanager
def callers_at(port: int, callers: Sequence[tuple[str, str, bytes | None]]) -> Iterator[Counter[int]]:
    """Send the requests of *callers* during the block; the counter then has the answers by status."""
    stop, statuses = multiprocessing.Event(), Counter[int]()
    results: Any = multiprocessing.Queue()
    everyone = multiprocessing.Process(target=send_all, args=(port, callers, stop, results))
    everyone.start()
    try:
        yield statuses
    finally:
        stop.set()
        statuses.update(results.get())
        everyone.join()


@contextmanager
def balanced_port() -> Iterator[int]:
    """Yield the port of nginx in front of two instances."""
    with tempfile.TemporaryDirectory() as folder:
        balanced = Balanced(Path(folder), 2, REAL_SETTINGS, PAILI_HEAVY_PRIORITY="idle")
        try:
            yield balanced.port
        finally:
            balanced.stop()


def moves(items: int) -> NamedLoad:
    return f"8 callers of batches of {items} moves of `master`, Guandan", batches(items)


def all_loads(items: int) -> list[NamedLoad]:
    """Return the name and the callers of each load of the table; slow clients have none."""
    open_paths: list[NamedLoad] = [(f"4 loops over `{path}`", loops(path)) for path in OPEN_PATHS]
    return [("nothing", []), moves(items), *open_paths, (SLOW, [])]


def attacks() -> list[NamedLoad]:
    """Return one and two callers each of the dearest moves, of open hands, and of bodies that are rejected."""
    flood = json.dumps(FLOOD, separators=(",", ":")).encode()
    batch = json.dumps({"items": [{"op": "analyze", "body": MANY_LEADS}] * 64}).encode()
    requests = {
        "batches of 2 moves of `master`, Guandan": batches(2)[0],
        "open hands of Guandan": ("POST", "/v1/solve", json.dumps(OPEN_HANDS).encode()),
        "a body with 5,600 unknown keys": ("POST", "/v1/analyze", flood),
        "a batch of 64 leads with eight wild cards": ("POST", "/v1/batch", batch),
    }
    return [(f"{callers} × {name}", [request] * callers) for name, request in requests.items() for callers in (1, 2)]


def measure(loads: Sequence[NamedLoad], seconds: float) -> list[NeighbourRow]:
    """Return a row for each load; the server is restarted for each."""
    bodies = [request.partition(b"\r\n\r\n")[2] for request in follow_requests(400)]
    rows = []
    for name, callers in loads:
        with balanced_port() as port:
            measure_cheap(port, bodies, 2)
            alone = measure_cheap(port, bodies, seconds)
            others = SlowClients(port, CLIENTS) if name == SLOW else nullcontext()
            with callers_at(port, callers) if callers else nullcontext(Counter[int]()) as statuses, others:
                time.sleep(1)
                beside = measure_cheap(port, bodies, seconds)
        rows.append(NeighbourRow(name, alone, beside, statuses))
        print(" | ".join(rows[-1].cells()), flush=True)
    return rows


def main() -> int:
    """Print the rows; return 0 if every ratio is within the limit and nothing was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.load.neighbours",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="length of each measurement")
    parser.add_argument("--items", type=int, default=4, help="moves in a batch")
    parser.add_argument("--write", action="store_true", help="write the table in docs/measurements/figures.md")
    parser.add_argument("--attacks", action="store_true", help="measure attacks, with a lower limit, not the table")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    print(" | ".join(HEAD), flush=True)
    rows = measure(attacks() if options.attacks else all_loads(options.items), options.seconds)
    if options.write:
        name, flag = ("attacks", "--attacks ") if options.attacks else ("neighbours", "")
        command, measured = f"python -m dev.load.neighbours {flag}--write", f"{options.seconds:g} s each"
        cells = [row.cells() for row in rows]
        write_table(name, MeasuredTable(command, conditions(load, measured), HEAD, cells))
    most = ATTACK_LIMIT if options.attacks else LIMIT
    ratio, lost = max(row.ratio for row in rows), sum(row.beside.lost for row in rows)
    print(f"p99 of cheap requests at most {ratio:.2f} times the one alone (limit {most}); {lost} lost")
    return int(ratio > most or lost > 0)


if __name__ == "__main__":
    sys.exit(main())
