"""The analysis of a position: power, split, hints and what may be said of them, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from service import cards as c
from service import engine, robot
from service.combos import Combo
from service.core import SCORE_UNIT, Rules
from service.engine import Hint, Hints, Split
from service.errors import RuleError
from service.position import Position
from service.reasons import explain
from service.variants import VARIANTS

WANTS = ("power", "split", "hints", "move", "unseen")
"""Parts of an analysis that may be asked for."""

DEFAULT_TOP = 8
"""Hints shown unless `top` says otherwise; 0 shows all."""

Json = dict[str, Any]


class Ask(NamedTuple):
    """What to say about a position."""

    want: Collection[str] | None = None
    """Parts of `WANTS`; None: all that make sense, which off turn are those of the hand alone."""
    top: int = DEFAULT_TOP
    level: str = robot.DEFAULT_LEVEL
    seed: int | None = None
    nodes: int = 0
    only: tuple[c.Hand, ...] = ()
    avoid: tuple[c.Hand, ...] = ()
    lang: str = "en"


def turns(score: int) -> float:
    """Return a score of the core in turns, as answers show it."""
    return round(score / SCORE_UNIT, 4)


def show(position: Position, hand: c.Hand) -> str | list[c.Token]:
    """Return cards of the asker's hand as the caller writes them."""
    own, notation = position.own, position.notation
    return c.text(hand) if notation is c.TEXT and not own.own and not own.listed else c.give_back(hand, own, notation)


def show_any(position: Position, hand: c.Hand) -> str | list[c.Token]:
    """Return cards of any seat in the caller's notation, or as rank letters where it would need identities."""
    if position.notation.identities or position.own.own:
        return c.text(hand)
    return c.give_back(hand, position.own, position.notation)


def turn_of(position: Position) -> Json:
    """Return who moves and what is to be beaten."""
    beaten = position.to_beat
    to_beat = beaten and {
        "cards": show_any(position, beaten.cards),
        "shape": beaten.shape,
        "seat": position.to_beat_seat,
    }
    return {"seat": position.mover, "leads": beaten is None, "to_beat": to_beat}


def power(position: Position, split: Split) -> Json:
    """Return the worth of the hand: score, turns, bombs, and the combos of its best split that are controls."""
    controls = engine.controls(position.rules, split, position.unseen)
    return {
        "score": turns(split.score),
        "turns": split.turns,
        "bombs": sum([combo.tier > 0 for combo in split.combos]),
        "controls": [show(position, combo.cards) for i, combo in enumerate(split.combos) if controls >> i & 1],
    }


def split_shown(position: Position, split: Split) -> Json:
    """Return the best split, worth most first."""
    combos = [
        {"cards": show(position, combo.cards), "shape": combo.shape, "score": turns(value)}
        for combo, value in zip(split.combos, split.values, strict=True)
    ]
    return {"combos": combos, "turns": split.turns, "exact": split.exact}


def broken_by(split: Split, hand: c.Hand, played: c.Hand) -> list[Combo]:
    """Return the combos of the best split that cannot stay whole when *played* leaves *hand*.

    Combos inside the play go with it; of the others, those worth most are kept whole first.
    """
    rest, inside, broken = hand - played, played, []
    for combo in split.combos:
        if c.holds(rest, combo.cards):
            rest -= combo.cards
        elif c.holds(inside, combo.cards):
            inside -= combo.cards
        else:
            broken.append(combo)
    return broken


def why(position: Position, hints: Hints, combo: Combo, broken: Sequence[Combo], control: int) -> list[str]:
    """Return the facts that speak for or against a hint."""
    empties = combo.cards == position.hand
    facts = ["empties_hand"] if empties else []
    facts.append("breaks_split" if broken else "keeps_split")
    if combo.tier:
        facts.append("bomb")
    elif combo.key == hints.lowest_key(combo):
        facts.append("cheapest")
    if position.to_beat is None and combo.size == hints.most_cards():
        facts.append("sheds_most")
    if control and not empties:
        facts.append("control")
    return facts


def hint_shown(position: Position, hint: Hint, facts: Sequence[str], broken: Sequence[Combo], lang: str) -> Json:
    """Return one hint."""
    combo = hint.combo
    return {
        "cards": show(position, combo.cards),
        "shape": combo.shape,
        "score": turns(hint.score),
        "rest": {"hand": show(position, position.hand - combo.cards), "turns": hint.turns},
        "breaks": [show(position, torn.cards) for torn in broken],
        "exact": hint.exact,
        "why": explain(facts, lang),
    }


def chosen(hints: Hints, ask: Ask) -> Sequence[int]:
    """Return the places of the hints to show: those of `only`, without those of `avoid`, the best `top`."""
    places: Sequence[int] = range(len(hints))
    if ask.only or ask.avoid:
        played = [hint.combo.cards for hint in hints]
        places = [i for i in places if (not ask.only or played[i] in ask.only) and played[i] not in ask.avoid]
    return places[: ask.top] if ask.top else places


