"""The caller's own cards: which of them an answer names, so that none is named twice."""

from __future__ import annotations

from service.cards import Cards, Hand, counts


def without(cards: Cards, hand: Hand) -> Cards:
    """Return *cards* without those that `give_back` names for *hand*."""
    left, kept = counts(hand), []
    for rank, token in cards.own:
        if left[rank]:
            left[rank] -= 1
        else:
            kept.append((rank, token))
    return cards._replace(own=tuple(kept))


def with_first(cards: Cards, card: str) -> Cards:
    """Return *cards* with *card*, a rank and a suit, before the others of its rank, so that `give_back` names it."""
    return cards._replace(own=tuple(sorted(cards.own, key=lambda own: (own[0], own[1] not in (card, swapped(card))))))


def swapped(card: str) -> str:
    """Return a rank and a suit as the notation `guandan` writes them.

    >>> swapped("3s")
    'S3'
    """
    return card[1].upper() + card[0]
