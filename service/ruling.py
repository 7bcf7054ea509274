"""What cards are, and whether they may be played: every reading, and what speaks against it."""

from __future__ import annotations

from typing import Any, NamedTuple

from service import cards as c
from service import engine
from service.combos import Combo
from service.core import Duty, Play, Rules
from service.reasons import explain

Json = dict[str, Any]


def reading_shown(combo: Combo) -> Json:
    """Return one reading in rank letters."""
    return {
        "shape": combo.shape,
        "rank": c.RANKS[combo.rank],
        "length": combo.length,
        "body": c.text(combo.body),
        "kickers": c.text(combo.plays_as - combo.body),
    } | ({"as": c.text(combo.plays_as)} if combo.plays_as != combo.cards else {})


class Try(NamedTuple):
    """Cards that somebody wants to play, and where."""

    rules: Rules
    play: Play
    """Without cards: a pass."""
    hand: c.Hand
    suits: c.Suits
    """Of the hand, where suits matter."""
    to_beat: Combo | None
    duty: Duty
    off_turn: bool = False


def pass_faults(asked: Try) -> list[str]:
    """Return why a pass is not legal here; empty if it is."""
    if asked.to_beat is None:
        return ["must_lead"]
    found = engine.legal(asked.rules, asked.hand, asked.to_beat, asked.suits, asked.duty) if asked.hand else ()
    bombs = sum(combo.tier > 0 for combo in found)
    return [] if engine.may_pass(asked.rules, asked.to_beat, len(found), bombs) else ["must_beat"]


def faults(asked: Try) -> list[str]:
    """Return why cards may not be played; empty if they may."""
    rules, play, to_beat = asked.rules, asked.play, asked.to_beat
    if not play.cards:
        return pass_faults(asked)
    if not c.holds(asked.hand, play.cards):
        return ["not_held"] + ([] if engine.readings(rules, play) else ["not_a_play"])
    if engine.play(rules, asked.hand, play, to_beat, asked.suits, asked.duty) is not None:
        return []
    readings = engine.readings(rules, play, asked.hand)
    if not readings or engine.play(rules, asked.hand, play, None, asked.suits) is None:
        return ["not_a_play"]
    if engine.play(rules, asked.hand, play, to_beat, asked.suits) is not None:
        return ["must_show" if asked.duty.must_show else "solo_not_top"]
    return ["does_not_beat"]


def check(asked: Try, lang: str) -> Json:
    """Return every reading of cards, whether they may be played here, and if not, why."""
    found = faults(asked) + ["not_your_turn"] * asked.off_turn
    readings = engine.readings(asked.rules, asked.play, asked.hand) if asked.play.cards and not found else ()
    if asked.play.cards and found:
        readings = engine.readings(asked.rules, asked.play)
    stored = None
    if asked.play.cards and not found:
        stored = engine.play(asked.rules, asked.hand, asked.play, asked.to_beat, asked.suits, asked.duty)
    return {
        "playable": not found,
        "readings": [reading_shown(combo) for combo in readings],
        "stored": stored and reading_shown(stored),
        "reasons": explain(found, lang),
    }
