"""Reloads, upgrades and a killed main process: no request waits, and nothing is left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import ROOT
from tests.helpers.ports import free_port
from tests.http.test_reload import is_running, wait_until
from tests.http.test_server import BODY, GunicornProcess

pytestmark = [pytest.mark.server, pytest.mark.long]


class GatedServer(GunicornProcess):
    """A server whose new workers load as controlled by a file, and its notifications to systemd."""

    def __init__(self, folder: Path) -> None:
        self.gate = folder / "gate"
        self.messages = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.messages.bind(str(folder / "notify"))
        self.messages.settimeout(60)
        variables = {"GATE": str(self.gate), "NOTIFY_SOCKET": str(folder / "notify")}
        super().__init__(2, application="tests.helpers.slow_app:gated()", **variables)
        assert b"READY=1" in self.messages.recv(1000)
        self.main = self.process.pid
        wait_until(lambda: self.ready_workers() == 2)  # a worker that is still loading would read the file

    def ready_workers(self) -> int:
        """Return the number of workers that have become ready."""
        return sum(line["event"].startswith("Worker ready") for line in self.logged())

    def logged(self) -> list[dict[str, str]]:
        """Return its log; gunicorn's output about a worker that fails to load is not JSON."""
        lines = os.pread(self.log.fileno(), 1_000_000, 0).splitlines()
        return [json.loads(line) for line in lines if line.startswith(b"{")]

    def has_logged(self, text: str) -> bool:
        """Return whether an event of its log contains a text."""
        return any(text in line["event"] for line in self.logged())

    def upgrade(self) -> int:
        """Wait for the new main process to take over; return its process id."""
        for _ in range(10):
            if match := re.search(rb"MAINPID=(\d+)", self.messages.recv(1000)):
                self.main = int(match[1])
                return self.main
        raise AssertionError("no new main process takes over")

    def end(self) -> None:
        """Stop it, whichever main process it has."""
        self.gate.unlink(missing_ok=True)
        for pid in {self.main, self.process.pid}:
            if is_running(pid):
                os.kill(pid, signal.SIGTERM)
        self.process.wait(timeout=40)
        wait_until(lambda: not is_running(self.main))
        self.messages.close()
        self.log.close()


@pytest.fixture
def gated(tmp_path: Path) -> Iterator[GatedServer]:
    running = GatedServer(tmp_path)
    yield running
    running.end()


class Callers:
    """Four clients that send a request every few milliseconds on new connections; their answers and errors."""

    def __init__(self, server: GunicornProcess) -> None:
        self.server, self.going, self.answers, self.faults = server, True, 0, list[str]()
        self.threads = [threading.Thread(target=self.call) for _ in range(4)]

    def call(self) -> None:
        """Send requests until `going` is false.

        With shorter pauses, loading a worker at low priority takes several times as long.
        """
        while self.going:
            time.sleep(0.03)
            try:
                self.server.get("/v1/analyze", BODY)
                self.answers += 1
            except OSError as fault:
                self.faults.append(repr(fault))

    def more(self, number: int = 60) -> None:
        """Wait for more answers."""
        goal = self.answers + number
        wait_until(lambda: self.answers >= goal)

    def __enter__(self) -> Callers:
        for thread in self.threads:
            thread.start()
        self.more()
        return self

    def __exit__(self, *_: object) -> None:
        self.going = False
        for thread in self.threads:
            thread.join()


def test_a_reload_loads_before_it_stops(gated: GatedServer) -> None:
    gated.gate.write_text("wait")
    old = gated.workers()
    with Callers(gated) as callers:
        gated.process.send_signal(signal.SIGHUP)
        wait_until(lambda: len(gated.workers()) == 4)
        callers.more()
        assert all(is_running(pid) for pid in old)
        gated.gate.unlink()
        wait_until(lambda: not any(is_running(pid) for pid in old))
        callers.more()
    assert callers.faults == []
    assert gated.workers()[4:] == []


@pytest.mark.parametrize("kind", ["fail", "not ready"])
def test_a_reload_that_fails_changes_nothing(gated: GatedServer, kind: str) -> None:
    gated.gate.write_text(kind)
    old = gated.workers()
    with Callers(gated) as callers:
        gated.process.send_signal(signal.SIGHUP)
        wait_until(lambda: gated.has_logged("the old ones go on"))
        callers.more()
        assert all(is_running(pid) for pid in old)
        gated.gate.unlink()
        gated.process.send_signal(signal.SIGHUP)
        wait_until(lambda: not any(is_running(pid) for pid in old))
        callers.more()
    assert callers.faults == []
    assert gated.process.poll() is None


def test_a_stop_waits_for_no_reload(gated: GatedServer) -> None:
    gated.gate.write_text("wait")
    gated.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(gated.workers()) == 4)
    gated.process.send_signal(signal.SIGTERM)
    wait_until(lambda: gated.has_logged("Shutting down"))


