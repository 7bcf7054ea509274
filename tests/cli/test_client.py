"""The Python client: every endpoint with its fields, rejections, busy servers and lost connections."""

from __future__ import annotations

import inspect
import json
import math
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, get_args, get_type_hints

import pytest

from paili import Client, Problem, client
from paili.client import Http, Reply
from paili.engine import local
from service.http.endpoints import ENDPOINTS, Endpoint
from service.settings import read_settings
from tests import ROOT
from tests.helpers.contract import read_contract, read_examples

LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"
QUESTIONS = [(example.operation, example.name, example.request) for example in read_examples()]
"""Endpoint, name and body of every example of the contract."""

INSIDE = local(service=read_settings({}))  # the application, as behind a server


class Spy:
    """A transport to the engine that records requests and replies; *replies* are given first."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.inside = INSIDE.send
        self.requests: list[tuple[str, str, Mapping[str, str]]] = []
        self.sent_replies: list[Reply] = []

    def __call__(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        self.requests.append((method, path, headers))
        self.sent_replies.append(self.replies.pop(0) if self.replies else self.inside(method, path, headers, body))
        return self.sent_replies[-1]


def busy(status: int = 503, **headers: str) -> Reply:
    """Return a reply of a server that requires a later retry."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(
        status, {"content-type": "application/problem+json"} | named, b'{"type": "about:blank", "title": "Busy"}'
    )


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list of pauses, which take no time here."""
    pauses_made: list[float] = []
    monkeypatch.setattr(client.time, "sleep", pauses_made.append)
    return pauses_made


# ---- endpoints and fields -----------------------------------------------------------------------------------------


def call(caller: Client, endpoint: str, body: Mapping[str, Any]) -> Any:
    """Call an endpoint by its method, with the fields of *body* as keywords."""
    method = getattr(caller, endpoint)
    if endpoint == "batch":
        return method([(item["op"], item["body"]) for item in body["items"]])
    return method(**{"declared" if name == "as" else name: value for name, value in body.items()})


def test_every_endpoint_has_its_method() -> None:
    known = {
        path.removeprefix("/v1/").partition("/")[0] for path in read_contract()["paths"] if path.startswith("/v1/")
    }
    methods = {name for name, value in vars(Client).items() if inspect.isfunction(value) and not name.startswith("_")}
    assert {path for path, _, _ in QUESTIONS} == client.REQUIRED_FIELD.keys()
    assert known | {"variant", "is_ready"} == methods - {"ask", "close", "get", "record", "request"}


@pytest.mark.parametrize("endpoint", ENDPOINTS.values(), ids=lambda endpoint: endpoint.name)
def test_a_method_takes_the_fields_of_its_request(endpoint: Endpoint) -> None:
    method = getattr(Client, endpoint.name)
    hints = get_type_hints(method)
    (fields,) = get_args(hints["fields"])
    named = {"as" if name == "declared" else name for name in hints.keys() - {"fields", "return"}}
    assert get_type_hints(fields).keys() | named == {
        field.data_key or name for name, field in endpoint.schema.fields.items()
    }


@pytest.mark.parametrize(("endpoint", "name", "body"), QUESTIONS)
def test_an_example_is_answered_as_the_server_answers_it(app: Any, endpoint: str, name: str, body: Any) -> None:
    """Keywords give the same answer as the server; a position in one line is sent by GET."""
    answered = app.test_client().post(f"/v1/{endpoint}", json=body)
    expected = answered.get_json(force=True)
    if answered.status_code != 200:
        with pytest.raises(Problem) as raised:
            call(INSIDE, endpoint, body)
        assert raised.value.document | {"request_id": ""} == expected | {"request_id": ""}
    elif endpoint == "batch":
        answers = [each.document if isinstance(each, Problem) else each for each in call(INSIDE, endpoint, body)]
        assert [each | {"request_id": ""} for each in answers] == [
            each["body"] | {"request_id": ""} for each in expected["items"]
        ]
    else:
        assert call(INSIDE, endpoint, body) == expected


def test_one_line_positions_are_requested_by_get() -> None:
    spy = Spy()
    caller = Client(send=spy)
    requests = [
        {"want": ["hints"], "top": 2, "seed": 1, "level": "club"},
        {"want": ["hints"], "only": ["JJ"]},  # may be an object, which a query cannot express
        {"lang": "zh" * 2000},  # longer than a request line
    ]
    for fields in requests[:2]:
        assert caller.analyze(LINE, **fields) == caller.analyze(**line_fields(LINE), **fields)
    with pytest.raises(Problem):
        caller.analyze(LINE, **requests[2])
    assert [method for method, _, _ in spy.requests] == ["GET", "POST", "POST", "POST", "POST"]


def line_fields(line: str) -> dict[str, Any]:
    variant, seat, hand, bottom, history = line.split()
    return {"variant": variant, "seat": seat, "hand": hand, "bottom": bottom, "history": history.split(",")}


# ---- rejections -----------------------------------------------------------------------------------------------------


def test_a_problem_says_field_code_and_where_to_read_on() -> None:
    send = Spy()
    with pytest.raises(Problem) as raised:
        Client(send=send, lang="zh").analyze(hand="3345", history=["TT"])
    problem = raised.value
    assert (problem.status, problem.code, problem.field) == (422, "hand_size", "/hand")
    assert problem.errors[0]["detail"] == problem.detail == problem.document["detail"]
    assert str(problem) == f"{problem.detail} (/hand)"
    assert "张" in problem.detail
    assert Problem(problem.document, "https://a/b").help == "https://a/b/problems/hand_size"
    assert len(problem.request_id) == 32


def test_a_problem_without_a_code_has_none() -> None:
    with pytest.raises(Problem) as raised:
        INSIDE.variant("whist")
    assert (raised.value.status, raised.value.code) == (404, "")


def test_a_batch_fails_item_by_item() -> None:
    good, bad = INSIDE.batch([("move", {"position": LINE}), ("move", {"hand": ""})])
    assert isinstance(good, dict)
    assert good["move"]["cards"] == "JJ"
    assert isinstance(bad, Problem)
    assert bad.code == "hand_empty"


# ---- busy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("replies", "paused"),
    [
        ([busy(retry_after="2"), busy(429, retry_after="3")], [2, 3]),
        ([busy()] * 3, [1, 2, 4]),  # no header: the pauses increase
        ([busy(retry_after="soon")], [1]),
        ([busy(retry_after=formatdate(0, usegmt=True))], [0]),  # a time in the past
        ([busy(retry_after="Thu, 01 Jan 1970 00:00:00")], [1]),  # without a time zone
    ],
)
def test_busy_servers_are_retried_after_their_pause(
    pauses: list[float], replies: list[Reply], paused: list[float]
) -> None:
    spy = Spy(*replies)
    assert Client(send=spy).move(LINE)["move"]["cards"] == "JJ"
    assert pauses == paused
    assert len(spy.requests) == len(replies) + 1


@pytest.mark.parametrize(
    ("replies", "settings", "paused", "after"),
    [
        ([busy(retry_after="60")], {}, [], 60),  # longer than the client's patience
        ([busy(retry_after="9")] * 3, {}, [9, 9], 9),  # too long in total
        ([busy(retry_after="1")] * 5, {}, [1, 1, 1], 1),
        ([busy(retry_after="1")] * 5, {"retries": 0}, [], 1),
        ([busy(500)], {}, [], None),  # an error that would occur again
    ],
)
def test_retries_are_bounded(
    pauses: list[float], replies: list[Reply], settings: Any, paused: list[float], after: float | None
) -> None:
    with pytest.raises(Problem) as raised:
        Client(send=Spy(*replies), **settings).move(LINE)
    assert (pauses, raised.value.retry_after) == (paused, after)


# ---- cached answers -------------------------------------------------------------------------------------------------


def test_answers_are_cached_by_etag() -> None:
    spy = Spy()
    caller = Client(send=spy)
    first, again = (caller.analyze(LINE, want=["hints"]) for _ in range(2))
    assert first == again
    assert [reply.status for reply in spy.sent_replies] == [200, 304]
    again["hints"].clear()
    assert caller.analyze(LINE, want=["hints"]) == first
    assert caller.analyze(LINE, want=["hints"], lang="zh") != first


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "CACHE_SIZE", 2)
    spy = Spy()
    caller = Client(send=spy)
    for top in (1, 2, 1, 3, 1, 2):
        caller.analyze(LINE, want=["hints"], top=top)
    assert [reply.status for reply in spy.sent_replies] == [200, 200, 304, 200, 304, 200]


# ---- the connection -------------------------------------------------------------------------------------------------


class EchoHandler(BaseHTTPRequestHandler):
    """Echoes every request, and closes each connection after that without announcing it."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        """Echo the request."""
        length = int(self.headers["Content-Length"])
        echo = {
            "move": {},
            "path": self.path,
            "body": json.loads(self.rfile.read(length)),
            "headers": dict(self.headers),
        }
        data = json.dumps(echo).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()
        self.close_connection = True

    def log_message(self, *args: object) -> None:
        """Log nothing."""


@pytest.fixture
def echo_server() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), EchoHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_dead_connections_are_reopened(echo_server: str) -> None:
    caller = Client(f"{echo_server}/paili/", key="k", lang="zh", timeout=5)
    for _ in range(3):
        answer = caller.move(LINE, level="club")
    assert answer["path"] == "/paili/v1/move"
    assert answer["body"] == {"position": LINE, "level": "club"}
    assert answer["headers"]["Authorization"] == "Bearer k"
    assert answer["headers"]["Accept-Language"] == "zh"
    caller.close()


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def test_unanswered_requests_are_oserrors(silent_server: socket.socket) -> None:
    server = f"http://127.0.0.1:{silent_server.getsockname()[1]}"
    with pytest.raises(TimeoutError):
        Client(server, timeout=0.05).move(LINE)
    silent_server.close()
    with pytest.raises(ConnectionError):
        Client(server, timeout=5).move(LINE)
    assert not Client(server, timeout=5).is_ready()


def test_readiness_is_not_retried(pauses: list[float]) -> None:
    spy = Spy(busy(), busy())
    assert not Client(send=spy).is_ready()
    assert (len(spy.requests), pauses) == (1, [])


def test_interrupts_discard_the_unread_answer(echo_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Client(echo_server, timeout=5)

    def interrupt(_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("http.client.HTTPConnection.getresponse", interrupt)
        with pytest.raises(KeyboardInterrupt):
            caller.move(LINE)
    assert caller.move(LINE)["path"] == "/v1/move"
    caller.close()


@pytest.mark.parametrize("fields", [{"top": "2"}, {"want": "power"}, {"want": ["power,hints"]}, {"want": [1]}])
def test_queries_are_rejected_like_bodies(fields: Any) -> None:
    """Fields that POST rejects are rejected."""
    with pytest.raises(Problem) as raised:
        INSIDE.analyze(LINE, **fields)
    assert raised.value.code == "field_invalid"


def test_settings_are_checked_at_once() -> None:
    assert Client(key=" key\n").headers["Authorization"] == "Bearer key"
    with pytest.raises(ValueError, match="printable ASCII"):
        Client(key="密钥")
    for lang in ("中文", "zh\n"):
        with pytest.raises(ValueError, match="written as zh or en"):
            Client(lang=lang)
    for timeout in (0, -1, math.inf, math.nan):
        with pytest.raises(ValueError, match="above 0 and at most"):
            Client(timeout=timeout)
    assert Client(send=Spy(), retries=-1).variant("laizi")["id"] == "laizi"


@pytest.mark.parametrize(
    "server",
    [
        "127.0.0.1:8000", "ftp://a", "http://", "", "http://..a", f"http://{'a' * 64}", "http://a b", "http://[",
        "http://a:b", "http://a:65536",
    ],
)  # fmt: skip
def test_an_address_is_checked_at_once(server: str) -> None:
    with pytest.raises(ValueError, match="a server is written http://host:port"):
        Client(server)


def test_a_port_that_is_not_named_is_the_usual_one() -> None:
    for server, address in (("http://[::1]", ("::1", 80)), ("https://a", ("a", 443)), ("http://a:0", ("a", 0))):
        assert Http(server, timeout=1).address == address


def test_an_engine_in_process_loads_no_pages_and_nothing_of_servers() -> None:
    unwanted = {"board", "flask", "gunicorn", "http.client", "prometheus_client", "service.review.review"}
    code = f"import sys, paili.engine as e; e.local().analyze(hand='33'); sys.exit(bool({unwanted} & {{*sys.modules}}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
