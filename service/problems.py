"""Problem documents (RFC 9457): every error as JSON, and a page for each code that says how to mend it."""

from __future__ import annotations

from html import escape
from http import HTTPStatus
from typing import Any

from flask import request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.errors import CODES, RuleError
from service.reasons import LANGUAGES
from service.schemas import code_of, pointers

UNPROCESSABLE = 422

MOST_ERRORS = 20
"""Errors that one problem document lists."""


def language() -> str:
    """Return the language that the caller prefers."""
    if "HTTP_ACCEPT_LANGUAGE" not in request.environ:
        return LANGUAGES[0]
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def title_of(code: str, lang: str) -> str:
    """Return the title of a code."""
    return CODES[code][LANGUAGES.index(lang)]


def error_shown(code: str, pointer: str, detail: str, lang: str) -> dict[str, str]:
    """Return one error; in other languages than English the title goes before the sentence."""
    said = detail if lang == LANGUAGES[0] else f"{title_of(code, lang)}: {detail}"
    return {"pointer": pointer, "code": code, "detail": clean(said)}


def clean(text: str) -> str:
    """Return *text* as JSON can carry it: what a caller sent may hold lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()[:500]


def document(errors: list[dict[str, str]], lang: str) -> dict[str, Any]:
    """Return the problem document of form and meaning faults, named after the first."""
    first = errors[0]
    return {
        "type": f"/problems/{first['code']}",
        "title": title_of(first["code"], lang),
        "status": UNPROCESSABLE,
        "detail": first["detail"],
        "errors": errors[:MOST_ERRORS],
        "request_id": request.environ["paili.request_id"],
    }


def problem_of(error: RuleError | ValidationError) -> dict[str, Any]:
    """Return the problem document of a fault in what was asked."""
    lang = language()
    if isinstance(error, RuleError):
        return document([error_shown(error.code, error.pointer, error.message, lang)], lang)
    found = [error_shown(code_of(text), pointer, text, lang) for pointer, text in pointers(error.messages)]
    return document(found, lang)


def http_problem(error: HTTPException) -> dict[str, Any]:
    """Return the problem document of an HTTP error."""
    status = error.code or 500
    title = HTTPStatus(status).phrase
    return {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": clean(error.description or title),
        "request_id": request.environ["paili.request_id"],
    }


MEND = {
    "hand_size": "Count the cards: with a complete `history` the hand must match the deal. A client that knows only "
    "the table sends the snapshot form: `hand`, `last`, and `left` and `seen` if it has them.",
    "notation_ambiguous": "Say which notation the numbers are in: `notation` is rlcard, douzero, contest, yuncheng or "
    "guandan. In text, write X for the small and D for the big joker.",
    "too_many_of_rank": "Hand, bottom, history and seen cards together must fit the deck. The pointer names the part "
    "that goes beyond it.",
    "field_unknown": "Compare the name with the contract; the detail names the nearest field.",
    "must_lead": "A pass opens no trick: name the cards that were led.",
}
"""How to mend a fault, where the title and the detail do not say it all."""


def page(code: str) -> str:
    """Return the page of a code as HTML."""
    english, chinese = CODES[code]
    mend = MEND.get(code, "The detail of the error says what was found; the pointer names the field to change.")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{code}</title>'
        f'<meta name="viewport" content="width=device-width"><h1>{escape(english)}</h1><p lang="zh">{chinese}</p>'
        f"<p><code>{code}</code></p><p>{escape(mend)}</p>"
        '<p><a href="/problems">All problems</a> · <a href="/docs">Documentation</a></p></html>'
    )


def index() -> str:
    """Return the page that lists every code."""
    rows = "".join(
        f'<li><a href="/problems/{code}"><code>{code}</code></a> {escape(english)} '
        f'<span lang="zh">{chinese}</span></li>'
        for code, (english, chinese) in CODES.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Problems</title>'
        f'<meta name="viewport" content="width=device-width"><h1>Problems</h1><ul>{rows}</ul></html>'
    )
