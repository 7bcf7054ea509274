"""Open hands by brute force under the slow rules: the winner and the winning plays.

It imports nothing of the service. Only for small endings: every set of cards of every hand is tried in every order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tests.oracle.family_base import Cards, Game, Reading


class OpenState(NamedTuple):
    """All hands, the mover, the play to beat, its owner and the passes since."""

    hands: tuple[Cards, ...]
    mover: int = 0
    to_beat: Reading | None = None
    owner: int = 0
    passes: int = 0


def has_wild(game: Game, cards: Cards) -> bool:
    return any(card == "W" or card[0] in game.options.get("wild", "") for card in cards)


def without(game: Game, hand: Cards, part: Cards) -> Cards:
    return game.pack((Counter(hand) - Counter(part)).elements())


class BruteForce:
    """Solver of endings of *game* between seats on *sides*: the first to empty its hand wins for its side."""

    def __init__(self, game: Game, sides: Sequence[int]) -> None:
        self.game = game
        self.sides = tuple(sides)
        self.legal = cache(game.legal)
        self.readings = cache(self.find_readings)
        self.winner = cache(self.find_winner)
        self.plays_to_win = cache(self.find_plays_to_win)

    def can_lead(self, hand: Cards) -> bool:
        """Return whether a hand has a legal lead: a single flower has none."""
        return bool(self.legal(hand, None)[0])

    def led_by(self, hands: tuple[Cards, ...], seat: int) -> int:
        """Return the seat that leads instead of *seat*: itself, or the next one that can."""
        n = len(hands)
        return next((s for s in ((seat + i) % n for i in range(n)) if self.can_lead(hands[s])), seat)

    def moves(self, ending: OpenState) -> Iterator[tuple[Cards | None, Reading | None, OpenState]]:
        """Yield every legal move as (cards, reading, next state); cards None: the pass."""
        hands, mover, to_beat, owner, passes = ending
        n = len(hands)
        after = (mover + 1) % n
        plays, may_pass = self.legal(hands[mover], to_beat, len(hands[after]) == 1)
        for cards in sorted(plays):
            left = tuple(without(self.game, hand, cards) if s == mover else hand for s, hand in enumerate(hands))
            for reading in self.readings(cards, hands[mover], to_beat):
                yield cards, reading, OpenState(left, after, reading, mover)
        if may_pass and passes + 1 == n - 1:
            yield None, None, OpenState(hands, self.led_by(hands, owner))
        elif may_pass:
            yield None, None, OpenState(hands, after, to_beat, owner, passes + 1)

    def find_readings(self, cards: Cards, hand: Cards, to_beat: Reading | None) -> list[Reading]:
        """Return the readings of cards: with wild cards all declarations, otherwise the stored one."""
        if has_wild(self.game, cards):
            return self.game.answers(cards, hand, to_beat)
        stored = self.game.stored(cards, hand, to_beat)
        return [stored] if stored else []

    def find_winner(self, ending: OpenState) -> int:
        """Return the side that wins with best play."""
        side = self.sides[ending.mover]
        return side if any(self.after(ending, rest) == side for _, _, rest in self.moves(ending)) else 1 - side

    def after(self, ending: OpenState, rest: OpenState) -> int:
        """Return the side that wins after the mover of *ending* keeps *rest*."""
        return self.sides[ending.mover] if self.is_out(rest, ending.mover) else self.winner(rest)

    def find_plays_to_win(self, ending: OpenState) -> int:
        """Return how many plays the winning side needs against the longest defence."""
        winner, own = self.winner(ending), self.sides[ending.mover]
        numbers = [
            (cards is not None and own == winner) + (0 if self.is_out(rest, ending.mover) else self.plays_to_win(rest))
            for cards, _, rest in self.moves(ending)
            if self.after(ending, rest) == winner
        ]
        return min(numbers) if own == winner else max(numbers)

    def is_out(self, state: OpenState, seat: int) -> bool:
        """Return whether a seat has gone out."""
        return len(state.hands[seat]) <= self.game.spare(seat)

    def winning(self, ending: OpenState) -> list[tuple[Cards | None, Reading | None]]:
        """Return the moves that win for the side to move."""
        side = self.sides[ending.mover]
        return [(cards, reading) for cards, reading, rest in self.moves(ending) if self.after(ending, rest) == side]
