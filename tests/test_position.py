"""Positions: what is derived from a history, what a snapshot may say, and every contradiction with its pointer."""

from __future__ import annotations

from typing import Any

import pytest

from service.errors import RuleError
from service.line import Asked
from service.position import Position, read_position


def position(hand: Any, **fields: Any) -> Position:
    """Return the position of a request with these fields."""
    return read_position(Asked(hand, **fields))


def refused(hand: Any, **fields: Any) -> RuleError:
    """Return why a request with these fields is refused."""
    with pytest.raises(RuleError) as caught:
        position(hand, **fields)
    return caught.value


# ---- more cards than a deck ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "pointer", "detail"),
    [
        (
            {"hand": "999", "history": ["99", ".", "TT"]},
            "/history/0",
            "5 cards 9 (3 in hand, 2 in history[0]); the deck has 4",
        ),
        (
            {"hand": "999", "last": {"cards": "99"}},
            "/last/cards",
            "5 cards 9 (3 in hand, 2 in last); the deck has 4",
        ),
        # each bomb is one of the deck; sixteen threes would not fit the four bits of a packed rank either
        (
            {"hand": "4567", "seat": "landlord", "bottom": "5XD", "history": ["3333", ".", "."] * 4},
            "/history/3",
            "16 cards 3 (4 in history[0], 4 in history[3], 4 in history[6], 4 in history[9]); the deck has 4",
        ),
        (
            {"hand": "34567899TTJJQQKKA", "seat": "landlord_up", "bottom": "XXD", "history": []},
            "/bottom",
            "2 cards X (2 in bottom); the deck has 1",
        ),
        # a farmer cannot hold what the landlord took up
        (
            {"hand": "34567899TTJJQQKKX", "seat": "landlord_up", "bottom": "2XD", "history": []},
            "/bottom",
            "2 cards X (1 in hand, 1 in bottom); the deck has 1",
        ),
    ],
)
def test_too_many_of_a_rank_names_where_they_were_seen(asked: dict[str, Any], pointer: str, detail: str) -> None:
    error = refused(**asked)
    assert (error.code, error.pointer, error.message) == ("too_many_of_rank", pointer, detail)
