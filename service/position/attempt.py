"""Cards to be played in a request, with their situation: the hand and the table, or the table alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.core.bindings import NO_CONSTRAINTS, CompiledRules, Play, PlayConstraints
from service.position.deck import check_counts
from service.position.history import follow
from service.position.parse.card_fields import PlayText, read_bottom, read_play, read_rules
from service.position.parse.position_text import PositionText
from service.position.play import as_play, has_first_card
from service.position.position import LEVEL, Position
from service.position.read import position_under
from service.position.replay import WHOLE_HAND, Replay, check_passes, larger
from service.position.snapshot import snapshot_table
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.combos import Combo
from service.rules.errors import Faults
from service.rules.physical_cards import has_these


class Attempt(NamedTuple):
    """Cards to be played, and the situation."""

    rules: CompiledRules
    notation: Notation
    cards: Cards
    """The cards as written in the request."""
    play: Play
    """The cards to play; without cards a pass."""
    hand: c.Hand
    suits: c.Suits
    """The suits of the hand, where suits matter."""
    to_beat: Combo | None
    constraints: PlayConstraints
    shows: bool = True
    """Whether a first lead contains the required card, as far as suits are given."""
    off_turn: bool = False
    turns: int = 0
    """Turns of the history before the play."""
    beaten: Cards = c.NO_CARDS
    """The play to beat as the caller wrote it."""
    assumed: tuple[str, ...] = ()
    """Fields that the request left out although the rules depend on them (`Position.assumed`)."""


def read_cards(value: Any, notation: Notation, rules: CompiledRules) -> PlayText:
    """Return the cards to be played, from a text, an array, or an object with a declaration.

    Raises RuleError for cards that are not in this deck.
    """
    shown = read_play(value, notation, "" if isinstance(value, Mapping) else "/cards", rules)
    check_counts(rules, [(shown.pointer, shown.hand)])
    return shown


def from_hand(request: PositionText, value: Any) -> Attempt:
    """Return an attempt to play the cards *value* from a known hand.

    Raises RuleError with the pointers of the fields at fault.
    """
    rules, notation = read_rules(request)
    faults = Faults()
    position = faults.read(position_under, rules, request, notation)
    shown = faults.read(read_cards, value, notation, rules)
    attempt = faults.read(of_position, position, shown)
    faults.check()
    return attempt


def of_position(position: Position, shown: PlayText) -> Attempt:
    """Return an attempt to play cards in a position."""
    table = position.own_cards, position.notation, position.to_beat, position.constraints
    return of_own(position.rules, shown, *table)._replace(
        off_turn=position.mover != position.seat,
        turns=len(position.history),
        beaten=position.table_cards,
        assumed=position.assumed,
    )


def from_table(request: PositionText, value: Any) -> Attempt:
    """Return an attempt to play the cards *value* from an otherwise unknown hand.

    Raises RuleError with the pointer of the field at fault if the cards contradict the table.
    """
    rules, notation = read_rules(request)
    assumed = (LEVEL,) if LEVEL in rules.options and LEVEL not in request.options else ()
    faults = Faults()
    shown = faults.read(read_cards, value, notation, rules)
    play = faults.read(as_play, shown, rules)
    held, at = faults.read(cards_of, shown), faults.read(pointer_of, shown)
    bottom = c.NO_CARDS if request.bottom is None else faults.read(read_bottom, rules, request.bottom, notation)
    if request.history is not None:
        replay, seat, _ = follow(rules, request, notation, held, bottom, faults, at)
        faults.check()
        check_passes(replay, "", 0, notation)
        return of_any(replay, shown, notation, seat)._replace(
            turns=len(replay.history), beaten=replay.table_cards, assumed=assumed
        )
    table = snapshot_table(rules, request, notation, held, bottom, faults, at)
    left, most = table.left[table.seat], rules.setup.hand_size[table.seat]
    if left is None and c.size(held.hand) > most:
        left = most
    hand = hand_around(rules, held.hand, left)
    return Attempt(
        rules,
        notation,
        held,
        play,
        hand,
        play.suits,
        table.to_beat,
        NO_CONSTRAINTS,
        beaten=table.table_cards,
        assumed=assumed,
    )


def cards_of(shown: PlayText) -> Cards:
    """Return the cards of a play; no cards of a pass."""
    return shown.cards or c.NO_CARDS


def pointer_of(shown: PlayText) -> str:
    return shown.pointer


def of_own(
    rules: CompiledRules,
    shown: PlayText,
    own: Cards,
    notation: Notation,
    to_beat: Combo | None,
    constraints: PlayConstraints,
) -> Attempt:
    """Return an attempt to play cards from a completely known hand."""
    cards = shown.cards or c.NO_CARDS
    return Attempt(
        rules=rules,
        notation=notation,
        cards=cards,
        play=as_play(shown, rules),
        hand=own.hand if shown.cards is None or has_these(own, cards, notation) else 0,
        suits=own.suits,
        to_beat=to_beat,
        constraints=constraints,
        shows=shown.cards is None or has_first_card(rules, cards, constraints, notation),
    )


def of_any(replay: Replay, shown: PlayText, notation: Notation, seat: str) -> Attempt:
    """Return an attempt of *seat* to play cards after a history. Only the size of its hand is known."""
    rules, play, off_turn = replay.rules, as_play(shown, replay.rules), seat != replay.seat
    constraints = (
        NO_CONSTRAINTS if off_turn else PlayConstraints(replay.constraints(None).must_show, False)
    )  # the highest solo of the hand is unknown
    shows = shown.cards is None or has_first_card(rules, shown.cards, constraints, notation)
    hand, cards = hand_around(rules, play.cards, replay.left_of(seat)), shown.cards or c.NO_CARDS
    return Attempt(rules, notation, cards, play, hand, play.suits, replay.to_beat, constraints, shows, off_turn)


def hand_around(rules: CompiledRules, cards: Hand, left: int | None) -> Hand:
    """Return a hand that may contain *cards*, if it has *left* cards (None: unknown); 0 if it is smaller."""
    has = c.size(cards)
    if left is not None and has > left:
        return 0
    more = cards and left is not None and has < left and rules.setup.flags & WHOLE_HAND
    return larger(rules.setup.power, cards) if more else cards
