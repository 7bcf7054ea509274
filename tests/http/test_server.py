"""A real server with two workers: merged counters, equal answers, a clean stop."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from tests import ROOT
from tests.helpers.ports import free_port
from tests.helpers.readme import READMES, body_of, example

BODY = {"seat": "landlord_down", "hand": "34567899JJQQKA22D", "bottom": "4KX", "history": ["TT"]}
REQUESTS = 40
GUNICORN = Path(sys.executable).with_name("gunicorn")
"""The program of gunicorn, which can start itself again for an upgrade; `python -m gunicorn` cannot."""

pytestmark = pytest.mark.server


class GunicornProcess:
    """A gunicorn process of this project with extra *options* and *variables*; `log` is its standard error."""

    def __init__(
        self, workers: int = 2, options: str = "", application: str = "app:create_app()", **variables: str
    ) -> None:
        self.port = free_port()
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 - stop() closes it
        environment = os.environ | {"PORT": str(self.port), "WORKERS": str(workers), "PAILI_LOG_LEVEL": "WARNING"}
        environment |= {"GUNICORN_CMD_ARGS": options} | variables
        environment.pop("LD_PRELOAD", None)
        command = [str(GUNICORN), "-c", "gunicorn.conf.py", application]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=self.log)
        while self.process.poll() is None and len(self.workers()) < workers:
            time.sleep(0.05)
        self.wait()

    def get(self, path: str, body: object = None) -> bytes:
        """Return the answer to a request on a new connection."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return bytes(answer.read())

    def wait(self) -> None:
        """Wait until it answers."""
        for _ in range(6000):
            try:
                self.get("/readyz")
                return
            except OSError:
                assert self.process.poll() is None, "the server ended"
                time.sleep(0.01)
        raise AssertionError("the server never got ready")

    def logged(self) -> list[dict[str, str]]:
        """Return its log, which must consist of lines of JSON."""
        text = os.pread(self.log.fileno(), 1_000_000, 0)  # a seek would move the server's write position
        return [json.loads(line) for line in text.splitlines()]

    def workers(self) -> list[int]:
        """Return the process ids of all started workers, oldest first."""
        booted = [re.fullmatch(r"Booting worker with pid: (\d+)", line["event"]) for line in self.logged()]
        return [int(match[1]) for match in booted if match]

    def counters(self) -> list[Path]:
        """Return the folders with counters of its workers."""
        places = (Path("/dev/shm"), Path(tempfile.gettempdir()))
        return [folder for place in places for folder in place.glob(f"paili-metrics-{self.process.pid}-*")]

    def stop(self) -> int:
        """Stop it unless it has ended, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(timeout=40)
        self.log.close()
        return status

    def __enter__(self) -> GunicornProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@pytest.fixture
def server() -> Iterator[GunicornProcess]:
    with GunicornProcess() as running:
        yield running


def test_too_few_open_files_are_a_message_at_start() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (255, hard))
    try:
        server = GunicornProcess(workers=1)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    events = [line["event"] for line in server.logged()]
    server.stop()
    assert "ulimit -n: 255 open files; a worker needs 256: connections would be refused" in events


def analyses_counted(server: GunicornProcess) -> int:
    text = server.get("/metrics").decode()
    match = re.search(r'paili_requests_total\{method="POST",route="/v1/analyze",status="200"\} ([0-9.]+)', text)
    return int(float(match[1])) if match else 0


def test_workers_answer_alike_and_count_together(server: GunicornProcess) -> None:
    answers = {server.get("/v1/analyze", BODY) for _ in range(REQUESTS)}
    assert len(answers) == 1
    assert [analyses_counted(server) for _ in range(6)] == [REQUESTS] * 6


def test_a_new_server_gives_the_same_bytes(server: GunicornProcess) -> None:
    with GunicornProcess(workers=1) as other:
        for hand in ("34567899JJQQKA22D", "3334445556667", "333345", "34566789TJJQKKA22"):
            body = {"hand": hand, "level": "novice"}
            assert server.get("/v1/analyze", body) == other.get("/v1/analyze", body)


def cache_uses(server: GunicornProcess) -> int:
    """Return the number of uses of the cache of hints in the metrics."""
    text = server.get("/metrics").decode()
    return int(sum(float(n) for n in re.findall(r'paili_cache_\w+_total\{cache="hints"\} ([0-9.]+)', text)))


def test_cache_counters_are_those_of_all_workers(server: GunicornProcess) -> None:
    """Each worker reports the counts of both, at most a second later: here while the other one is suspended."""
    number = 400
    with ThreadPoolExecutor(12) as clients:
        answers = list(clients.map(lambda _: server.get("/v1/analyze", BODY), range(number)))
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
        assert len(list(clients.map(lambda _: server.get("/v1/analyze", BODY), range(96)))) == 96
    assert [arenas(worker) for worker in server.workers()] == [0, 0]


def test_counters_outlive_a_worker(server: GunicornProcess) -> None:
    for _ in range(REQUESTS):
        server.get("/v1/analyze", BODY)
    started = server.workers()
    os.kill(started[0], signal.SIGKILL)
    for _ in range(200):
        if len(server.workers()) > len(started):
            break
        time.sleep(0.05)
    server.wait()
    assert len(server.workers()) == len(started) + 1
    assert analyses_counted(server) == REQUESTS


SMUGGLED = b"GET /v1/variants HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
RAW = [
    (POST + b'Content-Length: 16\r\n\r\n{"hand": "3345"}', 200),
    (POST + b"\r\n", 400),
    (POST + b"Content-Length: 100000000\r\n\r\n{", 413),
    (POST + CHUNKED + b'10\r\n{"hand": "3345"}\r\n0\r\n\r\n', 411),
    (POST + CHUNKED + b"%x\r\n%b\r\n0\r\n\r\n" % (len(SMUGGLED), SMUGGLED), 411),
    (POST + b"Content-Length: 5\r\n" + CHUNKED + b"0\r\n\r\n", 400),
    (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345", 400),
    (POST + b"Content-Length: -1\r\n\r\n", 400),
    (POST + b"Content-Length: +5\r\n\r\n12345", 400),
    (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\r\n b\r\n\r\n", 400),
    (b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\rb\r\n\r\n", 400),
    (b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 100 + b"\r\n", 431),
    (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    (b"BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    (b"HEAD /v1/variants HTTP/1.1\r\nHost: x\r\n\r\n", 200),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
]
"""Bytes sent to the socket, and the expected status."""


def answers_to(server: GunicornProcess, raw: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
        client.sendall(raw)
        client.shutdown(socket.SHUT_WR)
        received = b""
        while more := client.recv(65536):
            received += more
    return received


def test_raw_bytes_get_one_answer_below_500(server: GunicornProcess) -> None:
    for raw, status in RAW:
        answers = answers_to(server, raw)
        assert re.findall(rb"HTTP/1\.1 (\d+) ", answers) == [b"%d" % status], (raw[:200], answers[:300])
        if raw.startswith(b"HEAD"):
            assert answers.endswith(b"\r\n\r\n")
    assert json.loads(server.get("/v1/analyze", BODY))["legal_count"] == 4


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
