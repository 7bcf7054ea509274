"""The service under load, beside a bare Flask endpoint on the same server in the same run."""

from __future__ import annotations

import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, request

from service.http.requests import schemas
from tools import ROOT

SECONDS = 3.0
"""How long one load lasts."""


def echo_app() -> Flask:
    """Return the baseline: a bare Flask endpoint that parses, validates and echoes a body; nothing around it."""
    app = Flask("echo")

    @app.post("/v1/analyze")
    def echo() -> dict[str, object]:
        loaded: dict[str, object] = schemas.ANALYZE.load(request.get_json())
        return loaded

    @app.get("/readyz")
    def ready() -> dict[str, str]:
        return {"status": "ready"}

    return app


class BenchServer:
    """A gunicorn, with one worker by default."""

    def __init__(self, application: str, workers: int = 1, *options: str) -> None:
        """Start it; *options* of gunicorn come before those of its configuration."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        environment = os.environ | {"PORT": str(self.port), "WORKERS": str(workers), "PAILI_LOG_LEVEL": "WARNING"}
        command = [sys.executable, "-m", "gunicorn", "-c", "gunicorn.conf.py", *options, application]
        began = time.perf_counter()
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
        while not self.is_ready():
            time.sleep(0.005)
        self.start_seconds = time.perf_counter() - began

    def is_ready(self) -> bool:
        """Tell whether it answers."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def worker_megabytes(self) -> float:
        """Return the memory of its worker."""
        worker = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=True)
        status = Path(f"/proc/{worker.stdout.split()[0]}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(timeout=40)


def request_bytes(body: object, path: str = "/v1/analyze") -> bytes:
    """Return a request in one buffer, so that no delayed acknowledgement waits between two."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def answer_length(buffer: bytes) -> int:
    """Return how long the whole answer is that starts with *buffer*; 0 while that is unknown."""
    head, separator, _ = buffer.partition(b"\r\n\r\n")
    if not separator:
        return 0
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"the server answered {buffer[:300]!r}")
    length = head.lower().split(b"content-length:")[1].split(b"\r\n")[0]
    return len(head) + 4 + int(length)


class LoadConnection:
    """One kept-alive connection that always has a request under way."""

    def __init__(self, port: int, requests: Sequence[bytes], first: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.next, self.buffer, self.began = requests, first, b"", 0.0

    def send(self) -> None:
        """Send the next request."""
        self.buffer, self.began = b"", time.perf_counter()
        self.socket.sendall(self.requests[self.next % len(self.requests)])
        self.next += 1

    def receive(self) -> float | None:
        """Return the time of an answer once it is complete."""
        self.buffer += self.socket.recv(65536)
        length = answer_length(self.buffer)
        return time.perf_counter() - self.began if length and len(self.buffer) >= length else None


def measure_load(
    port: int, requests: Sequence[bytes], clients: int, seconds: float = SECONDS
) -> tuple[float, list[float]]:
    """Return requests per second and the sorted latencies of *clients* connections at once."""
    selector, latencies = selectors.DefaultSelector(), []
    everyone = [LoadConnection(port, requests, i * 997) for i in range(clients)]
    for client in everyone:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for key, _ in selector.select(1):
            took = key.data.receive()
            if took is not None:
                latencies.append(took)
                key.data.send()
    spent = time.perf_counter() - began
    for client in everyone:
        client.socket.close()
    return len(latencies) / spent, sorted(latencies)


def follow_rates(
    ours: BenchServer, echo: BenchServer, requests: Sequence[bytes], rounds: int = 3
) -> tuple[list[float], list[float]]:
    """Return requests per second of both servers, taken in turn so that a drifting machine strikes both."""
    rates: tuple[list[float], list[float]] = ([], [])
    for server in (ours, echo):
        measure_load(server.port, requests, 4, 1)
    for _ in range(rounds):
        for rates_of, server in zip(rates, (ours, echo), strict=True):
            rates_of.append(measure_load(server.port, requests, 4)[0])
    return rates


def median(values: Sequence[float]) -> float:
    """Return the middle value."""
    return statistics.median(values)
