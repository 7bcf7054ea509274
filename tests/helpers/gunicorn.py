"""A gunicorn process of this project."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from tests import ROOT
from tests.helpers.ports import free_port
from tests.helpers.waiting import wait_until

GUNICORN = Path(sys.executable).with_name("gunicorn")
"""The program of gunicorn, which can start itself again for an upgrade; `python -m gunicorn` cannot."""


def is_running(pid: int) -> bool:
    """Return whether a process runs; zombies do not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class GunicornProcess:
    """A gunicorn process with extra *options* and *variables*, started by *wrapper* in *folder*; `log`: its stderr."""

    def __init__(
        self,
        workers: int = 2,
        options: str = "",
        application: str = "app:create_app()",
        wrapper: tuple[str, ...] = (),
        folder: Path = ROOT,
        **variables: str,
    ) -> None:
        self.port = free_port()
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - stop() closes it
        environment = os.environ | {"PORT": str(self.port), "WORKERS": str(workers), "PAILI_LOG_LEVEL": "WARNING"}
        environment |= {"GUNICORN_CMD_ARGS": options} | variables
        environment.pop("LD_PRELOAD", None)
        gunicorn = GUNICORN if folder == ROOT else folder / ".venv/bin/gunicorn"
        command = [*wrapper, str(gunicorn), "-c", "gunicorn.conf.py", application]
        self.process = subprocess.Popen(command, cwd=folder, env=environment, stderr=self.log)
        wait_until(lambda: self.process.poll() is not None or len(self.workers()) >= workers)
        self.wait()

    def get(self, path: str, body: object = None) -> bytes:
        """Return the answer to a request on a new connection."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return bytes(answer.read())

    def wait(self) -> None:
        """Wait until it answers."""

        def is_ready() -> bytes:
            assert self.process.poll() is None, "the server ended"
            return self.get("/readyz")

        wait_until(is_ready)

    def logged(self) -> list[dict[str, str]]:
        """Return its log, which must consist of lines of JSON."""
        text = os.pread(self.log.fileno(), 1_000_000, 0)  # a seek would move the server's write position
        return [json.loads(line) for line in text.splitlines()]

    def workers(self) -> list[int]:
        """Return the process ids of all started workers, oldest first."""
        booted = [re.fullmatch(r"Booting worker with pid: (\d+)", line["event"]) for line in self.logged()]
        return [int(match[1]) for match in booted if match]

    def counters(self) -> list[Path]:
        places = (Path("/dev/shm"), Path(tempfile.gettempdir()))
        return [folder for place in places for folder in place.glob(f"paili-metrics-{self.process.pid}-*")]

    def analyses_counted(self) -> int:
        text = self.get("/metrics").decode()
        match = re.search(r'paili_requests_total\{method="POST",route="/v1/analyze",status="200"\} ([0-9.]+)', text)
        return int(float(match[1])) if match else 0

    def stop(self) -> int:
        """Stop it unless it has ended, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=40)
        self.log.close()
        return status

    def __enter__(self) -> GunicornProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
