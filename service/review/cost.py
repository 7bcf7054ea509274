"""Cost of a request in units, computed before any work.

One unit is the cost of a plain follow: a position parsed and split, its eight best hints listed and returned. A request
is charged for games of a search, sampled worlds, plays to rate, plays to list and turns to replay. The rates below were
fitted to CPU time; `python -m dev.bench.cost_search` searches for requests that cost more.
"""

from __future__ import annotations

from collections.abc import Collection

from service.advice import robot
from service.advice.analysis import DEFAULT_TOP, WORLDS, AnalysisRequest, wanted
from service.advice.deals import WEAK_DRAWS, DealPlan
from service.advice.opinions import ROBOT_ORDER
from service.advice.practice import BALANCED_PROFILE, PLAIN_PROFILE, WEAK_PROFILE
from service.advice.rates import MOST_UNITS, UnitRates, rates_of, search_cost, whole_units, worlds_cost
from service.advice.solve import DEFAULT_NODES, SolveLimits
from service.core import engine
from service.core.bindings import CompiledRules
from service.position.attempt import Attempt
from service.position.auction import AuctionText
from service.position.dealt import ReviewText, TableText
from service.position.deck import check_counts
from service.position.open_table import OpenTable
from service.position.parse.cards import parse_cards
from service.position.position import Position
from service.position.tribute import TributeText, read_tribute_hand
from service.records.games_text import GamesText
from service.review.plan import first_units, plan_units, review_plan_of
from service.rules import cards as c
from service.rules.auction import Bidding
from service.rules.cards import Cards, Notation
from service.rules.errors import RuleError

MOST_SEARCH_UNITS = 4_000
"""Maximum units of `limits.games`; the rest is reserved for other parts of the request."""

HEAVY_UNITS = 50
"""Units from which a request needs a slot: about 20 ms of a core."""

TABLE, SUITED_TABLE_HAND, TABLE_AUCTION, TABLE_TURN = 0.8, 0.6, 0.2, 1 / 8
"""Units of a table, of each hand with suits, of an auction, and of each turn that the referee checks."""

NO_PLAY, NO_PLAY_CARD = 0.3, 1 / 10
"""Units of cards that are no play, and of each of them, for finding the nearest plays and the broken rule."""

PRACTICE_HAND, SEATED_HAND = 1, 4
"""Units of a practice hand; the second if a card decides who is seat 0, because some draws are rejected."""

OPEN_TABLE, SUITED_OPEN_TABLE = 2, 40
"""Units of the tables of a search of open hands; the second in games with suits."""

DEAREST_REVIEW = 1.5
"""Units of a review with many marked decisions, relative to those that its plan estimates."""

RETURN, RETURN_HANDS = 5, 2.5
"""Units of a card given back, and hands split for it: those without each of the cards, half of them smaller."""

WILD_SIZE = 19
"""A hand of this size with several wild cards costs their squared number in units; each card more doubles it."""

REST_HINT, REST_MOVE, MOST_REST = 0.15, 0.3, 4
"""Parts of such a hand's units, up to a maximum, for each legal follow, with hints and for a move: most of the hand
remains."""

HINTS_AND_MOVE, ORDERED = 0.5, 1.5
"""Units of hints and a move together, and of hints in a robot's order."""

HINTED_PLAYS, MANY_PLAYS = 200, 600
"""One more unit for this number of plays with hints, growing with its square up to the second number."""

CROWDED, MOST_CROWDED = 4.5, 0.98 * MOST_UNITS
"""Power with which a search costs more if other seats hold more cards than at the start of a deal, and its maximum."""

DECKS_SIZE, DECKS_PLAYS = 28, 200
"""A hand of this size costs one unit with two decks, two cards more double it; one more for this number of plays,
growing with its square."""

SUITED_HAND, SUITED_PLAYS = 1.5, 120
"""Units of a hand with suits; one more for this number of plays, growing with its square."""

MOST_HELD = 28
"""Maximum cards of a hand: 27 dealt ones and a tribute."""

