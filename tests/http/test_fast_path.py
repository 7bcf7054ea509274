"""The fast path around Flask: its answers are byte-equal to Flask's, and unusual requests are left to Flask."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http.middleware import concurrency
from tests.helpers.client import FOLLOW

OWN_OF_EACH = {"X-Request-Id", "Server-Timing"}

PLAIN: list[tuple[str, dict[str, Any]]] = [
    ("analyze", FOLLOW),
    ("analyze", {"hand": "34567899JJQQKA22D", "top": 0}),
    ("analyze", {"hand": "3344", "lang": "zh"}),
    ("move", FOLLOW | {"level": "novice", "seed": 3}),
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
    ("analyze", {"hand": "3333Z"}, {}),
    ("analyze", {"hnad": "3333"}, {"Accept-Language": "zh"}),
    ("analyze", [], {}),
    ("batch", {"items": [{"op": "check", "body": {"cards": "3"}}]}, {}),
    ("nowhere", {}, {}),
]
"""Requests that Flask answers."""

HEADERS: list[Mapping[str, str]] = [
    {},
    {"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"},
    {"Accept-Encoding": "gzip, deflate, br"},
    {"Accept-Encoding": "gzip;q=0, br", "Accept": "application/json", "X-Request-Id": "mine"},
]


def flask_alone() -> FlaskClient:
    """Return a client of an application without the fast path."""
    app = create_app()
    around: Any = app.wsgi_app
    around.app = around.app.app
    return app.test_client()


def without_flask() -> FlaskClient:
    """Return a client of an application that has only the fast path."""

    def broken(environ: object, start_response: object) -> list[bytes]:
        raise AssertionError("this question came to Flask")

    app = create_app()
    around: Any = app.wsgi_app
    around.app.app = broken
    return app.test_client()


def posted(client: FlaskClient, name: str, body: object, headers: Mapping[str, str]) -> tuple[int, object, bytes]:
    """Return status, headers and body of an answer, without what differs for each request."""
    sent = {"Content-Type": "application/json"} | dict(headers)
    answer = client.post(f"/v1/{name}", data=json.dumps(body), headers=sent)
    kept = sorted((key, value) for key, value in answer.headers if key not in OWN_OF_EACH)
    data = b"" if answer.status_code >= 400 else answer.data  # a problem contains its request id
    return answer.status_code, kept if data else answer.content_type, data


@pytest.mark.parametrize("headers", HEADERS)
def test_plain_questions_are_answered_as_flask_would(client: FlaskClient, headers: Mapping[str, str]) -> None:
    alone, fast = flask_alone(), without_flask()
    for name, body in PLAIN:
        expected = posted(alone, name, body, headers)
        assert expected[0] == 200, (name, expected)
        assert posted(fast, name, body, headers) == expected
        assert posted(client, name, body, headers) == expected


@pytest.mark.parametrize(("name", "body", "headers"), UNUSUAL)
def test_unusual_questions_are_left_to_flask(
    client: FlaskClient, name: str, body: object, headers: Mapping[str, str]
) -> None:
    with pytest.raises(AssertionError, match="came to Flask"):
        posted(without_flask(), name, body, headers)
    assert posted(client, name, body, headers) == posted(flask_alone(), name, body, headers)


def test_an_empty_body_is_left_to_flask(client: FlaskClient) -> None:
    assert client.post("/v1/analyze", headers={"Content-Type": "application/json"}).status_code == 400


def test_the_fast_path_asks_for_keys_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAILI_KEYS", "one,two")
    client = create_app().test_client()
    assert client.post("/v1/analyze", json=FOLLOW).status_code == 401
    assert client.post("/v1/analyze", json=FOLLOW, headers={"Authorization": "Bearer two"}).status_code == 200
    assert client.post("/v1/analyze", json=FOLLOW, headers={"Authorization": "Bearer no"}).status_code == 401


@pytest.mark.parametrize("lang", ["", "zh"])
@pytest.mark.parametrize("headers", HEADERS[:2])
def test_who_can_have_no_slot_hears_it_without_flask(
    monkeypatch: pytest.MonkeyPatch, headers: Mapping[str, str], lang: str
) -> None:
    body = FOLLOW | {"level": "master"} | ({"lang": lang} if lang else {})
    full = concurrency.Slots(1, 0, 0.0)
    full.wait()
    monkeypatch.setattr(concurrency, "SLOTS", full)
    answers = [
        app.post("/v1/move", json=body, headers={"X-Request-Id": "mine", **headers})
        for app in (without_flask(), flask_alone())
    ]
    assert [answer.status_code for answer in answers] == [503, 503]
    assert answers[0].data == answers[1].data
    fast, alone = ({k: v for k, v in answer.headers if k not in OWN_OF_EACH} for answer in answers)
    assert fast == alone
    assert fast["Retry-After"] == "1"
