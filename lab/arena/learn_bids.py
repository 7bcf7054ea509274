"""Fit the bidding models on self-play: `python -m lab.arena learn-bids --games 300000`.

Each deal is played three times, with each seat as the landlord once and networks without search at all seats (`club` in
a game that has none). A farmer's sample comes from the game whose landlord is the other seat with the highest expected
points, if these are above 0, because that seat would call. Every fifth deal is used for testing. In a game with
handicaps 让牌 the deals have each of them in turn; its effect, in log-odds per card, is fitted on landlords.
"""

from __future__ import annotations

import math
import os
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from lab.arena.cluster import workers
from lab.arena.errors import ArenaError
from lab.arena.match import rules_drawn
from lab.arena.regression import Row, Vector, fit_linear, fit_logistic
from service.advice import win_model
from service.advice.beliefs import EXPLAINING
from service.core import engine, robots
from service.core.bindings import CompiledRules, CoreError
from service.rules import cards as c
from service.rules.auction import MOST_ROBS
from service.rules.bid_model import BidModel
from service.rules.games import bid_models
from service.rules.random_numbers import Chance
from service.rules.variants import find_variant

MODULE = Path(bid_models.__file__)
"""File of the models; the text before the models is kept."""

HELD_OUT = 5
"""One of this number of deals is used for testing."""

PART = 200
"""Deals in a part of a process."""


class DealtHand(NamedTuple):
    """A dealt hand, and the games played with it."""

    numbers: Row
    taken_up: Row
    """Features that include the bottom."""
    bottom: Row
    big_cards: float
    handicap: int
    won: list[bool]
    """Whether this hand's side won, for each seat of the landlord."""
    points: list[float]


def big_cards(hand: c.Hand) -> float:
    """Return a published index of big cards: rocket 8, jokers 4 and 3, twos 2, bombs 6, flower 3, divided by 30."""
    held = c.counts(hand)
    small, big, flower = held[win_model.SMALL], held[win_model.BIG], held[c.WILD]
    jokers = 8 if small and big else 4 * big + 3 * small
    return (jokers + 2 * held[win_model.TWO] + 6 * held.count(4) + 3 * flower) / 30


def dealt_hands(rules: CompiledRules, seed: int) -> tuple[list[int], int]:
    """Return the hands of a shuffled deck and the bottom."""
    first, *others = robots.deal(rules, seed)
    ranks = [rank for rank, n in enumerate(c.counts(first)) for _ in range(n)]
    chosen = Chance(f"bottom {seed}").shuffled(ranks)[: rules.setup.bottom]
    bottom = sum(1 << 4 * rank for rank in chosen)
    return [first - bottom, *others], bottom


def play_deal(rules: CompiledRules, policy: robots.Policy, seed: int) -> list[DealtHand]:
    """Return the hands of a deal, with the results of its games."""
    hands, bottom = dealt_hands(rules, seed)
    seats, results = range(len(hands)), []
    for landlord in seats:
        order = [hands[(landlord + i) % len(hands)] for i in seats]
        order[0] += bottom
        result = robots.game(rules, [policy] * len(hands), order, seed)
        results.append((result.winner == 0, *result.points))
    deal = []
    for seat, hand in enumerate(hands):
        won = [results[lord][0] == (lord == seat) for lord in seats]
        scored = [float(results[lord][1 if lord == seat else 2]) for lord in seats]
        numbers = win_model.features(rules, hand), win_model.features(rules, hand + bottom)
        known = win_model.bottom_features(bottom)
        deal.append(DealtHand(*numbers, known, big_cards(hand), rules.setup.handicap, won, scored))
    return deal


class Part(NamedTuple):
    """Deals that one process plays."""

    model: str
    deals: range
    seed: int


def play_part(part: Part) -> list[list[DealtHand]]:
    """Return the deals of a part, without those that the core cannot play."""
    rules, deals = engine.rules_for(part.model), []
    for deal in part.deals:
        try:
            drawn = engine.rules_after(rules_drawn(rules, deal), deal % (MOST_ROBS + 1))
            deals.append(play_deal(drawn, EXPLAINING, part.seed * 1_000_003 + deal))
        except CoreError as error:
            print(f"deal {deal} of {part.model} left out: {error}", flush=True)
    return deals


def play_deals(model: str, deals: int, seed: int, jobs: int = 1, cluster: str = "") -> Iterator[list[DealtHand]]:
    """Yield each deal, played by *jobs* processes or the workers of a *cluster*."""
    parts = (Part(model, range(deals)[begin : begin + PART], seed) for begin in range(0, deals, PART))
    with workers(play_part, jobs, cluster) as played:
        yield from chain.from_iterable(played(parts))


# ---- fitting --------------------------------------------------------------------------------------------------


