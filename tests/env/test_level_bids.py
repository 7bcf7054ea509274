"""Levels bid in environments as `POST /v1/bid` advises the same hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from paili.env import TableBatch, batched
from paili.env.auctions import BIDS
from service.core import engine
from service.rules import cards as c
from service.rules.auction import SEATS, Auction, Word
from service.rules.variants import VARIANTS, with_auction
from tests.helpers.client import post

np = pytest.importorskip("numpy", reason="the dependency group dev")

TABLES = 24

FORMS = [
    *[(game, {}, form) for game in with_auction() for form in VARIANTS[game].auctions],
    ("laizi", {"wild": "A"}, VARIANTS["laizi"].auction("call_rob")),
]


def first_bids(env: TableBatch) -> list[list[int]]:
    """Return the ids of the bids in each table's first deal until the caller plays.

    The caller makes its lowest bids.
    """
    seen: list[list[int]] = [[] for _ in range(TABLES)]
    open_tables = np.ones(TABLES, bool)
    while open_tables.any():
        for i in np.flatnonzero(open_tables):
            seen[i] = [number for number in env.observations[i]["bids"].tolist() if number]
        plays = env.ids[env.starts] > max(BIDS.values())
        env.step(np.zeros(TABLES, np.int32))
        open_tables &= ~plays & (env.over == 0)
    return seen


def turns_of(form: Auction, numbers: list[int]) -> Iterator[tuple[list[Word], int, Word]]:
    """Yield the bids before each turn, the place that bids, and its bid."""
    bids: list[Word] = []
    doubled = 0
    for number in numbers:
        stage = form.stage(bids)
        landlord = stage.landlord or 0
        place = stage.place if stage.place is not None else (landlord + doubled) % form.seats
        word = next(word for word in stage.words if BIDS[word] == number)
        yield list(bids), place, word
        if stage.place is None:
            doubled += 1
        else:
            bids.append(word)


def question(form: Auction, bids: list[Word], place: int, hands: list[int], bottom: int) -> dict[str, Any]:
    stage = form.stage(bids)
    hand = hands[place] + (bottom if stage.known and place == stage.landlord else 0)
    shown = {"bottom": c.text(bottom)} if stage.known else {}
    return {"bidding": form.id, "bids": bids, "place": place, "hand": c.text(hand), **shown}


@pytest.mark.parametrize("caller", range(SEATS))
@pytest.mark.parametrize(("game", "options", "form"), FORMS, ids=lambda value: getattr(value, "id", str(value)))
def test_levels_bid_as_advised(
    client: FlaskClient, game: str, options: dict[str, str], form: Auction, caller: int
) -> None:
    if caller >= form.seats:
        return
    settings: dict[str, Any] = {"seed": 11, "options": options, "auction": form.id}
    open_env = batched(game, TABLES, **settings)
    hands = [[c.from_counts(hand.tolist()) for hand in table] for table in open_env.hands()]
    bottoms = [c.from_counts(seen["unseen"].tolist()) for seen in open_env.observations]
    levels = {place: "club" for place in range(form.seats) if place != caller}
    undealt = engine.rules_for(game, tuple(options.items())).undealt
    words = set[Word]()
    for i, numbers in enumerate(first_bids(batched(game, TABLES, levels=levels, **settings))):
        mover = int(open_env.movers[i])
        bottom = bottoms[i] - sum(hand for place, hand in enumerate(hands[i]) if place != mover)
        for bids, place, word in turns_of(form, numbers):
            if place == caller or (form.stage(bids).known and undealt):
                continue  # the bottom is not among the hands
            turn = question(form, bids, place, hands[i], bottom)
            advice = post(client, "/v1/bid", {"variant": game, "options": options, **turn})
            assert advice["recommended"] == word, turn
            words.add(word)
    assert len(words) > 1 or form.seats == 2  # before one farmer every hand wants to be the landlord
