"""Stages of an auction: seats that may still bid, that declined, and that wanted to be the landlord."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from service.rules.auction import CALL_ROB, KICKS, POINTS, Auction, Word, contract


@pytest.mark.parametrize(
    ("auction", "calls", "place", "seats"),
    [
        (POINTS, [], 0, (2, 0, 0)),
        (POINTS, [0], 1, (1, 1, 0)),
        (POINTS, [1], 1, (1, 0, 1)),
        (POINTS, [1, 2], 2, (0, 0, 2)),
        (POINTS, [0, 2], 2, (0, 1, 1)),
        (POINTS, [3], None, (0, 0, 0)),
        (CALL_ROB, [], 0, (2, 0, 0)),
        (CALL_ROB, ["pass"], 1, (1, 1, 0)),
        (CALL_ROB, ["pass", "pass"], 2, (0, 2, 0)),
        (CALL_ROB, ["call"], 1, (2, 0, 1)),
        (CALL_ROB, ["call", "rob"], 2, (1, 0, 2)),
        (CALL_ROB, ["call", "pass"], 2, (1, 1, 1)),
        (CALL_ROB, ["pass", "call"], 2, (1, 1, 1)),
        (CALL_ROB, ["call", "pass", "rob"], 0, (0, 1, 1)),  # the caller, robbed, bids last
        (KICKS, [], 0, (2, 0, 0)),
        (KICKS, ["pass", "pass"], 2, (0, 2, 0)),
    ],
)
def test_who_may_still_speak_who_declined_and_who_called(
    auction: Auction, calls: Sequence[Word], place: int | None, seats: tuple[int, int, int]
) -> None:
    stage = auction.stage(calls)
    assert (stage.place, (stage.later, stage.declined, stage.called)) == (place, seats)


@pytest.mark.parametrize("farmer", [1, 2])
def test_a_farmer_pays_for_its_own_double_alone(farmer: int) -> None:
    terms = contract(CALL_ROB, ["call", "pass", "pass"], [farmer])
    assert (terms.multiple(farmer), terms.multiple(3 - farmer)) == (2, 1)
