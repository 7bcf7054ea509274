"""The answer of a review: decisions, summaries, curves, luck and open hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict

from service.advice.combo_cards import cards_of_play, cards_of_split, known_by
from service.core import engine
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import Engine, combo_answer, engine_answer, notes_answer, pass_answer
from service.http.responses.components import Bid, Interval, Mark, Seat, Shape, Shown, TributeRole
from service.http.responses.move import round_all
from service.http.responses.table import seat_answer, turn_of
from service.http.texts.reasons import Reason, ReasonCode, localize, reason_text, sentences
from service.position.position import Position
from service.review.bids import Call
from service.review.judgement import Interval as Estimate
from service.review.judgement import Verdict
from service.review.luck import Luck
from service.review.mistakes import Lesson
from service.review.review import Accuracy, JudgedTurn, Review, SeatSummary
from service.review.tribute import TributeTurn
from service.rules.combos import Combo
from service.rules.errors import Bilingual

_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]
_Count: TypeAlias = Annotated[int, {"minimum": 0}]


class _Best(TypedDict):
    """The best move; null: the played one."""

    cards: Shown
    shape: Shape | None
    as_: NotRequired[Shown]


class _Judged(TypedDict):
    """The judgement of a choice: a play, or a card of a tribute. Null if there was no choice."""

    chance: float | None
    """Chance that the seat's side is the next to go out after the choice."""
    chance_best: float | None
    """The same after the best choice."""
    loss: float | None
    """chance_best less chance; may be slightly negative because of sampling."""
    low: float | None
    """Lower end of the loss's 95 % interval."""
    high: float | None
    better: float | None
    """Share of the sampled deals in which the choice did better than the best one."""
    worse: float | None
    """Share in which it did worse; loss = worse - better."""
    share: float | None
    """Share in which it was at least as good: 1 - worse."""
    points: Interval | None
    """Points of the seat that the choice loses against the best one, without the factors of an auction."""
    mark: Mark | None
    unsure: bool | None
    """The samples disagree about the best choice, or the loss is too uncertain for a mark."""


class _Turn(TypedDict):
    """A turn before its judgement."""

    ply: _Count
    """Index in the history, from 0."""
    seat: Seat
    cards: Shown
    """The play; empty: the pass."""
    shape: Shape | None
    as_: NotRequired[Shown]
    kind: Literal["lead", "follow", "pass"]
    forced: bool
    """The seat had no choice; the fields of a judgement are null."""
    best: _Best | None


class ReviewDecision(_Turn, _Judged):
    """A turn of a judged seat, judged by the information of the seat."""

    proof: bool | None
    """The best move is proven to win against all possible hands of the other seats."""
    codes: list[Reason]
    """Names of a marked mistake."""
    punished: bool | None
    """Whether a marked loss shows in the seat's next own chance or in its result."""
    shown: NotRequired[bool]


def best_answer(position: Position, best: Combo | None) -> Json:
    if best is None:
        return {"cards": pass_answer(position), "shape": None}
    table = cards_of_split(position, engine.split(position.rules, position.hand, 0, None, position.suits))
    cards = cards_of_play(position, best, table)
    return combo_answer(position, best, cards.suits, cards.own)


def judgement_answer(verdict: Verdict) -> Json:
    """Return chances, loss and mark."""
    loss, points = verdict.loss, verdict.points
    numbers = {
        "chance": verdict.chance,
        "chance_best": verdict.chance_best,
        "loss": loss.mean,
        "low": loss.low,
        "high": loss.high,
        "better": verdict.better,
        "worse": verdict.worse,
        "share": 1 - verdict.worse,
    }
    return {
        **round_all(numbers),
        "points": None if points is None else interval_answer(points),
        "mark": verdict.mark,
        "unsure": verdict.unsure,
    }


def verdict_answer(decision: JudgedTurn, verdict: Verdict) -> Json:
    """Return the loss of a decision."""
    made = known_by(verdict.best) == known_by(decision.turn.combo)
    return {
        "best": None if made else best_answer(decision.position, verdict.best),
        **judgement_answer(verdict),
        "proof": verdict.proof,
    }


UNJUDGED: dict[str, None] = dict.fromkeys(
    (
        "best", "chance", "chance_best", "loss", "low", "high", "better", "worse", "share", "points", "mark", "unsure",
    )
)  # fmt: skip
"""Fields of a card of a tribute without a choice; a turn has `proof` too."""


def interval_answer(interval: Estimate) -> Json:
    return round_all({"mean": interval.mean, "low": interval.low, "high": interval.high})


