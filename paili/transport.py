"""HTTP transport of the client: one persistent connection per thread, standard library only.

The library's HTTP and email modules are imported by the first client of a server: an engine in process needs none.
"""

from __future__ import annotations

import gzip
import threading
import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, urlsplit

__all__ = ["Http", "Reply", "Send", "SettingError", "pause_of"]

MOST_TIMEOUT = 1_000_000
"""Maximum seconds; systems accept only some millions."""


class SettingError(ValueError):
    """Invalid setting of the client."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        """Name of the setting: `server`, `key`, `lang` or `timeout`."""


class Reply(NamedTuple):
    """A response; its header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    data: bytes


CUT_OFF = (BrokenPipeError, EOFError, zlib.error)
"""Errors of a connection that ended before the complete answer, besides those of `http.client`."""

Send: TypeAlias = Callable[[str, str, Mapping[str, str], bytes | None], Reply]
"""Sends method, path with query, headers and body, and returns the reply; raises OSError on failure."""


class Http:
    """Transport to a server: a connection for each thread, kept open between requests."""

    def __init__(self, server: str, timeout: float) -> None:
        from http.client import HTTPConnection, HTTPSConnection, InvalidURL  # noqa: PLC0415

        if not 0 < timeout <= MOST_TIMEOUT:
            raise SettingError("timeout", f"a timeout is above 0 and at most {MOST_TIMEOUT} seconds; not {timeout}")
        try:
            parts = urlsplit(server)
            self.open, usual = {"http": (HTTPConnection, 80), "https": (HTTPSConnection, 443)}[parts.scheme]
            self.address = (parts.hostname or "", usual if parts.port is None else parts.port)
            HTTPConnection(*self.address)  # validates the address without connecting
            if not all(0 < len(label) < 64 for label in self.address[0].split(".")):
                raise ValueError("a part of the name is empty, or too long")
        except (KeyError, ValueError, InvalidURL) as error:
            raise SettingError("server", f"a server is written http://host:port; not {server!r}") from error
        self.authority = server.rstrip("/")
        self.base = quote(parts.path.rstrip("/"), safe="/%")
        self.timeout = timeout
        self.local = threading.local()

    def __call__(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        """Send a request; repeat it once on a new connection if the kept one was closed."""
        from http.client import BadStatusLine, HTTPException, IncompleteRead, RemoteDisconnected  # noqa: PLC0415

        kept = getattr(self.local, "connection", None)
        self.local.connection = connection = kept or self.open(*self.address, timeout=self.timeout)
        try:
            connection.request(method, self.base + path, body, dict(headers))
            answer = connection.getresponse()
            data = answer.read()
            received = {name.lower(): value for name, value in answer.getheaders()}
            if received.get("content-encoding") == "gzip":
                data = gzip.decompress(data)
            return Reply(answer.status, received, data)
        except BaseException as error:  # also after an interrupt: the rest must not be read as the next answer
            self.close()
            if kept and isinstance(error, (ConnectionError, BadStatusLine)):
                return self(method, path, headers, body)
            if isinstance(error, (*CUT_OFF, IncompleteRead, RemoteDisconnected)):
                raise ConnectionError(f"{self.authority} ended the connection before its answer") from error
            if isinstance(error, HTTPException):
                raise ConnectionError(f"{self.authority} does not speak HTTP: {error!r}") from error
            raise

    def close(self) -> None:
        """Close this thread's connection."""
        connection, self.local.connection = getattr(self.local, "connection", None), None
        if connection is not None:
            connection.close()


def pause_of(reply: Reply) -> float | None:
    """Return the seconds until a retry from the header Retry-After; None if it is absent or invalid."""
    from email.utils import parsedate_to_datetime  # noqa: PLC0415

    retry_after = reply.headers.get("retry-after", "").strip()
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):  # no date, or one without a zone
        return None
