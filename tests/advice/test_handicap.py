"""The handicap 让牌 of Dou Dizhu for two: robs add to it, and the farmer wins with as many cards left."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.auction import DUEL
from tests.helpers.client import post

DEAL = {"hands": {"0": "55567TTTJJKKKAA2D", "1": "666778899QQQJX22A"}, "bottom": "KA2"}


def table(client: FlaskClient, bids: list[str], history: list[str], options: dict[str, str] | None = None) -> Any:
    """Return the referee's answer to a deal."""
    auction = {"bidding": "call_rob", "bids": bids}
    body = {"variant": "standard_two", "options": options or {}, "deal": DEAL, "auction": auction}
    return post(client, "/v1/game", body | ({"history": history} if history else {}))


@pytest.mark.parametrize(
    ("bids", "place", "landlord", "stake"),
    [
        (["call"], 1, 0, 1),
        (["pass", "call"], None, 1, 1),  # who declined to call cannot rob
        (["call", "pass"], None, 0, 1),
        (["call", "rob"], 0, 1, 2),
        (["call", "rob", "rob", "pass"], None, 0, 4),
        (["call", "rob", "rob", "rob"], 0, 1, 8),
        (["call", "rob", "rob", "rob", "rob"], None, 0, 16),  # the last rob ends it
    ],
)
def test_two_seats_rob_in_turn(bids: list[str], place: int | None, landlord: int, stake: int) -> None:
    stage = DUEL.stage(bids)
    assert (stage.place, stage.landlord, stage.stake) == (place, landlord, stake)


def test_two_passes_void_the_deal(client: FlaskClient) -> None:
    answer = table(client, ["pass", "pass"], [])
    assert answer["ended"]
    assert answer["result"]["points"] == {"0": 0, "1": 0}


@pytest.mark.parametrize(
    ("bids", "options", "handicap"),
    [
        (["call", "pass"], {}, 0),
        (["call", "rob", "rob", "pass"], {}, 2),
        (["call", "rob", "rob", "pass"], {"handicap": "1"}, 3),
        (["call", "rob", "rob", "pass"], {"handicap": "1", "rob_gives": "off"}, 1),
    ],
)
def test_each_rob_gives_a_card(client: FlaskClient, bids: list[str], options: dict[str, str], handicap: int) -> None:
    answer = table(client, bids, [], options)
    assert answer["auction"]["handicap"] == handicap
    assert (f"handicap={handicap}" in answer["positions"]["farmer"]) is (handicap > 0)


def test_advice_on_doubling_counts_the_cards_that_robs_give(client: FlaskClient) -> None:
    """Four robs give the farmer four cards: the chances are those of that handicap from the start."""
    request = {"variant": "standard_two", "hand": DEAL["hands"]["1"], "bottom": DEAL["bottom"], "place": 1}
    robbed = request | {"bidding": "call_rob", "bids": ["call", *["rob"] * 4]}
    given = request | {"bidding": "call_rob", "bids": ["call", "pass"], "options": {"handicap": "4"}}
    chances = [post(client, "/v1/bid", body)["chances"]["farmer"] for body in (robbed, given)]
    kept = post(client, "/v1/bid", robbed | {"options": {"rob_gives": "off"}})["chances"]["farmer"]
    assert chances[0] == chances[1] > kept


def test_the_farmer_wins_with_the_given_cards_left(client: FlaskClient) -> None:
    """Two robs give two cards: of 17 the farmer needs to play 15."""
    history = ["5", "6", "", "778899", "", "QQQJ", "", "66", "", "22"]
    ended = table(client, ["call", "rob", "rob", "pass"], history)
    assert ended["result"]["winner"] == "farmers"
    assert ended["left"]["farmer"] == 2
    assert ended["result"]["points"] == {"landlord": -8, "farmer": 8}  # two robs and an anti-spring
    assert not table(client, ["call", "pass"], history)["ended"]


@pytest.mark.parametrize("path", ["/v1/analyze", "/v1/move"])
def test_a_farmer_with_no_more_than_the_handicap_has_won(client: FlaskClient, path: str) -> None:
    body = {"variant": "standard_two", "options": {"handicap": "3"}, "seat": "farmer", "hand": "567"}
    (fault,) = post(client, path, body, 422)["errors"]
    assert (fault["code"], fault["pointer"]) == ("game_over", "/hand")
    (fault,) = post(client, path, body | {"seat": "landlord", "left": {"farmer": 3}}, 422)["errors"]
    assert fault["pointer"] == "/left/farmer"


def test_a_robot_goes_out_with_cards_left(client: FlaskClient) -> None:
    """Of five cards any pair leaves three."""
    body = {
        "variant": "standard_two",
        "options": {"handicap": "3"},
        "seat": "farmer",
        "hand": "5569K",
        "left": {"landlord": 2},
    }
    move = post(client, "/v1/move", body)["move"]
    assert move["cards"] == "55"
    assert [reason["code"] for reason in move["why"]] == ["goes_out", "wins"]


def test_a_solve_counts_the_handicap(client: FlaskClient) -> None:
    """The landlord leads 5 and is beaten; the farmer goes out with the first play."""
    body = {"variant": "standard_two", "hands": {"landlord": "59", "farmer": "678"}}
    assert post(client, "/v1/solve", body)["winner"] == "landlord"
    assert post(client, "/v1/solve", body | {"options": {"handicap": "2"}, "turn": "farmer"})["winner"] == "farmers"
    (fault,) = post(client, "/v1/solve", body | {"options": {"handicap": "3"}}, 422)["errors"]
    assert (fault["code"], fault["pointer"]) == ("game_over", "/hands/farmer")


def test_two_seats_have_no_place_2(client: FlaskClient) -> None:
    body = {"variant": "standard_two", "hand": "55567899TTJQKAA2D", "place": 2, "bids": []}
    (fault,) = post(client, "/v1/bid", body, 422)["errors"]
    assert (fault["code"], fault["pointer"]) == ("bid_invalid", "/place")
