"""Requests to the application with their answers, and the signed part of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app
from service.settings import read_settings

Json = dict[str, Any]

HEADERS = {"X-Request-Id": "signed"}

TEXT_KEYS = frozenset({"text", "title", "detail", "name", "name_zh", "about", "about_zh", "en", "zh"})
"""Keys of JSON objects whose values are texts for people; golden files hold those (`texts.py`)."""

UNSIGNED_KEYS = TEXT_KEYS | {"version"}
"""Keys that a signature leaves out: texts, and the version, which changes with every release."""


class Request(NamedTuple):
    """A request as `--diff` sends it again; a GET has no body."""

    path: str
    body: object = None
    lang: str = "en"


@cache
def application_client() -> Any:
    """Return a client of the application, with as many slots as threads."""
    return create_app(read_settings({"PAILI_SLOTS": "14", "PAILI_WAITERS": "0"})).test_client()


class SignedAnswer(NamedTuple):
    """The bytes of an answer, and its request; None for answers without a request."""

    data: bytes
    request: Request | None = None

    @property
    def signed(self) -> bytes:
        """Return the bytes that the signature covers."""
        return self.data if self.request is None else without_texts(self.data)


class StatusError(Exception):
    """A status that depends on more than the request, as 503 on a busy machine."""


def status_and_body(request: Request, answer: TestResponse) -> bytes:
    """Return status and body of an answer.

    Raises StatusError unless the request is answered, or its body rejected.
    """
    if answer.status_code not in (200, 200 if request.body is None else 422):
        raise StatusError(f"{answer.status_code} for {request}: {answer.text}")
    return f"{answer.status_code} ".encode() + answer.data


def send(client: FlaskClient, request: Request) -> bytes:
    """Return status and body of the answer to a request.

    Raises StatusError unless the request is answered, or its body rejected.
    """
    headers = HEADERS | {"Accept-Language": request.lang}
    if request.body is None:
        return status_and_body(request, client.get(request.path, headers=headers))
    return status_and_body(request, client.post(request.path, json=request.body, headers=headers))


def signed_answer(client: FlaskClient, path: str, body: object, lang: str = "en") -> SignedAnswer:
    request = Request(path, body, lang)
    return SignedAnswer(send(client, request), request)


def read_json(client: FlaskClient, path: str, body: object) -> Json | None:
    """Return the JSON of an answer; None if the request is rejected."""
    data = signed_answer(client, path, body).data
    result: Json = orjson.loads(data[4:])
    return result if data.startswith(b"200 ") else None


def without_texts(data: bytes) -> bytes:
    """Return status and JSON of an answer without the values that are texts.

    >>> without_texts(b'200 {"move": {"cards": "3", "why": [{"code": "lowest", "text": "The lowest."}]}}')
    b'200 {"move":{"cards":"3","why":[{"code":"lowest"}]}}'
    """
    return data[:4] + orjson.dumps(pruned(orjson.loads(data[4:])))


def pruned(value: Any) -> Any:
    """Return JSON without the unsigned keys of its objects."""
    if isinstance(value, Mapping):
        return {key: pruned(inner) for key, inner in value.items() if key not in UNSIGNED_KEYS}
    return [pruned(inner) for inner in value] if isinstance(value, list) else value
