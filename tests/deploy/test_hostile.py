"""Hostile connections in parallel: each is rejected or answered correctly, and valid requests are not affected."""

from __future__ import annotations

import re
import shutil
import socket
import struct
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from service.settings import THREADS
from tests.helpers.callers import Callers
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.hostile_cases import CASES, GET, HAND, POST, End, HostileCase
from tests.helpers.nginx import Balanced, ask

pytestmark = [pytest.mark.server, pytest.mark.long]

needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx")

SECONDS = 1.5
"""Length of a hostile connection; longer if required answers are still missing."""

NOW = struct.pack("ii", 1, 0)
"""For SO_LINGER: a close resets the connection."""

PATIENCE = 30.0
"""Additional seconds for required answers, because a busy machine is not an error."""


class CheckedAnswers(NamedTuple):
    """Checked answers of a hostile connection."""

    statuses: str
    faults: tuple[str, ...]
    """Errors of the answers, independent of the expected statuses."""


def answers_in(data: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield status, head and body of each complete answer.

    Raises ValueError for anything else.
    """
    while data:
        head, separator, data = data.partition(b"\r\n\r\n")
        status = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        if not separator or not status or not length or len(data) < int(length[1]):
            raise ValueError(f"no whole answer: {head[:200]!r}")
        body, data = data[: int(length[1])], data[int(length[1]) :]
        yield int(status[1]), head, body


def check_answers(data: bytes) -> CheckedAnswers:
    """Return the statuses and errors of the answers on a connection; an HTTP/0.9 answer is a body alone."""
    statuses, faults = list[str](), list[str]()
    if data == b'{"status":"ok"}':
        return CheckedAnswers("HTTP/0.9", ())
    try:
        for status, head, body in answers_in(data):
            statuses.append(str(status))
            of_gunicorn = b"x-request-id" not in head.lower()  # its parser answers in HTML
            if status >= 400 and not of_gunicorn and b"application/problem+json" not in head:
                faults.append(f"{status} is no problem document")
            if status == 500:
                faults.append("a fault of ours")
            if b'"variants"' in body:
                faults.append("a smuggled request was answered")
    except ValueError as error:
        faults.append(str(error))
    return CheckedAnswers(" ".join(statuses), tuple(faults))


def drip(client: socket.socket, more: bytes, until: float) -> None:
    pause = max(0.01, (until - time.monotonic()) / (len(more) + 1))
    for at in range(len(more)):
        time.sleep(pause)
        client.sendall(more[at : at + 1])


def attack(port: int, case: HostileCase, wanted: int) -> CheckedAnswers:
    """Run a case; return the answers within `SECONDS`, or the first *wanted* answers."""
    until, received = time.monotonic() + SECONDS, b""
    with socket.create_connection(("127.0.0.1", port), timeout=SECONDS + PATIENCE) as client:
        try:
            if case.end is End.DEAF:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            client.sendall(case.request)
            if case.end is End.DRIP:
                drip(client, case.drip, until)
            elif case.end is End.HALF:
                client.shutdown(socket.SHUT_WR)
            elif case.end is End.RESET:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NOW)
                return CheckedAnswers("", ())
            elif case.end is End.DEAF:
                time.sleep(SECONDS)
                return CheckedAnswers("", ())
        except OSError:
            pass  # rejected before everything was sent
        try:
            latest = until + PATIENCE
            while (left := (latest if received.count(b"HTTP/1.1 ") < wanted else until) - time.monotonic()) > 0:
                client.settimeout(left)
                more = client.recv(65536)
                if not more:
                    break
                received += more
        except OSError:
            pass  # no further answer
    return check_answers(received)


def are_threads_free(port: int, patience: float = 60.0) -> bool:
    """Return whether a worker's last thread answers while all others wait for half a request, so that none hangs."""
    with ExitStack() as held:
        for _ in range(THREADS - 1):
            held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=patience)).sendall(POST)
        time.sleep(0.2)
        last = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=patience))
        last.sendall(GET + b"\r\n")
        try:
            return last.recv(65536).startswith(b"HTTP/1.1 200 ")
        except OSError:
            return False


def required_answers(case: HostileCase, gateway: str) -> int:
    allowed: str = getattr(case, gateway)
    return min(len(statuses.split()) for statuses in allowed.split("|"))


def faults_of(case: HostileCase, answers: CheckedAnswers, gateway: str) -> list[str]:
    allowed: str = getattr(case, gateway)
    wrong = [] if answers.statuses in allowed.split("|") else [f"answered {answers.statuses!r}, not {allowed!r}"]
    return [f"{gateway}, {case.name}: {fault}" for fault in (*wrong, *answers.faults)]


@needs_nginx
def test_hostile_connections_are_answered_rightly_and_cost_honest_callers_nothing(tmp_path: Path) -> None:
    """All in parallel, first at gunicorn, then at nginx."""
    assert len({case.name for case in CASES}) == len(CASES) > 40
    with GunicornProcess(1) as alone, Balanced(tmp_path, 1) as behind:
        ways = (("direct", alone.port, alone.port), ("nginx", behind.port, behind.instances[0].port))
        for gateway, port, service in ways:
            wanted = [required_answers(case, gateway) for case in CASES]
            question = partial(ask, port, "/v1/analyze", HAND)
            expected = question().body
            with (
                Callers(lambda question=question: question()[::2]) as honest,
                ThreadPoolExecutor(len(CASES)) as callers,
            ):
                answers = list(callers.map(partial(attack, port), CASES, wanted))
            assert [
                fault for case, one in zip(CASES, answers, strict=True) for fault in faults_of(case, one, gateway)
            ] == []
            assert {*honest.results, question()[::2]} == {(200, expected)}
            assert len(honest.results) > 1
            assert are_threads_free(service)
