"""Whole deals with auctions: points that cancel, payments as the referee computes them, and manners of bidding."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from lab.arena.__main__ import main
from lab.arena.auctions import auction_text, play_auctions, play_deal, side_named
from lab.arena.learn_bids import dealt_hands
from lab.arena.match import Match
from service.advice import levels
from service.advice.bid import advised_word, auction_results, best_of
from service.core import engine
from service.rules import cards as c
from service.rules.auction import DOUBLE, PASS
from tests.helpers.client import post


@pytest.mark.parametrize(
    ("variant", "bidding"), [("standard", "points"), ("standard", "call_rob"), ("yuncheng", "call")]
)
def test_equal_players_win_nothing(variant: str, bidding: str) -> None:
    decks = list(play_auctions(Match("club", "club", variant), bidding, 20))
    assert [round(deck.points, 9) for deck in decks] == [0.0] * 20
    assert sum(deck.played for deck in decks) == 20 * 6
    assert all(ours == theirs for deck in decks for ours, theirs in [deck.landlords, deck.won])


def test_sides_are_swapped_on_each_deck() -> None:
    ours = list(play_auctions(Match("club", "starter"), "points", 20))
    theirs = list(play_auctions(Match("starter", "club"), "points", 20))
    assert [deck.points for deck in ours] == [pytest.approx(-deck.points) for deck in theirs]


@pytest.mark.parametrize("bidding", ["points", "call_rob"])
def test_payments_are_those_of_the_referee(client: FlaskClient, bidding: str) -> None:
    """The bids of the deal, made again by the advice over HTTP, and its plays by `/v1/move`."""
    rules, doubled_deals = engine.rules_for("standard"), 0
    form, club = rules.variant.auction(bidding), side_named("club")
    for seed in range(6):
        deal = play_deal(rules, form, [club] * 3, seed)
        hands, bottom = dealt_hands(rules, seed)
        table = {"hands": {str(i): c.text(hand) for i, hand in enumerate(hands)}, "bottom": c.text(bottom)}
        body = {"deal": table, "auction": {"bidding": bidding, "bids": [], "doubled": []}}
        state = post(client, "/v1/game", body)
        while state["auction"]["place"] is not None:
            place = state["auction"]["place"]
            asked = {"bidding": bidding, "bids": body["auction"]["bids"], "hand": table["hands"][str(place)]}
            body["auction"]["bids"].append(post(client, "/v1/bid", asked)["recommended"])
            state = post(client, "/v1/game", body)
        if deal.landlord is None:
            assert state["auction"]["landlord"] is None
            continue
        for place in range(3):
            hand = table["hands"][str(place)] + (table["bottom"] if place == deal.landlord else "")
            asked = {"bidding": bidding, "bids": body["auction"]["bids"], "hand": hand, "bottom": table["bottom"]}
            if post(client, "/v1/bid", asked)["recommended"] == "double":
                body["auction"]["doubled"].append(place)
        doubled_deals += bool(body["auction"]["doubled"])
        state, history = post(client, "/v1/game", body | {"history": []}), list[str]()
        while not state["ended"]:
            line = state["positions"][state["turn"]["seat"]]
            history.append(post(client, "/v1/move", {"position": line, "level": "club"})["move"]["cards"])
            state = post(client, "/v1/game", body | {"history": history})
        points = state["result"]["points"]
        seats = rules.variant.seats
        assert [points[seats[(place - deal.landlord) % 3]] for place in range(3)] == list(deal.points)
    assert doubled_deals


def test_a_beginner_overcalls_and_never_doubles() -> None:
    """Of the same hands, a lower level calls more; `club` and all above bid by the expected points."""
    rules = engine.rules_for("standard")
    form = rules.variant.auction("points")
    calls = dict.fromkeys(levels.LEVELS, 0)
    for seed in range(60):
        hands, _ = dealt_hands(rules, seed)
        best = best_of(auction_results(rules, form.stage([]), hands[0]).words)
        for name, level in levels.LEVELS.items():
            word = advised_word(rules, form, form.stage([]), hands[0], None, level.bidding)
            calls[name] += word != 0
            assert level.bidding.overrates or word == best
    assert calls["starter"] > calls["hobbyist"] > calls["club"]
    assert calls["starter"] < 60
    known, strong, bottom = form.stage([3]), c.pack("4567TTJQKAA222XD9"), c.pack("347")
    assert advised_word(rules, form, known, strong, bottom) == DOUBLE
    assert advised_word(rules, form, known, strong, bottom, levels.LEVELS["starter"].bidding) == PASS


def test_a_manner_leaves_bids_out() -> None:
    decks = list(play_auctions(Match("club", "club:no_bids"), "call_rob", 30))
    assert sum(deck.landlords[0] for deck in decks) > 0
    low, high = (
        sum(deck.stakes for deck in play_auctions(Match(name, name), "points", 30))
        for name in ("club:low_bids", "club:no_doubles")
    )
    assert low < high


def test_the_command_plays_whole_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "club", "club:starter", "--auction", "--decks", "8", "--jobs", "1"]) == 0
    text = capsys.readouterr().out
    assert "club against club:starter, standard" in text
    assert auction_text(list(play_auctions(Match("club", "club:starter"), "", 8))) in text
    assert main(["match", "club", "club", "--auction", "--variant", "guandan"]) == 2
    assert main(["match", "club", "club", "--auction", "--out", "build/x.jsonl"]) == 2