def decision_answer(facts: Review, decision: JudgedTurn, lang: str) -> Any:
    """Return a turn and its judgement."""
    made = turn_of(facts.table, decision.turn)
    judged = UNJUDGED | {"proof": None} if decision.verdict is None else verdict_answer(decision, decision.verdict)
    shown: Json = {}
    if facts.lessons is not None:
        shown = {"shown": any(lesson.ply == decision.ply for lesson in facts.lessons)}
    return {
        "ply": decision.ply,
        **made,
        "kind": decision.kind,
        "forced": decision.verdict is None,
        **judged,
        "codes": sentences(decision.names, lang, plain=bool(shown)),
        "punished": decision.punished,
        **shown,
    }


def lessons_answer(facts: Review, lang: str) -> Json:
    if facts.lessons is None:
        return {}
    return {"lessons": [lesson_answer(facts, lesson, lang) for lesson in facts.lessons]}


class ReviewLesson(TypedDict):
    """A mistake of the player in plain words."""

    ply: _Count
    seat: Seat
    code: ReasonCode
    text: str


def lesson_answer(facts: Review, lesson: Lesson, lang: str) -> ReviewLesson:
    """Return a lesson in plain words, with the number of deals in which it costs a win."""
    deals = max(2, round(1 / lesson.loss))
    cost = Bilingual(f" It costs about one win in {deals} deals.", f"每{deals}局大约少赢1局。")
    return {
        "ply": lesson.ply,
        "seat": seat_answer(facts.rules, lesson.seat),
        "code": lesson.code,
        "text": reason_text(lesson.code, lang, plain=True) + localize(cost, lang),
    }


class ReviewCall(TypedDict):
    """A bid, or a choice of doubling after the auction."""

    bid: _Count
    """Index among the bids; choices of doubling follow, by place, if the request names them."""
    place: Annotated[int, {"minimum": 0, "maximum": 3}]
    kind: Literal["bid", "double"]
    """double: a double, a kick or neither, after the bottom was shown."""
    word: Bid
    best: Bid
    points: float
    """Expected points."""
    points_best: float
    loss: float
    """points_best less points."""
    win: float | None
    """Chance to win if the deal is played; null if it is certainly void."""
    win_best: float | None
    mark: Mark | None
    codes: list[Reason]


def call_answer(call: Call, lang: str) -> Any:
    """Return a bid and its judgement."""
    numbers = {"points": call.points, "points_best": call.points_best, "loss": call.points_best - call.points}
    return {
        "bid": call.number,
        "place": call.place,
        "kind": call.kind,
        "word": call.word,
        "best": call.best,
        **round_all(numbers),
        "win": None if call.win is None else round(call.win, 4),
        "win_best": None if call.win_best is None else round(call.win_best, 4),
        "mark": call.mark,
        "codes": sentences(call.names, lang),
    }


class _TributeCard(TypedDict):
    """A card of a tribute before its judgement."""

    seat: Seat
    role: TributeRole
    to: Seat
    card: str
    forced: bool
    """The rules left no other card; the fields of a judgement are null."""
    best: str | None
    """The best card; null: the chosen one."""


class ReviewTribute(_TributeCard, _Judged):
    """A card of a tribute, judged by the information of its seat.

    This is its hand; for a return also the paid cards, and that no payer kept a higher one.
    """

    codes: list[Reason]
    """Names of a marked mistake."""


def tribute_turn_answer(facts: Review, turn: TributeTurn, lang: str) -> Any:
    """Return a card of a tribute and its judgement."""
    handover, verdict = turn.handover, turn.verdict
    judged = UNJUDGED if verdict is None else {"best": turn.best, **judgement_answer(verdict)}
    return {
        "seat": seat_answer(facts.rules, handover.giver),
        "role": handover.role,
        "to": seat_answer(facts.rules, handover.receiver),
        "card": handover.card.own[0][1],
        "forced": verdict is None,
        **judged,
        "codes": sentences(turn.names, lang),
    }


class _ByKind(TypedDict):
    """`given_away` by kind of decision."""

    lead: float
    follow: float
    pass_: float
    tribute: float


class _PointsByKind(_ByKind):
    bid: float
    double: float
    """Doubles and kicks, made or not."""


class _Accuracy(TypedDict):
    """100: nothing lost. Null if the interval would be wider than 24."""

    value: Annotated[float, {"minimum": 0, "maximum": 100}]
    low: float
    high: float


class _Mistakes(TypedDict):
    inaccuracy: int
    mistake: int
    blunder: int


