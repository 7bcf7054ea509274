"""Rates of the cost of a request in units, and the costs of games and worlds, which several requests share.

The rates were fitted to CPU time; `python -m tools.bench.cost` measures the most expensive input of each operation.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from service.advice import robot
from service.rules import cards as c
from service.rules.variant import RuleSet

MOST_UNITS = 6_000
"""Units of the most expensive question that is answered: some three seconds of a core."""

MOST_BATCH_UNITS = 12_000
"""Units of the most expensive batch: some six seconds of a core, a third of the deadline of a batch."""

MOST_EXPLAINED = 10
"""Turns of a history that a world is charged for at most."""

WILD_CARD = c.RANKS[c.WILD]
"""The rank of wild cards that are counted separately from their rank."""


class UnitRates(NamedTuple):
    """Units for each play or game. The wild cards and the suits of the rules select a row."""

    rated: float
    """For each legal play: scoring the remaining hand."""
    listed: float
    """For each hint of the answer."""
    opinion: float
    """For each legal play: the opinion of a level."""
    game: float
    """For each game that a search plays to its end."""
    world: float
    """For each world that beliefs draw."""
    explained: float
    """For each world and each turn of a history, `MOST_EXPLAINED` of them at most: later turns are of smaller hands."""
    policy: float
    """For each legal play: to weigh it by role and danger."""
    deal: float
    """Share of these units that a game and a world cost on average over a whole deal: hands get smaller."""
    filtered: float = 1 / 4000
    """For each legal play and each play of `only` and `avoid` that it is compared with."""


PLAIN_RATES = UnitRates(
    rated=1 / 400, listed=1 / 30, opinion=1 / 60, game=1 / 4, world=1 / 100, explained=1 / 50, policy=1 / 400, deal=0.15
)
FLOWER_RATES = UnitRates(
    rated=1 / 120, listed=1 / 30, opinion=1 / 60, game=1 / 2, world=1 / 100, explained=1 / 25, policy=1 / 400, deal=0.5
)
WILD_RATES = UnitRates(
    rated=1 / 60, listed=1 / 12, opinion=1 / 30, game=2.5, world=1 / 50, explained=0.6, policy=1 / 300, deal=0.45
)
PAIR_RATES = UnitRates(
    rated=1 / 25, listed=1 / 3, opinion=1 / 12, game=8, world=1 / 20, explained=1.5, policy=1 / 300, deal=0.3
)
SUITED_RATES = UnitRates(
    rated=1 / 15, listed=1 / 4, opinion=1 / 15, game=5, world=1 / 50, explained=0.1, policy=1 / 300, deal=0.5
)


def rates_of(setup: RuleSet) -> UnitRates:
    """Return the rates of some rules."""
    wild_ranks = setup.wilds.cards
    if setup.suited and wild_ranks:
        return SUITED_RATES
    if len(wild_ranks) > 1:
        return PAIR_RATES
    if wild_ranks:
        return FLOWER_RATES if wild_ranks == WILD_CARD else WILD_RATES
    return PLAIN_RATES


def worlds_cost(worlds: int, turns: int, rates: UnitRates) -> float:
    """Return the units of drawing *worlds* and weighting each by how well it explains a number of turns."""
    return worlds * (rates.world + min(turns, MOST_EXPLAINED) * rates.explained)


def search_cost(level: robot.Level, games: int, turns: int, setup: RuleSet) -> float:
    """Return the units of a search with a number of games after a number of turns; 0 for a level without search."""
    if level.budget is None:
        return 0.0
    rates = rates_of(setup)
    worlds = int(min(1.0, games / level.budget.games) * level.budget.worlds) // setup.fewer_worlds
    return max(games, 2 * level.budget.candidates) * rates.game + worlds_cost(worlds, turns, rates)


def whole_units(units: float) -> int:
    """Return the charge of a request: one unit, and its cost beyond a plain follow."""
    return 1 + math.floor(units)
