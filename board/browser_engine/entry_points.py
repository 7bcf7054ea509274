"""The functions of the service that the engine for browsers calls."""

from __future__ import annotations

from collections.abc import Iterable

from board.browser_engine.exclusions import symbol_of
from board.browser_engine.transpile.bundle import Exports
from service.explain.nearest_text import explain
from service.http.endpoints import ENDPOINTS
from service.http.requests.load import answer_format_of
from service.http.responses.nearest import nearest_answer
from service.http.texts.reasons import localize
from service.rules.errors import RuleError

KINDS = tuple(ENDPOINTS)
"""Endpoints that the engine has: all."""

STEPS = ("arguments", "advise", "answer")
"""Steps of an endpoint, from the loaded request to the answer."""


def entry_points(kinds: Iterable[str]) -> dict[str, Exports]:
    """Return the functions that `index.js` calls: some for all requests, and the steps of each endpoint."""
    endpoints = {kind: [symbol_of(getattr(ENDPOINTS[kind], step)) for step in STEPS] for kind in kinds}
    return {
        "answer_format": symbol_of(answer_format_of),
        "localize": symbol_of(localize),
        "RuleError": symbol_of(RuleError),
        "explain": symbol_of(explain),
        "nearest_answer": symbol_of(nearest_answer),
        "kinds": endpoints,
    }
