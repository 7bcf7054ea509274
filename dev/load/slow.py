"""Two hundred slow clients in front of nginx, each with its own address."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from contextlib import suppress

from tests.helpers.hostile_cases import GET, POST

CLIENTS = 200

BEGINNINGS = (
    b"",
    GET,
    POST + b"Content-Length: 60000\r\n\r\n",
    b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n",
)
"""Kinds of slow clients: silent; headers without an end; a body without an end; an answer that is never read."""

DRIPS = (b"", b"X", b" ", b"")
"""Bytes that each client sends once a second."""


class SlowClients:
    """Slow clients in one thread; disconnected clients reconnect."""

    def __init__(self, port: int, clients: int) -> None:
        self.port, self.cut, self.going = port, 0, True
        self.selector = selectors.DefaultSelector()
        self.kinds = {self.connect(i): i for i in range(clients)}
        self.thread = threading.Thread(target=self.work)

    def connect(self, number: int) -> socket.socket:
        """Connect as the client with this number."""
        source = f"127.0.{1 + number // 200}.{1 + number % 200}"
        client = socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(source, 0))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.sendall(BEGINNINGS[number % len(BEGINNINGS)])
        if number % len(BEGINNINGS) != len(BEGINNINGS) - 1:  # the last kind never reads
            self.selector.register(client, selectors.EVENT_READ)
        return client

    def again(self, client: socket.socket) -> None:
        """Reconnect after a disconnection."""
        number = self.kinds.pop(client)
        with suppress(KeyError):
            self.selector.unregister(client)
        client.close()
        self.cut += 1
        self.kinds[self.connect(number)] = number

    def work(self) -> None:
        """Send bytes once a second until `going` is false."""
        while self.going:
            until = time.monotonic() + 1
            for client, number in list(self.kinds.items()):
                try:
                    client.sendall(DRIPS[number % len(DRIPS)])
                except OSError:
                    self.again(client)
            while (left := until - time.monotonic()) > 0 and self.going:
                for key, _ in self.selector.select(min(left, 0.2)):
                    if isinstance(key.fileobj, socket.socket) and is_over(key.fileobj):
                        self.again(key.fileobj)

    def __enter__(self) -> SlowClients:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.going = False
        self.thread.join()
        for client in self.kinds:
            client.close()
        self.selector.close()


def is_over(client: socket.socket) -> bool:
    try:
        return not client.recv(65536)
    except OSError:
        return True
