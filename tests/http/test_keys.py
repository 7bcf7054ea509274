"""Keys: paths that require one if keys are configured, open paths, and caching."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app import create_app
from board import assets
from service.http.endpoints import ENDPOINTS
from service.http.metrics import prometheus
from service.http.middleware.keys import digest_of, parse_keys
from service.settings import SettingsError
from tests import ROOT

KEY = {"Authorization": "Bearer two"}


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
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
     "/problems/hand_size", "/healthz", "/readyz", "/metrics", f"{assets.site().base}docs.js"],
)  # fmt: skip
def test_what_tells_how_to_ask_is_open(guarded: FlaskClient, path: str) -> None:
    with guarded.get(path) as answer:
        assert answer.status_code in (200, 302)
        assert "private" not in answer.headers.get("Cache-Control", "")


def test_no_shared_cache_keeps_an_answer_behind_a_key(guarded: FlaskClient, client: FlaskClient) -> None:
    path = "/v1/analyze?hand=34567899JJQQKA22D"
    kept = guarded.get(path, headers=KEY)
    assert kept.headers["Cache-Control"] == "private, max-age=86400"
    assert {"Authorization", "Accept-Language"} <= set(kept.headers["Vary"].split(", "))
    again = guarded.get(path, headers=KEY | {"If-None-Match": kept.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "private, max-age=86400")
    for body in ({"hand": "3"}, {"hand": ""}):
        assert guarded.post("/v1/move", json=body, headers=KEY).headers["Cache-Control"] == "private"
    assert client.get(path).headers["Cache-Control"] == "public, max-age=86400"
    assert "Authorization" not in client.get(path).headers["Vary"]


# ---- the file of keys ----------------------------------------------------------------------------------------------


def line(name: str, key: str, rate: str = "") -> str:
    return f"{name} {digest_of(key)} {rate}\n"


def status(client: FlaskClient, key: str) -> int:
    """Return the status of a request with *key*, the same from Flask and from the fast path."""
    sent = {"Authorization": f"Bearer {key}"}
    statuses = {
        client.post("/v1/move", json={"hand": "3"}, headers=sent).status_code,
        client.get("/v1/analyze?hand=3", headers=sent).status_code,
    }
    assert len(statuses) == 1
    return statuses.pop()


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the key file of a service that checks it before every request."""
    file = tmp_path / "keys"
    file.write_text("# who may ask\n\n" + line("board", "one"))
    monkeypatch.setenv("PAILI_KEYS_FILE", str(file))
    monkeypatch.setattr("service.http.middleware.keys.LOOK_EVERY", 0.0)
    return file


def swap(file: Path, text: str) -> None:
    other = file.with_suffix(".new")
    other.write_text(text)
    other.replace(file)


def test_the_file_of_keys_is_read_again_when_it_changes(keys: Path) -> None:
    client = create_app().test_client()
    assert [status(client, key) for key in ("one", "two", "")] == [200, 401, 401]
    swap(keys, line("board", "one") + line("app", "two"))
    assert [status(client, key) for key in ("one", "two")] == [200, 200]
    swap(keys, line("app", "two"))
    assert [status(client, key) for key in ("one", "two")] == [401, 200]
    swap(keys, "# nobody\n")
    assert status(client, "two") == 401  # an empty file grants no access


def test_a_link_to_another_file_is_a_change(keys: Path, tmp_path: Path) -> None:
    """Kubernetes publishes a new version of a secret in this way."""
    for name, key in (("v1", "one"), ("v2", "two")):
        (tmp_path / name).write_text(line("board", key))
    keys.unlink()
    keys.symlink_to("v1")
    client = create_app().test_client()
    assert [status(client, key) for key in ("one", "two")] == [200, 401]
    (tmp_path / "next").symlink_to("v2")
    (tmp_path / "next").replace(keys)
    assert [status(client, key) for key in ("one", "two")] == [401, 200]


def test_a_broken_file_keeps_the_keys_known_before(keys: Path, capsys: pytest.CaptureFixture[str]) -> None:
    client, before = create_app().test_client(), prometheus.KEYS_FAILED._value.get()
    swap(keys, line("app", "two") + "app\n")
    assert [status(client, key) for key in ("one", "two")] == [200, 401]
    keys.unlink()
    assert [status(client, key) for key in ("one", "two")] == [200, 401]
    assert prometheus.KEYS_FAILED._value.get() == before + 2
    records = [json.loads(logged) for logged in capsys.readouterr().err.splitlines()]
    assert [logged["level"] for logged in records] == ["error", "error"]
    assert "line 2: after the name comes no SHA-256" in records[0]["fault"]
    assert "cannot be read" in records[1]["fault"]
    keys.write_text(line("app", "two"))
    assert [status(client, key) for key in ("one", "two")] == [401, 200]


def test_the_file_is_looked_at_once_a_second_at_most(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.http.middleware.keys.LOOK_EVERY", 3600.0)
    client = create_app().test_client()
    swap(keys, line("app", "two"))
    assert [status(client, key) for key in ("one", "two")] == [200, 401]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("böard " + digest_of("one"), "line 1: the name is not 1 to 64"),
        ("board", "line 1: after the name comes no SHA-256"),
        ("board secret-itself", "line 1: after the name comes no SHA-256"),
        (line("board", "one", "often"), "line 1: the rate 'often' is not a number, a slash"),
        (line("board", "one", "5/minute more"), "line 1: a line has a name, a SHA-256, and at most a rate"),
        (line("board", "one") + line("board", "two"), "line 2: duplicate name or key"),
        (line("board", "one") + line("app", "one"), "line 2: duplicate name or key"),
    ],
)
def test_a_wrong_line_is_named(text: str, fault: str) -> None:
    with pytest.raises(SettingsError, match=fault) as raised:
        parse_keys(text, "keys")
    assert "secret" not in str(raised.value)


def test_keys_of_the_environment_and_of_the_file_go_together(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAILI_KEYS", "two")
    client = create_app().test_client()
    assert [status(client, key) for key in ("one", "two", "three")] == [200, 200, 401]


def test_logs_name_whose_key_it_was_and_never_the_key(
    keys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAILI_LOG_LEVEL", "INFO")
    client = create_app().test_client()
    status(client, "one")
    log = capsys.readouterr().err
    assert [json.loads(logged)["key"] for logged in log.splitlines()] == ["board", "board"]
    assert "one" not in log
    assert digest_of("one") not in log


def test_the_operators_page_makes_a_key(tmp_path: Path) -> None:
    """Runs the commands of the documentation unchanged."""
    page = (ROOT / "docs" / "operations.md").read_text()
    match = re.search(r"```sh\n(key=.*?)```", page, re.DOTALL)
    assert match
    made = subprocess.run(["bash", "-euc", match[1]], cwd=tmp_path, capture_output=True, text=True, check=True)
    (kept,) = parse_keys((tmp_path / "keys").read_text(), "keys").items()
    assert kept[0] == digest_of(made.stdout.strip())
    assert kept[1].name == "board"
    assert (tmp_path / "keys").stat().st_mode & 0o077 == 0
