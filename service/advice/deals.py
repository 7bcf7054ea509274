"""Seeded deals: a fair shuffle, or one in which a seat has a practice hand, which the answer always says.

One question gives one deal on every machine: a splitmix64 sequence is started by the BLAKE2b digest of the variant, the
options that are not at their default, the profile with its seat and composition, and the seed. Cards are texts of rank
and suit here (3s, X, D, W); a notation comes in only when they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from service.advice.practice import (
    PLAIN,
    PROFILES,
    WEAK,
    Chance,
    Composition,
    compose,
    deck_of,
    filled,
    fitted,
    order,
    pieces_of,
    size_of,
    without,
)
from service.advice.reasons import explain
from service.core.door import Rules
from service.rules import cards as c
from service.rules.cards import Notation, Token
from service.rules.errors import RuleError
from service.rules.variant import Setup

THREES = {"spade3": "3s", "heart3": "3h"}
"""The card whose holder leads, by the option `first`."""

TRIES = 200
"""Practice hands drawn until one suits the seat, in games where a three decides who is seat 0."""


class Wish(NamedTuple):
    """What a deal is to be."""

    seed: int
    profile: str = PLAIN
    seat: str = ""
    """Whose hand the profile makes; "" for a plain deal."""
    composition: Composition | None = None
    """Of the profile `OWN`."""


class Deal(NamedTuple):
    """Cards of each seat in the order of play before the bottom is taken up, and the bottom."""

    hands: list[list[str]]
    bottom: list[str]
    composition: Composition | None = None


# ---- deals -------------------------------------------------------------------------------------------------------


def dealt_size(rules: Rules, seat: str) -> int:
    """Return how many cards a seat is dealt, the bottom not yet taken up."""
    setup = rules.setup
    return setup.hand_size[seat] - (setup.bottom if seat == rules.variant.bottom_seat else 0)


def parted(rules: Rules, cards: Sequence[str], chosen: int = -1, own: Sequence[str] = ()) -> Deal:
    """Return *cards* dealt in the order of play, the bottom last; the place *chosen* has *own*."""
    hands, at = [], 0
    for place, seat in enumerate(rules.variant.seats):
        number = 0 if place == chosen else dealt_size(rules, seat)
        hands.append(list(own) if place == chosen else list(cards[at : at + number]))
        at += number
    return Deal(hands, list(cards[at : at + rules.setup.bottom]))


def leader(hands: Sequence[Sequence[str]], three: str) -> int:
    """Return the place that holds *three*, or the lowest card of all if that three is out."""
    held = [card for hand in hands for card in hand]
    first = three if three in held else min(held, key=order)
    return next(place for place, hand in enumerate(hands) if first in hand)


def plain(rules: Rules, chance: Chance) -> Deal:
    """Return a fair shuffle, the seats counted from the leader where a three decides who that is."""
    deal = parted(rules, chance.shuffled(deck_of(rules.setup)))
    three = THREES.get(rules.options.get("first", ""))
    first = leader(deal.hands, three) if three else 0
    return deal._replace(hands=deal.hands[first:] + deal.hands[:first])


def practice(rules: Rules, wish: Wish, chance: Chance) -> Deal:
    """Return a deal in which one seat has a hand made to a profile.

    Raises RuleError "deal_impossible" if the deck, the hand or the seat cannot have it.
    """
    setup, weak = rules.setup, wish.profile == WEAK
    chosen, size = rules.variant.seats.index(wish.seat), dealt_size(rules, wish.seat)
    ways = PROFILES[wish.profile]
    drawn = ways[chance.below(len(ways))] if ways else {}
    composition = wish.composition if wish.composition is not None else fitted(setup, drawn, size)
    pieces = pieces_of(setup, composition)
    if size_of(pieces) > size:
        message = f"these combos are {size_of(pieces)} cards, and {wish.seat} is dealt {size}"
        raise RuleError("deal_impossible", message, "/composition")
    three, deck = THREES.get(rules.options.get("first", "")), deck_of(setup)
    for _ in range(TRIES):
        own = compose(setup, deck, pieces, chance, weak)
        own = filled(setup, own, chance.shuffled(without(deck, own)), size, weak)
        deal = parted(rules, chance.shuffled(without(deck, own)), chosen, own)._replace(composition=composition)
        first = leader(deal.hands, three) if three else 0
        if chosen not in (0, first) or first == 0:
            deal.hands[0], deal.hands[first] = deal.hands[first], deal.hands[0]
            return deal
    message = f"with this hand seat {wish.seat} would not sit there: the holder of {three} is seat 0"
    raise RuleError("deal_impossible", message, "/seat")


def deal_cards(rules: Rules, wish: Wish) -> Deal:
    """Return the cards of a deal, the same for the same rules and wish."""
    options = rules.variant.options
    given = sorted(f"{name}={value}" for name, value in rules.options.items() if value != options[name].values[0])
    made = sorted(f"{kind}={number}" for kind, number in (wish.composition or {}).items())
    chance = Chance(repr((rules.variant.id, given, wish.profile, wish.seat, made, wish.seed)))
    return plain(rules, chance) if wish.profile == PLAIN else practice(rules, wish, chance)


# ---- writing --------------------------------------------------------------------------------------------------

JOKERS = {"X": "SB", "D": "HR"}
"""Jokers in the notation of Guandan."""


SUIT_ORDER = {"contest": "hdsc", "yuncheng": "cdhs"}
"""Suits in the order of their ids."""


@cache
def tokens_of(name: str, suits: bool) -> Mapping[str, Token]:
    """Return how a notation writes each card that it has; *suits*: with their suits in text."""
    notation = c.NOTATIONS[name]
    cards = [rank + suit for rank in c.RANKS[:13] for suit in c.SUITS] + list("XDW")
    if notation is c.GUANDAN:
        return {card: JOKERS.get(card, card[::-1].upper()) for card in cards if card != "W"}
    if notation is c.TEXT:
        return {card: card if suits else card[0] for card in cards}
    tokens: dict[int, list[Token]] = {}
    for token, rank in notation.tokens.items():
        tokens.setdefault(rank, []).append(token)
    suit_order = SUIT_ORDER.get(name, "")
    return {
        card: tokens[place][suit_order.find(card[1:]) if suit_order else 0]
        for card in cards
        if (place := c.RANKS.index(card[0])) in tokens
    }


def shown(cards: Iterable[str], notation: Notation, suits: bool) -> str | list[Token]:
    """Return cards in a notation, lowest first."""
    tokens = [tokens_of(notation.id, suits)[card] for card in sorted(cards, key=order)]
    return tokens if notation.split is None else notation.joined.join(map(str, tokens))


def check_notation(setup: Setup, notation: Notation) -> None:
    """Raise RuleError "field_invalid" if a notation cannot write every card of a game."""
    if setup.suited and notation not in (c.TEXT, c.GUANDAN):
        raise RuleError("field_invalid", "this game is written in the notations text and guandan", "/notation")
    if "W" in deck_of(setup) and "W" not in tokens_of(notation.id, False):
        raise RuleError("field_invalid", f"the notation {notation.id} has no flower; text and yuncheng do", "/notation")


def deal(rules: Rules, wish: Wish, notation: Notation, lang: str) -> dict[str, Any]:
    """Return a deal as an answer."""
    variant, setup = rules.variant, rules.setup
    check_notation(setup, notation)
    suits = notation is c.TEXT and (setup.suited or rules.options.get("first", "") in THREES)
    cards = deal_cards(rules, wish)
    fair = wish.profile == PLAIN
    number = int if variant.numbered else str
    return {
        "variant": variant.id,
        "options": dict(rules.options),
        "seed": wish.seed,
        "profile": wish.profile,
        "fair": fair,
        "composition": None if cards.composition is None else dict(cards.composition),
        "seat": None if fair else number(wish.seat),
        "level": setup.level or None,
        "leader": number(variant.seats[0]),
        "hands": {seat: shown(hand, notation, suits) for seat, hand in zip(variant.seats, cards.hands, strict=True)},
        "bottom": shown(cards.bottom, notation, suits) if setup.bottom else None,
        "why": explain(["fair_deal" if fair else "practice_deal"], lang),
    }
