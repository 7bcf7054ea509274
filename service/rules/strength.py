"""Strength of a robot as the share of deals that it wins against `club`, and the ways of playing that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Strength(NamedTuple):
    """A way of playing: a level that draws its actions at a temperature, and the share of deals that it wins."""

    win: float
    """Share of decks won against `club` in all other seats, each deck from both sides."""
    level: str
    """The level that values the actions, without a search."""
    temperature: float
    """In turns: an action is drawn with a chance of exp(value / temperature); 0: the best is played."""


def strength_at(table: Sequence[Strength], win: float) -> Strength | None:
    """Return the way of playing that wins a share, between the two measured ones around it; None beyond all.

    *table* is in the order of shares. Between two levels the weaker one is not mixed with the stronger: the stronger
    one plays at the temperature that begins there.
    """
    for at in range(1, len(table)):
        weaker, stronger = table[at - 1], table[at]
        if weaker.win <= win <= stronger.win and weaker.level == stronger.level:
            part = (win - weaker.win) / (stronger.win - weaker.win) if stronger.win > weaker.win else 1.0
            temperature = weaker.temperature + part * (stronger.temperature - weaker.temperature)
            return Strength(win, stronger.level, round(temperature, 4))
    return None
