"""Judgement of one decision from the information of its seat.

The move that was played and the best candidates are played out in the same sampled worlds. Worlds are sampled twice:
one sample chooses the best move and the other one judges it, and the other way round, because the best move of a sample
looks better in it than it is. If few deals are consistent with that information, all of them are used.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import NamedTuple

from service.advice import intervals, levels, robot
from service.advice.combo_cards import known_by
from service.advice.views import past_of, view_of
from service.core import engine, robots
from service.core.comparison import Sample, World, compare_moves
from service.core.robots import Budget
from service.position.position import Position
from service.review.plan import FEW_WORLDS, MOST_LATER, Plan, drawn
from service.rules.chance_curve import ChanceCurve
from service.rules.combos import Combo
from service.rules.random_numbers import MOST_SEED

INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
MARKS = (BLUNDER, MISTAKE, INACCURACY)
"""Marks, worst first."""

STEPS = {BLUNDER: 0.20, MISTAKE: 0.10, INACCURACY: 0.05}
"""Minimum loss of the chance to win for each mark."""

LOST, WON = 0.03, 0.97
"""No mark if the chance of the best move is below the first, or that of the played move above the second value."""

CLOSE_ENOUGH = 0.025
"""Standard error of a loss below which sampling stops."""

ROUND_OF_ALL = 1000
"""Deals per later round: a decision is judged by all possible deals if these are not more."""

HALF_WON = 0.5
"""Games counted in addition to the few of a move that is not compared, where the curve of chances is steep."""

CANDIDATES = 3
"""Maximum candidates that are compared with the played move."""


class Interval(NamedTuple):
    """An estimate with its standard error."""

    mean: float
    error: float

    def scaled(self, factor: float) -> Interval:
        return Interval(factor * self.mean, factor * self.error)

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - intervals.DEVIATIONS * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return self.mean + intervals.DEVIATIONS * self.error


class Verdict(NamedTuple):
    """Chances and losses of a decision."""

    best: Combo | None
    chance: float
    """Chance that the seat's side goes out next after the played move."""
    chance_best: float
    loss: Interval
    better: float
    """Share of worlds in which the played move had a better result than the best one."""
    worse: float
    points: Interval | None
    """Points lost; None if no moves were compared."""
    unsure: bool
    """The two samples chose different moves, or the loss is too uncertain for a mark."""
    mark: str | None
    proof: bool
    """The best move is a sure win, and the played one is not."""
    worlds: int
    """Number of sampled worlds, or of all possible ones."""
    later: int = 0
    """Number of later rounds among them."""


def playout_policy(level: str) -> robots.Policy:
    """Return the policy that plays sampled worlds out for the judgements of a level."""
    chosen = levels.find_level(level)
    searching = levels.LEVELS["expert"].budget
    assert searching is not None
    budget = Budget(0, 0, 0, searching.open, policy_trust=searching.policy_trust)
    return robots.Policy("rules", numbers=levels.CLUB_NUMBERS, budget=budget, learned=chosen.learned, aim=levels.WIN)


# ---- statistics ---------------------------------------------------------------------------------------------------


class Rows(NamedTuple):
    """Sampled worlds, with statistics over them."""

    worlds: Sequence[World]

    def mean(self, move: int) -> float:
        """Return the share of worlds won after a move."""
        return sum([one.times * (one.won >> move & 1) for one in self.worlds]) / self.total

    @property
    def total(self) -> int:
        """How often worlds were drawn."""
        return sum([one.times for one in self.worlds])

    def best(self, moves: int) -> int:
        """Return the move that wins most worlds; of equals the one that is paid most."""
        return max(range(moves), key=lambda move: (self.mean(move), self.points(move), -move))

    def points(self, move: int) -> float:
        """Return the mean payment after a move."""
        return sum([one.times * one.points[move][0] for one in self.worlds]) / self.total

    def mean_difference(self, values: Iterable[float]) -> Interval:
        """Return the mean of a value for each world, with its standard error: worlds drawn often count as one."""
        pairs = list(zip(self.worlds, values, strict=True))
        mean = sum([one.times * value for one, value in pairs]) / self.total
        squares = sum([(one.times * (value - mean)) ** 2 for one, value in pairs])
        return Interval(mean, math.sqrt(squares + self.continuity()) / self.total)

    def share_won(self) -> Interval:
        """Return the share of worlds won without a given move, with its standard error."""
        return self.mean_difference([float(one.won) for one in self.worlds])

    def continuity(self) -> float:
        """Return the variance added by one more, differing world: equal results alone prove little."""
        return sum([one.times**2 for one in self.worlds]) / max(1, len(self.worlds))


def shrunk_share(share: float, games: float) -> float:
    """Return the share of *games* won with another `HALF_WON` half won: a few won games do not make a win certain."""
    return (share * games + HALF_WON / 2) / (games + HALF_WON)


