"""The service and a bare Flask endpoint on gunicorn's own threaded worker, under the same load."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from flask import Flask, request

from dev import ROOT
from dev.bench.rows import Row, row
from dev.load.wrk import Measured, run_wrk
from lab.arena import earlier_builds
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

    def __init__(self, application: str = "app:create_app()", options: str = "", folder: Path = ROOT) -> None:
        began = time.perf_counter()
        super().__init__(workers=1, options=options, application=application, folder=folder)
        self.start_seconds = time.perf_counter() - began
        worker = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=True)
        self.worker = Path("/proc") / worker.stdout.split()[0]

    def worker_megabytes(self) -> float:
        """Return the memory of its worker."""
        status = (self.worker / "status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def worker_seconds(self) -> float:
        """Return the CPU that its worker has used."""
        fields = (self.worker / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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


def measured_cpu(server: BenchServer, requests: Sequence[bytes]) -> tuple[Measured, float]:
    """Return a load of four connections, and the microseconds of CPU of the worker for each answer."""
    before = server.worker_seconds()
    load = run_wrk(server.port, requests, 4, 3)
    return load, (server.worker_seconds() - before) / load.answers * 1e6


def worker_rows(rows: dict[str, Row], requests: Sequence[bytes]) -> None:
    """Measure a worker beside one of the earlier build `service`, alternately."""
    ours = BenchServer()
    theirs = BenchServer(folder=earlier_builds.export_build("service"))
    try:
        for server in (ours, theirs):
            run_wrk(server.port, requests, 4, 1)
        loads = [(measured_cpu(ours, requests), measured_cpu(theirs, requests)) for _ in range(3)]
    finally:
        ours.stop()
        theirs.stop()
    own, other = zip(*loads, strict=True)
    base = f"build {earlier_builds.BUILDS['service']}"
    refused, rates = sum(load.refused + load.unanswered for load, _ in own), [load.rate for load, _ in other]
    rows["worker_rate"] = row([load.rate for load, _ in own], "per_second", base, rates, more=True, refused=refused)
    rows["worker_cpu"] = row([cpu for _, cpu in own], "us", base, [cpu for _, cpu in other])
    rows["worker_p99"] = row([load.p99 for load, _ in own], "ms", base, [load.p99 for load, _ in other])
