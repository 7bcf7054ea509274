"""Responses to errors: each exception becomes one problem document, in the language of its request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from flask import Response
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge
from werkzeug.wrappers import Response as BaseResponse

from service.http.errors.http_status import Problem, status_problem
from service.http.errors.problems import problem_of
from service.http.state import language_of_caller, state_of
from service.rules.errors import Bilingual, RuleError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MOST_BODY = 64 * 1024
"""Maximum bytes of a request body."""

TOO_LARGE = Bilingual(
    f"a body has at most {MOST_BODY} bytes; split it into several requests",
    f"请求体最多{MOST_BODY}字节；请分成几次请求",
)


def error_problem(error: Exception, environ: WSGIEnvironment, lang: str) -> Problem:
    """Return the problem document of an error in *lang*; an internal error is logged and not described."""
    state = state_of(environ)
    if isinstance(error, (RuleError, ValidationError)):
        return problem_of(error, state, lang)
    if not isinstance(error, HTTPException):
        state.log.fault("bug", error, id=state.id, path=environ["PATH_INFO"])
        error = InternalServerError()
    detail = TOO_LARGE if isinstance(error, RequestEntityTooLarge) else error.description
    return status_problem(error.code or 500, detail if isinstance(detail, Bilingual) else None, lang, state.id)


def problem_response(error: Exception, environ: WSGIEnvironment) -> Response | BaseResponse:
    """Return the response to an error, with its own headers (Allow, Retry-After)."""
    headers = []
    if isinstance(error, HTTPException):
        if error.response is not None or (error.code or 500) < 400:
            return error.get_response()
        headers = [
            (name, value) for name, value in error.get_headers() if name not in ("Content-Type", "Content-Length")
        ]
    problem = error_problem(error, environ, language_of_caller(environ))
    headers.append(("Vary", "Accept-Language"))
    return Response(orjson.dumps(problem), problem["status"], headers, mimetype="application/problem+json")
