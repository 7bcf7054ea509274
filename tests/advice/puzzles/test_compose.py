"""Composed endings have the cards of their idea, follow from their seed, and are puzzles if the hunt accepts them."""

from __future__ import annotations

import pytest

from service.advice.puzzles.check import check_puzzle
from service.advice.puzzles.compose import IDEAS, compose_seed, composed_ending
from service.advice.puzzles.ending import Ending, EndingGame, ending_line, read_ending
from service.advice.puzzles.themes import THEMES, is_pair
from service.core import engine
from service.rules import cards as c

RULES = engine.rules_for("standard")
SEEDS = range(40)


def has_bomb(hand: int) -> bool:
    """Return whether a hand has four alike, or both jokers."""
    return 4 in c.counts(hand) or c.holds(hand, c.pack("XD"))


def fits(theme: str, game: EndingGame, state: Ending) -> bool:
    """Return whether an ending has the cards that an idea needs."""
    enemies = game.enemies(state)
    needs = {
        "tear_bomb": 4 in c.counts(state.hand),
        "split_rocket": c.holds(state.hand, c.pack("XD")),
        "force_bomb": any(map(has_bomb, enemies)),
        "block_single": 1 in map(c.size, enemies),
        "avoid_pairs": any(map(is_pair, enemies)),
        "feed_ally": True,
    }
    return needs[theme]


@pytest.mark.parametrize("theme", IDEAS)
def test_an_idea_is_in_its_endings(theme: str) -> None:
    composed, again = ([composed_ending(RULES, theme, seed) for seed in SEEDS] for _ in range(2))
    assert composed == again
    endings = [ending for ending in composed if ending is not None]
    assert len(endings) >= 5
    assert all(fits(theme, game, state) for game, state in endings)
    for game, state in endings:
        assert read_ending(ending_line(game, state))[1] == state


def test_ideas_are_of_known_themes() -> None:
    assert IDEAS.keys() <= THEMES.keys()


def test_what_is_composed_is_checked() -> None:
    """Seed 1798 has the first puzzle of its idea."""
    made = [puzzle for seed in range(1_700, 1_800) if (puzzle := compose_seed(RULES, "force_bomb", seed)) is not None]
    assert len(made) == 1
    for puzzle in made:
        assert check_puzzle(puzzle.game, puzzle.state).length(puzzle.state) == puzzle.tree.length(puzzle.state)
