"""Rates of cost units, and the costs of games and worlds, which several kinds of requests share.

The rates were fitted to CPU time; `python -m dev.bench.cost_search` searches for requests that cost more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from service.advice import robot
from service.rules import cards as c
from service.rules.variant import RuleSet

MOST_UNITS = 6_000
"""Maximum units of a request: at most about two seconds of a core."""

MOST_BATCH_UNITS = 12_000
"""Maximum units of a batch: at most about five seconds of a core, a quarter of the deadline of a batch."""

WILD_CARD = c.RANKS[c.WILD]
"""The rank of wild cards that are counted separately from their rank."""


class UnitRates(NamedTuple):
    """Units for each play or game, by the wild cards and the suits of the rules."""

    rated: float
    """Units for each legal play: scoring the remaining hand."""
    turn: float
    """Units for each turn of a history that is replayed."""
    listed: float
    """Units for each hint of the answer."""
    opinion: float
    """Units for each legal play: the score of a level."""
    game: float
    """Units for each game that a search plays out."""
    world: float
    """Units for each world sampled for beliefs."""
    explained: float
    """Units for each world after a history: the first turns, with the largest hands, cost most."""
    reviewed: float
    """Units for each world of a review and turn of the history, up to ten turns: an average over a deal."""
    policy: float
    """Units for each legal play: the rules of play."""
    deal: float
    """Average cost of a game or a world over a whole deal, relative to the start: hands get smaller."""
    balanced: float
    """Units of a balanced deal: it is shuffled about three times, and every hand is split each time."""
    states: float
    """States of open hands per unit."""
    filtered: float = 1 / 4000
    """Units for each legal play and each pattern of `only` and `avoid`."""


PLAIN_RATES = UnitRates(
    rated=1 / 120,
    turn=1 / 25,
    listed=1 / 22,
    opinion=1 / 60,
    game=1 / 4,
    world=1 / 100,
    explained=0.2,
    reviewed=1 / 50,
    policy=1 / 400,
    deal=0.15,
    balanced=9,
    states=400,
)
FLOWER_RATES = UnitRates(
    rated=1 / 80,
    turn=1 / 15,
    listed=1 / 22,
    opinion=1 / 60,
    game=1 / 2,
    world=1 / 100,
    explained=1.1,
    reviewed=1 / 25,
    policy=1 / 400,
    deal=0.5,
    balanced=8,
    states=240,
)
WILD_RATES = UnitRates(
    rated=1 / 60,
    turn=1 / 10,
    listed=1 / 12,
    opinion=1 / 30,
    game=2.5,
    world=1 / 50,
    explained=5.5,
    reviewed=0.6,
    policy=1 / 300,
    deal=0.45,
    balanced=16,
    states=240,
)
PAIR_RATES = UnitRates(
    rated=1 / 20,
    turn=1 / 10,
    listed=1 / 3,
    opinion=1 / 12,
    game=8,
    world=1 / 20,
    explained=6.6,
    reviewed=1.5,
    policy=1 / 300,
    deal=0.3,
    balanced=40,
    states=240,
)
SUITED_RATES = UnitRates(
    rated=1 / 15,
    turn=1 / 10,
    listed=1 / 4,
    opinion=1 / 15,
    game=5,
    world=1 / 50,
    explained=5.2,
    reviewed=0.1,
    policy=1 / 300,
    deal=0.5,
    balanced=8,
    states=110,
)
DECKS_RATES = PLAIN_RATES._replace(turn=1 / 20, game=1.5, explained=0.5, reviewed=1 / 16, balanced=12, states=200)
"""Rates of two decks without wild cards."""

SOLOS_RATES = DECKS_RATES._replace(rated=1 / 20, game=6, explained=3, reviewed=0.3, balanced=45, states=100)
"""Rates of two decks with planes that take solos: a hand has up to some thousand leads."""


def has_long_planes(setup: RuleSet) -> bool:
    """Return whether planes of two decks take solos."""
    return setup.decks > 1 and any(shape.run and shape.kicker_size == 1 for shape in setup.shapes)


def rates_of(setup: RuleSet) -> UnitRates:
    """Return the rates of some rules."""
    wild_ranks = setup.wilds.cards
    if setup.suited and wild_ranks:
        return SUITED_RATES
    if len(wild_ranks) > 1:
        return PAIR_RATES
    if wild_ranks:
        return FLOWER_RATES if wild_ranks == WILD_CARD else WILD_RATES
    if setup.decks > 1:
        return SOLOS_RATES if has_long_planes(setup) else DECKS_RATES
    return PLAIN_RATES


def worlds_cost(worlds: int, turns: int, rates: UnitRates) -> float:
    """Return the units of sampling *worlds* and, after any *turns*, weighting each by the likelihood of the history."""
    return worlds * (rates.world + (rates.explained if turns else 0))


def search_worlds(level: robot.Level, games: int, setup: RuleSet) -> int:
    """Return the number of worlds that a search with a number of games samples; 0 for a level without search."""
    if level.budget is None:
        return 0
    return int(min(1.0, games / level.budget.games) * level.budget.worlds) // setup.fewer_worlds


def search_cost(level: robot.Level, games: int, turns: int, setup: RuleSet) -> float:
    """Return the units of a search with a number of games after a number of turns; 0 for a level without search."""
    if level.budget is None:
        return 0.0
    rates = rates_of(setup)
    worlds = worlds_cost(search_worlds(level, games, setup), turns, rates)
    return max(games, 2 * level.budget.candidates) * rates.game + worlds


def least_search_cost(level: robot.Level, games: int) -> float:
    """Return a lower bound of the units of a search under any rules; with 0 games, of the fewest that it plays."""
    return max(games, 2 * level.budget.candidates) * PLAIN_RATES.game if level.budget else 0.0


def whole_units(units: float) -> int:
    """Return the charge of a request: one unit, and its cost beyond a plain follow."""
    return 1 + math.floor(units)
