"""Measures of dealt hands in each game, by exact splits; Guandan with every level rank, laizi with every wild rank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from service.advice.balance import BALANCE, measure_deal, split_hand
from service.advice.deals import DealPlan, make_deal
from service.core import engine
from service.rules.variants import VARIANTS

STEPS = (1, *range(10, 100, 10), 99)
"""Stored percentiles of hands."""

Rows = dict[str, list[int]]


def sampled_options(variant: str) -> Iterator[Sequence[Mapping[str, str]]]:
    """Yield the options of the deals of each row, in turn."""
    options = VARIANTS[variant].options
    if variant == "guandan":
        yield [{"level": value} for value in options["level"].values]
        return
    yield [{}]
    for ranks in (1, 2) if "wild" in options else ():
        yield [{"wild": value} for value in options["wild"].values if len(value) == ranks]


def percentile(values: list[int], percent: int) -> int:
    """Return the smallest of the sorted values that at least *percent* of them do not exceed."""
    return values[max(0, -(-percent * len(values) // 100) - 1)]


def deal_rows(variant: str, given: Sequence[Mapping[str, str]], seeds: range) -> tuple[Rows, Rows]:
    """Return the measures of deals by name, and the sorted scores of their hands by seat.

    Hands of seats with the same distribution have an empty name; the landlord's hand with the bottom, and the hand of a
    first seat that is decided by a card, have the name of their seat.
    """
    measured: Rows = {name: [] for name in BALANCE}
    hands: Rows = {"": []}
    for seed in seeds:
        rules = engine.rules_for(variant, tuple(sorted(given[seed % len(given)].items())))
        cards = make_deal(rules, DealPlan(seed)).cards
        for name, value in measure_deal(rules, cards.hands, cards.bottom).items():
            measured[name].append(value)
        first = rules.variant.seats[0]
        for place, hand in enumerate(cards.hands):
            own = first if rules.setup.first_shows and place == 0 else ""
            hands.setdefault(own, []).append(split_hand(rules, hand).score)
        if cards.bottom:
            hands.setdefault(first, []).append(split_hand(rules, [*cards.hands[0], *cards.bottom]).score)
    return {name: sorted(values) for name, values in measured.items() if values}, {
        seat: sorted(values) for seat, values in hands.items()
    }
