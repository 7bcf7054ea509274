"""Review of a game: each decision is judged by the information of its seat, never by hidden cards.

Decisions, seats and curves of a seat depend on the history, the seat's own cards and public ones alone, and their seeds
on that seat's positions. `luck` and `open` use all hands and are computed separately.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from service.advice import intervals
from service.advice.game import TableState, reviewed_table
from service.advice.views import past_of, view_of
from service.core import open_hands
from service.core.bindings import NO_SUITS, CompiledRules
from service.core.comparison import Sample, TableTurn, compare_moves
from service.core.open_hands import OpenQuestion
from service.position.dealt import ReviewText, judged_seats
from service.position.position import Position
from service.position.read import after_history
from service.position.replay import Replay, Turn
from service.review import judgement, luck, mistakes
from service.review.bids import BID, DOUBLE, Call, calls_of
from service.review.judgement import Interval, Rows, Verdict
from service.review.luck import FieldResults, Luck
from service.review.mistakes import Lesson, Marked, lessons_of
from service.review.plan import LATER_ROUNDS, Plan, review_plan_of
from service.review.tribute import TributeTurn, judged_tribute
from service.rules.cards import Cards, Notation
from service.rules.physical_cards import after_play
from service.rules.random_numbers import MOST_SEED

LEAD, FOLLOW, PASS = "lead", "follow", "pass"
TRIBUTE = "tribute"
CHANCE_KINDS = (LEAD, FOLLOW, PASS, TRIBUTE)
"""Kinds of decisions judged by the chance to win."""

KINDS = (*CHANCE_KINDS, BID, DOUBLE)
"""Kinds of all decisions, judged by expected points."""

EVEN = 0.3
"""Minimum chance before the turning point."""

STEEPNESS = 15.0
"""Accuracy is 100 exp(-steepness * weighted mean loss): the seats of `club` have 80 on average."""

WIDEST = 12.0
"""Maximum half-width of an accuracy's interval; a less certain accuracy is not shown."""

LEAST_WEIGHT = 0.05
"""Minimum weight of a decision in the accuracy: decisions in which the field loses nothing prove little."""

OPEN_CARDS, OPEN_NODES = 24, 20_000
"""Maximum cards in all hands for solving open hands, and states for each ply."""


class JudgedTurn(NamedTuple):
    """A turn of a judged seat."""

    ply: int
    position: Position
    turn: Turn
    kind: str
    verdict: Verdict | None
    """The judgement; None: there was no choice."""
    names: tuple[str, ...] = ()
    """Named mistakes."""
    punished: bool | None = None
    """Whether the loss shows in the seat's next chance; None without a mark."""
    field: FieldResults | None = None
    """Results of the random policy's moves; None: there was no choice."""
    weight: float = 0.0
    """Expected loss of the random policy in this position."""

    @property
    def seat(self) -> str:
        """The seat that moved."""
        return self.turn.seat


class CurvePoint(NamedTuple):
    """The chance of a seat's side before a ply, from the seat's information."""

    ply: int
    chance: Interval


class OpenPoint(NamedTuple):
    """The winner with open hands before a ply."""

    ply: int
    side: int


class Accuracy(NamedTuple):
    """How little a seat lost, from 0 to 100."""

    value: float
    low: float
    high: float


class SeatSummary(NamedTuple):
    """Summary of a seat's decisions."""

    decisions: int
    """Number of decisions with a choice, bids and tribute included."""
    given_away: float
    """Sum of the losses."""
    by_kind: Mapping[str, float]
    """Losses by `CHANCE_KINDS`."""
    points_by_kind: Mapping[str, float]
    """Lost expected points by `KINDS`."""
    accuracy: Accuracy | None
    marks: Mapping[str, int]


