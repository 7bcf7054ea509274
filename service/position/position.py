"""The knowledge of a seat, and the only function that builds such a position.

A position is COMPLETE when its history is known from the first lead (`history`): then the mover, the play to beat and
the number of cards of each seat are derived. A SNAPSHOT (`snapshot`) contains only the table: the last play, and the
optional fields. In a snapshot the seat to move is always the requesting one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.core.bindings import FREE, NO_SUITS, CompiledRules, PlayConstraints
from service.position.line import history_line, line_of, snapshot_line
from service.position.replay import Turn
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.chance import MOST_SEED
from service.rules.combos import Combo
from service.rules.physical_cards import may_have, with_first

NOTHING = Cards(0)


class Position(NamedTuple):
    """The knowledge of a seat. Every answer depends only on it; `position_of` builds it.

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
    """Cards of each seat, None if a snapshot does not contain them."""
    seen: Hand
    """Cards on the table so far, including the seat's own."""
    unseen: Hand
    """Cards in the other hands or out of play: the deck without the hand and the seen cards.

    The bottom counts as unseen for a farmer, although he knows its owner (`bottom_held`).
    """
    bottom_held: Hand
    """Bottom cards that must still be in another seat's hand."""
    own_cards: Cards
    """The hand as the caller wrote it."""
    notation: Notation
    line: str
    """The position as one line of text."""
    unseen_suits: Suits = NO_SUITS
    """Of the unseen cards, in games where suits matter."""
    constraints: PlayConstraints = FREE
    """Restrictions on the asker's play besides the play to beat."""
    out: tuple[str, ...] = ()
    """Seats that have gone out, in that order."""
    table_cards: Cards = NOTHING
    """The cards to be beaten as the caller wrote them."""
    must_hold: Mapping[str, Hand] = MappingProxyType({})
    """Unseen cards that another seat must have, because they fit nowhere else."""

    @property
    def suits(self) -> Suits:
        """The hand by suit, in games where suits matter."""
        return self.own_cards.suits

    @property
    def skipped(self) -> bool:
        """Whether the seat leads but has only a flower, which cannot be played alone; then the next seat leads."""
        return self.leads and self.hand == c.pack("W") and not self.rules.setup.wilds.printed

    @property
    def first_wins(self) -> bool:
        """Whether the next seat to go out is known to be the first, and therefore wins."""
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
    """A seat's knowledge of the table, from a history or from a snapshot."""

    seat: str
    """The seat of the position."""
    mover: str
    to_beat: Combo | None
    to_beat_seat: str | None
    table_cards: Cards
    left: Mapping[str, int | None]
    seen: Hand
    plays: Sequence[Cards]
    """The cards seen, part by part, in games where suits matter."""
    bottom_held: Hand
    constraints: PlayConstraints
    snapshot: bool = False
    last_text: str = ""
    """Of a snapshot: the play to beat in one-line form."""
    seen_text: str = ""
    """Of a snapshot: the cards seen in one-line form."""
    history: tuple[Turn, ...] = ()
    out: tuple[str, ...] = ()
    must_hold: Mapping[str, Hand] = MappingProxyType({})


def position_of(
    rules: CompiledRules,
    own: Cards,
    bottom: Hand,
    notation: Notation,
    table: Table,
    request: tuple[CompiledRules, Cards] | None = None,
) -> Position:
    """Return the position of a seat with the hand *own*; all positions are built here.

    *request* are the rules and the hand of the line if the effective rules differ.
    """
    setup, constraints = rules.setup, table.constraints
    kind = setup.kind
    if constraints.must_show and not may_have(own, setup.first_shows, notation):  # the card is none of the caller's
        constraints = constraints._replace(must_show=0)
        kind = kind._replace(coloured=setup.first_shows[0]) if table.seat == table.mover else kind  # as the line has it
    own = with_first(own, setup.first_shows, notation) if constraints.must_show else own
    if table.snapshot:
        plays = snapshot_line(table.last_text, table.to_beat_seat, table.left, table.seat, table.seen_text)
    else:
        plays = history_line([turn.text for turn in table.history])
    line_rules, hand = (rules, own) if request is None else request
    text = c.exact_text(hand, notation, kind if request is None else line_rules.setup.kind)
    return Position(  # positional: keyword arguments would be looked up by name
        rules,
        table.seat,
        own.hand,
        bottom,
        table.snapshot,
        table.history,
        table.mover,
        table.to_beat,
        table.to_beat_seat,
        table.left,
        table.seen,
        rules.deck - own.hand - table.seen,
        table.bottom_held,
        own,
        notation,
        line_of(line_rules, table.seat, text, bottom, plays),
        by_suit(rules, [own, *table.plays]) if setup.suited else NO_SUITS,
        constraints,
        table.out,
        table.table_cards,
        table.must_hold,
    )


def by_suit(rules: CompiledRules, parts: Iterable[Cards]) -> Suits:
    """Return the cards of the deck that are in none of *parts*, by suit."""
    deck = sum(rules.setup.decks << 2 * rank for rank in range(13) if c.RANKS[rank] in rules.setup.deck)
    hearts = deck - (rules.setup.decks << 2 * c.RANKS.index(rules.setup.level) if rules.setup.level else 0)
    left = [deck, hearts, deck, deck]
    for part in parts:
        left = [word - taken for word, taken in zip(left, part.suits or (0, 0, 0, 0), strict=True)]
    return tuple(left)
