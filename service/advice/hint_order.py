"""Hints and the pass in the order of a level, with its score of each."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from service.advice import levels, robot
from service.advice.combo_cards import known_by
from service.core import robots
from service.core.bindings import SCORE_UNIT
from service.core.engine import Hints
from service.position.position import Position
from service.rules.combos import Combo

REST_ORDER = "rest"
ROBOT_ORDER = "robot"
ORDERS = (REST_ORDER, ROBOT_ORDER)
"""Orders of hints: by the remaining hand, or by the level."""


class ScoredPlay(NamedTuple):
    """A hint by its index, or the pass, with the score of a level; None: the level did not evaluate it."""

    place: int | None
    """Index of the hint; None: the pass."""
    value: float | None
    games: int | None
    """Sampled games in which it was tried; None: the level does not search."""


class Action(NamedTuple):
    """A hint by its index, or the pass, before scoring."""

    place: int | None
    combo: Combo | None
    score: int
    """Value of the remaining hand."""


class Weighed(NamedTuple):
    """The score of an action and its parts."""

    value: float | None
    games: int = 0
    rank: float = inf
    """Index among the candidates of a search."""
    turns: float = -inf
    """Score by the fast policy, in turns."""


def actions(hints: Hints, move_filter: robot.MoveFilter, *, may_pass: bool) -> Iterator[Action]:
    for place, hint in enumerate(hints):
        if move_filter.may_play(hint.combo):
            yield Action(place, hint.combo, hint.score)
    if may_pass:
        yield Action(None, None, hints.split.score)


def by_rest(position: Position, listed: list[Action], move: robot.Move) -> list[Weighed]:
    """Return the values of the remaining hands, for a level that makes only safe plays.

    It passes only if no play is safe.
    """
    safe = position.rules.setup.safe
    return [
        Weighed(
            action.score / SCORE_UNIT
            if action.combo == move.combo or (action.combo and safe and safe(action.combo))
            else None
        )
        for action in listed
    ]


def by_policy(
    position: Position, level: levels.Level, listed: list[Action], move_filter: robot.MoveFilter
) -> list[Weighed]:
    """Return the scores of the fast policy, in turns, for the actions that pass the filter."""
    view = robot.filtered(robot.deciding_view(position, level), move_filter)
    policy = levels.policy_under(position.rules, level.id)
    opinions = {known_by(opinion.combo): opinion for opinion in robots.opinions(position.rules, policy, view)}
    weighed = []
    for action in listed:
        opinion = opinions.get(known_by(action.combo))
        if opinion is None or not listed[1:]:
            weighed.append(Weighed(None))
            continue
        turns = opinion.value / SCORE_UNIT
        weighed.append(Weighed(turns if opinion.considered else None, turns=turns))
    return weighed


def by_search(listed: list[Action], opinions: list[Weighed], move: robot.Move, hand: int) -> list[Weighed]:
    """Return the ratings of a search, 1 for sure wins; actions that were not tried are ordered by *opinions*."""
    candidates = move.search.candidates if move.search else ()
    tried = {known_by(candidate.combo): (place, candidate) for place, candidate in enumerate(candidates)}
    weighed = []
    for action, opinion in zip(listed, opinions, strict=True):
        rank, candidate = tried.get(known_by(action.combo), (inf, None))
        empties = action.combo is not None and action.combo.cards == hand
        sure = empties or (action.combo == move.combo and "sure_win" in move.why)
        value = 1.0 if sure else candidate.rating if candidate else None
        weighed.append(Weighed(value, candidate.games if candidate else 0, rank, opinion.turns))
    return weighed


def score_plays(
    position: Position,
    level: levels.Level,
    move: robot.Move,
    move_filter: robot.MoveFilter,
    hints: Hints,
    *,
    may_pass: bool,
) -> list[ScoredPlay]:
    """Return all hints that pass the filter, and the pass, in the order of preference of a level that makes *move*.

    The first is *move*. The others follow by their score; actions that the level did not evaluate come last, by the
    score of the fast policy.
    """
    listed = list(actions(hints, move_filter, may_pass=may_pass))
    if "safe_play" in move.why:
        weighed = by_rest(position, listed, move)
    else:
        weighed = by_policy(position, level, listed, move_filter)
        if move.search or (level.budget and not robot.SURE.isdisjoint(move.why)):
            weighed = by_search(listed, weighed, move, position.hand)
    best = max([one.value for one in weighed if one.value is not None], default=None)
    ordered: list[tuple[tuple[float, ...], ScoredPlay]] = []
    for i, (action, one) in enumerate(zip(listed, weighed, strict=True)):
        made = known_by(action.combo) == known_by(move.combo)
        value = best if made else one.value  # a last play is always made, even if another action scores higher
        key = (not made, value is None, -(value or 0.0), one.rank, -one.turns, i)
        ordered.append((key, ScoredPlay(action.place, value, one.games if level.budget else None)))
    return [scored for _, scored in sorted(ordered, key=lambda one: one[0])]
