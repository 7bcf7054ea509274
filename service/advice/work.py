"""Work of games and sampled deals by the rules: bounds of `limits.games`, and the sizes of reviews.

One is a plain follow, about a third of a millisecond. Callers are charged by measured CPU instead.
"""

from __future__ import annotations

from typing import NamedTuple

from service.rules import cards as c
from service.rules.variant import RuleSet

WILD_CARD = c.RANKS[c.WILD]
"""The rank of wild cards that are counted separately from their rank."""


class Work(NamedTuple):
    """Work of parts of a search under some rules."""

    game: float
    """Work of a game that is played out."""
    world: float
    """Work of a sampled deal."""
    reviewed: float
    """Work of a sampled deal of a review for each turn of the history, up to ten turns: an average over a deal."""
    deal: float
    """Average work of a game over a whole deal, relative to the start: hands get smaller."""


PLAIN = Work(game=1 / 4, world=1 / 100, reviewed=1 / 50, deal=0.15)
FLOWER = Work(game=1 / 2, world=1 / 100, reviewed=1 / 25, deal=0.5)
WILD = Work(game=2.5, world=1 / 50, reviewed=0.6, deal=0.45)
PAIR = Work(game=8, world=1 / 20, reviewed=1.5, deal=0.3)
SUITED = Work(game=5, world=1 / 50, reviewed=0.1, deal=0.5)
DECKS = Work(game=1.5, world=1 / 100, reviewed=1 / 16, deal=0.15)
SOLOS = Work(game=6, world=1 / 100, reviewed=0.3, deal=0.15)
"""Two decks with planes that take solos: a hand has up to some thousand leads."""
SOLO_JOKERS = SOLOS._replace(game=30)
"""The same, where two equal jokers are no pair: two to seven times the work of a game."""


def has_long_planes(setup: RuleSet) -> bool:
    """Return whether planes of two decks take solos."""
    return setup.decks > 1 and any(shape.run and shape.kicker_size == 1 for shape in setup.shapes)


def has_joker_pair(setup: RuleSet) -> bool:
    """Return whether two equal jokers are a pair."""
    return any(shape.name == "pair" and "X" in shape.ranks for shape in setup.shapes)


def work_of(setup: RuleSet) -> Work:
    """Return the work under some rules."""
    wild_ranks = setup.wilds.cards
    if setup.suited and wild_ranks:
        return SUITED
    if len(wild_ranks) > 1:
        return PAIR
    if wild_ranks:
        return FLOWER if wild_ranks == WILD_CARD else WILD
    if setup.decks > 1:
        return DECKS if not has_long_planes(setup) else SOLOS if has_joker_pair(setup) else SOLO_JOKERS
    return PLAIN
