"""State of a request: one object in the WSGI environment, for middleware, pipeline, views and error handlers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from service.http.headers import HEADERS
from service.http.language import preferred_language
from service.http.logs import Log
from service.http.texts.reasons import LANGUAGES, base_language
from service.records.ddz import Record

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

STATE = "paili.state"
"""Key of the state in a WSGI environment."""


@dataclass(slots=True)
class RequestState:
    """State of a request."""

    id: str
    """Request id, given or drawn."""
    log: Log
    """Log of the application."""
    client: object = None
    """Socket of the caller, where the server has one."""
    route: str = "unmatched"
    """Matched rule, for metrics, logs and traces: a path could contain hands."""
    key: str | None = None
    """Name of the caller's key."""
    lang: str | None = None
    """Language that the body names, even if the rest of the body is invalid."""
    headers: Sequence[tuple[str, str]] = HEADERS
    """Security headers of the answer."""
    record: Record | None = None
    """Record in the body; errors name its lines."""
    is_open: bool = False
    """Whether the request was admitted without authentication."""
    caller: str = ""
    """Who is charged, key or address; empty without a rate limit."""
    began: float = field(default_factory=thread_time)
    """CPU seconds of this thread when the request arrived."""
    heavy_cpu: float = 0.0
    """CPU seconds of the turns in a slot."""
    charged: int = 0
    """Units that the caller was charged."""
    rejected_cpu: float = 0.0
    """CPU seconds for rejected items of a batch, a part of `cpu`."""

    def spent(self) -> float:
        """Return the CPU seconds of the request until now."""
        return thread_time() - self.began

    def cpu(self) -> float:
        """Return the CPU seconds of the request outside slots, until now."""
        return self.spent() - self.heavy_cpu

    def units(self) -> int:
        """Return the units of the request until now: milliseconds of CPU, rounded up, at least one."""
        return max(1, math.ceil(self.spent() * 1000))


def state_of(environ: WSGIEnvironment) -> RequestState:
    """Return the state of a request."""
    state: RequestState = environ[STATE]
    return state


def named_language(document: object) -> str | None:
    """Return the language that a body names, even if the rest is invalid."""
    lang = document.get("lang") if type(document) is dict else None
    spoken = base_language(lang) if type(lang) is str else None
    return spoken if spoken in LANGUAGES else None


def language_of_caller(environ: WSGIEnvironment) -> str:
    """Return the language of a request: that of its body, its query or its headers."""
    lang = state_of(environ).lang
    if lang is None and environ.get("QUERY_STRING"):
        lang = named_language(dict(reversed(parse_qsl(environ["QUERY_STRING"]))))  # of several, the first
    return lang or preferred_language(environ)
