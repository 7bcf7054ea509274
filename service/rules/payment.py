"""What a deal pays, as data for robots: what `Variant.settle` makes of a deal that nobody bid for, doubled or raised.

Payments that depend on cards which a robot cannot know, and on who let whom go out, are left out (扎鸟, 包赔). Where
only winners are paid, the other side loses as much: what counts is the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.rules.combos import ORDINARY, Shape


@dataclass(frozen=True, slots=True)
class DealPayment:
    """What a deal pays each seat, in points (`struct payment` of the core)."""

    stake: int = 0
    """Of each loser to each winner, before it is raised."""
    doubling: frozenset[str] = frozenset()
    """Rows whose plays double the stake."""
    adding: frozenset[str] = frozenset()
    """Rows whose plays add the stake once more."""
    most_bombs: int = 0
    """So many plays double at most; 0: all."""
    spring: int = 0
    """Factor where the first leader wins and nobody of the other side played; 0: none."""
    anti_spring: int = 0
    """Factor where the first leader loses and played once; 0: none."""
    idle_ally: bool = False
    """The latter only where the winner's ally played nothing either."""
    spring_adds: bool = False
    """Both add the stake once more instead."""
    even: bool = False
    """A side's points are those of each of its seats, however many seats the other side has."""
    card: int = 0
    """Of a loser to the winner for each card left, nothing for a single one."""
    idle: int = 0
    """Factor of the former for a seat that played nothing; 0: none."""
    shut: bool = False
    """The same factor for the first leader, if it played once."""
    bomb: int = 0
    """Of every other seat, for a bomb."""
    unbeaten: bool = False
    """Only for one that no other bomb beat."""
    by_partner: tuple[int, ...] = ()
    """To the side of the first seat by the place of its ally, from 0; the other side loses as much."""
    by_place: tuple[int, ...] = ()
    """To each seat by its place, one point a place around 0, where nothing else counts."""

    @property
    def places_only(self) -> bool:
        """No points are paid: places are all that counts."""
        return bool(self.by_place)


def bomb_names(shapes: Iterable[Shape]) -> frozenset[str]:
    """Return the names of the rows of bombs."""
    return frozenset(shape.name for shape in shapes if shape.tier > ORDINARY)
