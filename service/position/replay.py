"""The table: what lies on it, who moves, and the replay of a history, checked against the rules play by play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from reprlib import repr as brief
from typing import Any

from service.core import engine
from service.core.door import FREE, NO_SUITS, Duty, Rules
from service.position.line import Asked, Played
from service.position.play_text import Shown, as_play, read_shown, written
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.combos import Combo
from service.rules.errors import RuleError


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
    out: list[str] = field(default_factory=list)
    """Seats in the order of going out."""

    @property
    def seat(self) -> str:
        """The seat that moves."""
        return self.rules.variant.seats[self.mover]

    def after(self, mover: int) -> int:
        """Return the next place in the order of play whose seat still holds cards."""
        seats, place = self.rules.variant.seats, mover
        for _ in seats:
            place = (place + 1) % len(seats)
            if self.left[seats[place]]:
                return place
        return mover

    def step(self, combo: Combo | None, text: str = ".") -> None:
        """Carry out a play or a pass that has been checked."""
        seat = self.seat
        self.history.append(Played(seat, combo, text))
        if combo is None:
            self.passes += 1
            others = sum(number > 0 for name, number in self.left.items() if name != self.owner)
            self.mover = self.after(self.mover)
            if self.passes >= others:
                self.end_trick()
            return
        self.to_beat, self.owner, self.passes = combo, seat, 0
        self.left[seat] -= combo.size
        self.played[seat] = self.played.get(seat, 0) + combo.cards
        if not self.left[seat]:
            self.out.append(seat)
            self.over = self.is_over()
        self.mover = self.after(self.mover)

    def may_skip(self) -> bool:
        """Tell whether the leader may hold nothing but a wild card that is nothing by itself."""
        wilds = self.rules.setup.wilds
        return "W" in self.rules.setup.deck and not wilds.printed and self.left[self.seat] == 1

    def skip(self) -> None:
        """Let the next seat lead in the place of one that cannot."""
        self.history.append(Played(self.seat, None, "."))
        self.mover = self.after(self.mover)

    def is_over(self) -> bool:
        """Tell whether the deal is over, now that a seat has gone out."""
        variant = self.rules.variant
        if not variant.to_places or len(self.out) == len(variant.seats) - 1:
            return True
        return len(self.out) == 2 and variant.side_of(self.out[0]) == variant.side_of(self.out[1])

    def end_trick(self) -> None:
        """Let the owner of a trick that nobody beat lead; an ally in his place if he has gone out 接风, or the next."""
        variant = self.rules.variant
        assert self.owner is not None
        first = variant.seats.index(self.owner)
        if not self.left[self.owner]:
            allies = [seat for seat in variant.allies[variant.side_of(self.owner)] if self.left[seat]]
            first = variant.seats.index(allies[0]) if allies else self.after(first)
        self.mover = first
        self.to_beat = self.owner = None

    def duty(self, hand: Hand | None) -> Duty:
        """Return what the mover owes beyond beating what lies there; *hand* is its own, None if it is unknown."""
        setup = self.rules.setup
        if not setup.first_shows and "solo_top" not in setup.flags:
            return FREE
        following = self.rules.variant.seats[self.after(self.mover)]
        solo_top = "solo_top" in setup.flags and self.left[following] == 1
        shows = 0
        if setup.first_shows and not self.history:
            shows = c.pack(setup.first_shows[0])
            shows = shows if hand is None or c.holds(hand, shows) else 0
        return Duty(shows, solo_top) if shows or solo_top else FREE


# ---- what a caller may say ------------------------------------------------------------------------------------


def check_seat(rules: Rules, seat: object, pointer: str) -> str:
    """Return *seat*; numbered seats may come as numbers.

    Raises RuleError "seat_unknown" if the variant has no such seat.
    """
    seats = rules.variant.seats
    name = str(seat) if type(seat) is int else seat
    if not isinstance(name, str) or name not in seats:
        raise RuleError(
            "seat_unknown", f"seats of {rules.variant.id} are {', '.join(seats)}; not {brief(seat)}", pointer
        )
    return name


def play_or_refuse(rules: Rules, hand: Hand, shown: Shown, to_beat: Combo | None, duty: Duty = FREE) -> Combo:
    """Return the reading under which cards are played from *hand*.

    Raises RuleError "too_many_of_rank", "not_a_play", "must_show" or "does_not_beat".
    """
    assert shown.cards is not None
    cards, suits = shown.cards.hand, shown.cards.suits or NO_SUITS
    play = as_play(shown, rules)
    free = Duty(0, duty.solo_top)
    combo = engine.play(rules, hand, play, to_beat, suits if hand == cards else NO_SUITS, free)
    if combo is not None and shows_first(rules, shown.cards, duty):
        return combo
    if combo is not None:
        where = "options.first3 to off" if "first3" in rules.options else "options.first to any"
        message = f"the first lead contains {rules.setup.first_shows}; set {where} where a winner leads"
        raise RuleError("must_show", message, shown.pointer)
    readings = engine.readings(rules, play, hand)
    if not readings or to_beat is None:
        declared = f" as {c.text(shown.declared.hand)}" if shown.declared else ""
        raise RuleError("not_a_play", f"{c.text(cards)}{declared} is no play of {rules.variant.id}", shown.pointer)
    shapes = " or ".join(dict.fromkeys(reading.shape for reading in readings))
    message = f"{c.text(cards)} ({shapes}) does not beat {c.text(to_beat.cards)} ({to_beat.shape})"
    raise RuleError("does_not_beat", message, shown.pointer)


def shows_first(rules: Rules, cards: Cards, duty: Duty) -> bool:
    """Tell whether a first lead contains the card that it must, by its suit where the caller gives suits."""
    if not duty.must_show:
        return True
    if not c.holds(cards.hand, duty.must_show):
        return False
    first = rules.setup.first_shows
    rank, suit = first[0], first[1]
    tokens = [token for _, token in cards.own if isinstance(token, str) and len(token) == 2]
    of_rank = [token for token in tokens if rank in token]
    return not of_rank or any(token in (rank + suit, suit.upper() + rank) for token in of_rank)


def check_counts(rules: Rules, parts: Sequence[tuple[str, Hand]]) -> None:
    """Raise RuleError "too_many_of_rank" if *parts* (pointer, cards) hold more of a rank than the deck.

    The pointer is that of the part which goes beyond the deck.
    """
    deck = rest = rules.deck
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


def check_same_cards(parts: Sequence[tuple[str, Cards]], notation: Notation, decks: int = 1) -> None:
    """Raise RuleError "card_duplicate" if a card with an identity is in *parts* (pointer, cards) too often."""
    met: Counter[c.Token] = Counter()
    for pointer, part in parts:
        for _, token in part.own:
            met[token] += 1
            if met[token] > decks and c.is_identity(token, notation):
                often = "twice" if decks == 1 else f"{met[token]} times"
                raise RuleError("card_duplicate", f"the card {token} is seen {often}", pointer)


WHOLE_HAND = {"short_lead", "short_follow", "bomb_whole"}
"""Rules of the table that ask what else a hand holds."""


def larger(rules: Rules, hand: Hand) -> Hand:
    """Return *hand* with a card more, of the rank that it has fewest of: nobody knows it, only that it is not all."""
    rank = min(rules.setup.power, key=lambda rank: c.count(hand, c.RANKS.index(rank)))
    return hand + c.pack(rank)


# ---- replay ---------------------------------------------------------------------------------------------------


def replay_play(table: Table, value: Any, notation: Notation, index: int) -> Cards | None:
    """Check one element of the history and carry it out; return its cards."""
    pointer = f"/history/{index}"
    rules = table.rules
    shown = read_shown(value, notation, pointer, rules)
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} went out before this play", pointer)
    if shown.seat is not None and check_seat(rules, shown.seat, f"{pointer}/seat") != table.seat:
        raise RuleError("not_your_turn", f"it is {table.seat}'s turn, not {shown.seat}'s", f"{pointer}/seat")
    if shown.cards is None:
        if table.to_beat is None and table.may_skip():
            table.skip()
            return None
        if table.to_beat is None:
            raise RuleError("must_lead", f"{table.seat} leads and may not pass", shown.pointer)
        table.step(None)
        return None
    check_counts(rules, [(shown.pointer, shown.hand)])
    if c.size(shown.hand) > table.left[table.seat]:
        message = f"{table.seat} holds {table.left[table.seat]} cards and plays {c.size(shown.hand)}"
        raise RuleError("history_inconsistent", message, shown.pointer)
    last = c.size(shown.hand) == table.left[table.seat] or not rules.setup.flags & WHOLE_HAND
    whole = shown.hand if last else larger(rules, shown.hand)
    duty = Duty(table.duty(None).must_show, False)
    combo = play_or_refuse(rules, whole, shown, table.to_beat, duty)
    text = c.exact_text(shown.cards, notation, rules.setup.kind)
    table.step(combo, written(combo, rules, text, shown.cards.suits))
    return shown.cards


def replay(rules: Rules, history: Sequence[Any], notation: Notation) -> tuple[Table, list[tuple[str, Cards]]]:
    """Return the table after *history*, and the pointer and cards of each play in it."""
    table = Table(rules, dict(rules.setup.hand_size))
    parts = []
    for index, value in enumerate(history):
        cards = replay_play(table, value, notation, index)
        if cards is not None:
            parts.append((f"/history/{index}", cards))
    return table, parts


def check_claims(table: Table, asked: Asked, notation: Notation) -> None:
    """Raise RuleError "history_inconsistent" if `last` or `left` contradict the history."""
    if asked.last is not None:
        shown = read_shown(asked.last, notation, "/last", table.rules)
        beaten = table.to_beat.cards if table.to_beat else 0
        if shown.hand != beaten:
            raise RuleError(
                "history_inconsistent", f"by the history, {c.text(beaten) or 'nothing'} lies there", shown.pointer
            )
        if shown.seat is not None and check_seat(table.rules, shown.seat, "/last/seat") != table.owner:
            raise RuleError("history_inconsistent", f"by the history, {table.owner} played last", "/last/seat")
    for seat, number in (asked.left or {}).items():
        if table.left[check_seat(table.rules, seat, f"/left/{seat}")] != number:
            message = f"by the history, {seat} holds {table.left[seat]} cards"
            raise RuleError("history_inconsistent", message, f"/left/{seat}")
