"""The caller's own cards of a combo: split, hints and moves name the same cards for the same combo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_SUITS, Play
from service.core.engine import Split
from service.position.play import is_declared
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.physical_cards import may_have, taken, without

ComboKey = tuple[object, ...]
"""Identity of a combo at one table."""


class ComboCards(NamedTuple):
    """The cards of a combo."""

    suits: c.Suits = NO_SUITS
    """The cards by suit, where suits matter."""
    own: c.Cards | None = None
    """The caller's own cards that are not used by the combo; None: it uses the first of each rank."""


FIRST_CARDS = ComboCards()
"""The first cards of each rank."""


def known_by(combo: Combo | None) -> ComboKey:
    """Return the key of a play at one table; empty for the pass."""
    return () if combo is None else (combo.cards, combo.shape, combo.length, combo.key, combo.suit)


def cards_of_split(position: Position, split: Split) -> Mapping[ComboKey, ComboCards]:
    """Return the cards that each combo of a split takes; of equal combos those of the first."""
    table: dict[ComboKey, ComboCards] = {}
    if not position.own_cards.own:
        return table
    suits = split_suits(position, split.combos)
    for combo, words, part in zip(split.combos, suits, own_parts(position, split.combos), strict=True):
        own = (
            None
            if position.suits
            else part._replace(hand=combo.cards, own=tuple(taken(combo.cards, part, position.notation)))
        )
        table.setdefault(known_by(combo), ComboCards(words, own))
    return table


def cards_of_plays(
    position: Position, combos: Sequence[Combo], table: Mapping[ComboKey, ComboCards]
) -> list[ComboCards]:
    """Return the cards of plays: of combos in the split's *table* the same ones if these are legal, else the best."""
    chosen = [FIRST_CARDS] * len(combos)
    unnamed = []
    for i, combo in enumerate(combos) if table or position.suits else ():
        named = table.get(known_by(combo)) if table else None
        if named is not None and (
            may_be_played(position, combo, named.suits) if position.suits else has_first_card(position, named)
        ):
            chosen[i] = named
        else:
            unnamed.append(i)
    if position.suits and unnamed:
        picked = engine.picks(
            position.rules, position.hand, [combos[i] for i in unnamed], position.to_beat, position.suits,
            position.constraints,
        )  # fmt: skip
        for i, suits in zip(unnamed, picked, strict=True):
            chosen[i] = ComboCards(suits)
    return chosen


def cards_of_play(position: Position, combo: Combo, table: Mapping[ComboKey, ComboCards]) -> ComboCards:
    """Return the cards of one play, like `cards_of_plays`."""
    return cards_of_plays(position, [combo], table)[0]


def has_first_card(position: Position, cards: ComboCards) -> bool:
    """Return whether cards contain the card that the first lead of a deal must contain; true if there is none."""
    setup = position.rules.setup
    if not position.constraints.must_show or cards.own is None:
        return True
    return may_have(cards.own, setup.first_shows, position.notation)


def may_be_played(position: Position, combo: Combo, suits: c.Suits) -> bool:
    """Return whether a play with cards of *suits* passes the check of all plays."""
    rules, plays_as = position.rules, combo.plays_as if is_declared(combo, position.rules) else 0
    play = Play(combo.cards, plays_as, suits, combo.suit)
    return engine.play(rules, position.hand, play, position.to_beat, position.suits, position.constraints) is not None


# ---- the cards of several combos --------------------------------------------------------------------------------


def own_parts(position: Position, combos: Sequence[Combo], first: c.Cards | None = None) -> list[c.Cards]:
    """Return the caller's own cards that are left for each of *combos*, so that no card is used twice.

    *first* are those of the first combo, if known.
    """
    own, parts = position.own_cards, list[c.Cards]()
    if position.suits or not own.own:
        return [own] * len(combos)
    for combo in combos:
        if first is not None and not parts:
            own = own._replace(own=(*first.own, *others(own, first)))
            parts.append(own)
        else:
            parts.append(own)
        own = without(parts[-1], combo.cards)
    return parts


def others(own: c.Cards, part: c.Cards) -> list[tuple[int, c.Token]]:
    """Return the own cards that are not in a part."""
    left = list(own.own)
    for card in part.own:
        left.remove(card)
    return left


def split_suits(position: Position, combos: Sequence[Combo], first: c.Suits = NO_SUITS) -> list[c.Suits]:
    """Return the cards of each of *combos* by suit: flushes choose before straights, these before the rest.

    *first* are those of the first combo, if they are known.
    """
    if not position.suits:
        return [NO_SUITS] * len(combos)
    left, taken = position.suits, [NO_SUITS] * len(combos)
    order = sorted(range(len(combos)), key=lambda i: (i > 0 or not first, not combos[i].suit, -combos[i].length))
    for i in order:
        taken[i] = first if first and i == 0 else taken_suits(combos[i], left)
        left = tuple([a - b for a, b in zip(left, taken[i], strict=True)])
    return taken


def taken_suits(combo: Combo, left: c.Suits) -> c.Suits:
    """Return the cards of a combo by suit, taken from *left*: all of its one suit, or the commonest suits first."""
    words = [0, 0, 0, 0]
    for rank in range(13):
        number = c.count(combo.cards, rank)
        if not number:
            continue
        suits = [combo.suit - 1] if combo.suit else sorted(range(4), key=lambda s: (-(left[s] >> 2 * rank & 3), s))
        if combo.length > 1 and not combo.suit:  # a straight starts in mixed suits if possible
            suits = suits[rank % 2 :] + suits[: rank % 2]
        for suit in suits:
            taken = min(number, left[suit] >> 2 * rank & 3)
            words[suit] += taken << 2 * rank
            number -= taken
    return tuple(words)
