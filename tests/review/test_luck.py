"""Guesses of reviews are neither luck nor skill: with exact weights of the possible deals their mean is 0."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import pytest

from lab.arena import python_deals
from lab.arena.match import deal_hands
from service.advice.views import view_of
from service.core import engine, robots
from service.core.bindings import NO_SUITS
from service.core.comparison import MOST_COMPARED, Comparison, Sample, World, compare_moves
from service.position.replay import Replay
from service.review import luck
from service.review.judgement import has_choice, place_among
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo
from service.rules.physical_cards import after_play

MOST_DEALS = 200
"""Maximum deals that agree with a decision."""

DRAWS = 8
"""Playouts of each of these deals for each move."""

UNIT = 1 << 20
"""Total weight of the deals."""

RULES = engine.rules_for("standard")


class PastTurn(NamedTuple):
    """A turn of the game."""

    seat: str
    view: robots.View
    combo: Combo | None


def subsets(hand: Hand, size: int, ranks: Sequence[int]) -> Iterator[tuple[Hand, int]]:
    """Yield each subset of *size* cards of a hand, and the number of ways to draw it."""
    if not size:
        yield 0, 1
    elif ranks:
        here = c.count(hand, ranks[0])
        for taken in range(min(here, size) + 1):
            for rest, ways in subsets(hand, size - taken, ranks[1:]):
                yield rest + (taken << 4 * ranks[0]), ways * math.comb(here, taken)


def fitting_deals(view: robots.View) -> list[tuple[tuple[Hand, Hand], int]]:
    """Return all pairs of other hands that agree with a view, with their numbers of deals; [] if they are many."""
    free, held = view.unseen - sum(view.held), view.held or (0, 0, 0)
    ranks = [rank for rank in range(len(c.RANKS)) if c.count(free, rank)]
    listed: list[tuple[tuple[Hand, Hand], int]] = []
    for part, ways in subsets(free, (view.left[1] or 0) - c.size(held[1]), ranks):
        listed.append(((held[1] + part, held[2] + free - part), ways))
        if len(listed) > MOST_DEALS:
            return []
    return listed


@lru_cache(200_000)
def move_chance(view: robots.View, combo: Combo | None) -> float:
    """Return the probability that the random policy makes a move."""
    chances = luck.chances_of(RULES, view)
    place = place_among([one for one, _ in chances], combo)
    return 0.0 if place is None else chances[place][1]


def likelihood(past: Sequence[PastTurn], seat: str, hand: Hand) -> float:
    """Return the probability that a seat with this remaining hand would have played as it did."""
    result = 1.0
    for turn in reversed([turn for turn in past if turn.seat == seat]):
        hand += turn.combo.cards if turn.combo else 0
        unseen = turn.view.hand + turn.view.unseen - hand
        result *= move_chance(replace(turn.view, hand=hand, unseen=unseen), turn.combo)
    return result


def compared(view: robots.View, past: Sequence[PastTurn], seats: Sequence[str], moves: Sequence[Combo | None],
             seed: int) -> Comparison:  # fmt: skip
    """Return the results of the moves in all possible deals, with exact weights."""
    deals = fitting_deals(view)
    weights = [ways * math.prod(map(likelihood, (past, past), seats[1:], hands)) for hands, ways in deals]
    listed = list[World]()
    for (hands, _), weight in zip(deals, weights, strict=True):
        if times := round(UNIT * weight / math.fsum(weights) / DRAWS):
            dealt = [(hand, NO_SUITS) for hand in (view.hand, *hands)]
            results = compare_moves(RULES, luck.FIELD, view, (), moves, Sample(0, DRAWS, seed), dealt=dealt)
            listed += [one._replace(times=times) for one in results.worlds]
    return Comparison(tuple(listed), 0.0, exact=True)


def guesses_of(seed: int) -> Iterator[float]:
    """Play a game by the random policy at all seats; yield the guesses at decisions with few possible deals.

    A guess is the change of the expected result of the mover without the gain of the move.
    """
    hands = deal_hands(RULES, seed)
    bottom = python_deals.bottom_of(RULES, [hand.hand for hand in hands], seed)
    replay, past = Replay(RULES, [c.size(hand.hand) for hand in hands]), list[PastTurn]()
    pending: float | None = None
    while True:
        position = python_deals.position_at(replay, hands[replay.mover], bottom)
        view, held = view_of(position), dict(zip(replay.seats, hands, strict=True))
        few = not replay.over and has_choice(position) and bool(fitting_deals(view))
        before = luck.value_of(replay, held, position) if pending is not None or few else {}
        if pending is not None:
            yield before[past[-1].seat].mean + pending
            pending = None
        move = robots.choose(RULES, luck.FIELD, view, seed + 7919 * len(past)).combo
        if few:
            chances = luck.chances_of(RULES, view)[:MOST_COMPARED]
            moves = [combo for combo, _ in chances]
            played = place_among(moves, move)
            if played is not None:
                order = luck.order_from(replay, replay.seat)
                results = compared(view, past, order, moves, seed)
                field = luck.FieldResults(tuple(moves), tuple([one for _, one in chances]), played, results)
                pending = -before[replay.seat].mean - field.gains(len(order))[0]
        past.append(PastTurn(replay.seat, view, move))
        cards = c.NO_CARDS if move is None else python_deals.cards_of(position, move)
        if move is not None:
            if move.cards == hands[replay.mover].hand:
                if pending is not None:
                    yield luck.final_points(replay, held, position, move)[replay.seat] + pending
                return
            hands[replay.mover] = after_play(hands[replay.mover], cards)
        python_deals.record(replay, move, cards)


def test_parts_of_a_hand_are_counted_as_cards_are_dealt() -> None:
    hand, ranks = c.pack("3344459"), [c.RANKS.index(rank) for rank in "3459"]
    parts = dict(subsets(hand, 3, ranks))
    assert sum(parts.values()) == math.comb(7, 3)
    assert parts[c.pack("334")] == 3
    assert parts[c.pack("444")] == 1
    assert all(c.size(part) == 3 and c.holds(hand, part) for part in parts)


@pytest.mark.long
def test_guesses_are_nothing_on_average() -> None:
    values = [guess for seed in range(1, 31) for guess in guesses_of(seed)]
    mean = math.fsum(values) / len(values)
    error = math.sqrt(math.fsum([(value - mean) ** 2 for value in values])) / len(values)
    assert len(values) > 60
    assert any(values)
    assert abs(mean) < 3 * error
