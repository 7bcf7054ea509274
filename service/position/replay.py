"""State of a game during the replay of its history: mover, play to beat, cards of each seat.

Each turn is stored with the state before it, so that later stages do not replay the history again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from service.core.bindings import NO_CONSTRAINTS, CompiledRules, PlayConstraints, new_tuple
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo


class Turn(NamedTuple):
    """One turn of a history: the seat and its play (None: a pass)."""

    seat: str
    combo: Combo | None
    text: str
    """The play in one-line form."""
    to_beat: Combo | None
    """The combo on the table before the turn."""
    left: tuple[int, ...]
    """Cards of each seat before the turn, in the order of play."""


class Replay:
    """The state of a game while its history is replayed."""

    def __init__(self, rules: CompiledRules, left: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.seats = rules.variant.seats
        self.left = list(rules.dealt if left is None else left)
        """Cards of each seat, in the order of play."""
        self.mover = 0
        """Index of the seat to move."""
        self.to_beat: Combo | None = None
        self.table_cards = c.NO_CARDS
        """The last play as the caller wrote it."""
        self.owner: int | None = None
        """Index of the owner of the play to beat."""
        self.passes = 0
        self.over = False
        self.history: list[Turn] = []
        self.played: dict[str, Hand] = {}
        self.out: list[str] = []
        """Seats in the order of going out."""

    @property
    def seat(self) -> str:
        """The seat that moves."""
        return self.seats[self.mover]

    def left_by_seat(self) -> dict[str, int]:
        """Return the cards of each seat."""
        return dict(zip(self.seats, self.left, strict=True))

    def left_of(self, seat: str) -> int:
        """Return the cards of a seat."""
        return self.left[self.seats.index(seat)]

    def after(self, mover: int) -> int:
        """Return the index of the next seat with cards in the order of play."""
        left, place = self.left, mover
        for _ in left:
            place = place + 1 if place + 1 < len(left) else 0
            if left[place]:
                return place
        return mover

    def step(self, combo: Combo | None, text: str = ".") -> None:
        """Carry out a play or a pass that has been checked."""
        mover = self.mover
        seat = self.seats[mover]
        self.history.append(new_tuple(Turn, (seat, combo, text, self.to_beat, tuple(self.left))))
        if combo is None:
            self.pass_on()
            return
        self.to_beat, self.owner, self.passes = combo, mover, 0
        self.left[mover] -= combo.size
        self.played[seat] = self.played.get(seat, 0) + combo.cards
        if not self.left[mover]:
            self.out.append(seat)
            self.over = self.is_over()
        self.mover = self.after(mover)

    def pass_on(self) -> None:
        """Make the next seat the mover, or let the owner lead if all others with cards have passed."""
        assert self.owner is not None
        self.passes += 1
        in_play = len(self.left) - self.left.count(0)
        self.mover = self.after(self.mover)
        if self.passes >= in_play - (self.left[self.owner] > 0):
            self.end_trick()

    def may_skip(self) -> bool:
        """Return whether the leader may have only a wild card that cannot be played alone."""
        wilds = self.rules.setup.wilds
        return "W" in self.rules.setup.deck and not wilds.printed and self.left[self.mover] == 1

    def skip(self) -> None:
        """Let the next seat lead instead of one that cannot lead."""
        self.history.append(Turn(self.seat, None, ".", None, tuple(self.left)))
        self.mover = self.after(self.mover)

    def is_over(self) -> bool:
        """Return whether the deal is over after a seat has gone out."""
        variant = self.rules.variant
        if not variant.to_places or len(self.out) == len(self.seats) - 1:
            return True
        return len(self.out) == 2 and variant.side_of(self.out[0]) == variant.side_of(self.out[1])

    def end_trick(self) -> None:
        """Let the owner of an unbeaten play lead; if the owner has gone out, an ally 接风, or the next seat."""
        first = self.owner
        assert first is not None
        if not self.left[first]:
            variant = self.rules.variant
            side = variant.allies[variant.side_of(self.seats[first])]
            allies = [place for place, seat in enumerate(self.seats) if seat in side and self.left[place]]
            first = allies[0] if allies else self.after(first)
        self.mover = first
        self.to_beat = self.owner = None

    def solo_top(self, mover: int, left: Sequence[int]) -> bool:
        """Return whether a solo of *mover* must be its highest, given the numbers of cards *left*."""
        if "solo_top" not in self.rules.setup.flags:
            return False
        return next((n for n in (*left[mover + 1 :], *left[:mover]) if n), 0) == 1

    def constraints(self, hand: Hand | None) -> PlayConstraints:
        """Return the restrictions on the mover's play; *hand* is the mover's, None if unknown."""
        shows = 0
        if not self.history and self.rules.setup.first_shows:
            shows = c.pack(self.rules.setup.first_shows[0])
            held = not self.rules.aside if hand is None else c.holds(hand, shows)  # an undealt card may be this one
            shows = shows if held else 0
        solo_top = self.solo_top(self.mover, self.left)
        return PlayConstraints(shows, solo_top) if shows or solo_top else NO_CONSTRAINTS


# ---- hands that are known in part ---------------------------------------------------------------------------------


WHOLE_HAND = {"short_lead", "short_follow", "bomb_whole"}
"""Rules that depend on the rest of the hand."""


@lru_cache(1 << 12)
def larger(rules: CompiledRules, hand: Hand) -> Hand:
    """Return *hand* with one more card of its rarest rank, to represent a hand that is known in part."""
    numbers = c.counts(hand)
    return hand + (1 << 4 * min(places_of(rules.setup.power), key=numbers.__getitem__))


@cache
def places_of(ranks: str) -> tuple[int, ...]:
    """Return the indices of rank letters in a packed hand."""
    return tuple(map(c.RANKS.index, ranks))
