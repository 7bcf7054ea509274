"""Chances 胜率 of a hand before the first lead: models of a few features of its cards, fitted on self-play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import SCORE_UNIT, CompiledRules
from service.rules import cards as c
from service.rules.bid_model import BidModel
from service.rules.cards import RANKS, Hand
from service.rules.combos import ORDINARY

FEATURES = (
    "score", "score_squared", "turns", "big_joker", "small_joker", "rocket", "twos", "twos_squared", "aces", "kings",
    "bombs", "trios", "low_solos", "lowest", "wild", "jokers_twos",
)  # fmt: skip
"""Features of a hand, in the order of the models' coefficients after the constant."""

LOW = RANKS.index("T")
"""Solos below this rank are low."""

TWO, ACE, KING = (RANKS.index(rank) for rank in "2AK")
SMALL, BIG = (RANKS.index(rank) for rank in "XD")


class Chances(NamedTuple):
    """Chances of a hand to win, and its expected points per base, with doubling by bombs and spring."""

    landlord: float
    """Chance to win as the landlord."""
    farmer: float
    """Probability of winning as a farmer against a landlord who called."""
    landlord_points: float
    farmer_points: float
    calls: float
    """Probability that one other given seat wants to be the landlord."""


def features(rules: CompiledRules, hand: Hand) -> list[float]:
    """Return the numbers of `FEATURES` for *hand*."""
    split = engine.split(rules, hand)
    wilds = [RANKS.index(rank) for rank in rules.setup.wilds.cards]
    ordinary = [combo for combo in split.combos if combo.tier <= ORDINARY]
    held = c.counts(hand)
    big, small = held[BIG], held[SMALL]
    twos, aces, kings = (0 if rank in wilds else held[rank] for rank in (TWO, ACE, KING))
    score = split.score / SCORE_UNIT
    rocket = int(big + small == 2 * rules.setup.decks)
    bombs = len(split.combos) - len(ordinary) - rocket
    trios = sum(combo.shape.startswith(("trio", "plane")) for combo in ordinary)
    low_solos = sum(combo.shape == "solo" and combo.rank < LOW for combo in ordinary)
    lowest = min((combo.rank for combo in ordinary), default=0)
    wild = sum(held[rank] for rank in wilds)
    return [
        score, score * score / 10, split.turns, big, small, rocket, twos, twos * twos, aces, kings,
        bombs, trios, low_solos, lowest, wild, (big + small) * twos,
    ]  # fmt: skip


def bottom_features(bottom: Hand) -> list[float]:
    """Return the jokers, twos and aces of the bottom, a farmer's additional features; a flower counts as a joker."""
    held = c.counts(bottom)
    return [held[BIG] + held[SMALL] + held[c.WILD], held[TWO], held[ACE]]


def logistic(coefficients: Sequence[float], numbers: Sequence[float]) -> float:
    """Return the probability of a logistic model; the constant comes first."""
    z = coefficients[0] + math.fsum(a * b for a, b in zip(coefficients[1:], numbers, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


def points(coefficients: Sequence[float], chance: float, numbers: Sequence[float]) -> float:
    """Return the expected points per base: a linear model of the chance, the hand's bombs and their product."""
    bombs = numbers[FEATURES.index("bombs")] + numbers[FEATURES.index("rocket")]
    constant, by_chance, by_bombs, by_both = coefficients
    return constant + by_chance * chance + by_bombs * bombs + by_both * chance * bombs


def model_of(rules: CompiledRules) -> BidModel:
    """Return the model of a game that has an auction."""
    model = rules.setup.bid_model
    assert model is not None
    return model


def after_bids(coefficients: Sequence[float], chance: float, declined: int, called: int) -> float:
    """Return the landlord's win probability *chance*, updated for the other seats that declined and that called."""
    return logistic(coefficients, [math.log(chance / (1 - chance)), declined, called])


def with_handicap(rules: CompiledRules, chance: float) -> float:
    """Return the landlord's win probability *chance*, updated for the cards that the farmer may have left 让牌."""
    coefficients = model_of(rules).coefficients.get("handicap")
    if coefficients is None:
        return chance
    return logistic(coefficients, [math.log(chance / (1 - chance)), rules.setup.handicap])


def dealt_chances(rules: CompiledRules, hand: Hand, declined: int = 0, called: int = 0) -> Chances:
    """Return the chances of *hand* before the bottom is shown; other seats *declined* and *called* before."""
    models = model_of(rules).coefficients
    numbers = features(rules, hand)
    landlord = after_bids(models["after_bids"], logistic(models["landlord"], numbers), declined, called)
    landlord = with_handicap(rules, landlord)
    farmer = 1 - with_handicap(rules, 1 - logistic(models["farmer"], numbers))
    return Chances(
        landlord,
        farmer,
        points(models["landlord_points"], landlord, numbers),
        points(models["farmer_points"], farmer, numbers),
        logistic(models["calls"], numbers),
    )


def known_chance(rules: CompiledRules, hand: Hand, bottom: Hand | None) -> tuple[float, float]:
    """Return the chance to win and the expected points per base once the bottom is shown.

    For the landlord, *hand* includes the bottom and *bottom* is None; a farmer sees the bottom.
    """
    models = model_of(rules).coefficients
    numbers = features(rules, hand)
    if bottom is None:
        chance = with_handicap(rules, logistic(models["landlord_known"], numbers))
        return chance, points(models["landlord_known_points"], chance, numbers)
    chance = 1 - with_handicap(rules, 1 - logistic(models["farmer_known"], numbers + bottom_features(bottom)))
    return chance, points(models["farmer_known_points"], chance, numbers)
