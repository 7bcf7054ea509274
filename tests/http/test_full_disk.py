"""A full disk only loses counters: all requests are answered, no process dies, and the metrics report it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT
from tests.helpers.ports import free_port
from tests.http.test_server import GUNICORN

SCRIPT = """
mount -t tmpfs -o size=1m tmpfs /dev/shm || exit 77
dd if=/dev/zero of=/dev/shm/filler bs=1k count={kilobytes} 2>/dev/null
exec {gunicorn} -c gunicorn.conf.py 'app:create_app()'
"""


@pytest.fixture(params=[0, 1000])
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
    script = SCRIPT.format(kilobytes=request.param, gunicorn=GUNICORN)
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
            with urllib.request.urlopen(request, timeout=60) as answer:
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
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        assert b"paili_counters_degraded" in answer.read()
