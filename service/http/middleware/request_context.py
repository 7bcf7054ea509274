"""Request ids, security headers, metrics and log lines of all answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from random import getrandbits  # ids are not secret, and the system's random numbers cost a system call
from typing import TYPE_CHECKING, Any

from werkzeug.exceptions import NotFound

from service.http.errors.handlers import problem_response
from service.http.headers import MOST_PARSED, PARSED, PREFLIGHT
from service.http.logs import Log
from service.http.metrics import prometheus
from service.http.state import STATE, RequestState

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ONE_SLASH = re.compile("/(?!/)")
"""Rule for paths with one leading slash: the router would ignore further ones; authentication, nginx and caches do
not."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class RequestContext:
    """Middleware for all answers, including errors and probes: request id, time, security headers, metrics, log line.

    A WSGI layer costs a fifth of Flask's hooks.
    """

    def __init__(self, app: WSGIApplication, log: Log) -> None:
        self.app, self.log = app, log

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        began = time.perf_counter()
        for name in PARSED:
            if len(environ.get(name, "")) > MOST_PARSED:
                environ[name] = environ[name][:MOST_PARSED]
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given and REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
        environ[STATE] = state = RequestState(request_id, self.log, environ.get("gunicorn.socket"))

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.perf_counter() - began
            headers += state.headers
            if environ["REQUEST_METHOD"] == "OPTIONS":
                headers += PREFLIGHT
            headers += [("X-Request-Id", request_id), ("Server-Timing", f"app;dur={seconds * 1000:.3f}")]
            self.report(environ["REQUEST_METHOD"], state, status[:3], seconds)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        if not ONE_SLASH.match(environ["PATH_INFO"]):
            return problem_response(NotFound(), environ)(environ, start)
        return self.app(environ, start)

    def report(self, method: str, state: RequestState, status: str, seconds: float) -> None:
        """Count an answered request and log it."""
        prometheus.count_request(method, state.route, status, seconds, state.cpu(), state.rejected_cpu)
        if self.log.has_requests:  # even a disabled log call costs time here
            spent = round(seconds * 1000, 3)
            self.log.info(
                "request", id=state.id, method=method, route=state.route, status=int(status), ms=spent,
                units=state.units(), key=state.key,
            )  # fmt: skip
