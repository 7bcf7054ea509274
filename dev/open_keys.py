"""Canonical keys of open hands against plain ones: `python -m dev.open_keys 10000`.

Random deals of each game are solved twice, once with the states stored under canonical keys, once under plain ones: the
winner and every winning move must be the same. Prints a row for each kind of deal, with the states that each way took;
exit status 1 if an answer differs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from service.core.open_hands import solve_open
from tests.helpers.open_endings import KINDS, EndingKind, OpenEnding, random_ending

NODES = 2_000_000
"""Maximum states of a search."""

MORE_CARDS = 5
"""Cards of a hand beyond those that brute force can solve."""

FIRST_SEED = 1_000_000
"""Seeds from here on are not used by the tests."""


def random_endings(kind: EndingKind, number: int) -> Iterator[OpenEnding]:
    """Yield random deals of a kind, larger than those of the tests."""
    larger = kind._replace(most=kind.most + MORE_CARDS)
    for seed in range(FIRST_SEED, FIRST_SEED + number):
        yield random_ending(larger, seed)


def compare_keys(kind: EndingKind, number: int) -> tuple[list[OpenEnding], int, int]:
    """Return the deals of a kind with different answers, and the states visited with canonical and with plain keys."""
    wrong, states = list[OpenEnding](), [0, 0]
    for ending in random_endings(kind, number):
        answers = [solve_open(ending.rules, ending.question, NODES, plain_keys=plain) for plain in (False, True)]
        canonical, plain = [(answer.exact, answer.winner, set(answer.plays)) for answer in answers]
        states = [total + answer.nodes for total, answer in zip(states, answers, strict=True)]
        if canonical != plain or not canonical[0]:
            wrong.append(ending)
    return wrong, states[0], states[1]


def kinds_of(variants: Sequence[str]) -> list[EndingKind]:
    """Return the kinds of deals of some games; of all if none is named."""
    return [kind for kind in KINDS if not variants or kind.variant in variants]


def main() -> int:
    """Compare NUMBER deals of each kind."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.open_keys",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("number", type=int, help="deals of each kind")
    parser.add_argument("variant", nargs="*", help="ids of variants; default: all")
    options = parser.parse_args()
    differing = 0
    for kind in kinds_of(options.variant):
        wrong, canonical, plain = compare_keys(kind, options.number)
        differing += len(wrong)
        states = f"{canonical:,} states, {plain:,} with plain keys"
        print(f"{kind.name}: {options.number:,} deals, {len(wrong)} differ; {states}")
        for ending in wrong[:3]:
            print(f"  DIFFERS {ending.question}")
        sys.stdout.flush()
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
