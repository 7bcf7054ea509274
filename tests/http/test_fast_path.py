"""The fast path around Flask: its answers are byte-equal to Flask's, and uncommon headers are left to Flask."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from service.http.pipeline import SLOTS
from service.http.requests.query import parse_query
from service.settings import read_settings
from tests.helpers.client import FOLLOW

OWN_OF_EACH = {"X-Request-Id", "Server-Timing", "Date"}

PLAIN: list[tuple[str, dict[str, Any]]] = [
    ("analyze", FOLLOW),
    ("analyze", {"hand": "34567899JJQQKA22D", "top": 0}),
    ("analyze", {"hand": "3344", "lang": "zh"}),
    ("move", FOLLOW | {"level": "starter", "seed": 3}),
    ("move", FOLLOW | {"level": "expert", "limits": {"games": 8}}),
    ("analyze", FOLLOW | {"level": "expert", "limits": {"games": 8}, "want": ["move", "beliefs"]}),
    ("check", {"cards": "99", "hand": "3499", "last": "TT"}),
    ("bid", {"hand": "3456789TJQKA2XD34"}),
    ("deal", {"seed": 5}),
    ("tribute", {"hand": "SA HA CA DA S2 C2 D2 SB S3 H3 C3 D3 S4 H4 C4 D4 S5 H5 C5 D5 S6 H6 C6 D6 S7 H7 C7",
                 "role": "give", "notation": "guandan"}),
]  # fmt: skip
"""Requests answered by the fast path, for each endpoint."""

UNUSUAL: list[tuple[str, object, Mapping[str, str]]] = [
    ("analyze", FOLLOW, {"Accept": "application/json, */*"}),
    ("analyze", FOLLOW, {"Content-Type": "application/json; charset=utf-8"}),
    ("analyze", FOLLOW, {"Accept": "text/html"}),
    ("analyze", FOLLOW, {"Content-Type": "text/plain"}),
    ("batch", {"items": [{"op": "check", "body": {"cards": "3"}}]}, {}),
    ("nowhere", {}, {}),
]
"""Requests that Flask answers."""

REJECTED: list[tuple[str, object]] = [
    ("analyze", {"hand": "3333Z"}),
    ("analyze", {"hand": "3333Z", "lang": "zh"}),
    ("analyze", {"hnad": "3333", "lang": 5}),
    ("analyze", []),
    ("move", FOLLOW | {"level": "master", "limits": {"games": 10**9}}),
]
"""Invalid requests."""

QUERIES = [
    "hand=34567899JJQQKA22D&history=TT&bottom=4KX&seat=landlord_down",
    "position=standard+landlord_down+34567899JJQQKA22D+4KX+TT&top=0&lang=zh&want=hints,move",
    "hand=0,1,2,16,52,53&notation=contest&top=1&options=attach%3Dpagat&_=5",
    "hand=3344&seat=landlord_down&last-seat=landlord&last=8&left=landlord:2,landlord_up:9&limits=nodes=100&seed=7",
    "hand=3344&lang=zh&lang=en",
    "hand=3344&position=x&lang=zh",
    "hnad=3344",
    "hand=33%ff44",
    "",
]
"""Queries of analyses, valid and invalid."""

HEADERS: list[Mapping[str, str]] = [
    {},
    {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"},
    {"Accept-Encoding": "gzip, deflate, br"},
    {"Accept-Encoding": "gzip;q=0, br", "Accept": "application/json", "X-Request-Id": "mine"},
]


def flask_alone(app: Flask) -> FlaskClient:
    """Return a client of *app* without the fast path."""
    around: Any = app.wsgi_app
    around.app = around.app.app
    return app.test_client()


def without_flask(app: Flask) -> FlaskClient:
    """Return a client of *app* that has only the fast path."""

    def broken(environ: object, start_response: object) -> list[bytes]:
        raise AssertionError("this question came to Flask")

    around: Any = app.wsgi_app
    around.app.app = broken
    return app.test_client()


def posted(
    client: FlaskClient, name: str, body: object, headers: Mapping[str, str]
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return status, headers and body of an answer, without what differs for each request."""
    sent = {"Content-Type": "application/json", "X-Request-Id": "one"} | dict(headers)
    answer = client.post(f"/v1/{name}", data=json.dumps(body), headers=sent)
    kept = sorted((key, value) for key, value in answer.headers if key not in OWN_OF_EACH)
    return answer.status_code, kept, answer.data


