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
from marshmallow import ValidationError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)
from werkzeug.wrappers import Response as BaseResponse

from service.http import logs
from service.http.errors import problems, wsgi_error
from service.http.headers import HEADERS, PREFLIGHT
from service.http.language import GZIP_FROM, gzipped
from service.http.metrics import prometheus
from service.http.middleware.auth import guarded, is_past
from service.http.middleware.fast_path import FastPath
from service.http.middleware.tracing import traced
from service.http.requests import json_body
from service.records.body import MEDIA_TYPE
from service.rules.errors import Bilingual, RuleError
from service.settings import Settings, are_traces_wanted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_BODY = 64 * 1024
"""Maximum bytes of a request body."""

TOO_LARGE = Bilingual(
    f"a body has at most {MOST_BODY} bytes; split the batch",
    f"请求体最多{MOST_BODY}字节；请把批量请求分成几批",
)

ONE_SLASH = re.compile("/(?!/)")
"""Rule for paths with one leading slash: the router would ignore further ones; authentication, nginx and caches do
not."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Json(JSONProvider):
    """JSON by orjson: strict parsing, output in the order of construction."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Return *obj* as JSON text."""
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return the value of a JSON text."""
        return json_body.loads(s)

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """Return a JSON answer."""
        return Response(orjson.dumps(self._prepare_response_obj(args, kwargs)), content_type="application/json")


class JsonRequest(Request):
    """A request with detailed messages for invalid JSON."""

    def on_json_loading_failed(self, e: ValueError | None) -> Any:
        """Reject a body that is not valid JSON."""
        if e is None:
            raise UnsupportedMediaType
        if isinstance(e, orjson.JSONDecodeError):
            where = f"第{e.lineno}行第{e.colno}列"
            message = Bilingual(f"the body is not valid JSON: {e}", f"请求体不是有效的 `JSON`，错在{where}：`{e.msg}`")
            raise BadRequest(message)
        raise e


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
        environ["paili.request_id"] = request_id

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            seconds = time.perf_counter() - began
            headers += environ.get("paili.guards", HEADERS)
            if environ["REQUEST_METHOD"] == "OPTIONS":
                headers += PREFLIGHT
            headers += [("X-Request-Id", request_id), ("Server-Timing", f"app;dur={seconds * 1000:.3f}")]
            self.report(environ, request_id, status[:3], seconds)
            return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

        if not ONE_SLASH.match(environ["PATH_INFO"]):
            return wsgi_error.send_problem(404, environ, start, [])
        return self.app(environ, start)

    def report(self, environ: WSGIEnvironment, request_id: str, status: str, seconds: float) -> None:
        """Count an answered request and log it."""
        method, route = environ["REQUEST_METHOD"], environ.get("paili.route", "unmatched")
        prometheus.count_request(method, route, status, seconds)
        if self.logs:
            spent = round(seconds * 1000, 3)
            key = environ.get("paili.key")
            logs.info("request", id=request_id, method=method, route=route, status=int(status), ms=spent, key=key)


def is_record(question: Request) -> bool:
    """Return whether a body is a record; endpoints that accept none reject it."""
    return question.mimetype == MEDIA_TYPE


def reject_unsupported() -> None:
    """Reject unsupported requests: bodies of unknown length or type, Accept headers without JSON.

    The matched rule is stored first: metrics and logs use it instead of the path.
    """
    environ, rule = request.environ, request.url_rule
    if rule is not None:
        environ["paili.route"] = rule.rule
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


# ---- errors ---------------------------------------------------------------------------------------------------


def problem_response(problem: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """Return a problem document as an answer."""
    response = Response(orjson.dumps(problem), problem["status"], mimetype="application/problem+json")
    response.headers.update({"Vary": "Accept-Language"} | (headers or {}))
    return response


def on_fault(error: RuleError | ValidationError) -> Response:
    """Answer an error in a request."""
    return problem_response(problems.problem_of(error, problems.language()))


def on_http_error(error: HTTPException) -> Response | BaseResponse:
    """Answer an HTTP error, with its own headers (Allow, Retry-After)."""
    if error.response is not None or (error.code or 500) < 400:
        return error.get_response()
    kept = {name: value for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")}
    if isinstance(error, RequestEntityTooLarge):
        error.description = TOO_LARGE
    return problem_response(problems.http_problem(error), kept)


def on_bug(error: Exception) -> Response | BaseResponse:
    """Answer an internal error without details, and log it."""
    logs.error("bug", error, id=request.environ["paili.request_id"], path=request.path)
    return on_http_error(InternalServerError())


def install(app: Flask, settings: Settings) -> None:
    """Add everything around the endpoints to *app*."""
    app.json = Json(app)
    logs.set_up(settings.log_level)
    inner = guarded(FastPath(app.wsgi_app, MOST_BODY, app.json.loads), settings)
    around = RequestContextMiddleware(inner, settings.log_level in ("DEBUG", "INFO"))
    app.wsgi_app = traced(around) if are_traces_wanted() else around  # type: ignore[method-assign]
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY
    app.url_map.merge_slashes = False  # a double slash is an unknown path; a redirect would use the Host header
    app.before_request(reject_unsupported)
    app.after_request(compress)
    app.register_error_handler(RuleError, on_fault)
    app.register_error_handler(ValidationError, on_fault)
    app.register_error_handler(HTTPException, on_http_error)
    app.register_error_handler(Exception, on_bug)
    app.config["API_IS_OPEN"] = not (settings.keys or settings.keys_file or settings.rate_limit)
