"""A full disk only loses counters: all requests are answered, no process dies, and the metrics report it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from service.http.metrics import files, reserved
from service.http.metrics.reserved import ReservedDict, State, StrictDict
from tests import ROOT
from tests.helpers.ports import free_port

BLOCK = 1 << 16
"""Bytes of a new file of counters."""


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "degraded", False)


def fill_up(monkeypatch: pytest.MonkeyPatch, beyond: int) -> None:
    """Fill the disk except for files of *beyond* bytes."""
    real = os.posix_fallocate

    def allocate(descriptor: int, start: int, size: int) -> None:
        if size > beyond:
            raise OSError(errno.ENOSPC, "full")
        real(descriptor, start, size)

    monkeypatch.setattr(os, "posix_fallocate", allocate)


def test_a_file_has_all_its_blocks(tmp_path: Path) -> None:
    with closing(ReservedDict(str(tmp_path / "counter_1.db"))) as counts:
        for number in range(3000):
            counts.write_value(f"key {number}", float(number), 0.0)
    status = (tmp_path / "counter_1.db").stat()
    assert status.st_size > BLOCK
    assert status.st_blocks * 512 >= status.st_size
    assert not State.degraded


def test_without_space_for_a_file_it_counts_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_up(monkeypatch, 0)
    with closing(ReservedDict(str(tmp_path / "counter_1.db"))) as counts:
        counts.write_value("key", 3.0, 0.0)
        assert counts.read_value("key") == (3.0, 0.0)
    assert State.degraded
    assert list(tmp_path.iterdir()) == []


def test_without_space_to_grow_it_goes_on_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_up(monkeypatch, BLOCK)
    with closing(ReservedDict(str(tmp_path / "counter_1.db"))) as counts:
        for number in range(3000):
            counts.write_value(f"key {number}", float(number), 0.0)
        assert [counts.read_value(f"key {number}")[0] for number in (0, 1500, 2999)] == [0.0, 1500.0, 2999.0]
    assert State.degraded
    assert (tmp_path / "counter_1.db").stat().st_size == BLOCK


def test_sums_change_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sums, counted = tmp_path / "counter_ended.db", tmp_path / "counter_1.db"
    for path, numbers in ((sums, range(100)), (counted, range(3000))):
        with closing(ReservedDict(str(path))) as counts:
            for number in numbers:
                counts.write_value(f"key {number}", 1.0, 0.0)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with monkeypatch.context() as full:
        fill_up(full, BLOCK)
        with pytest.raises(OSError, match="No space"):
            files.add_up(counted, sums)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    files.add_up(counted, sums)
    total = {key: value for key, value, *_ in StrictDict.read_all_values_from_file(str(sums))}
    assert (len(total), sum(total.values())) == (3000, 3100.0)
    assert not counted.exists()


def test_other_errors_are_not_taken_for_a_full_disk(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ReservedDict(str(tmp_path / "none" / "counter_1.db"))


def test_a_disk_without_a_block_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not reserved.is_full(tmp_path)
    disk = os.statvfs(tmp_path)
    monkeypatch.setattr(os, "statvfs", lambda _: os.statvfs_result((*disk[:4], 0, *disk[5:])))
    assert reserved.is_full(tmp_path)


SCRIPT = """
mount -t tmpfs -o size=1m tmpfs /dev/shm || exit 77
dd if=/dev/zero of=/dev/shm/filler bs=1k count={kilobytes} 2>/dev/null
exec {python} -m gunicorn -c gunicorn.conf.py 'app:create_app()'
"""


@pytest.fixture(params=[0, 500, 1000])
def url(request: Any, tmp_path: Path) -> Iterator[str]:
    """Serve with 1 MB in /dev/shm, some kilobytes of which are in use, and return the address."""
    if (
        shutil.which("unshare") is None
        or subprocess.run(
            ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no file systems may be mounted here")
    port = free_port()
    environment = os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "2"}
    script = SCRIPT.format(kilobytes=request.param, python=sys.executable)
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(["unshare", "-m", "sh", "-c", script], cwd=ROOT, env=environment, stderr=log)
    yield f"http://127.0.0.1:{port}"
    assert process.poll() is None, (tmp_path / "log").read_text()
    process.terminate()
    assert process.wait(30) == 0
    assert "SIGBUS" not in (tmp_path / "log").read_text()


@pytest.mark.server
def test_every_request_is_answered_while_the_disk_is_full(url: str) -> None:
    def status(path: str, body: object | None = None) -> int:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    for _ in range(100):
        try:
            if status("/readyz") == 200:
                break
        except OSError:
            time.sleep(0.2)
    variants = ("standard", "laizi", "paodekuai", "guandan", "yuncheng", "zhengshangyou")
    seen = [
        status(f"/v1/{endpoint}", {"variant": variant, "hand": "3s4s"})
        for variant in variants
        for endpoint in ("analyze", "move")
        for _ in range(10)
    ]
    assert set(seen) <= {200, 422}
    assert len(seen) == 120
    with urllib.request.urlopen(f"{url}/metrics", timeout=10) as answer:
        assert b"paili_counters_degraded" in answer.read()
