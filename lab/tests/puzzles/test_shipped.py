"""The shipped puzzles: every proof, theme and refutation checked again, and the choice by seed."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from lab.puzzles.grade import (
    GRADE_SEEDS,
    grade_of,
    solve_rate,
    solved_share,
)
from lab.puzzles.themes import THEMES, solved_puzzle, themes_of
from paili.puzzles.check import LEAST_DECISIONS, MOST_PUZZLE_CARDS, check_puzzle
from paili.puzzles.ending import (
    Ending,
    EndingGame,
    ending_line,
    has_flush,
    move_text,
    read_ending,
    read_move,
    rules_named,
)
from service.advice.practice import GRADES, THEME_NAMES
from service.advice.puzzles.shipped import (
    LEAST_RATES,
    SHIPPED,
    Puzzle,
    difficulty_of,
    pick_puzzle,
    puzzles_of,
    shipped_puzzles,
    themes_in,
)
from service.rules.errors import RuleError
from tests.helpers.client import fault, post

PUZZLES = shipped_puzzles()
NODES = 400_000


def replayed(puzzle: Puzzle) -> list[tuple[EndingGame, Ending]]:
    """Return the states of the stored solution, before each move and at its end."""
    game, state = read_ending(puzzle.line)
    states = [(game, state)]
    for move in puzzle.moves:
        state = state.after(read_move(game, state, move))
        states.append((game, state))
    return states


def test_puzzles_ship() -> None:
    assert len(PUZZLES) >= 100
    assert len(puzzles_of("standard")) >= 60
    assert len([number for number in themes_in(PUZZLES).values() if number >= 5]) >= 10
    assert [puzzle.number for puzzle in PUZZLES] == list(range(1, len(PUZZLES) + 1))
    assert len({puzzle.line for puzzle in PUZZLES}) == len(PUZZLES)
    assert SHIPPED.stat().st_size < 70_000
    assert len([puzzle for puzzle in PUZZLES if puzzle.variant.startswith("laizi[")]) >= 8
    assert len(puzzles_of("guandan")) >= 8
    assert {puzzle.grade for puzzle in PUZZLES} == set(GRADES)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.line)
def test_a_shipped_puzzle_is_proven(puzzle: Puzzle) -> None:
    """Every decision has one winning class against every defence; themes and line are as stored."""
    game, state = read_ending(puzzle.line)
    assert ending_line(game, state) == puzzle.line
    assert state.size <= MOST_PUZZLE_CARDS
    tree = check_puzzle(game, state)
    assert tree.length(state)[0] >= LEAST_DECISIONS
    solution = solved_puzzle(tree, state)
    assert tuple([move_text(step.move) for step in solution.steps]) == puzzle.moves
    assert themes_of(solution) == puzzle.themes
    assert tree.defence(state) == puzzle.defence
    decided = {at: [move_text(move) for move in step.losing] for at, step in solution.decisions()}
    assert decided == {at: list(moves) for at, moves in puzzle.refuted.items()}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.line)
def test_every_refutation_wins_for_the_other_side(puzzle: Puzzle) -> None:
    states = replayed(puzzle)
    for at, refuted in puzzle.refuted.items():
        game, state = states[at]
        for losing, answer in refuted.items():
            after = state.after(read_move(game, state, losing))
            reply = read_move(game, after, answer)
            rest = after.after(reply)
            assert not rest.hands[after.mover] or game.solve(rest, NODES).winner != game.sides[state.mover]


@pytest.mark.parametrize("puzzle", puzzles_of("guandan"), ids=lambda puzzle: puzzle.line)
def test_suits_decide_nothing_in_a_shipped_puzzle(puzzle: Puzzle) -> None:
    game, _ = read_ending(puzzle.line)
    assert not any(has_flush(game.rules, hand) for hand in puzzle.hands.values())


def test_the_stored_turns_are_those_of_the_moves() -> None:
    for puzzle in PUZZLES:
        seats = list(puzzle.hands)
        turns = [(turn.mover, turn.owner if turn.passes else None, turn.passes) for turn in puzzle.turns()]
        assert turns == [
            (state.mover, state.owner if state.passes else None, state.passes) for _, state in replayed(puzzle)[:-1]
        ]
        assert puzzle.turn == seats[turns[0][0]]


def test_grades_are_those_of_the_levels() -> None:
    """Three puzzles; `python -m lab.puzzles ship` grades all."""
    for grade in GRADES:
        puzzle = next(puzzle for puzzle in PUZZLES if puzzle.grade == grade)
        game, state = read_ending(puzzle.line)
        assert grade_of(solved_share(check_puzzle(game, state), state, GRADE_SEEDS)) == grade


def test_difficulties_are_solve_rates_of_the_levels() -> None:
    """Of each difficulty a puzzle; `python -m lab.puzzles rate` rates all."""
    for difficulty in range(1, len(LEAST_RATES) + 2):
        puzzle = next(puzzle for puzzle in PUZZLES if difficulty_of(puzzle.solved) == difficulty)
        game, state = read_ending(puzzle.line)
        assert solve_rate(check_puzzle(game, state), state) == puzzle.solved


def test_every_theme_has_a_checker_and_a_name() -> None:
    assert list(THEMES) == list(THEME_NAMES)


# ---- the choice -------------------------------------------------------------------------------------------------


def test_seeds_pick_one_puzzle_after_the_other() -> None:
    standard = puzzles_of("standard")
    assert [pick_puzzle("standard", seed) for seed in range(len(standard))] == standard
    assert pick_puzzle("standard", len(standard)) == standard[0]


@pytest.mark.parametrize("theme", themes_in(puzzles_of("standard")))
def test_a_theme_is_picked(theme: str) -> None:
    number = themes_in(puzzles_of("standard"))[theme]
    assert len({pick_puzzle("standard", seed, theme).number for seed in range(number)}) == number
    assert all(theme in pick_puzzle("standard", seed, theme).themes for seed in range(number))


THEME_WITHOUT_GRADE = next(
    (theme, grade)
    for theme in themes_in(puzzles_of("standard"))
    for grade in GRADES
    if not any(theme in puzzle.themes and puzzle.grade == grade for puzzle in puzzles_of("standard"))
)
"""A theme of which no puzzle has a certain grade."""


@pytest.mark.parametrize(
    ("variant", "theme", "grade", "pointer"),
    [
        ("yuncheng", None, None, "/profile"),
        ("standard[attach=rlcard]", None, None, "/profile"),
        ("standard", "split_rocket", None, "/theme"),
        ("standard", THEME_WITHOUT_GRADE[0], THEME_WITHOUT_GRADE[1], "/rating"),
    ],
)
def test_what_no_puzzle_has_is_rejected(variant: str, theme: str | None, grade: int | None, pointer: str) -> None:
    with pytest.raises(RuleError) as error:
        pick_puzzle(variant, 1, theme, grade)
    assert (error.value.code, error.value.pointer) == ("puzzle_missing", pointer)


# ---- the endpoint -----------------------------------------------------------------------------------------------


def endgame(client: FlaskClient, **fields: Any) -> Any:
    """Return a deal of the profile endgame."""
    return post(client, "/v1/deal", {"profile": "endgame"} | fields)


def ranks(cards: str) -> list[str]:
    return sorted(card for card in cards if card not in "shcd")


@pytest.mark.parametrize("variant", sorted({puzzle.variant for puzzle in PUZZLES}))
def test_a_dealt_puzzle_is_a_request_to_solve(client: FlaskClient, variant: str) -> None:
    name, options = rules_named(variant).variant.id, dict(rules_named(variant).options)
    for seed in range(3):
        dealt = endgame(client, variant=name, options=options, seed=seed, solution=True)
        puzzle = dealt["puzzle"]
        request = {name: puzzle[name] for name in ("turn", "last", "passes") if puzzle[name] is not None}
        solved = post(client, "/v1/solve", {"variant": name, "options": options, "hands": dealt["hands"]} | request)
        assert solved["exact"]
        first = puzzle["solution"]["moves"][0]
        assert (ranks(first["cards"]), first.get("as")) in [
            (ranks(play["cards"]), play.get("as")) for play in solved["plays"]
        ]
        assert dealt["leader"] == puzzle["turn"]
        assert not dealt["fair"]


def test_a_solution_is_given_only_on_request(client: FlaskClient) -> None:
    assert endgame(client, seed=3)["puzzle"]["solution"] is None
    assert endgame(client, seed=3, solution=False) == endgame(client, seed=3)
    assert endgame(client, seed=3, solution=True)["puzzle"]["solution"]["refuted"]


@pytest.mark.parametrize("notation", ["rlcard", "douzero", "contest", "yuncheng"])
def test_cards_are_written_in_the_notation_of_the_request(client: FlaskClient, notation: str) -> None:
    dealt = endgame(client, seed=3, solution=True, notation=notation)
    plain = endgame(client, seed=3, solution=True)
    assert {seat: len(hand) for seat, hand in dealt["hands"].items()} == {
        seat: len(hand) for seat, hand in plain["hands"].items()
    }
    played = [move["cards"] for move in dealt["puzzle"]["solution"]["moves"]]
    assert [len(cards) for cards in played] == [len(move["cards"]) for move in plain["puzzle"]["solution"]["moves"]]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"profile": "endgame", "variant": "yuncheng"}, ("puzzle_missing", "/profile")),
        ({"profile": "endgame", "theme": "split_rocket"}, ("puzzle_missing", "/theme")),
        ({"profile": "endgame", "theme": "mate"}, ("field_invalid", "/theme")),
        ({"profile": "endgame", "rating": 4}, ("field_invalid", "/rating")),
        ({"profile": "endgame", "solution": 1}, ("field_invalid", "/solution")),
        ({"profile": "endgame", "seat": "landlord"}, ("field_conflict", "/seat")),
        ({"theme": "must_pass"}, ("field_conflict", "/theme")),
        ({"rating": 1}, ("field_conflict", "/rating")),
        ({"profile": "weak", "solution": True}, ("field_conflict", "/solution")),
    ],
)
def test_a_puzzle_that_cannot_be_is_rejected(
    client: FlaskClient, body: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert fault(client, {"seed": 1} | body, "/v1/deal")[:2] == expected


def test_variants_list_the_themes(client: FlaskClient) -> None:
    games = {game["id"]: game["themes"] for game in client.get("/v1/variants").get_json()["variants"]}
    for variant, themes in games.items():
        assert {theme["id"]: theme["puzzles"] for theme in themes} == themes_in(puzzles_of(variant))
        assert all(theme["zh"] and theme["en"] for theme in themes)
    assert games["standard"]
    assert not games["yuncheng"]
