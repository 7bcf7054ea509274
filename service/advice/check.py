"""Readings of cards, and the legality of playing them with the reasons against it."""

from __future__ import annotations

from typing import NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules
from service.position.attempt import Attempt
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo


class CheckResult(NamedTuple):
    """The readings of cards, and whether they are legal."""

    attempt: Attempt
    readings: tuple[Combo, ...]
    """Every reading of the cards; empty for a pass."""
    stored: Combo | None
    """The reading under which the play is stored; None if it is illegal."""
    faults: tuple[str, ...]
    """Codes of the broken rules; empty for a legal play."""


def pass_faults(attempt: Attempt) -> list[str]:
    """Return why a pass is not legal here; empty if it is."""
    if attempt.to_beat is None:  # a lone flower is not a play: the next seat leads
        skips = attempt.hand == c.pack("W") and not attempt.rules.setup.wilds.printed
        return [] if skips else ["must_lead"]
    if "pass_never" not in attempt.rules.setup.flags:
        return []
    plays = (
        engine.legal(attempt.rules, attempt.hand, attempt.to_beat, attempt.suits, attempt.constraints)
        if attempt.hand
        else ()
    )
    bombs = sum(combo.tier > 0 for combo in plays)
    return [] if engine.may_pass(attempt.rules, attempt.to_beat, len(plays), bombs) else ["must_beat"]


def play_faults(attempt: Attempt) -> list[str]:
    """Return the codes of the broken rules; empty for a legal play."""
    rules, play, to_beat = attempt.rules, attempt.play, attempt.to_beat
    if not play.cards:
        return pass_faults(attempt)
    if not c.holds(attempt.hand, play.cards):
        return ["not_held"] + ([] if engine.readings(rules, play) else ["not_a_play"])
    if engine.play(rules, attempt.hand, play, to_beat, attempt.suits, attempt.constraints) is not None:
        return [] if attempt.shows else ["must_show"]
    readings = engine.readings(rules, play, attempt.hand)
    if not readings and engine.readings(rules, play):  # as the whole hand it might still be illegal
        return play_faults(attempt._replace(hand=play.cards, suits=play.suits)) or ["short_not_last"]
    if not readings:
        return ["not_a_play"]
    if has_torn_bomb(rules, attempt.hand, play.cards):
        return ["tears_bomb"]
    if engine.play(rules, attempt.hand, play, to_beat, attempt.suits) is not None:
        return ["must_show" if attempt.constraints.must_show else "solo_not_top"]
    short = {shape.name for shape in rules.shapes if shape.kickers_short}
    if any(combo.shape in short and (to_beat is None or combo.beats(to_beat)) for combo in readings):
        return ["short_refused"]
    return ["not_a_play" if to_beat is None else "does_not_beat"]


def has_torn_bomb(rules: CompiledRules, hand: Hand, cards: Hand) -> bool:
    """Return whether *cards* contain a part of four of a rank that may not be broken up."""
    pairs = zip(c.counts(hand), c.counts(cards), strict=True)
    return "bomb_whole" in rules.setup.flags and any(held >= 4 and 0 < taken < 4 for held, taken in pairs)


def check_play(attempt: Attempt) -> CheckResult:
    """Return every reading of cards, and the codes of the rules that they break."""
    rules, play = attempt.rules, attempt.play
    codes = (*play_faults(attempt), *["not_your_turn"] * attempt.off_turn)
    if not play.cards:
        return CheckResult(attempt, (), None, codes)
    if codes:
        return CheckResult(attempt, engine.readings(rules, play), None, codes)
    stored = engine.play(rules, attempt.hand, play, attempt.to_beat, attempt.suits, attempt.constraints)
    return CheckResult(attempt, engine.readings(rules, play, attempt.hand), stored, codes)
