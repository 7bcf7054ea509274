"""URLs: each endpoint has one, and no other form of it bypasses keys and limits."""

from __future__ import annotations

import json
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import create_app
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.nginx import Balanced

RULES = [(re.sub("<[^>]+>", "x", rule.rule), rule.methods or set()) for rule in create_app().url_map.iter_rules()]
ADDRESSES = [(path, "POST" if "POST" in methods else "GET") for path, methods in RULES]
"""A URL of each route, with its method."""

FORMS = ("/{0}", "//{0}", "/%2f{1}", "/%2F/{1}", "http://x/{0}", "http://x//{0}", "http://x/%2f{1}")
"""Other forms of a URL that routing might accept, with and without its first slash."""

CHINESE = re.compile("[\u4e00-\u9fff]")


def send(port: int, method: str, target: str, header: str = "") -> tuple[int, str, bytes]:
    """Return status, head and body of an answer to a *target* that is sent unchanged."""
    body = '{"seed": 1}' if method == "POST" else ""
    sent = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(
            f"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{header}{sent}\r\n{body}".encode()
        )
        received = b"".join(iter(lambda: client.recv(65536), b""))
    head, _, content = received.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), content


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with GunicornProcess(1, PAILI_KEYS="one") as running:
        yield running.port


@pytest.mark.server
def test_no_other_way_to_write_an_address_is_answered(port: int) -> None:
    assert send(port, "POST", "/v1/deal")[0] == 401
    assert send(port, "POST", "/v1/deal", "Authorization: Bearer one\r\n")[0] == 200
    for path, method in ADDRESSES:
        for form in FORMS:
            target = form.format(path, path[1:])
            for header, chinese in (("", False), ("Accept-Language: zh\r\n", True)):
                status, head, body = send(port, method, target, header)
                assert status == 404, target
                assert "Content-Type: application/problem+json" in head
                assert "Cache-Control" not in head
                problem = json.loads(body)
                assert f"X-Request-Id: {problem['request_id']}" in head
                assert bool(CHINESE.search(problem["title"])) == chinese
    assert CHINESE.search(send(port, "GET", "//v1/analyze?lang=zh")[2].decode())
    assert send(port, "HEAD", "//v1/variants")[::2] == (404, b"")
    assert send(port, "GET", "http://x")[0] == 404


@pytest.mark.server
def test_no_header_takes_a_part_of_an_address_away(port: int) -> None:
    for name in ("SCRIPT_NAME", "SCRIPT-NAME", "PATH_INFO"):
        for target, value in (("/xv1/analyze?hand=3", "/x"), ("/x//v1/analyze?hand=3", "/x")):
            assert send(port, "GET", target, f"{name}: {value}\r\n")[0] == 404
        assert send(port, "GET", "/v1/analyze?hand=3", f"{name}: /v1/variants\r\n")[0] == 401


@pytest.mark.server
@pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx")
def test_nor_is_one_through_the_balancer(tmp_path: Path) -> None:
    with Balanced(tmp_path, 1, PAILI_KEYS="one") as running:
        assert send(running.port, "POST", "/v1/deal")[0] == 401
        for path, method in ADDRESSES:
            for form in FORMS:
                status, head, _ = send(running.port, method, form.format(path, path[1:]))
                assert status == 404, (form, path)
                assert "application/problem+json" in head


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("limited", [True, False])
def test_the_gate_holds_what_is_routed_too(monkeypatch: pytest.MonkeyPatch, method: str, limited: bool) -> None:
    """A request that reached Flask by a path that authentication considered open is rejected."""
    monkeypatch.setattr("service.http.middleware.request_context.ONE_SLASH", re.compile(""))
    monkeypatch.setenv(*("PAILI_RATE_LIMIT", "9/hour") if limited else ("PAILI_KEYS", "one"))
    client = create_app().test_client()
    for path in ("//v1/analyze", "v1/analyze", "/v1/analyze"):
        answer = client.open("/", method=method, environ_overrides={"PATH_INFO": path, "QUERY_STRING": "hand=3"})
        assert answer.status_code == ((200 if limited else 401) if path == "/v1/analyze" else 404)
    assert client.options("/v1/analyze").status_code == 200
    assert client.get("/v1/variants").status_code == 200
