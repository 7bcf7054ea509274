"""Heavy kinds of requests: those that may take more than some 20 ms of CPU run in slots.

Nothing else depends on the kind: every request is charged by the CPU that it took (`state.units`).
"""

from __future__ import annotations

from service.advice import levels
from service.advice.analysis_request import AnalysisRequest, wanted
from service.advice.deals import DealPlan
from service.advice.hint_order import ROBOT_ORDER
from service.advice.practice import WEAK_PROFILE
from service.advice.work import has_long_planes
from service.core.bindings import CompiledRules
from service.position.position import Position
from service.position.tribute import TributeText
from service.rules import cards as c
from service.rules.cards import Notation

MOST_PATTERNS = 32
"""Patterns of `only` and `avoid` that a light request compares with each play."""

MANY_CARDS, MANY_WILDS = 17, 4
"""Cards and wild cards of a hand with thousands of plays; with one wild card, only if a lead lists all of them."""


def always(*arguments: object) -> bool:
    """Return True: reviews, solutions, and games as text."""
    return True


def never(*arguments: object) -> bool:
    """Return False: checks, bids and tables."""
    return False


def wild_cards(rules: CompiledRules, hand: c.Hand) -> int:
    return sum(c.count(hand, c.RANKS.index(rank)) for rank in rules.setup.wilds.cards)


def has_many_plays(position: Position, request: AnalysisRequest) -> bool:
    """Return whether a hand has thousands of plays, or many are compared with patterns."""
    move_filter = request.move_filter
    if len(move_filter.only) + len(move_filter.avoid) > MOST_PATTERNS or has_long_planes(position.rules.setup):
        return True
    if c.size(position.hand) < MANY_CARDS:
        return False
    wild, is_lead = wild_cards(position.rules, position.hand), position.to_beat is None
    lists_all = not request.top or request.order == ROBOT_ORDER
    return wild >= MANY_WILDS or (bool(wild) and is_lead and lists_all)


def move_is_heavy(position: Position, request: AnalysisRequest) -> bool:
    """Return whether a robot's move is heavy: by a level that searches, or of a hand with many plays."""
    return levels.find_level(request.level).budget is not None or has_many_plays(position, request)


def analysis_is_heavy(position: Position, request: AnalysisRequest) -> bool:
    """Return whether an analysis is heavy: a heavy move, or beliefs with wild cards.

    Raises RuleError "not_your_turn" if hints or a move are requested off turn.
    """
    want = wanted(position, request)
    if "beliefs" in want and position.rules.setup.wilds.cards:
        return True
    if "move" in want or request.order == ROBOT_ORDER:
        return move_is_heavy(position, request)
    return has_many_plays(position, request)


def deal_is_heavy(rules: CompiledRules, plan: DealPlan) -> bool:
    """Return whether a deal is heavy: weak hands in games where a card decides the first seat are drawn often."""
    return plan.profile == WEAK_PROFILE and bool(rules.setup.first_shows)


def tribute_is_heavy(rules: CompiledRules, text: TributeText, notation: Notation) -> bool:
    """Return whether a tribute is heavy: for a return, the rest of the hand is split for each card."""
    return text.role == "return"
