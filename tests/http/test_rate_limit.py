"""Rate limits: counted callers, headers, measured charges, debts, and the behaviour without Redis."""

from __future__ import annotations

import json
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis.connection import AbstractConnection
from redis.exceptions import TimeoutError as RedisTimeoutError
from werkzeug.test import TestResponse

from app import create_app
from service.http import config_check
from service.http.metrics import prometheus
from service.http.middleware.keys import digest_of
from service.http.middleware.rate_limit import UNREADABLE, Balance, Limiter, bucket_of, storage_at
from service.http.state import RequestState
from service.records.body import MEDIA_TYPE
from service.settings import Rate, SettingsError
from tests.helpers.english_words import english
from tests.helpers.redis import Redis
from tests.helpers.waiting import wait_until

EXPERT = {"hand": "34567899JJQQKA22D", "level": "expert", "seat": "landlord_down"}
PATH = "/v1/analyze?hand=3345"
BODY = {"hand": "3345"}


def units_are(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every request take so many milliseconds of CPU."""
    monkeypatch.setattr(RequestState, "units", lambda _: units)


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    if not Redis.is_here():
        pytest.skip("this machine has no redis-server")
    with Redis(tmp_path_factory.mktemp("redis")) as running, pytest.MonkeyPatch.context() as patched:
        patched.setattr("service.http.middleware.rate_limit.PATIENCE", 60.0)  # Redis may be slow beside other work
        yield running


@pytest.fixture(params=["memory", "redis"])
def limited(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Flask]:
    """Return a function that makes a service with four requests per caller and hour, counted in memory or in Redis."""
    if request.param == "redis":
        running = request.getfixturevalue("redis")
        running.restart()
        monkeypatch.setenv("PAILI_REDIS", running.address)

    def make(**variables: str) -> Flask:
        units_are(1, monkeypatch)
        for name, value in ({"PAILI_RATE_LIMIT": "4/hour"} | variables).items():
            monkeypatch.setenv(name, value)
        return create_app()

    return make


def left(answer: TestResponse) -> int:
    """Return the number of further requests stated in an answer; its headers are checked."""
    assert answer.headers["RateLimit-Policy"] == '"default";q=4;w=3600'
    match = re.fullmatch(r'"default";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
    assert match
    assert 0 < int(match[2]) <= 3600
    return int(match[1])


def test_headers_count_down_to_a_refusal_on_every_way(limited: Callable[..., Flask]) -> None:
    client = limited().test_client()
    answers = [
        client.get(PATH),
        client.post("/v1/move", json=BODY),
        client.post("/v1/move", json={}),
        client.get("/v1/x"),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 422, 404]
    assert [left(answer) for answer in answers] == [3, 2, 1, 0]
    for refused in (
        client.get(PATH),
        client.post("/v1/move", json=BODY),
        client.post("/v1/batch", json={"items": []}),
    ):
        assert (refused.status_code, refused.mimetype, left(refused)) == (429, "application/problem+json", 0)
        assert 0 < int(refused.headers["Retry-After"]) <= 3600
        problem = refused.get_json()
        assert (problem["status"], problem["title"]) == (429, "Too Many Requests")
        assert problem["request_id"] == refused.headers["X-Request-Id"]
        assert refused.headers["Access-Control-Allow-Origin"] == "*"


def test_a_refusal_speaks_the_callers_language(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/hour").test_client()
    client.get(PATH)
    for refused in (client.get(PATH + "&lang=zh"), client.post("/v1/move", headers={"Accept-Language": "zh"})):
        problem = refused.get_json()
        assert problem["title"] == "请求过于频繁"
        assert not english(problem["detail"])
    assert client.head(PATH).data == b""


def test_what_is_open_is_not_counted(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/hour").test_client()
    for path in ("/healthz", "/readyz", "/metrics", "/", "/v1/variants", "/v1/variants/standard", "/openapi.yaml"):
        for _ in range(2):
            with client.get(path) as answer:
                assert answer.status_code == 200
                assert "RateLimit" not in answer.headers
    assert client.options("/v1/move").status_code == 200
    assert client.get(PATH).status_code == 200


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/v1/move", {"json": EXPERT}, 200),
        ("/v1/move", {"json": EXPERT, "headers": {"Accept": "application/json, */*"}}, 200),
        ("/v1/batch", {"json": {"items": [{"op": "move", "body": EXPERT}]}}, 200),
        ("/v1/batch", {"json": {"items": [{}] * 64}}, 200),
        ("/v1/batch", {"json": {"items": [{}] * 65}}, 422),
        ("/v1/move", {"json": {"hand": "3", "left": dict.fromkeys(map(str, range(2000)), 1)}}, 422),
        ("/v1/move", {"data": b"[" * 20_000, "content_type": "application/json"}, 400),
        ("/v1/game", {"data": '[Deal "' + "0:3 " * 4000 + '"]\n\n-\n', "content_type": MEDIA_TYPE}, 422),
    ],
)
def test_every_answer_and_rejection_is_charged_the_cpu_of_its_threads(
    limited: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, path: str, sent: dict[str, Any], status: int
) -> None:
    """The CPU of this process while it answers bounds the charge from above, that of its thread from below."""
    measured = RequestState.units
    client = limited(PAILI_RATE_LIMIT="1000000/hour").test_client()
    monkeypatch.setattr(RequestState, "units", measured)
    began, others = time.thread_time(), time.process_time()
    answer = client.post(path, **sent)
    own, everything = (
        (end - start) * 1000 for start, end in ((began, time.thread_time()), (others, time.process_time()))
    )
    assert answer.status_code == status
    left = int(answer.headers["RateLimit"].split(";")[1].removeprefix("r="))
    assert own / 8 <= 1_000_000 - left <= everything + 1  # the test's client takes part of its thread


def test_one_request_may_overdraw_and_the_next_windows_pay(
    limited: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request is admitted while anything is left; a debt of two windows and a half is over after the third."""
    client = limited(PAILI_RATE_LIMIT="10/hour").test_client()
    assert client.get(PATH).status_code == 200
    units_are(34, monkeypatch)
    overdrawn = client.get(PATH)
    assert overdrawn.status_code == 200
    seconds = int(overdrawn.headers["RateLimit"].removeprefix('"default";r=0;t='))
    assert 7200 < seconds <= 10_800
    refused = client.get(PATH)
    assert refused.status_code == 429
    assert seconds - 60 <= int(refused.headers["Retry-After"]) <= seconds
    now = (time.time(), time.monotonic())
    for later, status, left in ((seconds - 30, 429, 0), (seconds + 1, 200, 4)):
        monkeypatch.setattr(time, "time", lambda later=later: now[0] + later)
        monkeypatch.setattr(time, "monotonic", lambda later=later: now[1] + later)
        units_are(1, monkeypatch)
        answer = client.get(PATH)
        assert (answer.status_code, answer.headers["RateLimit"].split(";")[1]) == (status, f"r={left}")


def test_refusals_are_free(limited: Callable[..., Flask]) -> None:
    """A caller that asks too early waits no longer for it."""
    client = limited(PAILI_RATE_LIMIT="1/hour").test_client()
    client.get(PATH)
    waits = [int(client.get(PATH).headers["Retry-After"]) for _ in range(20)]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] <= 3600