def fit_points(model: Vector, rows: Sequence[Row], numbers: Sequence[Row], scored: Sequence[float]) -> Vector:
    """Return the coefficients of a model of the points, from the chance of *model* and the bombs of *numbers*."""
    inputs = []
    for row, own in zip(rows, numbers, strict=True):
        chance = win_model.logistic(model, row)
        bombs = own[win_model.FEATURES.index("bombs")] + own[win_model.FEATURES.index("rocket")]
        inputs.append([chance, bombs, chance * bombs])
    return fit_linear(inputs, scored)


def brier(chance: Sequence[float], won: Sequence[bool]) -> float:
    """Return the mean squared error."""
    return math.fsum((p - w) ** 2 for p, w in zip(chance, won, strict=True)) / len(won)


def reliability(chance: Sequence[float], won: Sequence[bool]) -> list[tuple[int, float, float]]:
    """Return, for each tenth of the chances, how many there are, their mean, and the share that won."""
    out = []
    for tenth in range(10):
        pairs = [(p, w) for p, w in zip(chance, won, strict=True) if min(9, int(10 * p)) == tenth]
        n = max(1, len(pairs))
        out.append((len(pairs), sum(p for p, _ in pairs) / n, sum(w for _, w in pairs) / n))
    return out


# ---- samples --------------------------------------------------------------------------------------------------

Sample = tuple[DealtHand, int]
"""A hand, and the seat of the landlord in its game."""


def landlord_samples(deals: Sequence[list[DealtHand]]) -> list[Sample]:
    """Return every hand as the landlord."""
    return [(hand, seat) for deal in deals for seat, hand in enumerate(deal)]


def farmer_samples(deals: Sequence[list[DealtHand]], wants: Callable[[DealtHand], float]) -> list[Sample]:
    """Return every hand as a farmer, in the game whose landlord is the other seat with the highest expectation."""
    out = []
    for deal in deals:
        expected = [wants(hand) for hand in deal]
        for seat, hand in enumerate(deal):
            lord = max((i for i in range(len(deal)) if i != seat), key=lambda i: expected[i])
            if expected[lord] > 0:
                out.append((hand, lord))
    return out


def outcome(samples: Sequence[Sample]) -> tuple[list[bool], list[float]]:
    """Return the wins and the points."""
    return [hand.won[lord] for hand, lord in samples], [hand.points[lord] for hand, lord in samples]


def fit_models(
    deals: Sequence[list[DealtHand]], handicaps: bool
) -> tuple[dict[str, Vector], Callable[[DealtHand], float]]:
    """Return the coefficients by name, and the function of a hand's expected points as the landlord.

    *handicaps*: the deals have different ones.
    """
    out: dict[str, Vector] = {}

    def add(
        name: str, samples: Sequence[Sample], row: Callable[[DealtHand], Row], own: Callable[[DealtHand], Row]
    ) -> None:
        won, scored = outcome(samples)
        rows = [row(hand) + [float(hand.handicap)] * handicaps for hand, _ in samples]
        model = fit_logistic(rows, won)
        out[name] = model[:-1] if handicaps else model
        out[f"{name}_points"] = fit_points(model, rows, [own(hand) for hand, _ in samples], scored)
        if handicaps:
            out.setdefault("handicap", (0.0, 1.0, model[-1]))

    def wants(hand: DealtHand) -> float:
        chance = win_model.logistic(out["landlord"], hand.numbers)
        return win_model.points(out["landlord_points"], chance, hand.numbers)

    add("landlord", landlord_samples(deals), lambda hand: hand.numbers, lambda hand: hand.numbers)
    add("landlord_known", landlord_samples(deals), lambda hand: hand.taken_up, lambda hand: hand.taken_up)
    farmers = farmer_samples(deals, wants)
    add("farmer", farmers, lambda hand: hand.numbers, lambda hand: hand.numbers)
    add("farmer_known", farmers, lambda hand: hand.numbers + hand.bottom, lambda hand: hand.numbers)
    wanting = [[wants(hand) > 0 for hand in deal] for deal in deals]
    pairs = [
        (deal[seat].numbers, want[(seat + 1) % len(deal)])
        for deal, want in zip(deals, wanting, strict=True)
        for seat in range(len(deal))
    ]
    out["calls"] = fit_logistic([numbers for numbers, _ in pairs], [want for _, want in pairs])
    rows = []
    for deal, want in zip(deals, wanting, strict=True):
        for seat, hand in enumerate(deal):
            chance, called = win_model.logistic(out["landlord"], hand.numbers), sum(want[:seat])
            handicap = [float(hand.handicap)] * handicaps
            rows.append([math.log(chance / (1 - chance)), float(seat - called), float(called), *handicap])
    out["after_bids"] = fit_logistic(rows, outcome(landlord_samples(deals))[0])[:4]
    return out, wants


