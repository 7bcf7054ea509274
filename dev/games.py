"""Play whole games through the public API: `python -m dev.games 1000` plays 1,000 tables of each game.

python -m dev.games 200 guandan        # only of these variants
"""

from __future__ import annotations

import argparse
import time

from app import create_app
from service.rules.variants import VARIANTS
from tests.helpers.simulated_table import play_tables


def main() -> None:
    """Play the tables of every variant, or of the named ones, and print the totals."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.games", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, help="number of tables of each variant")
    parser.add_argument("variants", nargs="*", help="ids of variants; default: all")
    options = parser.parse_args()
    client = create_app().test_client()
    for variant in options.variants or VARIANTS:
        began = time.process_time()
        tally = play_tables(client, variant, options.games)
        seconds = time.process_time() - began
        counts = "; ".join(f"{name} {dict(count)}" for name, count in tally._asdict().items())
        print(f"{variant}: {tally.ended.total()} deals, {seconds:.0f} s; {counts}", flush=True)


if __name__ == "__main__":
    main()