def test_windows_in_memory_do_not_depend_on_the_clock_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    limiter = Limiter(Rate(2, 60), "", pytest.fail)
    now = [600_000.0 - crc32(b"a") % 60]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for clock in (0.0, 1e9, 5.0):
        monkeypatch.setattr(time, "time", lambda clock=clock: clock)
        assert limiter.balance("a", None) == Balance(Rate(2, 60), 2 - int(clock != 0.0), 60)
        if clock == 0.0:
            assert limiter.balance("a", None, 1) == Balance(Rate(2, 60), 1, 60)
    now[0] += 59
    assert limiter.balance("a", None, 1) == Balance(Rate(2, 60), 0, 1)
    now[0] += 1
    assert limiter.balance("a", None) == Balance(Rate(2, 60), 2, 60)
    now[0] += 200
    limiter.balance("b", None, 1)
    assert len(limiter.storage.counts) == 1  # those that ended are removed


def test_a_clock_that_is_set_back_locks_nobody_out_by_redis(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    count_by(redis, monkeypatch, "1/hour")
    client = create_app().test_client()
    assert statuses(client, 2) == [200, 429]
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now - 7200)
    assert statuses(client, 2) == [200, 429]
    assert int(client.get(PATH).headers["Retry-After"]) <= 3600


def statuses(client: FlaskClient, times: int, **sent: Any) -> list[int]:
    return [client.get(PATH, **sent).status_code for _ in range(times)]


