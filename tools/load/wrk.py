"""Loads made by wrk (a package of Debian), against this machine alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SCRIPT = Path(__file__).parent / "requests.lua"

LONGEST = 30
"""Maximum seconds of an answer; slower ones count as unanswered."""


class Measured(NamedTuple):
    """Result of one load; latencies in milliseconds, corrected for requests delayed by a slow answer."""

    answers: int
    """Including rejections."""
    seconds: float
    refused: int
    """Answers of a status from 400 on."""
    unanswered: int
    """Connections that failed, and requests without an answer."""
    p50: float
    p99: float
    p999: float

    @property
    def rate(self) -> float:
        """Accepted answers per second."""
        return (self.answers - self.refused) / self.seconds


def is_here() -> bool:
    """Return whether this machine has wrk."""
    return shutil.which("wrk") is not None


def run_wrk(port: int, requests: Sequence[bytes], clients: int, seconds: float, first: int = 0) -> Measured:
    """Return the result of *clients* connections that send without a pause, from request number *first* on."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"".join(b"%d\n%b" % (len(request), request) for request in requests))
        file.flush()
        command = ["wrk", "-t1", f"-c{clients}", f"-d{max(1, round(seconds))}s", f"--timeout={LONGEST}s"]
        command += ["-s", str(SCRIPT), f"http://127.0.0.1:{port}/", "--", file.name, str(first % len(requests))]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return Measured(**json.loads(output.splitlines()[-1]))
