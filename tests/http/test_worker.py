"""The worker of the service: which thread answers a request, and what a slow client may not delay."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.http.handover import HandOver, connection_thread
from service.http.heavy_slots import Slots
from service.http.logs import Log
from service.http.state import RequestState
from service.http.worker import is_complete
from tests.helpers.client import FOLLOW
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

HEAD = b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    ("data", "complete"),
    [
        (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", True),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", False),
        (HEAD + b"Content-Length: 2\r\n\r\n{}", True),
        (HEAD + b"content-length:2 \r\n\r\n{}GET", True),  # the next request follows
        (HEAD + b"Content-Length: 3\r\n\r\n{}", False),
        (HEAD + b"Content-Length: 1234567890123\r\n\r\n{}", False),
        (HEAD + b"Content-Length: +2\r\n\r\n{}", False),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", False),
        (HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", False),
    ],
)
def test_a_request_is_complete_when_its_body_has_arrived(data: bytes, complete: bool) -> None:
    assert is_complete(data) == complete


def test_a_heavy_call_does_not_begin_in_the_thread_of_the_connections() -> None:
    begun: list[int] = []
    slots, state = Slots(1, 0, 0.0), RequestState("id", Log("WARNING"))
    with connection_thread(), pytest.raises(HandOver):
        slots.run_all([lambda: begun.append(1)], state)
    assert begun == []
    assert slots.free == 1
    slots.run_all([lambda: begun.append(1)], state)
    assert begun == [1]


# ---- at work --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server() -> Iterator[GunicornProcess]:
    with GunicornProcess(workers=1, application=SERVED) as running:
        yield running


def request_of(body: object) -> bytes:
    data = json.dumps(body).encode()
    return HEAD + f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


def connected(server: GunicornProcess) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=60)


def answers_of(sock: socket.socket, number: int) -> list[bytes]:
    """Return the bodies of some answers on a connection."""
    file, bodies = sock.makefile("rb"), []
    for _ in range(number):
        assert file.readline().startswith(b"HTTP/1.1 200")
        length = 0
        while (line := file.readline()) != b"\r\n":
            length = int(line.partition(b":")[2]) if line.lower().startswith(b"content-length") else length
        bodies.append(file.read(length))
    return bodies


@pytest.mark.server
def test_every_way_through_the_worker_gives_the_same_answer(server: GunicornProcess) -> None:
    """A new connection, a kept one, one that sends byte by byte, and one that sends its requests at once."""
    request = request_of(FOLLOW)
    with connected(server) as kept, connected(server) as slow, connected(server) as hasty:
        kept.sendall(request)
        first = answers_of(kept, 1)
        kept.sendall(request)
        assert answers_of(kept, 1) == first
        for place in range(0, len(request), 40):
            slow.sendall(request[place : place + 40])
        assert answers_of(slow, 1) == first
        hasty.sendall(request * 5)
        assert answers_of(hasty, 5) == first * 5


@pytest.mark.server
def test_a_heavy_request_gets_its_answer_and_delays_no_light_one(server: GunicornProcess) -> None:
    heavy = FOLLOW | {"level": "master", "want": ["move"]}
    alone = server.get("/v1/analyze", heavy)
    with ThreadPoolExecutor(2) as callers:
        searches = [callers.submit(server.get, "/v1/analyze", heavy | {"seed": seed}) for seed in range(2)]
        assert server.get("/v1/analyze", FOLLOW)
        assert all(search.result() for search in searches)
    assert server.get("/v1/analyze", heavy) == alone


@pytest.mark.server
def test_a_client_that_does_not_read_stops_nobody(server: GunicornProcess) -> None:
    """Its answers are larger than the buffers of the system."""
    page = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
    length = len(server.get("/docs/swagger-ui-bundle.js"))
    with connected(server) as reader:
        reader.sendall(page * 6)
        assert server.get("/v1/analyze", FOLLOW)
        assert [len(body) for body in answers_of(reader, 6)] == [length] * 6
