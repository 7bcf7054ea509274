"""Positions: what a seat knows of a game, worked out from its history and checked against the rules.

A position is COMPLETE when its history is known from the first lead: then who moves, what is to be beaten and how many
cards each seat holds are derived, and the hand's size is checked against the deal. A SNAPSHOT knows the table only: the
last play, and what else the caller cares to say. In a snapshot it is always the asker's turn.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.core import engine
from service.core.door import FREE, NO_SUITS, Duty, Rules
from service.position.line import Asked, Played, history_line, line_of, snapshot_line
from service.position.passes import check_passes, must_hold
from service.position.play_text import written
from service.position.replay import Table, check_claims, check_counts, check_same_cards, check_seat, replay, shows_first
from service.position.snapshot import look
from service.rules import cards as c
from service.rules.caller_cards import with_first
from service.rules.cards import Cards, Hand, Notation, Suits
from service.rules.combos import Combo
from service.rules.errors import RuleError


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
    to_beat_text: str = ""
    """What is to be beaten in one-line form."""
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


def held_bottom(table: Table, seat: str, hand: Hand | None, bottom: Hand) -> Hand:
    """Return the bottom cards that another seat must still hold; *hand* is the asker's, None if it is unknown.

    Raises RuleError "history_inconsistent" if the asker took up the bottom and does not have its cards.
    """
    taker = table.rules.variant.bottom_seat
    if not bottom:
        return 0
    if taker != seat:
        return c.minus(bottom, table.played.get(taker, 0))
    if hand is not None and not c.holds(hand + table.played.get(seat, 0), bottom):
        raise RuleError("history_inconsistent", f"{seat} neither holds nor has played all bottom cards", "/bottom")
    return 0


def check_bottom_kept(table: Table, bottom: Hand) -> None:
    """Raise RuleError "history_inconsistent" at the play that leaves a seat fewer cards than of its bottom."""
    taker, kept = table.rules.variant.bottom_seat, bottom
    if table.left[taker] >= c.size(bottom):
        return
    left = table.rules.setup.hand_size[taker]
    for index, (seat, combo, _) in enumerate(table.history):
        if seat != taker or combo is None:
            continue
        left, kept = left - combo.size, c.minus(kept, combo.cards)
        if c.size(kept) > left:
            message = f"{taker} has {left} cards left here and must still hold {c.text(kept)} of the bottom"
            raise RuleError("history_inconsistent", f"{message}: correct one of the two", f"/history/{index}")


def by_suit(rules: Rules, parts: Iterable[Cards]) -> Suits:
    """Return the cards of the deck that are in none of *parts*, by suit."""
    if not rules.setup.suited:
        return NO_SUITS
    deck = sum(rules.setup.decks << 2 * rank for rank in range(13))
    hearts = deck - (rules.setup.decks << 2 * c.RANKS.index(rules.setup.level) if rules.setup.level else 0)
    left = [deck, hearts, deck, deck]
    for part in parts:
        left = [word - taken for word, taken in zip(left, part.suits or (0, 0, 0, 0), strict=True)]
    return tuple(left)


class Followed(NamedTuple):
    """Where a history led to, checked against everything else that is said."""

    table: Table
    plays: list[Cards]
    seat: str
    """The asker's."""
    bottom_held: Hand


def follow(
    rules: Rules, asked: Asked, held: tuple[str, Cards], bottom: Cards, notation: Notation, whole: bool = True
) -> Followed:
    """Return where a complete history leads to.

    *held* are pointer and cards of the asker's hand: the *whole* hand, or what is known of it.
    """
    table, plays = replay(rules, asked.history or (), notation)
    parts = [held, *plays]
    if asked.seen is not None:
        raise RuleError("field_conflict", "what was seen follows from `history`; leave `seen` out", "/seen")
    check_claims(table, asked, notation)
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else table.seat
    if table.over:
        raise RuleError("game_over", f"{table.history[-1].seat} has gone out; the game is over", "/history")
    check_same_cards(parts, notation, rules.setup.decks)
    named = [(at, cards.hand) for at, cards in parts]
    check_counts(rules, named)
    bottom_held = held_bottom(table, seat, held[1].hand if whole else None, bottom.hand)
    if bottom_held:
        check_counts(rules, [*named, ("/bottom", bottom_held)])
        check_bottom_kept(table, bottom.hand)
    if not table.left[seat]:
        raise RuleError("game_over", f"{seat} has gone out", "/seat")
    return Followed(table, [cards for _, cards in plays], seat, bottom_held)


