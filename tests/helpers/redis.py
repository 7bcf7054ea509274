"""A real Redis for tests, on a port of its own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path

from tests.helpers.ports import free_port


class Redis:
    """A Redis server without persistence."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self.folder, self.port = folder, free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    @staticmethod
    def is_here() -> bool:
        """Return whether Redis is installed."""
        return shutil.which("redis-server") is not None

    def start(self) -> None:
        """Start it and wait until it listens."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                assert self.process.poll() is None, "redis-server ended"
                time.sleep(0.02)
            else:
                return
        raise AssertionError("redis-server never listened")

    def stop(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
