"""The service with hostile connections, and the checks of `python -m dev.load` with deliberate faults."""

from __future__ import annotations

import shutil
import socket
from collections import Counter
from pathlib import Path

import pytest

from dev.bench.http import BenchServer
from dev.bench.stops import lost
from dev.load import hostile, memory, slow, wrk
from dev.load.hostile_cases import CASES, GET, HostileCase
from tests.deploy.test_nginx import ConcurrentClients
from tests.helpers.nginx import Balanced, ask

pytestmark = [pytest.mark.server, pytest.mark.long]

needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx")
needs_wrk = pytest.mark.skipif(not wrk.is_here(), reason="this machine has no wrk")


@needs_nginx
def test_hostile_connections_are_answered_rightly_and_cost_honest_callers_nothing() -> None:
    """All in parallel, through gunicorn and through nginx; see `dev/load/hostile_cases.py`."""
    assert len({case.name for case in CASES}) == len(CASES) > 40
    questions, faults = hostile.measure(1.5)
    assert faults == []
    assert min(questions.values()) > 1


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n" + b'{"variants": 1}', "a smuggled request was answered"),
        (b"HTTP/1.1 400 Bad\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", "400 is no problem document"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP", "no whole answer"),
        (b"HTTP/1.1 500 No\r\nContent-Type: application/problem+json\r\nContent-Length: 0\r\n\r\n", "a fault of ours"),
    ],
)
def test_wrong_answers_to_hostile_connections_are_noticed(data: bytes, fault: str) -> None:
    assert [one[: len(fault)] for one in hostile.check_answers(data).faults] == [fault]


def test_an_answer_too_many_is_noticed() -> None:
    """Two answers to one request would allow request smuggling."""
    one = b"HTTP/1.1 411 No\r\nContent-Type: application/problem+json\r\nContent-Length: 0\r\n\r\n"
    case = HostileCase("", b"", "411", "200")
    assert hostile.faults_of(case, hostile.check_answers(one), "direct") == []
    assert hostile.faults_of(case, hostile.check_answers(one + one), "direct") == [
        "direct, : answered '411 411', not '411'"
    ]


def test_a_thread_that_hangs_is_noticed() -> None:
    server = BenchServer("dev.load.faults:hanging()")
    try:
        assert hostile.are_threads_free(server.port)
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(GET.replace(b"/healthz", b"/hang") + b"\r\n")
            assert not hostile.are_threads_free(server.port, 1.0)
            assert ask(server.port, "/release").status == 200
            assert hostile.are_threads_free(server.port)
    finally:
        server.stop()


@needs_wrk
@pytest.mark.parametrize(("application", "leaks"), [("app:create_app()", False), ("dev.load.faults:leaking()", True)])
def test_a_leak_is_noticed(application: str, leaks: bool) -> None:
    """A thousand bytes per request are 3 % of a worker's memory over these requests; the limit is 1 %."""
    growth = memory.measure(1500, 1500, application, 150, 1.0)
    assert growth.refused == 0
    assert growth.requests >= 1500
    assert growth.leaks == leaks, memory.show(growth)


@needs_nginx
def test_a_lost_question_is_noticed(tmp_path: Path) -> None:
    """If nginx tries no other instance, a request that an instance leaves unanswered is lost."""
    old = "proxy_next_upstream error timeout non_idempotent;"
    two = Balanced(tmp_path, 2, {old: "proxy_next_upstream off;"})
    try:
        with ConcurrentClients(two) as load:
            load.more(20)
            two.instances[0].end()
            load.more(20)
        assert lost(Counter(load.statuses)) > 0
    finally:
        two.stop()


def test_probes_that_suffer_are_noticed() -> None:
    well = [(True, 1.0)] * 1000
    assert not slow.probe_stats(well, 0).fails
    assert not slow.probe_stats([*well, (False, 1.0)], 0).fails
    assert slow.probe_stats([*well, (False, 1.0), (False, 1.0)], 0).fails
    assert slow.probe_stats([(True, 1.0)] * 98 + [(True, 101.0)] * 2, 0).fails
