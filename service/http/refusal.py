"""Refusals before Flask: a problem document for a request that went no further than the layers around it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import orjson

from service.http.negotiation import preferred_language
from service.http.status import status_problem

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Headers = list[tuple[str, str]]


def refuse(
    status: int, environ: WSGIEnvironment, start: StartResponse, headers: Headers, lang: str | None = None
) -> list[bytes]:
    """Answer a request by the problem document of a *status*, in the language *lang*, or that its headers prefer."""
    body = orjson.dumps(status_problem(status, None, lang or preferred_language(environ), environ["paili.request_id"]))
    own = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Vary", "Accept-Language"),
    ]
    start(f"{status} {HTTPStatus(status).phrase.upper()}", [*headers, *own])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
