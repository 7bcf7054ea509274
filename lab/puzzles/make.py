"""Make a puzzle by wish: the first one with a theme and a grade in the ends of robots' games."""

from __future__ import annotations

from typing import NamedTuple

from lab.puzzles.grade import grade_of, solved_share
from lab.puzzles.hunt import HuntedPuzzle, hunt_seed
from lab.puzzles.themes import solved_puzzle, themes_of
from paili.puzzles.ending import ending_line, move_text
from service.core import engine


class MadePuzzle(NamedTuple):
    """A puzzle found by the search."""

    line: str
    seed: int
    """Seed of the game whose end contains the puzzle."""
    themes: tuple[str, ...]
    grade: int
    moves: tuple[tuple[str, str], ...]
    """Seats and cards of the line with the longest defence."""


def made(puzzle: HuntedPuzzle, seed: int) -> MadePuzzle:
    """Return a puzzle with its themes and its grade."""
    game, state, tree = puzzle
    solution = solved_puzzle(tree, state)
    moves = tuple([(game.seats[step.state.mover], move_text(step.move)) for step in solution.steps])
    grade = grade_of(solved_share(tree, state))
    return MadePuzzle(ending_line(game, state), seed, themes_of(solution), grade, moves)


def has_puzzles(variant: str) -> bool:
    """Return whether puzzles can be made in a game: only without suits and wild cards."""
    setup = engine.rules_for(variant).setup
    return not setup.suited and not setup.wilds.ranks


def find_puzzle(variant: str, seed: int, most: int, theme: str | None, grade: int | None) -> MadePuzzle | None:
    """Return the first puzzle with a theme and a grade in the ends of *most* games from *seed* on, or None."""
    rules = engine.rules_for(variant)
    for game_seed in range(seed, seed + most):
        for puzzle in hunt_seed(rules, game_seed):
            result = made(puzzle, game_seed)
            if (theme is None or theme in result.themes) and grade in (None, result.grade):
                return result
    return None