@pytest.mark.parametrize("headers", HEADERS)
def test_plain_questions_are_answered_as_flask_would(client: FlaskClient, headers: Mapping[str, str]) -> None:
    alone, fast = flask_alone(create_app()), without_flask(create_app())
    for name, body in PLAIN:
        expected = posted(alone, name, body, headers)
        assert expected[0] == 200, (name, expected)
        assert posted(fast, name, body, headers) == expected
        assert posted(client, name, body, headers) == expected


def got(client: FlaskClient, query: str, headers: Mapping[str, str]) -> tuple[int, list[tuple[str, str]], bytes]:
    """Return status, headers and body of an analysis by GET, without what differs for each request."""
    answer = client.get(f"/v1/analyze?{query}", headers={"X-Request-Id": "one"} | dict(headers))
    kept = sorted((key, value) for key, value in answer.headers if key not in OWN_OF_EACH)
    return answer.status_code, kept, answer.data


@pytest.mark.parametrize("headers", HEADERS)
def test_queries_are_answered_as_flask_would(headers: Mapping[str, str]) -> None:
    alone, fast = flask_alone(create_app()), without_flask(create_app())
    statuses = set()
    for query in QUERIES:
        expected = got(alone, query, headers)
        assert got(fast, query, headers) == expected, query
        statuses.add(expected[0])
    assert statuses == {200, 422}


def test_a_query_with_a_condition_is_left_to_flask(client: FlaskClient) -> None:
    tag = dict(got(client, QUERIES[0], {})[1])["ETag"]
    with pytest.raises(AssertionError, match="came to Flask"):
        got(without_flask(create_app()), QUERIES[0], {"If-None-Match": tag})
    assert got(client, QUERIES[0], {"If-None-Match": tag})[::2] == (304, b"")


def test_bytes_that_are_not_utf_8_are_no_internal_error(client: FlaskClient) -> None:
    """Servers other than gunicorn pass such bytes on without their encoding."""
    answer = client.get("/v1/analyze", environ_overrides={"QUERY_STRING": "hand=33\xff44"})
    assert answer.status_code == 422


@pytest.mark.parametrize(("name", "body", "headers"), UNUSUAL)
def test_unusual_questions_are_left_to_flask(
    client: FlaskClient, name: str, body: object, headers: Mapping[str, str]
) -> None:
    with pytest.raises(AssertionError, match="came to Flask"):
        posted(without_flask(create_app()), name, body, headers)
    assert posted(client, name, body, headers) == posted(flask_alone(create_app()), name, body, headers)


@pytest.mark.parametrize("headers", HEADERS)
def test_invalid_requests_are_rejected_as_flask_would(headers: Mapping[str, str]) -> None:
    alone, fast = flask_alone(create_app()), without_flask(create_app())
    for name, body in REJECTED:
        expected = posted(alone, name, body, headers)
        assert expected[0] == 422, (name, expected)
        assert posted(fast, name, body, headers) == expected


@pytest.mark.parametrize("lang", ["", "zh"])
@pytest.mark.parametrize("headers", HEADERS[:2])
def test_without_a_slot_the_fast_path_rejects_as_flask_would(headers: Mapping[str, str], lang: str) -> None:
    body = FOLLOW | {"level": "master"} | ({"lang": lang} if lang else {})
    answers = []
    for client_of in (flask_alone, without_flask):
        app = create_app(read_settings({"PAILI_WAITERS": "0"}))
        with app.extensions[SLOTS]:
            answers.append(posted(client_of(app), "move", body, headers))
    assert answers[0] == answers[1]
    assert answers[0][0] == 503
    assert ("Retry-After", "1") in answers[0][1]


def test_commas_of_a_query_may_be_escaped_once() -> None:
    assert {tuple(parse_query(f"history=3{comma}4")) for comma in (",", "%2C", "%2c")} == {(("history", "3,4"),)}
    assert parse_query("history=3%252C4") == [("history", "3%2C4")]
