"""Tune the numbers of the rule policy by self-play: `python -m arena tune --variant standard --minutes 5`.

Coordinate search: one number at a time is moved up or down; the changed policy plays the current one on the same decks
from both sides, first some, then more if it is ahead. A change enters when it is ahead by more than chance explains.
Steps shrink where neither direction helps. The state is written after every change, so that a run can be ended and
taken up again. What comes out is a proposal: `python -m arena accept` decides about it on fresh decks.
"""

from __future__ import annotations

import json
import math
import random
import time
from functools import partial
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from arena.errors import ArenaError
from service import engine, players
from service.core import Rules, Weights, weights_for
from service.robot import CLUB_NUMBERS
from service.weights import WEIGHTS, WeightSet, landlord_turns

STAGES = (1000, 4000)
"""Decks after which a change is looked at: it goes as soon as it is not ahead, and enters only after the last stage."""

SURE = 1.5
"""Half widths of the 95 % interval that a change must be ahead by: many are tried, and chance must not add up."""

FIRST_STEP, LAST_STEP = 0.5, 0.08
"""Share of a number, plus a little, by which it is moved at first and at last."""

WEIGHT = "w."
"""Begins the names of numbers that are weights of the split."""

Numbers = dict[str, float]


def share(job: tuple[str, Numbers, Numbers, range]) -> list[float]:
    """Return the share of the two games of each deck that the first numbers win."""
    variant, a, b, seeds = job
    rules = engine.rules_for(variant)
    first, other = player(rules, a), player(rules, b)
    return [deck_share(rules, first, other, seed) for seed in seeds]


Player = tuple[players.Policy, Weights]


def player(rules: Rules, numbers: Numbers) -> Player:
    """Return the policy and the weights that *numbers* say; names of weights begin with `w.`."""
    rest = {name: value for name, value in numbers.items() if not name.startswith(WEIGHT)}
    ours = {name.removeprefix(WEIGHT): value for name, value in numbers.items() if name.startswith(WEIGHT)}
    weights = rules.weights
    if ours:
        found = WeightSet("tuned", "", "", partial(landlord_turns, ours))
        weights = weights_for(rules, found)
    return players.Policy("rules", 0.0, rest), weights


def deck_share(rules: Rules, a: Player, b: Player, seed: int) -> float:
    """Return the share of a deck's games that *a* wins: at each side once, or alone at each seat."""
    variant = rules.variant
    hands = players.deal(rules, seed)
    won = 0.0
    for side in range(len(variant.allies)):
        seats = [variant.side_of(seat) == side for seat in variant.seats]
        sat = [a if mine else b for mine in seats]
        policies, weights = zip(*sat, strict=True)
        result = players.game(rules, policies, hands, seed, weights=weights)
        won += seats[result.winner]
    return won / len(variant.allies)


def margin(shares: list[float]) -> tuple[float, float]:
    """Return the mean and the half width of its 95 % interval."""
    mean = math.fsum(shares) / len(shares)
    variance = math.fsum((value - mean) ** 2 for value in shares) / len(shares)
    return mean, 1.96 * math.sqrt(variance / len(shares))


def is_better(pool: Pool, jobs: int, variant: str, a: Numbers, b: Numbers, seed: int) -> tuple[bool, float, float, int]:
    """Return whether the numbers *a* beat *b*, the share they win with its interval, and the decks played."""
    even = 1 / len(engine.rules_for(variant).variant.allies)
    shares: list[float] = []
    for stage in STAGES:
        decks = range(seed + len(shares), seed + stage)
        parts = [decks[i::jobs] for i in range(jobs)]
        for found in pool.imap_unordered(share, [(variant, a, b, part) for part in parts]):
            shares += found
        mean, width = margin(shares)
        if mean <= even:
            return False, mean, width, len(shares)
    return mean - SURE * width > even, mean, width, len(shares)


def moved(numbers: Numbers, name: str, by: float) -> Numbers:
    """Return the numbers with one of them moved."""
    if name in players.POLICY_RANKS:
        return numbers | {name: float(round(numbers[name] + (1 if by > 0 else -1)))}
    scale = 0.05 if name.startswith(WEIGHT) else 0.8
    return numbers | {name: round(numbers[name] + by * (abs(numbers[name]) / 4 + scale), 4)}


def in_force(variant: str) -> Numbers:
    """Return the numbers in force.

    Raises ArenaError for a game whose weights are no numbers of the landlord's formula.
    """
    value = WEIGHTS[engine.rules_for(variant).variant.id].value
    if not isinstance(value, partial):
        raise ArenaError(f"the weights of {variant} are no numbers of this formula")
    return dict(CLUB_NUMBERS) | {WEIGHT + name: number for name, number in value.args[0].items()}


def tune(variant: str, minutes: float, jobs: int, out: Path, seed: int = 1, begins: str = "") -> Numbers:
    """Tune for so many *minutes* the numbers whose names begin so, taking up what *out* holds; return all numbers."""
    state: dict[str, Any] = json.loads(out.read_text()) if out.exists() else {"numbers": {}, "steps": {}, "decks": 0}
    numbers: Numbers = in_force(variant) | state["numbers"]
    steps: Numbers = {name: FIRST_STEP for name in numbers if name.startswith(begins)} | state["steps"]
    rng = random.Random(seed + state["decks"])
    end = time.monotonic() + 60 * minutes
    with Pool(jobs) as pool:
        while time.monotonic() < end and any(step > LAST_STEP for step in steps.values()):
            name = rng.choice([name for name, step in steps.items() if step > LAST_STEP])
            helped = False
            for sign in rng.sample((1, -1), 2):
                changed = moved(numbers, name, sign * steps[name])
                better, mean, width, decks = is_better(pool, jobs, variant, changed, numbers, rng.randrange(1 << 40))
                state["decks"] += decks
                if better:
                    print(
                        f"{name} {numbers[name]} -> {changed[name]}: {mean:.3f} ± {width:.3f}, {decks} decks",
                        flush=True,
                    )
                    numbers, helped = changed, True
                    break
            steps[name] *= 1.0 if helped else 0.6
            out.write_text(json.dumps({"numbers": numbers, "steps": steps, "decks": state["decks"]}, indent=1))
    return numbers
