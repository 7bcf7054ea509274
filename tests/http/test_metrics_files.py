"""Counter files: reserved, continued by new workers, removed after killed servers, lost alone on a full disk."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import requests
from prometheus_client.mmap_dict import MmapedDict, mmap_key

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
    folder = Folder(str(tmp_path), 1)
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


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(str(tmp_path), 2)


def counts(folder: Folder, kind: str, number: int) -> MmapedDict:
    return MmapedDict(str(folder.path / f"{kind}_{number}.db"))


def test_all_files_have_their_blocks_before_the_client_opens_them(folder: Folder) -> None:
    """Two sets for each worker, because a new worker may start before an old one ends, and one for the main process."""
    files = sorted(folder.path.glob("*.db"))
    assert len(files) == 5 * len(metrics_files.SIZES)
    for number in range(5):
        for kind, size in metrics_files.SIZES.items():
            opened = counts(folder, kind, number)
            opened.write_value(mmap_key("n", "n_total", [], [], "help"), 1.0, 0.0)
            opened.close()
            status = (folder.path / f"{kind}_{number}.db").stat()
            assert status.st_size == size
            assert status.st_blocks * 512 >= size


def test_a_worker_goes_on_counting_where_an_exited_one_ended(folder: Folder) -> None:
    key = mmap_key("n", "n_total", [], [], "help")
    for expected in (1.0, 2.0):
        for kind in ("counter", "gauge_livesum"):
            opened = counts(folder, kind, 1)
            opened.write_value(key, opened.read_value(key)[0] + 1.0, 0.0)
            assert opened.read_value(key)[0] == (expected if kind == "counter" else 1.0)
            opened.close()
        folder.reserve(1, ["gauge_livesum"])  # nothing of an exited worker is running


def test_a_new_worker_takes_no_set_in_use() -> None:
    assert metrics_files.free_set([]) == 1
    assert metrics_files.free_set([3, 1]) == 2
    assert metrics_files.free_set([1, 2]) == 3


def test_a_full_disk_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match="full"):
        Folder(str(tmp_path), 1)
    assert list(tmp_path.iterdir()) == []


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
        assert numbers == set(range(5))


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


SMALL_DISK = """
mount -t tmpfs -o size=1m tmpfs /dev/shm || exit 77
dd if=/dev/zero of=/dev/shm/filler bs=1k count={kilobytes} 2>/dev/null
exec "$@"
"""


@pytest.fixture(params=[0, 1000])
def url(request: Any) -> Iterator[str]:
    """Serve with 1 MB in /dev/shm, some kilobytes of which are in use, and return the address."""
    mount = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]
    if shutil.which("unshare") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no file systems may be mounted here")
    wrapper = ("unshare", "-m", "sh", "-c", SMALL_DISK.format(kilobytes=request.param), "sh")
    server = GunicornProcess(2, wrapper=wrapper)
    yield f"http://127.0.0.1:{server.port}"
    assert server.process.poll() is None
    assert "SIGBUS" not in str(server.logged())
    assert server.stop() == 0


@pytest.mark.server
def test_every_request_is_answered_while_the_disk_is_full(url: str) -> None:
    variants = ("standard", "laizi", "paodekuai", "guandan", "yuncheng", "zhengshangyou")
    bodies = [{"variant": variant, "hand": "3s4s"} for variant in variants]
    requested = [(f"{url}/v1/{name}", body) for name in ("analyze", "move") for body in bodies for _ in range(10)]
    assert {requests.post(path, json=body, timeout=60).status_code for path, body in requested} <= {200, 422}
    assert "paili_counters_degraded" in requests.get(f"{url}/metrics", timeout=60).text
