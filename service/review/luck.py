"""Luck and skill in a finished deal: each change of the expected result is attributed to cards, players or guesses.

One random policy models the field: it draws moves with probabilities proportional to exp(value / temperature), by the
policy's values in turns. U is the mean result of the real deal with this policy at all seats; Q is the mean result
after a move over deals sampled from the information of its seat. The gain of a player is Q of the move less the mean of
Q over the random policy; the rest of the change of U is due to hidden cards and called a guess: neither luck nor skill.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from service.advice import levels
from service.advice.combo_cards import known_by
from service.advice.views import past_of, view_of
from service.core import robots
from service.core.bindings import NO_SUITS, SCORE_UNIT, CompiledRules
from service.core.comparison import MOST_COMPARED, Comparison, Sample, TableTurn, compare_moves
from service.position.position import Position
from service.position.replay import Replay
from service.review.judgement import Interval
from service.review.plan import FIELD_DRAWS, FIELD_WORLDS, PLAYOUTS
from service.rules.cards import Cards
from service.rules.combos import Combo
from service.rules.random_numbers import MOST_SEED

TEMPERATURE = 0.5
"""Temperature of the random policy, in turns."""

LEAST_CHANCE = 0.02
"""Moves with a smaller probability are left out of the mean over the random policy."""

MEAN_DEALS = 300
"""Random deals for the mean result of a seat; fewer in slow games."""

FIELD = robots.Policy("rules", numbers=levels.CLUB_NUMBERS, aim=levels.WIN, temperature=TEMPERATURE)
"""The random policy."""


class Luck(NamedTuple):
    """The result of a seat as a sum, in points of the deal before the factors of an auction."""

    result: float
    mean: float
    """Mean result of the seat over random deals."""
    cards: float
    mine: float
    others: float
    guesses: float
    par: Interval
    """Mean result of this deal with the random policy in all seats."""


def chances_of(rules: CompiledRules, view: robots.View) -> list[tuple[Combo | None, float]]:
    """Return the moves of the random policy with their probabilities, the most probable first."""
    opinions = robots.opinions(rules, FIELD, view)
    for one in opinions:
        if one.combo is not None and one.combo.cards == view.hand:
            return [(one.combo, 1.0)]
    considered = [one for one in opinions if one.considered]
    if not considered:
        return [(robots.choose(rules, FIELD, view, 0).combo, 1.0)]
    best = max([one.value for one in considered])
    weights = [math.exp((one.value - best) / SCORE_UNIT / TEMPERATURE) for one in considered]
    total = math.fsum(weights)
    listed = [(one.combo, weight / total) for one, weight in zip(considered, weights, strict=True)]
    return sorted(listed, key=lambda one: -one[1])


def mean_payment(comparison: Comparison, move: int, seat: int) -> float:
    total = sum([world.times for world in comparison.worlds])
    return sum([world.times * world.points[move][seat] for world in comparison.worlds]) / total


# ---- the real deal ------------------------------------------------------------------------------------------------


def order_from(replay: Replay, seat: str) -> tuple[str, ...]:
    """Return the seats in the order of play, from *seat* on."""
    first = replay.seats.index(seat)
    return replay.seats[first:] + replay.seats[:first]


def playouts(replay: Replay, held: Mapping[str, Cards], position: Position) -> Comparison:
    """Return the results of the real deal from here on, seats counted from the *position*'s."""
    order = order_from(replay, position.seat)
    dealt = [(held[seat].hand, held[seat].suits or NO_SUITS) for seat in order]
    owner = 0 if replay.owner is None else order.index(replay.seats[replay.owner])
    turn = TableTurn(order.index(replay.seat), replay.to_beat, owner)
    sample = Sample(0, PLAYOUTS, (position.seed_key + 1) & MOST_SEED)
    return compare_moves(replay.rules, FIELD, view_of(position), (), (), sample, turn, dealt)


def value_of(replay: Replay, held: Mapping[str, Cards], position: Position) -> dict[str, Interval]:
    """Return U for each seat."""
    results = playouts(replay, held, position)
    values = {}
    for place, seat in enumerate(order_from(replay, position.seat)):
        paid = [float(world.points[0][place]) for world in results.worlds]
        mean = math.fsum(paid) / len(paid)
        variance = math.fsum([(one - mean) ** 2 for one in paid]) / (len(paid) - 1)
        values[seat] = Interval(mean, math.sqrt(variance / len(paid)))
    return values


def final_points(replay: Replay, held: Mapping[str, Cards], position: Position, last: Combo) -> dict[str, float]:
    """Return the payments after the play that ends the deal."""
    order = order_from(replay, position.seat)
    dealt = [(held[seat].hand, held[seat].suits or NO_SUITS) for seat in order]
    results = compare_moves(replay.rules, FIELD, view_of(position), (), (last,), Sample(0, 1, 0), dealt=dealt)
    return {seat: float(results.worlds[0].points[0][place]) for place, seat in enumerate(order)}


