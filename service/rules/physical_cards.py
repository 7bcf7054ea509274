"""The caller's own cards: selection of those that an answer names, each at most once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from service.rules.cards import (
    RANKS,
    SUITS,
    TEXT,
    WILD,
    Cards,
    Hand,
    Kind,
    Notation,
    Suits,
    Token,
    count,
    counts,
    display_text,
    from_counts,
    is_identity,
    minus,
    suit_of,
    suits_in,
    text,
    written_in,
)


def without(cards: Cards, hand: Hand) -> Cards:
    """Return *cards* without those that `give_back` returns for *hand*."""
    return cards._replace(own=tuple(separate(hand, cards)[1]))


def after_play(own: Cards, played: Cards) -> Cards:
    """Return the rest of a hand: without the physical cards played, or without the first ones of their ranks."""
    if not own.own and not own.suits:
        return Cards(own.hand - played.hand, (), own.listed, (), own.plain)
    left = [a - b for a, b in zip(own.suits, played.suits, strict=True)] if own.suits else []
    rest, ranks = list(own.own), counts(played.hand)
    for card in played.own:
        if card in rest:
            rest.remove(card)
            ranks[card[0]] -= 1
    kept = without(own._replace(own=tuple(rest)), sum(n << 4 * rank for rank, n in enumerate(ranks)))
    return kept._replace(hand=own.hand - played.hand, suits=tuple(left))


def together(first: Cards, second: Cards) -> Cards:
    """Return the cards of both, as their caller wrote them."""
    own: list[tuple[int, Token]] = []
    if first.own or second.own:
        own = [card for part in (first, second) for card in part.own or lettered(part.hand)]
    suits = [a + b for a, b in zip(first.suits, second.suits, strict=True)]
    return Cards(
        first.hand + second.hand,
        tuple(sorted(own, key=lambda card: card[0])),
        first.listed,
        tuple(suits),
        first.plain and second.plain,
    )


def lettered(hand: Hand) -> list[tuple[int, Token]]:
    return [(rank, RANKS[rank]) for rank, number in enumerate(counts(hand)) for _ in range(number)]


def has_these(own: Cards, cards: Cards, notation: Notation) -> bool:
    """Return whether a hand may contain the physical *cards* by suit and id; own cards without these match any."""
    if not cards.own:
        return True
    named, held = (Counter(card for card in part.own if is_identity(card[1], notation)) for part in (cards, own))
    missing = Counter(rank for rank, _ in (named - held).elements())
    known = Counter(rank for rank, _ in held.elements())
    return all(number + known[rank] <= count(own.hand, rank) for rank, number in missing.items())


def left_of(cards: Cards, gone: Cards, notation: Notation) -> Hand:
    """Return the number of *cards* of each rank that are certainly not among those *gone*.

    A card that is gone with another suit or id than the known *cards* can only be one of those without these.
    """
    kept = minus(cards.hand, gone.hand)
    if not cards.own or not gone.own or kept == cards.hand:
        return kept
    known = {card for card in cards.own if is_identity(card[1], notation)}
    named = Counter([rank for rank, token in cards.own if (rank, token) in known])
    others = Counter([rank for rank, token in gone.own if is_identity(token, notation) and (rank, token) not in known])
    left = counts(cards.hand)
    for rank, number in enumerate(left):
        unnamed = number - named[rank]
        most = count(gone.hand, rank) - others[rank] + min(others[rank], unnamed)
        left[rank] = max(0, number - most)
    return from_counts(left)


def suited_text(cards: Cards, notation: Notation, ranks: Hand) -> str:
    """Return cards as `TEXT`, those of the ranks in *ranks* with the suits that their caller wrote."""
    texts = [""] * len(RANKS)
    for rank, token in cards.own:
        suit = suit_of(token, notation) if count(ranks, rank) else None
        texts[rank] += RANKS[rank] + ("" if suit is None else SUITS[suit])
    unnamed = counts(cards.hand - sum([1 << 4 * rank for rank, _ in cards.own]))
    return "".join([one + RANKS[rank] * unnamed[rank] for rank, one in enumerate(texts)])


def suits_named(cards: Cards, card: str, notation: Notation) -> list[int | None]:
    """Return the suits of the cards with the rank of *card*, a rank and a suit; None if a suit is unknown."""
    place = RANKS.index(card[0])
    known = [suit_of(token, notation) for rank, token in cards.own if rank == place]
    return known + [None] * (count(cards.hand, place) - len(known))


def names(cards: Cards, card: str, notation: Notation) -> bool:
    """Return whether *card*, a rank and a suit, is certainly among *cards*."""
    return SUITS.index(card[1]) in suits_named(cards, card, notation)


def may_have(cards: Cards, card: str, notation: Notation) -> bool:
    """Return whether *card*, a rank and a suit, may be among *cards*; a card without a suit matches."""
    return not {SUITS.index(card[1]), None}.isdisjoint(suits_named(cards, card, notation))


def with_first(cards: Cards, card: str, notation: Notation) -> Cards:
    """Return *cards* with *card*, a rank and a suit, first of its rank, so that `give_back` selects it."""
    suit = SUITS.index(card[1])
    return cards._replace(
        own=tuple(sorted(cards.own, key=lambda own: (own[0], own[0] < WILD and suit_of(own[1], notation) != suit)))
    )


def separate(
    hand: Hand, cards: Cards, notation: Notation = TEXT, suits: Suits = ()
) -> tuple[list[tuple[int, Token]], list[tuple[int, Token]]]:
    """Return those of *cards* that make up *hand*, the first of each rank, and the others.

    With *suits*, those of these suits.
    """
    cards_taken: list[tuple[int, Token]] = []
    others: list[tuple[int, Token]] = []
    left, words, named = counts(hand), list(suits), suits_in(notation.id)
    for card in cards.own:
        rank = card[0]
        if not left[rank]:
            others.append(card)
            continue
        if suits and rank < WILD and card[1] in named:
            suit = named[card[1]]
            if not words[suit] >> 2 * rank & 3:
                others.append(card)
                continue
            words[suit] -= 1 << 2 * rank
        left[rank] -= 1
        cards_taken.append(card)
    return cards_taken, others


def taken(hand: Hand, cards: Cards, notation: Notation = TEXT, suits: Suits = ()) -> list[tuple[int, Token]]:
    """Return those of *cards* that make up *hand*, the first of each rank; with *suits*, those of these suits."""
    return separate(hand, cards, notation, suits)[0]


def as_form(tokens: list[Token], cards: Cards, notation: Notation) -> str | list[Token]:
    """Return tokens in the form of the caller's *cards*: a text, or an array."""
    if is_listed(cards, notation):
        return tokens
    if notation.split is None:
        return ",".join(map(str, tokens))
    return notation.joined.join(map(str, tokens))