class Review(NamedTuple):
    """The judgement of a game."""

    table: TableState
    plan: Plan
    decisions: tuple[JudgedTurn, ...]
    calls: tuple[Call, ...]
    tribute: tuple[TributeTurn, ...]
    seats: Mapping[str, SeatSummary]
    curve: Mapping[str, tuple[CurvePoint, ...]]
    turning_point: int | None
    luck: Mapping[str, Luck] | None
    """Luck; None unless all hands are known and the deal is over."""
    open: tuple[OpenPoint, ...] | None
    """Open hands; None unless all hands are known and there are two sides."""
    left_out: tuple[str, ...]
    """Codes of the reasons why parts are missing."""
    lessons: tuple[Lesson, ...] | None = None
    """Lessons for the player of the request; None without one."""

    @property
    def rules(self) -> CompiledRules:
        """The rules of the game."""
        return self.table.rules


class Moment(NamedTuple):
    """A ply of the record before its turn."""

    ply: int
    turn: Turn
    replay: Replay
    held: Mapping[str, Cards]
    skipped: bool
    """The leader could not lead, so the next seat leads."""


# ---- the record ----------------------------------------------------------------------------


def moments(table: TableState) -> Iterator[Moment]:
    """Yield each turn of the history with the state before it."""
    assert table.replay is not None
    replay, held = Replay(table.replay.rules), dict(table.hands)
    for ply, turn in enumerate(table.replay.history):
        skipped = turn.combo is None and replay.to_beat is None
        yield Moment(ply, turn, replay, held, skipped)
        if skipped:
            replay.skip()
        else:
            replay.step(turn.combo, turn.text, turn.cards)
        if turn.cards is not None and turn.seat in held:
            held[turn.seat] = after_play(held[turn.seat], turn.cards)


def known_at(table: TableState, moment: Moment, seat: str) -> Position:
    """Return what a seat knows at a moment."""
    return after_history(moment.replay, seat, moment.held[seat], table.known.bottom, table.notation)


# ---- one decision ----------------------------------------------------------------------------


def kind_of(turn: Turn) -> str:
    return PASS if turn.combo is None else LEAD if turn.to_beat is None else FOLLOW


def judge_turn(
    position: Position, moment: Moment, plan: Plan, kept: Cards, rounds: int
) -> Generator[None, None, JudgedTurn]:
    """Return the judgement of a turn with at most *rounds* later rounds; yield between parts of the work."""
    turn = moment.turn
    decision = JudgedTurn(moment.ply, position, turn, kind_of(turn), None)
    if moment.skipped or not judgement.has_choice(position):
        return decision
    verdict = yield from judgement.judge(position, turn.combo, plan, rounds)
    names: tuple[str, ...] = ()
    if verdict.mark is not None:
        error = mistakes.Error(position, turn.combo, verdict.best, verdict.proof, kept.hand)
        names = mistakes.mistake_names(error)
    decision = decision._replace(verdict=verdict, names=names)
    if not plan.field:
        return decision
    field = luck.field_results(position, turn.combo)
    return decision._replace(field=field, weight=max(LEAST_WEIGHT, min(1.0, field.weight())))


