"""The answer of a review: decisions, summaries, curves, luck and open hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.advice.combo_cards import cards_of_play, cards_of_split, known_by
from service.core import engine
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.analysis import pass_answer, round_all
from service.http.responses.cards import combo_answer, engine_answer, notes_answer
from service.http.responses.table import seat_answer, turn_of
from service.http.texts.reasons import localize, reason_text, sentences
from service.position.position import Position
from service.review.calls import Call
from service.review.judgement import Interval, Verdict
from service.review.luck import Luck
from service.review.mistakes import Lesson
from service.review.review import Accuracy, JudgedTurn, Review, SeatSummary
from service.review.tribute import TributeTurn
from service.rules.combos import Combo
from service.rules.errors import Bilingual


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


UNJUDGED: Mapping[str, None] = dict.fromkeys(
    (
        "best",
        "chance",
        "chance_best",
        "loss",
        "low",
        "high",
        "better",
        "worse",
        "share",
        "points",
        "mark",
        "unsure",
        "proof",
    )
)
"""Fields of a turn without a choice."""


UNJUDGED_CARD: Mapping[str, None] = {name: value for name, value in UNJUDGED.items() if name != "proof"}
"""Fields of a card of a tribute without a choice."""


def interval_answer(interval: Interval) -> Json:
    return round_all({"mean": interval.mean, "low": interval.low, "high": interval.high})


def decision_answer(facts: Review, decision: JudgedTurn, lang: str) -> Json:
    """Return a turn and its judgement."""
    made = turn_of(facts.table, decision.turn)
    judged = UNJUDGED if decision.verdict is None else verdict_answer(decision, decision.verdict)
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


def lesson_answer(facts: Review, lesson: Lesson, lang: str) -> Json:
    """Return a lesson in plain words, with the number of deals in which it costs a win."""
    deals = max(2, round(1 / lesson.loss))
    cost = Bilingual(f" It costs about one win in {deals} deals.", f"每{deals}局大约少赢1局。")
    return {
        "ply": lesson.ply,
        "seat": seat_answer(facts.rules, lesson.seat),
        "code": lesson.code,
        "text": reason_text(lesson.code, lang, plain=True) + localize(cost, lang),
    }


def call_answer(call: Call, lang: str) -> Json:
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


def tribute_turn_answer(facts: Review, turn: TributeTurn, lang: str) -> Json:
    """Return a card of a tribute and its judgement."""
    handover, verdict = turn.handover, turn.verdict
    judged = dict(UNJUDGED_CARD) if verdict is None else {"best": turn.best, **judgement_answer(verdict)}
    return {
        "seat": seat_answer(facts.rules, handover.giver),
        "role": handover.role,
        "to": seat_answer(facts.rules, handover.receiver),
        "card": handover.card.own[0][1],
        "forced": verdict is None,
        **judged,
        "codes": sentences(turn.names, lang),
    }


def summary_answer(summary: SeatSummary) -> Json:
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


def luck_answer(luck: Luck) -> Json:
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


def review_answer(facts: Review, answer_format: AnswerFormat) -> Json:
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


def chance_answer(chance: Interval) -> Json:
    low, high = max(0.0, min(chance.mean, chance.low)), min(1.0, max(chance.mean, chance.high))
    return round_all({"chance": chance.mean, "low": low, "high": high})
