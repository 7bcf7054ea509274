"""Rejections before Flask: problem documents for requests that middleware rejects."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import orjson

from service.http.errors.http_status import status_problem
from service.http.errors.problems import named_language
from service.http.language import preferred_language

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Headers = list[tuple[str, str]]


def send_problem(
    status: int, environ: WSGIEnvironment, start: StartResponse, headers: Headers, lang: str | None = None
) -> list[bytes]:
    """Respond with the problem document of a *status*, in *lang* or the language of the query or the headers."""
    query = dict(parse_qsl(environ.get("QUERY_STRING", "")))
    lang = lang or named_language(query) or preferred_language(environ)
    body = orjson.dumps(status_problem(status, None, lang, environ["paili.request_id"]))
    own = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Vary", "Accept-Language"),
    ]
    start(f"{status} {HTTPStatus(status).phrase.upper()}", [*headers, *own])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
