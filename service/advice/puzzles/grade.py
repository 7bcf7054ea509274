"""Grades of puzzles: the share of robots, with all hands shown, that make every decision right.

A robot makes the decisions against the longest defence, one after the other. The levels without search look at their
own hand and at what it has to beat; the search knows every other hand, plays candidates out and proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from service.advice.practice import GRADES
from service.advice.puzzles.check import Decision, PuzzleTree
from service.advice.puzzles.ending import Ending, EndingGame
from service.advice.robot import LEVELS, PLAIN_LEVELS, policy_of
from service.core import robots
from service.core.robots import Policy, View
from service.rules import cards as c

SEARCH_GAMES = 64
"""Games of the level with search, which plays candidates out without proofs."""

GRADE_SEEDS = 50
"""Attempts of each level."""

GRADE_SHARES = (0.26, 0.2)
"""Minimum share of successful attempts for each grade but the last."""


@cache
def grading_policies() -> tuple[Policy, ...]:
    """Return the policies that try a puzzle: the levels of `PLAIN_LEVELS`, and one search."""
    plain = [policy_of(level) for level in PLAIN_LEVELS]
    searching = next(of for of in LEVELS.values() if of.budget is not None)
    assert searching.budget is not None
    budget = searching.budget._replace(games=SEARCH_GAMES, open=0)
    return (*plain, Policy(searching.kind, searching.looseness, searching.numbers, budget, learned=searching.learned))


def view_of_ending(game: EndingGame, state: Ending) -> View:
    """Return the knowledge of the mover with all hands shown."""
    n = len(state.hands)
    order = [(state.mover + place) % n for place in range(n)]
    return View(
        hand=state.hand,
        to_beat=state.to_beat,
        unseen=sum(state.hands) - state.hand,
        left=tuple([c.size(state.hands[seat]) for seat in order]),
        ally=tuple([game.sides[seat] == game.sides[state.mover] for seat in order]),
        owner=0 if state.to_beat is None else order.index(state.owner),
        held=(0, *[state.hands[seat] for seat in order[1:]]),
        enemies_allied=True,
    )


def is_solved_by(game: EndingGame, decisions: Sequence[Decision], policy: Policy, seed: int) -> bool:
    """Return whether a policy makes every decision right."""
    for decision in decisions:
        move = robots.choose(game.rules, policy, view_of_ending(game, decision.state), seed).combo
        if move not in decision.winning:
            return False
    return True


def solved_share(tree: PuzzleTree, state: Ending, seeds: int = GRADE_SEEDS) -> float:
    """Return the share of attempts of all policies that solve a puzzle."""
    decisions, policies = tree.line(state).decisions, grading_policies()
    solved = [is_solved_by(tree.game, decisions, policy, seed) for policy in policies for seed in range(seeds)]
    return sum(solved) / len(solved)


def grade_of(share: float) -> int:
    """Return the grade of a puzzle by the share of successful attempts."""
    return next((grade for grade, least in zip(GRADES, GRADE_SHARES, strict=False) if share >= least), GRADES[-1])
