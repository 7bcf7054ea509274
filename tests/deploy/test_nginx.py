"""The balancer of `deploy/nginx.conf`: a real nginx in front of real instances: caching, errors and failover."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPSConnection
from itertools import count
from pathlib import Path

import pytest

from service.http.endpoints import ENDPOINTS
from tests.helpers.callers import Callers
from tests.helpers.english_words import english
from tests.helpers.nginx import CONFIGURATION, Balanced, HttpAnswer, Instance, ask, start_nginx, wait_for
from tests.helpers.patient import SERVED
from tests.helpers.ports import free_port

HAND = "34567899JJQQKA22D"
BODY = json.dumps({"hand": HAND}).encode()
numbers = count(1)

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx"),
]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Balanced]:
    with Balanced(tmp_path_factory.mktemp("two"), 2) as running:
        yield running


SLOTS = {"PAILI_SLOTS": "1", "PAILI_WAITERS": "0", "PAILI_PATIENCE": "0"}
"""One heavy call at a time."""


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Balanced]:
    """Return a single instance whose rate limit allows an address twelve plain requests."""
    with Balanced(tmp_path, 1, PAILI_RATE_LIMIT="12/hour", **SLOTS) as running:
        yield running


@pytest.fixture
def one_for_masters(tmp_path: Path) -> Iterator[Balanced]:
    """Return a single instance whose rate limit allows an address some moves of `master`."""
    with Balanced(tmp_path, 1, application=SERVED, PAILI_RATE_LIMIT="300/hour", **SLOTS) as running:
        yield running


def fresh_path() -> str:
    """Return a path with a query that was not requested before."""
    return f"/v1/analyze?hand={HAND}&seed={next(numbers)}"


def cache_status(answer: HttpAnswer) -> str | None:
    """Return the cache status of an answer ("HIT", "MISS", ...); None if the cache was not consulted."""
    return answer.headers["X-Cache"]


def problem(answer: HttpAnswer, status: int) -> dict[str, object]:
    assert answer.status == status
    assert answer.headers.get_content_type() == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    document = json.loads(answer.body)
    assert document["status"] == status
    assert document["request_id"] == answer.headers["X-Request-Id"]
    return dict(document)


def test_an_analysis_is_computed_once(two: Balanced) -> None:
    path = fresh_path()
    first, again = two.ask(path), two.ask(path, X_Request_Id="mine")
    assert (first.status, cache_status(first), cache_status(again)) == (200, "MISS", "HIT")
    assert first.body == again.body == ask(two.instances[0].port, path).body
    assert first.headers["X-Request-Id"] != again.headers["X-Request-Id"] == "mine"
    assert first.headers["ETag"] == again.headers["ETag"]
    assert "Server-Timing" not in again.headers
    assert again.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert cache_status(two.ask("/v1/move", BODY)) is None  # POST is never cached
    assert cache_status(two.ask("/v1/move", BODY)) is None


def test_every_part_of_the_query_counts(two: Balanced) -> None:
    path = fresh_path()
    answers = [two.ask(path + more) for more in ("", "&top=1", "&lang=zh", "&hand=3", "&top=%31", "&spare=1")]
    assert [cache_status(answer) for answer in answers] == ["MISS"] * 6
    assert [answer.status for answer in answers] == [200, 200, 200, 422, 200, 422]
    assert answers[1].body == answers[4].body


def test_a_matching_etag_is_answered_with_304(two: Balanced) -> None:
    path = fresh_path()
    first = two.ask(path)
    for tag in (first.headers["ETag"], f"W/{first.headers['ETag']}", f'"other", {first.headers["ETag"]}'):
        again = two.ask(path, If_None_Match=tag)
        assert (again.status, again.body, cache_status(again)) == (304, b"", "HIT")
    uncached = fresh_path()
    full = two.ask(uncached, If_None_Match='"other"')
    assert (full.status, cache_status(full)) == (200, "MISS")
    tag = ask(two.instances[1].port, fresh_same := fresh_path()).headers[
        "ETag"
    ]  # of an instance, before nginx caches it
    assert two.ask(fresh_same, If_None_Match=tag).status == 304
    assert len(two.ask(fresh_same).body) > 1000


def test_answers_are_kept_once_and_compressed_for_who_reads_that(two: Balanced) -> None:
    path = fresh_path()
    packed, plain, refused = (two.ask(path, Accept_Encoding=coding) for coding in ("gzip, br", "identity", "gzip;q=0"))
    assert [cache_status(answer) for answer in (packed, plain, refused)] == ["MISS", "HIT", "HIT"]
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body == refused.body
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    varied = ", ".join(packed.headers.get_all("Vary") or [])
    assert {"Accept-Encoding", "Accept-Language"} <= set(varied.split(", "))
    again = two.ask(path, Accept_Encoding="gzip", If_None_Match=packed.headers["ETag"])
    assert (again.status, again.body) == (304, b"")
    assert gzip.decompress(two.ask("/v1/analyze", BODY, Accept_Encoding="gzip").body).startswith(b"{")


def test_errors_are_never_kept(one_for_masters: Balanced) -> None:
    """Neither 503 of a heavy call without a free slot, nor 422, nor 429 is cached; cached answers are still served."""
    one, light = one_for_masters, fresh_path()
    assert cache_status(one.ask(light)) == "MISS"
    heavy = [(f"{fresh_path()}&level=master&want=move", f"127.0.0.{host}") for host in range(2, 6)]
    with ThreadPoolExecutor(4) as callers:
        answers = dict(
            zip(heavy, callers.map(lambda one_of: ask(one.port, one_of[0], source=one_of[1]), heavy), strict=True)
        )
    busy = [path for path, answer in answers.items() if answer.status == 503]
    assert busy
    assert all(int(answers[path].headers["Retry-After"]) >= 1 for path in busy)
    later = ask(one.port, busy[0][0], source=busy[0][1])
    assert (later.status, cache_status(later)) == (200, "MISS")
    wrong = "/v1/analyze?hand=Z"
    assert [(one.ask(wrong).status, cache_status(one.ask(wrong))) for _ in range(2)] == [(422, "MISS")] * 2
    more = (one.ask(f"{fresh_path()}&level=master&want=move") for _ in range(300))
    refused = next(answer for answer in more if answer.status == 429)
    assert (refused.status, cache_status(refused)) == (429, "MISS")
    assert int(refused.headers["Retry-After"]) > 1
    assert (one.ask(light).status, cache_status(one.ask(light))) == (200, "HIT")


def test_each_address_is_counted_by_the_service_behind(one: Balanced) -> None:
    sent = {"X-Forwarded-For": "192.0.2.1"}  # clients cannot choose their address
    first = [ask(one.port, fresh_path(), headers=sent).status for _ in range(13)]  # each takes a unit at least
    assert first == sorted(first)
    assert (first[0], first[-1]) == (200, 429)
    assert ask(one.port, fresh_path(), source="127.0.0.2").status == 200


def test_a_kept_answer_tells_nobody_what_is_left_to_another(one: Balanced) -> None:
    """Cached answers are not counted, with or without an instance; counted ones, also rejections, have headers."""

    def cache_and_limits(answer: HttpAnswer) -> tuple[str | None, bool, bool]:
        return cache_status(answer), "RateLimit" in answer.headers, "RateLimit-Policy" in answer.headers

    path = fresh_path()
    first = one.ask(path)
    assert cache_and_limits(first) == ("MISS", True, True)
    assert [cache_and_limits(one.ask(path)) for _ in range(2)] == [("HIT", False, False)] * 2
    counted = one.ask("/v1/analyze", BODY)
    assert cache_and_limits(counted) == (None, True, True)
    left = [int(answer.headers["RateLimit"].split(";")[1].removeprefix("r=")) for answer in (first, counted)]
    assert 12 > left[0] > left[1]
    assert cache_and_limits(one.ask(path, If_None_Match=first.headers["ETag"])) == ("HIT", False, False)
    refused = [one.ask(fresh_path()) for _ in range(12)][-1]
    assert (refused.status, cache_and_limits(refused)) == (429, ("MISS", True, True))
    one.instances[0].end(signal.SIGKILL)
    assert cache_and_limits(one.ask(path)) == ("HIT", False, False)


class Cutter:
    """A server whose connections are unreliable: every fifth new connection is reset after its first request."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.cutting = False
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        """Answer or reset one connection after another until the socket is closed."""
        for number in count(1):
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            with client:
                client.recv(65536)
                if self.cutting and number % 5 == 0:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                else:
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")


