"""Cost of a request in units, computed before any work.

One unit is the cost of a plain follow: a position parsed and split, its eight best hints listed and returned. A request
is charged for games of a search, sampled worlds, plays to rate, plays to list and turns to replay. The rates below were
fitted to CPU time; `python -m dev.bench.cost` measures the most expensive input of each operation.
"""

from __future__ import annotations

from collections.abc import Collection

from service.advice import robot
from service.advice.analysis import DEFAULT_TOP, WORLDS, AnalysisRequest, wanted
from service.advice.deals import WEAK_DRAWS, DealPlan
from service.advice.opinions import ROBOT_ORDER
from service.advice.practice import BALANCED_PROFILE, PLAIN_PROFILE, WEAK_PROFILE
from service.advice.rates import UnitRates, rates_of, search_cost, whole_units, worlds_cost
from service.advice.solve import SolveLimits
from service.core import engine
from service.core.bindings import CompiledRules
from service.position.attempt import Attempt
from service.position.auction import AuctionText
from service.position.dealt import ReviewText, TableText
from service.position.open_table import OpenTable
from service.position.position import Position
from service.position.tribute import TributeText
from service.review.plan import plan_units, review_plan_of
from service.rules import cards as c
from service.rules.cards import Notation

MOST_SEARCH_UNITS = 4_000
"""Maximum units of `limits.games`; the rest is reserved for other parts of the request."""

HEAVY_UNITS = 40
"""Units from which a request needs a slot: about 20 ms of a core."""

TURN = 1 / 40
"""Units for each turn of a history that is replayed."""


TABLE_TURN = 1 / 14
"""Units for each turn that the referee checks."""

PRACTICE_HAND, SEATED_HAND = 1, 4
"""Units of a practice hand; the second if a card decides who is seat 0, because some draws are rejected."""

STATES_PER_UNIT, WILD_STATES_PER_UNIT, SUITED_STATES_PER_UNIT = 500, 300, 200
"""States of open hands per unit: without wild cards, with them, and in games with suits."""

RETURN = 5
"""Units of a card given back."""

WILD_HAND = 20
"""A hand with wild cards costs one unit per this number of cards, times the squared number of wild cards."""

PATTERN = 1 / 20
"""Units for each pattern of `only` and `avoid`, for reading it."""


def wild_hand_cost(position: Position) -> float:
    """Return the units of splitting a hand with wild cards, which grow with the square of their number."""
    setup, hand = position.rules.setup, position.hand
    if not setup.wilds.cards or setup.suited:
        return 0.0
    wild = sum(c.count(hand, c.RANKS.index(rank)) for rank in setup.wilds.cards)
    return wild * wild * c.size(hand) / WILD_HAND if wild > 1 else 0.0


