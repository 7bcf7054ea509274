"""Tune numbers by self-play: `python -m lab.arena tune --variant standard --begins w. --minutes 10`.

A response surface: each round draws many sets of numbers around the centre, with every number changed at once, and each
set plays on its own decks, from both sides: half of them against the centre, half against the shipped numbers, so that
a set that beats only its predecessor is not accepted. A parabola for each number is fitted to the shares won. The
centre moves toward the maxima, less for uncertain slopes, and only by the fraction of the way that wins most, because
interacting numbers overshoot. Spreads shrink each round. The state is written after every round, so that a run can be
continued. The result is a proposal: `python -m lab.arena accept` decides on new decks.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path

from lab.arena.cluster import workers
from lab.arena.errors import ArenaError
from lab.arena.match import rules_drawn, rules_with
from lab.arena.regression import Row, fit_linear
from service.advice.levels import CLUB_NUMBERS
from service.core import robots
from service.core.bindings import CompiledRules, Weights, weights_for
from service.rules.variants import find_variant
from service.rules.weights import WeightSet, landlord_turns

SETS, DECKS, CHECK = 400, 600, 40_000
"""Sets of numbers in a round, decks of each set, and decks for each candidate of the new centre."""

WAYS = (0.0, 0.25, 0.5, 1.0)
"""Fractions of the way to the maxima that are tried."""

REACH = 1.5
"""Maximum spreads that a number moves in a round."""

SHRINK, LEAST = 0.8, 0.2
"""Factor of the spreads from round to round, and the fraction of the first spreads at which tuning ends."""

SPREADS = {"_step": 0.01, "_top": 0.05, "_long": 0.04, "kicker": 0.02, "bomb": 0.4, "rocket": 0.4, "quad": 0.2}
"""First spread of a weight in turns, by the end of its name; default `WEIGHT_SPREAD`."""

RULE_SPREADS = {"_key": 0.03, "_out": 1.0, "_run": 0.5, "danger": 1.5, "stop_shape": 1.0, "feed": 1.0}
"""The same for the parameters of the rule policy; default `RULE_SPREAD`."""

WEIGHT_SPREAD, RULE_SPREAD = 0.08, 0.3

WEIGHT = "w."
"""Prefix of numbers that are weights of the split."""

Numbers = dict[str, float]


Job = tuple[str, Numbers, Numbers, range]
Played = Callable[[Iterable[Job]], Iterator[list[float]]]
"""Function that runs jobs by `share`, locally or on a cluster, and returns their shares in order."""


def job_shares(job: Job) -> list[float]:
    """Return the share of each deck's games that the first numbers win."""
    variant, a, b, seeds = job
    base, players, shares = rules_with(variant, ()), dict[CompiledRules, tuple[Player, Player]](), []
    for seed in seeds:
        rules = rules_drawn(base, seed)
        if rules not in players:
            players[rules] = player(rules, a), player(rules, b)
        shares.append(deck_share(rules, *players[rules], seed))
    return shares


Player = tuple[robots.Policy, Weights]


def player(rules: CompiledRules, numbers: Numbers) -> Player:
    """Return the policy and the weights of *numbers*; names of weights begin with `w.`."""
    rest = {name: value for name, value in numbers.items() if not name.startswith(WEIGHT)}
    ours = {name.removeprefix(WEIGHT): value for name, value in numbers.items() if name.startswith(WEIGHT)}
    weights = rules.weights
    if ours:
        tuned = WeightSet("tuned", "", "", partial(landlord_turns, ours))
        weights = weights_for(rules, tuned)
    return robots.Policy("rules", 0.0, rest), weights


def deck_share(rules: CompiledRules, a: Player, b: Player, seed: int) -> float:
    """Return the share of a deck's games that *a* wins: at each side once, or alone at each seat."""
    variant = rules.variant
    hands = robots.deal(rules, seed)
    won = 0.0
    for side in range(len(variant.allies)):
        seats = [variant.side_of(seat) == side for seat in variant.seats]
        sat = [a if mine else b for mine in seats]
        policies, weights = zip(*sat, strict=True)
        result = robots.game(rules, policies, hands, seed, weights=weights)
        won += seats[result.winner]
    return won / len(variant.allies)


def mean(shares: Sequence[float]) -> float:
    """Return the mean."""
    return math.fsum(shares) / len(shares)


def spread_of(name: str) -> float:
    """Return the initial spread of a number."""
    if name in robots.POLICY_RANKS:
        return 1.0
    known, other = (SPREADS, WEIGHT_SPREAD) if name.startswith(WEIGHT) else (RULE_SPREADS, RULE_SPREAD)
    return next((value for end, value in known.items() if name.endswith(end)), other)


def tops(drawn: Sequence[Row], shares: Sequence[float]) -> list[float]:
    """Return the number of spreads by which each number should move, from sets *drawn* in spreads and their *shares*.

    A slope counts less the closer it is to its standard error, and no parabola is assumed to be flatter than the
    average, so that unimportant numbers hardly move.
    """
    n = len(drawn[0])
    fitted = fit_linear([[*row, *[x * x for x in row]] for row in drawn], shares)
    slopes, bends = fitted[1 : n + 1], fitted[n + 1 :]
    rest = [
        value - fitted[0] - math.fsum(x * (a + b * x) for x, a, b in zip(row, slopes, bends, strict=True))
        for row, value in zip(drawn, shares, strict=True)
    ]
    noise = math.fsum(error * error for error in rest) / max(1, len(rest) - 2 * n - 1) / len(rest)
    flattest = max(mean([-bend for bend in bends]), 1e-6)
    moves = []
    for slope, bend in zip(slopes, bends, strict=True):
        sure = max(0.0, 1 - noise / slope**2) if slope else 0.0
        moves.append(sure * max(-REACH, min(REACH, slope / (2 * max(-bend, flattest)))))
    return moves


