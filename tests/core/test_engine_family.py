"""The engine against the slow rules of the family: readings, plays, passes and splits under any mixture of options."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, CompiledRules, PlayConstraints
from service.rules.cards import pack
from service.rules.combos import Shape
from service.rules.variant import RuleSet
from service.rules.variants import VARIANTS, find_variant
from tests.helpers import family_engine as h
from tests.oracle.family_base import Cards, Game, Reading

HANDS = int(os.environ.get("HANDS", "1"))
"""Hands under the same options: the slow rules cache readings."""


def follows(game: Game, rng: random.Random, hand: Cards) -> list[tuple[Cards, Reading]]:
    """Return up to three plays of another hand to beat, none with missing kickers, which would end the game."""
    plays = sorted(game.plays(hand, None).items(), key=str)
    plays = [(cards, reading) for cards, reading in plays if not game.is_short(reading)]
    return rng.sample(plays, min(3, len(plays)))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(60))
def test_random_hands_have_the_same_plays(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant}/{seed}")
    game, rules = h.random_pair(variant, rng)
    for _ in range(HANDS):
        size = rng.randint(1, 8)
        hand, other = [h.random_family_hand(game, rules, rng, size, rng.randint(0, 3)) for _ in range(2)]
        assert h.legal_of_engine(rules, hand, None, NO_CONSTRAINTS) == h.legal_of_game(game, rules, hand, None, False)
        for cards, reading in follows(game, rng, other):
            top = variant.startswith("paodekuai") and rng.random() < 0.3
            constraints = PlayConstraints(0, True) if top and game.on("baodan") else NO_CONSTRAINTS
            combo = h.combo_of(rules, cards, reading)
            plays = h.legal_of_engine(rules, hand, combo, constraints)
            assert plays == h.legal_of_game(game, rules, hand, reading, top), (hand, cards, reading, dict(game.options))


@pytest.mark.parametrize("key", ["low", "high"])
@pytest.mark.parametrize("reading", ["any", "first"])
@pytest.mark.parametrize("other", ["", "55", "KK"])
def test_two_different_wild_cards_are_listed_at_the_highest_key(key: str, reading: str, other: str) -> None:
    options = {"wild": "7J", "key": key, "reading": reading}
    game, rules = h.GAMES["laizi"](options), engine.rules_for("laizi", tuple(options.items()))
    to_beat = game.stored(other, other, None) if other else None
    plays = h.legal_of_engine(rules, "7J", to_beat and h.combo_of(rules, other, to_beat), NO_CONSTRAINTS)
    assert plays == h.legal_of_game(game, rules, "7J", to_beat, False)


def test_a_pair_that_is_a_bomb_is_listed_as_the_bomb_alone() -> None:
    rules = engine.rules_for("yuncheng", (("play_rule", "2"),))
    pairs = [combo.shape for combo in engine.legal(rules, pack("3388"), None) if combo.size == 2]
    assert sorted(pairs) == ["pair", "pair3_bomb"]


@pytest.mark.parametrize("lacking", [1, 2, 3, 4, 6])  # except 333444 with 555A
def test_three_trios_go_out_with_any_kickers_lacking(lacking: int) -> None:
    """Six kickers belong to them; with fewer they must be the last play."""
    hand = "333444555" + "789TQA"[lacking:]
    plays = engine.legal(engine.rules_for("paodekuai", (("short_lead", "on"),)), pack(hand), None)
    assert [combo.shape for combo in plays if combo.size == len(hand)] == ["plane_short"]


@pytest.mark.parametrize(("option", "solo"), [("on", "K"), ("off", "6")])
def test_the_highest_solo_is_the_highest_that_may_be_played(option: str, solo: str) -> None:
    """The next seat has one card; four kings must stay whole, so the six is the highest legal solo."""
    game, rules = h.GAMES["paodekuai"]({"bomb_split": option}), engine.rules_for("paodekuai", (("bomb_split", option),))
    for cards, reading in [("", None), *(("3", reading) for reading in game.readings("3", None))]:
        plays = h.legal_of_engine(
            rules, "56KKKK", reading and h.combo_of(rules, cards, reading), PlayConstraints(0, True)
        )
        assert plays == h.legal_of_game(game, rules, "56KKKK", reading, True)
        assert [cards for cards, _ in plays[0] if len(cards) == 1] == [solo]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(60))
def test_random_plays_read_alike_and_beat_alike(variant: str, seed: int) -> None:
    """Every play of a hand has the readings of the slow rules, and any two of them the same order."""
    rng = random.Random(f"reading {variant}/{seed}")
    game, rules = h.random_pair(variant, rng)
    hand = h.random_family_hand(game, rules, rng, rng.randint(1, 7), rng.randint(0, 2))
    pairs = []
    for cards in game.plays(hand, None):
        slow = {h.kind_of_reading(reading): reading for reading in game.readings(cards, hand)}
        fast = {
            h.kind_of(combo): combo
            for combo in engine.readings(rules, h.play_of(rules, cards), h.service_cards(rules, hand).hand)
        }
        assert set(fast) == set(slow), (cards, hand, dict(game.options))
        pairs += [(slow[kind], fast[kind]) for kind in slow]
    for slow_a, fast_a in rng.sample(pairs, min(20, len(pairs))):
        for slow_b, fast_b in pairs:
            assert engine.beats(rules, fast_a, fast_b) == game.beats(slow_a, slow_b), (slow_a, slow_b)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(80))
def test_random_hands_split_best(variant: str, seed: int) -> None:
    """Any options, any weights: random weights make odd combos best."""
    rng = random.Random(f"split {variant}/{seed}")
    game, rules = h.random_pair(variant, rng)
    hand = h.random_family_hand(game, rules, rng, rng.randint(1, 7), rng.randint(0, 3))
    parsed = h.service_cards(rules, hand)
    split = engine.split(rules, parsed.hand, 0, h.weights_of(rules, seed), parsed.suits)
    wanted = h.slow_split(game, hand, seed)
    assert split.exact
    played = sum(combo.cards for combo in split.combos)
    if wanted is None:  # a flower that fits into no body remains
        assert played == parsed.hand - (1 << 60)
    else:
        assert (split.score, -split.turns) == wanted, (hand, dict(game.options))
        assert played == parsed.hand


@pytest.mark.parametrize("seed", range(120))
def test_hands_of_few_ranks_split_best_with_a_play_short_of_kickers(seed: int) -> None:
    """If kickers cannot be assigned as in the bound, the best split may contain a play with missing kickers."""
    rng = random.Random(f"short {seed}")
    names = ("bomb_split", "wing_body", "quad3", "quad2", "triple_free")
    options = {name: rng.choice(("on", "off")) for name in names}
    game, rules = h.GAMES["paodekuai"](options), engine.rules_for("paodekuai", tuple(options.items()))
    hand = game.pack("".join(rank * rng.choice((1, 3, 4)) for rank in rng.sample("3456789TJQK", 3))[:9])
    split = engine.split(rules, pack("".join(hand)), 0, h.weights_of(rules, seed))
    assert split.exact
    assert (split.score, -split.turns) == h.slow_split(game, hand, seed), (hand, options)
    assert sum(combo.cards for combo in split.combos) == pack("".join(hand))


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(12))
def test_hints_are_scored_by_what_they_leave(variant: str, seed: int) -> None:
    rng = random.Random(f"hints {variant}/{seed}")
    game, rules = h.random_pair(variant, rng)
    hand = h.random_family_hand(game, rules, rng, 7, 2)
    parsed, weights = h.service_cards(rules, hand), h.weights_of(rules, seed)
    hints = engine.hints(rules, parsed.hand, None, 0, weights, parsed.suits)
    listed = {(h.ranks_of(rules, hint.combo.cards), h.kind_of(hint.combo)) for hint in hints}
    assert listed == h.legal_of_engine(rules, hand, None, NO_CONSTRAINTS)[0]
    assert hints.sets == len({(hint.combo.cards, hint.combo.suit) for hint in hints})
    for hint in hints:
        rest = parsed.hand - hint.combo.cards
        if rest and not parsed.suits:
            split = engine.split(rules, rest, 0, weights)
            assert (hint.score, hint.turns) == (split.score, split.turns)
    scores = [hint.score for hint in hints if hint.combo.cards != parsed.hand]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_cards_of_a_hint_leave_what_its_score_says(seed: int) -> None:
    """The suits of a play are chosen so that the value of the remainder equals the score of the hint."""
    rng = random.Random(f"pick {seed}")
    game, rules = h.random_pair("guandan", rng)
    hand = h.random_family_hand(game, rules, rng, 10, 2)
    parsed = h.service_cards(rules, hand)
    for hint in engine.hints(rules, parsed.hand, None, 0, None, parsed.suits):
        taken = engine.pick(rules, parsed.hand, hint.combo, None, parsed.suits)
        left = tuple(a - b for a, b in zip(parsed.suits, taken, strict=True))
        rest = parsed.hand - hint.combo.cards
        if rest:
            assert engine.split(rules, rest, 0, None, left).score == hint.score, (hand, hint)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_question_meets_the_memory_limit(variant: str) -> None:
    """Complete dealt hands are split and hinted with proofs."""
    rng = random.Random(variant)
    rules = engine.rules_for(variant, (("wild", "7"),) if variant == "laizi" else ())
    seat = rules.variant.seats[0]
    deck = h.deck_of(rules)
    for _ in range(3):
        parsed = h.service_cards(rules, tuple(rng.sample(deck, rules.setup.hand_size[seat])))
        assert engine.split(rules, parsed.hand, 0, None, parsed.suits).exact
        assert all(hint.exact for hint in engine.hints(rules, parsed.hand, None, 0, None, parsed.suits))


def test_straights_need_no_suits() -> None:
    """Without suits, a straight is a straight and no straight flush."""
    rules = engine.rules_for("guandan")
    shapes = [combo.shape for combo in engine.legal(rules, pack("3456789")) if combo.cards == pack("34567")]
    assert shapes == ["solo_chain"]


def test_a_named_play_that_is_read_otherwise_first_is_no_answer() -> None:
    """If only the first reading counts, two threes that are a pair first are not a bomb."""
    contest, pair = find_variant("contest"), Shape("pair3_bomb", "", 1, named="33", tier=4)

    def with_bomb(options: Mapping[str, str]) -> RuleSet:
        setup = contest.setup(options)
        return replace(setup, shapes=(*setup.shapes, pair))

    rules = CompiledRules(replace(contest, setup=with_bomb), contest.read_options({}))
    threes, fours = pack("33"), engine.play(rules, pack("44"), pack("44"), None)
    assert [combo.shape for combo in engine.readings(rules, threes)] == ["pair", "pair3_bomb"]
    assert engine.play(rules, threes, threes, fours) is None
    assert not engine.legal(rules, threes, fours)
