"""Auctions as tables of stages, derived from `service.rules.auction`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from service.advice.bid import advised_word
from service.core.batch import LevelTurn, StageRow
from service.core.bindings import CompiledRules
from service.rules.auction import (
    CALL,
    DOUBLE,
    KICK,
    KICK_BACK,
    PASS,
    ROB,
    Auction,
    Contract,
    Stage,
    Word,
    contract,
)  # fmt: skip

BIDS: Mapping[Word, int] = MappingProxyType(
    {PASS: 1, 0: 1, 1: 2, 2: 3, 3: 4, CALL: 5, ROB: 6, KICK: 7, KICK_BACK: 8, DOUBLE: 9}
)
"""The id of each bid; the bid 0 is a pass."""

BID_WORDS: Mapping[int, Word] = MappingProxyType({number: word for word, number in BIDS.items() if word != 0})
"""The bid of each id."""


def stake_of(made: Contract, seats: int) -> tuple[int, ...]:
    """Return the factor of the payment of each of some *seats*, from the landlord on."""
    farmers = [made.stake * made.multiple(seat) for seat in range(1, seats)]
    return made.stake, *farmers


class StageTable:
    """The stages of an auction, one for each sequence of bids."""

    def __init__(self, form: Auction) -> None:
        self.form = form
        self.rows: list[StageRow] = []
        self.stages: list[Stage] = []
        """The rows of the stages."""
        self.add((), ())

    def add(self, bids: tuple[Word, ...], doubles: tuple[Word, ...]) -> int:
        """Add the stage after *bids* and the choices of the seats that may double; return its index.

        Seats double one after the other, the landlord first.
        """
        at, stage = len(self.rows), self.form.stage(bids)
        self.rows.append(StageRow())
        self.stages.append(stage)
        landlord, seats = stage.landlord or 0, self.form.seats
        place = stage.place
        if place is None and stage.words and len(doubles) < seats:
            place = (landlord + len(doubles)) % seats
        if place is None or not stage.words:
            stake, robs = (0,) * seats, 0
            if stage.landlord is not None:
                doubled = [(landlord + i) % seats for i, word in enumerate(doubles) if word == DOUBLE]
                made = contract(self.form, bids, doubled)
                stake, robs = stake_of(made, seats), made.robs
            self.rows[at] = StageRow(place=landlord, known=True, leader=landlord, stake=stake, robs=robs)
            return at
        following = [
            self.add(bids, (*doubles, word)) if stage.place is None else self.add((*bids, word), ())
            for word in stage.words
        ]
        calls = CALL in stage.words and bool(self.form.calls_with)
        self.rows[at] = StageRow(
            place, tuple(BIDS[word] for word in stage.words), tuple(following), calls, stage.known, landlord
        )
        return at

    def chooser(self, games: Sequence[CompiledRules]) -> Callable[[LevelTurn], int]:
        """Return a function that bids for levels as `POST /v1/bid` advises."""

        def chosen(turn: LevelTurn) -> int:
            stage = self.stages[turn.stage]
            bottom = turn.bottom if stage.known else None
            return stage.words.index(advised_word(games[turn.game], self.form, stage, turn.hand, bottom))

        return chosen