@dataclass(slots=True)
class TuningState:
    """The state of a run."""

    numbers: Numbers
    """Numbers at the centre."""
    spread: float = 1.0
    """Fraction of the first spreads."""
    rounds: int = 0
    decks: int = 0
    log: list[str] = field(default_factory=list)
    """A line for each round; `told` in the file."""


def shares_of(
    played: Played, variant: str, tried: Sequence[Numbers], others: Sequence[Numbers], decks: int, seed: int
) -> list[float]:
    """Return the share that each set wins over *decks* decks, in equal parts against each of the *others*."""
    part = decks // len(others)
    jobs = []
    for i, numbers in enumerate(tried):
        for j, other in enumerate(others):
            first = seed + i * decks + j * part
            jobs.append((variant, numbers, other, range(first, first + part)))
    means = [mean(shares) for shares in played(jobs)]
    return [mean(means[i : i + len(others)]) for i in range(0, len(means), len(others))]


def play_round(played: Played, variant: str, state: TuningState, names: Sequence[str], seed: int) -> None:
    """Move the centre of *state* as far as that increases the win rate."""
    rng = random.Random(seed)
    spreads = {name: spread_of(name) * state.spread for name in names}
    others = [state.numbers, in_force(variant)]

    def moved(row: Sequence[float], way: float = 1.0) -> Numbers:
        """Return the centre moved by a number of spreads for each number."""
        return state.numbers | {
            name: round(state.numbers[name] + spreads[name] * by * way, 4) for name, by in zip(names, row, strict=True)
        }

    drawn = [[rng.gauss(0, 1) for _ in names] for _ in range(SETS)]
    shares = shares_of(played, variant, [moved(row) for row in drawn], others, DECKS, rng.randrange(1 << 40))
    moves = tops(drawn, shares)
    tried = [moved(moves, way) for way in WAYS]
    first = rng.randrange(1 << 40)
    won = [shares_of(played, variant, [numbers], others, CHECK, first)[0] for numbers in tried]  # on the same decks
    best = max(range(len(WAYS)), key=won.__getitem__)
    longest = sorted(zip(moves, names, strict=True), key=lambda pair: -abs(pair[0]))[:4]
    state.log.append(
        f"round {state.rounds}: {WAYS[best]} of the way wins {won[best]:.4f}, none {won[0]:.4f}; spreads to the tops: "
        + ", ".join(f"{name} {by:+.2f}" for by, name in longest)
    )
    state.numbers = tried[best]
    state.rounds += 1
    state.spread *= SHRINK
    state.decks += SETS * DECKS + len(WAYS) * CHECK


def in_force(variant: str) -> Numbers:
    """Return the shipped numbers.

    Raises ArenaError for a game whose weights do not follow the landlord's formula.
    """
    value = find_variant(variant.partition("[")[0]).weights.value
    if not isinstance(value, partial):
        raise ArenaError(f"the weights of {variant} are no numbers of this formula")
    return dict(CLUB_NUMBERS) | {WEIGHT + name: number for name, number in value.args[0].items()}


def read_state(out: Path, variant: str) -> TuningState:
    """Return the state of a file, or the initial state.

    Raises ArenaError if the file has none, or one with numbers that this game lacks.
    """
    known = in_force(variant)
    if not out.exists():
        return TuningState(known)
    try:
        fields = json.loads(out.read_text())
        state = TuningState(log=fields.pop("told", []), **fields)
        strange = [name for name, value in state.numbers.items() if name not in known or not math.isfinite(value)]
        sound = state.rounds >= 0 and 0 < state.spread <= 1 and state.decks >= 0 and isinstance(state.log, list)
    except (ValueError, TypeError, AttributeError) as error:
        raise ArenaError(f"{out} is no state of a run: {error}") from error
    if strange or not sound:
        raise ArenaError(f"{out} is no state of a run in {variant}: {', '.join(strange) or 'damaged'}")
    return state


def write_state(state: TuningState, out: Path) -> None:
    """Write the state of a run into its file."""
    fields = asdict(state)
    fields["told"] = fields.pop("log")
    out.write_text(json.dumps(fields, indent=1))


def tune(
    variant: str, minutes: float, jobs: int, out: Path, seed: int = 1, begins: str = "", cluster: str = ""
) -> Numbers:
    """Tune the numbers whose names begin with *begins* for *minutes* minutes, continuing *out*; return all numbers.

    Raises ArenaError if there is no such number.
    """
    state = read_state(out, variant)
    names = [name for name in state.numbers if name.startswith(begins)]
    if not names:
        raise ArenaError(f"no number's name begins with {begins}; there are: {', '.join(state.numbers)}")
    write_state(state, out)  # write errors are found before the first round
    end = time.monotonic() + 60 * minutes
    with workers(job_shares, jobs, cluster) as played:
        while time.monotonic() < end and state.spread > LEAST:
            play_round(played, variant, state, names, seed * 1000 + state.rounds)
            print(state.log[-1], flush=True)
            write_state(state, out)
    return state.numbers
