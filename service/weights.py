"""Weight sets: what a combo is worth in a split, in turns 手数.

A hand's power is the best sum over all its splits. An empty hand is 0; a combo that takes a turn and wins nothing is
about -1; a bomb is positive because it takes the lead back and stops others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.combos import ORDINARY, Shape


@dataclass(frozen=True, slots=True)
class WeightSet:
    """A named valuation of combos."""

    name: str
    """Shown in every answer; it changes whenever a number does."""
    source: str
    date: str
    value: Callable[[Shape, int, int], float]
    """(shape, place of the first body rank in runs or in power, body ranks) -> turns."""


TURN = 200
"""Seed units in one turn: 150 for making a play and about 50 for its cards."""

PLAY = 150
"""Seed units that every play costs."""

BADNESS = 100
"""Seed units of one unit of badness."""

RUN_BONUS_FROM = {1: 4, 2: 2, 3: 0}
"""Run length beyond which every body rank adds `RUN_STEP`, by copies; 0: every rank of a run."""

RUN_STEP = 0.02
"""Badness of one more rank in a run."""

BASE = {1: (0.435, 0.0151), 2: (0.437, 0.015), 3: (0.433, 0.02)}
"""Badness of ordinary bodies by copies: a constant, and a share of the distance from the deuce."""

KICKER_CARD = 0.01
"""Badness that each card of a trio's kickers takes away."""

BOMB_BASE, BOMB_STEP, ROCKET_BASE = -6.0, 0.175, -8.0
"""Badness of a bomb at distance 0, its step for each rank below, and of the rocket. The deuces lie on the same line
as the other bombs; the published formula put them below the aces."""

BOMB_CARD, BOMB_MAKE, PAIR_BOMB = -1.0, {"soft": 0.5, "hard": 0.0, "pure": -1.0}, 2.0
"""What badness gains by each card of a bomb beyond four, by how it is made, and where two cards are a bomb."""

QUAD_BASE, QUAD_STEP, QUAD_KICKER_CARD = 0.2, 0.003, 0.002
"""Badness of a quad with kickers. The published formula has -4.5, better than the bomb and its kickers together, so
that every bomb would be burnt; here only the lowest bombs carry two of the lowest cards away."""


def distance(shape: Shape, place: int, length: int, top: int = 12) -> float:
    """Return how far a body lies below the highest rank but the jokers; the middle of a run counts."""
    return top - (place + length / 2 if shape.runs else place)


def run_badness(shape: Shape, length: int) -> float:
    """Return the badness of a run's length."""
    return RUN_STEP * max(0, length - RUN_BONUS_FROM[shape.copies]) if shape.runs else 0.0


def bomb_badness(shape: Shape, d: float) -> float:
    """Return the badness of a bomb by its rank, its cards and how it is made."""
    if shape.copies < 4:
        return BOMB_BASE + PAIR_BOMB + BOMB_STEP * d
    make = BOMB_MAKE.get(shape.name.partition("_")[0], 0.0)
    return BOMB_BASE + BOMB_STEP * d + BOMB_CARD * (shape.copies - 4) + make


def badness(shape: Shape, place: int, length: int) -> float:
    """Return the badness of a combo in Dou Dizhu's seed units."""
    d = distance(shape, place, length)
    cards = shape.kickers * shape.kicker_size * length
    if shape.name == "rocket":
        return ROCKET_BASE
    if shape.tier > ORDINARY:
        return bomb_badness(shape, d)
    if shape.copies == 4:
        return QUAD_BASE + QUAD_STEP * d - QUAD_KICKER_CARD * cards
    base, step = BASE[shape.copies]
    return base + step * d + run_badness(shape, length) - KICKER_CARD * cards


def seed_turns(shape: Shape, place: int, length: int) -> float:
    """Return the value of a combo in turns."""
    return -(PLAY + BADNESS * badness(shape, place, length)) / TURN


# ---- Paodekuai ------------------------------------------------------------------------------------------------

RUN_FAST_TURN = 7
"""Points of the published Paodekuai robot that one turn costs."""

RUN_FAST_MIDDLE = 10
"""Rank at which a solo is worth nothing on that scale."""


def run_fast_points(shape: Shape, place: int, length: int) -> float:
    """Return what the published Paodekuai robot gives a combo: points by rank 3..15, more is better."""
    rank = place + 3
    kickers = shape.kickers * shape.kicker_size * length
    if shape.tier > ORDINARY:
        return rank - 3 + 16
    if shape.copies < 3:
        top, cards = rank + length - 1, shape.copies * length
        return top - RUN_FAST_MIDDLE + (1 + 0.6 * max(0, cards - 5) if shape.runs else 0.01 * (shape.copies - 1))
    if shape.runs:
        return rank - 3 + 7 + 5
    return (rank - 3 + 1) / 2 + 0.01 * kickers


def run_fast_turns(shape: Shape, place: int, length: int) -> float:
    """Return the value of a combo in turns."""
    return (run_fast_points(shape, place, length) - RUN_FAST_TURN) / RUN_FAST_TURN


# ---- Guandan --------------------------------------------------------------------------------------------------

GUANDAN_BOMB, GUANDAN_BOMB_CARD, GUANDAN_STEP = -4.0, -1.0, 0.08
"""Badness of four of the level rank as a bomb, of each card more, and of each rank below."""

GUANDAN_SPECIAL = {"straight_flush": -5.5, "joker_bomb": -10.0}
"""Badness of bombs that are no number of one rank: a straight flush lies between five and six cards."""


def guandan_badness(shape: Shape, place: int, length: int) -> float:
    """Return the badness of a combo of Guandan; runs are of one length, so only their height counts."""
    d = distance(shape, place, length)
    if shape.name in GUANDAN_SPECIAL:
        return GUANDAN_SPECIAL[shape.name] + GUANDAN_STEP * d
    if shape.tier > ORDINARY:
        return GUANDAN_BOMB + GUANDAN_BOMB_CARD * (shape.copies - 4) + GUANDAN_STEP * d
    base, step = BASE[shape.copies]
    return base + step * d - KICKER_CARD * shape.kickers * shape.kicker_size


def guandan_turns(shape: Shape, place: int, length: int) -> float:
    """Return the value of a combo in turns."""
    return -(PLAY + BADNESS * guandan_badness(shape, place, length)) / TURN


LANDLORD = WeightSet(
    name="landlord-1",
    source="published hand-set formula of a weight-based Dou Dizhu robot, its deuces and quads mended",
    date="2026-11-21",
    value=seed_turns,
)

RUN_FAST = WeightSet(
    name="run-fast-1",
    source="published scores of a Paodekuai robot, seven of its points to the turn",
    date="2026-11-21",
    value=run_fast_turns,
)

GUANDAN = WeightSet(
    name="guandan-1",
    source="the landlord formula over Guandan's ranks; bombs by number of cards, set by hand",
    date="2026-11-21",
    value=guandan_turns,
)

WEIGHTS: Mapping[str, WeightSet] = MappingProxyType(
    {
        **dict.fromkeys(("standard", "contest", "yuncheng", "laizi", "zhengshangyou"), LANDLORD),
        "paodekuai": RUN_FAST,
        "guandan": GUANDAN,
    }
)
"""The weight set in force by variant. ◄ a new variant's weights go here."""