BID_WILDS = 4
"""Units of a bid: the squared number of wild cards, divided by this."""

OWN_CARDS = 1.0
"""Units of an analysis whose answer has the caller's own cards, with their suits or ids."""

SEEN = 1 / 200
"""Units for each legal play: whether a player sees it."""

PATTERN = 1 / 20
"""Units for each pattern of `only` and `avoid`, for reading it."""


CHARACTERS_PER_UNIT = 100
"""Characters of games as text per unit."""


def wild_cards(rules: CompiledRules, hand: c.Hand) -> int:
    return sum(c.count(hand, c.RANKS.index(rank)) for rank in rules.setup.wilds.cards)


def hand_cost(rules: CompiledRules, hand: c.Hand, suits: c.Suits) -> float:
    """Return the units of splitting a hand, beyond those of a hand without wild cards of one deck."""
    if rules.setup.suited:
        return SUITED_HAND + (engine.count_legal(rules, hand, None, suits) / SUITED_PLAYS) ** 2
    if rules.setup.decks > 1:
        return float(2 ** ((c.size(hand) - DECKS_SIZE) / 2)) + (engine.count_legal(rules, hand) / DECKS_PLAYS) ** 2
    wild = wild_cards(rules, hand)
    return wild * wild * 2.0 ** (c.size(hand) - WILD_SIZE) if wild > 1 else 0.0


def hand_of_text(rules: CompiledRules, text: object, notation: Notation) -> Cards:
    """Return the cards of a hand that is not read yet; none for one that will be rejected."""
    try:
        own = parse_cards(text, notation, "/hand", rules.setup.kind)
        check_counts(rules, [("/hand", own.hand)])
    except RuleError:
        return c.NO_CARDS
    return own if c.size(own.hand) <= MOST_HELD else c.NO_CARDS


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
    listed = len(move_filter.only) + len(move_filter.avoid)
    return listed * (PATTERN + plays * rates.filtered)


def rest_cost(position: Position, hand: float) -> float:
    """Return the units of splitting a *hand* of so many units with wild cards again for a follow.

    0 for a lead: most leave small hands.
    """
    return 0.0 if position.to_beat is None or position.rules.setup.suited else min(hand, MOST_REST)


def level_cost(position: Position, request: AnalysisRequest, plays: int, rates: UnitRates, rest: float) -> float:
    """Return the units of a robot's move, without reading its position; *rest* is that of `rest_cost`."""
    level = robot.find_level(request.level)
    each = (rates.policy if level.kind == "rules" else rates.rated) + REST_MOVE * rest
    games = request.games or robot.games_of(level, position.rules)
    search = search_cost(level, games, len(position.history), position.rules.setup)
    crowded = min(search * crowd_of(position), MOST_CROWDED) if search else 0.0
    return plays * each + max(search, crowded)


def crowd_of(position: Position) -> float:
    """Return how much more a game of a search costs because other seats hold more cards than at the start of a deal."""
    setup = position.rules.setup
    if setup.suited:
        return 1.0
    usual = sum(setup.deck.values()) - min(setup.hand_size.values())
    return float(max(1.0, (c.size(position.unseen) / usual) ** CROWDED))


def move_cost(position: Position, request: AnalysisRequest) -> int:
    """Return the units of a robot's move."""
    rates, plays = rates_of(position.rules.setup), legal_plays(position)
    is_dear = position.rules.setup.wilds.cards or position.rules.setup.decks > 1
    hand = hand_cost(position.rules, position.hand, position.suits) if is_dear else 0.0
    units = level_cost(position, request, plays, rates, rest_cost(position, hand))
    units += filter_cost(request.move_filter, plays, rates)
    return whole_units(len(position.history) * rates.turn + hand + units)