def share_of(halves: tuple[list[World], list[World]], move: int) -> float:
    """Return the mean of the shares of worlds won after a move in two samples."""
    return (Rows(halves[0]).mean(move) + Rows(halves[1]).mean(move)) / 2


def average(a: Interval, b: Interval) -> Interval:
    """Return the mean of two independent estimates."""
    return Interval((a.mean + b.mean) / 2, math.sqrt(a.error**2 + b.error**2) / 2)


def compare_with(rows: Rows, best: int, played: int) -> tuple[Interval, Interval, float, float]:
    """Return a move's loss against another, in wins and points, and its shares of better and worse worlds."""
    ahead = [(one.won >> best & 1) - (one.won >> played & 1) for one in rows.worlds]
    paid = [float(one.points[best][0] - one.points[played][0]) for one in rows.worlds]
    better = sum([one.times for one, won in zip(rows.worlds, ahead, strict=True) if won < 0]) / rows.total
    worse = sum([one.times for one, won in zip(rows.worlds, ahead, strict=True) if won > 0]) / rows.total
    return rows.mean_difference([float(won) for won in ahead]), rows.mean_difference(paid), better, worse


def mark_of(loss: Interval, chance: float, chance_best: float) -> tuple[str | None, bool]:
    """Return the mark of a loss, and whether the loss is too uncertain for this mark.

    The chances are those of the sampled games, not calibrated.
    """
    if chance_best < LOST or chance > WON or loss.mean < STEPS[INACCURACY]:
        return None, False
    for mark in MARKS:
        if loss.mean >= STEPS[mark] and loss.low >= STEPS[mark] / 2:
            return mark, False
    return None, True


def weighed(
    halves: tuple[list[World], list[World]], moves: int, played: int, curve: ChanceCurve, *, exact: bool = False
) -> tuple[int, Verdict]:
    """Return the best of some moves, and the judgement of the played move by two samples, without its `best`.

    *exact*: both samples are all possible worlds.
    """
    first, second = Rows(halves[0]), Rows(halves[1])
    chosen = first.best(moves), second.best(moves)
    a, b = compare_with(second, chosen[0], played), compare_with(first, chosen[1], played)
    loss, points = average(a[0], b[0]), average(a[1], b[1])
    if exact:
        loss, points = loss._replace(error=0.0), points._replace(error=0.0)
    chance = (first.mean(played) + second.mean(played)) / 2
    best = max(chosen, key=lambda move: first.mean(move) + second.mean(move))
    slope, shown = curve.slope(chance, chance + loss.mean), curve.calibrated(chance)
    mark, uncertain = mark_of(loss.scaled(slope), chance, chance + loss.mean)
    return best, Verdict(
        None,
        shown,
        max(0.0, min(1.0, shown + slope * loss.mean)),
        loss.scaled(slope),
        slope * (a[2] + b[2]) / 2,
        slope * (a[3] + b[3]) / 2,
        points,
        uncertain or chosen[0] != chosen[1],
        mark,
        False,
        0,
    )


# ---- a decision ---------------------------------------------------------------------------------------------------


def has_choice(position: Position) -> bool:
    """Return whether the seat to move has more than one legal action."""
    if position.is_skipped:
        return False
    plays = engine.legal(position.rules, position.hand, position.to_beat, position.suits, position.constraints)
    bombs = sum([combo.tier > 0 for combo in plays])
    return len(plays) + engine.may_pass(position.rules, position.to_beat, len(plays), bombs) > 1


def place_among(moves: Sequence[Combo | None], combo: Combo | None) -> int | None:
    wanted = known_by(combo)
    return next((place for place, move in enumerate(moves) if known_by(move) == wanted), None)


def candidates_of(position: Position, move: robot.Move, plan: Plan) -> list[Combo | None]:
    """Return the best moves of a level, best first: by its search, or by its policy if it does not search."""
    if move.search:
        return [tried.combo for tried in move.search.candidates[:CANDIDATES]]
    view, policy = view_of(position), levels.policy_under(position.rules, plan.level)
    opinions = sorted(robots.opinions(position.rules, policy, view), key=lambda one: -one.value)
    listed: list[Combo | None] = [move.combo]
    listed += [one.combo for one in opinions if known_by(one.combo) != known_by(move.combo)]
    return listed[:CANDIDATES]


