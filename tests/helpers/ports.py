"""Ports of this machine."""

from __future__ import annotations

import random
import socket
import time
from contextlib import suppress


def free_port() -> int:
    """Return a port below those of clients, which could take it before the server does, even to connect to itself."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until_listened_on(port: int, patience: float = 60) -> None:
    """Wait until a server listens on a port.

    Raises ConnectionError after a number of seconds.
    """
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError as error:
            if time.monotonic() > end:
                raise ConnectionError(f"nobody listens on {port}") from error
            time.sleep(0.02)
