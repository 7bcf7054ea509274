"""Decide whether one set of numbers is stronger than another: `python -m lab.arena accept build/tuned.json --elo1 5`.

A set is a file written by `tune`, its weights beginning with `w.`, or `-` for the shipped numbers; missing numbers have
their shipped values. The first set plays the second on the same decks, from both sides, or alone at each seat in games
without allies. The test is sequential, as for opponents, but by the normal approximation: a deck of three sides has
more than three outcomes. It also prints how well power predicts the winner under each set.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import unwrap
from pathlib import Path

from lab.arena.cluster import workers
from lab.arena.errors import ArenaError
from lab.arena.match import rules_with
from lab.arena.sprt import Test
from lab.arena.tune import WEIGHT, Numbers, in_force, job_shares, player
from service.core import engine, robots
from service.core.bindings import CoreError

IN_FORCE = "-"
CHUNK = 500
"""Decks that a process plays between two checks of the test."""

CORRELATION_DEALS = 8000
"""Deals for correlating power with results."""


def read_numbers(name: str, variant: str) -> Numbers:
    """Return the set of numbers of a file, or the shipped ones.

    Raises ArenaError if the file has none, an unknown name, or a value that the core rejects.
    """
    known = in_force(variant)
    if name == IN_FORCE:
        return known
    try:
        changes = {key: float(value) for key, value in json.loads(Path(name).read_text())["numbers"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ArenaError(f"{name} is no file of numbers: {error}") from error
    unknown = next((key for key in changes if key not in known), None)
    if unknown is not None:
        raise ArenaError(f"{name}: nothing is called {unknown}; there are: {', '.join(known)}")
    numbers = known | changes
    try:
        job_shares((variant, numbers, known, range(1)))
    except (CoreError, ArithmeticError, ValueError) as error:
        raise ArenaError(f"{name}: nobody can play by these numbers: {error}") from error
    return numbers


def expected_share(elo: float, sides: int) -> float:
    """Return the expected excess share of games for a lead of *elo* over a number of equally strong sides."""
    return 1 / (1 + (sides - 1) * 10 ** (-elo / 400))


@dataclass(slots=True)
class AcceptanceTest:
    """State of a sequential test of two sets of numbers."""

    test: Test
    sides: int
    decks: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, shares: Sequence[float]) -> None:
        """Add decks by the share of games that the first set won."""
        self.decks += len(shares)
        self.total += math.fsum(shares)
        self.squares += math.fsum(value * value for value in shares)

    @property
    def mean(self) -> float:
        """The share of games won."""
        return self.total / self.decks

    @property
    def variance(self) -> float:
        """Return the variance of a deck's share, with one opposite half added: a few equal decks prove little."""
        return max(self.squares / self.decks - self.mean**2, 0.25 / self.decks)

    @property
    def margin(self) -> float:
        """Return the half-width of the share's 95 % interval."""
        return 1.96 * math.sqrt(self.variance / self.decks)

    @property
    def llr(self) -> float:
        """The logarithm of the ratio of likelihoods of elo1 to elo0, by the normal approximation."""
        low, high = expected_share(self.test.elo0, self.sides), expected_share(self.test.elo1, self.sides)
        return self.decks * (high - low) * (2 * self.mean - low - high) / (2 * self.variance)

    @property
    def decision(self) -> str:
        """H0, H1, or "" while more decks are needed."""
        return self.test.decide(self.llr)

    def __str__(self) -> str:
        return (
            f"WP {self.mean:.4f} ± {self.margin:.4f}"
            f"  LLR {self.llr:+.2f} ({self.test.lower:.2f}, {self.test.upper:.2f})"
            f"  [{self.test.elo0:g}, {self.test.elo1:g}] Elo  {self.decks} decks"
        )


def run_acceptance(
    variant: str, a: Numbers, b: Numbers, test: Test, decks: int, jobs: int, seed: int = 1, cluster: str = ""
) -> Iterator[AcceptanceTest]:
    """Yield the state of the test after every check, until it is decided or all *decks* have been played."""
    sides = len(rules_with(variant, ()).variant.allies)
    verdict = AcceptanceTest(test, sides)
    with workers(job_shares, jobs, cluster) as played:
        while verdict.decks < decks and not (verdict.decks and verdict.decision):
            first = seed + verdict.decks
            last = min(first + jobs * CHUNK, seed + decks)
            parts = [range(begin, min(begin + CHUNK, last)) for begin in range(first, last, CHUNK)]
            for shares in played([(variant, a, b, part) for part in parts]):  # in order, for reproducible results
                verdict.add(shares)
            yield verdict


def correlation(variant: str, numbers: Numbers, seed: int = 1, deals: int = CORRELATION_DEALS) -> float:
    """Return the correlation of winning with the first leader's power minus the mean of the others (`club` plays)."""
    rules = rules_with(variant, ())
    weights = player(rules, {name: value for name, value in numbers.items() if name.startswith(WEIGHT)})[1]
    policy = player(rules, in_force(variant))[0]
    hands = [robots.deal(rules, seed + i) for i in range(deals)]
    results = robots.games(rules, [policy] * len(hands[0]), hands, range(deals))
    ahead = []
    for hand in hands:
        own, *others = [unwrap(engine.split)(rules, hand_of_seat, 0, weights).score for hand_of_seat in hand]
        ahead.append(own - math.fsum(others) / len(others))
    won = [float(result.winner == 0) for result in results]
    return covariance(ahead, won) / math.sqrt(covariance(ahead, ahead) * covariance(won, won))


def covariance(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the covariance of two rows, times their length."""
    x_mean, y_mean = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return math.fsum((a - x_mean) * (b - y_mean) for a, b in zip(x, y, strict=True))
