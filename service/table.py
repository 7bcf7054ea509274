"""The table: what lies on it, who moves, and the replay of a history, checked against the rules play by play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from reprlib import repr as brief
from typing import Any

from service import cards as c
from service import engine
from service.cards import Cards, Hand, Notation
from service.combos import Combo
from service.core import Rules
from service.errors import RuleError
from service.line import Asked, Played

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
        raise RuleError(
            "seat_unknown", f"seats of {rules.variant.id} are {', '.join(seats)}; not {brief(seat)}", pointer
        )
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

    Raises RuleError "too_many_of_rank", "not_a_play" or "does_not_beat".
    """
    if not c.holds(deck_of(rules), cards):
        check_counts(rules, [(pointer, cards)])
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


def name_of(pointer: str) -> str:
    """Return a pointer as people write it: history[4] for /history/4 and /history/4/cards."""
    name, *inner = pointer[1:].split("/")
    return f"{name}[{inner[0]}]" if inner and inner[0].isdigit() else name


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


def replay(rules: Rules, history: Sequence[Any], notation: Notation) -> tuple[Table, list[tuple[str, Cards]]]:
    """Return the table after *history*, and the pointer and cards of each play in it."""
    table = Table(rules, {seat: rules.variant.hand_size[seat] for seat in rules.variant.seats})
    parts = []
    for index, value in enumerate(history):
        cards = replay_play(table, value, notation, index)
        if cards is not None:
            parts.append((f"/history/{index}", cards))
    return table, parts


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


def read_table(asked: Asked, value: Any) -> tuple[Rules, Combo | None, Hand]:
    """Return the rules, what is to be beaten, and the cards *value*, where nobody's hand is known.

    Raises RuleError with a pointer to the field at fault if the cards and the table cannot be.
    """
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    _, cards, pointer = read_play(value, notation, "/cards")
    held = cards.hand if cards else 0
    check_counts(rules, [(pointer, held)])
    if asked.history is None:
        _, last, at = read_play(asked.last, notation, "/last")
        to_beat = play_or_refuse(rules, last.hand, last.hand, None, at) if last else None
        check_counts(rules, [(pointer, held), (at, to_beat.cards if to_beat else 0)])
        return rules, to_beat, held
    table, parts = replay(rules, asked.history, notation)
    check_counts(rules, [(pointer, held), *[(at, part.hand) for at, part in parts]])
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} has gone out; the game is over", "/history")
    return rules, table.to_beat, held
