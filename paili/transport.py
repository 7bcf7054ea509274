"""How the client reaches a server: one kept connection for each thread, the standard library alone."""

from __future__ import annotations

import gzip
import http.client
import threading
import zlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple, TypeAlias
from urllib.parse import quote, urlsplit

__all__ = ["Http", "Reply", "Send", "pause_of"]


class Reply(NamedTuple):
    """What came back; headers have small names."""

    status: int
    headers: Mapping[str, str]
    data: bytes


Send: TypeAlias = Callable[[str, str, Mapping[str, str], bytes | None], Reply]
"""Method, path with query, headers and body to a reply; raises OSError where there is none."""


class Http:
    """The way to a server: a connection for each thread, kept open between requests."""

    def __init__(self, server: str, timeout: float) -> None:
        parts = urlsplit(server)
        named = parts.hostname or ""
        if parts.scheme not in ("http", "https") or not all(0 < len(label) < 64 for label in named.split(".")):
            raise ValueError(f"a server is written http://host:port; not {server!r}")
        self.authority = server.rstrip("/")
        self.base = quote(parts.path.rstrip("/"), safe="/%")
        self.open = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.address = (named, parts.port)
        self.timeout = timeout
        self.here = threading.local()

    def __call__(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        """Send a request; once more on a new connection where the kept one had been closed."""
        kept = getattr(self.here, "connection", None)
        self.here.connection = connection = kept or self.open(*self.address, timeout=self.timeout)
        try:
            connection.request(method, self.base + path, body, dict(headers))
            answer = connection.getresponse()
            data = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
            if found.get("content-encoding") == "gzip":
                data = gzip.decompress(data)
            return Reply(answer.status, found, data)
        except BaseException as error:  # an interrupt, too: what is left of an answer is none to the next request
            self.close()
            if kept and isinstance(error, (ConnectionError, http.client.BadStatusLine)):
                return self(method, path, headers, body)
            if isinstance(error, (BrokenPipeError, EOFError, zlib.error, http.client.IncompleteRead)):
                raise ConnectionError(f"{self.authority} ended the connection before its answer") from error
            if isinstance(error, http.client.HTTPException):
                raise ConnectionError(f"{self.authority} does not speak HTTP: {error!r}") from error
            raise

    def close(self) -> None:
        """Close this thread's connection."""
        connection, self.here.connection = getattr(self.here, "connection", None), None
        if connection is not None:
            connection.close()


def pause_of(reply: Reply) -> float | None:
    """Return the seconds after which the server wants to be asked again; None if it did not say."""
    said = reply.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        return max(0.0, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):  # no date, or one without a zone
        return None
