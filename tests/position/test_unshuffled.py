"""Deals without a shuffle 不洗牌."""

from __future__ import annotations

from collections import Counter

import pytest
from flask.testing import FlaskClient

from service.advice.practice import deck_of
from service.core import engine
from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.helpers.positions import pieces

GAMES = [variant.id for variant in VARIANTS.values() if variant.bottom_seat]


@pytest.mark.parametrize("variant", GAMES)
def test_the_whole_deck_is_dealt_in_blocks(client: FlaskClient, variant: str) -> None:
    body = {"variant": variant, "seed": 5}
    plain, dealt = (post(client, "/v1/deal", body | more) for more in ({}, {"shuffle": "none"}))
    rules = engine.rules_for(variant)
    cards = Counter(card[0] for hand in [*dealt["hands"].values(), dealt["bottom"]] for card in pieces(hand, "text"))
    assert not cards - Counter(card[0] for card in deck_of(rules.setup))
    assert cards.total() == sum(rules.dealt)
    assert (dealt["fair"], dealt["why"][0]["code"]) == (False, "unshuffled_deal")
    assert dealt["hands"] != plain["hands"]
    assert dealt == post(client, "/v1/deal", body | {"shuffle": "none"})


def test_bombs_are_frequent(client: FlaskClient) -> None:
    """Of 50 deals a fair shuffle has 15 bombs, with a standard deviation of 4."""
    bombs = 0
    for seed in range(50):
        dealt = post(client, "/v1/deal", {"seed": seed, "shuffle": "none"})
        bombs += sum(n == 4 for hand in dealt["hands"].values() for n in Counter(hand).values())
    assert bombs > 75


@pytest.mark.parametrize("more", [{"variant": "guandan"}, {"profile": "strong"}])
def test_only_plain_deals_with_a_landlord_come_unshuffled(client: FlaskClient, more: dict[str, str]) -> None:
    (fault,) = post(client, "/v1/deal", {"seed": 1, "shuffle": "none"} | more, 422)["errors"]
    assert (fault["code"], fault["pointer"]) == ("field_conflict", "/shuffle")
