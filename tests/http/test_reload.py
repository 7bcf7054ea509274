"""Upgrades and reloads of a server."""

from __future__ import annotations

import os
import re
import signal
import socket
from pathlib import Path

import pytest
import requests

from tests.helpers.callers import Callers
from tests.helpers.client import FOLLOW
from tests.helpers.gunicorn import GunicornProcess, is_running
from tests.helpers.waiting import wait_until
from tests.http.test_keys import line, swap

pytestmark = pytest.mark.server


def status(server: GunicornProcess, key: str) -> int:
    place, headers = f"http://127.0.0.1:{server.port}/v1/analyze?hand=3", {"Authorization": f"Bearer {key}"}
    return requests.get(place, headers=headers, timeout=60).status_code


def statuses(server: GunicornProcess) -> set[tuple[int, ...]]:
    return {tuple(status(server, key) for key in ("one", "two", "three")) for _ in range(12)}


def reload(server: GunicornProcess) -> None:
    old = server.workers()
    server.process.send_signal(signal.SIGHUP)
    wait_until(lambda: not any(is_running(worker) for worker in old))


def test_a_broken_file_of_keys_ends_no_server(tmp_path: Path) -> None:
    """Neither at a reload nor when a worker exits; a worker keeps the keys that it has."""
    keys = tmp_path / "keys"
    keys.write_text(line("board", "one"))
    server = GunicornProcess(1, PAILI_KEYS_FILE=str(keys))
    try:
        assert statuses(server) == {(200, 401, 401)}
        swap(keys, line("board", "two"))
        wait_until(lambda: statuses(server) == {(401, 200, 401)})
        swap(keys, "broken\n")
        wait_until(lambda: statuses(server) == {(401, 200, 401)} and "comes no SHA-256" in str(server.logged()))
        reload(server)
        wait_until(lambda: statuses(server) == {(200, 401, 401)})  # those of the start
        keys.write_text(line("board", "three"))
        wait_until(lambda: statuses(server) == {(401, 401, 200)})
        assert re.search(r"paili_key_file_errors_total [1-9]", server.get("/metrics").decode())
    finally:
        ended = server.stop()
    assert ended == 0


def test_an_upgrade_answers_every_request() -> None:
    """`USR2`, then `TERM` to the old main process once the new one has workers, as the operators' page says."""
    server = GunicornProcess(2)
    old, answer = server.workers(), server.get("/v1/analyze", FOLLOW)
    with Callers(lambda: server.get("/v1/analyze", FOLLOW), 2) as callers:
        server.process.send_signal(signal.SIGUSR2)
        wait_until(lambda: len(server.workers()) == 4)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=40) == 0
        wait_until(lambda: not any(is_running(worker) for worker in old))
        server.get("/readyz")
    new = int(Path(f"/proc/{server.workers()[-1]}/stat").read_text().rpartition(")")[2].split()[1])
    os.kill(new, signal.SIGTERM)
    wait_until(lambda: not is_running(new))
    server.log.close()
    assert set(callers.results) == {answer}


def refuses(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=60).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_server_that_stops_refuses_connections_and_answers_open_ones() -> None:
    """A balancer uses another instance at once, while open requests are answered here."""
    server = GunicornProcess(2)
    kept = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(4)]
    try:
        for client in kept:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")  # the rest comes later
        server.process.send_signal(signal.SIGTERM)
        wait_until(lambda: refuses(server.port))
        assert server.process.poll() is None
        for client in kept:
            client.sendall(b"\r\n")
            assert client.recv(1000).startswith(b"HTTP/1.1 200 ")
    finally:
        for client in kept:
            client.close()
        assert server.stop() == 0
