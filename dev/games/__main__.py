"""Play whole games through the public API: `python -m dev.games 1000` plays 1,000 tables of each game.

python -m dev.games 200 guandan        # only of these variants
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from typing import NamedTuple

from flask.testing import FlaskClient

from dev.games.table import SimulatedTable
from service.rules.variants import VARIANTS


class Tally(NamedTuple):
    """Results of some tables."""

    ended: Counter[str]
    """Number of wins by side."""
    refused: Counter[str]
    met: Counter[str]


def play_tables(client: FlaskClient, variant: str, games: int, seed: str = "") -> Tally:
    """Play *games* tables of a variant, every other one with a second deal that follows from the first."""
    tally = Tally(Counter(), Counter(), Counter())
    for number in range(games):
        table = SimulatedTable(client, variant, random.Random(f"{variant}/{seed}{number}"))
        try:
            tally.ended[table.play_deal()] += 1
            if number % 2 and table.next_deal:
                tally.ended[table.play_next_deal()] += 1
        except Exception as error:
            raise AssertionError(f"deal {variant}/{seed}{number}") from error
        tally.refused.update(table.rejections)
        tally.met.update(table.factors)
    return tally


def main() -> None:
    """Play the tables of every variant, or of the named ones, and print the totals."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, help="number of tables of each variant")
    parser.add_argument("variants", nargs="*", help="ids of variants; default: all")
    options = parser.parse_args()
    from app import create_app

    client = create_app().test_client()
    for variant in options.variants or VARIANTS:
        began = time.process_time()
        tally = play_tables(client, variant, options.games)
        seconds = time.process_time() - began
        counts = "; ".join(f"{name} {dict(count)}" for name, count in tally._asdict().items())
        print(f"{variant}: {tally.ended.total()} deals, {seconds:.0f} s; {counts}", flush=True)


if __name__ == "__main__":
    main()
