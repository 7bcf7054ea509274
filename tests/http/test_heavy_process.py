"""The process of a worker for heavy requests: its priority, every way of a request to it and back, and its end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from service.http.heavy_process import IS_SUPPORTED
from tests.helpers.client import FOLLOW
from tests.helpers.gunicorn import GunicornProcess, is_running
from tests.helpers.patient import SERVED
from tests.helpers.waiting import wait_until
from tests.http.test_worker import answers_of, connected, request_of

pytestmark = pytest.mark.skipif(not IS_SUPPORTED, reason="only Linux has such a process")

HEAVY = FOLLOW | {"level": "master", "want": ["move"]}

SCHEDULED = """
import os, sys
from pathlib import Path
from service.http import heavy_process

side = heavy_process.fork(sys.argv[1])
if isinstance(side, heavy_process.Borrower):
    group = Path("/proc/self/autogroup")
    nice = group.read_text().split()[-1] if group.exists() else "19" if sys.argv[1] == "idle" else "0"
    print(os.nice(0), nice, os.sched_getscheduler(0), flush=True)
else:
    before = os.nice(0), os.sched_getscheduler(0)
    side.end()
    print(*before)
"""


@pytest.mark.parametrize(
    ("priority", "session", "policy"), [("low", "0", os.SCHED_OTHER), ("idle", "19", os.SCHED_IDLE)]
)
def test_heavy_requests_give_way_to_light_ones(priority: str, session: str, policy: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCHEDULED, priority], capture_output=True, text=True, check=True, start_new_session=True
    )
    assert ran.stdout.splitlines() == [f"19 {session} {policy}", f"{os.nice(0)} {os.SCHED_OTHER}"]


# ---- at work --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[GunicornProcess]:
    with GunicornProcess(workers=1, application=SERVED) as running:
        yield running


def beside(server: GunicornProcess) -> int:
    """Return the process for heavy requests of the youngest worker, once it waits for requests."""
    worker = server.workers()[-1]
    children = Path(f"/proc/{worker}/task/{worker}/children")

    def is_ready() -> bool:
        ready = f"Booting process for heavy requests with pid: {children.read_text().strip()}"
        return any(line["event"] == ready for line in server.logged())

    wait_until(is_ready)
    return int(children.read_text())


@pytest.mark.server
def test_every_way_to_the_process_gives_the_same_answer_and_keeps_the_connection(server: GunicornProcess) -> None:
    """Whole, byte by byte, and several requests at once; light requests follow on the same connection."""
    light, heavy = request_of(FOLLOW), request_of(HEAVY)
    with connected(server) as sock:
        sock.sendall(light)
        (easy,) = answers_of(sock, 1)
        sock.sendall(heavy)
        (hard,) = answers_of(sock, 1)
        for place in range(0, len(heavy), 40):
            sock.sendall(heavy[place : place + 40])
        assert answers_of(sock, 1) == [hard]
        sock.sendall((heavy + light) * 3)
        assert answers_of(sock, 6) == [hard, easy] * 3


@pytest.mark.server
def test_a_client_that_waits_for_leave_gets_it_once(server: GunicornProcess) -> None:
    request = request_of(HEAVY).replace(b"Content-Type", b"Expect: 100-continue\r\nContent-Type")
    head, end, body = request.partition(b"\r\n\r\n")
    with connected(server) as sock:
        sock.sendall(head + end)
        assert sock.recv(64) == b"HTTP/1.1 100 Continue\r\n\r\n"
        sock.sendall(body)
        assert answers_of(sock, 1)


@pytest.mark.server
def test_heavy_requests_are_counted_beside_light_ones(server: GunicornProcess) -> None:
    def turns() -> float:
        lines = server.get("/metrics").decode().splitlines()
        return sum(float(line.split()[1]) for line in lines if line.startswith("paili_heavy_seconds_count"))

    before = turns()
    server.get("/v1/analyze", HEAVY)
    assert turns() == before + 1


@pytest.mark.server
def test_the_limit_counts_heavy_and_light_requests_together() -> None:
    with GunicornProcess(workers=1, application=SERVED, PAILI_RATE_LIMIT="2/hour") as server:
        place = f"http://127.0.0.1:{server.port}/v1/analyze"
        assert requests.post(place, json=HEAVY, timeout=60).status_code == 200  # over 20 ms of CPU
        assert requests.post(place, json=FOLLOW, timeout=60).status_code == 429
        assert requests.post(place, json=HEAVY, timeout=60).status_code == 429


@pytest.mark.server
def test_the_worker_is_replaced_when_the_process_ends() -> None:
    """Connections that it had are closed; neither worker nor process is left over."""
    with GunicornProcess(workers=1, application=SERVED) as server:
        worker, process = server.workers()[0], beside(server)
        os.kill(process, signal.SIGSTOP)
        with connected(server) as lent:
            lent.sendall(request_of(HEAVY))
            assert server.get("/v1/analyze", FOLLOW)  # the worker answers, so it has lent the connection before
            os.kill(process, signal.SIGKILL)
            assert lent.recv(64) == b""
        wait_until(lambda: len(server.workers()) == 2)
        server.wait()
        assert server.get("/v1/analyze", HEAVY)
        assert not is_running(worker)
        assert not is_running(process)
        worker, process = server.workers()[1], beside(server)
        os.kill(worker, signal.SIGKILL)
        wait_until(lambda: not is_running(process))


@pytest.mark.server
def test_a_server_that_stops_answers_what_it_has_begun() -> None:
    with GunicornProcess(workers=1, application=SERVED) as server, connected(server) as sock:
        process = beside(server)
        os.kill(process, signal.SIGSTOP)
        sock.sendall(request_of(HEAVY))
        assert server.get("/v1/analyze", FOLLOW)
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(server.port))
        os.kill(process, signal.SIGCONT)
        assert answers_of(sock, 1)
        assert server.stop() == 0
        assert not is_running(process)


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return True
    return False
