"""Positions: what a seat knows of a game, worked out from its history and checked against the rules.

A position is COMPLETE when its history is known from the first lead: then who moves, what is to be beaten and how many
cards each seat holds are derived, and the hand's size is checked against the deal. A SNAPSHOT knows the table only: the
last play, and what else the caller cares to say. In a snapshot it is always the asker's turn.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from service import cards as c
from service import engine
from service.cards import Cards, Hand, Notation, Suits
from service.combos import Combo
from service.core import FREE, NO_SUITS, Duty, Rules
from service.duties import check_passes, must_hold
from service.errors import RuleError
from service.line import Asked, Played, history_line, line_of, snapshot_line
from service.own import with_first
from service.shown import read_shown, written
from service.table import (
    Table,
    check_claims,
    check_counts,
    check_same_cards,
    check_seat,
    deck_of,
    play_or_refuse,
    replay,
    shows_first,
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
    check_same_cards(parts, notation, rules.setup.decks)
    named = [(at, cards.hand) for at, cards in parts]
    check_counts(rules, named)
    bottom_held = held_bottom(table, seat, own.hand, bottom.hand)
    if bottom_held:
        check_counts(rules, [*named, ("/bottom", bottom_held)])
        check_bottom_kept(table, bottom.hand)
    if not table.left[seat]:
        raise RuleError("game_over", f"{seat} has gone out", "/seat")
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
        table.left, seen, deck_of(rules) - own.hand - seen, bottom_held, own, notation,
        line_of(rules, seat, text, bottom.hand, history_line(table.history)),
        by_suit(rules, [own, *[cards for _, cards in plays]]), duty, tuple(table.out),
        next((played.text for played in reversed(table.history) if played.combo), ""),
        must_hold(table, seat, deck_of(rules) - own.hand - seen),
    )  # fmt: skip


# ---- snapshots ------------------------------------------------------------------------------------------------


def snapshot_left(rules: Rules, asked: Asked, seat: str, hand: Hand) -> dict[str, int | None]:
    """Return the cards of each seat as far as the caller says.

    Raises RuleError "history_inconsistent" for a number that a seat cannot hold.
    """
    left: dict[str, int | None] = dict.fromkeys(rules.variant.seats)
    left[seat] = c.size(hand)
    least = 0 if rules.variant.to_places else 1
    for name, number in (asked.left or {}).items():
        check_seat(rules, name, f"/left/{name}")
        most = rules.setup.hand_size[name]
        if not least <= number <= most:
            message = f"{name} holds {least} to {most} cards, not {number}"
            raise RuleError("history_inconsistent", message, f"/left/{name}")
        if name == seat and number != left[seat]:
            raise RuleError("history_inconsistent", f"the hand has {left[seat]} cards, not {number}", f"/left/{name}")
        left[name] = number
    return left


def snapshot_owner(rules: Rules, seat: str, given: object) -> str:
    """Return who played last: as given, else the seat before the asker's."""
    seats = rules.variant.seats
    owner = seats[seats.index(seat) - 1] if given is None else check_seat(rules, given, "/last/seat")
    if owner == seat:
        raise RuleError("history_inconsistent", f"{seat} played last, so {seat} leads: leave `last` out", "/last/seat")
    return owner


def merged(seen: Cards, last: Cards, notation: Notation) -> Cards:
    """Return what was seen with the last play in it, which counts as seen, said or not.

    Cards that a suit or an id tells apart are different cards; of others, the last play's are among those seen.
    """
    if not seen.hand or not last.hand:
        return seen if seen.hand else last
    named, met = (Counter(card for card in part.own if c.is_identity(card[1], notation)) for part in (seen, last))
    apart = Counter(rank for rank, _ in (named | met).elements())
    pairs = zip(c.counts(seen.hand), c.counts(last.hand), strict=True)
    hand = c.from_counts(max(a, b, apart[rank]) for rank, (a, b) in enumerate(pairs))
    left = Counter(last.own) - Counter(seen.own)
    own = tuple(sorted([*seen.own, *left.elements()], key=lambda card: card[0]))
    return Cards(hand, own, seen.listed, merged_suits(seen.suits, last.suits))


def merged_suits(seen: Suits, last: Suits) -> Suits:
    """Return the larger count of each rank and suit."""
    if not seen or not last:
        return seen or last
    fields = range(0, 26, 2)
    return tuple([sum(max(a >> i & 3, b >> i & 3) << i for i in fields) for a, b in zip(seen, last, strict=True)])


def snapshot_duty(rules: Rules, seat: str, left: Mapping[str, int | None]) -> Duty:
    """Return what the asker owes where only the table is known: it does not know whether this is a first lead."""
    if "solo_top" not in rules.setup.flags:
        return FREE
    seats = rules.variant.seats
    following = [seats[(seats.index(seat) + i) % len(seats)] for i in range(1, len(seats))]
    return Duty(0, True) if next((left[name] for name in following if left[name] != 0), None) == 1 else FREE


