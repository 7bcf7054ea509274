"""What a level thinks of each play: hints in its own order, with what it holds them for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import NamedTuple

from service.advice import robot
from service.core import robots
from service.core.bindings import SCORE_UNIT
from service.core.engine import Hint
from service.position.position import Position
from service.rules.combos import Combo

REST = "rest"
ROBOT = "robot"
ORDERS = (REST, ROBOT)
"""How hints may be ordered: by what they leave, or by what the level thinks of them."""


class ScoredPlay(NamedTuple):
    """A hint by its place, and what a level holds it for; None: a search did not look at it."""

    place: int
    value: float | None
    games: int | None
    """Sampled games that it was tried in; None: the level does not search."""


def known_by(combo: Combo) -> tuple[object, ...]:
    """Return what tells plays of one table apart."""
    return combo.cards, combo.shape, combo.length, combo.key, combo.suit


def score_plays(
    position: Position, level: robot.Level, move: robot.Move, move_filter: robot.MoveFilter, hints: Iterable[Hint]
) -> list[ScoredPlay]:
    """Return the places of all hints that pass the filter, in the order in which a level that makes *move* likes them.

    First a play that empties the hand or is proven to win, then what a search tried, as it ended; then by the opinion
    of the fast policy, what it would choose among before the rest. Plays that are not safe, where the rules ask for
    that, stand last, and what was chosen in place of one first.
    """
    safe = position.rules.setup.safe
    instead = move.combo if "safe_play" in move.why else None
    view = replace(robot.view_of(position), only=move_filter.only, avoid=move_filter.avoid)
    policy = robot.policy_of(level.id, robot.games_of(level, position.rules))
    thought = {known_by(scored.combo): scored for scored in robots.opinions(position.rules, policy, view)}
    candidates = move.search.candidates if move.search else ()
    tried = {known_by(scored.combo): (place, scored) for place, scored in enumerate(candidates) if scored.combo}
    ordered: list[tuple[tuple[float, ...], ScoredPlay]] = []
    for place, hint in enumerate(hints):
        key, combo = known_by(hint.combo), hint.combo
        if not move_filter.leaves(combo):
            continue
        opinion, (rank, scored) = thought.get(key), tried.get(key, (inf, None))
        turns = opinion.value / SCORE_UNIT if opinion else -inf
        sure = combo.cards == position.hand or (combo == move.combo and "sure_win" in move.why)
        rating = 1.0 if sure else scored.rating if scored else None
        value = rating if level.budget and "learned" not in move.why else turns
        games = (scored.games if scored else 0) if level.budget else None
        considered = opinion is not None and opinion.considered
        refused = safe is not None and not safe(combo)
        ordered.append(
            (
                (combo != instead, refused, not sure, rank, not considered, -turns, place),
                ScoredPlay(place, value, games),
            )
        )
    return [scored for _, scored in sorted(ordered, key=lambda one: one[0])]
