"""Requests of tests to the service."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

FOLLOW = {"seat": "landlord_down", "hand": "34567899JJQQKA22D", "bottom": "4KX", "history": ["TT"]}


def post(client: FlaskClient, path: str, body: Any, status: int = 200) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code == status, (path, body, answer.text)
    return answer.get_json(force=True)


def fault(client: FlaskClient, body: Any, path: str = "/v1/analyze") -> tuple[str, str]:
    """Return code and pointer of the first error of a rejected body."""
    problem = post(client, path, body, 422)
    assert problem["type"] == f"/problems/{problem['errors'][0]['code']}"
    return problem["errors"][0]["code"], problem["errors"][0]["pointer"]