@pytest.mark.parametrize(("times", "lost"), [(1, True), (2, False)])
def test_one_address_for_all_is_tried_again_if_it_is_named_twice(tmp_path: Path, times: int, lost: bool) -> None:
    line = "server paili:8000 max_fails=0;"
    assert CONFIGURATION.read_text().count(f"#     {line}\n") == 2
    cutter = Cutter()
    named = times * line.replace("paili:8000", f"127.0.0.1:{cutter.port}")
    both = ("max_fails=1 fail_timeout=2s", "max_fails=0")
    with Balanced(tmp_path, 0, {f"server 127.0.0.1:8001 {fails};": named for fails in both}) as running:
        cutter.cutting = True
        statuses = [running.ask("/v1/move", BODY).status for _ in range(25)]
        cutter.listening.close()
    assert set(statuses) == ({200, 502} if lost else {200})


FEW = {"rate=200r/s;": "rate=1r/m;", "burst=400 ": "burst=4 "}
"""Low limits of nginx."""


def test_who_asks_for_many_is_not_limited_by_nginx(tmp_path: Path) -> None:
    with Balanced(tmp_path, 1, FEW | {"# 192.0.2.7 1;": "127.0.0.2 1;"}) as running:
        mine, theirs = ([ask(running.port, fresh_path(), source=f"127.0.0.{n}") for _ in range(9)] for n in (1, 2))
    assert problem(mine[-1], 429)["title"] == "Too Many Requests"
    assert mine[-1].headers["Retry-After"] == "1"
    assert {answer.status for answer in theirs} == {200}


