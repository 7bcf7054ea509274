"""The shipped puzzles: their positions, themes, grades and solutions, and the choice of one by a seed.

`shipped.json` is written by `python -m lab.puzzles`; the tests prove every puzzle in it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from service.advice.practice import THEME_NAMES
from service.rules.errors import Bilingual, RuleError, coded

SHIPPED = Path(__file__).parent / "shipped.json"

NO_PLAY = "-"
"""Text of the pass in a solution, and of the missing play to beat on a lead."""

LEAST_RATES = (0.6, 0.45, 0.32, 0.15)
"""Minimum solve rate of each difficulty from 1 on, but the last."""


class Turns(NamedTuple):
    """The turn, by indices among the seats that take part."""

    seats: int
    mover: int
    owner: int
    """Index of the owner of the last play."""
    passes: int = 0

    def after(self, move: str) -> Turns:
        """Return the turn after a move."""
        following = (self.mover + 1) % self.seats
        if move != NO_PLAY:
            return Turns(self.seats, following, self.mover)
        if self.passes + 2 == self.seats:
            return Turns(self.seats, self.owner, self.owner)
        return Turns(self.seats, following, self.owner, self.passes + 1)


class Puzzle(NamedTuple):
    """A shipped puzzle."""

    number: int
    """Number of the puzzle, from 1."""
    line: str
    """The ending: game, hands, seat to move, play to beat."""
    themes: tuple[str, ...]
    grade: int
    moves: tuple[str, ...]
    """The winner's moves and the longest defence; `-` is a pass."""
    refuted: Mapping[int, Mapping[str, str]]
    """For the place of each decision in the moves, the losing moves with the first move of a refutation, one of each
    class."""
    defence: Sequence[Any] = ()
    """The longest defence against every winning move (nested lists of a move and what follows it)."""
    solved: float = 0.0
    """The share of attempts of the levels that solve it (`lab.puzzles.grade.solve_rate`)."""

    @property
    def variant(self) -> str:
        """The variant with options that differ from its defaults."""
        return self.line.split(" ")[0]

    @property
    def hands(self) -> Mapping[str, str]:
        """The hand of each seat that takes part, in the order of play."""
        pairs = [part.partition("=") for part in self.line.split(" ")[1].split(",")]
        return {seat: cards for seat, _, cards in pairs}

    @property
    def turn(self) -> str:
        """The seat to move."""
        return self.line.split(" ")[2]

    @property
    def passes(self) -> int:
        """Passes since the play to beat."""
        seats = list(self.hands)
        return (seats.index(self.turn) - seats.index(self.last[1]) - 1) % len(seats) if self.last[1] else 0

    def turns(self) -> list[Turns]:
        """Return the turn before each move of the solution."""
        seats = list(self.hands)
        mover = seats.index(self.turn)
        turn = Turns(len(seats), mover, seats.index(self.last[1]) if self.last[1] else mover, self.passes)
        result = []
        for move in self.moves:
            result.append(turn)
            turn = turn.after(move)
        return result

    @property
    def last(self) -> tuple[str, str]:
        """The play to beat, with what wild cards are declared as, and its seat; empty texts on a lead."""
        cards, _, seat = self.line.split(" ")[3].partition("@")
        return ("", "") if cards == NO_PLAY else (cards, seat)


def read_refuted(text: str) -> Mapping[str, str]:
    """Return moves and their refutations, written `55:JJ 9:J`."""
    pairs = [part.partition(":") for part in text.split(" ")]
    return {move: answer for move, _, answer in pairs}


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles."""
    rows = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return tuple(
        [
            Puzzle(
                place + 1,
                row["line"],
                tuple(row["themes"]),
                row["grade"],
                tuple(row["moves"].split(" ")),
                {int(at): read_refuted(text) for at, text in row["refuted"].items()},
                row["defence"],
                row["solved"],
            )
            for place, row in enumerate(rows)
        ]
    )


def theme_name(theme: str) -> Bilingual:
    """Return the display name of a theme."""
    return THEME_NAMES[theme]


def themes_in(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Return the number of puzzles of each theme that occurs, in the order of `THEME_NAMES`."""
    counts = {theme: sum([theme in puzzle.themes for puzzle in puzzles]) for theme in THEME_NAMES}
    return {theme: number for theme, number in counts.items() if number}


def puzzles_of(variant: str) -> list[Puzzle]:
    """Return the puzzles of a variant, written with the options that differ from its defaults."""
    return [puzzle for puzzle in shipped_puzzles() if puzzle.variant == variant]


def pick_puzzle(variant: str, seed: int, theme: str | None = None, grade: int | None = None) -> Puzzle:
    """Return the puzzle of a seed; consecutive seeds give consecutive puzzles.

    Raises RuleError "puzzle_missing" for a game, a theme or a grade without one.
    """
    puzzles = puzzles_of(variant)
    if not puzzles:
        message = Bilingual("no puzzles ship for this game and these options", "这个玩法和选项没有残局")
        raise RuleError("puzzle_missing", message, "/profile")
    chosen = [puzzle for puzzle in puzzles if theme is None or theme in puzzle.themes]
    if not chosen:
        known = themes_in(puzzles)
        message = Bilingual(
            f"no puzzle of this game has the theme {theme}; themes: {', '.join(known)}",
            f"这个玩法没有`{theme}`主题的残局；有：{coded(known)}",
        )
        raise RuleError("puzzle_missing", message, "/theme")
    graded = [puzzle for puzzle in chosen if grade is None or puzzle.grade == grade]
    if not graded:
        grades = sorted({str(puzzle.grade) for puzzle in chosen})
        message = Bilingual(
            f"no such puzzle has the rating {grade}; ratings: {', '.join(grades)}",
            f"这类残局没有难度{grade}；有：{'、'.join(grades)}",
        )
        raise RuleError("puzzle_missing", message, "/rating")
    return graded[seed % len(graded)]


def difficulty_of(rate: float) -> int:
    """Return the difficulty of a puzzle from 1 to 5 by its solve rate."""
    return next((place for place, least in enumerate(LEAST_RATES, 1) if rate >= least), len(LEAST_RATES) + 1)
