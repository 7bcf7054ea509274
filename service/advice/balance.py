"""Balanced deals 均衡发牌: fair shuffles until exact splits of the hands are within stated percentiles of plain deals.

The measures and their bounds are the same for every seat and every caller, and depend on no data about players.
Scores are those of splits, in 1 / `SCORE_UNIT` of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_SUITS, CompiledRules
from service.position.parse.cards import parse_cards
from service.rules.combos import ORDINARY
from service.rules.games.deal_bounds import DEAL_BOUNDS

MOST_RESHUFFLES = 64
"""Maximum reshuffles of one deal. If none is within all bounds, the closest is dealt."""


class BalanceBound(NamedTuple):
    """Bound of a measure: at or above a percentile of plain deals, or at or below it."""

    percentile: int
    is_least: bool = False


BALANCE: Mapping[str, BalanceBound] = MappingProxyType(
    {
        "weakest": BalanceBound(25, is_least=True),
        "strongest": BalanceBound(75),
        "spread": BalanceBound(60),
        "lead": BalanceBound(75),
        "singles": BalanceBound(75),
        "bombs": BalanceBound(95),
    }
)
"""The bounds of a deal's measures. ◄ after a change here: `python -m dev.deal_bounds`"""

Measures = Mapping[str, int]
"""Result of `measure_deal`: `weakest` and `strongest`, the scores of the weakest and strongest hand; `spread`, their
difference; `lead`, the largest advantage of a hand with the bottom, or of a side of partners, over the mean of the
others, in games with either; `singles`, the maximum number of single cards in the split of a hand; `bombs`, the number
of bombs in all splits."""


def split_hand(rules: CompiledRules, cards: Sequence[str]) -> engine.Split:
    own = parse_cards("".join(cards), kind=rules.setup.kind)
    return engine.split(rules, own.hand, 0, None, own.suits if rules.setup.suited else NO_SUITS)


def lead_of(rules: CompiledRules, hands: Sequence[Sequence[str]], bottom: Sequence[str], scores: list[int]) -> int:
    """Return the largest advantage of a hand with the bottom, or of a side, over the mean of the other hands."""
    places = range(len(hands))
    if not bottom:
        seats = rules.variant.seats
        sides = [[scores[seats.index(seat)] for seat in side] for side in rules.variant.allies]
        sums = [sum(side) for side in sides]
        return max(sums) - min(sums)
    taken = [split_hand(rules, [*hands[place], *bottom]).score for place in places]
    return max(taken[place] - (sum(scores) - scores[place]) // (len(hands) - 1) for place in places)


def measure_deal(rules: CompiledRules, hands: Sequence[Sequence[str]], bottom: Sequence[str]) -> Measures:
    """Return the measures of dealt hands, each by exact splits."""
    splits = [split_hand(rules, hand) for hand in hands]
    scores = [split.score for split in splits]
    measures = {"weakest": min(scores), "strongest": max(scores), "spread": max(scores) - min(scores)}
    if bottom or any(len(side) > 1 for side in rules.variant.allies):
        measures["lead"] = lead_of(rules, hands, bottom, scores)
    measures["singles"] = max(sum(combo.shape == "solo" for combo in split.combos) for split in splits)
    measures["bombs"] = sum(combo.tier > ORDINARY for split in splits for combo in split.combos)
    return measures


def bounds_key(variant: str, wild: str) -> str:
    """Return the key in `DEAL_BOUNDS` of a game with these wild ranks; only their number matters."""
    return f"{variant}:{len(wild)}" if wild else variant


def balance_bounds(rules: CompiledRules) -> Measures | None:
    """Return the bounds of a game, those of its default rules; None where none were computed."""
    return DEAL_BOUNDS.get(bounds_key(rules.variant.id, rules.chosen.get("wild", "")))


def outside(measures: Measures, bounds: Measures) -> list[str]:
    """Return the measures beyond their bounds."""
    return [
        name
        for name, value in measures.items()
        if (value < bounds[name] if BALANCE[name].is_least else value > bounds[name])
    ]


class Balance(NamedTuple):
    """How balanced a deal is."""

    measures: Measures
    bounds: Measures
    reshuffles: int
    """Shuffles before the dealt one; all reshuffles if none was within all bounds."""

    @property
    def is_within(self) -> bool:
        """Whether every measure is within its bound."""
        return not outside(self.measures, self.bounds)
