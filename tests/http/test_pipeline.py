"""Each request is loaded, computed and rejected once, on every way: fast path, Flask's views, batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask import Flask

from app import create_app
from service.advice import robot
from service.http.api import batch
from service.http.endpoints import Endpoint
from service.http.errors import handlers
from service.http.requests import json_body
from service.http.requests.schemas import ANALYZE
from service.settings import read_settings
from tests.helpers.client import FOLLOW

POSTED, BY_FLASK = {"Accept": "application/json"}, {"Accept": "application/json, */*"}

Calls = dict[str, int]


def in_batch(body: object) -> object:
    return {"items": [{"op": "analyze", "body": body}]}


WAYS: Mapping[str, tuple[str, Callable[[object], object], Mapping[str, str]]] = {
    "fast path": ("/v1/analyze", lambda body: body, POSTED),
    "view": ("/v1/analyze", lambda body: body, BY_FLASK),
    "batch": ("/v1/batch", in_batch, POSTED),
}


@pytest.fixture
def app() -> Flask:
    """Return an application of its own, because it may not be busy with other tests."""
    return create_app(read_settings({}))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Count the calls of each step of the pipeline."""
    counts = Calls()

    def count(owner: Any, name: str, step: str) -> None:
        real = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            counts[step] = counts.get(step, 0) + 1
            return real(*arguments, **named)

        monkeypatch.setattr(owner, name, counted)

    count(json_body, "loads", "parsed")
    count(type(ANALYZE), "load", "loaded")
    count(Endpoint, "render_steps", "run")
    count(Endpoint, "render", "run")
    for module in (handlers, batch):
        count(module, "error_problem", "rejected")
    return counts


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FOLLOW, {"parsed": 1, "loaded": 1, "run": 1}),
        ({"hand": "3", "top": -1}, {"parsed": 1, "loaded": 1, "rejected": 1}),
        ({"hand": "3333Z"}, {"parsed": 1, "loaded": 1, "rejected": 1}),
        (FOLLOW | {"limits": {"games": 10**6}, "level": "expert"}, {"parsed": 1, "loaded": 1, "rejected": 1}),
    ],
)
def test_each_step_happens_once(app: Flask, calls: Calls, way: str, body: object, expected: Calls) -> None:
    path, wrap, headers = WAYS[way]
    app.test_client().post(path, json=wrap(body), headers=headers)
    assert calls == expected


@pytest.mark.parametrize("way", WAYS)
def test_a_fault_is_computed_and_logged_once(
    capsys: pytest.CaptureFixture[str], app: Flask, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    computed = []

    def broken(*_: object) -> None:
        computed.append(1)
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(robot, "choose_move", broken)
    path, wrap, headers = WAYS[way]
    answer = app.test_client().post(path, json=wrap(FOLLOW), headers=headers)
    problem = answer.get_json(force=True)
    status = problem["items"][0]["status"] if way == "batch" else problem["status"]
    assert (status, computed) == (500, [1])
    assert "ours" not in answer.text
    assert capsys.readouterr().err.count("ZeroDivisionError: ours") == 1


def test_a_query_passes_the_same_steps(app: Flask, calls: Calls) -> None:
    answer = app.test_client().get("/v1/analyze?hand=3345")
    assert calls == {"loaded": 1, "run": 1}
    calls.clear()
    again = app.test_client().get("/v1/analyze?hand=3345", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, calls) == (304, {"loaded": 1})
