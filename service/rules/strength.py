"""Strength of a robot as the share of deals that it wins against `club`, and the levels that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Strength(NamedTuple):
    """A strength: two neighbouring levels that share the moves, and its share of won deals."""

    win: float
    """Share of decks won against `club` in all other seats, each deck from both sides."""
    level: str
    """The weaker level."""
    other: str
    """The stronger level."""
    part: float
    """Share of the moves that the stronger level makes, drawn for each move."""


def strength_at(table: Sequence[Strength], win: float) -> Strength | None:
    """Return the strength that wins a share, interpolated between the two nearest ones; None beyond all.

    *table* has a row for each level with that before it, ordered by share.
    """
    for weaker, stronger in pairwise(table):
        if weaker.win <= win <= stronger.win:
            part = (win - weaker.win) / (stronger.win - weaker.win) if stronger.win > weaker.win else 1.0
            return stronger._replace(win=win, part=round(part, 4))
    return None
