"""Positions: what a seat knows of a game, worked out from its history and checked against the rules.

A position is COMPLETE when its history is known from the first lead: then who moves, what is to be beaten and how many
cards each seat holds are derived, and the hand's size is checked against the deal. A SNAPSHOT knows the table only: the
last play, and what else the caller cares to say. In a snapshot it is always the asker's turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from service import cards as c
from service import engine
from service.cards import Cards, Hand, Notation
from service.combos import Combo
from service.core import Rules
from service.errors import RuleError
from service.line import Asked, Played, history_line, line_of, snapshot_line
from service.table import (
    Table,
    check_claims,
    check_counts,
    check_same_cards,
    check_seat,
    deck_of,
    play_or_refuse,
    read_play,
    replay,
)


class Position(NamedTuple):
    """What a seat knows. Everything an answer depends on is here; build it with `read_position`.

    A tuple, because every request builds one.
    """

    rules: Rules
    seat: str
    hand: Hand
    bottom: Hand
    snapshot: bool
    history: tuple[Played, ...]
    mover: str
    to_beat: Combo | None
    to_beat_seat: str | None
    left: Mapping[str, int | None]
    """Cards of each seat, None where a snapshot does not say."""
    seen: Hand
    """Cards on the table so far, the seat's own among them."""
    unseen: Hand
    """Cards in the other hands: the deck without the hand and what was seen. The bottom counts as unseen by a farmer,
    though he knows who holds it (`bottom_held`)."""
    bottom_held: Hand
    """Bottom cards that must still be in another seat's hand."""
    own: Cards
    """The hand as the caller wrote it."""
    notation: Notation
    line: str
    """The position as one line of text."""

    @property
    def leads(self) -> bool:
        """The seat that moves has nothing to beat."""
        return self.to_beat is None

    @property
    def seed_key(self) -> int:
        """A number that depends on the position alone."""
        return int.from_bytes(hashlib.blake2b(self.line.encode(), digest_size=8).digest())


# ---- complete histories ---------------------------------------------------------------------------------------


def check_hand_size(table: Table, seat: str, hand: Hand) -> None:
    """Raise RuleError "hand_size" if a complete history leaves another number of cards to the asker."""
    expected, has = table.left[seat], c.size(hand)
    if has != expected:
        raise RuleError(
            "hand_size",
            f"{seat} should hold {expected} cards after this history, not {has}; "
            "if you know the table only, send `last` in place of `history`",
            "/hand",
        )


def held_bottom(table: Table, seat: str, hand: Hand, bottom: Hand) -> Hand:
    """Return the bottom cards that another seat must still hold.

    Raises RuleError "history_inconsistent" if the asker took up the bottom and does not have its cards.
    """
    taker = table.rules.variant.bottom_seat
    if not bottom:
        return 0
    if taker != seat:
        return c.minus(bottom, table.played.get(taker, 0))
    if not c.holds(hand + table.played.get(seat, 0), bottom):
        raise RuleError("history_inconsistent", f"{seat} neither holds nor has played all bottom cards", "/bottom")
    return 0


