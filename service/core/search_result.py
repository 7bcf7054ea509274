"""Results of a search, as in the core's `struct search_result`."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.core.bindings import SCORE_UNIT, CompiledRules, ffi, lib, read_combo
from service.rules.combos import Combo


class Tried(NamedTuple):
    """Results of a search for one candidate."""

    combo: Combo | None
    """None: the pass."""
    won: int
    """Of its sampled games, those that the mover's side won."""
    games: int
    """Sampled games that it was tried in, each as often as its world was drawn."""
    effective: float
    """Effective number of these games: a world of weight ten gives no more information than one."""
    points: float
    """Mean payment of the mover's seat in those games."""
    deviation: float
    """Standard deviation of that payment."""
    behind: float
    """Turns by which the policy rated it below its favourite, at most five."""
    rating: float
    """Rating, by which candidates are ordered.

    The share won, or the points as a share of the stake, with the policy's opinion counted in; at most that of the
    candidates before it (search.c).
    """


class Search(NamedTuple):
    """Results of a search."""

    candidates: tuple[Tried, ...]
    """The chosen one first, those that were given up earliest last."""
    worlds: int
    """Worlds that were sampled."""
    effective: float
    """Worlds that they are worth, each weighted by how well it explains the history."""
    trust: float
    """Lost games that a turn behind counts for in a rating."""
    for_points: bool
    """Points decided, not games won."""
    stake: float
    """Points that a sampled game moved on average, to or from the mover."""


def combo_or_pass(rules: CompiledRules, made: Any) -> Combo | None:
    """Return a `struct combo` of the core; None if it is a pass."""
    return read_combo(rules.names, ffi.addressof(made)) if made.length else None


def read_search(rules: CompiledRules, result: Any) -> Search | None:
    """Return a `struct search_result`; None if nothing was played on."""
    if not result.n:
        return None
    tried = [
        Tried(
            combo_or_pass(rules, one.combo),
            one.won,
            one.games,
            one.effective,
            one.points,
            one.deviation,
            one.behind / SCORE_UNIT,
            one.rating,
        )
        for one in result.candidates[0 : result.n]
    ]
    return Search(
        tuple(tried), result.worlds, result.effective, result.prior_weight, result.aim == lib.AIM_POINTS, result.stake
    )