def hints_shown(position: Position, split: Split, hints: Hints, ask: Ask) -> Json:
    """Return the hints, the pass, and how much choice there is."""
    shown, places = [], chosen(hints, ask)
    controls = engine.controls(position.rules, hints, position.unseen, max(places, default=-1) + 1)
    for index in places:
        hint = hints[index]
        broken = broken_by(split, position.hand, hint.combo.cards)
        facts = why(position, hints, hint.combo, broken, controls >> index & 1)
        shown.append(hint_shown(position, hint, facts, broken, ask.lang))
    legal = len(hints) + (not position.leads)
    passing = {"legal": False} if position.leads else {"legal": True, "score": turns(split.score)}
    return {"hints": shown, "pass": passing, "legal_count": legal, "forced": legal == 1}


def move_shown(position: Position, ask: Ask) -> Json:
    """Return what a robot plays, checked as every play is.

    Raises AssertionError if the robot would break a rule, which no input can bring about.
    """
    move = robot.choose(position, ask.level, ask.seed)
    if move.combo is None:
        assert not position.leads
        cards: str | list[c.Token] = [] if position.notation.split is None or position.own.listed else ""
        return {"cards": cards, "shape": None, "pass": True, "level": ask.level, "why": explain(move.why, ask.lang)}
    assert engine.play(position.rules, position.hand, move.combo.cards, position.to_beat) is not None
    return {
        "cards": show(position, move.combo.cards),
        "shape": move.combo.shape,
        "pass": False,
        "level": ask.level,
        "why": explain(move.why, ask.lang),
    }


@cache
def places_of(variant: str) -> tuple[tuple[str, int], ...]:
    """Return the ranks of a variant's deck with their places in a packed hand."""
    return tuple((rank, c.RANKS.index(rank)) for rank in VARIANTS[variant].deck)


def unseen_shown(position: Position) -> Json:
    """Return how many cards of each rank the other hands hold."""
    numbers = c.counts(position.unseen)
    return {rank: numbers[place] for rank, place in places_of(position.rules.variant.id)}


def require_turn(position: Position) -> None:
    """Raise RuleError "not_your_turn" unless the asker moves."""
    if position.mover != position.seat:
        raise RuleError("not_your_turn", f"it is {position.mover}'s turn, not {position.seat}'s", "/seat")


def wanted(position: Position, ask: Ask) -> Collection[str]:
    """Return the parts to show.

    Raises RuleError "not_your_turn" if hints or a move are asked for off turn.
    """
    if ask.want is not None:
        if "hints" in ask.want or "move" in ask.want:
            require_turn(position)
        return ask.want
    return WANTS if position.mover == position.seat else ("power", "split", "unseen")


def engine_shown(position: Position) -> Json:
    """Return what decided the answer beside the question."""
    return {"version": engine.VERSION, "weights": position.rules.weights.name}


def analyze(position: Position, ask: Ask) -> Json:
    """Return the parts of an analysis that are asked for."""
    want = wanted(position, ask)
    rules, hand = position.rules, position.hand
    split = engine.split(rules, hand, ask.nodes)
    answer: Json = {"position": position.line, "turn": turn_of(position)}
    if "power" in want:
        answer["power"] = power(position, split)
    if "split" in want:
        answer["split"] = split_shown(position, split)
    if "hints" in want:
        answer |= hints_shown(position, split, engine.hints(rules, hand, position.to_beat, ask.nodes), ask)
    if "move" in want:
        answer["move"] = move_shown(position, ask)
    if "unseen" in want:
        answer["unseen"] = unseen_shown(position)
    answer["engine"] = engine_shown(position)
    return answer


def move(position: Position, ask: Ask) -> Json:
    """Return a robot's move alone."""
    require_turn(position)
    shown = move_shown(position, ask)
    forced = "only" in {reason["code"] for reason in shown["why"]}
    return {"position": position.line, "move": shown, "forced": forced, "engine": engine_shown(position)}


# ---- what are these cards? ------------------------------------------------------------------------------------


def reading_shown(combo: Combo) -> Json:
    """Return one reading in rank letters."""
    return {
        "shape": combo.shape,
        "rank": c.RANKS[combo.rank],
        "length": combo.length,
        "body": c.text(combo.body),
        "kickers": c.text(combo.plays_as - combo.body),
    }


def faults(rules: Rules, cards: c.Hand, hand: c.Hand, to_beat: Combo | None) -> list[str]:
    """Return why *cards* may not be played; empty if they may."""
    if not cards:
        return ["must_lead"] if to_beat is None else []
    if not c.holds(hand, cards):
        return ["not_held"] + ([] if engine.readings(rules, cards) else ["not_a_play"])
    if engine.play(rules, hand, cards, to_beat) is not None:
        return []
    return ["does_not_beat"] if engine.readings(rules, cards, hand) else ["not_a_play"]


def check(rules: Rules, cards: c.Hand, hand: c.Hand, to_beat: Combo | None, off_turn: bool, lang: str) -> Json:
    """Return every reading of *cards*, whether they may be played here, and if not, why."""
    found = faults(rules, cards, hand, to_beat) + ["not_your_turn"] * off_turn
    readings = engine.readings(rules, cards) if cards else ()
    stored = None if found or not cards else engine.play(rules, hand, cards, to_beat)
    return {
        "playable": not found,
        "readings": [reading_shown(combo) for combo in readings],
        "stored": stored and reading_shown(stored),
        "reasons": explain(found, lang),
    }
