"""Keys: which paths ask for one where the operator sets some, and what their answers tell caches."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Response, request
from werkzeug.exceptions import Unauthorized

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

QUESTIONS, GAMES = "/v1/", "/v1/variants"
"""Where questions are asked, and below it what is open: whoever asks must be able to learn how."""

PRIVATE = ("Cache-Control", "private")
"""What an answer behind a key tells caches."""


def is_guarded(path: str) -> bool:
    """Tell whether a path asks for a key: questions do; pages, probes, the contract and the games do not."""
    return path.startswith(QUESTIONS) and path != GAMES and not path.startswith(f"{GAMES}/")


def carries_key(keys: tuple[str, ...]) -> Callable[[WSGIEnvironment], bool]:
    """Return what tells whether a request carries one of *keys*; any does where there are none."""

    def carries(environ: WSGIEnvironment) -> bool:
        if not keys:
            return True
        scheme, _, given = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        matches = [hmac.compare_digest(given.encode(), key.encode()) for key in keys]
        return scheme.lower() == "bearer" and any(matches)

    return carries


def require_key(carries: Callable[[WSGIEnvironment], bool]) -> Callable[[], None]:
    """Return a check that the request carries a key."""

    def check() -> None:
        if is_guarded(request.path) and request.method != "OPTIONS" and not carries(request.environ):
            raise Unauthorized(www_authenticate=None)

    return check


def keep_private(response: Response) -> Response:
    """Let no shared cache keep an answer that asked for a key."""
    if is_guarded(request.path):
        said = response.headers.get("Cache-Control", "")
        response.headers["Cache-Control"] = said.replace("public", "private") or PRIVATE[1]
        response.vary.add("Authorization")
    return response
