"""Everything around the endpoints: invalid bodies, headers, CORS, gzip, ETags, pages."""

from __future__ import annotations

import gc
import gzip
import itertools
import json
import weakref
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from app import create_app
from board import assets
from service.advice import recommended_move, robot
from service.core import engine
from service.http.requests import json_body
from service.http.texts.problem_texts import TEXTS
from service.position.parse.position_text import PositionText
from service.position.read import read_position
from service.rules import cards
from service.rules.errors import CODES

BODY = json.dumps({"hand": "34567899JJQQKA22D"})
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"{'hand': '3'}", b"[" * 100_000 + b"]", b'{"top": NaN, "hand": "3"}', b'{"top": 1e999}', b'"\\ud800"',
     b"\xff\xfe{}", BODY.encode("utf-16"), b'{"hand": "3"} x', b"9" * 5000, b"\x00"],
)  # fmt: skip
def test_bodies_that_are_no_json_are_refused(client: FlaskClient, data: bytes) -> None:
    answer = client.post("/v1/analyze", data=data[:60_000], headers=JSON)
    assert answer.status_code == 400
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json(force=True)["status"] == 400


@pytest.mark.parametrize(
    ("data", "lang", "words"),
    [
        (b'{"hand": "3",', "en", "the body is not valid JSON: unexpected end of data: line 1 column 14"),
        (b'{"hand": "3",}', "zh", "trailing comma"),
        ('{"hand":"王炸"}'.encode("gbk"), "en", "not UTF-8 from byte 10 on"),
        ('{"hand":"王炸"}'.encode("gbk"), "zh", "从第10字节起不是 `UTF-8` 编码"),
    ],
)
def test_rejections_of_invalid_json_name_the_place(client: FlaskClient, data: bytes, lang: str, words: str) -> None:
    answer = client.post("/v1/analyze", data=data, headers=JSON | {"Accept-Language": lang})
    assert (answer.status_code, words in answer.get_json(force=True)["detail"]) == (400, True), answer.text


@pytest.mark.parametrize("data", [b"{}", b"[]", b"null", b'"x"', b"5", b'{"hand": 18446744073709551616}', b'{"": ""}'])
def test_json_of_the_wrong_form_is_a_fault(client: FlaskClient, data: bytes) -> None:
    assert client.post("/v1/analyze", data=data, headers=JSON).status_code == 422


DEEP = b"[" * 1000 + b'{"x": 1, "x": 2}' + b"]" * 1000


@pytest.mark.parametrize(
    ("path", "data", "pointer"),
    [
        ("analyze", b'{"hand": "3", "hand": "4"}', "/hand"),
        ("analyze", b'{"hand": "3", "hand": "3"}', "/hand"),
        ("move", b'{"hand": "3", "h\\u0061nd": "4"}', "/hand"),
        ("move", b'{"hand": "3", "last": {"cards": "4", "cards": "5"}}', "/last/cards"),
        ("move", b'{"hand": "3", "history": ["4", {"cards": "4", "cards": "5"}]}', "/history/1/cards"),
        ("move", b'{"position": "standard landlord 3 - ?;left=landlord_up:1", "lang": "en", "lang": "en"}', "/lang"),
        ("move", b'{"hand": "3", "level": "\\\\", "level": "\\":"}', "/level"),
        ("move", b'{"hand": "3", "level": "\\u003a", "hand": "4"}', "/hand"),
        ("move", b'{"hand": "3", "options": {"a/b~": "1", "a/b~": "1"}}', "/options/a~1b~0"),
        ("move", b'{"": 1, "": 2}', "/"),
        ("batch", b'{"items": [{"op": "move", "body": {"hand": "3", "hand": "4"}}]}', "/items/0/body/hand"),
    ],
)
def test_a_doubled_key_is_refused(client: FlaskClient, path: str, data: bytes, pointer: str) -> None:
    """The parser would keep the last of two values and answer a different request."""
    answer = client.post(f"/v1/{path}", data=data, headers=JSON)
    assert answer.status_code == 422
    assert [(error["code"], error["pointer"]) for error in answer.get_json()["errors"]] == [("field_conflict", pointer)]


