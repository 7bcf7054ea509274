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
    """Sampled games won by the mover's side."""
    games: int
    """Sampled games, counted with the multiplicity of their world."""
    effective: float
    """Effective number of these games: a world of weight ten gives no more information than one."""
    points: float
    """Mean payment of the mover's seat in those games."""
    deviation: float
    """Standard deviation of that payment."""
    behind: float
    """Score below the policy's favourite in turns, at most five."""
    rating: float
    """Rating, by which candidates are ordered.

    The share won, or the points as a share of the stake, with the policy's opinion counted in; at most that of the
    candidates before it (search.c).
    """


class Search(NamedTuple):
    """Results of a search."""

    candidates: tuple[Tried, ...]
    """Candidates: the chosen one first, those dropped earliest last."""
    worlds: int
    """Number of sampled worlds."""
    effective: float
    """Effective number of worlds, each weighted by the likelihood of the history."""
    trust: float
    """Games counted as lost per turn of score difference."""
    for_points: bool
    """Whether points decided instead of wins."""
    stake: float
    """Mean absolute points of a sampled game."""


def combo_or_pass(rules: CompiledRules, made: Any) -> Combo | None:
    """Return a `struct combo` of the core; None if it is a pass."""
    return read_combo(rules.names, ffi.addressof(made)) if made.length else None


def read_search(rules: CompiledRules, result: Any) -> Search | None:
    """Return a `struct search_result`; None if there was no search."""
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