def test_pages_and_files_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """Clients that reach it can still use the API."""
    with Balanced(tmp_path, 1, {"rate=20r/s;": "rate=1r/m;"}) as running:
        for path in ("/docs/swagger-ui.css", "/v1/variants", "/numbers"):
            statuses = [ask(running.port, path).status for _ in range(201)]
            assert statuses[-1] == 429
        assert running.ask("/v1/analyze", BODY).status == 200


def test_large_bodies_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """A caller that reaches it, with the length of a body or without, can still send plain requests."""
    padded, chunked = BODY + b" " * (10_000 - len(BODY)), b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY)
    limits = {"rate=10r/s;": "rate=1r/m;", "burst=100 ": "burst=1 "}
    with Balanced(tmp_path, 1, limits) as running:
        assert [ask(running.port, "/v1/analyze", padded[:-1]).status for _ in range(3)] == [200] * 3
        assert [ask(running.port, "/v1/analyze", padded).status for _ in range(3)] == [200, 200, 429]
        assert running.ask("/v1/analyze", chunked, Transfer_Encoding="chunked").status == 429
        assert running.ask("/v1/analyze", BODY).status == 200


def test_an_ipv6_network_of_64_bits_is_one_caller(tmp_path: Path) -> None:
    """Like in the service; an IPv4 address within IPv6 counts as that address."""
    named = {"# set_real_ip_from 10.0.0.0/8;": "set_real_ip_from 127.0.0.1;", "# real_ip_header": "real_ip_header"}

    def statuses(*callers: str) -> list[int]:
        return [ask(running.port, fresh_path(), headers={"X-Forwarded-For": caller}).status for caller in callers]

    same = [f"2001:db8:1:1:{number:x}::7" for number in range(9)]
    others = [f"2001:db8:1:{number:x}::7" for number in range(2, 11)]
    within = ["::ffff:192.0.2.1"] * 5 + ["192.0.2.1"] * 4
    with Balanced(tmp_path, 1, FEW | named) as running:
        assert statuses(*same) == [200] * 5 + [429] * 4
        assert statuses(*others) == [200] * 9
        assert statuses(*within) == [200] * 5 + [429] * 4
        assert statuses(*(f"192.0.2.{number}" for number in range(2, 11))) == [200] * 9


