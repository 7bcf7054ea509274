"""Step the tables of every game at random: `python -m dev.random_tables [--steps 1000000] [GAME…]`.

Games with an auction are played with each form of it as well as without, laizi with wild ranks.
`python -m dev.sanitize tables` does so under the sanitizers.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from paili.env import TableBatch, batched
from service.rules.variant import RANDOM
from service.rules.variants import VARIANTS

TABLES = 100


def random_batches(game: str) -> Iterator[TableBatch]:
    """Yield a batch for each way to play a game."""
    variant = VARIANTS[game]
    drawn = {name: RANDOM for name, option in variant.options.items() if option.drawn}
    for auction in (False, *[form.id for form in variant.auctions]):
        yield batched(game, TABLES, seed=7, auction=auction, reward="points")
        if drawn:
            yield batched(game, TABLES, seed=8, auction=auction, options=drawn)
    yield batched(game, TABLES, seed=9, auction=bool(variant.auctions), levels={0: "casual"})


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m dev.random_tables", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, help="steps of each game, over all its batches")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(VARIANTS))
    chosen = parser.parse_args()
    for game in chosen.games or VARIANTS:
        envs, chance, deals, steps = list(random_batches(game)), np.random.default_rng(1), 0, 0
        while steps < chosen.steps:
            for env in envs:
                env.step((chance.random(TABLES) * env.counts).astype(np.int32))
                deals += int(env.over.sum())
                steps += TABLES
        print(f"{game}: {steps} steps, {deals} deals", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
