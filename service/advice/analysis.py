"""The analysis of a position: power, split, hints and what may be said of them, as plain data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from service.advice import robot
from service.advice.reasons import explain
from service.core import engine
from service.core.door import NO_SUITS, SCORE_UNIT, Play, Rules
from service.core.engine import Hint, Hints, Split
from service.core.players import View
from service.position.play_text import as_text, is_declared
from service.position.position import Position
from service.rules import cards as c
from service.rules.caller_cards import give_back, without
from service.rules.combos import Combo
from service.rules.errors import RuleError

WANTS = ("power", "split", "hints", "move", "unseen")
"""Parts of an analysis that are shown unless `want` says otherwise."""

ALL_WANTS = (*WANTS, "beliefs")
"""Parts that may be asked for."""

WORLDS = 200
"""Deals sampled for beliefs."""

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
    games: int = 0
    only: tuple[c.Hand, ...] = ()
    avoid: tuple[c.Hand, ...] = ()
    lang: str = "en"


def turns(score: int) -> float:
    """Return a score of the core in turns, as answers show it: with four decimals, for `SCORE_UNIT` has as many."""
    return score / SCORE_UNIT


def show(
    position: Position, hand: c.Hand, suits: c.Suits = NO_SUITS, own: c.Cards | None = None
) -> str | list[c.Token]:
    """Return cards of the asker's hand, or of *own*, as the caller writes them, of *suits* where these matter."""
    own = own or position.own
    if own.plain:
        return c.text(hand)
    return give_back(hand, own, position.notation, suits)


def pick(position: Position, combo: Combo) -> c.Suits:
    """Return the cards of a play by suit, where suits matter."""
    if not position.suits:
        return NO_SUITS
    return engine.pick(position.rules, position.hand, combo, position.to_beat, position.suits, position.duty)


def show_any(position: Position, hand: c.Hand) -> str | list[c.Token]:
    """Return cards of any seat in the caller's notation, or as rank letters where it would need identities."""
    if position.notation.identities or position.own.own:
        return c.text(hand)
    return give_back(hand, position.own, position.notation)


def show_seat(position: Position, seat: str | None) -> str | int | None:
    """Return a seat as answers name it: numbered ones as numbers."""
    return int(seat) if seat is not None and position.rules.variant.numbered else seat


def show_combo(position: Position, combo: Combo, suits: c.Suits = NO_SUITS, own: c.Cards | None = None) -> Json:
    """Return cards and shape of a combo of the asker's hand, and what wild cards stand for; *suits* are the cards'."""
    shown: Json = {"cards": show(position, combo.cards, suits, own), "shape": combo.shape}
    if is_declared(combo, position.rules):
        shown["as"] = as_text(combo, position.rules, suits)
    return shown


def turn_of(position: Position) -> Json:
    """Return who moves and what is to be beaten."""
    beaten = position.to_beat
    to_beat: Json | None = None
    if beaten is not None:
        to_beat = {"cards": show_any(position, beaten.cards), "shape": beaten.shape}
        if is_declared(beaten, position.rules):
            to_beat["as"] = position.to_beat_text.partition("=")[2]
        to_beat["seat"] = show_seat(position, position.to_beat_seat)
    return {"seat": show_seat(position, position.mover), "leads": beaten is None, "to_beat": to_beat}


def split_suits(position: Position, split: Split) -> list[c.Suits]:
    """Return the cards of each combo of a split by suit: those of one suit first, then straights, then the rest."""
    if not position.suits:
        return [NO_SUITS] * len(split.combos)
    left, found = position.suits, [NO_SUITS] * len(split.combos)
    order = sorted(range(len(split.combos)), key=lambda i: (not split.combos[i].suit, -split.combos[i].length))
    for i in order:
        found[i] = taken_suits(position, split.combos[i], left)
        left = tuple([a - b for a, b in zip(left, found[i], strict=True)])
    return found


