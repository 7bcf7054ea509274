"""Comparison of claims in answers with the slow rules: `python -m dev.claims NUMBER [VARIANT ...]`.

Each claim is judged in NUMBER random positions of each game. The output has the number of judgements of each claim, and
every false one.
"""

from __future__ import annotations

import argparse
import sys

from app import create_app
from service.rules.variants import VARIANTS
from tests.oracle.claims.judges import judge_claims


def main() -> int:
    """Judge the claims of all games, or of the given ones, and print the report; return 1 if a claim is false."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.claims", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("number", type=int, help="positions of each game")
    parser.add_argument("variants", nargs="*", metavar="variant", help="ids of variants; default: all")
    options = parser.parse_args()
    number, false = options.number, 0
    client = create_app().test_client()
    for variant in options.variants or VARIANTS:
        report = judge_claims(client, variant, number, seed=1)
        false += len(report.faults)
        print(f"{variant}: {number} positions, {report.counts.total()} claims, {len(report.faults)} false")
        print("  " + ", ".join(f"{claim} {n}" for claim, n in sorted(report.counts.items())))
        for fault in report.faults:
            print(f"  FALSE {fault}")
    return int(false > 0)


if __name__ == "__main__":
    sys.exit(main())
