"""Answers without a server: byte-equal to the application's, and without the imports that only a server needs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest
from flask.testing import FlaskClient

from service.http import in_process
from tests.helpers.client import FOLLOW
from tests.http.test_fast_path import PLAIN, QUERIES

LANGUAGES: list[Mapping[str, str]] = [{}, {"Accept-Language": "zh"}]


@pytest.mark.parametrize("headers", LANGUAGES)
def test_answers_are_the_applications(client: FlaskClient, headers: Mapping[str, str]) -> None:
    given = 0
    for name, body in PLAIN:
        data = in_process.answered("POST", f"/v1/{name}", headers, json.dumps(body).encode())
        given += data is not None
        assert data in (None, client.post(f"/v1/{name}", json=body, headers=headers).data), (name, body)
    assert given >= len(PLAIN) - 2  # all but those that search


@pytest.mark.parametrize("headers", LANGUAGES)
def test_answers_to_queries_are_the_applications(client: FlaskClient, headers: Mapping[str, str]) -> None:
    for path in ("/v1/variants/laizi", *(f"/v1/analyze?{query}" for query in QUERIES[:4])):
        assert in_process.answered("GET", path, headers, None) == client.get(path, headers=headers).data, path


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/move", FOLLOW | {"level": "master"}),
        ("POST", "/v1/batch", {"items": []}),
        ("POST", "/analyze", FOLLOW),
        ("POST", "/v1/variants/laizi", {}),
        ("GET", "/v1/variants", None),
        ("GET", "/v1/variants/nothing", None),
        ("GET", "/v1/move", None),
        ("GET", "/readyz", None),
    ],
)
def test_other_requests_are_left_to_the_application(method: str, path: str, body: object) -> None:
    assert in_process.answered(method, path, {}, json.dumps(body).encode() if body is not None else None) is None


def test_a_language_that_must_be_chosen_is_left_to_the_application() -> None:
    assert in_process.answered("GET", f"/v1/analyze?{QUERIES[0]}", {"Accept-Language": "zh-CN,en;q=0.5"}, None) is None


def test_a_program_that_analyses_imports_no_server() -> None:
    code = """
import sys
from paili.engine import local
answer = local().analyze("standard landlord_down 34567899JJQQKA22D 4KX TT", want=["hints"])
assert answer["hints"][0]["cards"] == "JJ"
server = {"flask", "werkzeug", "prometheus_client", "gunicorn", "service.review.review", "service.records"}
assert not server & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-c", code], check=True)
