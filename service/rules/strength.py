"""Strength of a robot as the share of deals that it wins against `club`, and the ways of playing that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Strength(NamedTuple):
    """A strength: a level that draws its actions at a temperature, and its share of won deals."""

    win: float
    """Share of decks won against `club` in all other seats, each deck from both sides."""
    level: str
    """The level that scores the actions, without search."""
    temperature: float
    """Temperature in turns: actions are drawn with probabilities proportional to exp(value / temperature); 0: the best
    is played."""


def strength_at(table: Sequence[Strength], win: float) -> Strength | None:
    """Return the strength that wins a share, interpolated between the two nearest ones; None beyond all.

    *table* is ordered by share. Between two levels, the stronger one plays at its lowest measured share's temperature.
    """
    for at in range(1, len(table)):
        weaker, stronger = table[at - 1], table[at]
        if weaker.win <= win <= stronger.win and weaker.level == stronger.level:
            part = (win - weaker.win) / (stronger.win - weaker.win) if stronger.win > weaker.win else 1.0
            temperature = weaker.temperature + part * (stronger.temperature - weaker.temperature)
            return Strength(win, stronger.level, round(temperature, 4))
    return None
