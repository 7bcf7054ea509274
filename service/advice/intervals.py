"""95 % intervals of the results of a search: the share of won games, and the mean points."""

from __future__ import annotations

import math
from typing import NamedTuple

from service.core.search_result import Tried
from service.rules.chance_curve import ChanceCurve

LEAST_GAMES = 16
"""Minimum sampled games for a reported share."""


DEVIATIONS = 1.96
"""Standard deviations on each side of a 95 % interval."""


class Share(NamedTuple):
    """A chance to win with its 95 % interval."""

    won: float
    low: float
    high: float


def win_share(tried: Tried, curve: ChanceCurve) -> Share | None:
    """Return the calibrated share of games won by a candidate, with Wilson's interval over their effective number.

    None if they are too few.
    """
    if tried.games < LEAST_GAMES:
        return None
    won, n, square = tried.won / tried.games, tried.effective, DEVIATIONS**2
    middle = (won + square / (2 * n)) / (1 + square / n)
    half = DEVIATIONS * math.sqrt(won * (1 - won) / n + square / (4 * n * n)) / (1 + square / n)
    bounds = [won, max(0.0, min(won, middle - half)), min(1.0, max(won, middle + half))]
    return Share(*[curve.calibrated(share) for share in bounds])


class Mean(NamedTuple):
    """A mean over sampled games, with its 95 % interval."""

    mean: float
    low: float
    high: float


def mean_points(tried: Tried) -> Mean | None:
    """Return the mean points of a candidate with an interval over the effective games; None if these are too few.

    Equal payments in all games would make the interval empty, so one more game with the opposite payment is counted.
    """
    if tried.games < LEAST_GAMES:
        return None
    n = tried.effective
    half = DEVIATIONS * math.sqrt((tried.deviation**2 + 4 * tried.points**2 / n) / n)
    return Mean(tried.points, tried.points - half, tried.points + half)
