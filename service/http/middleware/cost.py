"""Which questions are heavy, told from what is known before anything is computed.

Most of a question's cost are the plays that wild cards make: to rate them all, and to write those that are listed. The
bounds below were measured (`docs/operations.md`): what they leave light computes for some 20 milliseconds at worst.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.advice import robot
from service.advice.analysis import DEFAULT_TOP
from service.advice.opinions import ROBOT
from service.position.position import Position
from service.rules import cards as c

FEW = DEFAULT_TOP
"""Hints, and wished plays, that cost little beside what rates them."""

WINDOW = 0b0101010101
"""Five ranks in a row, of a word with two bits for each."""


def is_heavy(loaded: Mapping[str, Any], question: tuple[Any, ...]) -> bool:
    """Tell whether a request's level searches, it wants beliefs, or its *question* makes or names very many plays."""
    level = robot.LEVELS.get(loaded.get("level", ""))
    listed = len(loaded.get("only", ())) + len(loaded.get("avoid", ()))
    if (level and level.budget) or "beliefs" in loaded.get("want", ()) or listed > FEW:
        return True
    position = question[0]
    if not isinstance(position, Position) or not position.rules.setup.wilds.cards:
        return False
    looks_at_all = listed or not 0 < loaded.get("top", DEFAULT_TOP) <= FEW or loaded.get("order") == ROBOT
    return has_many_plays(position, lists_many=bool(looks_at_all))


def has_many_plays(position: Position, *, lists_many: bool) -> bool:
    """Tell whether wild cards make so many plays of a hand that rating them is heavy, or listing them all."""
    hand, leads, wild_ranks = position.hand, position.leads, position.rules.setup.wilds.cards
    wild, size = sum(c.count(hand, c.RANKS.index(rank)) for rank in wild_ranks), c.size(hand)
    if position.own_cards.suits:
        flushes = straight_flushes(position.own_cards.suits, wild) if wild else 0
        return flushes >= 16 or (lists_many and (flushes >= 10 or (leads and wild > 0 and size >= 16)))
    if lists_many and wild + size >= 16 and (wild >= 3 or (leads and (wild > 0 or wild_ranks != c.RANKS[c.WILD]))):
        return True  # where ranks are wild, those in other hands cost too: a listed play may be beaten by them
    return wild + size >= (22 if leads else 24) and wild >= (3 if leads else 4)


def straight_flushes(suits: c.Suits, wild: int) -> int:
    """Return in how many windows of five ranks a suit has all cards, or all but so many *wild* ones."""
    windows = 0
    for word in suits:
        held = (word | word >> 1) & 0x1555555  # a bit for each rank from the three to the two
        row = held << 4 | held >> 22 & 5  # and the ace and the two below it
        windows += sum((row >> 2 * first & WINDOW).bit_count() + wild >= 5 for first in range(10))
    return windows
