"""The service and a bare Flask endpoint, on the same kind of server, under the same load."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, request

from dev.bench.rows import Row, row
from dev.load.wrk import run_wrk
from service.http.requests import schemas
from tests.helpers.gunicorn import GunicornProcess


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


def request_bytes(body: object) -> bytes:
    """Return a request for an analysis."""
    data = json.dumps(body).encode()
    head = (
        f"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def follow_row(ours: BenchServer, echo: BenchServer, requests: Sequence[bytes], baseline: str) -> Row:
    """Return a row of accepted requests per second, measured alternately so that a change of speed affects both."""
    for server in (ours, echo):
        run_wrk(server.port, requests, 4, 1)
    loads = [(run_wrk(ours.port, requests, 4, 3), run_wrk(echo.port, requests, 4, 3)) for _ in range(3)]
    rates, base = zip(*[(own.rate, other.rate) for own, other in loads], strict=True)
    return row(rates, "per_second", baseline, base, more=True, refused=sum(own.refused for own, _ in loads))
