"""Deals without a shuffle 不洗牌: the cards of the last games are cut and dealt in blocks.

A last game is modelled by the best splits of its hands: the seats lay them down combo by combo in turn, ordinary ones
first, and undealt cards follow. The pile is cut once and dealt in three rounds, 5, 6 and 6 cards of 17.
"""

from __future__ import annotations

from collections.abc import Sequence

from service.core import engine
from service.core.bindings import CompiledRules
from service.position.dealt import dealt_size
from service.position.parse.cards import parse_cards
from service.rules import cards as c
from service.rules.random_numbers import Chance

LAST_GAMES = 3
"""Games since the last fair shuffle."""

ROUNDS = 3
"""Blocks that a seat is dealt."""


def laid_down(rules: CompiledRules, hand: Sequence[str]) -> list[list[str]]:
    """Return the cards of a hand in the order of play: the combos of its best split, bombs last, then single cards."""
    left, parts = list(hand), list[list[str]]()
    split = engine.split(rules, parse_cards("".join(hand), kind=rules.setup.kind).hand)
    for combo in sorted(split.combos, key=lambda combo: (combo.tier, combo.key)):
        part = []
        for rank in c.text(combo.cards):
            card = next(card for card in left if card[0] == rank)
            left.remove(card)
            part.append(card)
        parts.append(part)
    return [*parts, *[[card] for card in left]]


def pile_of(rules: CompiledRules, hands: Sequence[Sequence[str]], undealt: Sequence[str]) -> list[str]:
    """Return the pile after a game in which the seats laid down their combos in turn."""
    laid = [laid_down(rules, hand) for hand in hands]
    pile = list[str]()
    for turn in range(max(map(len, laid))):
        for parts in laid:
            pile += parts[turn] if turn < len(parts) else []
    return [*pile, *undealt]


def in_blocks(rules: CompiledRules, pile: Sequence[str]) -> tuple[list[list[str]], list[str]]:
    """Return the hands dealt from a pile in blocks, and the remaining cards."""
    sizes = [dealt_size(rules, seat) for seat in rules.variant.seats]
    hands: list[list[str]] = [[] for _ in sizes]
    at = 0
    for turn in range(ROUNDS):
        for place, size in enumerate(sizes):
            block = size * (turn + 1) // ROUNDS - size * turn // ROUNDS
            hands[place] += pile[at : at + block]
            at += block
    return hands, list(pile[at:])


def unshuffled_order(rules: CompiledRules, deck: Sequence[str], chance: Chance) -> tuple[list[list[str]], list[str]]:
    """Return the hands and the undealt cards, the bottom first, some games after a fair shuffle of a *deck*."""
    bottom = rules.setup.bottom
    hands, rest = in_blocks(rules, chance.shuffled(deck))
    for _ in range(LAST_GAMES):
        landlord = chance.below(len(hands))
        hands[landlord] = hands[landlord] + rest[:bottom]
        pile = pile_of(rules, hands[landlord:] + hands[:landlord], rest[bottom:])
        cut = chance.below(len(pile))
        hands, rest = in_blocks(rules, pile[cut:] + pile[:cut])
    return hands, rest
