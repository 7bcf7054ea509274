"""Puzzles in a terminal: shown, solved after a wrong move, and hints."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from paili import words
from paili.command_arguments import THEMES
from paili.engine import local
from paili.puzzles.ending import move_text
from paili.puzzles.run import PuzzleRun, line_of_deal
from service.advice.practice import THEME_NAMES
from service.advice.puzzles.shipped import puzzles_of, shipped_puzzles
from service.rules.variants import VARIANTS
from tests.helpers.command import CommandResult

PUZZLES = puzzles_of("standard")
GAMES = sorted({puzzle.variant for puzzle in shipped_puzzles()} & set(VARIANTS))


def script_of(seed: int, variant: str) -> tuple[list[str], str]:
    """Return the entries that solve a puzzle, and a losing first move."""
    run = PuzzleRun(line_of_deal(local().deal(seed, profile="endgame", variant=variant)))
    wrong = next(move for move in run.tree.decision(run.state).losing if move is not None)
    entries = []
    while not run.is_solved:
        if not run.is_own:
            run.defend()
        elif run.is_forced:
            run.make_only()
        else:
            entries.append(run.hint()[2])
            assert run.judge(entries[-1]).wins
    return entries, move_text(wrong)


@pytest.mark.parametrize("variant", GAMES)
def test_puzzles_are_solved_and_a_wrong_move_is_refuted(run: Callable[..., CommandResult], variant: str) -> None:
    for seed in range(3):
        entries, wrong = script_of(seed, variant)
        for lang in words.LANGUAGES:
            arguments = ["puzzle", "--variant", variant, "--seed", str(seed), "--lang", lang]
            status, out, err = run(*arguments, script="\n".join([wrong, *entries]))
            assert (status, err) == (0, "")
            assert out.count(words.REFUTED.text(lang)) == 1
            assert out.count(words.STILL_WON.text(lang)) == len(entries)
            assert out.splitlines()[-1] == words.SOLVED.text(lang).format(stars=3, wrong=1)


def test_hints_come_in_three_steps_and_cost_stars(run: Callable[..., CommandResult]) -> None:
    entries, _ = script_of(1, "standard")
    out = run("puzzle", "--seed", "1", script="\n".join(["?", "?", "?", "?", *entries]))[1]
    shown = [out.index(start) for start in ("shape: single", "ranks: 3", "play: 3")]
    assert shown == sorted(shown)
    assert out.splitlines()[-1] == "Solved: the rest plays out. Stars: 0 of 3, wrong moves: 0"


def test_what_is_no_move_is_rejected_and_a_move_is_taken_back(run: Callable[..., CommandResult]) -> None:
    entries, _ = script_of(1, "standard")
    status, out, _ = run("puzzle", "--seed", "1", script="\n".join(["<", "34", "", "，", entries[0], "<", *entries]))
    assert status == 0
    for phrase in (words.NOTHING_TO_TAKE_BACK, words.NOT_LEGAL, words.NO_CARDS, words.PUZZLE_HELP):
        assert phrase.en in out
    assert "Solved" in out
    assert run("puzzle", "--seed", "1", script="quit")[1].splitlines()[-1] == words.FAREWELL.en


def test_a_puzzle_is_shown(run: Callable[..., CommandResult]) -> None:
    status, out, _ = run("puzzle", "show", "--seed", "2", "--solution", "--json")
    assert status == 0
    assert json.loads(out) == local(lang="en").deal(2, profile="endgame", solution=True)
    for lang in words.LANGUAGES:
        plain = run("puzzle", "show", "--seed", "2", "--lang", lang)[1]
        solved = run("puzzle", "show", "--seed", "2", "--solution", "--lang", lang)[1]
        assert solved.startswith(plain)
        assert words.SOLUTION.text(lang) in solved.removeprefix(plain)
        assert all(hand in plain for hand in PUZZLES[2].hands.values())
        assert all(THEME_NAMES[theme].zh in plain for theme in PUZZLES[2].themes) or lang == "en"


def test_theme_and_grade_are_passed_on(run: Callable[..., CommandResult]) -> None:
    out = run("puzzle", "show", "--theme", "must_pass", "--grade", "3", "--seed", "0", "--json")[1]
    puzzle = json.loads(out)["puzzle"]
    assert "must_pass" in puzzle["themes"]
    assert puzzle["rating"] == 3
    status, _, err = run("puzzle", "show", "--theme", "split_rocket")
    assert status == 2
    assert "split_rocket" in err
    assert tuple(THEME_NAMES) == THEMES


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not puzzles_of(name)])
def test_a_game_without_puzzles_is_rejected(run: Callable[..., CommandResult], variant: str) -> None:
    assert run("puzzle", "--variant", variant)[0] == 2
