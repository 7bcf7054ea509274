"""Positions: the information of one seat, and the only function that builds them.

A position is COMPLETE when its history is known from the first lead (`history`): then the mover, the play to beat and
the number of cards of each seat are derived. A SNAPSHOT (`snapshot`) contains only the table: the last play, and the
optional fields. In a snapshot the seat to move is always the requesting one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.core.bindings import NO_CONSTRAINTS, NO_SUITS, CompiledRules, PlayConstraints
from service.position.replay import Turn
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.combos import Combo
from service.rules.physical_cards import may_have, with_first
from service.rules.random_numbers import MOST_SEED

LEVEL = "level"
"""The option of a game whose default is only one of its levels."""


class Position(NamedTuple):
    """The information of a seat. Every answer depends only on it; `position_of` builds it.

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
    """Unseen cards: the deck without the hand and the seen cards.

    For a farmer the bottom counts as unseen, although its owner is known (`must_hold`).
    """
    own_cards: Cards
    """The hand as the caller wrote it."""
    notation: Notation
    line: str
    """The position as one line of text."""
    unseen_suits: Suits = NO_SUITS
    """The unseen cards by suit, in games where suits matter."""
    constraints: PlayConstraints = NO_CONSTRAINTS
    """Restrictions on the requesting seat's play, besides the play to beat."""
    out: tuple[str, ...] = ()
    """Seats that have gone out, in order."""
    table_cards: Cards = c.NO_CARDS
    """The cards to beat as the caller wrote them."""
    must_hold: Mapping[str, Hand] = MappingProxyType({})
    """Unseen cards that another seat must have: of the bottom, or because they fit into no other hand."""
    assumed: tuple[str, ...] = ()
    """Fields that the request left out although advice depends on them: `seat`, `last_seat`, `left`, `history` of a
    snapshot, and the option `level`."""

    @property
    def suits(self) -> Suits:
        """The hand by suit, in games where suits matter."""
        return self.own_cards.suits

    @property
    def is_skipped(self) -> bool:
        """Return whether the seat leads but has only a flower, which cannot be played alone.

        Then the next seat leads.
        """
        return self.leads and self.hand == c.pack("W") and not self.rules.setup.wilds.printed

    @property
    def is_first_next(self) -> bool:
        """Return whether the next seat to go out is known to be the first, and therefore wins."""
        return not self.rules.variant.to_places or all(self.left.values())

    @property
    def leads(self) -> bool:
        """Return whether there is no play to beat."""
        return self.to_beat is None

    @property
    def seed_key(self) -> int:
        """Return the default seed, a hash of the position's line."""
        return int.from_bytes(hashlib.blake2b(self.line.encode(), digest_size=8).digest()) & MOST_SEED


class LineTexts(NamedTuple):
    """Parts of a position's line with suits, where these show cards that a seat must have."""

    bottom: str
    plays: Sequence[str] = ()
    last: str = ""
    """For a snapshot: the play to beat, and `seen` the seen cards."""
    seen: str = ""


class Table(NamedTuple):
    """Information about the table, from a history or a snapshot."""

    seat: str
    """The seat of the position."""
    mover: str
    to_beat: Combo | None
    to_beat_seat: str | None
    table_cards: Cards
    left: Mapping[str, int | None]
    seen: Hand
    plays: Sequence[Cards]
    """The seen cards, part by part; needed in games where suits matter."""
    constraints: PlayConstraints
    history: tuple[Turn, ...] = ()
    out: tuple[str, ...] = ()
    must_hold: Mapping[str, Hand] = MappingProxyType({})
    snapshot: bool = False
    last_text: str = ""
    """For a snapshot: the play to beat in one-line form."""
    seen_text: str = ""
    """For a snapshot: the seen cards in one-line form."""
    assumed: tuple[str, ...] = ()
    """For a snapshot: fields that the request left out although advice depends on them."""
    texts: LineTexts | None = None
    """Parts of the line with suits; None: ranks say as much."""


def position_of(
    rules: CompiledRules,
    own: Cards,
    bottom: Hand,
    notation: Notation,
    table: Table,
) -> Position:
    """Return the position of a seat with the hand *own*; the only constructor of positions."""
    setup, constraints = rules.setup, table.constraints
    kind = setup.kind
    if constraints.must_show and not may_have(own, setup.first_shows, notation):  # not in the hand
        constraints = constraints._replace(must_show=0)
        kind = kind._replace(coloured=setup.first_shows[0]) if table.seat == table.mover else kind  # as in the line
    own = with_first(own, setup.first_shows, notation) if constraints.must_show else own
    texts, bottom_text = table.texts, c.text(bottom)
    if texts is not None:
        bottom_text = texts.bottom
    if table.snapshot:
        last, seen = (table.last_text, table.seen_text) if texts is None else (texts.last, texts.seen)
        plays = snapshot_line(last, table.to_beat_seat, table.left, table.seat, seen)
    else:
        plays = history_line([turn.text for turn in table.history] if texts is None else texts.plays)
    text = c.exact_text(own, notation, kind)
    return Position(  # positional arguments: keywords would be looked up by name
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
        own,
        notation,
        line_of(rules, table.seat, text, bottom_text, plays),
        by_suit(rules, [own, *table.plays]) if setup.suited else NO_SUITS,
        constraints,
        table.out,
        table.table_cards,
        table.must_hold,
        table.assumed,
    )


def by_suit(rules: CompiledRules, parts: Iterable[Cards]) -> Suits:
    """Return the cards of the deck that are in none of *parts*, by suit."""
    deck = sum(rules.setup.decks << 2 * rank for rank in range(13) if c.RANKS[rank] in rules.setup.deck)
    hearts = deck - (rules.setup.decks << 2 * c.RANKS.index(rules.setup.level) if rules.setup.level else 0)
    left = [deck, hearts, deck, deck]
    for part in parts:
        left = [word - taken for word, taken in zip(left, part.suits or (0, 0, 0, 0), strict=True)]
    return tuple(left)


# ---- the one-line form: `parse.position_text` describes and parses it ----


def variant_line(rules: CompiledRules) -> str:
    """Return the variant with its options that differ from the defaults."""
    if not rules.chosen:
        return rules.variant.id
    return f"{rules.variant.id}[{','.join([f'{name}={value}' for name, value in rules.chosen.items()])}]"


def line_of(rules: CompiledRules, seat: str, hand: str, bottom: str, history: str) -> str:
    return f"{variant_line(rules)} {seat} {hand} {bottom or '-'} {history}"


def history_line(plays: Sequence[str]) -> str:
    """Return plays in one-line form, separated by commas; `-` for none."""
    return ",".join(plays) or "-"


def snapshot_line(last: str, owner: str | None, left: Mapping[str, int | None], seat: str, seen: str) -> str:
    """Return the fifth field of a snapshot: `?`, the last play and the other known facts, separated by `;`."""
    parts = [f"?{last}@{owner}" if last else "?"]
    known = [f"{name}:{number}" for name, number in left.items() if number is not None and name != seat]
    parts += [f"left={','.join(known)}"] if known else []
    parts += [f"seen={seen}"] if seen and seen != last.partition("=")[0] else []
    return ";".join(parts)
