"""Compute the distribution of the scores of dealt hands in each game: `python -m dev.deal_bounds` (some two minutes).

Writes two files from plain deals of the seeds 0 to 3,999 in each game, by exact splits: the bounds of balanced deals
(`service/rules/games/deal_bounds.py`), and the percentiles that the board shows as the strength of a hand
(`board/page/lib/percentiles.js`). Guandan is dealt with every level rank, laizi with every wild rank.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dev import ROOT
from service.advice.balance import BALANCE, bounds_key
from service.core.bindings import SCORE_UNIT
from service.rules.variants import VARIANTS
from tests.helpers.deal_rows import STEPS, deal_rows, percentile, sampled_options

DEALS = 4000
"""Deals of each row."""

BOUNDS_FILE = ROOT / "service/rules/games/deal_bounds.py"
PERCENTILES_FILE = ROOT / "board/page/lib/percentiles.js"


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
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    for path, text in files(range(DEALS)).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
