"""Reloads and exits of workers: with an invalid key file, and with a removed folder of counters."""

from __future__ import annotations

import os
import re
import shutil
import signal
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.http.test_keys import line, swap
from tests.http.test_server import BODY, GunicornProcess, analyses_counted

pytestmark = pytest.mark.server


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that takes long on a busy machine: a worker that loads has low priority."""
    for _ in range(1200):
        if is_so():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def status(server: GunicornProcess, key: str) -> int:
    """Return the status of a request with *key*."""
    place = f"http://127.0.0.1:{server.port}/v1/analyze?hand=3"
    try:
        with urllib.request.urlopen(
            urllib.request.Request(place, headers={"Authorization": f"Bearer {key}"})
        ) as answer:
            return int(answer.status)
    except HTTPError as refused:
        return refused.code


def statuses(server: GunicornProcess) -> set[tuple[int, ...]]:
    """Return the statuses for three keys, with enough requests to reach every worker."""
    return {tuple(status(server, key) for key in ("one", "two", "three")) for _ in range(12)}


def replaced(server: GunicornProcess, send: Callable[[], None]) -> None:
    """Run something that ends workers, and wait until as many new ones answer."""
    before = len(server.workers())
    send()
    wait_until(lambda: len(server.workers()) > before)
    server.wait()


def is_running(pid: int) -> bool:
    """Return whether a process runs; zombies do not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def reload(server: GunicornProcess) -> None:
    """Reload a server, and wait until its old workers have ended."""
    old = server.workers()
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: not any(is_running(worker) for worker in old))


def wait_for_counts(server: GunicornProcess, folder: Path) -> None:
    """Wait until the last two workers count in *folder*, by process id, negated for those with new files."""
    workers = set(server.workers()[-2:])
    wait_until(lambda: workers <= {abs(int(file.stem.split("_")[1])) for file in folder.glob("counter_*[0-9].db")})


def test_a_broken_file_of_keys_ends_no_server(tmp_path: Path) -> None:
    """Neither at a reload nor when a worker exits; the last valid keys stay, not those of the start."""
    keys = tmp_path / "keys"
    keys.write_text(line("board", "one"))
    server = GunicornProcess(2, PAILI_KEYS_FILE=str(keys))
    try:
        assert statuses(server) == {(200, 401, 401)}
        swap(keys, line("board", "two"))
        wait_until(lambda: statuses(server) == {(401, 200, 401)})
        swap(keys, "broken\n")
        reload(server)
        assert statuses(server) == {(401, 200, 401)}
        keys.unlink()
        replaced(server, lambda: os.kill(server.workers()[-1], signal.SIGKILL))
        wait_until(lambda: "cannot be read" in str(server.logged()))
        assert statuses(server) == {(401, 200, 401)}
        records = [logged for logged in server.logged() if logged["level"] == "error"]
        assert {logged["event"] for logged in records} >= {"reload", "keys"}
        assert "after the name comes no SHA-256" in str(records)
        counted = re.search(r"paili_key_file_errors_total ([0-9.]+)", server.get("/metrics").decode())
        assert counted
        assert float(counted[1]) >= 2  # of a worker after the reload, and of the latest one

        keys.write_text(line("board", "three"))
        wait_until(lambda: statuses(server) == {(401, 401, 200)})
        reload(server)
        wait_until(lambda: statuses(server) == {(401, 401, 200)})
    finally:
        ended = server.stop()
    assert ended == 0


def test_a_folder_of_counters_that_is_removed_comes_again() -> None:
    """Earlier counts are lost; nothing else is."""
    server = GunicornProcess(2)
    try:
        (folder,) = server.counters()
        for _ in range(2):  # a worker's id changes sign each time
            shutil.rmtree(folder)
            assert b"paili_heavy_seconds" in server.get("/metrics")
            wait_for_counts(server, folder)
            before = analyses_counted(server)
            for _ in range(12):
                server.get("/v1/analyze", BODY)
            assert analyses_counted(server) == before + 12
        shutil.rmtree(folder)
        replaced(server, lambda: os.kill(server.workers()[0], signal.SIGKILL))
        wait_for_counts(server, folder)
        before = analyses_counted(server)
        for _ in range(12):
            server.get("/v1/analyze", BODY)
        replaced(server, lambda: os.kill(server.workers()[1], signal.SIGKILL))
        assert analyses_counted(server) == before + 12
        other = GunicornProcess(1)  # removes unlocked folders
        other.stop()
        assert analyses_counted(server) == before + 12
    finally:
        ended = server.stop()
    assert ended == 0
    assert not folder.exists()
