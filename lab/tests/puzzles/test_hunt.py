"""The search for puzzles: cuts of played games, and the puzzles of a seed."""

from __future__ import annotations

import pytest

from lab.puzzles import hunt
from lab.puzzles.hunt import cuts, hunt_seed, played_states, tables_of
from paili.puzzles.check import check_puzzle
from service.core import engine

GAMES = ("standard", "contest", "paodekuai", "paodekuai_two", "zhengshangyou")
TABLES = {"standard": [(0, 1, 2), (0, 1), (0, 2)], "paodekuai": [(0, 1), (0, 2), (1, 2)], "paodekuai_two": [(0, 1)]}


@pytest.mark.parametrize("variant", TABLES)
def test_two_sides_take_part(variant: str) -> None:
    assert tables_of(engine.rules_for(variant)) == TABLES[variant]


@pytest.mark.parametrize("variant", GAMES)
def test_a_game_is_cut_into_endings_of_a_puzzles_size(variant: str) -> None:
    rules = engine.rules_for(variant)
    sizes = set()
    for seed in range(5):
        states = list(played_states(rules, seed))
        assert states == list(played_states(rules, seed))
        for state in states:
            for game, ending in cuts(rules, state):
                sizes.add(ending.size)
                assert len(set(game.sides)) == 2
                assert ending.hand == state.hand
                assert ending.to_beat == state.to_beat
                assert (ending.owner + 1 + ending.passes) % len(game.seats) == ending.mover or ending.to_beat is None
    assert min(sizes) >= hunt.LEAST_PUZZLE_CARDS
    assert max(sizes) <= 24


SEED_OF_A_PUZZLE = 6110


def test_a_seed_gives_its_puzzles() -> None:
    rules = engine.rules_for("paodekuai_two")
    puzzles = list(hunt_seed(rules, SEED_OF_A_PUZZLE))
    assert puzzles
    for game, state, tree in puzzles:
        assert check_puzzle(game, state).length(state) == tree.length(state)
