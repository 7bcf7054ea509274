"""Problem documents (RFC 9457): every error as JSON, and a page for each code with the fix."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, NotRequired, TypedDict

from marshmallow import ValidationError

from service.explain.nearest_text import explain
from service.http.errors.http_status import Problem, clean
from service.http.metrics import prometheus
from service.http.requests.schemas import code_of, pointers
from service.http.responses.components import Code
from service.http.responses.nearest import Nearest, nearest_answer
from service.http.state import RequestState
from service.http.texts.problem_texts import TEXTS
from service.http.texts.reasons import localize
from service.records.ddz import Record, RecordError
from service.rules.errors import MOST_FAULTS, Bilingual, RuleError

UNPROCESSABLE = 422


class _Fault(TypedDict):
    pointer: str
    """The invalid field (RFC 6901); empty for the whole request. In one line (`position`) as in fields."""
    code: Code
    detail: str
    line: NotRequired[Annotated[int, {"minimum": 1}]]
    """The line of a body of type text/x-ddz; absent for JSON."""
    nearest: NotRequired[Nearest]


class FaultProblem(Problem):
    """A problem document with each error in the request."""

    errors: Annotated[list[_Fault], {"minItems": 1}]
    """The errors of all fields that do not depend on an invalid one, in the order in which they are checked, at most
    20; of a history only the first. `type`, `title` and `detail` are those of the first error."""


def line_shown(error: Exception, pointer: str, record: Record | None) -> Any:
    if isinstance(error, RecordError):
        return {"line": error.place.line}
    return {"line": record.place_of(pointer).line} if record else {}


def error_shown(code: str, pointer: str, detail: Bilingual, lang: str) -> _Fault:
    return {"pointer": pointer, "code": code, "detail": clean(localize(detail, lang))}


def rule_error_shown(error: RuleError, state: RequestState, lang: str) -> Any:
    message, nearest = explain(error)
    shown = error_shown(error.code, error.pointer, message, lang) | line_shown(error, error.pointer, state.record)
    return shown if nearest is None else shown | {"nearest": nearest_answer(*nearest)}


def document(errors: list[_Fault], request_id: str, lang: str) -> FaultProblem:
    """Return the problem document of validation errors, named after the first."""
    first = errors[0]
    prometheus.PROBLEMS.labels(first["code"]).inc()
    return {
        "type": f"/problems/{first['code']}",
        "title": localize(TEXTS[first["code"]].title, lang),
        "status": UNPROCESSABLE,
        "detail": first["detail"],
        "errors": errors,
        "request_id": request_id,
    }


def problem_of(error: RuleError | ValidationError, state: RequestState, lang: str) -> FaultProblem:
    """Return the problem document of an error in a request."""
    if isinstance(error, RuleError):
        return document([rule_error_shown(one, state, lang) for one in (error, *error.others)], state.id, lang)
    errors = [
        error_shown(code_of(text), pointer, text, lang) | line_shown(error, pointer, state.record)
        for pointer, text in islice(pointers(error.messages), MOST_FAULTS)
    ]
    return document(errors, state.id, lang)