def is_listed(cards: Cards, notation: Notation) -> bool:
    """Return whether the caller's *cards* are arrays: in a notation of numbers unless they came as texts."""
    return notation.split is None if cards.listed is None else cards.listed


def caller_text(hand: Hand, own: Sequence[tuple[int, Token]], notation: Notation, kind: Kind) -> str:
    """Return cards for messages as the caller writes them: the tokens of *own*, or ranks without identities."""
    if notation is TEXT and not own:
        return display_text(hand, kind)
    written = written_in(notation.id)
    tokens = [token for _, token in own] or [written.get(letter, letter) for letter in text(hand)]
    return (" " if notation.split is None else notation.joined).join(map(str, tokens))


def give_back(hand: Hand, cards: Cards, notation: Notation = TEXT, suits: Suits = ()) -> str | list[Token]:
    """Return the cards of *hand* in the caller's form, selected from *cards*: the first of each rank.

    With *suits*, those of each rank and suit.
    """
    if cards.own:
        return as_form([token for _, token in taken(hand, cards, notation, suits)], cards, notation)
    if notation is TEXT and not cards.listed:
        return text(hand)
    return as_form([written_in(notation.id)[letter] for letter in text(hand)], cards, notation)


def stand_ins(faces: Sequence[str], own: Sequence[tuple[int, Token]], notation: Notation, printed: str) -> list[Token]:
    """Return *faces*, ranks or ranks with a suit, in the caller's notation.

    They declare the cards *own*: each keeps its token if possible, W is written as rank *printed*, and a wild card is
    written as the first unused card of the rank that it replaces.
    """
    if notation is TEXT:
        return list(faces)
    if not own:
        return [written_in(notation.id)[face] for face in faces]
    left, made = list(own), list[Token]()
    for face in faces:
        place = RANKS.index(face[0])
        if len(face) > 1:
            made.append(written_in(notation.id)[face])
            continue
        kept = next((card for card in left if card[0] == place), None)
        kept = kept or next((card for card in left if card[0] == WILD and face == printed), None)
        if kept is not None:
            left.remove(kept)
        made.append(kept[1] if kept else unused(place, [*[token for _, token in own], *made], notation))
    return made


def unused(place: int, tokens: Sequence[Token], notation: Notation) -> Token:
    """Return the first card of a rank that is not among *tokens*; the first of all if all are."""
    cards = [token for token, rank in notation.tokens.items() if rank == place]
    return next((card for card in cards if card not in tokens), cards[0])
