"""Counters of exited workers: they are merged once, and folders of killed servers are removed."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict, mmap_key
from prometheus_client.multiprocess import MultiProcessCollector

from service.http.metrics import files as metrics_files
from service.http.metrics import prometheus
from service.http.metrics.files import Folder
from tests.http.test_server import BODY, GunicornProcess, analyses_counted

REQUESTS = 200


def made(place: Path, name: str, whole: bool = True) -> Path:
    """Return a folder that no process has locked, complete or incomplete."""
    folder = place / name
    folder.mkdir()
    if whole:
        (folder / "lock").touch()
    return folder


def test_only_folders_that_killed_servers_left_are_removed(tmp_path: Path) -> None:
    """Folders that are in use, incomplete or of another name stay, and so do targets of links."""
    left, used, begun = (made(tmp_path, f"paili-metrics-{n}-x", whole=n < 3) for n in (1, 2, 3))
    other = made(tmp_path, "other")
    link = tmp_path / "paili-metrics-4-x"
    link.symlink_to(other)
    (left / "counter_7.db").touch()
    held = os.open(used, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    folder = Folder(str(tmp_path))
    assert set(tmp_path.iterdir()) == {used, begun, other, link, folder.path}
    metrics_files.remove_stale(tmp_path)
    assert folder.path.exists()
    folder.remove()
    os.close(held)
    metrics_files.remove_stale(tmp_path)
    assert set(tmp_path.iterdir()) == {begun, other, link}


def test_a_folder_of_another_user_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = made(tmp_path, "paili-metrics-1-x")
    monkeypatch.setattr(os, "geteuid", lambda: left.stat().st_uid + 1)
    metrics_files.remove_stale(tmp_path)
    assert left.exists()


def count(folder: Folder, pid: int, kind: str, value: float) -> None:
    """Write the counters of a worker, like Prometheus' client."""
    counts = MmapedDict(str(folder.path / f"{kind}_{pid}.db"))
    counts.write_value(mmap_key("n", "n_total", ["of"], [kind], "help"), value, 0.0)
    counts.close()


def counted(folder: Folder, kind: str) -> float:
    """Return the sum in a scrape."""
    rows = [row for metric in prometheus.Workers(folder.path).collect() for row in metric.samples]
    return sum(row.value for row in rows if row.labels.get("of") == kind)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(str(tmp_path))


def test_what_ended_workers_counted_is_added_up(folder: Folder) -> None:
    for pid in range(1, 9):
        count(folder, pid, "counter", pid)
        count(folder, pid, "gauge_livesum", 1)
        assert counted(folder, "gauge_livesum") == 1
        folder.end(pid)
        assert counted(folder, "counter") == pid * (pid + 1) / 2
        assert counted(folder, "gauge_livesum") == 0
    assert {path.name for path in folder.path.iterdir()} == {"counter_ended.db", "lock"}


def test_buckets_are_added_up_as_they_are(folder: Folder) -> None:
    """A scrape makes them cumulative; sums that were already cumulative would grow twice."""
    for pid in (1, 2, 3):
        counts = MmapedDict(str(folder.path / f"histogram_{pid}.db"))
        for bound in ("1.0", "2.0", "+Inf"):
            counts.write_value(mmap_key("s", "s_bucket", ["le"], [bound], "help"), pid, 0.0)
        counts.close()

    def shown() -> list[tuple[str, float]]:
        (metric,) = prometheus.Workers(folder.path).collect()
        return [(row.name + row.labels.get("le", ""), row.value) for row in metric.samples]

    before = shown()
    assert ("s_bucket+Inf", 18) in before
    folder.end(1)
    folder.end(2)
    assert shown() == before


def test_a_worker_that_was_killed_at_birth_is_no_error(folder: Folder) -> None:
    count(folder, 1, "counter", 5)
    for name in ("counter_2.db", "histogram_2.db"):
        (folder.path / name).touch()
    assert counted(folder, "counter") == 5  # a scrape skips an empty file
    folder.end(2)
    folder.end(3)
    assert {path.name for path in folder.path.iterdir()} == {"counter_1.db", "lock"}


def test_a_scrape_that_does_not_end_only_puts_it_off(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_files, "PATIENCE", 0.05)
    count(folder, 1, "counter", 5)
    with metrics_files.reading(folder.path), pytest.raises(BlockingIOError):
        folder.end(1)
    assert counted(folder, "counter") == 5
    folder.end(2)
    assert counted(folder, "counter") == 5
    assert not (folder.path / "counter_1.db").exists()


def test_a_scrape_waits_until_all_is_added_up(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    count(folder, 1, "counter", 5)
    began, totals = threading.Event(), list[float]()
    merge: Callable[..., object] = MultiProcessCollector.merge

    def noted(files: list[str]) -> object:
        began.set()
        return merge(files)

    monkeypatch.setattr(MultiProcessCollector, "merge", staticmethod(noted))
    scrape = threading.Thread(target=lambda: totals.append(counted(folder, "counter")))
    with metrics_files.adding(folder.path):
        scrape.start()
        assert not began.wait(0.2)
    scrape.join()
    assert totals == [5]


def test_the_module_needs_no_client_of_prometheus() -> None:
    """The client would look for the folder before the server has created it."""
    words = "import sys, service.http.metrics.files; raise SystemExit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


def is_alive(pid: int) -> bool:
    """Return whether a process exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def numbers(folder: Path) -> set[str]:
    """Return the process ids in the names of a folder's files."""
    return {match[1] for path in folder.iterdir() if (match := re.search(r"_([^_]+)\.db$", path.name))}


@pytest.mark.server
def test_counters_never_fall_while_workers_are_replaced() -> None:
    server = GunicornProcess(2, "--max-requests 20 --max-requests-jitter 0")
    seen, going = list[int](), True

    def scrape() -> None:
        while going:
            seen.append(analyses_counted(server))

    scraping = threading.Thread(target=scrape)
    try:
        scraping.start()
        with ThreadPoolExecutor(3) as clients:
            assert len(set(clients.map(lambda _: server.get("/v1/analyze", BODY), range(REQUESTS)))) == 1
        going = False
        scraping.join()
        assert all(before <= after for before, after in pairwise(seen))
        assert analyses_counted(server) == REQUESTS
        started = server.workers()
        assert len(started) > REQUESTS / 20
        (folder,) = server.counters()
        for _ in range(200):
            living = {str(pid) for pid in server.workers() if is_alive(pid)}
            if numbers(folder) <= living | {"ended"}:
                break
            time.sleep(0.05)
        assert numbers(folder) <= living | {"ended"}
        assert analyses_counted(server) == REQUESTS
        assert all(line["level"] == "info" for line in server.logged()), server.logged()
    finally:
        going = False
        server.stop()


@pytest.mark.server
def test_a_start_removes_what_a_killed_server_left_and_nothing_that_is_in_use() -> None:
    killed, used = GunicornProcess(1), GunicornProcess(1)
    (left,), (kept,) = killed.counters(), used.counters()
    killed.process.kill()
    killed.process.wait()
    for _ in range(600):
        if not any(is_alive(pid) for pid in killed.workers()):
            break
        time.sleep(0.05)
    fresh = GunicornProcess(1)
    try:
        assert not left.exists()
        assert kept.exists()
    finally:
        for server in (used, fresh):
            server.process.send_signal(signal.SIGTERM)
        for server in (used, fresh):
            server.stop()
        killed.log.close()