# ---- moves from the information of their seat ---------------------------------------------------------------------


class FieldResults(NamedTuple):
    """The moves of the random policy, with their results over deals sampled from the seat's information."""

    moves: tuple[Combo | None, ...]
    chances: tuple[float, ...]
    """Probabilities of the random policy's moves; the played move may follow them in `moves` without one."""
    played: int
    comparison: Comparison | None
    """Results of the moves; None: there is only one move."""

    def weight(self) -> float:
        """Return the loss of the random policy: its mean below the best move, as a chance to win."""
        if self.comparison is None:
            return 0.0
        worlds, total = self.comparison.worlds, sum([world.times for world in self.comparison.worlds])
        shares = [sum([one.times * (one.won >> i & 1) for one in worlds]) / total for i in range(len(self.moves))]
        lost = [chance * (max(shares) - share) for chance, share in zip(self.chances, shares, strict=False)]
        return math.fsum(lost) / math.fsum(self.chances)

    def gains(self, seats: int) -> tuple[float, ...]:
        """Return the gain of the played move over the random policy, in points of each seat, the mover first."""
        results = self.comparison
        if results is None:
            return (0.0,) * seats
        total, gains = math.fsum(self.chances), []
        for seat in range(seats):
            means = [mean_payment(results, i, seat) for i in range(len(self.moves))]
            mean = math.fsum([chance * one for chance, one in zip(self.chances, means, strict=False)]) / total
            gains.append(means[self.played] - mean)
        return tuple(gains)


def field_results(position: Position, played: Combo | None) -> FieldResults:
    """Return the results of the random policy's moves and of the played one, by the mover's information."""
    view = view_of(position)
    likely = [one for one in chances_of(position.rules, view)[: MOST_COMPARED - 1] if one[1] >= LEAST_CHANCE]
    moves = [combo for combo, _ in likely]
    known = [known_by(combo) for combo in moves]
    if known_by(played) not in known:
        moves.append(played)
        known.append(known_by(played))
    compared = None
    if len(moves) > 1:
        sample = Sample(FIELD_WORLDS, FIELD_DRAWS, (position.seed_key + 2) & MOST_SEED, FIELD_DRAWS)
        compared = compare_moves(position.rules, FIELD, view, past_of(position), moves, sample)
    return FieldResults(tuple(moves), tuple([chance for _, chance in likely]), known.index(known_by(played)), compared)


@lru_cache(64)
def mean_results(rules: CompiledRules) -> tuple[float, ...]:
    """Return the mean result of each seat, in the order of play, over random deals between random policies."""
    variant, deals = rules.variant, max(20, MEAN_DEALS // rules.setup.slow)
    number = len(variant.seats)
    sums = [0.0] * number
    for seed in range(deals):
        hands = robots.deal(rules, seed)
        view = robots.View(
            hands[0],
            None,
            sum(hands[1:]),
            rules.dealt,
            tuple([seat in variant.allies[variant.side_of(variant.seats[0])] for seat in variant.seats]),
            0,
            to_places=variant.to_places,
            enemies_allied=len(variant.allies) < number,
        )
        results = compare_moves(
            rules, FIELD, view, (), (), Sample(0, 1, seed), None, [(hand, NO_SUITS) for hand in hands]
        )
        for seat in range(number):
            sums[seat] += results.worlds[0].points[0][seat] / deals
    return tuple(sums)


class Ledger:
    """Sums up the gains of the moves of a deal, seat by seat.

    U is needed only before the first move and after the last one: the changes between add up to the whole change.
    """

    def __init__(self, rules: CompiledRules, start: Mapping[str, Interval]) -> None:
        seats = rules.variant.seats
        self.means = dict(zip(seats, mean_results(rules), strict=True))
        self.par = dict(start)
        self.gained: dict[str, dict[str, float]] = {seat: dict.fromkeys(seats, 0.0) for seat in seats}
        """Gains of each seat by the moves of each seat."""

    def add_move(self, mover: str, results: FieldResults) -> None:
        """Add a move with its results by the mover's information."""
        seats = tuple(self.par)
        first = seats.index(mover)
        for seat, gain in zip(seats[first:] + seats[:first], results.gains(len(seats)), strict=True):
            self.gained[seat][mover] += gain

    def luck_of(self, seat: str, result: float) -> Luck:
        """Return the result of a seat as a sum."""
        par, mean = self.par[seat], self.means[seat]
        mine = self.gained[seat][seat]
        others = math.fsum([gain for mover, gain in self.gained[seat].items() if mover != seat])
        return Luck(result, mean, par.mean - mean, mine, others, result - par.mean - mine - others, par)
