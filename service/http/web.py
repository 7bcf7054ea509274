"""Everything around the endpoints: JSON, errors, request ids, CORS, gzip, headers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from random import getrandbits  # ids are not secret, and the system's random numbers cost a system call
from typing import TYPE_CHECKING, Any

import orjson
from flask import Flask, Request, Response, abort, request
from flask.json.provider import JSONProvider
from werkzeug.exceptions import NotFound

from service.http import logs
from service.http.errors.handlers import MOST_BODY, problem_response
from service.http.headers import PREFLIGHT
from service.http.language import GZIP_FROM, gzipped
from service.http.metrics import prometheus
from service.http.middleware.auth import guarded, is_past
from service.http.middleware.fast_path import FastPath
from service.http.middleware.tracing import traced
from service.http.pipeline import SLOTS
from service.http.slots import Slots
from service.http.state import STATE, RequestState, state_of
from service.records.body import MEDIA_TYPE
from service.settings import Settings, are_traces_wanted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ONE_SLASH = re.compile("/(?!/)")
"""Rule for paths with one leading slash: the router would ignore further ones; authentication, nginx and caches do
not."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Json(JSONProvider):
    """JSON by orjson, in the order of construction."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return *obj* as JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return the value of a JSON text."""
        return orjson.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return a JSON answer."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs)), content_type="application/json")


# ---- before and after each request ----------------------------------------------------------------------------


class RequestContextMiddleware:
    """Middleware for all answers, including errors and probes: request id, time, security headers, metrics, log line.

    A WSGI layer costs a fifth of Flask's hooks.
    """

    def __init__(self, app: WSGIApplication, logs: bool) -> None:
        self.app = app
        self.logs = logs  # even a disabled log call costs time here

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        began = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given and REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
        environ[STATE] = state = RequestState(request_id, environ.get("gunicorn.socket"))

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
        prometheus.count_request(method, state.route, status, seconds)
        if self.logs:
            spent = round(seconds * 1000, 3)
            logs.info(
                "request", id=state.id, method=method, route=state.route, status=int(status), ms=spent, key=state.key
            )


def is_record(question: Request) -> bool:
    """Return whether a body is a record; endpoints that accept none reject it."""
    return question.mimetype == MEDIA_TYPE


def reject_unsupported() -> None:
    """Reject unsupported requests: bodies of unknown length or type, Accept headers without JSON.

    The matched rule is stored first: metrics and logs use it instead of the path.
    """
    environ, rule = request.environ, request.url_rule
    if rule is not None:
        state_of(environ).route = rule.rule
        if is_past(environ, rule.rule):
            abort(404)
    if "HTTP_TRANSFER_ENCODING" in environ and request.content_length is None:
        abort(411)
    if rule is None or not rule.rule.startswith("/v1/"):
        return
    media = environ.get("CONTENT_TYPE")
    if request.method == "POST" and media != "application/json" and not (request.is_json or is_record(request)):
        abort(415)
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        abort(415)
    if environ.get("HTTP_ACCEPT", "*/*") not in ("*/*", "application/json"):
        accepted = request.accept_mimetypes
        if accepted and not (accepted["application/json"] or accepted["application/problem+json"]):
            abort(406)


def compress(response: Response) -> Response:
    """Compress a large answer for a client that accepts gzip; its ETag becomes a weak one."""
    status = response.status_code
    if status != 304 and (
        status != 200 or (response.content_length or 0) < GZIP_FROM or "Content-Encoding" in response.headers
    ):
        return response
    varies = response.headers.get("Vary")
    if varies is None:
        response.headers.add("Vary", "Accept-Encoding")
    elif "Accept-Encoding" not in varies:
        response.headers["Vary"] = f"{varies}, Accept-Encoding"
    if status == 304:  # a 304 has the same Vary header, and no body
        return response
    small = gzipped(response.get_data(), request.environ)
    if small is None:
        return response
    response.set_data(small)
    response.headers["Content-Encoding"] = "gzip"
    tag, _ = response.get_etag()
    if tag:
        response.set_etag(tag, weak=True)
    return response


def install(app: Flask, settings: Settings) -> None:
    """Add everything around the endpoints to *app*."""
    app.json = Json(app)
    logs.set_up(settings.log_level)
    app.extensions[SLOTS] = slots = Slots(settings.slots, settings.waiters, settings.patience)
    inner = guarded(FastPath(app.wsgi_app, slots), settings)
    around = RequestContextMiddleware(inner, settings.log_level in ("DEBUG", "INFO"))
    app.wsgi_app = traced(around) if are_traces_wanted() else around  # type: ignore[method-assign]
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
    app.url_map.merge_slashes = False  # a double slash is an unknown path; a redirect would use the Host header
    app.before_request(reject_unsupported)
    app.after_request(compress)
    app.register_error_handler(Exception, lambda error: problem_response(error, request.environ))
    app.config["API_IS_OPEN"] = not (settings.keys or settings.keys_file or settings.rate_limit)
