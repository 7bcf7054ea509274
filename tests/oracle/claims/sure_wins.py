"""Sure wins verified by search: one seat against enemies with any unseen cards and any legal play.

The cards of an enemy are chosen only when it plays them, so a strategy that wins against such enemies wins in every
deal of the unseen cards. Allies pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from tests.oracle.claims.positions import Json, Spot
from tests.oracle.family_base import Cards, Reading

MOST_STATES = 4000
"""Maximum states for one sure win; others are not judged."""


class SearchState(NamedTuple):
    """A table in progress."""

    hand: Cards
    pool: Cards
    """Cards that the other seats may have."""
    left: tuple[int, ...]
    """Cards of each seat."""
    mover: int
    owner: int
    to_beat: Reading | None
    step: int
    """Number of plays of the line so far; -1 after an answer."""


class TooManyError(Exception):
    """More states than the limit."""


class Trial:
    """The search for an answer of the enemies to a sure win."""

    def __init__(self, spot: Spot, line: list[Cards]) -> None:
        self.spot, self.line = spot, line
        self.me = spot.seats.index(spot.seat)
        self.known: dict[SearchState, bool] = {}

    @cached_property
    def allies(self) -> list[bool]:
        """Whether each seat is an ally."""
        return [seat != self.spot.seat and self.spot.is_ally(seat) for seat in self.spot.seats]

    def after(self, state: SearchState, left: tuple[int, ...], seat: int) -> int:
        """Return the seat that moves next."""
        n = len(left)
        return next((seat + i) % n for i in range(1, n + 1) if left[(seat + i) % n] or (seat + i) % n == state.owner)

    def passed(self, state: SearchState) -> SearchState:
        """Return the table after a pass."""
        mover = self.after(state, state.left, state.mover)
        return state._replace(mover=mover, to_beat=None if mover == state.owner else state.to_beat)

    def played(self, state: SearchState, cards: Cards, reading: Reading) -> SearchState:
        """Return the table after a play."""
        seat, pack = state.mover, self.spot.game.pack
        left = tuple(n - len(cards) * (i == seat) for i, n in enumerate(state.left))
        own = seat == self.me
        hand = pack((Counter(state.hand) - Counter(cards)).elements()) if own else state.hand
        pool = state.pool if own else pack((Counter(state.pool) - Counter(cards)).elements())
        made = state._replace(hand=hand, pool=pool, left=left, owner=seat, to_beat=reading)
        return made._replace(mover=self.after(made, left, seat))

    def wins(self, state: SearchState) -> bool:
        """Return whether this seat goes out before all enemies."""
        if not state.left[self.me]:
            return True
        if state not in self.known:
            if len(self.known) > MOST_STATES:
                raise TooManyError
            self.known[state] = False  # a repeated table is not a win
            self.known[state] = self.judged(state)
        return self.known[state]

    def judged(self, state: SearchState) -> bool:
        """Judge a table by all possible actions."""
        if state.mover == self.me:
            return any(self.wins(following) for following in self.own(state))
        if self.allies[state.mover]:
            return state.to_beat is None or self.wins(self.passed(state))
        return all(following.left[state.mover] > 0 and self.wins(following) for following in self.theirs(state))

    def own(self, state: SearchState) -> Iterator[SearchState]:
        """Yield the options of this seat: the next play of the line, if there was no answer."""
        game, spot = self.spot.game, self.spot
        following = self.after(state, state.left, self.me)
        plays, may_pass = game.legal(state.hand, state.to_beat, following != self.me and state.left[following] == 1)
        if state.to_beat is None and 0 <= state.step < len(self.line):
            plays &= {self.line[state.step]}
        for cards in sorted(plays, key=len, reverse=True):
            wild = any(card[0] in spot.rules.setup.wilds.cards for card in cards)
            stored = game.stored(cards, state.hand, state.to_beat)
            for reading in game.choices(cards, state.hand, state.to_beat) if wild else [stored]:
                assert reading
                yield self.played(state._replace(step=state.step + (state.step >= 0)), cards, reading)
        if may_pass:
            yield self.passed(state)

    def theirs(self, state: SearchState) -> Iterator[SearchState]:
        """Yield the actions of an enemy with any cards of the pool."""
        game, has = self.spot.game, state.left[state.mover]
        if state.to_beat is not None:
            yield self.passed(state)
        for cards in game.subsets(state.pool):
            if len(cards) > has:
                continue
            for reading in game.answers(cards, cards if len(cards) == has else None, state.to_beat):
                yield self.played(state._replace(step=-1), cards, reading)


def wins_surely(spot: Spot, move: Json) -> bool:
    """Return whether a move wins against all hands and plays of the enemies, and its line is a valid continuation.

    Raises TooManyError beyond the limit of states.
    """
    line = [spot.cards(play["cards"]) for play in move.get("line", [])]
    reading = spot.reading(move)
    if reading is None or (line and (line[0] != spot.cards(move["cards"]) or not uses_hand(spot, line))):
        return False
    trial = Trial(spot, line)
    left = tuple(spot.left[seat] for seat in spot.seats)
    owner = spot.seats.index(spot.owner) if spot.owner else trial.me
    state = SearchState(spot.hand, spot.hidden, left, trial.me, owner, spot.to_beat, 1)
    return trial.wins(trial.played(state, spot.cards(move["cards"]), reading))


def uses_hand(spot: Spot, line: list[Cards]) -> bool:
    return bool(spot.game.pack([card for cards in line for card in cards]) == spot.hand)