def test_the_operators_page_names_the_limits_of_nginx() -> None:
    text, page = CONFIGURATION.read_text(), (CONFIGURATION.parent.parent / "docs" / "operations.md").read_text()
    subjects = {
        "questions": r"(\d+) requests to the API a second with bursts of (\d+)",
        "bodies": r"(\d+) of them with bodies of 10,000 bytes or more \(bursts of (\d+)\)",
        "pages": r"(\d+) pages and\sfiles a second \(bursts of (\d+)\)",
    }
    for zone, subject in subjects.items():
        match = re.search(subject, page)
        assert match
        assert f"zone=paili_{zone}:10m rate={match[1]}r/s;" in text
        assert f"zone=paili_{zone} burst={match[2]} nodelay;" in text
    match = re.search(r"(\d+) open requests at the same time", page)
    assert match
    assert f"connections {match[1]};" in text


def test_behind_another_balancer_each_address_is_counted_if_that_is_named(tmp_path: Path) -> None:
    named = {"# set_real_ip_from 10.0.0.0/8;": "set_real_ip_from 127.0.0.2;", "# real_ip_header": "real_ip_header"}

    def statuses(caller: str, source: str) -> list[int]:
        sent = {"X-Forwarded-For": f"192.0.2.9, {caller}"}
        answers = [ask(running.port, fresh_path(), headers=sent, source=source).status for _ in range(3)]
        assert answers == sorted(answers)
        return [answers[0], answers[-1]]  # each takes a unit at least

    with Balanced(tmp_path, 1, named, PAILI_RATE_LIMIT="2/hour") as running:
        assert statuses("198.51.100.1", "127.0.0.2") == [200, 429]
        assert statuses("198.51.100.2", "127.0.0.2") == [200, 429]
        assert statuses("198.51.100.3", "127.0.0.3") == [200, 429]
        assert statuses("198.51.100.4", "127.0.0.3") == [429] * 2  # others cannot choose an address


