"""Grades of puzzles: the share of robots, with all hands shown, that make every decision right.

A robot makes the decisions against the longest defence, one after the other. The levels without search look at their
own hand and at what it has to beat; the search knows every other hand, plays candidates out and proves nothing.
`solve_rate` asks `SOLVERS`, whose plays vary with the seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from lab.former_levels import FORMER, PLAIN, policy_named
from paili.puzzles.check import Decision, PuzzleTree
from paili.puzzles.ending import Ending, EndingGame
from service.advice.levels import LEVELS, Level
from service.advice.practice import GRADES
from service.core import robots
from service.core.robots import Policy, View
from service.rules import cards as c

SEARCH_GAMES = 64
"""Games of the level with search, which plays candidates out without proofs."""

GRADE_SEEDS = 50
"""Attempts of each level."""

GRADE_SHARES = (0.26, 0.2)
"""Minimum share of successful attempts for each grade but the last."""


SOLVER_SEEDS = 20
"""Attempts of each level of a solve rate."""

SOLVERS = ("novice", "casual", "regular", "club", "adept", "hint", "expert", "master")
"""Levels and former levels that try a puzzle."""

SLIPS = 0.3
"""Temperature in turns at which the levels without search choose, so that their attempts differ."""


def without_proof(level: Level, seats: int, games: int = 0, temperature: float = 0.0) -> Policy:
    """Return the policy of a level that proves nothing; *games* replaces the number of games of its search.

    Endings of two seats are rated without networks, which learned from games of three and four.
    """
    budget = level.budget and level.budget._replace(games=games or level.budget.games, open=0)
    return Policy(
        level.kind,
        numbers=level.numbers,
        budget=budget,
        learned=level.learned and seats > 2,
        limits=level.limits,
        temperature=temperature,
    )


@cache
def grading_policies(seats: int) -> tuple[Policy, ...]:
    searching = next(of for of in LEVELS.values() if of.budget is not None)
    return (*[policy_named(name) for name in PLAIN], without_proof(searching, seats, SEARCH_GAMES))


@cache
def solving_policies(seats: int) -> tuple[Policy, ...]:
    former = [FORMER[name](temperature=SLIPS) for name in SOLVERS if name in FORMER]
    levels = [LEVELS[name] for name in SOLVERS if name in LEVELS]
    return (*former, *[without_proof(level, seats, temperature=0.0 if level.budget else SLIPS) for level in levels])


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
    for decision in decisions:
        move = robots.choose(game.rules, policy, view_of_ending(game, decision.state), seed).combo
        if move not in decision.winning:
            return False
    return True


def share_of(tree: PuzzleTree, state: Ending, policies: Sequence[Policy], seeds: int) -> float:
    decisions = tree.line(state).decisions
    solved = [is_solved_by(tree.game, decisions, policy, seed) for policy in policies for seed in range(seeds)]
    return sum(solved) / len(solved)


def solved_share(tree: PuzzleTree, state: Ending, seeds: int = GRADE_SEEDS) -> float:
    """Return the share of attempts of the grading policies that solve a puzzle."""
    return share_of(tree, state, grading_policies(len(state.hands)), seeds)


def solve_rate(tree: PuzzleTree, state: Ending) -> float:
    """Return the share of attempts of `SOLVERS` that solve a puzzle, to two decimals."""
    return round(share_of(tree, state, solving_policies(len(state.hands)), SOLVER_SEEDS), 2)


def grade_of(share: float) -> int:
    """Return the grade of a puzzle by the share of successful attempts."""
    return next((grade for grade, least in zip(GRADES, GRADE_SHARES, strict=False) if share >= least), GRADES[-1])
