"""Comparison of claims in answers with the slow rules; each claim is defined in `openapi.yaml`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, cycle, islice
from typing import NamedTuple

from flask.testing import FlaskClient

from tests.helpers.client import post
from tests.oracle.claims import before_lead
from tests.oracle.claims.cards import judge_beliefs, judge_check, random_cards
from tests.oracle.claims.hints import judge_choice, judge_hints, judge_order, judge_split
from tests.oracle.claims.moves import judge_alone, judge_move
from tests.oracle.claims.positions import Json, JudgedClaim, Spot, spots

Judge = Callable[[Spot, Json], Iterator[JudgedClaim]]

JUDGES: tuple[Judge, ...] = (
    judge_split,
    judge_choice,
    judge_hints,
    judge_order,
    judge_move,
    judge_alone,
    judge_beliefs,
    judge_check,
)
"""Judges of an analysis; it also includes a check, the move alone and hints in the level's order."""

ANALYSIS = {"want": ["power", "split", "hints", "move", "beliefs"], "top": 0}

ORDERED = {"want": ["hints"], "top": 0, "order": "robot"}

LEVELS = (*["club"] * 20, "expert", "master")
"""Levels in turn; levels with a search are rare, and have few games."""

GAMES = {"limits": {"games": 30}}


class PositionCase(NamedTuple):
    """A request, its answer and its position."""

    spot: Spot
    answer: Json

    def judged(self) -> Iterator[JudgedClaim]:
        """Judge all claims of the answer."""
        for judge in JUDGES:
            yield from judge(self.spot, self.answer)

    @property
    def body(self) -> Json:
        return self.spot.body


class TableCase(NamedTuple):
    """A request before the first lead, and its answer."""

    path: str
    body: Json
    answer: Json

    def judged(self) -> Iterator[JudgedClaim]:
        return before_lead.JUDGES[self.path](self.body, self.answer)


def cases(client: FlaskClient, variant: str, seed: int) -> Iterator[PositionCase]:
    """Yield random positions of a game with their answers, endlessly; the same for the same seed."""
    levels, rng = cycle(LEVELS), random.Random(f"{variant}/{seed}")
    for spot in spots(variant, rng):
        cards, level = spot.text(random_cards(spot, rng)), {"level": next(levels)}
        check = post(client, "/v1/check", spot.body | {"cards": cards}) | {"asked": cards}
        alone = post(client, "/v1/move", spot.body | GAMES | level)
        answer = post(client, "/v1/analyze", spot.body | ANALYSIS | GAMES | level)
        ordered = post(client, "/v1/analyze", spot.body | ORDERED | GAMES | level)
        yield PositionCase(spot, answer | {"check": check, "alone": alone, "ordered": ordered})


def table_cases(client: FlaskClient, variant: str, seed: int) -> Iterator[TableCase]:
    """Yield random requests before the first lead with their answers, endlessly."""
    rng = random.Random(f"{variant}/{seed}")
    while True:
        for path, body in before_lead.table_questions(variant, rng):
            yield TableCase(path, body, post(client, path, body))


class ClaimReport(NamedTuple):
    """Judged claims of a game, and false ones."""

    counts: Counter[str]
    """Number of judgements of each claim."""
    faults: list[str]
    """False claims with their requests."""


def judge_claims(client: FlaskClient, variant: str, number: int, seed: int = 0) -> ClaimReport:
    """Judge all claims in *number* positions of a game, and in a tenth as many requests before the first lead."""
    report = ClaimReport(Counter(), [])
    tables = islice(table_cases(client, variant, seed), number // 10)
    for case in chain(islice(cases(client, variant, seed), number), tables):
        for judged in case.judged():
            report.counts[judged.claim] += 1
            if judged.fault:
                report.faults.append(f"{judged.claim}: {judged.fault}; {case.body}")
    return report
