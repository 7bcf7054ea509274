"""Comparison of the puzzle check with brute force: the same endings are sound, with the same number of decisions."""

from __future__ import annotations

import pytest

from paili.puzzles.check import (
    FAULTS,
    PuzzleTree,
    UnsoundError,
    check_puzzle,
    greedy_move,
    refutation,
    split_move,
)
from paili.puzzles.ending import Ending, EndingGame, ending_line, move_text, read_ending, read_move
from service.core import engine
from service.rules.errors import RuleError
from tests.helpers.open_endings import EndingKind, OpenEnding, packed, random_ending
from tests.oracle.family import GAMES
from tests.oracle.open_hands import BruteForce, OpenState
from tests.oracle.puzzle import BrutePuzzle

KINDS = (
    EndingKind("standard", 2, 8),
    EndingKind("standard", 3, 5),
    EndingKind("standard", 2, 8, {"attach": "rlcard"}),
    EndingKind("contest", 2, 7),
    EndingKind("paodekuai_two", 2, 8),
    EndingKind("zhengshangyou", 2, 8),
)
"""Games without suits and wild cards."""

SEEDS = 40

FARMERS = "standard landlord=22,landlord_down=7899TTJJQK,landlord_up=345679KKAXD landlord_down 88@landlord"


def game_of(ending: OpenEnding) -> EndingGame:
    """Return the game of a random ending, with the same seats and sides."""
    seats = ending.rules.variant.seats
    game = EndingGame(ending.rules, seats[: len(ending.brute.sides)])
    game.sides = ending.brute.sides
    return game


def decisions_of(game: EndingGame, state: Ending) -> int | None:
    """Return the decisions of a sound ending; None if it is unsound."""
    try:
        return PuzzleTree(game, game.sides[state.mover]).length(state)[0]
    except UnsoundError:
        return None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_soundness_is_that_of_brute_force(kind: EndingKind) -> None:
    counts = set()
    for seed in range(SEEDS):
        ending = random_ending(kind, seed)
        state = Ending(
            tuple(map(packed, ending.state.hands)),
            ending.state.mover,
            ending.to_beat,
            ending.state.owner,
            ending.state.passes,
        )
        side = ending.brute.sides[state.mover]
        wanted = BrutePuzzle(ending.brute, side).decisions(ending.state)
        assert decisions_of(game_of(ending), state) == wanted, ending.state
        counts.add(wanted)
    assert {None, 0} <= counts


SMALL = "standard landlord=377999TT2,landlord_down=8JJJAA landlord -"


def test_brute_force_counts_the_decisions_of_a_puzzle() -> None:
    game, state = read_ending(SMALL)
    brute = BruteForce(GAMES["standard"]({}), (0, 1))
    wanted = BrutePuzzle(brute, 0).decisions(OpenState(("377999TT2", "8JJJAA")))
    assert check_puzzle(game, state).length(state)[0] == wanted == 3


SOLVED = "standard landlord=334455666JQQA,landlord_down=38JJJAAA landlord T@landlord_down"
"""The landlord takes over with the ace and leads its run of pairs."""


def test_the_line_of_a_puzzle_ends_with_a_hand_that_plays_out() -> None:
    game, state = read_ending(SOLVED)
    tree = check_puzzle(game, state)
    line = tree.line(state)
    assert list(map(move_text, line.moves)) == ["A", "-", "334455", "-", "666QQ", "JJJAA", "-", "A", "-", "3"]
    assert len(line.decisions) == 3
    assert tree.length(state) == (3, 10)
    assert tree.is_over(line.last)
    for decision in line.decisions:
        assert len({move_text(move) for move in decision.winning} & {move_text(move) for move in decision.losing}) == 0
        for move in decision.losing:
            answer = refutation(game, decision.state, move)
            assert read_move(game, decision.state.after(move), move_text(answer[0])) == answer[0]


def test_a_partner_decides_too() -> None:
    game, state = read_ending(FARMERS)
    decisions = check_puzzle(game, state).line(state).decisions
    assert {game.seats[decision.state.mover] for decision in decisions} == {"landlord_down", "landlord_up"}


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("standard landlord=3456789TJQKA2,landlord_down=3456789TJQKA landlord -", "large"),
        ("standard landlord=34,landlord_down=XD landlord -", "lost"),
        ("standard landlord=44TQQ22,landlord_down=44557799JJJQAA landlord T@landlord_down", "greedy"),
    ],
)
def test_an_ending_that_is_no_puzzle_is_rejected(line: str, fault: str) -> None:
    with pytest.raises(UnsoundError, match=f"^{fault}$"):
        check_puzzle(*read_ending(line))
    assert fault in FAULTS


def test_a_tree_is_bounded() -> None:
    game, state = read_ending(SOLVED)
    with pytest.raises(UnsoundError, match="unproven"):
        PuzzleTree(game, 0, most_states=5).length(state)


def test_a_winning_move_has_no_refutation() -> None:
    game, state = read_ending(SOLVED)
    with pytest.raises(UnsoundError, match="several"):
        refutation(game, state, read_move(game, state, "A"))


def test_a_line_is_read_as_written() -> None:
    for line in (
        SOLVED,
        FARMERS,
        "paodekuai_two 0=3456,1=789 0 -",
        "standard[attach=rlcard] landlord=3,landlord_up=4 landlord -",
    ):
        assert ending_line(*read_ending(line)) == line


@pytest.mark.parametrize("last", ["35@landlord_down", "3@landlord_up", "3@landlord"])
def test_an_ending_that_cannot_be_is_rejected(last: str) -> None:
    with pytest.raises((RuleError, ValueError)):
        read_ending(f"standard landlord=33445,landlord_down=56 landlord {last}")


def test_a_move_that_is_none_is_rejected() -> None:
    game, state = read_ending(SOLVED)
    with pytest.raises(ValueError, match="no move 3 "):
        read_move(game, state, "3")


def test_the_greedy_play_is_the_largest_lead_or_the_weakest_answer() -> None:
    game, state = read_ending("standard landlord=3344556AA2,landlord_down=56 landlord -")
    assert move_text(greedy_move(game, state)) == "334455"
    game, state = read_ending("standard landlord=3344556AA2,landlord_down=56 landlord 4@landlord_down")
    assert move_text(greedy_move(game, state)) == "5"
    assert split_move(game, state) == engine.hints(game.rules, state.hand, state.to_beat)[0].combo
