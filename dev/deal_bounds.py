"""Compute the distribution of the scores of dealt hands in each game: `python -m dev.deal_bounds` (some two minutes).

Writes two files from plain deals of the seeds 0 to 3,999 in each game, by exact splits: the bounds of balanced deals
(`service/rules/games/deal_bounds.py`), and the percentiles that the board shows as the strength of a hand
(`service/page/lib/percentiles.js`). Guandan is dealt with every level rank, laizi with every wild rank.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from service.advice.balance import BALANCE, bounds_key, measure_deal, split_hand
from service.advice.deals import DealPlan, make_deal
from service.core import engine
from service.core.bindings import SCORE_UNIT
from service.rules.variants import VARIANTS

DEALS = 4000
"""Deals of each row."""

SERVICE = Path(__file__).parents[1] / "service"
BOUNDS_FILE = SERVICE / "rules/games/deal_bounds.py"
PERCENTILES_FILE = SERVICE / "page/lib/percentiles.js"

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


def files(seeds: range) -> dict[Path, str]:
    """Return the texts of both files."""
    bounds, percentiles = [], []
    for variant in VARIANTS:
        for given in sampled_options(variant):
            key = bounds_key(variant, given[0].get("wild", ""))
            measured, hands = deal_rows(variant, given, seeds)
            row = {name: percentile(values, BALANCE[name].percentile) for name, values in measured.items()}
            bounds.append(f"    {json.dumps(key)}: {json.dumps(row)},\n")
            scores = {
                seat: [round(100 * percentile(values, step) / SCORE_UNIT) for step in STEPS]
                for seat, values in hands.items()
            }
            percentiles.append(f"  {json.dumps(key)}: {json.dumps(scores, separators=(',', ':'))},\n")
    return {
        BOUNDS_FILE: (
            '"""Bounds of balanced deals, written by `python -m dev.deal_bounds`; not to be edited by hand."""\n\n'
            "from __future__ import annotations\n\nfrom collections.abc import Mapping\n\n# fmt: off\n"
            f"DEAL_BOUNDS: Mapping[str, Mapping[str, int]] = {{\n{''.join(bounds)}}}\n"
        ),
        PERCENTILES_FILE: (
            "// What dealt hands are worth in hundredths of a turn, by game and seat: the percentiles "
            f"{STEPS[0]}, {STEPS[1]}, {STEPS[2]} … {STEPS[-2]}, {STEPS[-1]}.\n"
            "// Written by `python -m dev.deal_bounds`; not to be edited by hand.\n\n"
            f"export const PERCENTILES = {{\n{''.join(percentiles)}}};\n"
        ),
    }


def main() -> None:
    """Write both files."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for path, text in files(range(DEALS)).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