def check_going_on(rules: Rules, left: Mapping[str, int | None]) -> None:
    """Raise RuleError "game_over" if one seat is left, or a whole side has gone out."""
    out = {name for name, number in left.items() if number == 0}
    sides = [side for side in rules.variant.allies if side <= out]
    if len(out) >= len(left) - 1 or any(len(side) > 1 for side in sides):
        raise RuleError("game_over", f"{', '.join(sorted(out))} have gone out; the deal is over", "/left")


def check_room(rules: Rules, left: Mapping[str, int | None], unseen: Hand, bottom_held: Hand) -> None:
    """Raise RuleError "history_inconsistent" if the seats of *left* cannot hold the bottom, or not so many cards."""
    taker, kept = rules.variant.bottom_seat, c.size(bottom_held)
    has = left.get(taker)
    if has is not None and has < kept:
        message = f"{taker} must still hold {c.text(bottom_held)} of the bottom, which is more than {has} cards"
        raise RuleError(
            "history_inconsistent", f"{message}: correct it, or name what was played in `seen`", f"/left/{taker}"
        )
    others = sum(max(1, kept * (name == taker)) if number is None else number for name, number in left.items())
    if others > c.size(unseen):
        message = (
            f"the other seats hold {others} cards at least, and {c.size(unseen)} are unseen: correct `left` or `seen`"
        )
        raise RuleError("history_inconsistent", message, "/left" if any(left.values()) else "/seen")


def snapshot(rules: Rules, asked: Asked, own: Cards, bottom: Cards, notation: Notation) -> Position:
    """Return the position of a client that knows the table only."""
    seat = check_seat(rules, asked.seat, "/seat") if asked.seat is not None else rules.variant.seats[0]
    most = rules.setup.hand_size[seat]
    if c.size(own.hand) > most:
        raise RuleError("hand_size", f"{seat} holds {most} cards at most, not {c.size(own.hand)}", "/hand")
    shown = read_shown(asked.last, notation, "/last", rules)
    table, pointer = shown.cards or Cards(0), shown.pointer
    check_counts(rules, [(pointer, shown.hand)])
    to_beat = play_or_refuse(rules, shown.hand, shown, None) if shown.cards else None
    owner = snapshot_owner(rules, seat, shown.seat) if to_beat else None
    seen = c.parse_cards(asked.seen, notation, "/seen", rules.setup.kind) if asked.seen is not None else Cards(0)
    check_same_cards([("/hand", own), ("/seen", seen)], notation, rules.setup.decks)
    check_same_cards([("/hand", own), ("/last", table)], notation, rules.setup.decks)
    on = merged(seen, table, notation)
    on_table = on.hand
    bottom_held = 0 if seat == rules.variant.bottom_seat else c.minus(bottom.hand, on_table)
    check_counts(rules, [("/hand", own.hand), ("/seen" if seen.hand else pointer, on_table), ("/bottom", bottom_held)])
    left = snapshot_left(rules, asked, seat, own.hand)
    unseen = deck_of(rules) - own.hand - on_table
    check_going_on(rules, left)
    check_room(rules, {name: number for name, number in left.items() if name != seat}, unseen, bottom_held)
    text = c.exact_text(own, notation, rules.setup.kind)
    last = c.exact_text(table, notation, rules.setup.kind)
    lies = written(to_beat, rules, last, table.suits) if to_beat else ""
    fifth = snapshot_line(
        lies, owner, left, seat,
        c.exact_text(on, notation, rules.setup.kind) if rules.setup.suited else c.text(on_table),
    )  # fmt: skip
    return Position(
        rules, seat, own.hand, bottom.hand, True, (), seat, to_beat, owner, left, on_table, unseen, bottom_held,
        own, notation, line_of(rules, seat, text, bottom.hand, fifth), by_suit(rules, [own, on]),
        snapshot_duty(rules, seat, left), (), lies,
    )  # fmt: skip


def read_position(asked: Asked) -> Position:
    """Return the position that *asked* describes.

    Raises RuleError with a pointer to the field at fault if it cannot be.
    """
    rules = engine.rules_for(asked.variant, tuple(asked.options.items()))
    notation = c.NOTATIONS[asked.notation]
    kind = rules.setup.kind
    if kind.suited and notation not in (c.TEXT, c.GUANDAN):
        raise RuleError("field_invalid", "this game is written in the notations text and guandan", "/notation")
    own = c.parse_cards(asked.hand, notation, "/hand", kind)
    if not own.hand:
        raise RuleError("hand_empty", "a hand has at least one card", "/hand")
    bottom = c.parse_cards(asked.bottom, notation, "/bottom") if asked.bottom is not None else Cards(0)
    if bottom.hand and c.size(bottom.hand) != rules.setup.bottom:
        raise RuleError("hand_size", f"the bottom has {rules.setup.bottom} cards", "/bottom")
    check_counts(rules, [("/hand", own.hand)])
    check_counts(rules, [("/bottom", bottom.hand)])
    build = snapshot if asked.history is None else complete
    return build(rules, asked, own, bottom, notation)
