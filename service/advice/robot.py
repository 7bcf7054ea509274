"""Robots: the move of a level in a position, and its reasons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from service.advice.levels import DEFAULT_LEVEL, POINTS, Level, find_level, level_in, policy_under
from service.advice.views import past_of, probable_view, view_of
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.core.search_result import Search
from service.position.position import Position
from service.rules.combos import Combo


class Move(NamedTuple):
    """The move of a robot (None: a pass), its reasons (codes of `reasons.REASONS`), and whether it was forced."""

    combo: Combo | None
    why: tuple[str, ...]
    forced: bool
    seed: int = 0
    """The seed that was used."""
    search: Search | None = None
    """Results of the search; None: there was no search."""
    line: tuple[Combo, ...] = ()
    """Continuation of a sure win if all others pass, beginning with this play."""


class MoveFilter(NamedTuple):
    """Filter of a robot's plays; the pass is always allowed."""

    only: tuple[robots.PlayPattern, ...] = ()
    """Allowed plays; empty: all."""
    avoid: tuple[robots.PlayPattern, ...] = ()

    def may_play(self, combo: Combo) -> bool:
        """Return whether *combo* passes the filter."""
        wanted = not self.only or any(play.means(combo) for play in self.only)
        return wanted and not any(play.means(combo) for play in self.avoid)


NO_FILTER = MoveFilter()


def choose_move(
    position: Position,
    level: str = DEFAULT_LEVEL,
    seed: int | None = None,
    games: int = 0,
    move_filter: MoveFilter = NO_FILTER,
    aim: str = POINTS,
    temperature: float = 0.0,
) -> Move:
    """Return the move of a robot of *level*; the default *seed* is derived from the position.

    *games* replaces the level's number of games; *move_filter* must leave at least one legal action; *aim* is one of
    `AIMS`; *temperature*: see `policy_of`.
    """
    robot_level = find_level(level)
    policy = policy_under(position.rules, robot_level.id, games, aim, temperature)
    seed = position.seed_key if seed is None else seed
    if position.is_skipped:
        return Move(None, ("only",), True, seed)
    past = past_of(position) if policy.explains else ()
    view = filtered(deciding_view(position, robot_level), move_filter)
    choice = robots.choose(position.rules, policy, view, seed, past)
    if position.snapshot and not CERTAIN.isdisjoint(choice.reasons):  # certain only by the cards that may be unseen
        choice = robots.choose(position.rules, policy, filtered(view_of(position), move_filter), seed, past)
    safe = position.rules.setup.safe
    if safe is None or choice.combo is None or safe(choice.combo):
        reasons = as_seen(robot_level, position.rules, with_spare(position, choice.combo, choice.reasons))
        reasons = with_win(reasons) if position.is_first_next else reasons
        return Move(choice.combo, reasons, choice.forced, seed, choice.search, choice.line)
    return safest(position, safe, move_filter)


CERTAIN = frozenset({"sure_win", "controls_first"})
"""Reasons that depend on the unseen cards."""


def deciding_view(position: Position, level: Level) -> robots.View:
    """Return the view by which a robot decides: a level that searches samples the cards that were played."""
    return probable_view(position) if position.snapshot and not level.budget else view_of(position)


def filtered(view: robots.View, move_filter: MoveFilter) -> robots.View:
    return view if move_filter == NO_FILTER else replace(view, only=move_filter.only, avoid=move_filter.avoid)


SURE = frozenset({"finish", "goes_out", "sure_win"})
"""Reasons of moves that are sure wins, and need no search."""


def with_win(reasons: tuple[str, ...]) -> tuple[str, ...]:
    """Return reasons with `wins` added if the player would be the first to go out."""
    return reasons if SURE.isdisjoint(reasons) else (*reasons, "wins")


COMPARED = frozenset({"best_rest", "best_of_split"})
"""Reasons that compare a play with all others, by the best split."""


def as_seen(level: Level, rules: CompiledRules, reasons: tuple[str, ...]) -> tuple[str, ...]:
    """Return reasons with `best_seen` instead of those in `COMPARED` for a level that overlooks kinds of plays."""
    if not level_in(rules.variant.id, level.id).limits.overlooks:
        return reasons
    return tuple(["best_seen" if reason in COMPARED else reason for reason in reasons])


def with_spare(position: Position, combo: Combo | None, reasons: tuple[str, ...]) -> tuple[str, ...]:
    """Return reasons with `goes_out` instead of `finish` for a play that leaves cards of the handicap."""
    if combo is None or combo.cards == position.hand:
        return reasons
    return tuple(["goes_out" if reason == "finish" else reason for reason in reasons])


def safest(position: Position, safe: Callable[[Combo], bool], move_filter: MoveFilter) -> Move:
    """Return the best *safe* hint, or a pass; on a lead without any safe hint, the best hint."""
    hints = engine.hints(position.rules, position.hand, position.to_beat)
    left = [hint.combo for hint in hints if move_filter.may_play(hint.combo)]
    combo = next((combo for combo in left if safe(combo)), None)
    if combo is None and position.leads:
        combo = left[0]
    return Move(combo, ("safe_play",), False)
