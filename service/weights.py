"""Weight sets: what a combo is worth in a split, in turns 手数.

A hand's power is the best sum over all its splits. An empty hand is 0; a combo that takes a turn and wins nothing is
about -1; a bomb is positive because it takes the lead back and stops others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from service.combos import BOMB, ROCKET, Shape


@dataclass(frozen=True, slots=True)
class WeightSet:
    """A named valuation of combos."""

    name: str
    """Shown in every answer; it changes whenever a number does."""
    source: str
    date: str
    value: Callable[[Shape, int, int], float]
    """(shape, place of the first body rank with 0 = rank 3, body ranks) -> turns."""


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

QUAD_BASE, QUAD_STEP, QUAD_KICKER_CARD = 0.2, 0.003, 0.002
"""Badness of a quad with kickers. The published formula has -4.5, better than the bomb and its kickers together, so
that every bomb would be burnt; here only the lowest bombs carry two of the lowest cards away."""


def distance(shape: Shape, start: int, length: int) -> float:
    """Return how far a body lies below the deuce: 12 for a three, 0 for a deuce; the middle of a run counts."""
    middle = start + length / 2 if shape.run[1] > 1 else start
    return 12 - middle


def run_badness(shape: Shape, length: int) -> float:
    """Return the badness of a run's length."""
    return RUN_STEP * max(0, length - RUN_BONUS_FROM[shape.copies]) if shape.run[1] > 1 else 0.0


def badness(shape: Shape, start: int, length: int) -> float:
    """Return the badness of a combo in Dou Dizhu's seed units."""
    d = distance(shape, start, length)
    cards = shape.kickers * shape.kicker_size * length
    if shape.tier == ROCKET:
        return ROCKET_BASE
    if shape.tier == BOMB:
        return BOMB_BASE + BOMB_STEP * d
    if shape.copies == 4:
        return QUAD_BASE + QUAD_STEP * d - QUAD_KICKER_CARD * cards
    base, step = BASE[shape.copies]
    return base + step * d + run_badness(shape, length) - KICKER_CARD * cards


def seed_turns(shape: Shape, start: int, length: int) -> float:
    """Return the value of a combo in turns."""
    return -(PLAY + BADNESS * badness(shape, start, length)) / TURN


LANDLORD = WeightSet(
    name="landlord-1",
    source="published hand-set formula of a weight-based Dou Dizhu robot, its deuces and quads mended",
    date="2026-11-21",
    value=seed_turns,
)

WEIGHTS: Mapping[str, WeightSet] = MappingProxyType({"standard": LANDLORD})
"""The weight set in force by variant. ◄ a new variant's weights go here."""
