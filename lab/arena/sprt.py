"""Sequential probability ratio test: decides with few decks whether a change makes a robot stronger.

The hypotheses are two strengths in Elo. Each deck, played from both sides, scores 0, 1/2 or 1; the generalised
likelihood ratio compares the most likely distributions of these with each of the two means.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lab.arena.errors import ArenaError

OUTCOMES = (0.0, 0.5, 1.0)
"""Possible scores of a deck."""

UNSEEN = 1e-3
"""Pseudocount of an outcome that has not occurred."""

LEAST_DECKS = 50
"""Decks before the first decision, and between two checks."""


def expected_score(elo: float) -> float:
    """Return the expected score for a lead of *elo*."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the lead in Elo for a score."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def tilt(shares: Sequence[float], mean: float) -> float:
    """Return t such that the shares p / (1 + t (x - mean)) of the outcomes x have *mean* (maximum likelihood)."""
    low, high = -1 / (OUTCOMES[-1] - mean), 1 / (mean - OUTCOMES[0])
    for _ in range(60):
        t = (low + high) / 2
        slope = math.fsum(p * (x - mean) / (1 + t * (x - mean)) for p, x in zip(shares, OUTCOMES, strict=True))
        low, high = (t, high) if slope > 0 else (low, t)
    return (low + high) / 2


def ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the logarithm of the likelihood ratio (LLR) of *elo1* to *elo0* for *counts* of the outcomes."""
    seen = [count or UNSEEN for count in counts]
    total = math.fsum(seen)
    shares = [count / total for count in seen]
    means = expected_score(elo0), expected_score(elo1)
    tilts = [tilt(shares, mean) for mean in means]
    return math.fsum(
        count * (math.log1p(tilts[0] * (x - means[0])) - math.log1p(tilts[1] * (x - means[1])))
        for count, x in zip(seen, OUTCOMES, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Test:
    """A test: the hypotheses *elo0* and *elo1*, and the error rates."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """Probability that a robot of *elo0* passes."""
    beta: float = 0.05
    """Probability that a robot of *elo1* fails."""

    __test__ = False  # not collected by pytest

    def __post_init__(self) -> None:
        if self.elo0 >= self.elo1:
            raise ArenaError("elo0 is below elo1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ArenaError("alpha and beta are above 0 and below 0.5")

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def decide(self, llr: float) -> str:
        """Return "H0", "H1", or "" while more decks are needed."""
        return "H1" if llr >= self.upper else "H0" if llr <= self.lower else ""


@dataclass(slots=True)
class Run:
    """State of a test."""

    test: Test
    counts: list[int]
    llr: float = 0.0
    decision: str = ""

    def add(self, share: float) -> bool:
        """Add a deck; return whether the test is decided."""
        self.counts[OUTCOMES.index(share)] += 1
        if not self.decision and sum(self.counts) % LEAST_DECKS == 0:
            self.llr = ratio(self.counts, self.test.elo0, self.test.elo1)
            self.decision = self.test.decide(self.llr)
        return bool(self.decision)

    def __str__(self) -> str:
        lost, even, won = self.counts
        return (
            f"LLR {self.llr:+.2f} ({self.test.lower:.2f}, {self.test.upper:.2f})"
            f"  [{self.test.elo0:g}, {self.test.elo1:g}] Elo  decks {lost} lost, {even} even, {won} won"
        )


def start(test: Test) -> Run:
    """Return the state of a test without decks."""
    return Run(test, [0] * len(OUTCOMES))
