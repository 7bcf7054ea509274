"""Check that guesses of reviews are neither luck nor skill: under the exact posterior their mean is 0.

    python -m dev.luck_check --games 300

The random policy plays all seats of games of Dou Dizhu. Near the end, where few deals are consistent with the mover's
information, each of them is weighted by the probability that the random policy plays the whole history with it. With
these weights in place of sampled deals, a guess is the change of the expected result less the gain of the move; its
mean is printed for each tenth of the mover's expected results.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from arena import table
from arena.match import deal_hands
from service.advice import robot
from service.core import engine, robots
from service.core.bindings import NO_SUITS, CompiledRules
from service.core.comparison import MOST_COMPARED, Comparison, Sample, World, compare_moves
from service.position.replay import Replay
from service.review import luck
from service.review.judgement import has_choice, place_among
from service.rules import cards as c
from service.rules.cards import Cards, Hand
from service.rules.chance import MOST_SEED
from service.rules.combos import Combo
from service.rules.physical_cards import after_play

MOST_DEALS = 200
"""Maximum deals that agree with a decision."""

DRAWS = 8
"""Playouts of each of these deals for each move."""

UNIT = 1 << 20
"""Total weight of the deals."""

TENTHS = 10


class Guess(NamedTuple):
    """A decision: the mover's expected result after it, from separate playouts, and the guess."""

    expected: float
    guess: float


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
    """Return all pairs of other hands that agree with a view, with their numbers of deals.

    Return [] if there are too many.
    """
    free = view.unseen - sum(view.held)
    held, left = view.held or (0, 0, 0), view.left
    ranks = [rank for rank in range(len(c.RANKS)) if c.count(free, rank)]
    listed: list[tuple[tuple[Hand, Hand], int]] = []
    for part, ways in subsets(free, (left[1] or 0) - c.size(held[1]), ranks):
        listed.append(((held[1] + part, held[2] + free - part), ways))
        if len(listed) > MOST_DEALS:
            return []
    return listed


@lru_cache(200_000)
def move_chance(rules: CompiledRules, view: robots.View, combo: Combo | None) -> float:
    """Return the probability that the random policy makes a move."""
    chances = luck.chances_of(rules, view)
    place = place_among([one for one, _ in chances], combo)
    return 0.0 if place is None else chances[place][1]


def likelihood(rules: CompiledRules, past: Sequence[PastTurn], seat: str, hand: Hand) -> float:
    """Return the probability that a seat whose hand is known now would have played as it did."""
    result = 1.0
    for moved in reversed(past):
        if moved.seat == seat:
            hand += moved.combo.cards if moved.combo else 0
            known = moved.view
            result *= move_chance(
                rules, replace(known, hand=hand, unseen=known.hand + known.unseen - hand), moved.combo
            )
    return result


def worlds_of(rules: CompiledRules, view: robots.View, past: Sequence[PastTurn], seats: Sequence[str],
              moves: Sequence[Combo | None], seed: int) -> tuple[World, ...]:  # fmt: skip
    """Return the results of the moves in all possible deals, with exact weights."""
    deals = fitting_deals(view)
    weights = [
        ways * likelihood(rules, past, seats[1], hands[0]) * likelihood(rules, past, seats[2], hands[1])
        for hands, ways in deals
    ]
    total, listed = math.fsum(weights), list[World]()
    for (hands, _), weight in zip(deals, weights, strict=True):
        dealt = [(hand, NO_SUITS) for hand in (view.hand, *hands)]
        times = round(UNIT * weight / total / DRAWS)
        if times:
            results = compare_moves(rules, luck.FIELD, view, (), moves, Sample(0, DRAWS, seed), dealt=dealt)
            listed += [one._replace(times=times) for one in results.worlds]
    return tuple(listed)


def guesses_of(rules: CompiledRules, seed: int) -> list[Guess]:
    """Play a game by the random policy at all seats; return its decisions with few possible deals."""
    hands = deal_hands(rules, seed)
    bottom = table.bottom_of(rules, [hand.hand for hand in hands], seed)
    replay, shown, past = Replay(rules, [c.size(hand.hand) for hand in hands]), list[Cards](), list[PastTurn]()
    listed: list[Guess] = []
    pending: Guess | None = None
    while True:
        mover = replay.mover
        position = table.position_at(replay, hands[mover], bottom, shown)
        view, held = robot.view_of(position), dict(zip(replay.seats, hands, strict=True))
        few = not replay.over and has_choice(position) and bool(fitting_deals(view))
        before = luck.value_of(replay, held, position) if pending or few else {}
        if pending is not None:
            listed.append(pending._replace(guess=before[past[-1].seat].mean + pending.guess))
            pending = None
        move = robots.choose(rules, luck.FIELD, view, seed + 7919 * len(past)).combo
        if few:
            chances = luck.chances_of(rules, view)[:MOST_COMPARED]
            moves = [combo for combo, _ in chances]
            played = place_among(moves, move)
            if played is not None:
                order = luck.order_from(replay, replay.seat)
                compared = Comparison(worlds_of(rules, view, past, order, moves, seed), 0.0, exact=True)
                field = luck.FieldResults(tuple(moves), tuple([one for _, one in chances]), played, compared)
                gain = field.gains(len(order))[0]
                again = Comparison(worlds_of(rules, view, past, order, [move], ~seed & MOST_SEED), 0.0, exact=True)
                pending = Guess(luck.mean_payment(again, 0, 0), -before[replay.seat].mean - gain)
        past.append(PastTurn(replay.seat, view, move))
        if move is not None:
            if move.cards == hands[mover].hand:
                if pending is not None:
                    final = luck.final_points(replay, held, position, move)[replay.seat]
                    listed.append(pending._replace(guess=final + pending.guess))
                return listed
            shown.append(table.cards_of(position, move))
            hands[mover] = after_play(hands[mover], shown[-1])
        table.record(replay, move, shown)


def tenths(guesses: Sequence[Guess]) -> Iterator[tuple[int, float, float, float]]:
    """Yield number, mean expected result, mean guess and its standard error for each tenth."""
    ordered = sorted(guesses)
    for number in range(TENTHS):
        part = ordered[number * len(ordered) // TENTHS : (number + 1) * len(ordered) // TENTHS]
        mean = math.fsum([one.guess for one in part]) / len(part)
        spread = math.fsum([(one.guess - mean) ** 2 for one in part]) / (len(part) - 1)
        expected = math.fsum([one.expected for one in part]) / len(part)
        yield len(part), expected, mean, math.sqrt(spread / len(part))


def main() -> None:
    """Play games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rules, guesses = engine.rules_for("standard"), list[Guess]()
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        guesses += guesses_of(rules, seed)
    print(f"{arguments.games} games, {len(guesses)} decisions")
    for number, expected, mean, error in tenths(guesses):
        print(f"  {number:5}  expected {expected:+.2f}  guess {mean:+.3f} ± {error:.3f}")


if __name__ == "__main__":
    main()
