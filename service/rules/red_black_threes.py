"""Colours of cards, where two of one rank and colour are more than a pair: Yuncheng's threes 同色三炸."""

from __future__ import annotations

from collections.abc import Sequence

from service.rules.cards import RANKS, SUITS, Cards, Hand, Kind, Notation, count, size, suit_of
from service.rules.errors import Bilingual, RuleError

RED = "hd"

COLOUR_OPTION = "pair3_bomb"
"""The option that makes two cards of one colour a bomb."""


def colours(cards: Cards, notation: Notation, kind: Kind) -> Sequence[bool | None]:
    """Return for each card of the coloured rank whether it is red; None where its suit is unknown."""
    place = RANKS.index(kind.coloured)
    suits = [suit_of(token, notation) for rank, token in cards.own if rank == place]
    known = [None if suit is None else SUITS[suit] in RED for suit in suits]
    return known + [None] * (count(cards.hand, place) - len(known))


def is_mixed(cards: Cards, notation: Notation, kind: Kind) -> bool:
    """Tell whether cards have one red and one black card of the coloured rank, and no more of it."""
    return bool(kind.coloured) and sorted(map(str, colours(cards, notation, kind))) == ["False", "True"]


def check_colours(cards: Cards, notation: Notation, kind: Kind, pointer: str) -> None:
    """Raise RuleError "suit_missing" if two cards of the coloured rank do not say their suits."""
    if not kind.coloured:
        return
    found = colours(cards, notation, kind)
    if len(found) > 1 and None in found:
        written = [kind.coloured + suit for suit in SUITS]
        message = Bilingual(
            f"two cards {kind.coloured} of one colour are a bomb here, so their suits matter: "
            f"write {', '.join(written[:-1])} or {written[-1]}",
            f"这里同色的两张{kind.coloured}是炸弹，要写明花色："
            f"{written[0]}（黑桃）、{written[1]}（红桃）、{written[2]}（梅花）或 {written[3]}（方块）",
        )
        raise RuleError("suit_missing", message, pointer)


def is_pair_of_one(hand: Hand, kind: Kind) -> bool:
    """Tell whether a play is nothing but two cards of the coloured rank."""
    return bool(kind.coloured) and size(hand) == 2 == count(hand, RANKS.index(kind.coloured))


def in_pairs(cards: Cards, notation: Notation, kind: Kind, first: bool = False) -> Cards:
    """Return cards so ordered that what is taken first of the coloured rank tears no pair of one colour.

    The card without a partner comes first; or the pair does, if two are to be taken (*first*).
    """
    place = RANKS.index(kind.coloured) if kind.coloured else -1
    threes = [card for card in cards.own if card[0] == place]
    red = [card for card in threes if SUITS[suit_of(card[1], notation) or 0] in RED]
    parts = sorted([red, [card for card in threes if card not in red]], key=len, reverse=first)
    ordered = iter([card for part in parts for card in part])
    return cards._replace(own=tuple(next(ordered) if card[0] == place else card for card in cards.own))
