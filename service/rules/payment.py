"""Payment of a deal, as data for robots: the result of `Variant.settle` for a deal without bids, doubles and kicks.

Payments that depend on unknown cards, or on the play that let a seat go out, are left out (扎鸟, 包赔). If only winners
are paid, the other side loses the same amount: only the difference matters.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from service.rules.combos import ORDINARY, Shape


@dataclass(frozen=True, slots=True)
class DealPayment:
    """Payment of a deal for each seat, in points (`struct payment` of the core)."""

    stake: int = 0
    """Payment of each loser to each winner, before raises."""
    doubling: frozenset[str] = frozenset()
    """Rows whose plays double the stake, runs once for each rank."""
    adding: frozenset[str] = frozenset()
    """Rows whose plays each add one stake."""
    most_bombs: int = 0
    """Maximum number of plays that double; 0: no maximum."""
    spring: int = 0
    """Factor if the first leader wins and the other side has played nothing; 0: none."""
    anti_spring: int = 0
    """Factor if the first leader loses and has played once; 0: none."""
    idle_ally: bool = False
    """Whether `anti_spring` also requires that the winner's ally played nothing."""
    spring_adds: bool = False
    """Whether spring and anti-spring add one more stake instead of multiplying."""
    even: bool = False
    """Whether the points of a seat do not depend on the size of the other side."""
    card: int = 0
    """Payment of a loser to the winner for each card left."""
    one_left: bool = False
    """Whether a loser with one card left pays for it."""
    idle: int = 0
    """Factor of `card` for a seat that has played nothing; 0: none."""
    shut: bool = False
    """Factor of `card` for the first leader, if it has played once."""
    bomb: int = 0
    """Payment of every other seat for a bomb."""
    unbeaten: bool = False
    """Whether only bombs that were not beaten count."""
    winner_bombs: bool = False
    """Whether only the winner's bombs count."""
    by_partner: tuple[int, ...] = ()
    """Payment of the first seat's side by the place of its ally, from 0; the other side loses the same amount."""
    by_place: tuple[int, ...] = ()
    """Payment of each seat by its place, one point per place around 0, if nothing else is paid."""

    @property
    def places_only(self) -> bool:
        """Return whether no points are paid, so that only places count."""
        return bool(self.by_place)


def bomb_names(shapes: Iterable[Shape]) -> frozenset[str]:
    """Return the names of the rows of bombs."""
    return frozenset(shape.name for shape in shapes if shape.tier > ORDINARY)
