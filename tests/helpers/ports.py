"""Ports of this machine."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

from tests.helpers.waiting import wait_until


def free_port() -> int:
    """Return a port below those of clients, which could take it before the server does, even to connect to itself."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until_listened_on(port: int) -> None:
    """Wait until a server listens on a port."""

    def is_listened_on() -> bool:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True

    wait_until(is_listened_on)
