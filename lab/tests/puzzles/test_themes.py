"""The checkers of themes: solutions that have a theme, and solutions that almost have it."""

from __future__ import annotations

import pytest

from lab.puzzles.themes import THEMES, SolutionStep, SolvedPuzzle
from paili.puzzles.ending import read_ending, read_move

CASES = [
    ("must_pass", "landlord=67KKA,landlord_down=3Q landlord 5@landlord_down", "-/K,A", True),
    ("must_pass", "landlord=34,landlord_down=3Q landlord 5@landlord_down", "-", False),
    ("tear_bomb", "landlord=5555AA,landlord_down=3Q landlord 4@landlord_down", "5/A,-", True),
    ("tear_bomb", "landlord=5555AA,landlord_down=3Q landlord 4@landlord_down", "5555/A,-", False),
    ("split_rocket", "landlord=55XD,landlord_down=3Q landlord A@landlord_down", "X/XD,-", True),
    ("split_rocket", "landlord=55XD,landlord_down=3Q landlord A@landlord_down", "XD/X,-", False),
    ("force_bomb", "landlord=55A2,landlord_down=3QQQQ landlord K@landlord_down", "2/A,- QQQQ -", True),
    ("force_bomb", "landlord=55A2,landlord_down=3QQQQ landlord K@landlord_down", "2/A,- -", False),
    ("force_bomb", "landlord=55A2,landlord_down=3QQQQD landlord K@landlord_down", "2/A,- QQQQ", False),
    ("spend_big", "landlord=55A2,landlord_down=3Q landlord K@landlord_down", "2/A,-", True),
    ("spend_big", "landlord=55A2,landlord_down=3Q landlord K@landlord_down", "A/2,-", False),
    ("keep_reentry", "landlord=558K2,landlord_down=37QQ landlord 4@landlord_down", "K/2,- - 8/5 Q 2/-", True),
    ("keep_reentry", "landlord=558K2,landlord_down=37QQ landlord 4@landlord_down", "K/- - 8/5 Q 2/-", False),
    ("block_single", "landlord=55KA,landlord_down=Q landlord -", "A/5,K", True),
    ("block_single", "landlord=55KA,landlord_down=Q landlord -", "55/5,K", False),
    ("avoid_pairs", "landlord=55KA,landlord_down=QQ landlord -", "K/55,A", True),
    ("avoid_pairs", "landlord=55KA,landlord_down=QK landlord -", "K/55,A", False),
    ("feed_ally", "landlord=QQ,landlord_down=3377,landlord_up=99 landlord_down -", "33/3 -  - ", False),
    ("feed_ally", "landlord=AQ,landlord_down=37,landlord_up=9 landlord_down -", "3/7 9", True),
    ("change_kicker", "landlord=55568,landlord_down=QQ landlord -", "5556/5558,5", True),
    ("change_kicker", "landlord=55568,landlord_down=QQ landlord -", "5556/555,5", False),
    ("break_run", "landlord=34567K,landlord_down=QQ landlord -", "K/34567,4", False),
    ("break_run", "landlord=34567,landlord_down=QQ landlord -", "3/34567,4", True),
    ("small_bait", "landlord=36K,landlord_down=4Q landlord -", "3/6,K Q K", True),
    ("small_bait", "landlord=36K,landlord_down=4Q landlord -", "6/3,K Q K", False),
]
"""Theme, ending, the moves with losing ones of a decision after `/`, and whether the checker finds the theme."""


def solution(line: str, moves: str) -> SolvedPuzzle:
    """Return a solution; *moves* are written as in `CASES`."""
    game, state = read_ending(f"standard {line}")
    side, steps = game.sides[state.mover], []
    for text in moves.split():
        move, _, losing = text.partition("/")
        read = [read_move(game, state, other) for other in losing.split(",") if other]
        steps.append(SolutionStep(state, read_move(game, state, move), tuple(read)))
        state = state.after(steps[-1].move)
    return SolvedPuzzle(game, side, tuple(steps), state)


@pytest.mark.parametrize(("theme", "line", "moves", "wanted"), CASES)
def test_a_theme_is_seen_where_it_is(theme: str, line: str, moves: str, wanted: bool) -> None:
    assert THEMES[theme](solution(line, moves)) == wanted


def test_every_checker_has_cases_of_both_kinds() -> None:
    assert {(theme, wanted) for theme, _, _, wanted in CASES} == {
        (theme, is_it) for theme in THEMES for is_it in (True, False)
    }
