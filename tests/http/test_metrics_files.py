"""Counter files: continued by new workers, removed after killed servers."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from service.http.metrics import files as metrics_files
from service.http.metrics.files import Folder
from tests.helpers.callers import Callers
from tests.helpers.client import FOLLOW
from tests.helpers.gunicorn import GunicornProcess, is_running
from tests.helpers.waiting import wait_until

REQUESTS = 200


def made(place: Path, name: str, whole: bool = True) -> Path:
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


def test_a_new_worker_takes_no_set_in_use() -> None:
    assert metrics_files.free_set([]) == 1
    assert metrics_files.free_set([3, 1]) == 2
    assert metrics_files.free_set([1, 2]) == 3


def test_the_module_needs_no_client_of_prometheus() -> None:
    """The client would look for the folder before the server has created it."""
    words = "import sys, service.http.metrics.files; raise SystemExit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


@pytest.mark.server
def test_counters_never_fall_while_workers_are_replaced() -> None:
    with GunicornProcess(2, "--max-requests 20 --max-requests-jitter 0") as server, ThreadPoolExecutor(4) as clients:
        with Callers(server.analyses_counted) as scraper:
            assert len(set(clients.map(lambda _: server.get("/v1/analyze", FOLLOW), range(REQUESTS)))) == 1
        assert all(before <= after for before, after in pairwise(scraper.results))
        assert server.analyses_counted() == REQUESTS
        assert len(server.workers()) > 4  # of ten; the last ones may not have started
        (folder,) = server.counters()
        numbers = {int(path.stem.rpartition("_")[2]) for path in folder.glob("*.db")}
        assert max(numbers) <= 4  # two for each worker, because a new one may start before an old one ends


@pytest.mark.server
def test_a_start_removes_what_a_killed_server_left_and_nothing_that_is_in_use() -> None:
    killed, used = GunicornProcess(1), GunicornProcess(1)
    (left,), (kept,) = killed.counters(), used.counters()
    killed.process.kill()
    killed.process.wait()
    wait_until(lambda: not any(map(is_running, killed.workers())))
    with used, killed, GunicornProcess(1):
        assert not left.exists()
        assert kept.exists()
