"""The caller's own cards: which of them an answer names, so that none is named twice."""

from __future__ import annotations

from collections import Counter

from service.rules.cards import (
    RANKS,
    TEXT,
    Cards,
    Hand,
    Notation,
    Suits,
    Token,
    count,
    counts,
    is_identity,
    suit_of,
    text,
)


def without(cards: Cards, hand: Hand) -> Cards:
    """Return *cards* without those that `give_back` names for *hand*."""
    left, kept = counts(hand), []
    for rank, token in cards.own:
        if left[rank]:
            left[rank] -= 1
        else:
            kept.append((rank, token))
    return cards._replace(own=tuple(kept))


def has_these(own: Cards, cards: Cards, notation: Notation) -> bool:
    """Tell whether a hand may have the very *cards* by suit and id; those of its own that say neither may be any."""
    named, held = (Counter(card for card in part.own if is_identity(card[1], notation)) for part in (cards, own))
    missing = Counter(rank for rank, _ in (named - held).elements())
    known = Counter(rank for rank, _ in held.elements())
    return all(number + known[rank] <= count(own.hand, rank) for rank, number in missing.items())


def with_first(cards: Cards, card: str) -> Cards:
    """Return *cards* with *card*, a rank and a suit, before the others of its rank, so that `give_back` names it."""
    return cards._replace(own=tuple(sorted(cards.own, key=lambda own: (own[0], own[1] not in (card, swapped(card))))))


def swapped(card: str) -> str:
    """Return a rank and a suit as the notation `guandan` writes them.

    >>> swapped("3s")
    'S3'
    """
    return card[1].upper() + card[0]


def give_back(hand: Hand, cards: Cards, notation: Notation = TEXT, suits: Suits = ()) -> str | list[Token]:
    """Return the cards of *hand* as the caller writes them: its own out of *cards*, the first of each rank.

    With *suits*, those that it says of each rank and suit.
    """
    if not cards.own and notation is TEXT and not cards.listed:
        return text(hand)
    tokens: list[Token] = []
    left, words = counts(hand), list(suits)
    for rank, token in cards.own:
        suit = suit_of(token, notation) if words and rank < 13 else None
        if left[rank] and (suit is None or words[suit] >> 2 * rank & 3):
            left[rank] -= 1
            tokens.append(token)
            if suit is not None:
                words[suit] -= 1 << 2 * rank
    if not cards.own:
        letters = notation.plain or dict(enumerate(RANKS))
        tokens = [letters[rank] for rank, n in enumerate(left) for _ in range(n)]
    listed = notation.split is None or cards.listed
    return tokens if listed else notation.joined.join(map(str, tokens))
