"""What a seat knows of a game, and the one function that makes such a position of what is known.

A position is COMPLETE when its history is known from the first lead (`history`): then who moves, what is to be beaten
and how many cards each seat holds are derived. A SNAPSHOT (`snapshot`) knows the table only: the last play, and what
else the caller cares to say. In a snapshot it is always the asker's turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.core.bindings import FREE, NO_SUITS, CompiledRules, Duty
from service.position.line import line_of
from service.position.replay import Turn, shows_first
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.chance import MOST_SEED
from service.rules.combos import Combo
from service.rules.physical_cards import with_first

NOTHING = Cards(0)


class Position(NamedTuple):
    """What a seat knows. Everything an answer depends on is here; `position_of` builds it.

    A tuple, because every request builds one.
    """

    rules: CompiledRules
    seat: str
    hand: Hand
    bottom: Hand
    snapshot: bool
    history: tuple[Turn, ...]
    mover: str
    to_beat: Combo | None
    to_beat_seat: str | None
    left: Mapping[str, int | None]
    """Cards of each seat, None where a snapshot does not say."""
    seen: Hand
    """Cards on the table so far, the seat's own among them."""
    unseen: Hand
    """Cards in the other hands, or dealt to nobody: the deck without the hand and what was seen. The bottom counts as
    unseen by a farmer, though he knows who holds it (`bottom_held`)."""
    bottom_held: Hand
    """Bottom cards that must still be in another seat's hand."""
    own: Cards
    """The hand as the caller wrote it."""
    notation: Notation
    line: str
    """The position as one line of text."""
    unseen_suits: Suits = NO_SUITS
    """Of the unseen cards, in games where suits matter."""
    duty: Duty = FREE
    """What the asker owes beyond beating what lies there."""
    out: tuple[str, ...] = ()
    """Seats that have gone out, in that order."""
    lies: Cards = NOTHING
    """What is to be beaten as the caller wrote it."""
    must_hold: Mapping[str, Hand] = MappingProxyType({})
    """Unseen cards that another seat must hold, because nobody else can."""

    @property
    def suits(self) -> Suits:
        """The hand by suit, in games where suits matter."""
        return self.own.suits

    @property
    def skipped(self) -> bool:
        """The seat leads and holds but a flower, which cannot be played by itself: the next seat leads."""
        return self.leads and self.hand == c.pack("W") and not self.rules.setup.wilds.printed

    @property
    def first_wins(self) -> bool:
        """Who goes out next is known to be the first, and so wins."""
        return not self.rules.variant.to_places or all(self.left.values())

    @property
    def leads(self) -> bool:
        """The seat that moves has nothing to beat."""
        return self.to_beat is None

    @property
    def seed_key(self) -> int:
        """A seed that depends on the position alone, one that a request may bring."""
        return int.from_bytes(hashlib.blake2b(self.line.encode(), digest_size=8).digest()) & MOST_SEED


class Table(NamedTuple):
    """What a seat knows of the table, from a history or from a snapshot."""

    seat: str
    """Whose position it is."""
    mover: str
    to_beat: Combo | None
    to_beat_seat: str | None
    lies: Cards
    left: Mapping[str, int | None]
    seen: Hand
    plays: Sequence[Cards]
    """The cards seen, part by part, in games where suits matter."""
    bottom_held: Hand
    line: str
    """The fifth field of the one-line form."""
    duty: Duty
    snapshot: bool = False
    history: tuple[Turn, ...] = ()
    out: tuple[str, ...] = ()
    must_hold: Mapping[str, Hand] = MappingProxyType({})


def position_of(rules: CompiledRules, own: Cards, bottom: Hand, notation: Notation, table: Table) -> Position:
    """Return what a seat that holds *own* knows of a table; every position is made here."""
    setup = rules.setup
    duty = table.duty
    kind = setup.kind
    if not shows_first(rules, own, duty, notation):  # the three that must be shown is none of the caller's
        duty = duty._replace(must_show=0)
        kind = kind._replace(coloured=setup.first_shows[0]) if table.seat == table.mover else kind  # the line says so
    own = with_first(own, setup.first_shows, notation) if duty.must_show else own
    hand = c.exact_text(own, notation, kind)
    return Position(
        rules=rules,
        seat=table.seat,
        hand=own.hand,
        bottom=bottom,
        snapshot=table.snapshot,
        history=table.history,
        mover=table.mover,
        to_beat=table.to_beat,
        to_beat_seat=table.to_beat_seat,
        left=table.left,
        seen=table.seen,
        unseen=rules.deck - own.hand - table.seen,
        bottom_held=table.bottom_held,
        own=own,
        notation=notation,
        line=line_of(rules, table.seat, hand, bottom, table.line),
        unseen_suits=by_suit(rules, [own, *table.plays]) if setup.suited else NO_SUITS,
        duty=duty,
        out=table.out,
        lies=table.lies,
        must_hold=table.must_hold,
    )


def by_suit(rules: CompiledRules, parts: Iterable[Cards]) -> Suits:
    """Return the cards of the deck that are in none of *parts*, by suit."""
    deck = sum(rules.setup.decks << 2 * rank for rank in range(13) if c.RANKS[rank] in rules.setup.deck)
    hearts = deck - (rules.setup.decks << 2 * c.RANKS.index(rules.setup.level) if rules.setup.level else 0)
    left = [deck, hearts, deck, deck]
    for part in parts:
        left = [word - taken for word, taken in zip(left, part.suits or (0, 0, 0, 0), strict=True)]
    return tuple(left)
