"""Yuncheng without the black threes: the two red ones are a bomb."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

OUT = {"variant": "yuncheng", "options": {"play_rule": "2"}}


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"notation": "yuncheng", "hand": [3, 4]}, "/hand"),
        ({"notation": "yuncheng", "hand": [42]}, "/hand"),
        ({"hand": "3s4"}, "/hand"),
        ({"hand": "4", "last": "3c"}, "/last"),
        ({"seat": "landlord_up", "hand": "4", "bottom": "3s4567"}, "/bottom"),
    ],
)
def test_the_black_threes_that_are_out_are_no_cards(client: FlaskClient, fields: dict[str, Any], pointer: str) -> None:
    assert fault(client, OUT | fields) == ("card_unknown", pointer)
    assert post(client, "/v1/analyze", OUT | {"hand": "334", "last": "A"})["hints"][0]["shape"] == "pair3_bomb"


@pytest.mark.parametrize("notation", ["text", "yuncheng"])
def test_dealt_hands_can_be_analysed(client: FlaskClient, notation: str) -> None:
    for seed in range(8):
        request = OUT | {"notation": notation}
        for hand in post(client, "/v1/deal", request | {"seed": seed})["hands"].values():
            assert post(client, "/v1/analyze", request | {"seat": "landlord_up", "hand": hand, "top": 1})["hints"]
