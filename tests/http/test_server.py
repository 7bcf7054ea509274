"""A real server with two workers: merged counters, equal answers, a clean stop."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.client import FOLLOW
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.readme import READMES, body_of, example
from tests.helpers.waiting import wait_until

REQUESTS = 40

pytestmark = pytest.mark.server


@pytest.fixture
def server() -> Iterator[GunicornProcess]:
    with GunicornProcess() as running:
        yield running


def test_the_rate_limit_and_too_few_open_files_are_messages_at_start() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (255, hard))
    try:
        server = GunicornProcess(workers=1, PAILI_RATE_LIMIT="600/minute")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    events = [line["event"] for line in server.logged()]
    server.stop()
    assert "ulimit -n: 255 open files; a worker needs 256: connections would be refused" in events
    limit = "600 units in 60 seconds for each caller; a unit is 1 ms of CPU, charged after an answer"
    assert f"PAILI_RATE_LIMIT: {limit}" in events


def test_workers_answer_alike_and_count_together(server: GunicornProcess) -> None:
    answers = {server.get("/v1/analyze", FOLLOW) for _ in range(REQUESTS)}
    assert len(answers) == 1
    assert [server.analyses_counted() for _ in range(6)] == [REQUESTS] * 6


def test_a_new_server_gives_the_same_bytes(server: GunicornProcess) -> None:
    with GunicornProcess(workers=1) as other:
        for hand in ("34567899JJQQKA22D", "3334445556667", "333345", "34566789TJJQKKA22"):
            body = {"hand": hand, "level": "starter"}
            assert server.get("/v1/analyze", body) == other.get("/v1/analyze", body)


def cache_uses(server: GunicornProcess) -> int:
    text = server.get("/metrics").decode()
    return int(sum(float(n) for n in re.findall(r'paili_cache_\w+_total\{cache="hints"\} ([0-9.]+)', text)))


def test_cache_counters_are_those_of_all_workers(server: GunicornProcess) -> None:
    """Each worker reports the counts of both, at most a second later: here while the other one is suspended."""
    number = 400
    with ThreadPoolExecutor(12) as clients:
        answers = list(clients.map(lambda _: server.get("/v1/analyze", FOLLOW), range(number)))
    assert len(set(answers)) == 1
    for held in server.workers():
        assert any(number <= uses_while_held(server, held) for _ in range(20))


def uses_while_held(server: GunicornProcess, worker: int) -> int:
    """Return the uses reported by the other workers after some time while *worker* is suspended."""
    time.sleep(0.5)
    os.kill(worker, signal.SIGSTOP)
    try:
        return cache_uses(server)
    finally:
        os.kill(worker, signal.SIGCONT)


def arenas(process: int) -> int:
    """Return the number of glibc malloc arenas of a process, each of which reserves 64 MB of address space."""
    size, maps = 1 << 26, [line.split() for line in Path(f"/proc/{process}/maps").read_text().splitlines()]
    places = [(*(int(end, 16) for end in line[0].split("-")), line[1]) for line in maps]
    return sum(
        begin % size == 0 and (end, used, kept) == (behind, "rw-p", "---p") and last - begin == size
        for (begin, end, used), (behind, last, kept) in pairwise(places)
    )


def test_threads_keep_no_memory_of_their_own(server: GunicornProcess) -> None:
    """There is one arena; otherwise each thread would keep its maximum memory."""
    with ThreadPoolExecutor(12) as clients:
        assert len(list(clients.map(lambda _: server.get("/v1/analyze", FOLLOW), range(96)))) == 96
    assert [arenas(worker) for worker in server.workers()] == [0, 0]


def test_counters_outlive_a_worker(server: GunicornProcess) -> None:
    for _ in range(REQUESTS):
        server.get("/v1/analyze", FOLLOW)
    started = server.workers()
    os.kill(started[0], signal.SIGKILL)
    wait_until(lambda: len(server.workers()) > len(started))
    server.wait()
    assert len(server.workers()) == len(started) + 1
    assert server.analyses_counted() == REQUESTS


def test_a_stop_is_clean_and_leaves_nothing(server: GunicornProcess) -> None:
    assert all({"event", "level", "timestamp"} <= line.keys() for line in server.logged())
    assert len(server.counters()) == 1
    assert server.stop() == 0
    assert server.counters() == []


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_curl_of_the_readme_gives_its_answer(server: GunicornProcess, readme: Path) -> None:
    words, shown = example(readme)
    place = f"http://127.0.0.1:{server.port}/v1/analyze"
    command = [place if word == "http://127.0.0.1:8000/v1/analyze" else word for word in words]
    assert place in command
    assert json.loads(server.get("/v1/analyze", body_of(words))) == shown
    if shutil.which(command[0]):  # a minimal machine may lack curl
        answered = subprocess.run(command, capture_output=True, check=True).stdout
        assert json.loads(answered) == shown
