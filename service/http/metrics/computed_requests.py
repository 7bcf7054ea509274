"""Counters of computed requests: by operation, game and level, with the work of searches, solutions and reviews."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.advice import levels, solve
from service.advice.analysis_request import AnalysisRequest
from service.http.metrics import prometheus
from service.review import review

SEARCHING = frozenset(level.id for level in levels.LEVELS.values() if level.budget)
"""Levels that search."""

BY_SHARE = "win"
"""Label in metrics of levels that are given by their share of wins."""


def count_computed_request(
    op: str, arguments: tuple[Any, ...], body: Mapping[str, Any], result: Any, spent: float
) -> None:
    """Update the metrics for a request whose result took *spent* seconds to compute."""
    subject, level = arguments[0], body.get("level", "")
    if isinstance(arguments[-1], AnalysisRequest):
        level = BY_SHARE if arguments[-1].strength else arguments[-1].level
    level = level if type(level) is str else BY_SHARE
    variant = getattr(subject, "rules", subject).variant.id
    prometheus.count_operation(op, variant, level, spent)
    if level in SEARCHING:
        prometheus.SEARCHED_GAMES.labels(variant, level).inc(searched_games(result))
    if isinstance(result, solve.Solution):
        prometheus.SOLUTIONS.labels(variant, "yes" if result.answer.exact else "no").inc()
        prometheus.SOLVER_STATES.labels(variant).inc(result.answer.nodes)
    if isinstance(result, review.Review):
        count_review(result, variant)


def searched_games(result: Any) -> int:
    move = getattr(result, "move", None)
    search = getattr(getattr(move, "move", move), "search", None)
    return sum(tried.games for tried in search.candidates) if search else 0


def count_review(result: review.Review, variant: str) -> None:
    """Update the metrics for the judged decisions of a review, by mark, and their sampled deals."""
    verdicts = [*[one.verdict for one in result.decisions], *[one.verdict for one in result.tribute]]
    for verdict in verdicts:
        if verdict is not None:
            mark = verdict.mark or ("unsure" if verdict.unsure else "none")
            prometheus.REVIEWED.labels(variant, mark).inc()
            prometheus.REVIEW_WORLDS.labels(variant).inc(verdict.worlds)
