"""A real Redis for tests, on a port of its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.helpers.ports import free_port, until_listened_on


class Redis:
    """A Redis server without persistence."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    @staticmethod
    def is_here() -> bool:
        return shutil.which("redis-server") is not None

    def start(self) -> None:
        """Start it and wait until it listens."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        until_listened_on(self.port)

    def restart(self) -> None:
        self.stop()
        self.start()

    def __enter__(self) -> Redis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
