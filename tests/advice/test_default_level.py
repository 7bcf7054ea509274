"""The level that advises unless a request names one, and levels by number."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import levels
from tests.helpers.client import post

HAND = {"seat": "landlord_down", "hand": "34567899JJQQKA22D", "last": "TT", "last_seat": "landlord"}


@pytest.mark.parametrize(
    ("body", "level"),
    [
        (HAND, "adept"),
        ({"variant": "laizi", "options": {"wild": "7"}, "hand": "3345"}, "adept"),
        ({"variant": "paodekuai", "hand": "3345"}, "adept"),
        ({"variant": "paodekuai", "hand": "3345", "options": {"must": "off"}}, "club"),  # networks not in force
        ({"variant": "standard_four", "hand": "3345"}, "club"),  # no networks
    ],
)
def test_the_default_level_is_the_best_without_a_search(client: FlaskClient, body: dict[str, Any], level: str) -> None:
    assert post(client, "/v1/move", body)["move"] == post(client, "/v1/move", body | {"level": level})["move"]
    assert post(client, "/v1/move", body)["move"]["level"] == level
    for order in ("rest", "robot"):
        answer = post(client, "/v1/analyze", body | {"order": order})
        assert answer["move"]["level"] == level
        assert answer["hints"] == post(client, "/v1/analyze", body | {"order": order, "level": level})["hints"]


def test_a_bid_keeps_its_default_level(client: FlaskClient) -> None:
    body = {"hand": "3344556789TJQKA2X", "bids": [1]}
    assert post(client, "/v1/bid", body) == post(client, "/v1/bid", body | {"level": "club"})


@pytest.mark.parametrize("number", range(1, 8))
def test_a_level_may_be_its_number(client: FlaskClient, number: int) -> None:
    name = next(level.id for level in levels.LEVELS.values() if level.step == number)
    named = post(client, "/v1/move", HAND | {"level": name})
    for given in (number, str(number), float(number)):
        assert post(client, "/v1/move", HAND | {"level": given}) == named
    query = HAND | {"want": "move", "level": number}
    assert client.get("/v1/analyze", query_string=query).get_json()["move"] == named["move"]
    bid = {"hand": "3344556789TJQKA2X"}
    assert post(client, "/v1/bid", bid | {"level": number}) == post(client, "/v1/bid", bid | {"level": name})


@pytest.mark.parametrize("number", [0, 8, -1, 3.5, True, "8"])
def test_another_number_is_no_level(client: FlaskClient, number: object) -> None:
    answer = client.post("/v1/move", json=HAND | {"level": number})
    assert answer.status_code == 422
    assert answer.get_json()["errors"][0]["pointer"] == "/level"
