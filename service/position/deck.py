"""Checks of seats and cards against the deck, for all stages: imports nothing of this package."""

from __future__ import annotations

from collections.abc import Sequence

from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.display_names import rank_en, rank_zh, seat_name
from service.rules.errors import Bilingual, RuleError, brief, coded, number_en, quoted
from service.rules.variant import near_name

HAND = "/hand"
"""Pointer of the hand of a request."""


def check_seat(rules: CompiledRules, seat: object, pointer: str) -> str:
    """Return *seat* as its name; numbered seats may come as numbers.

    Raises RuleError "seat_unknown" if the variant has no such seat.
    """
    seats = rules.variant.seats
    number = int(seat) if isinstance(seat, float) and seat.is_integer() else seat
    name = str(number) if type(number) is int else seat
    if not isinstance(name, str) or name not in seats:
        names = {known: (seat_name(known), seat_name(known).zh) for known in seats}
        near = near_name(seat, names)
        message = Bilingual(
            f"seats of {rules.variant.name} are {', '.join(seats)}; not {brief(seat)}{near}",
            f"{rules.variant.zh}的座位是 {coded(seats)}，没有{quoted(seat)}{near.zh}",
        )
        raise RuleError("seat_unknown", message, pointer)
    return name


def check_counts(rules: CompiledRules, parts: Sequence[tuple[str, Hand]], bottom: Hand = 0) -> None:
    """Raise RuleError "too_many_of_rank" if *parts* (pointer, cards) have more cards of a rank than the deck.

    The pointer is that of the part that exceeds the deck. *bottom*: further cards, named only if they exceed it.
    """
    every = [*parts, ("/bottom", bottom)] if bottom else parts
    place = c.first_beyond(rules.deck, every)
    if place >= 0:
        pointer, hand = every[place]
        rest = rules.deck - sum(before for _, before in every[:place])
        raise too_many(rules, parts if place < len(parts) else every, c.minus(hand, rest), pointer)


def name_of(pointer: str) -> str:
    """Return a pointer as messages write it: history[4] for /history/4 and /history/4/cards, deal.bottom."""
    name, *inner = pointer[1:].split("/")
    if name in ("deal", "hands"):
        return ".".join([name, *inner])
    return f"{name}[{inner[0]}]" if inner and inner[0].isdigit() else name


def too_many(rules: CompiledRules, parts: Sequence[tuple[str, Hand]], excess: Hand, pointer: str) -> RuleError:
    """Return the error that lists the places of the cards of the first rank in *excess*."""
    rank = next(rank for rank, number in enumerate(c.counts(excess)) if number)
    places = [(c.count(hand, rank), name_of(at)) for at, hand in parts if c.count(hand, rank)]
    where = ", ".join(f"{number} in {name}" for number, name in places)
    total, letter = sum(number for number, _ in places), c.RANKS[rank]
    level = rules.setup.level if letter == "W" else ""  # its hearts are counted as W
    card, card_zh = (f"{level}h", f"红桃{rank_zh(level)}") if level else (rank_en(letter), rank_zh(letter))
    parts_zh = "、".join(f"`{name}` 里{number}张" for number, name in places)
    most = c.count(rules.deck, rank)
    message = Bilingual(
        f"{number_en(total)} {card if total == 1 else card + 's'} ({where}), but the deck has {number_en(most)}",
        f"{card_zh}共有{total}张（{parts_zh}），本玩法{f'只有{most}张' if most else '没有这种牌'}",
    )
    return RuleError("too_many_of_rank", message, pointer)


def check_same_cards(parts: Sequence[tuple[str, Cards]], notation: Notation, decks: int) -> None:
    """Raise RuleError "card_duplicate" if a card with an identity occurs in *parts* (pointer, cards) too often."""
    met: dict[c.Token, int] = {}
    for pointer, part in parts:
        for _, token in part.own:
            met[token] = met.get(token, 0) + 1
            if met[token] > decks and c.is_identity(token, notation):
                often = "twice" if decks == 1 else f"{met[token]} times"
                message = Bilingual(f"the card {token} occurs {often}", f"{token} 这张牌出现了{met[token]}次")
                raise RuleError("card_duplicate", message, pointer)