def most_games(rules: CompiledRules) -> int:
    """Return the maximum number of games that a request may set under these rules."""
    slow = rules.setup.slow * rules.setup.fewer_worlds
    return min(robot.MOST_GAMES // slow, int(MOST_SEARCH_UNITS / rates_of(rules.setup).game))


def level_units(level: robot.Level, rules: CompiledRules) -> int:
    """Return the units of a move of *level* before any history, without those for each legal play."""
    return whole_units(search_cost(level, robot.games_of(level, rules), 0, rules.setup))


def legal_plays(position: Position) -> int:
    """Return the number of legal plays of a position (counted in less than a millisecond); 0 off turn."""
    if position.mover != position.seat:
        return 0
    return engine.count_legal(position.rules, position.hand, position.to_beat, position.suits, position.constraints)


def analyzed_plays(position: Position, request: AnalysisRequest, want: Collection[str]) -> int:
    """Return the number of legal plays of a position that is to be analyzed; 0 off turn.

    Hints of a follow without wild cards take less than counting twice: they are computed, and cached for the answer.
    """
    wild, to_beat = position.rules.setup.wilds.cards, position.to_beat
    if wild or to_beat is None or "hints" not in want:
        return legal_plays(position)
    rules, hand, suits = position.rules, position.hand, position.suits
    return len(engine.hints(rules, hand, to_beat, request.nodes, None, suits, position.constraints))


def filter_cost(move_filter: robot.MoveFilter, plays: int, rates: UnitRates) -> float:
    """Return the units of comparing each play with those of `only` and `avoid`."""
    listed = len(move_filter.only) + len(move_filter.avoid)
    return listed * (PATTERN + plays * rates.filtered)


def level_cost(position: Position, request: AnalysisRequest, plays: int, rates: UnitRates) -> float:
    """Return the units of a robot's move, without reading its position."""
    level = robot.find_level(request.level)
    each = rates.policy if level.kind == "rules" else rates.rated
    games = request.games or robot.games_of(level, position.rules)
    return plays * each + search_cost(level, games, len(position.history), position.rules.setup)


def move_cost(position: Position, request: AnalysisRequest) -> int:
    """Return the units of a robot's move."""
    rates, plays = rates_of(position.rules.setup), legal_plays(position)
    turns = len(position.history)
    units = level_cost(position, request, plays, rates) + filter_cost(request.move_filter, plays, rates)
    return whole_units(turns * TURN + wild_hand_cost(position) + units)


def analysis_cost(position: Position, request: AnalysisRequest) -> int:
    """Return the units of an analysis.

    Raises RuleError "not_your_turn" if hints or a move are requested off turn.
    """
    want, rates = wanted(position, request), rates_of(position.rules.setup)
    units = len(position.history) * TURN + wild_hand_cost(position)
    if "hints" in want or "move" in want:
        plays, ordered = analyzed_plays(position, request, want), request.order == ROBOT_ORDER
        if "hints" in want:
            listed = min(plays, request.top or plays)
            units += plays * rates.rated + max(0, listed - DEFAULT_TOP) * rates.listed
            units += filter_cost(request.move_filter, plays, rates) if request.move_filter != robot.NO_FILTER else 0
            units += plays * rates.opinion if ordered else 0
        if "move" in want or ordered:
            units += level_cost(position, request, plays, rates)
    if "beliefs" in want:
        units += worlds_cost(WORLDS, len(position.history), rates)
    return whole_units(units)


def check_cost(attempt: Attempt) -> int:
    """Return the units of a check."""
    return whole_units(attempt.turns * TURN)


def bid_cost(rules: CompiledRules, text: AuctionText, notation: Notation) -> int:
    """Return the units of a bid."""
    return whole_units(0)


def deal_cost(rules: CompiledRules, plan: DealPlan) -> int:
    """Return the units of a deal.

    A practice hand costs more, in particular if many are drawn until one suits the seat.
    """
    if plan.profile == PLAIN_PROFILE:
        return whole_units(0)
    if plan.profile == BALANCED_PROFILE:
        return whole_units(rates_of(rules.setup).balanced)
    hands = WEAK_DRAWS if plan.profile == WEAK_PROFILE else 1
    return whole_units(hands * (SEATED_HAND if rules.setup.first_shows else PRACTICE_HAND))


def game_cost(rules: CompiledRules, text: TableText, notation: Notation) -> int:
    """Return the units of a table."""
    return whole_units(len(text.history) * TABLE_TURN)


def solve_cost(rules: CompiledRules, table: OpenTable, limits: SolveLimits) -> int:
    """Return the units of open hands, by the maximum number of states."""
    plain = WILD_STATES_PER_UNIT if rules.setup.wilds.cards else STATES_PER_UNIT
    return whole_units(limits.nodes / (SUITED_STATES_PER_UNIT if rules.setup.suited else plain))


def review_cost(rules: CompiledRules, text: ReviewText, notation: Notation) -> int:
    """Return the units of a review, by its turns, its judged seats and its level."""
    return whole_units(len(text.table.history) * TABLE_TURN + plan_units(rules, text, review_plan_of(rules, text)))


def tribute_cost(rules: CompiledRules, text: TributeText, notation: Notation) -> int:
    """Return the units of a tribute. A return costs more, because every possible card is compared."""
    return whole_units(RETURN if text.role == "return" else 0)