def test_an_emptied_cache_is_filled_anew_without_a_reload(two: Balanced) -> None:
    path = fresh_path()
    assert [cache_status(two.ask(path)) for _ in range(2)] == ["MISS", "HIT"]
    for folder in (two.folder / "cache").iterdir():
        shutil.rmtree(folder)
    assert [cache_status(two.ask(path)) for _ in range(2)] == ["MISS", "HIT"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_question_is_lost_when_an_instance_ends(two: Balanced, number: signal.Signals) -> None:
    """Neither by a stop nor by a kill under load, nor when the instance starts again."""
    with Callers(lambda: two.ask("/v1/analyze", BODY).status, 6) as load:
        load.more(100)
        two.instances[0].end(number)
        load.more(150)
        two.instances[0].start()
        load.more(100)
        wait_for(two.instances[0].port, "/readyz")
    assert set(load.results) == {200}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_what_nginx_itself_refuses_is_a_problem_document(two: Balanced, lang: str) -> None:
    for answer, status in (
        (two.ask("/v1/analyze", b" " * 70_000, Accept_Language=lang), 413),
        (two.ask("/v1/analyze", Accept_Language=lang, X_Long="a" * 40_000), 431),
        (two.ask(f"/v1/analyze?hand={'3' * 40_000}"), 414),
        (two.ask("/metrics", Accept_Language=lang), 404),
        (two.ask("/readyz", Accept_Language=lang), 404),
        (two.ask("/_problem", Accept_Language=lang), 404),
        (two.ask("/v1/analyze", Accept_Language=lang, Transfer_Encoding="zip"), 501),
    ):
        document = problem(answer, status)
        assert status == 414 or bool(english(f"{document['title']}{document['detail']}")) == (lang == "en")
        assert document["title"] != "Error"
        assert "Retry-After" not in answer.headers


class CountingServer:
    """Accepts connections, counts their requests, and never answers API requests."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port, self.requests = self.listening.getsockname()[1], list[bytes]()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self.read, args=(client,), daemon=True).start()

    def read(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            while data := client.recv(65536):
                if data.startswith((b"POST /v1/", b"GET /v1/")):
                    self.requests.append(data)
                elif data.startswith(b"GET "):
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")


@pytest.mark.parametrize("path", ["/v1/batch", "/v1/move", "/v1/analyze"])
def test_a_question_that_times_out_is_tried_once_and_marks_nobody_down(tmp_path: Path, path: str) -> None:
    """Otherwise one slow request would be slow at all instances, and all of them would be marked down for everybody."""
    silent = [CountingServer() for _ in range(2)]
    times = {"proxy_next_upstream_timeout 20s;": "proxy_next_upstream_timeout 2s;"}  # proxy_read_timeout is 3 here
    for fails in ("max_fails=1 fail_timeout=2s", "max_fails=0"):
        named = "".join(f"server 127.0.0.1:{server.port} {fails};" for server in silent)
        times[f"server 127.0.0.1:8001 {fails};"] = named
    with Balanced(tmp_path, 0, times) as running:
        with ThreadPoolExecutor(4) as callers:
            answers = list(callers.map(lambda _: running.ask(path, BODY), range(4)))
        assert [answer.status for answer in answers] == [504] * 4
        assert sum(len(server.requests) for server in silent) == 4
        assert [running.ask("/healthz").status for _ in range(8)] == [200] * 8
        with ThreadPoolExecutor(4) as callers:  # instances stay in use for the API too
            answers = list(callers.map(lambda _: running.ask(path, BODY), range(4)))
        assert [answer.status for answer in answers] == [504] * 4
        for server in silent:
            server.listening.close()
    # nginx writes a log line after sending the answer: all lines are complete when nginx has exited
    lines = [json.loads(line) for line in (tmp_path / "access.log").read_text().splitlines()]
    assert [line["method"] for line in lines if line["path"] == path] == ["POST"] * 8


class ClosingServer(CountingServer):
    """Counts API requests and closes their connections without an answer, like an instance that a request ends."""

    def read(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            while data := client.recv(65536):
                if data.startswith(b"POST /v1/"):
                    self.requests.append(data)
                    return
                if data.startswith(b"GET "):
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")


@pytest.mark.parametrize("path", ["/v1/batch", "/v1/move", "/v1/game", "/v1/check"])
def test_a_large_body_that_ends_an_instance_is_not_sent_to_another(tmp_path: Path, path: str) -> None:
    servers = [ClosingServer() for _ in range(2)]
    ports = [server.port for server in servers]
    groups = {
        f"server 127.0.0.1:8001 {fails};": "".join(f"server 127.0.0.1:{port} max_fails=0;" for port in ports)
        for fails in ("max_fails=1 fail_timeout=2s", "max_fails=0")
    }
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY)
    with Balanced(tmp_path, 0, groups) as running:
        sent = []
        for body, headers in (
            (BODY.ljust(7_999), {}), (BODY.ljust(8_000), {}), (BODY.ljust(60_000), {}),
            (chunked, {"Transfer_Encoding": "chunked"}),
        ):  # fmt: skip
            before = sum(len(server.requests) for server in servers)
            problem(running.ask(path, body, **headers), 502)
            sent.append(sum(len(server.requests) for server in servers) - before)
        assert sent == [2, 1, 1, 1]
        assert all(data.startswith(b"POST %b HTTP/1.1\r\n" % path.encode()) for one in servers for data in one.requests)
        problem(running.ask("/v1/_once/move", BODY), 404)


def test_a_large_body_that_no_instance_received_is_sent_to_another(tmp_path: Path) -> None:
    server = ClosingServer()
    peers = f"server 127.0.0.1:{free_port()} max_fails=0; server 127.0.0.1:{server.port} max_fails=0;"
    groups = {f"server 127.0.0.1:8001 {fails};": peers for fails in ("max_fails=1 fail_timeout=2s", "max_fails=0")}
    with Balanced(tmp_path, 0, groups) as running:
        for number in range(4):
            problem(running.ask("/v1/move", BODY.ljust(60_000)), 502)
            assert len(server.requests) == number + 1


def test_no_second_try_follows_a_time_out() -> None:
    text = CONFIGURATION.read_text()
    names = ("proxy_connect_timeout", "proxy_next_upstream_timeout", "proxy_read_timeout")
    connect, again, read = (int(re.findall(rf"{name} (\d+)s;", text)[0]) for name in names)
    assert connect < again < read


def test_it_is_a_file_for_the_block_http_that_logs_to_files() -> None:
    """As in Debian's conf.d; under systemd the standard output is a socket, which nginx cannot open."""
    text = CONFIGURATION.read_text()
    assert "/dev/std" not in text
    assert not re.search(r"^(worker_processes|events|pid|http|user)\b", text, re.MULTILINE)


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[int, int, Path]]:
    """Return the ports with and without TLS, and the certificate, of nginx with TLS enabled as in the documentation."""
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key),
         "-out", str(certificate)],
        capture_output=True, check=True,
    )  # fmt: skip
    (command,) = re.findall(r"^#     (sed .*) /etc/nginx/conf\.d/paili\.conf$", CONFIGURATION.read_text(), re.MULTILINE)
    shown = f"{command.replace('YOUR.NAME', 'localhost').replace(' -i ', ' ')} {CONFIGURATION}"
    text = subprocess.run(["sh", "-c", shown], capture_output=True, text=True, check=True).stdout
    service, ports = Instance({}), (free_port(), free_port())
    for old, new in {
        "listen 443 ssl http2;": f"listen 127.0.0.1:{ports[0]} ssl http2;", "listen [::]:443 ssl http2;": "",
        "listen 80;": f"listen 127.0.0.1:{ports[1]};", "listen [::]:80;": "",
        "/etc/letsencrypt/live/localhost": str(tmp_path), "/var/cache/paili": f"{tmp_path}/cache",
        "/var/log/nginx": str(tmp_path), ":8001 ": f":{service.port} ", ":8002 ": f":{service.port} ",
    }.items():  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    nginx = start_nginx(tmp_path, text)
    try:
        wait_for(service.port, "/readyz")
        yield *ports, certificate
    finally:
        nginx.terminate()
        nginx.wait(timeout=20)
        service.end(signal.SIGKILL)