def analysis_cost(position: Position, request: AnalysisRequest) -> int:
    """Return the units of an analysis.

    Raises RuleError "not_your_turn" if hints or a move are requested off turn.
    """
    want, rates = wanted(position, request), rates_of(position.rules.setup)
    is_dear = position.rules.setup.wilds.cards or position.rules.setup.decks > 1
    hand = hand_cost(position.rules, position.hand, position.suits) if is_dear else 0.0
    units = len(position.history) * rates.turn + hand + (OWN_CARDS if position.own_cards.own else 0)
    if "hints" in want or "move" in want:
        plays, ordered = analyzed_plays(position, request, want), request.order == ROBOT_ORDER
        rest = rest_cost(position, hand) if hand else 0.0
        if "hints" in want:
            listed = min(plays, request.top or plays)
            units += plays * (rates.rated + REST_HINT * rest) + (min(plays, MANY_PLAYS) / HINTED_PLAYS) ** 2
            units += max(0, listed - DEFAULT_TOP) * rates.listed
            units += filter_cost(request.move_filter, plays, rates) if request.move_filter != robot.NO_FILTER else 0
            units += ORDERED + plays * rates.opinion if ordered else 0
            units += plays * SEEN if request.player else 0
        if "move" in want or ordered:
            units += level_cost(position, request, plays, rates, rest) + (HINTS_AND_MOVE if "hints" in want else 0)
    if "beliefs" in want:
        units += worlds_cost(WORLDS, len(position.history), rates)
    return whole_units(units)


def check_cost(attempt: Attempt) -> int:
    """Return the units of a check."""
    is_play = engine.readings(attempt.rules, attempt.play)
    fault = 0.0 if is_play else NO_PLAY + c.size(attempt.play.cards) * NO_PLAY_CARD
    return whole_units(attempt.turns * rates_of(attempt.rules.setup).turn + fault)


def bid_cost(rules: CompiledRules, text: AuctionText, notation: Notation, bidding: Bidding) -> int:
    """Return the units of a bid."""
    if not rules.setup.wilds.cards and rules.setup.decks == 1:
        return whole_units(0)
    own = hand_of_text(rules, text.hand, notation).hand
    return whole_units(
        wild_cards(rules, own) ** 2 / BID_WILDS if rules.setup.wilds.cards else hand_cost(rules, own, ())
    )


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
    hands = len(text.hands) * SUITED_TABLE_HAND if rules.setup.suited else 0
    auction = TABLE_AUCTION if text.bids is not None else 0
    return whole_units(TABLE + hands + auction + len(text.history) * TABLE_TURN)


def open_table_cost(rules: CompiledRules) -> int:
    return SUITED_OPEN_TABLE if rules.setup.suited else OPEN_TABLE


def default_states(rules: CompiledRules) -> int:
    """Return the default maximum of states of open hands: at most those that a request may cost."""
    return min(DEFAULT_NODES, int((MOST_UNITS - 1 - open_table_cost(rules)) * rates_of(rules.setup).states))


def solve_cost(rules: CompiledRules, table: OpenTable, limits: SolveLimits) -> int:
    """Return the units of open hands, by the maximum number of states."""
    return whole_units(open_table_cost(rules) + limits.nodes / rates_of(rules.setup).states)


def records_cost(given: GamesText) -> int:
    """Return the units of games as text, by its length."""
    return whole_units(len(given.text) / CHARACTERS_PER_UNIT)


def review_cost(rules: CompiledRules, text: ReviewText, notation: Notation) -> int:
    """Return the units of a review, by its turns, judged seats and level; the first turns do not raise it too far."""
    plan, table = review_plan_of(rules, text), len(text.table.history) * TABLE_TURN
    units = table + plan_units(rules, text, plan)
    dearest = DEAREST_REVIEW * units + first_units(rules, text, plan)
    return whole_units(max(units, min(dearest, MOST_UNITS - 1)))


def tribute_cost(rules: CompiledRules, text: TributeText, notation: Notation) -> int:
    """Return the units of a tribute. A return costs more, because every possible card is compared.

    Raises the errors of `read_tribute_hand`: a hand that cannot be read is read once.
    """
    own = read_tribute_hand(rules, text, notation)
    hand = hand_cost(rules, own.hand, own.suits)
    return whole_units(RETURN + RETURN_HANDS * hand if text.role == "return" else hand)
