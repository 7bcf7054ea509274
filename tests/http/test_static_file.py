"""Answers that never change while the service runs are built and compressed once, with ETag and Cache-Control."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from flask.testing import FlaskClient

PATHS = [
    "/openapi.yaml", "/docs", "/docs/swagger-ui-bundle.js", "/docs/swagger-ui.css", "/problems",
    "/llms.txt", "/numbers", "/embed", "/puzzle", "/v1/variants", "/v1/variants/guandan", "/paili-hint.js",
]  # fmt: skip
GZIP = {"Accept-Encoding": "gzip"}


@pytest.mark.parametrize("path", PATHS)
def test_a_static_answer_is_compressed_once(client: FlaskClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = client.get(path, headers=GZIP)
    assert first.headers["Content-Encoding"] == "gzip"

    def never(*_: Any, **__: Any) -> bytes:
        raise AssertionError(f"{path} is compressed again")

    monkeypatch.setattr(gzip, "compress", never)
    again = client.get(path, headers=GZIP)
    assert (again.status_code, again.data, again.headers["ETag"]) == (200, first.data, first.headers["ETag"])


@pytest.mark.parametrize("path", PATHS)
def test_a_client_with_a_fresh_copy_gets_304(client: FlaskClient, path: str) -> None:
    for headers in ({}, GZIP):
        first = client.get(path, headers=headers)
        assert first.headers["Cache-Control"]
        assert "Accept-Encoding" in first.headers["Vary"]
        again = client.get(path, headers=headers | {"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", PATHS)
def test_the_compressed_answer_is_the_plain_one(client: FlaskClient, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers=GZIP)
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag'].removeprefix('W/')}"
    assert packed.headers["Content-Type"] == plain.headers["Content-Type"]


def test_each_language_has_a_page_of_its_own(client: FlaskClient) -> None:
    english, chinese = (client.get("/numbers", headers={"Accept-Language": lang}) for lang in ("en", "zh"))
    assert english.headers["ETag"] != chinese.headers["ETag"]
    assert "Accept-Language" in english.headers["Vary"]
