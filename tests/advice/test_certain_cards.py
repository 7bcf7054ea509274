"""Cards that other seats have for certain fit into the deck and into their hands, in every game and option."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.robot import held_of
from service.http.requests import schemas
from service.http.requests.load import request_position
from service.rules import cards as c
from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.helpers.simulated_table import SimulatedTable

Json = dict[str, Any]

GAMES = int(os.environ.get("CERTAIN_GAMES", "2"))
"""Whole games of each variant."""


def played_game(client: FlaskClient, variant: str, seed: int) -> Json:
    """Return the body of a whole game of random legal moves under random options."""
    table = SimulatedTable(client, variant, random.Random(f"{variant}/{seed}"), wrong=0, robots=seed % 2 == 0)
    table.play_deal()
    return table.body


def check_certain_cards(line: str) -> None:
    position = request_position(schemas.ANALYZE.load({"position": line}))
    seats = position.rules.variant.seats
    first = seats.index(position.seat)
    order = (*seats[first:], *seats[:first])
    held = held_of(position, order)
    unseen = position.unseen
    for seat, hand in zip(order[1:], held[1:], strict=True):
        assert c.holds(unseen, hand), (line, seat)
        assert c.size(hand) <= position.left[seat], (line, seat)
    assert c.holds(unseen, sum(held)), line


@pytest.mark.games
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_seat_is_certain_of_more_cards_than_exist(client: FlaskClient, variant: str) -> None:
    for seed in range(GAMES):
        body = played_game(client, variant, seed)
        for end in range(0, len(body["history"]), 7):
            state = post(client, "/v1/game", body | {"history": body["history"][:end]})
            for line in state["positions"].values():
                check_certain_cards(line)
                post(client, "/v1/analyze", {"position": line, "want": ["beliefs"], "limits": {"games": 8}})
        seat = next(iter(VARIANTS[variant].seats))
        post(client, "/v1/review", body | {"level": "expert", "limits": {"games": 4}, "seats": [seat]})


@pytest.mark.parametrize("want", [["beliefs"], ["move"]])
def test_a_bottom_card_that_fits_nowhere_else_is_one_card(client: FlaskClient, want: list[str]) -> None:
    """The landlord's two is in the bottom, and no other seat can have it: both passed on an ace and must beat."""
    line = "standard[must=on] landlord_up 33344455566677789 KQ2 A,."
    post(client, "/v1/analyze", {"position": line, "level": "expert", "want": want})