def own_parts(position: Position, combos: Sequence[Combo]) -> list[c.Cards]:
    """Return the caller's own cards that are left for each of *combos*, so that none is named twice."""
    own, found = position.own, []
    if position.suits or not own.own:
        return [own] * len(combos)
    for combo in combos:
        found.append(own)
        own = without(own, combo.cards)
    return found


def taken_suits(position: Position, combo: Combo, left: c.Suits) -> c.Suits:
    """Return the cards of a combo by suit out of *left*: all of its one suit, or the commonest suits first."""
    words = [0, 0, 0, 0]
    for rank in range(13):
        number = c.count(combo.cards, rank)
        suits = [combo.suit - 1] if combo.suit else sorted(range(4), key=lambda s: (-(left[s] >> 2 * rank & 3), s))
        if number and combo.length > 1 and not combo.suit:  # a straight starts in mixed suits where it can
            suits = suits[rank % 2 :] + suits[: rank % 2]
        for suit in suits:
            taken = min(number, left[suit] >> 2 * rank & 3)
            words[suit] += taken << 2 * rank
            number -= taken
    return tuple(words)


def combos_shown(position: Position, split: Split) -> list[Json]:
    """Return the combos of the best split, worth most first."""
    rows = zip(split.combos, split_suits(position, split), own_parts(position, split.combos), strict=True)
    return [show_combo(position, combo, suits, own) for combo, suits, own in rows]


def power(split: Split, combos: Sequence[Json], controls: int) -> Json:
    """Return the worth of the hand: score, turns, bombs, and the *combos* of its best split that are controls."""
    return {
        "score": turns(split.score),
        "turns": split.turns,
        "bombs": sum([combo.tier > 0 for combo in split.combos]),
        "controls": [combo["cards"] for i, combo in enumerate(combos) if controls >> i & 1],
    }


def split_shown(position: Position, split: Split, combos: Iterable[Json]) -> Json:
    """Return the best split, its *combos* with what each is worth."""
    rows = [{**combo, "score": turns(value)} for combo, value in zip(combos, split.values, strict=True)]
    shown = {"combos": rows, "turns": split.turns, "exact": split.exact}
    dead = position.hand - sum([combo.cards for combo in split.combos])
    return shown | {"unplayable": show(position, dead)} if dead else shown


def why(position: Position, hints: Hints, hint: Hint, control: int) -> list[str]:
    """Return the facts that speak for or against a hint."""
    combo = hint.combo
    empties = combo.cards == position.hand
    facts = ["empties_hand"] if empties else []
    facts.append("breaks_split" if hint.breaks else "keeps_split")
    if combo.tier:
        facts.append("bomb")
    elif hint.cheapest:
        facts.append("cheapest")
    if position.to_beat is None and combo.size == hints.most_cards:
        facts.append("sheds_most")
    if control and not empties:
        facts.append("control")
    return facts


def rest_shown(position: Position, combo: Combo, suits: c.Suits) -> str | list[c.Token]:
    """Return what a play leaves in hand."""
    if position.own.plain:
        return c.text(position.hand - combo.cards)
    left = tuple([a - b for a, b in zip(position.suits, suits, strict=True)])
    own = position.own if position.suits or not position.own.own else without(position.own, combo.cards)
    return show(position, position.hand - combo.cards, left, own)


def breaks_shown(position: Position, split: Split, breaks: int) -> list[str | list[c.Token]]:
    """Return the combos of the best split that a hint tears."""
    torn = [combo.cards for i, combo in enumerate(split.combos) if breaks >> i & 1]
    return [c.text(cards) if position.suits else show(position, cards) for cards in torn]


