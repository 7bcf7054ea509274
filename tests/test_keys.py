"""Keys: what asks for one where the operator sets some, what stays open, and what caches may keep."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http.assets import BASE
from service.http.endpoints import ENDPOINTS

KEY = {"Authorization": "Bearer two"}


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of a service whose operator has set keys."""
    monkeypatch.setenv("PAILI_KEYS", "one,two")
    return create_app().test_client()


def test_keys_guard_questions(guarded: FlaskClient) -> None:
    for lang, title in (("en", "Unauthorized"), ("zh", "需要密钥")):
        refused = guarded.get("/v1/analyze?hand=3", headers={"Accept-Language": lang})
        assert (refused.status_code, refused.mimetype) == (401, "application/problem+json")
        assert refused.get_json()["title"] == title
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    for name in ENDPOINTS.keys() | {"batch"}:
        assert guarded.post(f"/v1/{name}", json={"spare": 1}).status_code == 401
        assert (
            guarded.post(f"/v1/{name}", json={"spare": 1}, headers={"Authorization": "Bearer three"}).status_code == 401
        )
        assert guarded.post(f"/v1/{name}", json={"spare": 1}, headers=KEY).status_code == 422
    assert guarded.options("/v1/move").status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/docs", "/docs/swagger-ui.css", "/openapi.yaml", "/v1/variants", "/v1/variants/standard", "/problems",
     "/problems/hand_size", "/healthz", "/readyz", "/metrics", f"{BASE}docs.js"],
)  # fmt: skip
def test_what_tells_how_to_ask_is_open(guarded: FlaskClient, path: str) -> None:
    with guarded.get(path) as answer:
        assert answer.status_code in (200, 302)
        assert "private" not in answer.headers.get("Cache-Control", "")


def test_no_shared_cache_keeps_an_answer_behind_a_key(guarded: FlaskClient, client: FlaskClient) -> None:
    asked = "/v1/analyze?hand=34567899JJQQKA22D"
    kept = guarded.get(asked, headers=KEY)
    assert kept.headers["Cache-Control"] == "private, max-age=86400"
    assert {"Authorization", "Accept-Language"} <= set(kept.headers["Vary"].split(", "))
    again = guarded.get(asked, headers=KEY | {"If-None-Match": kept.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "private, max-age=86400")
    for asked_body in ({"hand": "3"}, {"hand": ""}):
        assert guarded.post("/v1/move", json=asked_body, headers=KEY).headers["Cache-Control"] == "private"
    assert client.get(asked).headers["Cache-Control"] == "public, max-age=86400"
    assert "Authorization" not in client.get(asked).headers["Vary"]