def complete(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position at the end of a complete history."""
    table, plays = replay(rules, asked.history or (), notation)
    parts = [("/hand", own), *plays]
    if asked.seen is not None:
        raise RuleError("field_conflict", "what was seen follows from `history`; leave `seen` out", "/seen")
    check_claims(table, asked, notation)
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else table.seat
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} has gone out; the game is over", "/history")
    check_same_cards(parts, notation)
    named = [(at, cards.hand) for at, cards in parts]
    check_counts(rules, named)
    bottom_held = held_bottom(table, seat, own.hand, bottom.hand)
    if bottom_held:
        check_counts(rules, [*named, ("/bottom", bottom_held)])
    check_hand_size(table, seat, own.hand)
    seen = sum(table.played.values())
    return Position(
        rules, seat, own.hand, bottom.hand, False, tuple(table.history), table.seat, table.to_beat, table.owner,
        table.left, seen, deck_of(rules) - own.hand - seen, bottom_held, own, notation,
        line_of(rules, seat, own.hand, bottom.hand, history_line(table.history)),
    )  # fmt: skip


# ---- snapshots ------------------------------------------------------------------------------------------------


def snapshot_left(rules: Rules, asked: Asked, seat: str, hand: Hand) -> dict[str, int | None]:
    """Return the cards of each seat as far as the caller says.

    Raises RuleError "history_inconsistent" for a number that a seat cannot hold.
    """
    left: dict[str, int | None] = dict.fromkeys(rules.variant.seats)
    left[seat] = c.size(hand)
    for name, number in (asked.left or {}).items():
        check_seat(rules, name, f"/left/{name}")
        most = rules.variant.hand_size[name]
        if not 1 <= number <= most:
            raise RuleError("history_inconsistent", f"{name} holds 1 to {most} cards, not {number}", f"/left/{name}")
        if name == seat and number != left[seat]:
            raise RuleError("history_inconsistent", f"the hand has {left[seat]} cards, not {number}", f"/left/{name}")
        left[name] = number
    return left


def snapshot_owner(rules: Rules, seat: str, given: str | None) -> str:
    """Return who played last: as given, else the seat before the asker's."""
    seats = rules.variant.seats
    owner = seats[seats.index(seat) - 1] if given is None else check_seat(rules, given, "/last/seat")
    if owner == seat:
        raise RuleError("history_inconsistent", f"{seat} played last, so {seat} leads: leave `last` out", "/last/seat")
    return owner


def snapshot(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position of a client that knows the table only."""
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else rules.variant.seats[0]
    most = rules.variant.hand_size[seat]
    if c.size(own.hand) > most:
        raise RuleError("hand_size", f"{seat} holds {most} cards at most, not {c.size(own.hand)}", "/hand")
    given, last, pointer = read_play(asked.last, notation, "/last")
    to_beat = play_or_refuse(rules, last.hand, last.hand, None, pointer) if last else None
    owner = snapshot_owner(rules, seat, given) if to_beat else None
    seen = c.parse_cards(asked.seen, notation, "/seen") if asked.seen is not None else Cards(0)
    table = Cards(0) if last is None else last
    check_same_cards([("/hand", own), ("/seen", seen)], notation)
    check_same_cards([("/hand", own), ("/last", table)], notation)
    on_table = seen.hand + c.minus(table.hand, seen.hand)  # the last play counts as seen, said or not
    bottom_held = 0 if seat == rules.variant.bottom_seat else c.minus(bottom.hand, on_table)
    check_counts(rules, [("/hand", own.hand), ("/seen" if seen.hand else pointer, on_table)])
    check_counts(rules, [("/hand", own.hand), ("/bottom", bottom_held)])
    left = snapshot_left(rules, asked, seat, own.hand)
    unseen = deck_of(rules) - own.hand - on_table
    others = sum(number or 1 for name, number in left.items() if name != seat)
    if others > c.size(unseen):
        message = f"the other seats cannot hold {others} cards: {c.size(unseen)} are unseen"
        raise RuleError("history_inconsistent", message, "/left" if asked.left else "/seen")
    line = line_of(rules, seat, own.hand, bottom.hand, snapshot_line(to_beat, owner, left, seat, on_table))
    return Position(
        rules, seat, own.hand, bottom.hand, True, (), seat, to_beat, owner, left, on_table, unseen, bottom_held,
        own, notation, line,
    )  # fmt: skip


def read_position(asked: Asked) -> Position:
    """Return the position that *asked* describes.

    Raises RuleError with a pointer to the field at fault if it cannot be.
    """
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    own = c.parse_cards(asked.hand, notation, "/hand")
    if not own.hand:
        raise RuleError("hand_empty", "a hand has at least one card", "/hand")
    bottom = c.parse_cards(asked.bottom, notation, "/bottom") if asked.bottom is not None else Cards(0)
    if bottom.hand and c.size(bottom.hand) != rules.variant.bottom:
        raise RuleError("hand_size", f"the bottom has {rules.variant.bottom} cards", "/bottom")
    check_counts(rules, [("/hand", own.hand)])
    check_counts(rules, [("/bottom", bottom.hand)])
    build = snapshot if asked.history is None else complete
    return build(rules, asked, own, bottom, notation)
