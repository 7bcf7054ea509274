"""Search for puzzles: ends of robots' games, cut at every move and kept where the check finds one solution.

Seats of an ending may stay out, so that two sides remain: a farmer beside the other, or all seats but two in games
without partners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from lab.former_levels import PLAIN, policy_named
from paili.puzzles.check import (
    LEAST_CLASSES,
    MOST_PUZZLE_CARDS,
    PuzzleTree,
    UnsoundError,
    check_puzzle,
)
from paili.puzzles.ending import Ending, EndingGame
from service.core import robots
from service.core.bindings import CompiledRules
from service.core.robots import Policy, View
from service.rules import cards as c
from service.rules.random_numbers import Chance

LEAST_PUZZLE_CARDS = 8
"""Minimum cards in all hands; hardly any puzzle has fewer."""


class HuntedPuzzle(NamedTuple):
    """A puzzle and its tree."""

    game: EndingGame
    state: Ending
    tree: PuzzleTree


@cache
def random_policy() -> Policy:
    return Policy("random")


def played_states(rules: CompiledRules, seed: int) -> Iterator[Ending]:
    """Yield the states of a game between robots; the seed determines deal and robots."""
    seats, chance = rules.variant.seats, Chance(repr(("puzzle", rules.variant.id, seed)))
    sides = [rules.variant.side_of(seat) for seat in seats]
    drawn = [chance.below(2 * len(PLAIN) + 1) for _ in seats]
    players = [policy_named(PLAIN[place // 2]) if place < 2 * len(PLAIN) else random_policy() for place in drawn]
    state, n, moves = Ending(robots.deal(rules, seed), 0), len(seats), 0
    while True:
        yield state
        order = [(state.mover + place) % n for place in range(n)]
        view = View(
            hand=state.hand,
            to_beat=state.to_beat,
            unseen=sum(state.hands) - state.hand,
            left=tuple([c.size(state.hands[seat]) for seat in order]),
            ally=tuple([sides[seat] == sides[state.mover] for seat in order]),
            owner=0 if state.to_beat is None else order.index(state.owner),
        )
        moved = state.mover
        state = state.after(robots.choose(rules, players[moved], view, seed * 1000 + moves).combo)
        moves += 1
        if not state.hands[moved]:
            return


@cache
def game_of_seats(rules: CompiledRules, seats: Sequence[str]) -> EndingGame:
    return EndingGame(rules, seats)


@cache
def tables_of(rules: CompiledRules) -> list[tuple[int, ...]]:
    """Return the groups of seats (indices) that can play an ending: all seats, and each pair of opponents."""
    seats = rules.variant.seats
    parts = [tuple(range(len(seats))), *combinations(range(len(seats)), 2)]
    sides = [{rules.variant.side_of(seats[place]) for place in part} for part in parts]
    return list(dict.fromkeys([part for part, of in zip(parts, sides, strict=True) if len(of) == 2]))


def cuts(rules: CompiledRules, state: Ending) -> Iterator[tuple[EndingGame, Ending]]:
    """Yield the endings of a state with all hands or those of two seats, if their size suits puzzles."""
    for part in tables_of(rules):
        if state.mover not in part or (state.to_beat is not None and state.owner not in part):
            continue
        hands = tuple([state.hands[place] for place in part])
        if LEAST_PUZZLE_CARDS <= sum([c.size(hand) for hand in hands]) <= MOST_PUZZLE_CARDS:
            mover = part.index(state.mover)
            owner = part.index(state.owner) if state.to_beat is not None else mover
            passes = (mover - owner - 1) % len(part) if state.to_beat is not None else 0
            seats = tuple([rules.variant.seats[place] for place in part])
            yield game_of_seats(rules, seats), Ending(hands, mover, state.to_beat, owner, passes)


def may_be_puzzle(game: EndingGame, state: Ending) -> bool:
    """Return whether there are enough classes of moves: a quick test before any search."""
    gaps = game.gaps(state)
    return len({game.class_of(move, gaps) for move in game.legal(state)}) >= LEAST_CLASSES


def hunt_seed(rules: CompiledRules, seed: int) -> Iterator[HuntedPuzzle]:
    """Yield the puzzles among the ends of one game."""
    tried: set[tuple[EndingGame, Ending]] = set()
    for played in played_states(rules, seed):
        for game, state in cuts(rules, played):
            if (game, state) in tried or not may_be_puzzle(game, state):
                continue
            tried.add((game, state))
            try:
                yield HuntedPuzzle(game, state, check_puzzle(game, state))
            except UnsoundError:
                continue
