"""Time limit of an answer: a search plays as many games as fit into it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from service.advice import levels, robot
from service.position.position import Position

TIME = 0.85
"""Seconds that the search may use from request to answer; Botzone allows one second."""

TRIAL_GAMES = 8
"""Games of a first search, which measures the current speed of the machine."""

TRIAL_TIME = 0.2
"""Minimum seconds for a search: a slow core takes 0.1 s for the first search in GuanDan."""


class Clock:
    """Time limit for the answer to a request; part of it may have passed already."""

    def __init__(self, passed: float = 0.0) -> None:
        self.until = time.monotonic() + TIME - passed

    def choose(self, position: Position, level: str, games: int = 0) -> robot.Move:
        """Return the move of a level whose search plays *games* games, or fewer if these would take too long.

        A first search of few games measures the time of a game; the second one may use half of the remaining time.
        Without time for the first search the level does not search.
        """
        wanted = games or levels.games_of(levels.LEVELS[level], position.rules)
        if wanted <= TRIAL_GAMES:
            return robot.choose_move(position, level, games=games)
        began = time.monotonic()
        if self.until - began < TRIAL_TIME:
            return robot.choose_move(position, level, games=levels.NO_SEARCH)
        move = robot.choose_move(position, level, games=TRIAL_GAMES)
        now = time.monotonic()
        fit = int(TRIAL_GAMES * max(0.0, self.until - now) / (2 * max(now - began, 1e-6)))
        if move.search is None or fit <= TRIAL_GAMES:
            return move
        return robot.choose_move(position, level, games=min(wanted, fit))


def process_age() -> float:
    """Return the seconds since this process was started; 0 if the system does not report them."""
    try:
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return 0.0
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
