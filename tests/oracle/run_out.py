"""The second implementation of the probability of playing out a hand, in fractions, over all orders of its plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from service.core.bindings import CompiledRules
from service.core.robots import View
from service.rules import cards
from service.rules.cards import RANKS
from service.rules.combos import Combo, Shape

ONE = Fraction(1)

FEW = 8
"""Maximum unseen cards for assuming that the card which beats a play is gone."""


def bodies(rules: CompiledRules, combo: Combo, least_key: int) -> Iterator[tuple[Shape, list[str]]]:
    """Yield the row and the ranks of every body that beats a combo, of its own type from a key on."""
    run, power = rules.setup.run, rules.setup.power
    own = next(shape for shape in rules.shapes if shape.name == combo.shape)
    for shape in rules.shapes:
        if shape.named or shape.kickers_short or shape.wilds == "only" or shape.one_suit or shape.tier < combo.tier:
            continue
        above = shape.tier > combo.tier
        kin = (shape.family or shape.name) == (own.family or own.name)
        if not above and not combo.tier and not (kin and shape.run[0] <= combo.length <= shape.run[1]):
            continue
        length = combo.length if shape.runs and not above else shape.run[0]
        if shape.runs:
            starts = [(start, list(run[start : start + length])) for start in range(len(run) - length + 1)]
        else:
            starts = [(power.index(rank), [rank]) for rank in shape.ranks]
        for key, ranks in starts:
            if above or key >= least_key:
                yield shape, ranks


def chance_of_body(view: View, left: int, shape: Shape, ranks: Sequence[str]) -> Fraction:
    """Return the probability that a hand from so many unseen cards contains the body."""
    if left < (shape.copies + shape.kickers * shape.kicker_size) * len(ranks):
        return Fraction(0)
    unseen, chance = cards.size(view.unseen), ONE
    left = min(left, unseen)
    for rank in ranks:
        n = cards.count(view.unseen, RANKS.index(rank))
        hands = [comb(n, k) * comb(unseen - n, left - k) for k in range(shape.copies, min(n, left) + 1)]
        chance *= Fraction(sum(hands), comb(unseen, left))
    return chance


@lru_cache(4096)
def chance_of_none(rules: CompiledRules, view: View, combo: Combo, least_key: int, most: int = 99) -> Fraction:
    """Return the probability that no enemy with at most so many cards has a play that beats a combo."""
    enemies = [left for left, ally in zip(view.left[1:], view.ally[1:], strict=True) if left and not ally]
    chance = ONE
    for shape, ranks in bodies(rules, combo, least_key):
        held = [chance_of_body(view, left, shape, ranks) for left in enemies if left <= most]
        chance *= 1 - min(ONE, sum(held, start=Fraction(0)))
    return chance


def chance_of_order(rules: CompiledRules, view: View, plays: Sequence[Combo]) -> Fraction:
    """Return the best probability of playing out these plays, the first one before the others."""
    first, left = plays[0], list(plays[1:])
    short = {shape.name for shape in rules.shapes if shape.kickers_short}
    if not left:
        return ONE
    holds = Fraction(0) if first.shape in short else chance_of_none(rules, view, first, first.key + 1)
    chances = [holds * best_order(rules, view, left)]
    for high in left:
        if not retaken_by(rules, first, high):
            continue
        retaken = chance_of_none(rules, view, high, high.key + 1) * Fraction(3, 4)
        retaken += chance_of_none(rules, view, high, high.key) / 4
        safe = chance_of_none(rules, view, first, first.key + 1, first.size)
        others = [play for play in left if play is not high]
        chances.append(safe * retaken * (best_order(rules, view, others) if others else 1))
    return max(chances)


def retaken_by(rules: CompiledRules, low: Combo, high: Combo) -> bool:
    """Return whether a play is of the same type as another one, and higher."""
    short = {shape.name for shape in rules.shapes if shape.kickers_short}
    kind = (low.tier, low.family, low.length)
    return (high.tier, high.family, high.length) == kind and high.key > low.key and not {high.shape, low.shape} & short


def chance_of_play(rules: CompiledRules, view: View, plays: Sequence[Combo]) -> Fraction:
    """Return the probability of playing out all plays, the first one first.

    Its lowest answer is gone if few cards are unseen.
    """
    first, chance = plays[0], chance_of_order(rules, view, plays)
    own = next(shape for shape in rules.shapes if shape.name == first.shape)
    power = rules.setup.power
    answers = [
        rank
        for rank in own.ranks
        if power.index(rank) > first.key and cards.count(view.unseen, RANKS.index(rank)) >= own.copies
    ]
    if own.runs or not answers or cards.size(view.unseen) > FEW:
        return chance
    lowest = min(answers, key=power.index)
    less = replace(view, unseen=view.unseen - cards.pack(lowest * own.copies))
    safe = chance_of_none(rules, view, first, first.key + 1, first.size)
    for high in plays[1:]:
        if retaken_by(rules, first, high):
            retaken = chance_of_none(rules, view, high, high.key + 1) * Fraction(3, 4)
            retaken += chance_of_none(rules, view, high, high.key) / 4
            others = [play for play in plays[1:] if play is not high]
            chance = max(chance, safe * retaken * (best_order(rules, less, others) if others else 1))
    return chance


def best_order(rules: CompiledRules, view: View, plays: Sequence[Combo]) -> Fraction:
    """Return the probability of playing out these plays in the best order."""
    return max(chance_of_order(rules, view, [first, *[play for play in plays if play is not first]]) for first in plays)