def hint_shown(position: Position, hints: Hints, hint: Hint, control: int, lang: str) -> Json:
    """Return one hint."""
    combo = hint.combo
    suits = pick(position, combo)
    shown = show_combo(position, combo, suits)
    shown["score"] = turns(hint.score)
    shown["rest"] = {"hand": rest_shown(position, combo, suits), "turns": hint.turns}
    shown["breaks"] = breaks_shown(position, hints.split, hint.breaks) if hint.breaks else []
    shown["exact"] = hint.exact
    shown["why"] = explain(why(position, hints, hint, control), lang)
    return shown


def chosen(hints: Hints, ask: Ask) -> Sequence[int]:
    """Return the places of the hints to show: those of `only`, without those of `avoid`, the best `top`."""
    places: Sequence[int] = range(len(hints))
    if ask.only or ask.avoid:
        played = [hint.combo.cards for hint in hints]
        places = [i for i in places if (not ask.only or played[i] in ask.only) and played[i] not in ask.avoid]
    return places[: ask.top] if ask.top else places


def hints_shown(position: Position, hints: Hints, places: Sequence[int], controls: int, lang: str) -> Json:
    """Return the hints at *places*, the pass, and how much choice there is.

    *controls* has a bit for each of *places*.
    """
    shown = [hint_shown(position, hints, hints[place], controls >> i & 1, lang) for i, place in enumerate(places)]
    may_pass = engine.may_pass(position.rules, position.to_beat, len(hints), hints.bombs)
    legal = hints.sets + may_pass
    passing = {"legal": True, "score": turns(hints.split.score)} if may_pass else {"legal": False}
    return {"hints": shown, "pass": passing, "legal_count": legal, "forced": legal == 1}


def robot_move(position: Position, ask: Ask) -> robot.Move:
    """Return what a robot plays."""
    return robot.choose(position, ask.level, ask.seed, ask.games)


def move_shown(position: Position, ask: Ask, move: robot.Move) -> Json:
    """Return a robot's *move*, checked as every play is.

    Raises AssertionError if the robot would break a rule, which no input can bring about.
    """
    search: Json = {"search": {"games": move.tried, "won": round(move.won / move.tried, 4)}} if move.tried else {}
    if move.combo is None:
        cards: str | list[c.Token] = [] if position.notation.split is None or position.own.listed else ""
        return {
            "cards": cards,
            "shape": None,
            "pass": True,
            "level": ask.level,
            "why": explain(move.why, ask.lang),
        } | search
    suits = pick(position, move.combo)
    check_move(position, move.combo, suits)
    return {
        **show_combo(position, move.combo, suits),
        "pass": False,
        "level": ask.level,
        "why": explain(move.why, ask.lang),
        **search,
        **line_shown(position, move.line),
    }


def line_shown(position: Position, line: Sequence[Combo]) -> Json:
    """Return the plays of a sure win."""
    rows = zip(line, own_parts(position, line), strict=True)
    return {"line": [show_combo(position, combo, own=own) for combo, own in rows]} if line else {}


def check_move(position: Position, combo: Combo, suits: c.Suits) -> None:
    """Raise AssertionError unless a play passes the check that every play passes."""
    rules, plays_as = position.rules, combo.plays_as if is_declared(combo, position.rules) else 0
    play = Play(combo.cards, plays_as, suits, combo.suit)
    assert engine.play(rules, position.hand, play, position.to_beat, position.suits, position.duty) is not None


@cache
def places_of(rules: Rules) -> tuple[tuple[str, int], ...]:
    """Return the ranks of a deck with their places in a packed hand."""
    return tuple((rank, c.RANKS.index(rank)) for rank in rules.setup.deck)


def unseen_shown(position: Position) -> Json:
    """Return how many cards of each rank the other hands hold."""
    numbers = c.counts(position.unseen)
    return {rank: numbers[place] for rank, place in places_of(position.rules)}


