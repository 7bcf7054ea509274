"""Lost requests and latencies during upgrades, restarts and crashes: `python -m dev.load.outages`.

Two instances with two workers each run behind nginx, and wrk sends analyses of follows on one connection without a
pause. Each row repeats one event at the first instance for about 12 seconds, on the loopback of this machine. `--write`
writes dev/benchmarks/outages.json and the table in docs/measurements/figures.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from dev.bench.__main__ import follow_requests
from dev.load import wrk
from dev.load.wrk import Measured
from dev.tables import MeasuredTable, conditions, write_table
from tests.helpers.nginx import Balanced, Instance, wait_for
from tests.helpers.redis import Redis
from tests.helpers.waiting import wait_until

PAUSE = 1.0
"""Seconds between two events."""


def status_fields(pid: int) -> list[str]:
    """Return state, parent and process group of a process; an empty list if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return []
    return [] if fields[0] == "Z" else fields


def processes_of(instance: Instance) -> dict[int, int]:
    """Return the processes of an instance, each with its parent."""
    listed = {int(path.name): status_fields(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    return {pid: int(fields[1]) for pid, fields in listed.items() if fields and int(fields[2]) == instance.process.pid}


def main_process(instance: Instance) -> int:
    """Return the main process of an instance: the one whose parent is in another group."""
    processes = processes_of(instance)
    (pid,) = [pid for pid, parent in processes.items() if parent not in processes]
    return pid


def worker_pids(instance: Instance) -> list[int]:
    """Return the workers of an instance that has one main process."""
    main = main_process(instance)
    return sorted(pid for pid, parent in processes_of(instance).items() if parent == main)


def wait_until_gone(pids: Sequence[int]) -> None:
    """Wait until none of some processes runs."""
    wait_until(lambda: not any(map(status_fields, pids)))


class Surroundings:
    """Two instances behind nginx, with Redis and a key file."""

    def __init__(self, folder: Path) -> None:
        self.redis, self.keys = Redis(folder), folder / "keys"
        self.keys.write_text(f"load {sha256(b'one').hexdigest()} 900000000/hour\n")
        self.balanced = Balanced(
            folder, 2, WORKERS="2", PAILI_KEYS_FILE=str(self.keys), PAILI_RATE_LIMIT="900000000/hour",
            PAILI_REDIS=self.redis.address,
        )  # fmt: skip
        self.first = self.balanced.instances[0]

    def restart(self) -> None:
        self.first.start()
        wait_for(self.first.port, "/readyz")

    def stop(self) -> None:
        """Stop everything."""
        self.balanced.stop()
        self.redis.stop()


def do_nothing(around: Surroundings) -> None:
    """Leave the instances alone."""


def upgrade(around: Surroundings) -> None:
    """Start a new main process, and end the old one once the new workers run."""
    old, before = main_process(around.first), set(processes_of(around.first))
    os.kill(old, signal.SIGUSR2)
    wait_until(lambda: len(set(processes_of(around.first)) - before) == len(before))
    os.kill(old, signal.SIGTERM)
    if old == around.first.process.pid:
        around.first.process.wait(timeout=60)
    wait_until_gone([old])
    time.sleep(1.5)  # until the new one has noticed


def reload(around: Surroundings) -> None:
    old = worker_pids(around.first)
    os.kill(main_process(around.first), signal.SIGHUP)
    wait_until_gone(old)


def terminate(around: Surroundings) -> None:
    around.first.end(signal.SIGTERM)
    around.restart()


def kill_worker(around: Surroundings) -> None:
    os.kill(worker_pids(around.first)[0], signal.SIGKILL)
    time.sleep(1.5)


def kill_main(around: Surroundings) -> None:
    pids = worker_pids(around.first)
    around.first.process.send_signal(signal.SIGKILL)
    around.first.process.wait()
    wait_until_gone(pids)
    around.restart()


def kill_instance(around: Surroundings) -> None:
    around.first.end(signal.SIGKILL)
    around.restart()


def stop_redis(around: Surroundings) -> None:
    around.redis.stop()
    time.sleep(2)
    around.redis.start()


def break_keys(around: Surroundings) -> None:
    text = around.keys.read_text()
    around.keys.write_text("broken\n")
    reload(around)
    around.keys.write_text(text)


SMALL_DISK = ("unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=1m tmpfs /dev/shm && exec "$@"', "sh")
"""Command prefix that puts the folder of the counters on a disk of one megabyte."""


def fill_disk(around: Surroundings) -> None:
    """Fill the disk of the counters, start workers while it is full, then empty it.

    First move the counters to a small disk.
    """
    if not around.first.wrapper:
        around.first.end(signal.SIGTERM)
        around.first.wrapper = SMALL_DISK
        around.restart()
    inside = ("nsenter", "-m", "-t", str(main_process(around.first)))
    filled = subprocess.run(
        [*inside, "dd", "if=/dev/zero", "of=/dev/shm/filler", "bs=1k"], capture_output=True, check=False
    )
    assert b"No space left" in filled.stderr, filled.stderr
    reload(around)
    subprocess.run([*inside, "rm", "/dev/shm/filler"], check=True)


def may_mount() -> bool:
    return shutil.which("unshare") is not None and not subprocess.run([*SMALL_DISK, "true"], check=False).returncode


class Outage(NamedTuple):
    """An event at an instance, at Redis or at the key file."""

    name: str
    happen: Callable[[Surroundings], None]


OUTAGES: Mapping[str, Outage] = {
    "none": Outage("none", do_nothing),
    "upgrade": Outage("upgrade (`USR2`, then `TERM`)", upgrade),
    "reload": Outage("reload (`HUP`)", reload),
    "term": Outage("`TERM` to an instance, then its start", terminate),
    "worker": Outage("`kill -9` of a worker", kill_worker),
    "main": Outage("`kill -9` of a main process, then its start", kill_main),
    "instance": Outage("`kill -9` of a whole instance, then its start", kill_instance),
    "redis": Outage("`kill -9` of Redis, then its start 2 s later", stop_redis),
    "keys": Outage("an invalid key file and a reload", break_keys),
    "disk": Outage("the disk of the counters full, and a reload", fill_disk),
}


class OutageRow(NamedTuple):
    """An event, how often it happened, and the load that clients measured meanwhile."""

    name: str
    times: int
    measured: Measured

    @property
    def lost(self) -> int:
        """Requests that were rejected or not answered."""
        return self.measured.refused + self.measured.unanswered

    def cells(self) -> list[str]:
        """Return the cells of the row."""
        m = self.measured
        return [
            self.name, str(self.times), f"{m.answers + m.unanswered:,}", str(self.lost), f"{m.p50:.1f} ms",
            f"{m.p999:.1f} ms", f"{m.p999 / m.p50:.1f}",
        ]  # fmt: skip


HEAD = ("event at the first of two instances", "times", "requests", "lost", "p50", "p99.9", "p99.9 / p50")


def with_key(request: bytes) -> bytes:
    return request.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer one\r\n\r\n", 1)


def happen_again(outage: Outage, around: Surroundings, load: Future[Measured], last: float) -> int:
    """Repeat an event during a load; return the number of repetitions."""
    times = 0
    while not load.done() and time.monotonic() < last:
        time.sleep(PAUSE)
        outage.happen(around)
        times += 1
    return times


def measure(names: Sequence[str], seconds: float, clients: int) -> list[OutageRow]:
    """Return a row for each named outage."""
    requests, rows = [with_key(request) for request in follow_requests(400)], list[OutageRow]()
    for name in names:
        if name == "disk" and not may_mount():
            print("disk: skipped, no file system may be mounted here", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as loads:
            around = Surroundings(Path(folder))
            try:
                port = around.balanced.port
                wrk.run_wrk(port, requests, clients, 2)  # fills caches and connections
                load = loads.submit(wrk.run_wrk, port, requests, clients, seconds)
                times = happen_again(OUTAGES[name], around, load, time.monotonic() + seconds - 4)
                rows.append(OutageRow(OUTAGES[name].name, times, load.result()))
            finally:
                around.stop()
    return rows


def outage_table(rows: Sequence[OutageRow], measured: str) -> MeasuredTable:
    """Return the table, with a row of totals; *measured* describes the conditions."""
    total = sum(row.measured.answers + row.measured.unanswered for row in rows)
    sums = ["total", str(sum(row.times for row in rows)), f"{total:,}", str(sum(row.lost for row in rows)), "", "", ""]
    cells = [*(row.cells() for row in rows), sums]
    return MeasuredTable("python -m dev.load.outages --write", measured, HEAD, cells)


def main() -> int:
    """Print the table; return 0 if nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m dev.load.outages", description=__doc__)
    parser.add_argument("outages", nargs="*", help=f"of {', '.join(OUTAGES)}; default: all")
    parser.add_argument("--seconds", type=float, default=12.0, help="length of each load")
    parser.add_argument("--clients", type=int, default=1, help="connections of the load")
    parser.add_argument(
        "--write", action="store_true", help="write dev/benchmarks/outages.json and docs/measurements/figures.md"
    )
    options = parser.parse_args()
    if unknown := set(options.outages) - OUTAGES.keys():
        parser.error(f"there is no outage {', '.join(sorted(unknown))}")
    load = os.getloadavg()[0]
    rows = measure(options.outages or list(OUTAGES), options.seconds, options.clients)
    table = outage_table(rows, conditions(load, f"connections: {options.clients}"))
    print(table.markdown(), end="")
    if options.write:
        write_table("outages", table)
    return 1 if any(row.lost for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