def test_a_doubled_key_is_refused_at_any_depth(client: FlaskClient) -> None:
    answer = client.post("/v1/move", data=b'{"hand": "3", "spare": ' + DEEP + b"}", headers=JSON)
    assert answer.get_json()["errors"][0]["code"] == "field_conflict"
    assert len(json_body.loads(DEEP.replace(b', "x": 2', b', ":": 2'))) == 1


@pytest.mark.parametrize(
    "data",
    [
        b'{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]}',
        b'{"a": "b:c", "\\u003a": ":\\"", "d": "\\\\"}',
        b'{"a\\"": ":", "a": "\\":"}',
        b'["a:b", 5]',
        b'"a:b"',
    ],
)
def test_what_comes_once_is_read(data: bytes) -> None:
    assert json_body.loads(data) == orjson.loads(data)


def test_405_says_what_is_allowed(client: FlaskClient) -> None:
    assert "POST" in client.delete("/v1/analyze").headers["Allow"]


@pytest.mark.parametrize(("given", "echoed"), [("abc-1.2_3", True), ("a" * 65, False), ("a b", False), ("", False)])
def test_request_ids_are_echoed_or_made(client: FlaskClient, given: str, echoed: bool) -> None:
    answer = client.get("/healthz", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is echoed
    assert answer.headers["X-Request-Id"]


def test_every_answer_has_its_time_and_guards(client: FlaskClient) -> None:
    for path in ("/healthz", "/v1/nothing"):
        answer = client.get(path)
        assert answer.headers["Server-Timing"].startswith("app;dur=")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/docs", "/problems", "/v1/variants", "/v1/analyze?hand=3", "/healthz", "/none"])
def test_browsers_get_security_headers_once(client: FlaskClient, path: str) -> None:
    """Data is never run or framed; a page loads only our own files. The fast path sends the same headers as Flask."""
    for answer in (client.get(path), client.post("/v1/analyze", json={"hand": "3"})):
        (policy,) = answer.headers.getlist("Content-Security-Policy")
        assert policy.startswith("default-src 'none'; ")
        assert "frame-ancestors 'none'" in policy
        assert ("script-src" in policy) == (answer.mimetype == "text/html")
        assert ("Permissions-Policy" in answer.headers) == (answer.mimetype == "text/html")
        assert answer.headers.getlist("Referrer-Policy") == ["no-referrer"]
        assert answer.headers.getlist("Cross-Origin-Resource-Policy") == ["cross-origin"]


def test_preflight_is_answered_for_a_day(client: FlaskClient) -> None:
    answer = client.options(
        "/v1/analyze", headers={"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    )
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Max-Age"] == "86400"
    allowed = answer.headers["Access-Control-Allow-Headers"].split(", ")
    assert {"Content-Type", "Authorization", "traceparent", "tracestate", "baggage", "*"} <= {*allowed}
    assert "DELETE" not in answer.headers["Access-Control-Allow-Methods"]


def test_large_answers_are_compressed_for_who_can_read_them(client: FlaskClient) -> None:
    plain = client.get("/v1/analyze?hand=34567899JJQQKA22D")
    packed = client.get("/v1/analyze?hand=34567899JJQQKA22D", headers={"Accept-Encoding": "gzip"})
    refused = client.get("/v1/analyze?hand=34567899JJQQKA22D", headers={"Accept-Encoding": "gzip;q=0"})
    assert gzip.decompress(packed.data) == plain.data == refused.data
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, packed, refused))
    assert "Content-Encoding" not in client.get("/healthz", headers={"Accept-Encoding": "gzip"}).headers
    again = client.get("/v1/analyze?hand=34567899JJQQKA22D",
                       headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})  # fmt: skip
    assert again.status_code == 304
    assert "Accept-Encoding" in again.headers["Vary"]


def test_files_of_pages_are_kept_for_a_year_under_the_name_of_their_content(client: FlaskClient) -> None:
    for name, file in assets.site().files.items():
        plain, small = (
            client.get(assets.site().base + name, headers={"Accept-Encoding": reads}) for reads in ("", "gzip")
        )
        assert plain.data == file.data == (gzip.decompress(small.data) if file.small else small.data)
        assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get("/static/0/board.js").status_code == 404
    assert client.get(f"{assets.site().base}nothing.js").status_code == 404


