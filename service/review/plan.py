"""Work of a review: the number of games and worlds for each decision, so that the total stays within its bound."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from service.advice import levels
from service.advice.work import Work, work_of
from service.core.bindings import CompiledRules
from service.position.dealt import ReviewText
from service.rules.variant import RuleSet

DEFAULT_LEVEL = "expert"

PLANNED_WORK = 5_400
"""Maximum work of a review (one is a plain follow), some two seconds of CPU; longer games are reviewed with fewer games
and worlds for each decision."""

FIRST_WORLDS, LATER_WORLDS = 250, 450
"""Worlds in each of the two samples of a decision: in the first round, and in each later round."""

MOST_LATER = 4
"""Maximum later rounds of a decision: 4,000 worlds with the first round."""

LATER_ROUNDS = 4
"""Later rounds for all decisions of a seat together, taken by the earliest decisions."""

FEW_WORLDS, FEWER_WORLDS = 32, (16, 8, 4, 2)
"""Minimum worlds of a sample, and of a sample at a level without a search; worlds of games too long for these."""

CURVE_WORLDS, LEAST_CURVE = 32, 16
"""Most and fewest worlds of a point of the curve outside a seat's own decisions."""

FIELD_WORLDS, FIELD_DRAWS = 64, 32
"""Worlds for comparing the moves of the random policy: sampled, and played out."""

PLAYOUTS = 64
"""Playouts of the real deal for par."""

TRIBUTE_WORLDS, LEAST_TRIBUTE, MOST_TRIBUTE = 48, 16, 128
"""Worlds in each of the two samples for a card of a tribute: planned, minimum and maximum."""

TRIBUTE_CARDS = 5.2
"""Cards compared for a tribute: above the average of 4.6, because some hands have far more."""

PAYMENT = 0.3
"""Part of the work on a payment, compared with that on a return: most payers have one highest card and no choice."""

SHARES = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12)
"""Fractions of the full number of games and worlds, in decreasing order."""

BARE_FROM = 0.5
"""Fraction at which the curve and luck are dropped before worlds are reduced further."""

REVIEWED_TURNS = 10
"""Maximum turns of a history that count for a world."""

DRAWN, LEAST_DRAWN = 0.4, 24
"""Fraction of the sampled worlds that is played out (their effective number is much smaller), and the minimum."""

MOVES = 3.5
"""Moves played out in each world, on average."""

UNSEARCHED = 0.3
"""Average cost of a deal with suits that no search judges, relative to one that a search judges: many turns have no
choice."""

CONTESTED = 0.7
"""Fraction of the decisions that need the first round: in the others the level chooses the same move."""


class Plan(NamedTuple):
    """The work planned for each decision."""

    level: str
    games: int
    """Games of the level's search; 0 for a level without search."""
    first: int
    """Worlds in each of the two samples."""
    later: int = 0
    """Worlds in each sample of a later round, until the loss is certain enough; 0: no later rounds."""
    curve: int = 0
    """Worlds for each point of the curve outside a seat's own decisions; 0: no such points."""
    field: bool = False
    """Whether decisions are compared with the random policy: needed for accuracy and luck."""
    tribute: int = 0
    """Worlds in each of the two samples for a card of a tribute."""


def search_worlds(level: levels.Level, games: int, setup: RuleSet) -> int:
    """Return the number of worlds that a search with a number of games samples; 0 for a level without search."""
    if level.budget is None:
        return 0
    return int(min(1.0, games / level.budget.games) * level.budget.worlds) // setup.fewer_worlds


def search_work(level: levels.Level, games: int, setup: RuleSet) -> float:
    """Return the work of a search with a number of games before any history; 0 for a level without search."""
    if level.budget is None:
        return 0.0
    work = work_of(setup)
    return max(games, 2 * level.budget.candidates) * work.game + search_worlds(level, games, setup) * work.world


def judged_of(rules: CompiledRules, text: ReviewText) -> int:
    return max(1, len(text.seats) or len(text.table.hands))


def drawn(worlds: int) -> int:
    """Return the number of worlds that are played out of *worlds* sampled ones."""
    return max(min(worlds, LEAST_DRAWN), int(worlds * DRAWN))