class ReviewSeat(TypedDict):
    """The summary of a judged seat."""

    decisions: _Count
    """Number of decisions with a choice, including bids and tribute cards."""
    given_away: float
    """Sum of the losses of chance."""
    by_kind: _ByKind
    points_by_kind: _PointsByKind
    """Expected points given away by kind of decision: of bids and doubles with the stake, of the others without the
    factors of an auction."""
    accuracy: _Accuracy | None
    mistakes: _Mistakes


def summary_answer(summary: SeatSummary) -> Any:
    """Return the summary of a seat."""
    accuracy: Accuracy | None = summary.accuracy
    return {
        "decisions": summary.decisions,
        "given_away": round(summary.given_away, 4),
        "by_kind": round_all(summary.by_kind),
        "points_by_kind": round_all(summary.points_by_kind),
        "accuracy": accuracy and {name: round(number, 1) for name, number in accuracy._asdict().items()},
        "mistakes": dict(summary.marks),
    }


class ReviewLuck(TypedDict):
    """The result of a seat and its parts."""

    result: float
    """The seat's points, without the factors of an auction: the sum of the next five."""
    mean: float
    """Mean result of the seat over random deals."""
    cards: float
    """Value of these cards beyond that mean."""
    mine: float
    """Gain by the seat's own moves, from its information."""
    others: float
    """The same of all other seats."""
    guesses: float
    """Effect of hidden cards on the results of moves: neither luck nor skill."""
    par: Interval
    """Mean result of robots in all seats with these cards."""


def luck_answer(luck: Luck) -> Any:
    """Return the luck of a seat and its parts."""
    numbers = {
        "result": luck.result,
        "mean": luck.mean,
        "cards": luck.cards,
        "mine": luck.mine,
        "others": luck.others,
        "guesses": luck.guesses,
    }
    return round_all(numbers) | {"par": interval_answer(luck.par)}


class _ReviewLimits(TypedDict):
    games: int
    """Games of the search for a decision; 0: none."""


class _CurvePoint(TypedDict):
    ply: int
    chance: _Share
    low: float
    high: float


class _OpenWinner(TypedDict):
    ply: int
    winner: Seat
    """As `winner` of /v1/game."""


class ReviewAnswer(TypedDict):
    """The judgement of a game."""

    level: str
    """The level that judged."""
    limits: _ReviewLimits
    decisions: list[ReviewDecision]
    calls: list[ReviewCall]
    tribute: list[ReviewTribute]
    """Cards of `tribute.moved` that judged seats paid or returned, the payments first."""
    seats: dict[str, ReviewSeat]
    curve: dict[str, list[_CurvePoint]]
    """The chance of each judged seat's side before each ply, from the seat's information, until it goes out."""
    turning_point: int | None
    """The ply of the largest marked loss of a seat that had a chance."""
    lessons: NotRequired[list[ReviewLesson]]
    """With `for`."""
    luck: dict[str, ReviewLuck] | None
    """The result of each seat as a sum; null unless all hands are known and judged and the deal has ended."""
    open: list[_OpenWinner] | None
    """The proven winner with open hands before a ply near the end; null unless all hands are known in a game of two
    sides."""
    left_out: list[Reason]
    """Why parts are missing."""
    notes: NotRequired[list[Reason]]
    engine: Engine


def review_answer(facts: Review, answer_format: AnswerFormat) -> Any:
    """Return the judgement of a game."""
    rules, lang, plan = facts.rules, answer_format.lang, facts.plan
    variant = rules.variant
    sides: Sequence[str | int] = variant.side_names or range(len(variant.allies))
    curves = {
        seat: [{"ply": one.ply, **chance_answer(one.chance)} for one in points] for seat, points in facts.curve.items()
    }
    return {
        "level": plan.level,
        "limits": {"games": plan.games},
        "decisions": [decision_answer(facts, one, lang) for one in facts.decisions],
        "calls": [call_answer(call, lang) for call in facts.calls],
        "tribute": [tribute_turn_answer(facts, one, lang) for one in facts.tribute],
        "seats": {seat: summary_answer(summary) for seat, summary in facts.seats.items()},
        "curve": curves,
        "turning_point": facts.turning_point,
        **lessons_answer(facts, lang),
        "luck": None if facts.luck is None else {seat: luck_answer(one) for seat, one in facts.luck.items()},
        "open": None if facts.open is None else [{"ply": one.ply, "winner": sides[one.side]} for one in facts.open],
        "left_out": sentences(facts.left_out, lang),
        **notes_answer(rules, lang),
        "engine": engine_answer(rules, by_nets=True),
    }


def chance_answer(chance: Estimate) -> Json:
    low, high = max(0.0, min(chance.mean, chance.low)), min(1.0, max(chance.mean, chance.high))
    return round_all({"chance": chance.mean, "low": low, "high": high})
