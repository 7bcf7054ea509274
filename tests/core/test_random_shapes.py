"""Random rows that no game has: plays and splits of the core, compared with all choices of cards."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from service.advice.levels import policy_of
from service.core.bindings import Buffers, ffi, lib
from service.core.engine import rules_for
from service.core.robots import Policy
from tests.helpers.policies import POWER

ROBOTS = [Policy("random"), POWER, policy_of("club")]

LOW = 5
"""Ranks 0 to 4 of the hands, and the two jokers."""

JOKERS = (13, 14)
FOUR_OF = tuple(range(LOW))
TWO = 1 << 2 | 1 << lib.RANK_WILD
"""Wild cards of two nibbles."""

OF_A_TABLE = (lib.FOLLOW_BOMB, lib.FOLLOW_WEAK, lib.READING_FIRST, lib.SHORT_FOLLOW)
"""Flags of rules about follows."""

DEAD = -10 * lib.SCORE_UNIT
"""Value in a split of an unused wild card that is no play alone."""


def hand_of(counts: dict[int, int]) -> int:
    return sum(n << 4 * rank for rank, n in counts.items())


def counts_of(hand: int) -> dict[int, int]:
    """Return the number of cards of each rank in a hand."""
    return {rank: hand >> 4 * rank & 15 for rank in range(lib.RANKS) if hand >> 4 * rank & 15}


def size_of(hand: int) -> int:
    return sum(counts_of(hand).values())


def parts_of(hand: int) -> list[int]:
    """Return all nonempty subsets of a hand."""
    counts = counts_of(hand)
    chosen = product(*(range(n + 1) for n in counts.values()))
    return [hand_of(dict(zip(counts, each, strict=True))) for each in chosen if any(each)]


def drawn_row(rng: random.Random, runs: int, wild: bool) -> dict[str, int]:
    """Return a row that may be inconsistent."""
    row = {
        "copies": rng.choice((1, 1, 2, 2, 3, 3, 3, 4, 4, 5)),
        "run_min": 1,
        "run_max": 1,
        "ranks": rng.choice((0x601F, 31, 30, 0x6000, 21)),
    }
    if rng.random() < 0.05:
        row["named"] = rng.choice((1 << 52 | 1 << 56, 2 << 52, 2 << 56 | 1 << 52, 2))
        row["copies"] = rng.choice((1, 2, 4))
    elif runs and rng.random() < 0.45:
        row["run_min"] = rng.randint(2, 3)
        row["run_max"] = rng.randint(row["run_min"], runs)
    if row["copies"] > 2 and not row.get("named") and rng.random() < 0.6:
        row |= {
            "kickers": rng.choice((1, 1, 2)),
            "kicker_size": rng.choice((1, 1, 2)),
            "kicker_same": rng.choice((1, 1, 2, 4)),
        }
        row["flags"] = rng.choice((0, 0, 1)) | rng.choice((0, 2)) | rng.choice((0, 4))
        row["flags"] |= rng.choice((0, 0, lib.KICKER_NO_JOKER)) | rng.choice((0, 0, lib.KICKER_NO_TWO))
        if not wild and rng.random() < 0.4 and row["kicker_size"] == 1:
            row["flags"] |= lib.KICKERS_SHORT
            row["kickers_least"] = rng.choice((0, 0, 1))
            if rng.random() < 0.3:  # without kickers, but only as the last play
                row |= {
                    "kickers": 0,
                    "kicker_size": 0,
                    "kicker_same": 0,
                    "kickers_least": 0,
                    "flags": lib.KICKERS_SHORT,
                }
    elif wild and rng.random() < 0.3:
        row["wilds"] = rng.choice((lib.WILD_SOME, lib.WILD_NONE, lib.WILD_ONLY))
    row["tier"] = rng.choice((0, 0, 0, 1, 2))
    return row


def drawn_rules(rng: random.Random) -> Any:
    """Return consistent rules."""
    while True:
        wild = rng.choice((0, 0, 0, 1 << lib.RANK_WILD, 1 << 2, TWO, TWO))
        runs = rng.choice((0, 3, LOW, LOW))
        order = rng.sample(range(LOW), runs) if rng.random() < 0.3 else list(range(runs))
        rows = [{"copies": 1, "run_min": 1, "run_max": 1, "ranks": rng.choice((0x601F, 0x601F, 0x601E))}]
        rows += [drawn_row(rng, runs, bool(wild)) for _ in range(rng.randint(2, 8))]
        kicker_wild = lib.KICKER_WILD if wild and rng.random() < 0.6 else 0
        for i, row in enumerate(rows):
            row["family"] = rng.choice((i, i, i, 0))
            if row.get("kickers"):
                row["flags"] |= kicker_wild
        rules = ffi.new("struct rules *", {"shapes": rows, "n_shapes": len(rows), "n_run": runs, "run": order})
        rules.power = rng.sample(range(lib.RANKS), lib.RANKS) if rng.random() < 0.3 else list(range(lib.RANKS))
        rules.wild_cards, rules.wild_ranks = wild, rng.choice((31, 31, 0x601F)) if wild else 0
        rules.wild_rank = rng.choice((lib.RANK_NONE, 3)) if wild >> lib.RANK_WILD else lib.RANK_NONE
        key = 0 if wild else rng.choice((0, lib.KEY_LOW))  # that of wild cards is the highest
        rules.flags = lib.SHORT_LEAD | key
        if lib.rules_verify(rules) == 0:
            return rules


def drawn_hand(rng: random.Random, rules: Any, size: int) -> int:
    """Return cards of few ranks, some of them wild if the rules have wild cards."""
    deck = [rank for rank in rng.sample(FOUR_OF, rng.choice((2, 3, 4))) for _ in range(5)] + [*JOKERS, *JOKERS]
    if rules.wild_cards >> lib.RANK_WILD:
        deck += [lib.RANK_WILD] * rng.choice((3, 6, 15))
    counts: dict[int, int] = {}
    for rank in rng.sample(deck, size):
        counts[rank] = counts.get(rank, 0) + 1
    return hand_of(counts)


def readings(rules: Any, cards: int, hand: int) -> list[Any]:
    out = ffi.new("struct combo[]", lib.MAX_READINGS)
    n = lib.read_all(rules, ffi.new("struct play *", {"cards": cards}), hand, out, lib.MAX_READINGS)
    assert n >= 0
    return [ffi.new("struct combo *", out[i]) for i in range(n)]


def stored(rules: Any, table: Any, cards: int) -> bool:
    """Return whether some cards may be played at a table."""
    out = ffi.new("struct combo *")
    return int(lib.table_play(rules, table, ffi.new("struct play *", {"cards": cards}), out)) == 1


def listed(rules: Any, table: Any) -> list[Any]:
    """Return every play of a table."""
    out = ffi.new("struct combo[]", lib.MAX_MOVES)
    n = lib.moves_legal(rules, table, out, lib.MAX_MOVES)
    assert n >= 0
    return [ffi.new("struct combo *", out[i]) for i in range(n)]


def played(rules: Any, cards: int) -> tuple[int, int]:
    """Return ordinary cards and the number of wild ones (or which ones, if there are no others)."""
    wild = sum(15 << 4 * rank for rank in range(lib.RANKS) if rules.wild_cards >> rank & 1) & cards
    return (cards - wild, size_of(wild)) if cards != wild else (0, wild)


@pytest.mark.parametrize("seed", range(80))
def test_the_plays_of_a_table_are_the_cards_that_may_be_played_there(seed: int) -> None:
    rng = random.Random(seed)
    rules = drawn_rules(rng)
    rules.flags |= sum(rng.choice((0, flag)) for flag in OF_A_TABLE)
    if not rules.wild_cards:  # four wild cards of one nibble are not a bomb that must stay whole
        rules.flags |= rng.choice((0, lib.BOMB_WHOLE))
    if lib.rules_verify(rules):
        rules.flags &= ~lib.READING_FIRST
    for _ in range(3):
        hand = drawn_hand(rng, rules, rng.randint(4, 9))
        table = ffi.new("struct table *", {"hand": hand})
        leads = listed(rules, table)
        assert {played(rules, play.cards) for play in leads} == {
            played(rules, cards) for cards in parts_of(hand) if stored(rules, table, cards)
        }
        other = drawn_hand(rng, rules, 7)
        for to_beat in rng.sample(lead := listed(rules, ffi.new("struct table *", {"hand": other})), min(4, len(lead))):
            table = ffi.new("struct table *", {"hand": hand, "to_beat": to_beat[0]})
            answers = listed(rules, table)
            assert {played(rules, play.cards) for play in answers} == {
                played(rules, cards) for cards in parts_of(hand) if stored(rules, table, cards)
            }
            assert all(lib.read_beats(rules, play, to_beat) for play in answers)
            beats = lib.moves_can_beat(rules, hand, ffi.NULL, to_beat, size_of(hand), 1)
            assert bool(answers) == bool(beats)


def place_of(rules: Any, combo: Any) -> int:
    """Return the index of the value of a combo in its row."""
    shape = rules.shapes[combo.shape]
    if shape.named:
        return 0
    return int(list(rules.run).index(combo.rank) if shape.run_max > 1 else combo.rank)


def slow_split(rules: Any, weights: Any, hand: int) -> tuple[int, int] | None:
    """Return (score, -turns) of the best split of a hand; None if there is none."""

    @cache
    def worth(cards: int) -> int | None:
        values = [
            weights.value[c.shape][place_of(rules, c)][c.length]
            for c in readings(rules, cards, cards)
            if not is_short(c)
        ]
        return max(values, default=None)

    @cache
    def last(cards: int) -> int | None:
        values = [weights.value[c.shape][place_of(rules, c)][c.length] for c in readings(rules, cards, cards)]
        return max(values, default=None)

    def is_short(combo: Any) -> bool:
        return bool(rules.shapes[combo.shape].flags & lib.KICKERS_SHORT)

    @cache
    def best(left: int, ended: bool) -> tuple[int, int] | None:
        if not left:
            return (0, 0)
        lowest = 1 << 4 * min(counts_of(left))
        splits = []
        for cards in [*parts_of(left - lowest), 0]:
            taken = cards + lowest
            for value, ends in ((worth(taken), False), (None if ended else last(taken), True)):
                rest = best(left - taken, ended or ends) if value is not None else None
                if rest is not None and value is not None:
                    splits.append((rest[0] + value, rest[1] - 1))
        if lowest == 1 << 60 and rules.wild_rank == lib.RANK_NONE and (rest := best(left - lowest, ended)):
            splits.append((rest[0] + DEAD, rest[1]))
        return max(splits, default=None)

    return best(hand, False)


@pytest.mark.parametrize("seed", range(60))
def test_the_best_split_is_the_best_of_all(seed: int) -> None:
    rng = random.Random(1000 + seed)
    rules = drawn_rules(rng)
    weights = ffi.new("struct weights *")
    for row in range(rules.n_shapes):
        for start in range(lib.RANKS):
            weights.value[row][start] = [rng.randrange(-20000, 10000) for _ in range(lib.MAX_RUN)]
    assert lib.split_verify(rules, weights) == 0
    buffers, split = Buffers(), ffi.new("struct split *")
    with buffers.borrow() as b:
        engine = ffi.new("struct engine *", b.engine[0])
        engine.rules, engine.weights = rules, weights
        for _ in range(2):
            hand = drawn_hand(rng, rules, rng.randint(3, 8))
            wanted = slow_split(rules, weights, hand)
            status = lib.split_best(engine, hand, ffi.NULL, 0, split)
            assert status == (0 if wanted else lib.ERROR_HAND)
            if wanted:
                assert (split.score, -split.turns) == wanted


@pytest.mark.parametrize("seed", range(60))
def test_hints_and_robots_under_any_rows(seed: int) -> None:
    """The score of a hint is the value of the best split of the rest; robots choose listed plays or legal passes."""
    rng = random.Random(2000 + seed)
    rules = drawn_rules(rng)
    rules.flags |= rng.choice((0, lib.PASS_NEVER, lib.PASS_NEVER | lib.PASS_ON_BOMB))
    weights, survey, split = ffi.new("struct weights *"), ffi.new("struct survey *"), ffi.new("struct split *")
    for row in range(rules.n_shapes):
        for start in range(lib.RANKS):
            weights.value[row][start] = [rng.randrange(-20000, 10000) for _ in range(lib.MAX_RUN)]
    hints, choice = ffi.new("struct hint[]", lib.MAX_MOVES), ffi.new("struct choice *")
    with Buffers.borrow() as b:
        engine = ffi.new("struct engine *", b.engine[0])
        engine.rules, engine.weights, engine.nets = rules, weights, ffi.NULL
        for _ in range(3):
            hand, others = drawn_hand(rng, rules, rng.randint(3, 8)), drawn_hand(rng, rules, 12)
            view = ffi.new("struct view *", {"unseen": others, "seats": 3, "left": [0, 6, 6], "ally": [0, 0, 1]})
            view.table.hand = hand
            if rng.random() < 0.5 and (leads := listed(rules, ffi.new("struct table *", {"hand": others}))):
                view.table.to_beat, view.owner = rng.choice(leads)[0], rng.randint(1, 2)
            plays = listed(rules, ffi.addressof(view, "table"))
            n = lib.hints_survey(engine, ffi.addressof(view, "table"), 0, survey, hints, lib.MAX_MOVES)
            assert n in (len(plays), lib.ERROR_HAND)
            for i in range(max(n, 0)):
                rest = hand - hints[i].combo.cards
                assert not rest or lib.split_best(engine, rest, ffi.NULL, 0, split) == 0
                assert hints[i].score == (split.score if rest else 0)
            bombs = sum(play.tier > 0 for play in plays)
            may_pass = lib.table_may_pass(rules, view.owner == 0, len(plays), bombs)
            for policy in ROBOTS:
                status = lib.policy_choose(engine, policy.c, view, seed, choice)
                if status == 0 and not choice.combo.length:
                    assert may_pass
                elif status == 0:
                    assert played(rules, choice.combo.cards) in {played(rules, play.cards) for play in plays}
                else:
                    assert status == lib.ERROR_HAND or not plays


@pytest.mark.parametrize(("cards", "read"), [({0: 3}, 0), ({1: 3}, 1), ({0: 2, lib.RANK_WILD: 1}, 0)])
def test_a_wild_card_that_can_be_no_kicker_is_none(cards: dict[int, int], read: int) -> None:
    """A wild card beside a trio replaces only the lowest rank, which may be the rank of the trio."""
    rows = [{"copies": 1, "run_min": 1, "run_max": 1, "ranks": 0x601F}]
    rows.append({**rows[0], "copies": 3, "kickers": 1, "kicker_size": 1, "kicker_same": 1, "family": 1})
    rows[1]["flags"] = lib.KICKER_WILD
    fields = {"wild_cards": 1 << lib.RANK_WILD, "wild_ranks": 1, "wild_rank": lib.RANK_NONE}
    rules = ffi.new("struct rules *", {"shapes": rows, "n_shapes": 2, "power": list(range(lib.RANKS)), **fields})
    assert lib.rules_verify(rules) == 0
    hand = hand_of({**cards, lib.RANK_WILD: cards.get(lib.RANK_WILD, 0) + 1})
    assert len(readings(rules, hand, hand)) == read
    assert [play.shape for play in listed(rules, ffi.new("struct table *", {"hand": hand}))] == [0, 1][: 1 + read]


@pytest.mark.parametrize(("kickers", "beats"), [((7, 8), 1), ((7, 7), 0)])
def test_four_kickers_alike_are_unread_in_any_row(kickers: tuple[int, int], beats: int) -> None:
    """This includes rows with pairs as kickers: only bombs beat two trios with four of a rank."""
    rules, out = ffi.new("struct rules *", rules_for("standard").c[0]), ffi.new("struct combo[]", 5)
    shape = next(row for row in rules.shapes[0 : rules.n_shapes] if row.run_min == 2 and row.kicker_size == 2)
    shape.flags, shape.kicker_same = shape.flags | lib.UNREAD_KICKERS, 2
    for i, body in enumerate(({0: 3, 1: 3}, {2: 3, 3: 3})):
        cards = hand_of(body) + sum(hand_of({rank: 2}) for rank in kickers)
        assert lib.read_all(rules, ffi.new("struct play *", {"cards": cards}), cards, out + i, 1) == 1
    assert lib.read_beats(rules, out + 1, out) == beats


@pytest.mark.parametrize(("power", "rank"), [(4, 12), (15, 4)])  # of the seven, in addition to the two's 12
def test_wild_cards_of_two_ranks_are_what_beats_more(power: int, rank: int) -> None:
    """Equal in a split and in a reading, even if the order of ranks differs from that of cards."""
    compiled = rules_for("laizi", (("wild", "72"), ("bomb_max", "12")))
    rules, hand = ffi.new("struct rules *", compiled.c[0]), hand_of({4: 3, 12: 4})
    rules.power[4] = power
    assert {(combo.length, combo.rank, combo.key) for combo in readings(rules, hand, hand)} == {
        (1, rank, max(power, 12))
    }
    split = ffi.new("struct split *")
    with Buffers.borrow() as b:
        engine = ffi.new("struct engine *", b.set_engine(compiled)[0])
        engine.rules = rules
        assert not lib.split_best(engine, hand, ffi.NULL, 0, split)
    assert [(combo.cards, combo.rank) for combo in split.combos[0 : split.turns]] == [(hand, rank)]


@pytest.mark.parametrize(("kickers", "turns"), [({5: 1, 8: 1}, 1), ({8: 2}, 2)])
def test_a_play_short_of_kickers_keeps_to_them_in_a_split(kickers: dict[int, int], turns: int) -> None:
    """A row of quads with three different kickers and one with pairs; each play has a negative value."""
    rows = [
        {"copies": 4, "kickers": 3, "kicker_size": 1, "kicker_same": 1, "flags": lib.KICKERS_SHORT},
        {"copies": 4},
        {"copies": 2},
        {"copies": 1},
    ]
    for i, row in enumerate(rows):
        row.update(run_min=1, run_max=1, ranks=0x7FFF, family=i)
    fields = {"n_shapes": len(rows), "power": list(range(lib.RANKS)), "flags": lib.SHORT_LEAD}
    rules, hand = ffi.new("struct rules *", {"shapes": rows, **fields}), hand_of({2: 4, **kickers})
    assert lib.rules_verify(rules) == 0
    weights, split = ffi.new("struct weights *"), ffi.new("struct split *")
    for row, value in enumerate((-1, -2, -3, -100)):
        for rank in range(lib.RANKS):
            weights.value[row][rank] = [value] * lib.MAX_RUN
    with Buffers.borrow() as b:
        engine = ffi.new("struct engine *", b.engine[0])
        engine.rules, engine.weights = rules, weights
        assert not lib.split_best(engine, hand, ffi.NULL, 0, split)
    combos = [(combo.shape, combo.cards) for combo in split.combos[0 : split.turns]]
    assert len(combos) == turns
    assert all(any(c.shape == shape for c in readings(rules, cards, cards)) for shape, cards in combos)
