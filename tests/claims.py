"""What answers say, held against the slow rules: `python -m tests.claims NUMBER [VARIANT ...]`.

Every statement that an answer can make is a claim with a definition in `openapi.yaml`; here it is judged in NUMBER
random positions of each game. Printed are how often each claim was judged, and every false one.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

from flask.testing import FlaskClient

from app import create_app
from service.rules.variants import VARIANTS
from tests.claim_spots import Json, Judged, Spot, spots
from tests.claims_hints import judge_choice, judge_hints, judge_split
from tests.claims_moves import judge_move
from tests.client import post

Judge = Callable[[Spot, Json], Iterator[Judged]]

JUDGES: tuple[Judge, ...] = (judge_split, judge_choice, judge_hints, judge_move)
"""Who judges an analysis."""

ANALYSIS = {"want": ["power", "split", "hints", "move"], "top": 0}

LEVELS = (*["novice", "casual", "club", "club", "club"] * 4, "expert", "master")
"""Levels in turn; those that search are asked seldom, and for few games."""

GAMES = {"limits": {"games": 30}}


class Case(NamedTuple):
    """A question, its answer, and the position behind it."""

    spot: Spot
    answer: Json

    def judged(self) -> Iterator[Judged]:
        """Judge all that the answer says."""
        for judge in JUDGES:
            yield from judge(self.spot, self.answer)


def cases(client: FlaskClient, variant: str, seed: int) -> Iterator[Case]:
    """Yield random positions of a game with their answers, without end; the same seed yields the same."""
    levels = cycle(LEVELS)
    for spot in spots(variant, random.Random(f"{variant}/{seed}")):
        level = {"level": next(levels)}
        yield Case(spot, post(client, "/v1/analyze", spot.body | ANALYSIS | GAMES | level))


class Found(NamedTuple):
    """What came of the judging of a game."""

    counts: Counter[str]
    """How often each claim was judged."""
    faults: list[str]
    """What was false, each with its question."""


def judge(client: FlaskClient, variant: str, number: int, seed: int = 0) -> Found:
    """Judge all claims in *number* positions of a game."""
    found = Found(Counter(), [])
    for case, _ in zip(cases(client, variant, seed), range(number), strict=False):
        for judged in case.judged():
            found.counts[judged.claim] += 1
            if judged.fault:
                found.faults.append(f"{judged.claim}: {judged.fault}; {case.spot.body}")
    return found


def main(number: int, variants: list[str]) -> int:
    """Judge, print, and return 1 if anything was false."""
    client, false = create_app().test_client(), 0
    for variant in variants or VARIANTS:
        found = judge(client, variant, number, seed=1)
        false += len(found.faults)
        print(f"{variant}: {number} positions, {found.counts.total()} claims, {len(found.faults)} false")
        print("  " + ", ".join(f"{claim} {n}" for claim, n in sorted(found.counts.items())))
        for fault in found.faults:
            print(f"  FALSE {fault}")
    return int(false > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
