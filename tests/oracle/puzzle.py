"""Puzzles by brute force: whether an ending has only one way to win against every defence, by the slow rules.

It imports nothing of the service. Two plays are of one class if they differ only in kickers between the same ranks of
the other hands.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from tests.oracle.family_base import Cards, Game, Reading
from tests.oracle.open_hands import BruteForce, OpenState

BODY_COPIES = {"trio": 3, "quad": 4, "plane": 3}
"""Cards per rank in the bodies of shapes with kickers, by the first word of their names."""


def kickers_of(game: Game, reading: Reading) -> list[str]:
    shape, _, kind = reading.shape.partition("_")
    if shape not in BODY_COPIES or not kind:
        return []
    first = game.order.index(reading.rank)
    body = Counter(dict.fromkeys(game.order[first : first + reading.length], BODY_COPIES[shape]))
    return list((Counter(reading.plays_as) - body).elements())


class BrutePuzzle:
    """The tree of a puzzle that *side* wins.

    `decisions` of a state is None if some decision has several winning classes.
    """

    def __init__(self, brute: BruteForce, side: int) -> None:
        self.brute, self.side = brute, side
        self.decisions = cache(self.count)

    def class_of(self, state: OpenState, cards: Cards | None, reading: Reading | None) -> tuple[object, ...]:
        """Return the class of a move."""
        if cards is None or reading is None:
            return ()
        order = self.brute.game.order
        others = {rank for seat, hand in enumerate(state.hands) if seat != state.mover for rank in hand}
        places = []
        for kicker in kickers_of(self.brute.game, reading):
            below = sum(order.index(rank) < order.index(kicker) for rank in others)
            places.append((below, kicker if kicker in others else ""))
        return (reading.shape, reading.rank, reading.length, *sorted(places))

    def plays_out(self, state: OpenState) -> bool:
        """Return whether the mover can empty its hand if no enemy can beat any of its plays except the last."""
        brute = self.brute
        for cards, reading, rest in brute.moves(state):
            if cards is None:
                continue
            if not rest.hands[state.mover]:
                return True
            enemies = [seat for seat, side in enumerate(brute.sides) if side != self.side]
            answered = any(brute.game.plays(rest.hands[seat], reading) for seat in enemies)
            if not answered and self.plays_out(OpenState(rest.hands, state.mover)):
                return True
        return False

    def count(self, state: OpenState) -> int | None:
        """Return the number of decisions with at least three classes against the defence that maximises it."""
        brute = self.brute
        own = brute.sides[state.mover] == self.side
        if own and self.plays_out(state):
            return 0
        moves = list(brute.moves(state))
        wins = []
        for cards, reading, rest in moves:
            winner = brute.after(state, rest)
            if winner == self.side:
                wins.append((self.class_of(state, cards, reading), rest))
            elif not own:
                return None
        classes = {self.class_of(state, cards, reading) for cards, reading, _ in moves}
        if own and len({of for of, _ in wins}) != 1:
            return None
        counts = [self.decisions(rest) for _, rest in wins]
        if None in counts:
            return None
        return max([number for number in counts if number is not None]) + (own and len(classes) >= 3)
