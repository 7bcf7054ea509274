"""Problem documents (RFC 9457): every error as JSON, and a page for each code with the fix."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.explain.nearest_text import explain
from service.http.errors.http_status import clean, status_problem
from service.http.language import localize, preferred_language
from service.http.metrics import prometheus
from service.http.requests.schemas import code_of, pointers
from service.http.texts.problem_texts import TEXTS
from service.http.texts.reasons import LANGUAGES
from service.records.ddz import Record, RecordError
from service.rules.errors import Bilingual, RuleError

UNPROCESSABLE = 422

MOST_ERRORS = 20
"""Maximum errors in a problem document."""


def named_language(document: object) -> str | None:
    """Return the language that a body or query names, even if the rest is invalid."""
    lang = document.get("lang") if isinstance(document, Mapping) else None
    return next((known for known in LANGUAGES if known == lang), None)


def note_language(body: object) -> None:
    """Store the language that a body names, for the errors of the request."""
    request.environ["paili.lang"] = named_language(body)


def note_record(record: Record) -> None:
    """Store the record in the body of the request, for the lines in its errors."""
    request.environ["paili.record"] = record


def line_shown(error: Exception, pointer: str) -> dict[str, int]:
    """Return the line of an error if the body is a record."""
    if isinstance(error, RecordError):
        return {"line": error.place.line}
    record: Record | None = request.environ.get("paili.record")
    return {"line": record.place_of(pointer).line} if record else {}


def language() -> str:
    """Return the language of the errors of a request: that of the request, else the one preferred by the headers."""
    lang: str | None = request.environ.get("paili.lang") or named_language(request.args)
    return lang or preferred_language(request.environ)


def error_shown(code: str, pointer: str, detail: Bilingual, lang: str) -> dict[str, Any]:
    """Return one error in *lang*."""
    return {"pointer": pointer, "code": code, "detail": clean(localize(detail, lang))}


def document(errors: list[dict[str, Any]], lang: str) -> dict[str, Any]:
    """Return the problem document of validation errors, named after the first."""
    first = errors[0]
    prometheus.PROBLEMS.labels(first["code"]).inc()
    return {
        "type": f"/problems/{first['code']}",
        "title": localize(TEXTS[first["code"]].title, lang),
        "status": UNPROCESSABLE,
        "detail": first["detail"],
        "errors": errors[:MOST_ERRORS],
        "request_id": request.environ["paili.request_id"],
    }


def problem_of(error: RuleError | ValidationError, lang: str) -> dict[str, Any]:
    """Return the problem document of an error in a request."""
    if isinstance(error, RuleError):
        message, nearest = explain(error)
        shown = error_shown(error.code, error.pointer, message, lang) | line_shown(error, error.pointer)
        return document([shown if nearest is None else shown | {"nearest": nearest}], lang)
    errors = [
        error_shown(code_of(text), pointer, text, lang) | line_shown(error, pointer)
        for pointer, text in pointers(error.messages)
    ]
    return document(errors, lang)


def http_problem(error: HTTPException) -> dict[str, Any]:
    """Return the problem document of an HTTP error."""
    detail = error.description if isinstance(error.description, Bilingual) else None
    return status_problem(error.code or 500, detail, language(), request.environ["paili.request_id"])
