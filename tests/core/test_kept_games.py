"""Stored games: moves, questions and outcomes, from which the same samples are produced again."""

from __future__ import annotations

from struct import Struct

import pytest

from lab.arena.match import deal_hands
from service.advice import levels
from service.core import engine, training
from service.core.bindings import CompiledRules, CoreError
from service.core.robots import Policy
from service.core.training import KEPT_SIZES, KeptGames
from service.rules.cards import Cards

SAMPLE = Struct("<IiBBBB48H")
SEEDS = range(60)
CLUB = Policy("rules", numbers=levels.CLUB_NUMBERS)


def kept_and_sampled(rules: CompiledRules, level: str = "club") -> tuple[KeptGames, bytes]:
    """Return games, and the samples taken in the same games."""
    dealt = deals_of(rules)
    seats = len(dealt[0])
    seated = [levels.policy_of(level)] * seats, dealt, SEEDS, [rules.weights] * seats, 0b111, 250, 60
    return training.keep(rules, *seated), training.samples(rules, *seated)


def deals_of(rules: CompiledRules, seeds: range = SEEDS) -> list[list[Cards]]:
    return [deal_hands(rules, seed) for seed in seeds]


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("standard", ()),
        ("paodekuai", ()),
        ("laizi", (("wild", "7"),)),
        ("yuncheng", ()),
        ("guandan", (("level", "6"),)),
        ("standard_two", (("handicap", "3"),)),
    ],
)
def test_samples_are_made_again_from_games(variant: str, options: tuple[tuple[str, str], ...]) -> None:
    rules = engine.rules_for(variant, options)
    games, sampled = kept_and_sampled(rules)
    again = training.replay(rules, CLUB, deals_of(rules), SEEDS, games)
    assert again == sampled
    assert len(again) > 300 * SAMPLE.size


def test_games_are_replayed_only_with_their_own_deals_and_rules(standard: CompiledRules) -> None:
    games, _ = kept_and_sampled(standard)
    for seeds in (range(1, 61), range(59)):
        with pytest.raises(CoreError):
            training.replay(standard, CLUB, deals_of(standard, seeds), seeds, games)
    paodekuai = engine.rules_for("paodekuai")
    with pytest.raises(CoreError):
        training.replay(paodekuai, CLUB, deals_of(paodekuai), SEEDS, games)


def test_damaged_games_are_refused(standard: CompiledRules) -> None:
    games, _ = kept_and_sampled(standard)
    deal, move, option = KEPT_SIZES
    flipped = bytearray(games.moves)
    flipped[5 * move] ^= 1  # a card of a move
    paid = bytearray(games.deals)
    paid[8] ^= 1
    for damaged in (
        games._replace(moves=games.moves[:-move]), games._replace(options=games.options[:-option]),
        games._replace(deals=games.deals[:-deal]), games._replace(moves=games.moves[:-1]),
        games._replace(moves=bytes(flipped)), games._replace(deals=bytes(paid)),
    ):  # fmt: skip
        with pytest.raises(CoreError):
            training.replay(standard, CLUB, deals_of(standard), SEEDS, damaged)


def test_searches_keep_no_games(standard: CompiledRules) -> None:
    with pytest.raises(CoreError):
        training.keep(
            standard,
            [levels.policy_of("expert")] * 3,
            deals_of(standard, range(1)),
            [1],
            [standard.weights] * 3,
            7,
            250,
            60,
        )
