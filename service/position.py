"""Positions: what a seat knows of a game, worked out from its history and checked against the rules.

A position is COMPLETE when its history is known from the first lead: then who moves, what is to be beaten and how many
cards each seat holds are derived, and the hand's size is checked against the deal. A SNAPSHOT knows the table only: the
last play, and what else the caller cares to say. In a snapshot it is always the asker's turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from service import cards as c
from service import engine
from service.cards import Cards, Hand, Notation
from service.combos import Combo
from service.core import Rules
from service.errors import RuleError
from service.line import Asked, Played, history_line, line_of, snapshot_line

PASSES = ("", "pass", ".", "过", "不出")
"""How a pass may be written in a history."""


@dataclass(slots=True)
class Table:
    """The state of play while a history is replayed."""

    rules: Rules
    left: dict[str, int]
    mover: int = 0
    to_beat: Combo | None = None
    owner: str | None = None
    passes: int = 0
    over: bool = False
    history: list[Played] = field(default_factory=list)
    played: dict[str, Hand] = field(default_factory=dict)

    @property
    def seat(self) -> str:
        """The seat that moves."""
        return self.rules.variant.seats[self.mover]

    def step(self, combo: Combo | None) -> None:
        """Carry out a play or a pass that has been checked."""
        seats = self.rules.variant.seats
        seat = seats[self.mover]
        self.history.append(Played(seat, combo))
        if combo is None:
            self.passes += 1
            if self.passes == len(seats) - 1:
                self.to_beat = self.owner = None
        else:
            self.to_beat, self.owner, self.passes = combo, seat, 0
            self.left[seat] -= combo.size
            self.played[seat] = self.played.get(seat, 0) + combo.cards
            self.over = self.left[seat] == 0
        self.mover = (self.mover + 1) % len(seats)


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


# ---- what a caller may say ------------------------------------------------------------------------------------


@cache
def deck_of(rules: Rules) -> Hand:
    """Return the whole deck of a variant."""
    return c.from_counts(rules.variant.deck.get(rank, 0) for rank in c.RANKS)


def check_seat(rules: Rules, seat: object, pointer: str) -> str:
    """Return *seat*.

    Raises RuleError "seat_unknown" if the variant has no such seat.
    """
    seats = rules.variant.seats
    if not isinstance(seat, str) or seat not in seats:
        raise RuleError("seat_unknown", f"seats of {rules.variant.id} are {', '.join(seats)}; not {seat!r}", pointer)
    return seat


def read_play(value: Any, notation: Notation, pointer: str) -> tuple[str | None, Cards | None, str]:
    """Return seat, cards (None: a pass) and the pointer to the cards of one play as a caller writes it."""
    seat = None
    if isinstance(value, Mapping):
        unknown = next((name for name in value if name not in ("seat", "cards", "as")), None)
        if unknown is not None:
            raise RuleError("field_unknown", f"a play has seat, cards and as; not {unknown!r}", f"{pointer}/{unknown}")
        if "cards" not in value:
            raise RuleError("field_missing", "a play names its cards; a pass has none", f"{pointer}/cards")
        seat, declared = value.get("seat"), value.get("as")
        value, pointer = value["cards"], f"{pointer}/cards"
        if declared is not None and c.parse_cards(declared, notation, pointer).hand != c.parse_cards(
            value, notation, pointer
        ).hand:  # fmt: skip
            raise RuleError("not_a_play", "without wildcards a play is what its cards are", pointer)
    if value is None or value in ([], [-1]) or (isinstance(value, str) and value.strip().lower() in PASSES):
        return seat, None, pointer
    cards = c.parse_cards(value, notation, pointer)
    return seat, cards if cards.hand else None, pointer


def play_or_refuse(rules: Rules, hand: Hand, cards: Hand, to_beat: Combo | None, pointer: str) -> Combo:
    """Return the reading under which *cards* are played from *hand*.

    Raises RuleError "not_a_play" or "does_not_beat".
    """
    combo = engine.play(rules, hand, cards, to_beat)
    if combo is not None:
        return combo
    readings = engine.readings(rules, cards, hand)
    if not readings:
        raise RuleError("not_a_play", f"{c.text(cards)} is no play of {rules.variant.id}", pointer)
    assert to_beat is not None  # a lead with a reading may be played
    shapes = " or ".join(dict.fromkeys(reading.shape for reading in readings))
    message = f"{c.text(cards)} ({shapes}) does not beat {c.text(to_beat.cards)} ({to_beat.shape})"
    raise RuleError("does_not_beat", message, pointer)


def check_counts(rules: Rules, parts: Sequence[tuple[str, Hand]]) -> None:
    """Raise RuleError "too_many_of_rank" if *parts* (pointer, cards) hold more of a rank than the deck.

    The pointer is that of the part which goes beyond the deck.
    """
    deck = rest = deck_of(rules)
    for pointer, hand in parts:
        if not c.holds(rest, hand):
            raise too_many(deck, parts, c.minus(hand, rest), pointer)
        rest -= hand


def too_many(deck: Hand, parts: Sequence[tuple[str, Hand]], excess: Hand, pointer: str) -> RuleError:
    """Return the error that says where the cards of the first rank of *excess* were seen."""
    rank = next(rank for rank, number in enumerate(c.counts(excess)) if number)
    found = [(c.count(hand, rank), name_of(at)) for at, hand in parts if c.count(hand, rank)]
    where = ", ".join(f"{number} in {name}" for number, name in found)
    total, letter = sum(number for number, _ in found), c.RANKS[rank]
    message = f"{total} cards {letter} ({where}); the deck has {c.count(deck, rank)}"
    return RuleError("too_many_of_rank", message, pointer)


def check_same_cards(parts: Sequence[tuple[str, Cards]], notation: Notation) -> None:
    """Raise RuleError "card_duplicate" if a card with an identity is in two of *parts* (pointer, cards)."""
    met: set[c.Token] = set()
    for pointer, part in parts:
        if not part.own:
            continue
        for _, token in part.own:
            if c.is_identity(token, notation) and token in met:
                raise RuleError("card_duplicate", f"the card {token} is seen twice", pointer)
        met.update(token for _, token in part.own)


# ---- replay ---------------------------------------------------------------------------------------------------


def replay_play(table: Table, value: Any, notation: Notation, index: int) -> Cards | None:
    """Check one element of the history and carry it out; return its cards."""
    pointer = f"/history/{index}"
    seat, cards, at = read_play(value, notation, pointer)
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} went out before this play", pointer)
    if seat is not None and check_seat(table.rules, seat, f"{pointer}/seat") != table.seat:
        raise RuleError("not_your_turn", f"it is {table.seat}'s turn, not {seat}'s", f"{pointer}/seat")
    if cards is None:
        if table.to_beat is None:
            raise RuleError("must_lead", f"{table.seat} leads and may not pass", at)
        table.step(None)
        return None
    combo = play_or_refuse(table.rules, cards.hand, cards.hand, table.to_beat, at)
    if combo.size > table.left[table.seat]:
        message = f"{table.seat} holds {table.left[table.seat]} cards and plays {combo.size}"
        raise RuleError("history_inconsistent", message, at)
    table.step(combo)
    return cards


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


def name_of(pointer: str) -> str:
    """Return a pointer as people write it: history[4]."""
    field_name, _, index = pointer[1:].partition("/")
    return f"{field_name}[{index}]" if index else field_name


def check_claims(table: Table, asked: Asked, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" if `last` or `left` contradict the history."""
    if asked.last is not None:
        seat, cards, pointer = read_play(asked.last, notation, "/last")
        beaten = table.to_beat.cards if table.to_beat else 0
        if (cards.hand if cards else 0) != beaten:
            raise RuleError(
                "history_inconsistent", f"by the history, {c.text(beaten) or 'nothing'} lies there", pointer
            )
        if seat is not None and seat != table.owner:
            raise RuleError("history_inconsistent", f"by the history, {table.owner} played last", "/last/seat")
    for seat, number in (asked.left or {}).items():
        if table.left[check_seat(table.rules, seat, f"/left/{seat}")] != number:
            message = f"by the history, {seat} holds {table.left[seat]} cards"
            raise RuleError("history_inconsistent", message, f"/left/{seat}")