def test_an_upgrade_loses_nothing(gated: GatedServer) -> None:
    """The new main process serves before the old one exits; systemd is notified of its process id."""
    gated.gate.write_text("wait")
    old = [gated.process.pid, *gated.workers()]
    with Callers(gated) as callers:
        gated.process.send_signal(signal.SIGUSR2)
        wait_until(lambda: len(gated.workers()) == 4)
        callers.more()
        assert all(is_running(pid) for pid in old)
        gated.gate.unlink()
        new = gated.upgrade()
        assert new not in old
        assert gated.process.wait(timeout=40) == 0
        wait_until(lambda: not any(is_running(pid) for pid in old))
        callers.more()
    assert callers.faults == []
    assert is_running(new)
    wait_until(lambda: gated.has_logged("promoted"))
    os.kill(new, signal.SIGUSR2)  # and once more
    gated.upgrade()
    wait_until(lambda: not is_running(new))
    assert gated.get("/readyz")


@pytest.mark.parametrize("kind", ["fail", "not ready"])
def test_an_upgrade_that_fails_changes_nothing(gated: GatedServer, kind: str) -> None:
    gated.gate.write_text(kind)
    old = [gated.process.pid, *gated.workers()]
    with Callers(gated) as callers:
        gated.process.send_signal(signal.SIGUSR2)
        wait_until(lambda: gated.has_logged("failed to boot"))
        callers.more()
        assert all(is_running(pid) for pid in old)
        gated.gate.unlink()
        wait_until(lambda: len(children(gated.process.pid)) == 2)
        gated.process.send_signal(signal.SIGUSR2)
        gated.upgrade()
        callers.more()
    assert callers.faults == []


def children(pid: int) -> list[int]:
    """Return the running child processes of a process."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in listed if is_running(int(child))]


def test_workers_end_soon_after_their_main_process() -> None:
    """Independent of their clients; the port is free immediately for a new server."""
    server = GunicornProcess(2)
    workers = server.workers()
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(8)]
    try:
        clients[0].sendall(b"POST /v1/analyze HTTP/1.1\r\n")
        clients[1].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(0.2)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        wait_until(lambda: not any(is_running(worker) for worker in workers))
        assert clients[1].recv(1000).startswith(b"HTTP/1.1 200 ")
        socket.create_server(("127.0.0.1", server.port)).close()
    finally:
        server.log.close()
        for client in clients:
            client.close()
        for worker in workers:
            with suppress(OSError):
                os.kill(worker, signal.SIGKILL)


def test_who_connects_while_a_server_stops_is_refused_at_once() -> None:
    """Otherwise the connection would wait for its last client; a balancer uses another instance."""
    server = GunicornProcess(2)
    kept = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(4)]
    try:
        for client in kept:
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n")  # the rest comes later
        time.sleep(0.2)
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


def test_nobody_connects_to_a_server_before_it_is_ready(tmp_path: Path) -> None:
    """Otherwise the request would wait here while another instance could answer it."""
    (tmp_path / "gate").write_text("wait")
    port = free_port()
    environment = os.environ | {"GATE": str(tmp_path / "gate"), "PORT": str(port), "WORKERS": "1"}
    command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", "tests.helpers.slow_app:gated()"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log)
    try:
        wait_until(lambda: "Booting worker" in (tmp_path / "log").read_text())
        for _ in range(10):
            assert refuses(port)
            time.sleep(0.02)
        (tmp_path / "gate").unlink()
        wait_until(lambda: not refuses(port))
    finally:
        (tmp_path / "gate").unlink(missing_ok=True)
        process.terminate()
        assert process.wait(timeout=40) == 0


def refuses(port: int) -> bool:
    """Return whether nothing listens on a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except ConnectionRefusedError:
        return True
    return False


def test_a_worker_that_loads_ends_with_its_main_process(gated: GatedServer) -> None:
    gated.gate.write_text("wait")
    gated.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(gated.workers()) == 4)
    os.kill(gated.process.pid, signal.SIGKILL)
    gated.process.wait()
    wait_until(lambda: not any(is_running(worker) for worker in gated.workers()))


def test_the_first_command_line_starts_the_new_main_process(gated: GatedServer) -> None:
    """`python -m gunicorn`, not a script in gunicorn's folder, whose modules would shadow others."""
    gated.process.send_signal(signal.SIGUSR2)
    new = gated.upgrade()
    command = Path(f"/proc/{new}/cmdline").read_bytes().split(b"\0")
    assert command[1:3] == [b"-m", b"gunicorn"]


def test_workers_load_beside_others_on_a_thread_that_gives_way(gated: GatedServer) -> None:
    """The threads that serve keep their priority."""
    gated.gate.write_text("wait")
    gated.process.send_signal(signal.SIGHUP)
    wait_until(lambda: len(gated.workers()) == 4)
    fresh = gated.workers()[2:]
    wait_until(lambda: all(max(niceness(pid)) > min(niceness(pid)) for pid in fresh))
    gated.gate.unlink()
    wait_until(lambda: gated.ready_workers() == 4)
    wait_until(lambda: all(len(set(niceness(pid))) == 1 for pid in fresh))


def niceness(pid: int) -> list[int]:
    """Return the niceness of each thread of a process."""
    tasks = Path(f"/proc/{pid}/task").glob("*/stat")
    return [int(task.read_text().rpartition(")")[2].split()[16]) for task in tasks]
