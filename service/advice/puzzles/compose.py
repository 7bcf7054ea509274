"""Endings composed at random around an idea, for themes that games between robots hardly lead to.

An idea deals the cards that its theme needs, such as a bomb or a last pair; the other cards are drawn from a few ranks.
A composed ending has to pass the same proof as the ending of a game to become a puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.advice.puzzles.check import MOST_PUZZLE_CARDS, UnsoundError, check_puzzle
from service.advice.puzzles.ending import Ending, EndingGame
from service.advice.puzzles.hunt import LEAST_PUZZLE_CARDS, HuntedPuzzle, game_of_seats, may_be_puzzle, tables_of
from service.core import engine
from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.chance import Chance
from service.rules.combos import Combo

LEAST_RANKS, MOST_RANKS = 6, 10
"""Number of ranks from which the cards of an ending are drawn, in addition to those of its idea."""

LEAST_HAND, MOST_HAND = 3, 10
"""Number of cards of a hand, unless the idea sets it."""


class ComposedHand(NamedTuple):
    """Cards that an idea deals to a seat."""

    cards: str = ""
    size: int | None = None
    """Cards of the hand; None: any."""


Idea = Callable[[Chance, list[int], int], dict[int, ComposedHand]]
"""Draws the cards of a theme for some seats; gets the sides of the seats and the seat to move."""


def any_seat(chance: Chance, seats: list[int]) -> int:
    """Return one of some seats, each equally likely."""
    return seats[chance.below(len(seats))]


def any_rank(chance: Chance, ranks: str = c.RANKS[:13]) -> str:
    """Return one of *ranks*, each equally likely."""
    return ranks[chance.below(len(ranks))]


def enemies_of(sides: list[int], mover: int) -> list[int]:
    """Return the seats of the other side."""
    return [seat for seat, side in enumerate(sides) if side != sides[mover]]


def own_bomb(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return four alike for the mover."""
    return {mover: ComposedHand(4 * any_rank(chance))}


def own_rocket(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return both jokers for the mover."""
    return {mover: ComposedHand("XD")}


def enemy_bomb(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return four alike or both jokers for an enemy."""
    return {
        any_seat(chance, enemies_of(sides, mover)): ComposedHand("XD" if chance.below(3) == 0 else 4 * any_rank(chance))
    }


def enemy_single(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return one card for an enemy."""
    return {any_seat(chance, enemies_of(sides, mover)): ComposedHand(any_rank(chance), 1)}


def enemy_pair(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return a pair for an enemy."""
    return {any_seat(chance, enemies_of(sides, mover)): ComposedHand(2 * any_rank(chance), 2)}


def short_ally(chance: Chance, sides: list[int], mover: int) -> dict[int, ComposedHand]:
    """Return a short hand for the partner."""
    allies = [seat for seat, side in enumerate(sides) if side == sides[mover] and seat != mover]
    return {seat: ComposedHand("", 1 + chance.below(5)) for seat in allies}


IDEAS: Mapping[str, Idea] = MappingProxyType(
    {
        "tear_bomb": own_bomb,
        "split_rocket": own_rocket,
        "force_bomb": enemy_bomb,
        "block_single": enemy_single,
        "avoid_pairs": enemy_pair,
        "feed_ally": short_ally,
    }
)
"""Ideas of themes. ◄ an idea for another rare theme goes here."""


def composed_hands(
    rules: CompiledRules, chance: Chance, given: list[ComposedHand]
) -> tuple[list[str], list[str]] | None:
    """Return the hands of an ending and the remaining cards, or None if the deck lacks the cards of the idea."""
    deck = Counter(rules.setup.deck)
    for hand in given:
        deck.subtract(hand.cards)
    if min(deck.values()) < 0:
        return None
    ranks = chance.shuffled(rank for rank in deck if rank != "W")[
        : LEAST_RANKS + chance.below(MOST_RANKS - LEAST_RANKS + 1)
    ]
    stock = chance.shuffled(rank for rank in ranks for _ in range(deck[rank]))
    hands = []
    for hand in given:
        size = LEAST_HAND + chance.below(MOST_HAND - LEAST_HAND + 1) if hand.size is None else hand.size
        drawn = max(0, size - len(hand.cards))
        hands.append(hand.cards + "".join(stock[:drawn]))
        stock = stock[drawn:]
    return hands, stock


def play_before(game: EndingGame, chance: Chance, stock: list[str]) -> Combo | None:
    """Return a play of one or two remaining cards, or None for a lead."""
    if not stock or chance.below(2):
        return None
    rank, size = stock[0], 1 + chance.below(2)
    cards = c.pack(rank * min(size, stock.count(rank)))
    return next(combo for combo in engine.legal(game.rules, cards) if combo.cards == cards)


def composed_ending(rules: CompiledRules, theme: str, seed: int) -> tuple[EndingGame, Ending] | None:
    """Return the ending of a seed, or None if its cards make none.

    *theme* is one of `IDEAS`.
    """
    chance = Chance(repr(("compose", rules.variant.id, theme, seed)))
    tables = tables_of(rules)
    part = tables[chance.below(len(tables))]
    game = game_of_seats(rules, tuple([rules.variant.seats[place] for place in part]))
    mover = chance.below(len(part))
    given = [ComposedHand() for _ in part]
    for seat, hand in IDEAS[theme](chance, list(game.sides), mover).items():
        given[seat] = hand
    composed = composed_hands(rules, chance, given)
    if composed is None:
        return None
    hands = tuple([c.pack(hand) for hand in composed[0]])
    if not all(hands) or not LEAST_PUZZLE_CARDS <= sum([c.size(hand) for hand in hands]) <= MOST_PUZZLE_CARDS:
        return None
    to_beat = play_before(game, chance, composed[1])
    if to_beat is None:
        return game, Ending(hands, mover, None, mover)
    passes = chance.below(len(part) - 1)
    return game, Ending(hands, mover, to_beat, (mover - 1 - passes) % len(part), passes)


def compose_seed(rules: CompiledRules, theme: str, seed: int) -> HuntedPuzzle | None:
    """Return the puzzle of a seed, or None (most seeds have none). Its theme may differ from its idea."""
    composed = composed_ending(rules, theme, seed)
    if composed is None or not may_be_puzzle(*composed):
        return None
    game, state = composed
    try:
        return HuntedPuzzle(game, state, check_puzzle(game, state))
    except UnsoundError:
        return None
