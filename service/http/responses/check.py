"""A check of cards: every reading, whether they may be played, and the reasons if not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

from service.advice.check import CheckResult
from service.explain.nearest import find_nearest
from service.explain.nearest_text import declared_text, nearest_text
from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.cards import Notes, Written, combo_tokens, notes_answer, stands_for
from service.http.responses.components import Declaration, Shape, Shown
from service.http.responses.nearest import Nearest, nearest_answer
from service.http.texts.reasons import REASONS, ReasonCode, localize
from service.position.attempt import Attempt
from service.position.play import does_not_beat, is_declared
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.errors import Bilingual
from service.rules.physical_cards import as_form


class Reading(TypedDict):
    """A reading of cards: the shape, its body and its kickers."""

    shape: Shape
    rank: str
    """The letter of the first rank of the body."""
    length: int
    body: Shown
    kickers: Shown
    as_: NotRequired[Declaration]


class _Fault(TypedDict):
    code: ReasonCode
    text: str
    nearest: NotRequired[Nearest]
    """With `not_a_play`."""


class CheckAnswer(TypedDict):
    """Every reading of cards, whether they may be played, and the reasons if not."""

    playable: bool
    readings: list[Reading]
    stored: Reading | None
    """The reading at the table."""
    reasons: list[_Fault]
    notes: NotRequired[Notes]


def reading_answer(combo: Combo, attempt: Attempt) -> Json:
    """Return a reading of checked cards, its parts in the caller's notation."""
    rules, notation, cards, *_ = attempt
    written, declared = Written(rules, notation, cards), is_declared(combo, rules, cards.suits)
    tokens = (stands_for if declared else combo_tokens)(combo, written, cards.suits)
    body, kickers = body_and_kickers(combo, tokens, notation)
    answer: Json = {
        "shape": combo.shape,
        "rank": c.RANKS[combo.rank],
        "length": combo.length,
        "body": as_form(body, cards, notation),
        "kickers": as_form(kickers, cards, notation),
    }
    return answer | {"as": as_form(tokens, cards, notation)} if declared else answer


def body_and_kickers(
    combo: Combo, tokens: Sequence[c.Token], notation: c.Notation
) -> tuple[list[c.Token], list[c.Token]]:
    """Return the declared cards of a combo, separated into body and kickers."""
    left, body, kickers = c.counts(combo.body), list[c.Token](), list[c.Token]()
    for token in tokens:
        rank = notation.tokens[token]
        (body if left[rank] else kickers).append(token)
        left[rank] = max(0, left[rank] - 1)
    return body, kickers


def fault_text(code: str, facts: CheckResult, lang: str) -> str:
    """Return the reason against a play, with the plays that would beat the table or the required card."""
    attempt = facts.attempt
    rules, to_beat = attempt.rules, attempt.to_beat
    if code == "does_not_beat" and to_beat is not None and facts.readings:
        sentence = does_not_beat(rules, facts.readings, to_beat, attempt.cards, attempt.beaten, attempt.notation)
        return localize(Bilingual(f"{sentence}.", f"{sentence.zh}。"), lang)
    if code == "must_show":
        card = rules.setup.first_shows
        return localize(Bilingual(f"The first lead must contain {card}.", f"首出必须带 {card}。"), lang)
    return REASONS[code][lang]


def reason_answer(code: str, facts: CheckResult, lang: str) -> Json:
    """Return a reason against playing cards; for cards that are no play, with the nearest play."""
    attempt = facts.attempt
    if code != "not_a_play":
        return {"code": code, "text": fault_text(code, facts, lang)}
    rules, cards, declared = attempt.rules, attempt.cards, attempt.play.plays_as
    nearest = None if declared else find_nearest(rules, cards, attempt.notation)
    why = declared_text(rules, cards.hand, declared, attempt.notation) if declared else None
    if nearest is not None:
        why = nearest_text(nearest, rules, attempt.notation)
    if why is None:
        return {"code": code, "text": fault_text(code, facts, lang)}
    no_play = REASONS[code]
    text = localize(Bilingual(f"{no_play['en'][:-1]}: {why}.", f"{no_play['zh'][:-1]}：{why.zh}。"), lang)
    answer: Json = {"code": code, "text": text}
    return answer | {"nearest": nearest_answer(nearest, attempt.notation)} if nearest else answer


def check_answer(facts: CheckResult, answer_format: AnswerFormat) -> Any:
    """Return every reading of cards, whether they may be played, and the reasons if not."""
    return {
        "playable": not facts.faults,
        "readings": [reading_answer(combo, facts.attempt) for combo in facts.readings],
        "stored": facts.stored and reading_answer(facts.stored, facts.attempt),
        "reasons": [reason_answer(code, facts, answer_format.lang) for code in facts.faults],
        **notes_answer(facts.attempt.rules, answer_format.lang, facts.attempt.assumed),
    }
