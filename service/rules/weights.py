"""Weight sets: values of combos in a split, in turns 手数; and the default set.

The strength of a hand is the maximum sum over its splits. An empty hand has 0 turns; a combo that takes a turn without
winning the lead has -1 or slightly less; a bomb has a positive value because it wins the lead and stops others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from service.rules.combos import ORDINARY, Shape


@dataclass(frozen=True, slots=True)
class WeightSet:
    """A named valuation of combos."""

    name: str
    """Name in every answer; changes with every change of a number."""
    source: str
    date: str
    value: Callable[[Shape, int, int], float]
    """(shape, place of the first body rank in runs or in power, body ranks) -> turns."""


Numbers = Mapping[str, float]
"""Parameters of a formula, by name."""

TOP = 12
"""Index of the deuce in Dou Dizhu's order of power, where the distance is 0."""

LANDLORD_NUMBERS: Numbers = MappingProxyType(
    {
        "solo": 0.9675,
        "solo_step": 0.0132,
        "solo_top": 0.0,
        "pair": 0.9685,
        "pair_step": 0.0075,
        "pair_top": 0.0,
        "trio": 0.9665,
        "trio_step": 0.01,
        "kicker": 0.005,
        "solo_chain": 0.9775,
        "solo_chain_long": 0.01,
        "pair_chain": 0.9785,
        "pair_chain_long": 0.01,
        "plane": 0.9865,
        "plane_long": 0.01,
        "bomb": 2.36,
        "bomb_step": 0.0875,
        "rocket": 3.343,
        "quad": 0.85,
        "quad_step": -0.0136,
    }
)
"""Costs of combos in turns at distance 0.

`_step`: for each rank below the deuce; `_top`: gain of solos and pairs for each rank from the ace up; `_long`: cost of
a run for each rank beyond the minimum. Also the gain of each kicker card and the values of bombs. Quads with kickers
cost about a turn, so that bombs are kept.
"""

BOMB_CARD, BOMB_MAKE, PAIR_BOMB = 0.5, {"soft": -0.25, "hard": 0.0, "pure": 0.5}, -1.0
"""Turns that a bomb gains for each card beyond four, by its composition, and as two cards."""

SHORTEST = {1: 5, 2: 3, 3: 2}
"""Minimum length of runs, by copies."""

CHAIN = {1: "solo_chain", 2: "pair_chain", 3: "plane"}
PLAIN = {1: "solo", 2: "pair", 3: "trio"}


def distance(shape: Shape, place: int, length: int) -> float:
    """Return the distance of a body below the deuce: 12 for a three; for a run, that of its middle."""
    return TOP - (place + length / 2 if shape.runs else place)


def bomb_turns(numbers: Numbers, shape: Shape, d: float) -> float:
    worth = numbers["bomb"] - numbers["bomb_step"] * d
    if shape.copies < 4:
        return worth + PAIR_BOMB
    return worth + BOMB_CARD * (shape.copies - 4) + BOMB_MAKE.get(shape.name.partition("_")[0], 0.0)


def landlord_turns(numbers: Numbers, shape: Shape, place: int, length: int) -> float:
    """Return the value of a combo of Dou Dizhu and its family, in turns."""
    d = distance(shape, place, length)
    if shape.name == "rocket":
        return numbers["rocket"]
    if shape.tier > ORDINARY and shape.runs:
        return numbers["rocket"] + 4 * BOMB_CARD * (length - 2)
    if shape.tier > ORDINARY:
        return bomb_turns(numbers, shape, d)
    kickers = numbers["kicker"] * shape.kickers * shape.kicker_size * length
    if shape.copies >= 4:
        return kickers / 5 - numbers["quad"] - numbers["quad_step"] * d
    step = numbers[PLAIN[shape.copies] + "_step"] * d
    if shape.runs:
        name = CHAIN[shape.copies]
        return kickers - numbers[name] - step - numbers[name + "_long"] * (length - SHORTEST[shape.copies])
    gain = numbers.get(PLAIN[shape.copies] + "_top", 0.0) * max(0, 2 - d)
    return kickers + gain - numbers[PLAIN[shape.copies]] - step


LANDLORD = WeightSet(
    name="landlord-2",
    source="published hand-set formula of a weight-based Dou Dizhu robot, its deuces and quads mended; steps of solos"
    " and quads, bombs and the rocket by self-play: accepted over the formula by a sequential test (0 to 3 Elo, LLR"
    " +3.75, 8,000 decks; 0.5057 ± 0.0012 over 120,000 others); power correlates with winning by 0.408, the formula's"
    " by 0.405. An earlier test, 0 to 5 Elo, refused it after 5,000 decks",
    date="2026-11-21",
    value=partial(landlord_turns, LANDLORD_NUMBERS),
)