def test_tls_is_a_block_that_one_command_switches_on(secure: tuple[int, int, Path]) -> None:
    port, plain, certificate = secure
    context = ssl.create_default_context(cafile=str(certificate))
    for path, status in (("/healthz", 200), ("/v1/analyze?hand=3345", 200), ("/docs/swagger-ui.css", 200),
                         ("/v1/variants", 200), ("/metrics", 404)):  # fmt: skip
        connection = HTTPSConnection("localhost", port, timeout=20, context=context)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert (answer.status, answer.headers["Strict-Transport-Security"]) == (status, "max-age=31536000"), path
        connection.close()
    elsewhere = ask(plain, "/v1/analyze?hand=3345", headers={"Host": "localhost"})
    assert (elsewhere.status, elsewhere.headers["Location"]) == (308, "https://localhost/v1/analyze?hand=3345")
    for version, taken in (("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)):
        command = ["openssl", "s_client", "-connect", f"127.0.0.1:{port}", version, "-cipher", "DEFAULT@SECLEVEL=0"]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        assert (done.returncode == 0) == taken, version


def test_without_tls_no_browser_is_bound_to_it(two: Balanced) -> None:
    assert "Strict-Transport-Security" not in two.ask("/healthz").headers


def test_a_file_is_kept_as_the_service_compressed_it(two: Balanced) -> None:
    """It is fetched from the service once for all clients with gzip and once for all others."""
    path = "/docs/swagger-ui-bundle.js"
    direct = ask(two.instances[0].port, path, headers={"Accept-Encoding": "gzip"})
    first = two.ask(path, Accept_Encoding="gzip, deflate, br")
    again = two.ask(f"{path}?more=1", Accept_Encoding="br, gzip;q=0.5", Accept_Language="zh")
    assert (cache_status(first), cache_status(again)) == ("MISS", "HIT")
    assert first.body == again.body == direct.body
    assert first.headers["Content-Encoding"] == "gzip"
    assert first.headers["ETag"] == direct.headers["ETag"]
    assert two.ask(path, Accept_Encoding="gzip", If_None_Match=first.headers["ETag"]).status == 304
    plain = two.ask(path, Accept_Encoding="gzip;q=0")
    assert (cache_status(plain), plain.body) == ("MISS", gzip.decompress(first.body))
    assert cache_status(two.ask(path)) == "HIT"
    missing = [two.ask("/docs/none.js") for _ in range(2)]
    assert [(answer.status, cache_status(answer)) for answer in missing] == [(404, "MISS")] * 2


def test_the_games_are_kept_for_each_language(two: Balanced) -> None:
    for lang in ("en", "zh"):
        answers = [two.ask("/v1/variants", Accept_Language=lang, Accept_Encoding="gzip") for _ in range(2)]
        assert [cache_status(answer) for answer in answers] == ["MISS", "HIT"]
        expected = ask(two.instances[0].port, f"/v1/variants?lang={lang}").body
        assert {gzip.decompress(answer.body) for answer in answers} == {expected}
    assert cache_status(two.ask("/v1/variants", Accept_Language="fr, zh;q=0.5")) == "BYPASS"


def test_a_dead_or_silent_service_is_a_problem_document(tmp_path: Path) -> None:
    """Cached answers are still served."""
    with Balanced(tmp_path, 1) as alone:
        path = fresh_path()
        body = alone.ask(path).body
        alone.instances[0].send(signal.SIGSTOP)
        silent = alone.ask("/v1/move", BODY)
        alone.instances[0].send(signal.SIGCONT)
        alone.instances[0].end(signal.SIGKILL)
        dead = alone.ask("/v1/move", BODY, Accept_Language="zh")
        for answer, status in ((silent, 504), (dead, 502)):
            problem(answer, status)
            assert answer.headers["Retry-After"] == "1"
            assert answer.headers["Cache-Control"] == "no-store"
        assert not english(f"{json.loads(dead.body)['title']}{json.loads(dead.body)['detail']}")
        still = alone.ask(path)
        assert (still.status, still.body) == (200, body)
    assert HAND not in alone.error_log.read_text() + (tmp_path / "access.log").read_text()
    lines = [json.loads(line) for line in (tmp_path / "access.log").read_text().splitlines()]
    assert {(line["status"], line["path"]) for line in lines} >= {
        (200, "/v1/analyze"), (502, "/v1/move"), (504, "/v1/move")
    }  # fmt: skip


def test_every_error_of_nginx_has_its_words_in_both_languages() -> None:
    text = CONFIGURATION.read_text()
    listed = {number for line in re.findall(r"error_page (.*) /_problem;", text) for number in re.findall(r"\d+", line)}
    assert len(listed) > 10
    for status in listed - {"494"}:
        assert len(re.findall(rf'^    {status} "', text, re.MULTILINE)) == 2, status
        assert text.count(f'"zh {status}" "') == 2, status


def test_nginx_has_nothing_to_complain_of(two: Balanced) -> None:
    checked = subprocess.run(
        ["nginx", "-t", "-e", "stderr", "-p", str(two.folder), "-c", str(two.folder / "nginx.conf")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0
    assert "warn" not in checked.stderr
    assert (two.folder / "stderr.log").read_text() == ""


def test_requests_that_may_compute_for_seconds_are_those_with_limits_and_records() -> None:
    """Two of them that time out would otherwise mark both instances as down for everybody."""
    (names,) = re.findall(r'"~\^/v1/\(\?:(.*)\)\$" paili_heavy;', CONFIGURATION.read_text())
    limited = [name for name, endpoint in ENDPOINTS.items() if "limits" in endpoint.schema.fields]
    assert names.split("|") == sorted([*limited, "batch", "game", "records"])
