"""Review of an auction: bids and choices of doubling, judged by expected points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.advice import bid
from service.advice.game import TableState
from service.core.bindings import CompiledRules
from service.review import judgement
from service.rules import auction
from service.rules import cards as c
from service.rules.auction import Stage, Word, stage_after

BID, DOUBLE = "bid", "double"
"""Kinds of decisions."""

BID_STEPS = {judgement.BLUNDER: 2.0, judgement.MISTAKE: 1.0, judgement.INACCURACY: 0.5}
"""Expected points lost by a bid for each mark, at a stake of 1."""


class Call(NamedTuple):
    """A bid of a judged seat, or its choice of doubling."""

    number: int
    """Index among the bids; choices of doubling are numbered after them, by place."""
    place: int
    word: Word
    best: Word
    points: float
    points_best: float
    win: float | None
    win_best: float | None
    mark: str | None
    names: tuple[str, ...]
    kind: str
    """`BID`, or `DOUBLE` for a choice after the bottom was shown: a double or a kick, or none."""


def calls_of(rules: CompiledRules, table: TableState, judged: Sequence[str]) -> tuple[Call, ...]:
    """Return the judgement of the bids of the judged seats whose hands are known."""
    state = table.auction
    if state is None:
        return ()
    listed: list[Call | None] = []
    for index, word in enumerate(state.bids):
        stage = stage_after(state.form, state.bids[:index])
        if stage.place is not None:
            listed.append(judged_call(rules, table, judged, stage, MadeBid(index, stage.place, word)))
    if state.doubled is not None:
        for place in range(len(rules.variant.seats)):
            word = auction.DOUBLE if place in state.doubled else auction.PASS
            made = MadeBid(len(state.bids) + place, place, word)
            listed.append(judged_call(rules, table, judged, state.stage, made))
    return tuple([call for call in listed if call is not None])


class MadeBid(NamedTuple):
    """A bid or choice of doubling, with the place that made it."""

    number: int
    place: int
    word: Word


def judged_call(
    rules: CompiledRules, table: TableState, judged: Sequence[str], stage: Stage, made: MadeBid
) -> Call | None:
    """Return the judgement of a bid or doubling.

    None unless the seat is judged and its cards and a choice are known.
    """
    hand = hand_of_place(rules, table, made.place, judged, taken=stage.known)
    if hand is None or len(stage.words) < 2:
        return None
    bottom = table.known.bottom.hand
    if stage.known:
        if not bottom:
            return None
        results = bid.doubling_results(rules, stage, hand, bottom)
    else:
        results = bid.auction_results(rules, stage, hand)
    best, chosen = bid.best_of(results.words), results.words[made.word]
    lost = results.words[best].score - chosen.score
    mark = next((mark for mark in judgement.MARKS if lost >= BID_STEPS[mark] * max(1, stage.stake)), None)
    names = call_names(made.word, best, doubling=stage.known) if mark else ()
    points, wins = (chosen.score, results.words[best].score), (chosen.win, results.words[best].win)
    return Call(made.number, made.place, made.word, best, *points, *wins, mark, names, DOUBLE if stage.known else BID)


def hand_of_place(
    rules: CompiledRules, table: TableState, place: int, judged: Sequence[str], *, taken: bool
) -> c.Hand | None:
    """Return the hand of a place in the order of bidding; None unless it is known and its seat is judged.

    *taken*: with the bottom, if it is the landlord's.
    """
    contract = table.auction.contract if table.auction else None
    landlord = contract.landlord if contract else 0
    seats = rules.variant.seats
    seat = seats[(place - landlord) % len(seats)]
    if seat not in judged:
        return None
    hand, bottom = table.hands[seat].hand, table.known.bottom.hand
    if seat != rules.variant.bottom_seat or taken:
        return hand
    return c.minus(hand, bottom) if bottom and c.holds(hand, bottom) else None


def call_names(word: Word, best: Word, *, doubling: bool) -> tuple[str, ...]:
    """Return the name of a mistake in bidding."""
    order = [0, "pass", 1, 2, 3]
    more = word != "pass" and (
        best == "pass" or (word in order and best in order and order.index(word) > order.index(best))
    )
    if doubling:
        return ("double_wrong",) if more else ("double_missed",)
    return ("bid_too_high",) if more else ("bid_too_low",)
