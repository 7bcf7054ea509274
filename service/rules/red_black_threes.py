"""Games in which two cards of one rank and colour are more than a pair: Yuncheng's threes 同色三炸."""

from __future__ import annotations

from service.rules.cards import RANKS, SUITS, Cards, Hand, Kind, Notation, count, size, suit_of

RED = "hd"

COLOUR_OPTION = "pair3_bomb"
"""The option that makes two cards of one colour a bomb."""


def is_pair_of_one(hand: Hand, kind: Kind) -> bool:
    """Return whether a play is exactly two cards of the coloured rank."""
    return bool(kind.coloured) and size(hand) == 2 == count(hand, RANKS.index(kind.coloured))


def in_pairs(cards: Cards, notation: Notation, kind: Kind, first: bool = False) -> Cards:
    """Return cards ordered such that taking the first cards of the coloured rank breaks no pair of one colour.

    The card without a partner comes first; or the pair, if two are to be taken (*first*).
    """
    place = RANKS.index(kind.coloured) if kind.coloured else -1
    threes = [card for card in cards.own if card[0] == place]
    red = [card for card in threes if SUITS[suit_of(card[1], notation) or 0] in RED]
    parts = sorted([red, [card for card in threes if card not in red]], key=len, reverse=first)
    ordered = iter([card for part in parts for card in part])
    return cards._replace(own=tuple(next(ordered) if card[0] == place else card for card in cards.own))
