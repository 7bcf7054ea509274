"""Cards that other seats have for certain fit into the deck and into their hands, in every game and option."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.views import view_of
from service.http.requests import schemas
from service.http.requests.load import position_text
from service.position.position import Position
from service.position.read import read_position
from service.rules import cards as c
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS
from tests.helpers.client import fault, post
from tests.helpers.reviewed_games import robot_game
from tests.helpers.simulated_table import SimulatedTable

Json = dict[str, Any]

GAMES = int(os.environ.get("CERTAIN_GAMES", "1"))
"""Whole games of each variant; all but the first are long."""

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, GAMES))]


def played_game(client: FlaskClient, variant: str, seed: int) -> Json:
    """Return the body of a whole game of random legal moves under random options."""
    table = SimulatedTable(client, variant, random.Random(f"{variant}/{seed}"), wrong=0, robots=seed % 2 == 0)
    table.play_deal()
    return table.body


def read_line(line: str) -> Position:
    return read_position(position_text(schemas.ANALYZE.load({"position": line})))


def check_certain_cards(position: Position) -> None:
    view = view_of(position)
    for left, hand in zip(view.left, view.held, strict=True):
        assert c.holds(view.unseen, hand), position.line
        assert left is None or c.size(hand) <= left, position.line
    assert c.holds(view.unseen, sum(view.held)), position.line


@pytest.mark.games
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_seat_is_certain_of_more_cards_than_exist(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, variant: str, seed: int
) -> None:
    """Few deals are sampled for beliefs: each of them has the certain cards."""
    monkeypatch.setattr("service.advice.beliefs.WORLDS", 20)
    body = played_game(client, variant, seed)
    for end in range(0, len(body["history"]), 7):
        state = post(client, "/v1/game", body | {"history": body["history"][:end]})
        for line in state["positions"].values():
            check_certain_cards(read_line(line))
            post(client, "/v1/analyze", {"position": line, "want": ["beliefs"], "limits": {"games": 8}})
    seat = next(iter(VARIANTS[variant].seats))
    post(client, "/v1/review", body | {"level": "expert", "limits": {"games": 4}, "seats": [seat]})


@pytest.mark.parametrize("want", [["beliefs"], ["move"]])
def test_a_bottom_card_that_fits_nowhere_else_is_one_card(client: FlaskClient, want: list[str]) -> None:
    """The landlord's two is in the bottom, and no other seat can have it: both passed on an ace and must beat."""
    line = "standard[must=on] landlord_up 33344455566677789 KQ2 A,."
    post(client, "/v1/analyze", {"position": line, "level": "expert", "want": want})


WITHOUT_ROOM = (
    "laizi[wild=92,must=on,reading=first] landlord_up 6TQKK 367 3,4,5,7,T,Q,K,A,2,D,"
    "88889=88888,.,999TT=TTTTT,.,.,3,4,5,7,A,JJJ2=JJJJ,QQ22=QQQQ,.,.,4,5,6,J,X,.,.,3,4,5,6,7,K,.,A,."
)
"""The bottom and the cards that only the landlord can have are more than it has left."""


def test_a_bottom_that_contradicts_a_pass_is_refused(client: FlaskClient) -> None:
    assert fault(client, {"position": WITHOUT_ROOM, "want": ["beliefs"]}) == ("history_inconsistent", "/history/37")


@pytest.mark.games
@pytest.mark.parametrize(
    "variant", [name for name, game in VARIANTS.items() if "must" in game.options and game.bottom_seat]
)
def test_a_wrong_bottom_is_refused_or_fits(client: FlaskClient, variant: str) -> None:
    """Three unseen cards instead of the bottom, at each ply of a game under a must-beat rule."""
    rng, refused = random.Random(variant), 0
    body = robot_game(client, variant, 1, "starter", options={"must": "on"})
    for end in range(len(body["history"])):
        state = post(client, "/v1/game", body | {"history": body["history"][:end]})
        for line in state["positions"].values():
            unseen, parts = c.text(read_line(line).unseen), line.split(" ")
            parts[3] = "".join(rng.sample(unseen, min(3, len(unseen))))
            try:
                check_certain_cards(read_line(" ".join(parts)))
            except RuleError:
                refused += 1
    assert refused
