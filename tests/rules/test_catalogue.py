"""Every set of cards that can be a play, counted through the engine under every preset.

The counts are derived by combinatorics from the full deck, and the totals equal those published by the platforms:
RLCard's action space has 27,472 entries (27,471 and the pass), OpenSpiel and others differ as their flags do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest

from service.core import engine
from service.core.bindings import CompiledRules, Play
from service.position.parse.cards import parse_cards
from service.rules import cards
from tests.oracle import doudizhu
from tests.oracle.family import GAMES

RUNS = {
    ("solo_chain", 5, 12): 12,  # 12 - n + 1 places for each length n
    ("pair_chain", 3, 10): 12,
    ("plane", 2, 6): 12,
}
PLANE_SOLO = {
    # n trios: 12 - n places for the body's start + 1, times the ways to choose n single kickers
    "douzero": (979, 3391, 7750, 12211),
    "rlcard": (968, 3282, 7184, 10388),
    "pagat": (847, 2100, 2646, 1568),
    "tencent": (979, 3391, 7750, 12211),
    "contest": (1276, 6041, 21075, 56616),
}
DISTINCT = {"douzero": 29984, "rlcard": 27471, "pagat": 12654, "tencent": 33675, "contest": 93772}
OF_TWO_SHAPES = {"douzero": 9, "rlcard": 0, "pagat": 0, "tencent": 9, "contest": 589}


@cache
def all_sets() -> list[str]:
    """Return the sets of cards that could be a play of Dou Dizhu under any flags."""
    return sorted(doudizhu.plane_sets() | doudizhu.small_sets())


def expected(preset: str) -> Counter[tuple[str, int]]:
    """Return the number of sets of each shape and length."""
    flags = doudizhu.PRESETS[preset]
    counts: Counter[tuple[str, int]] = Counter()
    counts.update({("solo", 1): 15, ("pair", 1): 13, ("trio", 1): 13, ("bomb", 1): 13, ("rocket", 1): 1})
    counts[("trio_solo", 1)] = 13 * 14  # any of the 14 other ranks
    counts[("trio_pair", 1)] = 13 * 12  # any of the 12 other ranks except the jokers
    for (shape, least, most), ranks in RUNS.items():
        counts.update({(shape, n): ranks - n + 1 for n in range(least, most + 1)})
    counts.update({("plane_solo", n): PLANE_SOLO[preset][n - 2] for n in range(2, 6)})
    for n in range(2, 5):  # n pairs among the 13 - n other ranks; a rank of four may be two of them under `quad`
        ranks = 13 - n
        pairs = comb(ranks, n) if not flags.quad else sum(
            comb(ranks, twice) * comb(ranks - twice, n - 2 * twice) for twice in range(n // 2 + 1)
        )  # fmt: skip
        counts[("plane_pair", n)] = (12 - n + 1) * pairs
    singles = comb(14, 2) + (12 if flags.pair else 0) - (0 if flags.both_jokers else 1)
    counts[("quad_solo", 1)] = 13 * singles
    counts[("quad_pair", 1)] = 13 * comb(12, 2) + (comb(13, 2) if flags.quad else 0)  # two quads are one set
    return counts


@pytest.mark.parametrize("preset", doudizhu.PRESETS)
def test_catalogue_of_a_preset(preset: str) -> None:
    rules = engine.rules_for("standard", (("attach", preset),))
    counts: Counter[tuple[str, int]] = Counter()
    distinct = of_two = 0
    for text in all_sets():
        readings = engine.readings(rules, cards.pack(text))
        kinds = {(combo.shape, combo.length) for combo in readings}
        counts.update(kinds)
        distinct += bool(kinds)
        of_two += len({shape for shape, _ in kinds}) > 1
    assert counts == expected(preset)
    assert distinct == DISTINCT[preset]
    assert of_two == OF_TWO_SHAPES[preset]


def test_pagat_planes_are_plain_binomials() -> None:
    """Different kicker ranks: C(15 - n, n) choices, less those with both jokers, C(13 - n, n - 2)."""
    for n in range(2, 6):
        choices = comb(15 - n, n) - comb(13 - n, n - 2)
        assert PLANE_SOLO["pagat"][n - 2] == (12 - n + 1) * choices


@pytest.mark.parametrize("preset", doudizhu.PRESETS)
def test_every_set_reads_as_in_the_reference(preset: str) -> None:
    """A fixed sample of the catalogue, every reading of it."""
    rules, flags = engine.rules_for("standard", (("attach", preset),)), doudizhu.PRESETS[preset]
    for text in all_sets()[::7]:
        readings = {(combo.shape, combo.rank, combo.length) for combo in engine.readings(rules, cards.pack(text))}
        assert readings == doudizhu.readings(text, flags), text


# ---- the relatives ------------------------------------------------------------------------------------------------


def multisets(deck: Mapping[str, int], least: int, most: int) -> Iterator[str]:
    """Yield every choice of *least* to *most* cards of a deck by rank."""
    ranks = "".join(deck)
    for size in range(least, most + 1):
        for chosen in combinations_with_replacement(ranks, size):
            if all(chosen.count(rank) <= deck[rank] for rank in set(chosen)):
                yield "".join(chosen)


def tally(rules: CompiledRules, sets: Iterable[str]) -> Counter[tuple[str, int]]:
    """Return how many sets have each shape and length."""
    counts: Counter[tuple[str, int]] = Counter()
    for text in sets:
        counts.update({(combo.shape, combo.length) for combo in engine.readings(rules, cards.pack(text))})
    return counts


def runs(shape: str, least: int, most: int, ranks: int = 12) -> dict[tuple[str, int], int]:
    """Return the number of starts of a run of each length among *ranks* consecutive ranks."""
    return {(shape, n): ranks - n + 1 for n in range(least, most + 1)}


def test_catalogue_of_yuncheng() -> None:
    """All 54 cards without the flower: kickers of different ranks, both jokers among them, and runs of quads."""
    quads: set[str] = set()
    for start, n in [(at, long) for long in range(2, 6) for at in range(13 - long)]:
        body = "3456789TJQKA"[start : start + n]
        others = [rank for rank in doudizhu.RANKS if rank not in body]
        quads.add(body * 4)
        if n < 4:  # larger ones would exceed 21 cards
            quads |= {body * 4 + "".join(kickers) for kickers in combinations(others, 2 * n)}
        if n < 3:
            quads |= {body * 4 + 2 * "".join(kickers) for kickers in combinations(others[:-2], 2 * n)}
    wanted = Counter({("solo", 1): 15, ("pair", 1): 13, ("trio", 1): 13, ("bomb", 1): 13, ("rocket", 1): 1})
    wanted.update({("trio_solo", 1): 13 * 14, ("trio_pair", 1): 13 * 12})
    wanted.update(runs("solo_chain", 5, 12) | runs("pair_chain", 3, 10) | runs("plane", 2, 7))
    wanted.update({("plane_solo", n): (13 - n) * comb(15 - n, n) for n in range(2, 6)})
    wanted.update({("plane_pair", n): (13 - n) * comb(13 - n, n) for n in range(2, 5)})
    wanted.update({("quad_solo", 1): 13 * comb(14, 2), ("quad_pair", 1): 13 * comb(12, 2)})
    wanted.update(runs("quad_chain", 2, 5))
    wanted.update({("quad_chain_solo", n): (13 - n) * comb(15 - n, 2 * n) for n in (2, 3)})
    wanted.update({("quad_chain_pair", 2): 11 * comb(11, 4)})
    seven = {("3456789TJQKA"[start : start + 7]) * 3 for start in range(6)}
    assert tally(engine.rules_for("yuncheng"), {*map(doudizhu.ordered, {*all_sets(), *quads, *seven})}) == wanted


PAODEKUAI = {
    # 3..K four each, three aces, one 2
    ("solo", 1): 13,
    ("pair", 1): 12,
    ("bomb", 1): 11,
    ("solo_chain", 5): 8,
    ("solo_chain", 6): 7,
    ("solo_chain", 7): 6,
    ("pair_chain", 2): 11,
    ("pair_chain", 3): 10,
    # two wings beside three of 3..K: two of 13 ranks, or a pair of 11 (not of the fourth card, not of the 2);
    # beside three aces: two of 12 ranks, or a pair of 11
    ("trio_two", 1): 11 * (comb(13, 2) + 11) + comb(12, 2) + 11,
    # missing wings, as a whole hand: none, or one of 13 ranks (12 beside the aces)
    ("trio_short", 1): 12 + 11 * 13 + 12,
    # two trios in a row with no wing or one: of 13 ranks, but 12 beside KKKAAA, which leaves no ace
    ("plane_short", 2): 11 + 10 * 13 + 12,
    # three wings of the 12 other ranks: all different, a pair and one, or three alike (not of the 2)
    ("quad_three", 1): 11 * (comb(12, 3) + 11 * 11 + 11),
    # one wing, or two: of two ranks or a pair
    ("quad_short", 1): 11 * (12 + comb(12, 2) + 11),
}


def test_catalogue_of_paodekuai() -> None:
    """Every set of seven cards or fewer of the deck of 48, each as a whole hand."""
    rules = engine.rules_for("paodekuai")
    assert tally(rules, multisets(rules.setup.deck, 1, 7)) == PAODEKUAI


def test_small_sets_of_paodekuai_read_as_in_the_slow_rules() -> None:
    rules, game = engine.rules_for("paodekuai"), GAMES["paodekuai"]()
    for text in [*multisets(rules.setup.deck, 1, 4), *list(multisets(rules.setup.deck, 5, 7))[::29]]:
        readings = {(combo.shape, combo.rank, combo.length) for combo in engine.readings(rules, cards.pack(text))}
        assert readings == {(r.shape, r.key, r.length) for r in game.readings(text, text)}, text


@pytest.mark.parametrize("level", "25A")
def test_catalogue_of_guandan(level: str) -> None:
    """All sets of six cards or fewer without a wild card; suits are unknown, so that no straight is of one suit."""
    rules = engine.rules_for("guandan", (("level", level),))
    deck = {rank: n for rank, n in rules.setup.deck.items() if rank != "W"}
    assert tally(rules, multisets(deck, 1, 6)) == {
        ("solo", 1): 15,
        ("pair", 1): 15,  # of both jokers too
        ("trio", 1): 13,
        ("trio_pair", 1): 13 * 14,  # a pair of 12 ranks or of jokers
        ("solo_chain", 5): 10,  # from A2345 to TJQKA
        ("pair_chain", 3): 12,  # from AA2233 to QQKKAA
        ("plane", 2): 13,  # from AAA222 to KKKAAA
        ("bomb", 1): 13,
        ("bomb_5", 1): 13,
        ("bomb_6", 1): 13,
        ("joker_bomb", 1): 1,
    }
    assert tally(rules, (rank * n for rank in deck for n in range(7, deck[rank] + 1))) == {
        ("bomb_7", 1): 12,  # the level rank has six cards that are not wild
        ("bomb_8", 1): 12,
    }


def test_straight_flushes_of_guandan() -> None:
    """Ten runs in four suits; the same ranks in mixed suits are only straights."""
    rules = engine.rules_for("guandan", (("level", "8"),))
    counts: Counter[str] = Counter()
    for start in range(10):
        for suits in product("shcd", repeat=5):
            text = "".join(rank + suit for rank, suit in zip("A23456789TJQKA"[start:], suits, strict=False))
            parsed = parse_cards(text, kind=rules.setup.kind)
            shapes = [combo.shape for combo in engine.readings(rules, Play(parsed.hand, 0, parsed.suits))]
            if "8h" not in text:
                assert len(shapes) == 1
                counts.update(shapes)
    # of ten runs five have an eight, whose heart is wild: three suits there for that card, so no run of hearts
    assert counts == {"straight_flush": 5 * 4 + 5 * 3, "solo_chain": 5 * (4**5 - 4) + 5 * (3 * 4**4 - 3)}


def test_catalogue_of_laizi() -> None:
    """All sets of five cards or fewer with the sevens wild; r is any of the 12 other ranks."""
    rules = engine.rules_for("laizi", (("wild", "7"),))
    run = "3456789TJQKA"
    straights = {
        (part, k)
        for k in range(5)
        for start in range(8)
        for part in combinations([rank for rank in run[start : start + 5] if rank != "7"], 5 - k)
    }
    counts = tally(rules, multisets(rules.setup.deck, 1, 5))
    assert counts[("solo", 1)] == 15
    assert counts[("pair", 1)] == 12 + 12 + 1  # rr, r7, 77
    assert counts[("trio", 1)] == 12 * 3 + 1  # rrr, rr7, r77, 777
    assert counts[("soft_bomb", 1)] == 12 * 3  # rrr7, rr77, r777
    assert (counts[("hard_bomb", 1)], counts[("pure_bomb", 1)], counts[("rocket", 1)]) == (12, 1, 1)
    assert counts[("solo_chain", 5)] == len(straights)


def test_catalogue_of_zhengshangyou() -> None:
    """Every set of five cards or fewer, and all runs up to a hand of eighteen."""
    rules = engine.rules_for("zhengshangyou", (("min_run", "3"),))
    ranks = "3456789TJQKA2XD"
    long = {
        ranks[i:j] * copies for copies in (1, 2) for i in range(15) for j in range(i + 3, 16) if (j - i) * copies > 5
    }
    wanted = {("solo", 1): 15, ("pair", 1): 13, ("trio", 1): 13, ("bomb", 1): 13, ("rocket", 1): 1}
    wanted |= runs("solo_chain", 3, 12) | runs("pair_chain", 3, 9)
    assert tally(rules, [*multisets(rules.setup.deck, 1, 5), *map(doudizhu.ordered, long)]) == wanted
