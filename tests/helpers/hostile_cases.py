"""Bytes of hostile connections, and the allowed answers."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

HAND = b'{"hand": "3345"}'
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LENGTH = b"Content-Length: 16\r\n"
HONEST = POST + LENGTH + b"\r\n" + HAND
SMUGGLED = b"GET /v1/variants HTTP/1.1\r\nHost: x\r\n\r\n"
"""A request inside the body of another one; it must not be answered."""

TE = b"Transfer-Encoding: chunked\r\n"
CHUNKED = b"10\r\n" + HAND + b"\r\n0\r\n\r\n"


class End(Enum):
    """Action of a caller after the last byte."""

    WAIT = "it waits for the answer"
    HALF = "it closes its sending side, and waits"
    RESET = "it resets the connection"
    DEAF = "it never reads"
    DRIP = "it goes on with a byte at a time"


class HostileCase(NamedTuple):
    """A hostile connection."""

    name: str
    request: bytes
    direct: str
    """Expected statuses from gunicorn, in order; after a bar other allowed ones; empty: none."""
    nginx: str
    """Expected statuses from nginx."""
    end: End = End.WAIT
    drip: bytes = b""


def chunks(body: bytes) -> bytes:
    return POST + TE + b"\r\n" + body


def header(line: bytes, body: bytes = HAND) -> bytes:
    return POST + line + b"\r\n\r\n" + body


SLOW = (
    HostileCase("silence", b"", "", ""),
    HostileCase("one byte, then silence", b"G", "", ""),
    HostileCase("a header a byte at a time", GET, "", "", End.DRIP, b"X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
    HostileCase("headers without an end", GET, "", "", End.DRIP, b"A: b\r\n" * 40),
    HostileCase("a body that never comes", POST + LENGTH + b"\r\n", "", ""),
    HostileCase("a body a byte at a time", POST + b"Content-Length: 999\r\n\r\n", "", "", End.DRIP, b" " * 300),
    HostileCase("closed half before a word", b"", "", "", End.HALF),
    HostileCase("closed half within the headers", GET, "", "", End.HALF),
    HostileCase("closed half within the body", POST + LENGTH + b'\r\n{"ha', "400", "", End.HALF),
    # nginx treats a half-closed client as disconnected unless the answer is ready
    HostileCase("closed half after a question", HONEST, "200", "|200", End.HALF),
    HostileCase("reset within the body", POST + LENGTH + b'\r\n{"ha', "", "", End.RESET),
    HostileCase("reset after a question", HONEST, "", "", End.RESET),
    HostileCase("answers that are never read", SMUGGLED * 60, "", "", End.DEAF),
)
"""Connections that are slow, incomplete or never end."""

LARGE = (
    HostileCase("a line of 100 kB", b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", "414", "414"),
    HostileCase("a header of 100 kB", GET + b"X: " + b"a" * 100_000 + b"\r\n\r\n", "431", "431"),
    HostileCase("10,000 headers", GET + b"".join(b"X-%d: y\r\n" % i for i in range(10_000)) + b"\r\n", "431", "431"),
    HostileCase("10 MB announced", header(b"Content-Length: 10000000", b"{"), "413", "413"),
    # a reset may arrive before the answer
    HostileCase("10 MB sent", header(b"Content-Length: 10000000", b" " * 10_000_000), "413|", "413|"),
    HostileCase("10 MB in chunks", chunks((b"2000\r\n" + b" " * 8192 + b"\r\n") * 1200), "411|", "413|"),
    HostileCase("a length of 30 digits", header(b"Content-Length: " + b"9" * 30), "413", "400"),
    HostileCase("60,000 brackets", header(b"Content-Length: 60000", b"[" * 60_000), "400", "400"),
)
"""Oversized input."""

SEVERAL = (
    HostileCase("20 requests in one piece", (GET + b"\r\n") * 20, " ".join(["200"] * 20), " ".join(["200"] * 20)),
    HostileCase("questions in one piece", HONEST * 5, "200 200 200 200 200", "200 200 200 200 200"),
    HostileCase(
        "a bad one between good ones", GET + b"\r\n" + GET + b"bad header\r\n\r\n" + GET + b"\r\n", "200 400", "200 400"
    ),
    HostileCase(
        "a body where none belongs", GET + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED) + SMUGGLED, "200", "200"
    ),
)
"""Several requests on one connection."""

CHUNKS = (
    HostileCase("a chunk of letters", chunks(b"zz\r\nabc\r\n0\r\n\r\n"), "411|411 400", "400"),
    HostileCase("a chunk of less than nothing", chunks(b"-1\r\n" + HAND + b"\r\n0\r\n\r\n"), "411|411 400", "400"),
    HostileCase(
        "a chunk of 2^64 and more", chunks(b"10000000000000010\r\n" + HAND + b"\r\n0\r\n\r\n"), "411|411 400", "400"
    ),
    HostileCase(
        "a chunk that is longer than it says", chunks(b"4\r\n" + HAND + b"\r\n0\r\n\r\n"), "411|411 400", "400"
    ),
    HostileCase("an extension of 50 kB", chunks(b"10;" + b"a" * 50_000), "411|411 400", ""),
    HostileCase("chunks that end in line feeds", chunks(b"10\n" + HAND + b"\n0\n\n"), "411|411 400", "200"),
    HostileCase(
        "a trailer that is a length", chunks(CHUNKED[:-2] + b"Content-Length: 99\r\n\r\n"), "411|411 400", "200"
    ),
    HostileCase("a question behind chunks", chunks(CHUNKED) + GET + b"\r\n", "411 200", "200 200"),
    HostileCase("chunks in HTTP/1.0", chunks(CHUNKED).replace(b"1.1", b"1.0"), "400", "400"),
)
"""Chunked bodies, which gunicorn gets only directly, answers and then reads: nginx sends bodies with their length."""

SMUGGLING = (
    HostileCase("a length and chunks", header(LENGTH + TE[:-2], b"0\r\n\r\n" + SMUGGLED), "400", "400"),
    HostileCase(
        "chunks and a length", header(TE + b"Content-Length: 4", b"26\r\n" + SMUGGLED + b"\r\n0\r\n\r\n"), "400", "400"
    ),
    HostileCase("two lengths", header(b"Content-Length: 0\r\nContent-Length: 16"), "400", "400"),
    HostileCase("the same length twice", header(b"Content-Length: 16\r\nContent-Length: 16"), "400", "400"),
    HostileCase("two lengths in one line", header(b"Content-Length: 16, 16"), "400", "400"),
    HostileCase("a length of +16", header(b"Content-Length: +16"), "400", "400"),
    HostileCase("a length of -1", header(b"Content-Length: -1"), "400", "400"),
    HostileCase("no length", POST + b"\r\n", "400", "400"),
    HostileCase("a length of 0x10", header(b"Content-Length: 0x10"), "400", "400"),
    HostileCase("a length of 1_6", header(b"Content-Length: 1_6"), "400", "400"),
    HostileCase("a length, a space, a colon", header(b"Content-Length : 16"), "400", "400"),
    HostileCase("chunked, a space, a colon", header(b"Transfer-Encoding : chunked", CHUNKED), "400", "400"),
    HostileCase(
        "a folded coding", header(b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 16", CHUNKED), "400", "400"
    ),
    HostileCase("a folded header", GET + b"X-A: b\r\n c\r\n\r\n", "400", "400"),
    HostileCase("a folded first header", b"GET /healthz HTTP/1.1\r\n Host: x\r\nHost: x\r\n\r\n", "400", "400"),
    HostileCase("a coding of another name", header(b"Transfer-Encoding: xchunked", CHUNKED), "501", "501"),
    HostileCase("a coding behind a vertical tab", header(b"Transfer-Encoding: \x0bchunked", CHUNKED), "400", "501"),
    HostileCase("chunked and identity", header(b"Transfer-Encoding: chunked, identity", CHUNKED), "400", "501"),
    HostileCase("identity and a length", header(b"Transfer-Encoding: identity\r\nContent-Length: 16"), "400", "501"),
    HostileCase("chunked twice", header(TE + TE[:-2], CHUNKED), "400", "400"),
    HostileCase("a length with an underscore", header(b"Content_Length: 0\r\nContent-Length: 16"), "200", "200"),
)
"""Input that could be parsed as one request or as two."""

NO_HTTP = (
    HostileCase("two spaces before the path", GET.replace(b" ", b"  ", 1) + b"\r\n", "400", "200"),
    HostileCase("two spaces after the path", GET.replace(b" HTTP", b"  HTTP", 1) + b"\r\n", "400", "200"),
    HostileCase("line feeds alone", b"GET /healthz HTTP/1.1\nHost: x\n\n", "400", "200"),
    HostileCase("a carriage return in a header", GET + b"X-A: b\rX-B: c\r\n\r\n", "400", "400"),
    HostileCase("a zero in a header", GET + b"X-A: b\0c\r\n\r\n", "400", "400"),
    HostileCase("a header without a colon", GET + b"bad header\r\n\r\n", "400", "400"),
    HostileCase("no host", b"GET /healthz HTTP/1.1\r\n\r\n", "200", "400"),
    HostileCase("two hosts", GET + b"Host: y\r\n\r\n", "400", "400"),
    HostileCase("HTTP/0.9", b"GET /healthz\r\n", "400", "HTTP/0.9"),
    HostileCase("a line of HTTP/2", b"GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n", "400", "505"),
    HostileCase("HTTP/2 without asking", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400", "400"),
    HostileCase("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x07" * 500 + b"\r\n\r\n", "400", "400"),
    HostileCase("BREW", b"BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "405", "405"),
    HostileCase("TRACE", b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n", "405", "405"),
    HostileCase("CONNECT", b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "404", "400"),
)
"""Invalid HTTP, or unsupported features."""

CASES: tuple[HostileCase, ...] = (*SLOW, *LARGE, *SEVERAL, *CHUNKS, *SMUGGLING, *NO_HTTP)