def test_each_address_is_counted_alone(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/hour").test_client()
    assert statuses(client, 2, environ_base={"REMOTE_ADDR": "192.0.2.1"}) == [200, 429]
    assert statuses(client, 2, environ_base={"REMOTE_ADDR": "192.0.2.2"}) == [200, 429]
    assert statuses(client, 2, environ_base={"REMOTE_ADDR": "2001:db8::1"}) == [200, 429]
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "2001:db8::ffff:1"}) == [429]  # the same subscriber
    assert statuses(client, 1, environ_base={"REMOTE_ADDR": "2001:db8:0:1::1"}) == [200]
    forged = {"X-Forwarded-For": "198.51.100.7"}
    assert statuses(client, 1, headers=forged, environ_base={"REMOTE_ADDR": "192.0.2.1"}) == [429]


def test_as_many_proxies_are_believed_as_there_are(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/hour", PAILI_PROXIES="2").test_client()

    def ask(forwarded: str) -> int:
        sent = {"X-Forwarded-For": forwarded} if forwarded else {}
        return client.get(PATH, headers=sent, environ_base={"REMOTE_ADDR": "10.0.0.1"}).status_code

    assert [ask("192.0.2.1, 10.0.0.2") for _ in range(2)] == [200, 429]
    assert ask("1.1.1.1, 192.0.2.1, 10.0.0.2") == 429  # what a client wrote before them is ignored
    assert ask("192.0.2.9, 10.0.0.2") == 200
    assert [ask("192.0.2.8"), ask("")] == [200, 429]  # without a proxy's address: all such requests are one caller


@pytest.mark.parametrize(
    ("address", "bucket"),
    [("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::"),
     ("fe80::1%eth0", "fe80::"), ("192.0.2.1:5555", "192.0.2.1"), ("[2001:db8::3]:443", "2001:db8::"),
     ("[2001:db8::3]", "2001:db8::"), ("[::ffff:192.0.2.1]:9", "192.0.2.1"), ("[fe80::1%eth0]:9", "fe80::"),
     *((text, "nowhere") for text in ("unknown", "", "x" * 99, "192.0.2.1:", "192.0.2.1:x", "[192.0.2.1", "[]:1"))],
)  # fmt: skip
def test_an_address_stands_for_its_subscriber(address: str, bucket: str) -> None:
    assert bucket_of(address) == bucket


def test_each_key_is_counted_alone_and_by_its_own_rate(limited: Callable[..., Flask], tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(f"board {digest_of('one')}\napp {digest_of('two')} 3/minute\n")
    client = limited(PAILI_RATE_LIMIT="1/hour", PAILI_KEYS_FILE=str(tmp_path / "keys")).test_client()
    assert statuses(client, 2, headers={"Authorization": "Bearer one"}) == [200, 429]
    assert statuses(client, 4, headers={"Authorization": "bearer two"}) == [200, 200, 200, 429]
    policy = client.get(PATH, headers={"Authorization": "Bearer two"}).headers["RateLimit-Policy"]
    assert policy == '"default";q=3;w=60'
    # Wrong keys are counted by address; further attempts are rejected before the key is checked.
    assert statuses(client, 1, headers={"Authorization": "Bearer three"}) == [401]
    assert statuses(client, 2, headers={"Authorization": "Bearer four"}) == [429, 429]


def test_the_window_ends(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/second").test_client()
    assert statuses(client, 1) == [200]
    wait_until(lambda: client.get(PATH).status_code == 200)


def test_refusals_are_counted_by_route_and_by_whom(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="1/hour").test_client()
    before = prometheus.LIMITED.labels("address")._value.get()
    assert statuses(client, 3) == [200, 429, 429]
    client.get("/v1/made/up")
    assert prometheus.LIMITED.labels("address")._value.get() == before + 3
    text = client.get("/metrics").text
    assert 'paili_requests_total{method="GET",route="/v1/analyze",status="429"}' in text
    assert "/v1/made" not in text


def count_by(redis: Redis, monkeypatch: pytest.MonkeyPatch, rate: str) -> None:
    """Limit callers of the next services to a rate, counted by an empty Redis."""
    units_are(1, monkeypatch)
    monkeypatch.setenv("PAILI_RATE_LIMIT", rate)
    monkeypatch.setenv("PAILI_REDIS", redis.address)
    redis.restart()


def test_by_redis_all_services_count_together(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    count_by(redis, monkeypatch, "4/hour")
    clients = [create_app().test_client() for _ in range(2)]
    assert [left(client.get(PATH)) for client in clients * 2] == [3, 2, 1, 0]
    assert {client.get(PATH).status_code for client in clients} == {429}


def test_by_redis_a_debt_of_one_worker_is_refused_by_all(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    count_by(redis, monkeypatch, "4/hour")
    units_are(9, monkeypatch)
    indebted, other = [create_app().test_client() for _ in range(2)]
    assert indebted.get(PATH).status_code == 200
    assert 3600 < int(other.get(PATH).headers["Retry-After"]) <= 10_800


def test_while_redis_is_gone_questions_pass_uncounted(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    count_by(redis, monkeypatch, "1/hour")
    monkeypatch.setattr("service.http.middleware.rate_limit.REST", 3600.0)
    client = create_app().test_client()
    assert statuses(client, 2) == [200, 429]
    redis.stop()
    before = prometheus.LIMITS_FAILED._value.get()
    answers = [client.get(PATH), client.post("/v1/move", json=BODY), client.get(PATH)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert all("RateLimit" not in answer.headers for answer in answers)
    assert prometheus.LIMITS_FAILED._value.get() == before + 3
    (record,) = capsys.readouterr().err.splitlines()  # the attempts, not the requests
    assert "ConnectionError" in json.loads(record)["fault"]
    redis.start()
    now = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: now() + 3600)
    assert statuses(client, 2) == [200, 429]


def test_a_silent_redis_is_waited_for_once(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed connection is retried immediately, so that no request is uncounted."""
    count_by(redis, monkeypatch, "9/hour")
    monkeypatch.setattr("service.http.middleware.rate_limit.PATIENCE", 0.25)
    client = create_app().test_client()
    assert "RateLimit" in client.get(PATH).headers
    redis.restart()
    assert "RateLimit" in client.get(PATH).headers
    redis.process.send_signal(signal.SIGSTOP)
    timeouts = []
    read = AbstractConnection.read_response

    def counted(*args: Any, **kwargs: Any) -> Any:
        try:
            return read(*args, **kwargs)
        except RedisTimeoutError as error:
            timeouts.append(error)
            raise

    monkeypatch.setattr(AbstractConnection, "read_response", counted)
    answer = client.get(PATH)
    assert len(timeouts) == 1
    assert (answer.status_code, "RateLimit" in answer.headers) == (200, False)


def test_a_service_starts_without_its_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAILI_RATE_LIMIT", "1/hour")
    monkeypatch.setenv("PAILI_REDIS", "redis://127.0.0.1:1")
    assert statuses(create_app().test_client(), 3) == [200, 200, 200]


def test_a_client_of_redis_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "redis.retry", None)  # like without the library
    with pytest.raises(SettingsError, match=r"pip install -r requirements/redis\.txt"):
        storage_at("redis://127.0.0.1:1")


@pytest.mark.parametrize("address", ["redis://:secret/x@h:6379/0", "redis://h/0?secret=1", "redis://h/0?db=secret"])
def test_an_address_that_redis_client_cannot_read_is_not_repeated(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SettingsError) as raised:
        storage_at(address)
    assert "".join(traceback.format_exception(raised.value)).endswith(f"SettingsError: {UNREADABLE}\n")
    assert "secret" not in "".join(traceback.format_exception(raised.value))
    monkeypatch.setenv("PAILI_RATE_LIMIT", "1/hour")
    monkeypatch.setenv("PAILI_REDIS", address)
    assert config_check.main() == 1
    output = capsys.readouterr()
    assert output.err.startswith("PAILI_REDIS: ")
    assert "secret" not in output.out + output.err