class Sampler:
    """Two independent samples of the worlds of a position, extended together; or all worlds as both samples."""

    def __init__(self, position: Position, moves: Sequence[Combo | None], plan: Plan) -> None:
        self.position, self.moves, self.plan = position, moves, plan
        self.view, self.past = view_of(position), past_of(position)
        self.policy = playout_policy(plan.level)
        self.halves: tuple[list[World], list[World]] = ([], [])
        self.sampled, self.rounds, self.exact = 0, 0, False

    def grow(self, worlds: int, most: int = 0) -> Iterator[None]:
        """Sample *worlds* more worlds for each half, or use all if there are at most *most*; yield after each half."""
        for half, rows in enumerate(self.halves):
            seed = (self.position.seed_key + 1 + 2 * self.sampled + half) & MOST_SEED
            sample = Sample(worlds, drawn(worlds), seed, 0 if half else most)
            compared = compare_moves(self.position.rules, self.policy, self.view, self.past, self.moves, sample)
            rows.extend(compared.worlds)
            yield None
            if compared.exact:
                self.exact = True
                self.halves = (rows, rows)
                return
        self.sampled += worlds
        self.rounds += 1

    def fill(self, worlds: int) -> None:
        """Sample *worlds* more worlds for each half at once."""
        for _ in self.grow(worlds):
            pass

    def verdict(self, played: int) -> Verdict:
        """Return the judgement of the played move by the two samples."""
        curve = self.position.rules.variant.chances
        best, verdict = weighed(self.halves, len(self.moves), played, curve, exact=self.exact)
        return verdict._replace(best=self.moves[best], worlds=self.worlds, later=self.rounds - 1)

    @property
    def worlds(self) -> int:
        """Number of sampled worlds, or of all possible ones."""
        return len(self.halves[0]) if self.exact else 2 * self.sampled


def agreed(position: Position, move: robot.Move, plan: Plan, *, sure: bool) -> Generator[None, None, Verdict]:
    """Return the judgement of a move that the level chooses too: no loss."""
    nothing = Interval(0.0, 0.0)
    if sure:
        return Verdict(move.combo, 1.0, 1.0, nothing, 0.0, 0.0, None, False, None, False, 0)
    sampler = Sampler(position, [move.combo], plan)
    few = min(FEW_WORLDS, plan.first)
    yield from sampler.grow(few, 2 * few)
    share = share_of(sampler.halves, 0)
    if not sampler.exact:
        share = shrunk_share(share, sum([Rows(half).total for half in sampler.halves]))
    chance = position.rules.variant.chances.calibrated(share)
    return Verdict(move.combo, chance, chance, nothing, 0.0, 0.0, None, False, None, False, sampler.worlds)


def proven(position: Position, best: Combo | None, played: Combo | None, plan: Plan) -> Generator[None, None, Verdict]:
    """Return the judgement if *best* is a sure win and *played* is not; chances are not calibrated."""
    sampler = Sampler(position, [played], plan)
    yield from sampler.grow(plan.first, 2 * plan.first)
    rows = [Rows(half) for half in sampler.halves]
    lost = [rows[i].mean_difference([1.0 - (one.won & 1) for one in rows[i].worlds]) for i in range(2)]
    loss = average(lost[0], lost[1])
    if sampler.exact:
        loss = loss._replace(error=0.0)
    mark, uncertain = mark_of(loss, 1 - loss.mean, 1.0)
    return Verdict(best, 1 - loss.mean, 1.0, loss, 0.0, loss.mean, None, uncertain, mark, True, sampler.worlds)


def judge(position: Position, played: Combo | None, plan: Plan, rounds: int) -> Generator[None, None, Verdict]:
    """Return the judgement of a move in a position with a choice; yield between parts of the work.

    *rounds*: maximum number of later rounds.
    """
    move = robot.choose_move(position, plan.level, None, plan.games, aim=levels.WIN)
    yield None
    sure = not robot.SURE.isdisjoint(move.why)
    if known_by(move.combo) == known_by(played):
        return (yield from agreed(position, move, plan, sure=sure))
    if sure:
        if played is not None and robots.is_sure_win(position.rules, view_of(position), played):
            return Verdict(played, 1.0, 1.0, Interval(0.0, 0.0), 0.0, 0.0, None, False, None, False, 0)
        return (yield from proven(position, move.combo, played, plan))
    moves = candidates_of(position, move, plan)
    place = place_among(moves, played)
    if place is None:
        place = len(moves)
        moves.append(played)
    sampler = Sampler(position, moves, plan)
    rounds = min(MOST_LATER, rounds) if plan.later else 0
    yield from sampler.grow(plan.first, max(2 * plan.first, rounds * ROUND_OF_ALL))
    if sampler.exact:
        sampler.rounds = 1 + len(sampler.halves[0]) // ROUND_OF_ALL
    verdict = sampler.verdict(place)
    while rounds and not sampler.exact and verdict.loss.error > CLOSE_ENOUGH and verdict.loss.high >= STEPS[INACCURACY]:
        yield from sampler.grow(plan.later)
        verdict = sampler.verdict(place)
        rounds -= 1
    return verdict