def chance_off_turn(position: Position, moment: Moment, plan: Plan) -> Interval:
    """Return the chance of a seat's side while another seat is to move."""
    view, replay = view_of(position), moment.replay
    order = luck.order_from(replay, position.seat)
    owner = 0 if replay.owner is None else order.index(replay.seats[replay.owner])
    turn = TableTurn(order.index(replay.seat), replay.to_beat, owner)
    sample = Sample(3 * plan.curve // 2, plan.curve, (position.seed_key + 3) & MOST_SEED, plan.curve)
    policy = judgement.playout_policy(plan.level)
    compared = compare_moves(replay.rules, policy, view, past_of(position), (), sample, turn)
    curve, share = replay.rules.variant.chances, Rows(compared.worlds).share_won()
    mean = share.mean if compared.exact else judgement.shrunk_share(share.mean, plan.curve)
    return Interval(curve.calibrated(mean), share.error * curve.slope(mean, mean))


def chance_on_turn(verdict: Verdict) -> Interval:
    return Interval(verdict.chance_best, verdict.loss.error)


# ---- the tribute ----------------------------------------------------------------------------


def judged_cards_of(
    table: TableState, judged: Sequence[str], plan: Plan
) -> Generator[None, None, tuple[TributeTurn, ...]]:
    """Return the judgement of the cards that the judged seats handed over; yield between parts of the work."""
    listed: list[TributeTurn] = []
    if table.handovers is None:
        return ()
    for own, got in table.handovers.every:
        if own.giver in judged:
            turn = yield from judged_tribute(table.handovers, own, got, plan)
            if turn is not None:
                listed.append(turn)
    return tuple(listed)


# ---- sums ----------------------------------------------------------------------------


def accuracy_of(decisions: Sequence[JudgedTurn]) -> Accuracy | None:
    """Return the accuracy of some decisions; None if its interval is too wide."""
    judged = [(one.weight, one.verdict.loss) for one in decisions if one.verdict is not None]
    total = math.fsum([weight for weight, _ in judged])
    if not total:
        return None
    mean = math.fsum([weight * loss.mean for weight, loss in judged]) / total
    error = math.sqrt(math.fsum([(weight * loss.error) ** 2 for weight, loss in judged])) / total
    bounds = [mean, mean + intervals.DEVIATIONS * error, mean - intervals.DEVIATIONS * error]
    value, low, high = [100 * math.exp(-STEEPNESS * max(0.0, loss)) for loss in bounds]
    return Accuracy(value, low, high) if high - low <= 2 * WIDEST else None


def summary_of(decisions: Sequence[JudgedTurn], calls: Sequence[Call], cards: Sequence[TributeTurn]) -> SeatSummary:
    """Return the summary of a seat: its turns, its bids and its tribute cards."""
    judged = [(one.kind, one.verdict) for one in decisions if one.verdict is not None]
    judged += [(TRIBUTE, one.verdict) for one in cards if one.verdict is not None]
    by_kind, points = dict.fromkeys(CHANCE_KINDS, 0.0), dict.fromkeys(KINDS, 0.0)
    marks = dict.fromkeys(judgement.MARKS, 0)
    for kind, verdict in judged:
        by_kind[kind] += verdict.loss.mean
        points[kind] += 0.0 if verdict.points is None else verdict.points.mean
        if verdict.mark is not None:
            marks[verdict.mark] += 1
    for call in calls:
        points[call.kind] += call.points_best - call.points
        if call.mark is not None:
            marks[call.mark] += 1
    number, total = len(judged) + len(calls), math.fsum(by_kind.values())
    return SeatSummary(number, total, by_kind, points, accuracy_of(decisions), marks)


def with_punishment(decisions: Sequence[JudgedTurn], outs: Sequence[Out], rules: CompiledRules) -> list[JudgedTurn]:
    """Return the decisions, each marked loss with whether it shows in the next chance or in who goes out next."""
    later: dict[str, float] = {}
    result: list[JudgedTurn] = []
    for one in reversed(decisions):
        verdict, before = one.verdict, later.get(one.seat)
        if before is None:
            won = goes_out_next(rules, outs, one.ply, one.seat)
            before = None if won is None else float(won)
        punished = None
        if verdict is not None and verdict.mark is not None and before is not None:
            punished = before < verdict.chance_best - verdict.loss.mean / 2
        result.append(one._replace(punished=punished))
        if verdict is not None:
            later[one.seat] = verdict.chance_best
    return list(reversed(result))


def marked_of(table: TableState, decisions: Sequence[JudgedTurn]) -> Iterator[Marked]:
    """Yield the marked decisions as errors."""
    for one in decisions:
        verdict = one.verdict
        if verdict is not None and verdict.mark is not None:
            kept = table.held[one.seat].hand
            error = mistakes.Error(one.position, one.turn.combo, verdict.best, verdict.proof, kept)
            yield Marked(one.ply, one.seat, error, one.names, verdict.loss.mean)


def turning_point_of(decisions: Sequence[JudgedTurn]) -> int | None:
    """Return the ply of the largest marked loss of a seat that had a chance before it."""
    marked = [
        (one.verdict.loss.mean, -one.ply)
        for one in decisions
        if one.verdict is not None and one.verdict.mark is not None and one.verdict.chance_best >= EVEN
    ]
    return -max(marked)[1] if marked else None


# ---- open hands ----------------------------------------------------------------------------


def open_points(table: TableState) -> tuple[OpenPoint, ...]:
    """Return the winner with open hands before each ply near the end, until a seat goes out."""
    assert table.replay is not None
    rules, listed = table.replay.rules, []
    sides = tuple([rules.variant.side_of(seat) for seat in rules.variant.seats])
    for moment in moments(table):
        replay, held = moment.replay, moment.held
        if replay.out or sum(replay.left) > OPEN_CARDS or moment.skipped:
            continue
        hands = [held[seat] for seat in replay.seats]
        question = OpenQuestion(
            tuple([hand.hand for hand in hands]),
            tuple([int(side != sides[0]) for side in sides]),
            replay.mover,
            replay.to_beat,
            replay.mover if replay.owner is None else replay.owner,
            replay.passes if replay.to_beat is not None else 0,
            tuple([hand.suits or NO_SUITS for hand in hands]) if rules.setup.suited else (),
            rules.spare,
        )
        answer = open_hands.solve_open(rules, question, OPEN_NODES, verdict_only=True)
        if answer.exact:
            listed.append(OpenPoint(moment.ply, sides[0] if answer.winner == 0 else 1 - sides[0]))
    return tuple(listed)


def luck_of(table: TableState, decisions: Sequence[JudgedTurn]) -> dict[str, Luck]:
    """Return the luck of each seat in a finished deal: all hands are known and all seats judged."""
    ledger: luck.Ledger | None = None
    final: Mapping[str, float] = {}
    assert table.replay is not None
    for moment in moments(table):
        last = moment.ply == len(table.replay.history) - 1
        if ledger is None or last:
            position = known_at(table, moment, moment.turn.seat)
            if ledger is None:
                ledger = luck.Ledger(table.rules, luck.value_of(moment.replay, moment.held, position))
            if last and moment.turn.combo is not None:
                final = luck.final_points(moment.replay, moment.held, position, moment.turn.combo)
    assert ledger is not None
    for one in decisions:
        if one.field is not None:
            ledger.add_move(one.seat, one.field)
    return {seat: ledger.luck_of(seat, final[seat]) for seat in table.rules.variant.seats}


# ---- the review ----------------------------------------------------------------------------


def seats_at(judged: Sequence[str], moment: Moment) -> list[str]:
    return [seat for seat in judged if moment.held[seat].hand]


def review(rules: CompiledRules, text: ReviewText, notation: Notation) -> Review:
    """Return the judgement of a game.

    Raises RuleError as `reviewed_table` does, and for seats that cannot be judged.
    """
    result = None
    for step in review_steps(rules, text, notation):
        result = step
    assert result is not None
    return result


def review_steps(rules: CompiledRules, text: ReviewText, notation: Notation) -> Iterator[Review | None]:
    """Yield None between parts of the work, finally the judgement of a game.

    Raises RuleError as `review` does.
    """
    plan = review_plan_of(rules, text)
    table = reviewed_table(rules, text, notation)
    assert table.replay is not None
    judged = judged_seats(rules, text, table.hands)
    decisions: list[JudgedTurn] = []
    rounds = dict.fromkeys(judged, LATER_ROUNDS)
    curve: dict[str, list[CurvePoint]] = {seat: [] for seat in judged}
    after: dict[str, Interval] = {}  # chances after a seat's own move, until another seat moves
    for moment in moments(table):
        for seat in seats_at(judged, moment):
            verdict = None
            if seat == moment.turn.seat:
                position = known_at(table, moment, seat)
                kept = table.held[seat]
                decision = yield from judge_turn(position, moment, plan, kept, rounds[seat])
                decisions.append(decision)
                verdict = decision.verdict
                rounds[seat] -= 0 if verdict is None else verdict.later
            known = after.pop(seat, None)
            if verdict is not None:
                curve[seat].append(CurvePoint(moment.ply, chance_on_turn(verdict)))
                after[seat] = Interval(verdict.chance, verdict.loss.error)
            elif plan.curve:
                if known is None:
                    known = chance_off_turn(known_at(table, moment, seat), moment, plan)
                curve[seat].append(CurvePoint(moment.ply, known))
                if seat == moment.turn.seat:
                    after[seat] = known
        yield None
    calls = calls_of(rules, table, judged)
    tribute = yield from judged_cards_of(table, judged, plan)
    complete = len(table.hands) == len(rules.variant.seats)
    all_judged = len(judged) == len(rules.variant.seats)
    two_sides = len(rules.variant.allies) == 2
    decisions = with_punishment(decisions, outs_of(table), rules)
    has_luck = plan.field and all_judged and table.replay.over
    luck_by_seat = luck_of(table, decisions) if has_luck else None
    yield Review(
        table,
        plan,
        tuple(decisions),
        calls,
        tribute,
        {seat: summary_of(*of_seat(rules, table, seat, decisions, calls, tribute)) for seat in judged},
        {seat: tuple(points) for seat, points in curve.items()},
        turning_point_of(decisions),
        luck_by_seat,
        open_points(table) if complete and two_sides else None,
        left_out_codes(rules, table, judged, plan, text),
        lessons_of(marked_of(table, decisions), rules.variant.id, text.player) if text.player else None,
    )


class Out(NamedTuple):
    """A seat that has gone out."""

    ply: int
    seat: str


def outs_of(table: TableState) -> list[Out]:
    """Return the seats that went out, in that order."""
    assert table.replay is not None
    replay, outs = table.replay, []
    for ply, turn in enumerate(replay.history):
        place = replay.seats.index(turn.seat)
        if turn.combo is not None and turn.left[place] - turn.combo.size <= replay.rules.spare[place]:
            outs.append(Out(ply, turn.seat))
    return outs


def goes_out_next(rules: CompiledRules, outs: Sequence[Out], ply: int, seat: str) -> bool | None:
    """Return whether the next seat that goes out from *ply* on is on the side of *seat*; None if no seat goes out."""
    variant = rules.variant
    sides = [variant.side_of(out.seat) == variant.side_of(seat) for out in outs if out.ply >= ply]
    return sides[0] if sides else None


def of_seat(
    rules: CompiledRules,
    table: TableState,
    seat: str,
    decisions: Sequence[JudgedTurn],
    calls: Sequence[Call],
    tribute: Sequence[TributeTurn],
) -> tuple[list[JudgedTurn], list[Call], list[TributeTurn]]:
    """Return the decisions, the bids and the cards of a tribute of a seat."""
    contract = table.auction.contract if table.auction else None
    seats = rules.variant.seats
    place = (seats.index(seat) + (contract.landlord if contract else 0)) % len(seats)
    return (
        [one for one in decisions if one.seat == seat],
        [call for call in calls if call.place == place],
        [one for one in tribute if one.seat == seat],
    )


def left_out_codes(
    rules: CompiledRules, table: TableState, judged: Sequence[str], plan: Plan, text: ReviewText
) -> tuple[str, ...]:
    """Return the reason codes of missing parts of a review."""
    assert table.replay is not None
    codes = [] if plan.level == text.level else ["level_lowered"]
    if not plan.field:
        codes.append("too_long")
    if len(table.hands) < len(rules.variant.seats):
        codes.append("hands_missing")
    elif not table.replay.over:
        codes.append("not_over")
    if len(judged) < len(table.hands):
        codes.append("seats_left_out")
    return tuple(codes)
