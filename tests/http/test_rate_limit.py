"""Rate limits: counted callers, headers, the cost of a batch, and the behaviour without Redis."""

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

import orjson
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
from service.http.middleware.rate_limit import UNREADABLE, Window, bucket_of, storage_at
from service.http.pipeline import BATCH_UNITS, READ_BYTES
from service.records.body import MEDIA_TYPE
from service.settings import SettingsError
from tests.helpers.client import units_of
from tests.helpers.english_words import english
from tests.helpers.redis import Redis
from tests.helpers.waiting import wait_until

PATH = "/v1/analyze?hand=3345"
BODY = {"hand": "3345"}


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


def test_a_batch_costs_what_it_asks(limited: Callable[..., Flask]) -> None:
    client = limited().test_client()
    item = {"op": "check", "body": {"cards": "3"}}
    assert left(client.post("/v1/batch", json={"items": [item] * 2})) == 0
    refused = client.post("/v1/batch", json={"items": [item]})
    assert (refused.status_code, left(refused)) == (429, 0)
    assert 0 < int(refused.headers["Retry-After"]) <= 3600


EXPERT = {"hand": "34567899JJQQKA22D", "level": "expert", "seat": "landlord_down"}


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json, */*"}])  # by the fast path, and by Flask
def test_a_question_is_charged_once_by_its_units(limited: Callable[..., Flask], headers: dict[str, str]) -> None:
    units = units_of("move", EXPERT)
    assert units > 40
    client = limited(PAILI_RATE_LIMIT=f"{units + 5}/hour").test_client()
    answer = client.post("/v1/move", json=EXPERT, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["RateLimit"].startswith('"default";r=5;')
    refused = client.post("/v1/move", json=EXPERT, headers=headers)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.get_json(force=True)["title"] == "Too Many Requests"


@pytest.mark.parametrize("headers", [{}, {"Accept": "application/json, */*"}])
def test_a_question_above_a_whole_window_is_refused_for_good(
    limited: Callable[..., Flask], headers: dict[str, str]
) -> None:
    """It costs no more than other rejections, and the error names the limit: waiting would not help."""
    client = limited(PAILI_RATE_LIMIT="20/hour").test_client()
    refused = client.post("/v1/move", json=EXPERT, headers=headers)
    assert (refused.status_code, refused.get_json(force=True)["errors"][0]["code"]) == (422, "cost_too_large")
    assert str(units_of("move", EXPERT)) in refused.get_json(force=True)["detail"]
    assert "the limit is 20" in refused.get_json(force=True)["detail"]
    left = 19 - len(orjson.dumps(EXPERT)) // READ_BYTES
    assert refused.headers["RateLimit"].startswith(f'"default";r={left};')
    items = [{"op": "move", "body": BODY}] * 21
    batch = client.post("/v1/batch", json={"items": items})
    assert (batch.status_code, batch.get_json(force=True)["errors"][0]["code"]) == (422, "batch_too_large")
    read = len(orjson.dumps({"items": items})) // READ_BYTES
    assert client.get(PATH, headers=headers).headers["RateLimit"].startswith(f'"default";r={left - 2 - read};')


def test_a_rejection_is_charged_for_the_size_of_its_body(limited: Callable[..., Flask]) -> None:
    client = limited(PAILI_RATE_LIMIT="5000/hour").test_client()
    flood = {"hand": "3", "left": dict.fromkeys(map(str, range(2000)), 1)}
    record = '[Deal "' + "0:3 " * 4000 + '"]\n\n-\n'
    spent = 0
    for sent in (
        {"path": "/v1/move", "json": flood},
        {"path": "/v1/move", "json": flood, "headers": {"Accept": "application/json, */*"}},
        {"path": "/v1/game", "data": record, "content_type": MEDIA_TYPE},
        {"path": "/v1/move", "data": b"[" * 20_000, "content_type": "application/json"},
        {"path": "/v1/batch", "json": {"items": [{}] * 65}},
        {"path": "/v1/bid", "json": {"hand": "3" * 2000}},  # rejected after its price is known
    ):
        answer = client.post(**sent)
        assert 400 <= answer.status_code < 500
        size = len(sent.get("data", orjson.dumps(sent.get("json"))))
        spent += 1 + size // READ_BYTES
        assert answer.headers["RateLimit"].startswith(f'"default";r={5000 - spent};'), sent["path"]


@pytest.mark.parametrize(("op", "field"), [("check", "cards"), ("bid", "hand")])  # on loading, and on answering
def test_an_item_that_a_batch_rejects_is_charged_its_share_of_the_body(
    limited: Callable[..., Flask], op: str, field: str
) -> None:
    client = limited(PAILI_RATE_LIMIT="5000/hour").test_client()
    items = [{"op": op, "body": {field: "3" * 1000}}, {"op": "check", "body": {"cards": "3"}}]
    answer = client.post("/v1/batch", json={"items": items})
    share = len(orjson.dumps({"items": items})) // READ_BYTES // 2
    assert share > 1
    assert answer.headers["RateLimit"].startswith(f'"default";r={5000 - BATCH_UNITS - 2 - share};')


@pytest.mark.parametrize(
    "item",
    [
        {"op": "solve", "body": {"hands": "unread"}},
        {"op": "move", "body": {"hand": "unread", "level": "master", "limits": {"games": 2000}}},
    ],
)
def test_a_batch_is_priced_before_it_is_read(limited: Callable[..., Flask], item: dict[str, Any]) -> None:
    """The items are invalid, which is not checked at this price."""
    problem = limited(PAILI_RATE_LIMIT="5000/hour").test_client().post("/v1/batch", json={"items": [item] * 40})
    assert problem.get_json(force=True)["errors"][0]["code"] == "batch_too_large"


def test_a_window_does_not_depend_on_the_clock_of_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    window = Window()
    now = time.monotonic()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    assert window.spend("a", 60, 2) == (2, 60.0)
    now += 59
    assert window.spend("a", 60, 1) == (3, 1.0)
    now += 1
    assert window.spend("a", 60, 1) == (1, 60.0)
    now += 200
    window.spend("b", 60, 1)
    assert [*window.windows] == ["b"]


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
    monkeypatch.setenv("PAILI_RATE_LIMIT", rate)
    monkeypatch.setenv("PAILI_REDIS", redis.address)
    redis.restart()


def test_by_redis_all_services_count_together(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    count_by(redis, monkeypatch, "4/hour")
    clients = [create_app().test_client() for _ in range(2)]
    assert [left(client.get(PATH)) for client in clients * 2] == [3, 2, 1, 0]
    assert {client.get(PATH).status_code for client in clients} == {429}


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