def complete(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position at the end of a complete history."""
    table = Table(rules, {seat: rules.variant.hand_size[seat] for seat in rules.variant.seats})
    parts: list[tuple[str, Cards]] = [("/hand", own)]
    for index, value in enumerate(asked.history or ()):
        cards = replay_play(table, value, notation, index)
        if cards is not None:
            parts.append((f"/history/{index}", cards))
    if asked.seen is not None:
        raise RuleError("field_conflict", "what was seen follows from `history`; leave `seen` out", "/seen")
    check_claims(table, asked, notation)
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else table.seat
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} has gone out; the game is over", "/history")
    check_same_cards(parts, notation)
    bottom_held = held_bottom(table, seat, own.hand, bottom.hand)
    check_counts(rules, [*[(at, cards.hand) for at, cards in parts], ("/bottom", bottom_held)])
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
    check_counts(rules, [("/hand", own.hand), ("/seen" if seen.hand else "/last", on_table)])
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


def read_table(asked: Asked, value: Any) -> tuple[Rules, Combo | None, Hand]:
    """Return the rules, what is to be beaten, and the cards *value*, where nobody's hand is known."""
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    _, cards, pointer = read_play(value, notation, "/cards")
    check_counts(rules, [(pointer, cards.hand if cards else 0)])
    if asked.history is None:
        _, last, pointer = read_play(asked.last, notation, "/last")
        to_beat = play_or_refuse(rules, last.hand, last.hand, None, pointer) if last else None
        return rules, to_beat, cards.hand if cards else 0
    table = Table(rules, {seat: rules.variant.hand_size[seat] for seat in rules.variant.seats})
    for index, played in enumerate(asked.history):
        replay_play(table, played, notation, index)
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} has gone out; the game is over", "/history")
    return rules, table.to_beat, cards.hand if cards else 0
