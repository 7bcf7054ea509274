"""Load on the service and on a bare Flask endpoint, on the same server in the same run."""

from __future__ import annotations

import json
import selectors
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from flask import Flask, request

from service.http.requests import schemas
from tests.http.test_server import GunicornProcess

SECONDS = 3.0
"""Seconds of one load."""

REFUSALS = frozenset({b"429", b"503"})
"""Statuses of an overloaded server."""

PAUSE = 0.05
"""Seconds from a rejection to the next request of the same connection."""


def echo_app() -> Flask:
    """Return the baseline: a bare Flask endpoint that parses, validates and echoes a body."""
    app = Flask("echo")

    @app.post("/v1/analyze")
    def echo() -> dict[str, object]:
        loaded: dict[str, object] = schemas.ANALYZE.load(request.get_json())
        return loaded

    @app.get("/readyz")
    def ready() -> dict[str, str]:
        return {"status": "ready"}

    return app


class BenchServer(GunicornProcess):
    """A gunicorn with one worker, and the seconds until it was ready."""

    def __init__(self, application: str) -> None:
        began = time.perf_counter()
        super().__init__(workers=1, application=application)
        self.start_seconds = time.perf_counter() - began

    def worker_megabytes(self) -> float:
        """Return the memory of its worker."""
        worker = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=True)
        status = Path(f"/proc/{worker.stdout.split()[0]}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def request_bytes(body: object, path: str = "/v1/analyze") -> bytes:
    """Return a request in one buffer, so that no delayed acknowledgement waits between two."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    return head.encode() + data


def answer_length(buffer: bytes) -> int:
    """Return the length of the whole answer at the start of *buffer*; 0 while unknown.

    Raises RuntimeError for a status other than success and busy.
    """
    head, separator, _ = buffer.partition(b"\r\n\r\n")
    if not separator:
        return 0
    if head[9:12] != b"200" and head[9:12] not in REFUSALS:
        raise RuntimeError(f"the server answered {buffer[:300]!r}")
    length = head.lower().split(b"content-length:")[1].split(b"\r\n")[0]
    return len(head) + 4 + int(length)


class LoadConnection:
    """A keep-alive connection with a request in progress, or waiting after a rejection."""

    def __init__(self, port: int, requests: Sequence[bytes], first: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.next, self.buffer, self.began = requests, first, b"", 0.0

    def send(self) -> None:
        """Send the next request."""
        self.buffer, self.began = b"", time.perf_counter()
        self.socket.sendall(self.requests[self.next % len(self.requests)])
        self.next += 1

    def receive(self) -> bool:
        """Read from the socket; return whether the answer is complete.

        Raises RuntimeError if the server closes the connection.
        """
        data = self.socket.recv(65536)
        if not data:
            raise RuntimeError("the server closed a connection")
        self.buffer += data
        length = answer_length(self.buffer)
        return bool(length) and len(self.buffer) >= length


class Load(NamedTuple):
    """The result of one load."""

    rate: float
    """Successful answers per second."""
    times: list[float]
    """Seconds of each answer, sorted."""
    refused: int
    """Requests rejected because of overload."""


def measure_load(port: int, requests: Sequence[bytes], clients: int, seconds: float = SECONDS) -> Load:
    """Return the result of *clients* parallel connections; a rejected one pauses."""
    selector, times, refused = selectors.DefaultSelector(), list[float](), 0
    everyone = [LoadConnection(port, requests, i * 997) for i in range(clients)]
    pauses: list[tuple[float, LoadConnection]] = []
    for client in everyone:
        selector.register(client.socket, selectors.EVENT_READ, client)
        client.send()
    began = now = time.perf_counter()
    try:
        while now - began < seconds:
            for key, _ in selector.select(PAUSE if pauses else 1):
                client = key.data
                if not client.receive():
                    continue
                if client.buffer[9:12] == b"200":
                    times.append(time.perf_counter() - client.began)
                    client.send()
                else:
                    refused += 1
                    pauses.append((time.perf_counter() + PAUSE, client))
            now = time.perf_counter()
            for _, client in [pause for pause in pauses if pause[0] <= now]:
                client.send()
            pauses = [pause for pause in pauses if pause[0] > now]
    finally:
        for client in everyone:
            client.socket.close()
    return Load(len(times) / (now - began), sorted(times), refused)


class Rates(NamedTuple):
    """Rates with those of a baseline, measured alternately, and the rejected requests."""

    ours: list[float]
    base: list[float]
    refused: int

    def row(self, baseline: str) -> tuple[list[float], str, str, list[float]]:
        """Return the first arguments of a row with this *baseline*."""
        return self.ours, "per_second", baseline, self.base


def follow_rates(ours: BenchServer, echo: BenchServer, requests: Sequence[bytes], rounds: int = 3) -> Rates:
    """Return requests per second of both servers, measured alternately so that a change of speed affects both."""
    rates: tuple[list[float], list[float]] = ([], [])
    refused = 0
    for server in (ours, echo):
        measure_load(server.port, requests, 4, 1)
    for _ in range(rounds):
        for rates_of, server in zip(rates, (ours, echo), strict=True):
            load = measure_load(server.port, requests, 4)
            rates_of.append(load.rate)
            refused += load.refused
    return Rates(*rates, refused)