class Evaluation(NamedTuple):
    """Brier scores of a model and of its baseline on test deals, and its reliability."""

    brier: float
    baseline: float
    bins: list[tuple[int, float, float]]


def evaluate(model: Vector, known: Sequence[Sample], held: Sequence[Sample]) -> Evaluation:
    """Return the error of *model* on *held*, compared with a baseline of the big cards fitted on *known*.

    The last coefficient is that of the handicap.
    """
    won = outcome(held)[0]
    base = fit_logistic([[hand.big_cards, float(hand.handicap)] for hand, _ in known], outcome(known)[0])
    chance = [win_model.logistic(model, [*hand.numbers, float(hand.handicap)]) for hand, _ in held]
    simple = [win_model.logistic(base, [hand.big_cards, float(hand.handicap)]) for hand, _ in held]
    return Evaluation(brier(chance, won), brier(simple, won), reliability(chance, won))


def slope_of(coefficients: Mapping[str, Vector]) -> float:
    """Return the log-odds of the landlord for each card of the handicap."""
    return coefficients["handicap"][-1] if "handicap" in coefficients else 0.0


def print_error(name: str, evaluation: Evaluation) -> None:
    """Print the error and the reliability of a model."""
    print(f"{name}: Brier {evaluation.brier:.4f}, big cards alone {evaluation.baseline:.4f}")
    for n, mean, share in evaluation.bins:
        print(f"  {n:7d}  predicted {mean:.3f}  won {share:.3f}", flush=True)


def learn_model(model: str, games: int, seed: int, date: str, jobs: int = 1, cluster: str = "") -> BidModel:
    """Return a model fitted on a number of *games*, and print its error on the held-out ones."""
    variant = find_variant(model)
    seats, handicaps = len(variant.seats), variant.after_robs is not None
    deals = list(play_deals(model, games // seats, seed, jobs, cluster))
    known = [deal for i, deal in enumerate(deals) if i % HELD_OUT]
    held = deals[::HELD_OUT]
    coefficients, wants = fit_models(known, handicaps)
    slope = slope_of(coefficients)
    landlord = evaluate((*coefficients["landlord"], slope), landlord_samples(known), landlord_samples(held))
    farmer = evaluate((*coefficients["farmer"], -slope), farmer_samples(known, wants), farmer_samples(held, wants))
    print_error(f"{model} landlord", landlord)
    print_error(f"{model} farmer", farmer)
    before = bid_models.MODELS.get(model)
    if before:
        samples = landlord_samples(held)
        in_force = (*before.coefficients["landlord"], slope_of(before.coefficients))
        print_error(f"{model} landlord, model in force", evaluate(in_force, samples, samples))
    rounded = {name: tuple(float(f"{value:.5g}") for value in values) for name, values in coefficients.items()}
    weights = engine.rules_for(model).weights.name
    return BidModel(
        model,
        date,
        seed,
        seats * len(deals),
        weights,
        round(landlord.brier, 4),
        round(landlord.baseline, 4),
        round(farmer.brier, 4),
        round(farmer.baseline, 4),
        rounded,
    )


def write_module(models: Sequence[BidModel], out: Path) -> None:
    """Replace the models in *out*: everything after the name of their table."""
    marker = "# fmt: off\nMODELS: Mapping[str, BidModel] = "
    head = (out if out.exists() else MODULE).read_text().partition(marker)[0]
    lines = [f"{marker}{{"]
    for model in models:
        lines.append(f'    "{model.name}": BidModel(')
        lines += [
            f"        {field}={getattr(model, field)!r},".replace("'", '"')
            for field in model.__dataclass_fields__
            if field != "coefficients"
        ]
        lines += ["        coefficients={", *coefficient_lines(model), "        },", "    ),"]
    out.write_text(head + "\n".join([*lines, "}", '"""The models by name."""', "# fmt: on", ""]))


def coefficient_lines(model: BidModel) -> list[str]:
    """Return the coefficients of a model as source, one line for each name."""
    out = []
    for name, values in model.coefficients.items():
        numbers = textwrap.wrap(", ".join(map(repr, values)) + ",", 96)
        out += [f'            "{name}": (', *(f"                {line}" for line in numbers), "            ),"]
    return out


def learn_all(games: int, seed: int, date: str, out: Path, jobs: int = 1, cluster: str = "") -> None:
    """Fit all models and write them to *out*; the current models define the share of games of each.

    Raises ArenaError before any game if *out* cannot be written.
    """
    if out.is_dir() or not os.access(out if out.exists() else out.parent, os.W_OK):
        raise ArenaError(f"{out} cannot be written")
    models = bid_models.MODELS.values()
    most = max(model.games for model in models)
    numbers = [(model.name, round(games * model.games / most)) for model in models]
    write_module([learn_model(name, number, seed, date, jobs, cluster) for name, number in numbers], out)
