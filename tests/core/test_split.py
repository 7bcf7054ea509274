"""Splits and hints compared with brute force over all partitions of a hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from service.core import engine
from service.core.bindings import SCORE_UNIT, CompiledRules, CoreError, lib, weights_from
from service.rules import cards
from service.rules.combos import Shape
from service.rules.variant import NO_WILDS, Wilds
from tests.helpers import family_engine as h
from tests.helpers.rules import random_hand
from tests.oracle import doudizhu, family
from tests.oracle.claims.positions import reading_value
from tests.rules.test_new_game import toy_of

STRUCTURED = [
    "3334445",  # a plane with a missing kicker
    "33334444",  # two quads: bombs, a plane with its own ranks as wings, a quad with two pairs
    "333344445",
    "3333444455",
    "3334445555",  # pair wings of one rank
    "333444555666",  # four trios
    "3333XD",
    "333444XD",
    "3334446789",
    "444455556",
    "34567777",
    "3344556677",
    "33344455",
    "3344455566",
    "33334567",
]


def check_split(rules: CompiledRules, split: engine.Split, hand: str) -> None:
    """Check the properties of every split, optimal or not."""
    played = Counter[str]()
    for combo in split.combos:
        assert engine.play(rules, cards.pack(hand), combo.cards, None) is not None
        assert combo in engine.readings(rules, combo.cards)
        played.update(cards.text(combo.cards))
    assert played == Counter(hand)
    assert sum(split.values) == split.score
    assert len(split.combos) == split.turns


@pytest.mark.parametrize("hand", STRUCTURED)
@pytest.mark.parametrize("preset", doudizhu.PRESETS)
def test_structured_hands_split_best(hand: str, preset: str) -> None:
    options = {"attach": preset}
    rules, game = engine.rules_for("standard", tuple(options.items())), h.GAMES["standard"](options)
    shipped = engine.split(rules, cards.pack(hand))
    check_split(rules, shipped, hand)
    assert shipped.exact
    assert (shipped.score, -shipped.turns) == game.best_split(hand, partial(reading_value, rules)), (hand, preset)
    for seed in range(4):
        split = engine.split(rules, cards.pack(hand), 0, h.weights_of(rules, seed))
        check_split(rules, split, hand)
        assert split.exact
        assert (split.score, -split.turns) == h.slow_split(game, hand, seed), (hand, preset)


@pytest.mark.parametrize("seed", range(40))
def test_hints_are_scored_and_ordered(seed: int) -> None:
    rng = random.Random(seed)
    game, rules = h.random_pair("standard", rng)
    hand = random_hand(rng, 7, "345678A2XD")
    hints = engine.hints(rules, cards.pack(hand), None, 0, h.weights_of(rules, seed))
    legal = engine.legal(rules, cards.pack(hand))
    assert sorted(hint.combo for hint in hints) == sorted(legal)
    for hint in hints:
        rest = "".join((Counter(hand) - Counter(cards.text(hint.combo.cards))).elements())
        assert (hint.score, -hint.turns) == h.slow_split(game, rest, seed), (hand, hint)
    order = [
        (c.cards != cards.pack(hand), -score, -c.size, c.rank, rules.names.index(c.shape), c.cards)
        for c, score, *_ in hints
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("seed", range(20))
def test_hints_of_twenty_cards_are_the_splits_of_what_remains(standard: CompiledRules, seed: int) -> None:
    """The memo that a hint list shares never changes a value."""
    hand = cards.pack(random_hand(random.Random(seed), 20))
    for hint in engine.hints(standard, hand):
        rest = engine.split(standard, hand - hint.combo.cards) if hint.combo.cards != hand else None
        assert (hint.score, hint.turns) == ((rest.score, rest.turns) if rest else (0, 0))
        assert hint.exact


@pytest.mark.parametrize("seed", range(20))
def test_summaries_agree_with_the_list_of_plays(standard: CompiledRules, seed: int) -> None:
    """The split, the lowest plays and the counts, each computed separately."""
    rng = random.Random(seed)
    hand = cards.pack(random_hand(rng, rng.randint(1, 20)))
    to_beat = engine.readings(standard, cards.pack("4"))[0] if seed % 2 else None
    hints = engine.hints(standard, hand, to_beat)
    legal = engine.legal(standard, hand, to_beat)
    assert hints.split == engine.split(standard, hand)
    assert hints.sets == len({combo.cards for combo in legal})
    assert hints.bombs == sum(combo.tier > 0 for combo in legal)
    assert hints.most_cards == max((combo.size for combo in legal), default=0)
    for hint in hints:
        same = [(c.key, c.cards) for c in legal if (c.shape, c.length) == (hint.combo.shape, hint.combo.length)]
        assert hint.cheapest == (not hint.combo.tier and (hint.combo.key, hint.combo.cards) == min(same))


@pytest.mark.parametrize("seed", range(20))
def test_one_combo_played_leaves_one_turn_less(standard: CompiledRules, seed: int) -> None:
    hand = cards.pack(random_hand(random.Random(seed), 17))
    split = engine.split(standard, hand)
    for combo, value in zip(split.combos, split.values, strict=True):
        rest = engine.split(standard, hand - combo.cards)
        assert (rest.score, rest.turns) == (split.score - value, split.turns - 1)


@pytest.mark.parametrize("nodes", [1, 2, 5, 10])
@pytest.mark.parametrize("hand", ["33344455566677788899", "34567899JJQQKA22DXAA", "3333444455556666789T"])
def test_a_node_limit_leaves_a_split_that_is_not_called_exact(standard: CompiledRules, hand: str, nodes: int) -> None:
    split = engine.split(standard, cards.pack(hand), nodes)
    check_split(standard, split, hand)
    assert not split.exact
    assert split.nodes <= nodes
    assert split.score <= engine.split(standard, cards.pack(hand)).score


@pytest.mark.parametrize("nodes", [3, 300, 900, 1200, 1283])
def test_a_limit_within_the_proof_leaves_a_split_too(nodes: int) -> None:
    """Every other card is in the split; a single flower has no play."""
    rules, hand = engine.rules_for("yuncheng"), cards.pack("33344455556789JJQKKKW")
    split = engine.split(rules, hand, nodes)
    assert not split.exact
    assert hand - sum(combo.cards for combo in split.combos) in (0, cards.pack("W"))
    assert split.score <= engine.split(rules, hand).score
    assert len(engine.hints(rules, hand, None, nodes)) == len(engine.hints(rules, hand))


@pytest.mark.parametrize("variant", ["laizi", "yuncheng", "guandan"])
def test_a_limit_leaves_no_card_out_beside_wild_cards(variant: str) -> None:
    """If the limit ends the search, the returned value and split must agree; found by fuzzing."""
    rng, options = random.Random(7), {"laizi": {"wild": "7"}}.get(variant, {})
    rules, game = engine.rules_for(variant, tuple(options.items())), family.GAMES[variant](options)
    for seed in range(120):
        hand = h.random_family_hand(game, rules, rng, rng.randint(4, 12), rng.randint(1, 4))
        read, weights = (
            h.service_cards(rules, hand),
            h.weights_of(rules, seed % 10) if seed % 2 else None,
        )
        for nodes in (1, 2, 5, 28):
            split = engine.split(rules, read.hand, nodes, weights, read.suits)
            left = read.hand - sum(combo.cards for combo in split.combos)
            dead = sum(left >> 4 * rank & 15 for rank in range(lib.RANKS))
            assert not left or left == dead * cards.pack("W"), (hand, nodes)
            assert split.score == sum(split.values) - 10 * SCORE_UNIT * dead, (hand, nodes)


def two_decks_of(*shapes: Shape, wilds: Wilds = NO_WILDS) -> CompiledRules:
    """Return rules of a game with these shapes, with ten cards of each rank."""
    game = toy_of("0", "1")
    setup = replace(game.setup({"cards": "5", "lead": "any"}), deck=dict.fromkeys("3456K", 10), power="3456K")
    return CompiledRules(
        replace(game, setup=lambda _: replace(setup, shapes=shapes, wilds=wilds)), {"cards": "5", "lead": "any"}
    )


def test_several_bodies_of_a_rank_take_kickers() -> None:
    """Seven kings are a trio and a quad: together they take three cards."""
    trio = Shape("trio_solo", "三带一", 3, kickers=1, kicker_size=1)
    quad = Shape("quad_solo", "四带二", 4, kickers=2, kicker_size=1, kicker_same=2)
    rules = two_decks_of(Shape("solo", "单张", 1), trio, quad)
    split = engine.split(rules, cards.pack("345KKKKKKK"), 0, weights_from(rules, "turns", lambda *_: -SCORE_UNIT))
    assert (split.turns, split.score) == (2, -2 * SCORE_UNIT)


def test_more_wild_cards_than_a_hand_can_count_are_refused() -> None:
    """Wild cards of two ranks are counted in one place of a hand, which holds fifteen."""
    rules = two_decks_of(Shape("solo", "单张", 1), Shape("pair", "对子", 2), wilds=Wilds(cards="34", ranks="56K"))
    assert engine.split(rules, cards.pack("3" * 8 + "4" * 7 + "K")).turns
    with pytest.raises(CoreError):
        engine.split(rules, cards.pack("3" * 8 + "4" * 8 + "K"))


def test_no_hand_of_a_seat_meets_the_memory_limit() -> None:
    """The densest hands of twenty cards are proven under every preset."""
    for preset in doudizhu.PRESETS:
        rules = engine.rules_for("standard", (("attach", preset),))
        for hand in ["33344455566677788899", "33334444555566667777", "34445556667778889999", "33344455566777888999"]:
            assert all(hint.exact for hint in engine.hints(rules, cards.pack(hand)))


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("2222", "bomb"),
        ("3333567", "bomb solo solo solo"),  # a bomb and low cards: two of them can only go with the lowest quad
        ("333345", "quad_solo"),
        ("777789", "bomb solo solo"),
        ("345678", "solo_chain"),
        ("XD", "rocket"),
        ("33344456", "plane_solo"),
    ],
)
def test_shipped_weights_split_as_a_player_would(standard: CompiledRules, hand: str, wanted: str) -> None:
    split = engine.split(standard, cards.pack(hand))
    if hand == "3333567":  # 333356 and 7 or 3333, 5, 6, 7, by weights
        assert {combo.shape for combo in split.combos} <= {"bomb", "solo", "quad_solo"}
    else:
        assert " ".join(combo.shape for combo in split.combos) == wanted


def test_deuces_are_the_best_bomb(standard: CompiledRules) -> None:
    scores = [engine.split(standard, cards.pack(rank * 4)).score for rank in "3456789TJQKA2"]
    assert scores == sorted(scores)
    assert scores[-1] > scores[-2]


def test_first_hints_of_a_published_example(standard: CompiledRules) -> None:
    """`333345` goes out at once; `433335X` keeps its bomb and leads the four."""
    assert engine.hints(standard, cards.pack("333345"))[0].combo.size == 6
    kept = engine.hints(standard, cards.pack("777784"))
    assert cards.text(kept[1].combo.cards) == "4"


GUANDAN = "2d 3s 3c 3d 4s 4d 5d 6h 6c 6d 6d 7h 8h 9h Tc Jd As W D"


def test_a_wild_card_makes_good_what_a_play_takes_from_a_flush() -> None:
    """After a pair of fours, 2 3 W 5 6 of diamonds are left: each hint has the score of the remaining hand."""
    rules = engine.rules_for("guandan", (("level", "T"),))
    parsed = h.service_cards(rules, GUANDAN.split())
    hand, suits = parsed.hand, parsed.suits
    hints = engine.hints(rules, hand, None, 0, None, suits)
    for hint in hints.at(range(len(hints))):
        taken = engine.pick(rules, hand, hint.combo, None, suits)
        rest = tuple(own - played for own, played in zip(suits, taken, strict=True))
        assert hint.score == engine.split(rules, hand - hint.combo.cards, 0, None, rest).score, hint.combo
    assert len(hints) > 100


def test_the_suit_of_a_card_decides_which_combo_it_tears() -> None:
    """A five is led from 34567 and 56789 of spades and a pair of fives; its suit determines the broken combo."""
    rules = engine.rules_for("guandan", (("level", "A"),))
    parsed = h.service_cards(rules, ["3s", "4s", "5s", "5s", "5h", "5c", "6s", "6s", "7s", "7s", "8s", "9s"])
    hints = engine.hints(rules, parsed.hand, None, 0, None, parsed.suits)
    place = next(i for i, hint in enumerate(hints.at(range(len(hints)))) if cards.text(hint.combo.cards) == "5")
    combos = engine.split(rules, parsed.hand, 0, None, parsed.suits).combos
    for suit, shape in ((0, "straight_flush"), (1, "pair")):
        taken = tuple(1 << 4 if i == suit else 0 for i in range(4))
        (torn,) = hints.breaks([place], parsed.hand, parsed.suits, [taken])
        assert [combo.shape for i, combo in enumerate(combos) if torn >> i & 1] == [shape]


@pytest.mark.parametrize(("hand", "combos"), [("44JJJK", {"44", "JJJ", "K"}), ("333444K", {"333444", "K"})])
def test_a_trio_alone_is_a_last_play_where_nothing_takes_kickers(hand: str, combos: set[str]) -> None:
    names = (("trio_alone", "last"), ("trio_solo", "off"), ("trio_pair", "off"), ("quad2", "off"))
    split = engine.split(engine.rules_for("standard", names), cards.pack(hand))
    assert {cards.text(combo.cards) for combo in split.combos} == combos
