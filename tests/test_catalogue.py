"""Every set of cards that can be a play, counted through the engine under every preset.

The counts are derived by the reference's combinatorics from the full deck, and the totals are those that the platforms
publish: RLCard's action space has 27,472 entries (27,471 and the pass), OpenSpiel and others differ as their flags do.
"""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from service import cards, engine
from tests import reference

SETS = sorted(reference.plane_sets() | reference.small_sets())

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


def expected(preset: str) -> Counter[tuple[str, int]]:
    """Return how many sets each shape and length has."""
    flags = reference.PRESETS[preset]
    counts: Counter[tuple[str, int]] = Counter()
    counts.update({("solo", 1): 15, ("pair", 1): 13, ("trio", 1): 13, ("bomb", 1): 13, ("rocket", 1): 1})
    counts[("trio_solo", 1)] = 13 * 14  # any of the 14 other ranks
    counts[("trio_pair", 1)] = 13 * 12  # any of the 12 other ranks but the jokers
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


@pytest.mark.parametrize("preset", reference.PRESETS)
def test_catalogue_of_a_preset(preset: str) -> None:
    rules = engine.rules_for("standard", (("attach", preset),))
    found: Counter[tuple[str, int]] = Counter()
    distinct = of_two = 0
    for text in SETS:
        readings = engine.readings(rules, cards.pack(text))
        kinds = {(combo.shape, combo.length) for combo in readings}
        found.update(kinds)
        distinct += bool(kinds)
        of_two += len({shape for shape, _ in kinds}) > 1
    assert found == expected(preset)
    assert distinct == DISTINCT[preset]
    assert of_two == OF_TWO_SHAPES[preset]


def test_pagat_planes_are_plain_binomials() -> None:
    """Different kicker ranks: C(15 - n, n) choices, less those with both jokers, C(13 - n, n - 2)."""
    for n in range(2, 6):
        choices = comb(15 - n, n) - comb(13 - n, n - 2)
        assert PLANE_SOLO["pagat"][n - 2] == (12 - n + 1) * choices


@pytest.mark.parametrize("preset", reference.PRESETS)
def test_every_set_reads_as_in_the_reference(preset: str) -> None:
    """A fixed sample of the catalogue, every reading of it."""
    rules, flags = engine.rules_for("standard", (("attach", preset),)), reference.PRESETS[preset]
    for text in SETS[::7]:
        found = {(combo.shape, combo.rank, combo.length) for combo in engine.readings(rules, cards.pack(text))}
        assert found == reference.readings(text, flags), text