def test_every_problem_page_has_advice(client: FlaskClient) -> None:
    assert set(TEXTS) == set(CODES)
    texts = [text for about in TEXTS.values() for text in (about.advice, about.advice.zh)]
    assert len(set(texts)) == len(texts)
    page = client.get("/problems/hand_size").text
    assert "<code>history</code>" in page
    assert "`" not in page
    assert f'href="{assets.site().base}lib/pages.css"' in page
    listed = client.get("/problems").text
    assert all(f'href="/problems/{code}?lang=en"' in listed for code in CODES)


def test_not_ready_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("no core")

    monkeypatch.setattr("service.http.api.routes.self_test", broken)
    assert create_app().test_client().get("/readyz").status_code == 503


def test_our_own_fault_costs_one_item_of_a_batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    application = create_app()
    monkeypatch.setattr("service.advice.recommended_move.require_turn", lambda *_: 1 / 0)
    items = [{"op": op, "body": {"hand": "3", "cards": "3"} if op == "check" else {"hand": "3"}}
             for op in ("analyze", "move", "check")]  # fmt: skip
    answer = application.test_client().post("/v1/batch", json={"items": items})
    assert answer.status_code == 200
    analyzed, moved, checked = answer.get_json()["items"]
    assert (analyzed["status"], moved["status"], checked["status"]) == (200, 500, 200)
    assert moved["body"]["status"] == 500
    assert moved["body"]["request_id"] == answer.headers["X-Request-Id"]
    assert "division" not in answer.text
    assert "division" in capsys.readouterr().err


def test_no_illegal_move_leaves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An illegal move of a robot is a bug of the service: it is logged, and the caller gets no move."""
    rocket = engine.readings(engine.rules_for("standard"), cards.pack("XD"))[0]
    monkeypatch.setattr("service.advice.robot.choose_move", lambda *_: robot.Move(rocket, ("best_rest",), False))
    for path in ("/v1/move", "/v1/analyze"):
        answer = create_app().test_client().post(path, json={"hand": "3345"})
        assert answer.status_code == 500
        assert "standard refuses the rocket" in capsys.readouterr().err


def test_no_illegal_move_leaves_where_asserts_are_off() -> None:
    """`python -O` removes asserts, so the check must not be one."""
    code: dict[str, Any] = {"__name__": "optimized"}
    exec(compile(Path(str(recommended_move.__file__)).read_text(), "recommended_move.py", "exec", optimize=2), code)
    position = read_position(PositionText("3345"))
    rocket = engine.readings(position.rules, cards.pack("XD"))[0]
    with pytest.raises(RuntimeError, match="standard refuses the rocket"):
        code["check_move"](position, rocket, ())


def test_logs_have_no_hands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("PAILI_LOG_LEVEL", "info")
    create_app().test_client().get("/v1/analyze?hand=34567899JJQQKA22D")
    line = json.loads(capsys.readouterr().err.splitlines()[-1])
    assert line["route"] == "/v1/analyze"
    assert line["units"] >= 1
    assert "34567899" not in json.dumps(line)


def test_rules_that_nobody_asks_for_any_more_are_forgotten(client: FlaskClient) -> None:
    """Requests with ever new options must not fill the memory."""
    given = {"attach_max_same": ("1", "2", "3", "4"), "key": ("high", "low"), "reading": ("any", "first")}
    flags = ("attach_body_rank", "attach_neighbour_triple", "attach_both_jokers", "quad_singles_may_pair")
    choices = {**given, **dict.fromkeys(flags, ("on", "off"))}
    kept = []
    for values in itertools.islice(itertools.product(*choices.values()), 200):
        options = dict(zip(choices, values, strict=True))
        assert client.post("/v1/analyze", json={"hand": "3344556", "options": options}).status_code == 200
        kept.append(weakref.ref(engine.rules_for("standard", tuple(options.items()))))
    engine.split.cache_clear()
    engine.hints.cache_clear()
    engine.play.cache_clear()
    gc.collect()
    assert sum(ref() is not None for ref in kept) <= 70  # the cache of rules has 64 entries