def tribute_cards_of(text: ReviewText) -> float:
    """Return how many cards of a tribute are judged; a payment counts less."""
    exchange = text.table.tribute
    moved = exchange.moved if exchange is not None and exchange.moved is not None else ()
    judged = [*text.seats, *([] if text.seats else text.table.hands)]
    shares = [1.0 if place % 2 else PAYMENT for place, one in enumerate(moved) if one.giver in judged]
    return math.fsum(shares)


def tribute_work(rules: CompiledRules, text: ReviewText) -> float:
    """Return the work of one world in each of the two samples for all cards of a tribute."""
    return 2 * tribute_cards_of(text) * CONTESTED * TRIBUTE_CARDS * work_of(rules.setup).game


def worlds_work(worlds: int, turns: int, work: Work) -> float:
    return worlds * (work.world + min(turns, REVIEWED_TURNS) * work.reviewed)


def round_work(worlds: int, turns: int, work: Work) -> float:
    return 2 * (drawn(worlds) * MOVES * work.game + worlds_work(worlds, turns, work))


def decision_work(plan: Plan, setup: RuleSet, turns: int) -> float:
    """Return the average work of a decision without later rounds."""
    work = work_of(setup)
    level = levels.LEVELS[plan.level]
    explained = min(turns, REVIEWED_TURNS) * work.reviewed * search_worlds(level, plan.games, setup)
    searched = search_work(level, plan.games, setup) + explained
    compared = FIELD_DRAWS * MOVES * work.game + worlds_work(FIELD_WORLDS, turns, work)
    return searched + CONTESTED * round_work(plan.first, turns, work) + plan.field * compared


def owned_turns(rules: CompiledRules, text: ReviewText) -> int:
    """Return the number of plays of the judged seats, rounded up."""
    turns = len(text.table.history)
    return min(turns, judged_of(rules, text) * -(-turns // len(rules.variant.seats)))


def plan_work(rules: CompiledRules, text: ReviewText, plan: Plan) -> float:
    """Return the work of a review that follows a plan."""
    work, turns, judged = work_of(rules.setup), len(text.table.history), judged_of(rules, text)
    point = plan.curve * work.game + worlds_work(3 * plan.curve // 2, turns, work)
    own = decision_work(plan, rules.setup, turns)
    lucky = plan.field and judged == len(rules.variant.seats)
    later = LATER_ROUNDS * round_work(plan.later, turns, work)
    owned = owned_turns(rules, text)
    points = max(0, turns * judged - 2 * owned)  # without own plays and the points after them
    deal = work.deal * (UNSEARCHED if rules.setup.suited and not plan.games else 1)
    return deal * (
        owned * own + points * point + lucky * PLAYOUTS * work.game + judged * later
    ) + plan.tribute * tribute_work(rules, text)


def plans(rules: CompiledRules, text: ReviewText) -> Iterator[Plan]:
    """Yield plans, the most thorough first: with fewer worlds, then without a curve and luck, then without a search."""
    level = levels.find_level(text.level)
    games = text.games or levels.games_of(level, rules)
    part = min(1.0, games / levels.games_of(level, rules)) if level.budget else 0.0
    for share in SHARES if level.budget else ():
        first, later = (max(FEW_WORLDS, int(worlds * share * part)) for worlds in (FIRST_WORLDS, LATER_WORLDS))
        curve = max(LEAST_CURVE, int(CURVE_WORLDS * share))
        whole = Plan(level.id, max(1, int(games * share)), first, later, curve, field=True)
        yield whole
        if share <= BARE_FROM:
            yield whole._replace(curve=0, field=False)
    simple = levels.DEFAULT_LEVEL if level.budget else level.id
    yield Plan(simple, 0, FEW_WORLDS, 0, LEAST_CURVE, field=True)
    yield Plan(simple, 0, FEW_WORLDS)
    for worlds in FEWER_WORLDS:
        yield Plan(simple, 0, worlds)


def review_plan_of(rules: CompiledRules, text: ReviewText) -> Plan:
    """Return the most thorough plan within the work of a review, or the least.

    Raises RuleError "level_unknown".
    """
    plan, each = None, tribute_work(rules, text)
    for plan in plans(rules, text):
        if plan_work(rules, text, plan) + TRIBUTE_WORLDS * each <= PLANNED_WORK:
            break
    assert plan is not None
    if not each:
        return plan
    rest = int((PLANNED_WORK - plan_work(rules, text, plan)) / each)
    return plan._replace(tribute=max(LEAST_TRIBUTE, min(MOST_TRIBUTE, rest)))