def chance_shown(view: View, seat: int, place: int, chance: float) -> float:
    """Return a chance that samples gave; 0 and 1 are said only of what is certain.

    A seat surely holds what it must hold, or what the other hands have no room for; it surely lacks what others must
    hold, or what its room beyond what it must hold is too small for.
    """
    total, number, held, left = c.size(view.unseen), c.count(view.unseen, place), view.held[seat], view.left[seat]
    elsewhere = sum(c.count(hand, place) for i, hand in enumerate(view.held) if i != seat)
    if c.count(held, place) or (left is not None and number > total - left):
        return 1.0
    if elsewhere == number or left == c.size(held):
        return 0.0
    return min(max(chance, 0.5 / WORLDS), 1 - 0.5 / WORLDS)


def beliefs_shown(position: Position, ask: Ask) -> Json:
    """Return the chance that each other seat holds a rank at all, for ranks of which some cards are unseen."""
    found, effective = robot.beliefs(position, WORLDS, ask.seed)
    seats = position.rules.variant.seats
    first, unseen = seats.index(position.seat), c.counts(position.unseen)
    view = robot.view_of(position)
    return {
        "seats": {
            seats[(first + i) % len(seats)]: {
                rank: round(chance_shown(view, i, place, belief.holds[place]), 3)
                for rank, place in places_of(position.rules)
                if unseen[place]
            }
            for i, belief in enumerate(found)
            if i
        },
        "samples": WORLDS,
        "effective": round(effective, 1),
    }


def require_turn(position: Position) -> None:
    """Raise RuleError "not_your_turn" unless the asker moves."""
    if position.mover != position.seat:
        raise RuleError("not_your_turn", f"it is {position.mover}'s turn, not {position.seat}'s", "/seat")
    if position.skipped:
        raise RuleError("not_your_turn", "a flower alone cannot be led: the next seat leads", "/hand")


def wanted(position: Position, ask: Ask) -> Collection[str]:
    """Return the parts to show.

    Raises RuleError "not_your_turn" if hints or a move are asked for off turn.
    """
    if ask.want is not None:
        if "hints" in ask.want or "move" in ask.want:
            require_turn(position)
        return ask.want
    on_turn = position.mover == position.seat and not position.skipped
    return WANTS if on_turn else ("power", "split", "unseen")


def engine_shown(position: Position) -> Json:
    """Return what decided the answer beside the question."""
    return {"version": engine.VERSION, "weights": position.rules.weights.name}


def analyze(position: Position, ask: Ask) -> Json:
    """Return the parts of an analysis that are asked for."""
    want = wanted(position, ask)
    rules, hand = position.rules, position.hand
    hints: Hints | None = None
    places: Sequence[int] = ()
    if "hints" in want:
        hints = engine.hints(rules, hand, position.to_beat, ask.nodes, None, position.suits, position.duty)
        places = chosen(hints, ask)
    split = hints.split if hints is not None else engine.split(rules, hand, ask.nodes, None, position.suits)
    asked = split.raw + (hints.raw_combos(places) if hints is not None else b"")
    controls = engine.controls(rules, asked, position.unseen, position.unseen_suits)
    combos = combos_shown(position, split)
    answer: Json = {"position": position.line, "turn": turn_of(position)}
    if "power" in want:
        answer["power"] = power(split, combos, controls)
    if "split" in want:
        answer["split"] = split_shown(position, split, combos)
    if hints is not None:
        answer |= hints_shown(position, hints, places, controls >> split.turns, ask.lang)
    if "move" in want:
        answer["move"] = move_shown(position, ask, robot_move(position, ask))
    if "unseen" in want:
        answer["unseen"] = unseen_shown(position)
    if "beliefs" in want:
        answer["beliefs"] = beliefs_shown(position, ask)
    answer["engine"] = engine_shown(position)
    return answer


def move(position: Position, ask: Ask) -> Json:
    """Return a robot's move alone."""
    require_turn(position)
    played = robot_move(position, ask)
    shown = move_shown(position, ask, played)
    return {"position": position.line, "move": shown, "forced": played.forced, "engine": engine_shown(position)}
