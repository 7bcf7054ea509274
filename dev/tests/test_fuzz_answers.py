"""The search for requests that stop the application finds each kind of fault, and goes on after it."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator

from flask.testing import FlaskClient

from dev.fuzz.answers import CONSTANT, Sent, Sources, application, endless, request_of, search


def numbered(first: int) -> Iterator[Sent]:
    yield from (Sent(f"/{number}") for number in range(first, 6))


def faulty(sent: Sent) -> int:
    """Answer, with another fault for each number."""
    if sent.path == "/1":
        return 500
    if sent.path == "/2":
        os.kill(os.getpid(), signal.SIGKILL)
    if sent.path == "/3":
        assert len(bytearray(8 * CONSTANT)) == 8 * CONSTANT  # far more than the kernel may reclaim meanwhile
    if sent.path == "/4":
        threading.Event().wait()
    return 422


def test_every_fault_is_found_and_ends_no_search() -> None:
    found = {number: found.fault if found else "" for number, found in search(faulty, numbered, 60, patience=2)}
    assert list(found) == list(range(6))
    assert (found[0], found[5]) == ("", "")
    assert found[1] == "status 500"
    assert found[2] == f"process ended by {-signal.SIGKILL} during this"
    assert found[3].endswith("bytes of memory for 2")
    assert found[4] == "no answer in 2 s"


def test_requests_are_the_same_for_a_seed_and_reach_every_status(client: FlaskClient) -> None:
    first, again = endless(client, 3)(0), endless(client, 3)(0)
    requests = [next(first) for _ in range(60)]
    assert requests == [next(again) for _ in range(60)]
    assert {sent.is_get for sent in requests} == {True, False}
    answer = application(client)
    assert {200, 400, 422} <= {answer(sent) for sent in requests if "review" not in sent.path}


def test_a_request_of_every_kind_is_made(client: FlaskClient) -> None:
    sources = Sources(client, random.Random(1), 1, [])
    made = [request_of(sources) for _ in range(40)]
    assert {"application/json", "text/x-ddz"} == {sent.kind for sent in made}
    assert {"/v1/records", "/v1/game", "/v1/review", "/v1/move", "/v1/batch"} <= {sent.path for sent in made}
