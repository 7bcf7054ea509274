"""A match: the same decks played from both sides.

Side A plays a deck once as the landlord and once as the farmers, so the luck of the cards cancels. WP is the share
of games that A's side won. ADP is A's average points per game, its team's stake 2, doubled by each bomb played, without
spring. Intervals are 95 % over decks, the two games of a deck averaged first.
"""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from service import engine, players, robot

STAKE = 2
"""Points that a side wins or loses in a game without bombs: the landlord's stake, or both farmers' together."""

CHUNK = 50
"""Decks that a worker plays at a time."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a match found, from A's side."""

    decks: int
    wp: float
    wp_margin: float
    adp: float
    adp_margin: float

    def __str__(self) -> str:
        return (
            f"WP {self.wp:.3f} ± {self.wp_margin:.3f}  ADP {self.adp:+.2f} ± {self.adp_margin:.2f}"
            f"  ({self.decks} decks)"
        )


def policy_named(name: str) -> players.Policy:
    """Return the policy of a level, or of the player "random" who does any legal thing.

    Raises RuleError "level_unknown" for any other name.
    """
    return players.Policy("random") if name == "random" else robot.policy_of(robot.find_level(name).id)


def points(won: bool, bombs: int) -> int:
    """Return the points of a side."""
    return (STAKE if won else -STAKE) << bombs


def play_deck(a: players.Policy, b: players.Policy, variant: str, seed: int) -> tuple[float, float]:
    """Return A's share of the two games of a deck, and its average points."""
    rules = engine.rules_for(variant)
    hands = players.deal(rules, seed)
    won, scored = 0, 0
    for a_leads in (True, False):
        first, others = (a, b) if a_leads else (b, a)
        result = players.game(rules, [first] + [others] * (len(hands) - 1), hands, seed)
        a_won = (result.winner == 0) == a_leads
        won += a_won
        scored += points(a_won, result.bombs)
    return won / 2, scored / 2


def play_decks(a: str, b: str, variant: str, seeds: Sequence[int]) -> list[tuple[float, float]]:
    """Return what `play_deck` says of each seed."""
    policies = policy_named(a), policy_named(b)
    return [play_deck(*policies, variant, seed) for seed in seeds]


def margin(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of *values* and the half width of its 95 % interval."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * math.sqrt(variance / len(values))


def score_of(decks: Iterable[tuple[float, float]]) -> Score:
    """Return the score of played decks."""
    shares, averages = zip(*decks, strict=True)
    return Score(len(shares), *margin(shares), *margin(averages))


def match(a: str, b: str, decks: int, seed: int = 1, jobs: int = 1, variant: str = "standard") -> Score:
    """Play *decks* decks between the levels *a* and *b* on *jobs* processes; the same *seed* gives the same score."""
    engine.rules_for(variant), policy_named(a), policy_named(b)  # refuse what is unknown before any process starts
    seeds = range(seed * 1_000_003, seed * 1_000_003 + decks)
    chunks = [seeds[i : i + CHUNK] for i in range(0, decks, CHUNK)]
    work = partial(play_decks, a, b, variant)
    if jobs == 1:
        return score_of(deck for chunk in chunks for deck in work(chunk))
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return score_of(deck for played in pool.imap(work, chunks) for deck in played)
