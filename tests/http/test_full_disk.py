"""A full disk only loses counters: all requests are answered, no process dies, and the metrics report it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import requests

from tests.helpers.gunicorn import GunicornProcess

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
