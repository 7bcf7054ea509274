"""Ports of this machine."""

from __future__ import annotations

import socket
import time


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


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
