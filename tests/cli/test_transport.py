"""The client with foreign servers: pages, truncated answers, redirects, and rejections by proxies."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from paili import Client, Problem

LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"


def served(answer: bytes) -> Iterator[str]:
    """Yield the address of a server that sends this answer to one connection and closes it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def speak() -> None:
            connection, _ = listening.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(answer)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):  # closing with unread input would reset the connection
                    pass

        threading.Thread(target=speak, daemon=True).start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def http(status: str, body: bytes, *headers: str, size: int | None = None) -> bytes:
    head = [
        f"HTTP/1.1 {status}",
        f"Content-Length: {len(body) if size is None else size}",
        "Connection: close",
        *headers,
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (http("200 OK", b"<html>Welcome</html>"), "not Paili's"),
        (http("200 OK", b"[]"), "not Paili's"),
        (http("200 OK", b'{"hello": "world"}'), "not Paili's: no `move`"),
        (http("200 OK", b"{", size=99), "ended the connection"),
        (http("200 OK", b"{}", "Content-Encoding: gzip"), "gzip"),
        (b"", "ended the connection before its answer"),
        (b"220 mail\r\n", "mail"),
    ],
    ids=["a page", "a list", "an object", "cut off", "no gzip", "nothing", "no HTTP"],
)
def test_foreign_answers_are_oserrors(answer: bytes, says: str) -> None:
    for server in served(answer):
        with pytest.raises(OSError, match=says) as raised:
            Client(server, timeout=5).move(LINE)
        assert not isinstance(raised.value, BrokenPipeError), "which would be one's own output"
    for server in served(answer):
        assert not Client(server, timeout=5).is_ready()


@pytest.mark.parametrize(
    ("answer", "status", "detail"),
    [
        (http("301 Moved Permanently", b"", "Location: http://b/"), 301, "301 Moved Permanently http://b/"),
        (http("204 No Content", b""), 204, "204 No Content"),
        (http("502 Bad Gateway", b"<html>", "Content-Type: text/html"), 502, "502 Bad Gateway"),
        (http("502 Bad Gateway", b"{", "Content-Type: application/json"), 502, "502 Bad Gateway"),
        (http("401 Unauthorized", b'{"message": "No API key"}'), 401, "401 Unauthorized"),
        (http("502 Bad Gateway", b'{"status": "error", "type": null}'), 502, "502 Bad Gateway"),
        (http("400 Bad Request", b'{"type": "x", "errors": ["y"]}'), 400, "400 Bad Request"),
        (http("404 Not Found", b'{"type": "/problems/x", "detail": "none", "status": 200}'), 404, "none"),
    ],
)
def test_rejections_by_proxies_are_problems_with_their_status(answer: bytes, status: int, detail: str) -> None:
    for server in served(answer):
        with pytest.raises(Problem) as raised:
            Client(server, timeout=5).move(LINE)
        assert (raised.value.status, str(raised.value)) == (status, detail)