def complete(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position at the end of a complete history."""
    table, plays, seat, bottom_held = follow(rules, asked, ("/hand", own), bottom, notation)
    check_hand_size(table, seat, own.hand)
    check_passes(table, seat, own.hand)
    seen = sum(table.played.values())
    text = c.exact_text(own, notation, rules.setup.kind)
    duty = table.duty(own.hand) if seat == table.seat else FREE
    if duty.must_show and not shows_first(rules, own, duty):  # the three that must be shown is none of the caller's
        duty = duty._replace(must_show=0)
    own = with_first(own, rules.setup.first_shows) if duty.must_show else own
    return Position(
        rules, seat, own.hand, bottom.hand, False, tuple(table.history), table.seat, table.to_beat, table.owner,
        table.left, seen, rules.deck - own.hand - seen, bottom_held, own, notation,
        line_of(rules, seat, text, bottom.hand, history_line(table.history)),
        by_suit(rules, [own, *plays]), duty, tuple(table.out),
        next((played.text for played in reversed(table.history) if played.combo), ""),
        must_hold(table, seat, rules.deck - own.hand - seen),
    )  # fmt: skip


# ---- snapshots ------------------------------------------------------------------------------------------------


def snapshot_duty(rules: Rules, seat: str, left: Mapping[str, int | None]) -> Duty:
    """Return what the asker owes where only the table is known: it does not know whether this is a first lead."""
    if "solo_top" not in rules.setup.flags:
        return FREE
    seats = rules.variant.seats
    following = [seats[(seats.index(seat) + i) % len(seats)] for i in range(1, len(seats))]
    return Duty(0, True) if next((left[name] for name in following if left[name] != 0), None) == 1 else FREE


def snapshot(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position of a client that knows the table only."""
    seat, to_beat, owner, table, on, left, unseen, bottom_held = look(rules, asked, ("/hand", own), bottom, notation)
    text = c.exact_text(own, notation, rules.setup.kind)
    last = c.exact_text(table, notation, rules.setup.kind)
    lies = written(to_beat, rules, last, table.suits) if to_beat else ""
    fifth = snapshot_line(
        lies, owner, left, seat,
        c.exact_text(on, notation, rules.setup.kind) if rules.setup.suited else c.text(on.hand),
    )  # fmt: skip
    return Position(
        rules, seat, own.hand, bottom.hand, True, (), seat, to_beat, owner, left, on.hand, unseen, bottom_held,
        own, notation, line_of(rules, seat, text, bottom.hand, fifth), by_suit(rules, [own, on]),
        snapshot_duty(rules, seat, left), (), lies,
    )  # fmt: skip


def read_rules(asked: Asked) -> tuple[Rules, Notation]:
    """Return the rules of a game, and the notation that a caller uses there.

    Raises RuleError for what does not exist, and for a notation without the suits that matter.
    """
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    if rules.setup.suited and notation not in (c.TEXT, c.GUANDAN):
        raise RuleError("field_invalid", "this game is written in the notations text and guandan", "/notation")
    return rules, notation


def read_bottom(rules: Rules, asked: Asked, notation: Notation) -> Cards:
    """Return the bottom, as far as it is said."""
    bottom = c.parse_cards(asked.bottom, notation, "/bottom") if asked.bottom is not None else Cards(0)
    if bottom.hand and c.size(bottom.hand) != rules.setup.bottom:
        raise RuleError("hand_size", f"the bottom has {rules.setup.bottom} cards", "/bottom")
    check_counts(rules, [("/bottom", bottom.hand)])
    return bottom


def read_position(asked: Asked) -> Position:
    """Return the position that *asked* describes.

    Raises RuleError with a pointer to the field at fault if it cannot be.
    """
    rules, notation = read_rules(asked)
    own = c.parse_cards(asked.hand, notation, "/hand", rules.setup.kind)
    if not own.hand:
        raise RuleError("hand_empty", "a hand has at least one card", "/hand")
    check_counts(rules, [("/hand", own.hand)])
    bottom = read_bottom(rules, asked, notation)
    build = snapshot if asked.history is None else complete
    return build(rules, asked, own, bottom, notation)
