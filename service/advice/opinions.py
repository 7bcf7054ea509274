"""What a level thinks of each play: hints in its own order, with what it holds them for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import NamedTuple

from service.advice import robot
from service.core import players
from service.core.door import SCORE_UNIT
from service.core.engine import Hint
from service.position.position import Position
from service.rules.combos import Combo

REST = "rest"
ROBOT = "robot"
ORDERS = (REST, ROBOT)
"""How hints may be ordered: by what they leave, or by what the level thinks of them."""


class Valued(NamedTuple):
    """A hint by its place, and what a level holds it for; None: a search did not look at it, or too little."""

    place: int
    value: float | None


def known_by(combo: Combo) -> tuple[object, ...]:
    """Return what tells plays of one table apart."""
    return combo.cards, combo.shape, combo.length, combo.key, combo.suit


def valued(
    position: Position, level: robot.Level, move: robot.Move, wish: robot.Wish, hints: Iterable[Hint]
) -> list[Valued]:
    """Return the places of all hints that a wish leaves, in the order in which a level that makes *move* likes them.

    First a play that empties the hand or is proven to win, then what a search tried, as it ended; then by the opinion
    of the fast policy, what it would choose among before the rest.
    """
    view = replace(robot.view_of(position), only=wish.only, avoid=wish.avoid)
    policy = robot.policy_of(level.id, robot.games_of(level, position.rules))
    thought = {known_by(found.combo): found for found in players.opinions(position.rules, policy, view)}
    tried = {
        known_by(found.combo): (place, robot.share_of(found))
        for place, found in enumerate(move.search.candidates if move.search else ())
        if found.combo
    }
    ordered: list[tuple[tuple[float, ...], Valued]] = []
    for place, hint in enumerate(hints):
        key, combo = known_by(hint.combo), hint.combo
        if not wish.leaves(combo.cards):
            continue
        opinion, (rank, share) = thought.get(key), tried.get(key, (inf, None))
        turns = opinion.value / SCORE_UNIT if opinion else -inf
        sure = combo.cards == position.hand or (combo == move.combo and "sure_win" in move.why)
        value = (1.0 if sure else share.won if share else None) if level.budget else turns
        considered = opinion is not None and opinion.considered
        ordered.append(((not sure, rank, not considered, -turns, place), Valued(place, value)))
    return [found for _, found in sorted(ordered, key=lambda one: one[0])]
