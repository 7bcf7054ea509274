"""A game is one object: every endpoint supports a game of three ranks and two seats that nothing else names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.advice import levels
from service.core import engine, robots
from service.rules import variants
from service.rules.combos import Shape
from service.rules.errors import Bilingual
from service.rules.variant import Option, Options, RuleSet, Variant
from tests.helpers.client import fault, post
from tests.helpers.signed_lines import line_sources

LEVELS = tuple(levels.LEVELS)


def toy_of(*seats: str) -> Variant:
    """Return a game of solos and pairs between two seats: twelve cards, five or six for each seat."""

    def setup(options: Options) -> RuleSet:
        sizes = dict.fromkeys(seats, int(options["cards"]))
        shapes = (Shape("solo", "单张", 1, ranks="345"), Shape("pair", "对子", 2, ranks="345"))
        three = {"any": "", "three": "3s"}[options["lead"]]
        deck = dict.fromkeys("345", 4)
        return RuleSet(deck, sizes, run="", power="345", shapes=shapes, first_shows=three, first_holds=three)

    return Variant(
        id="toy",
        name="Toy",
        zh="玩具",
        seats=seats,
        allies=tuple(frozenset({seat}) for seat in seats),
        setup=setup,
        free_lead=("lead", "any"),
        options=MappingProxyType(
            {
                "cards": Option(("5", "6"), Bilingual("cards of each seat", "每家张数"), Bilingual("cards", "张数")),
                "lead": Option(
                    ("any", "three"),
                    Bilingual("the first lead contains the three of spades", "首出必须带黑桃3"),
                    Bilingual("first lead", "首出"),
                    {"any": Bilingual("any", "不限"), "three": Bilingual("three of spades", "黑桃3")},
                ),
            }
        ),
    )


@pytest.fixture(params=[("0", "1"), ("dealer", "other")], ids=["numbered", "named"])
def toy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Variant]:
    """Register the game during a test."""
    game = toy_of(*request.param)
    for kept in (engine.rules_for, engine.rules_for.__wrapped__):
        kept.cache_clear()
    monkeypatch.setitem(variants.GAMES, game.id, game)
    yield game
    for kept in (engine.rules_for, engine.rules_for.__wrapped__):
        kept.cache_clear()


@pytest.fixture
def client(app: Flask, toy: Variant) -> FlaskClient:
    """Return a client with empty caches."""
    return app.test_client()


def seat_value(toy: Variant, seat: str) -> Any:
    return int(seat) if toy.numbered else seat


def test_it_is_described(client: FlaskClient, toy: Variant) -> None:
    listed = client.get("/v1/variants").get_json()["variants"]
    description = client.get("/v1/variants/toy").get_json()
    assert listed[-1] == description
    assert description["seats"] == [seat_value(toy, seat) for seat in toy.seats]
    assert (description["deck"], description["bottom"], description["nets"]) == ({"3": 4, "4": 4, "5": 4}, 0, None)
    assert [shape["id"] for shape in description["shapes"]] == ["solo", "pair"]
    assert [level["id"] for level in description["levels"]] == list(LEVELS)


def test_it_is_analysed(client: FlaskClient, toy: Variant) -> None:
    """33445 has five plays: three solos and two pairs; nothing unseen beats a five."""
    request = {"variant": "toy", "hand": "33445", "history": []}
    answer = post(client, "/v1/analyze", request | {"want": ["power", "split", "hints", "move", "unseen", "beliefs"]})
    assert sorted(hint["cards"] for hint in answer["hints"]) == ["3", "33", "4", "44", "5"]
    assert sorted(combo["cards"] for combo in answer["split"]["combos"]) == ["33", "44", "5"]
    assert answer["power"]["controls"] == ["5"]
    assert answer["turn"] == {"seat": seat_value(toy, toy.seats[0]), "leads": True, "to_beat": None}
    assert client.get("/v1/analyze?variant=toy&hand=33445&last=4").get_json()["hints"][0]["cards"] == "5"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves(client: FlaskClient, level: str) -> None:
    led = post(client, "/v1/move", {"variant": "toy", "hand": "33445", "history": [], "level": level})
    assert led["move"]["cards"] in ("3", "33", "4", "44", "5")
    answered = post(client, "/v1/move", {"variant": "toy", "hand": "33445", "last": "44", "level": level})
    assert answered["move"]["pass"]


def test_cards_are_checked(client: FlaskClient) -> None:
    table = {"variant": "toy", "last": "44"}
    assert post(client, "/v1/check", table | {"cards": "55"})["playable"]
    assert post(client, "/v1/check", table | {"cards": "33"})["reasons"][0]["code"] == "does_not_beat"
    assert post(client, "/v1/check", table | {"cards": "555"})["reasons"][0]["code"] == "not_a_play"


@pytest.mark.parametrize("profile", ["plain", "strong", "strong_bombs", "strong_trios", "weak"])
def test_it_is_dealt(client: FlaskClient, toy: Variant, profile: str) -> None:
    for seed in range(8):
        answer = post(client, "/v1/deal", {"variant": "toy", "seed": seed, "profile": profile})
        assert [len(hand) for hand in answer["hands"].values()] == [5, 5]
        assert all(answer["hands"][seat] for seat in toy.seats)
        if profile != "plain":
            assert all(number > 0 for number in answer["composition"].values())


def test_it_has_no_chain_to_practise(client: FlaskClient) -> None:
    request = {"variant": "toy", "seed": 1}
    assert fault(client, request | {"profile": "strong_chain"}, "/v1/deal")[0] == "deal_impossible"
    assert fault(client, request | {"composition": {"rocket": 1}}, "/v1/deal")[0] == "deal_impossible"
    answer = post(client, "/v1/deal", request | {"composition": {"pair": 2}})
    assert len(next(iter(answer["hands"].values()))) == 5


def test_a_card_says_who_leads(client: FlaskClient, toy: Variant) -> None:
    common = {"variant": "toy", "options": {"lead": "three", "cards": "6"}}
    for seed in range(4):
        assert "3s" in post(client, "/v1/deal", common | {"seed": seed})["hands"][toy.seats[0]]
    led = common | {"hand": "333455", "seat": seat_value(toy, toy.seats[1]), "history": ["4"]}
    assert fault(client, led) == ("must_show", "/history/0")
    assert "options.lead to any" in post(client, "/v1/analyze", led, 422)["detail"]


def test_it_has_neither_auction_nor_tribute(client: FlaskClient) -> None:
    assert fault(client, {"variant": "toy", "hand": "33445"}, "/v1/bid") == ("variant_unknown", "/variant")
    request = {"variant": "toy", "hand": "33445", "role": "give"}
    assert fault(client, request, "/v1/tribute") == ("variant_unknown", "/variant")


def test_a_batch_takes_it(client: FlaskClient) -> None:
    body = {"variant": "toy", "hand": "33445"}
    items = [{"op": op, "body": body | more} for op, more in [("analyze", {}), ("move", {}), ("check", {"cards": "3"})]]
    results = post(client, "/v1/batch", {"items": [*items, {"op": "bid", "body": body}]})["items"]
    assert [item["status"] for item in results] == [200, 200, 200, 422]


def play_out(client: FlaskClient, toy: Variant, pair: Sequence[str], seed: int) -> list[str]:
    """Play a deal through the API to its end; return the seat that went out, and the plays."""
    common = {"variant": "toy", "options": {"cards": str(5 + seed % 2)}}
    hands = post(client, "/v1/deal", common | {"seed": seed})["hands"]
    history: list[str] = []
    for turn in range(60):
        seat = toy.seats[turn % 2]
        body = common | {
            "seat": seat_value(toy, seat),
            "hand": hands[seat],
            "history": history,
            "level": pair[turn % 2],
        }
        move = post(client, "/v1/move", body | {"limits": {"games": 8}})["move"]
        history.append(move.get("cards") or "")
        for card in history[-1]:
            hands[seat] = hands[seat].replace(card, "", 1)
        if not hands[seat]:
            after = common | {"seat": seat_value(toy, toy.seats[turn % 2 - 1]), "hand": "3", "history": history}
            assert fault(client, after)[0] == "game_over"
            return [seat, *history]
    raise AssertionError(history)


def test_whole_games_are_played(client: FlaskClient, toy: Variant) -> None:
    """Each level plays against the next one to the end; repeated requests give the same game."""
    for seed, level in enumerate(LEVELS):
        pair = level, LEVELS[seed - 1]
        assert play_out(client, toy, pair, seed) == play_out(client, toy, pair, seed)


def test_the_core_plays_it(toy: Variant) -> None:
    rules = engine.rules_for("toy")
    policies = [levels.policy_of("expert", 8), levels.policy_of("club")]
    for result in robots.games(rules, policies, [robots.deal(rules, seed) for seed in range(5)], range(5)):
        assert sorted(result.places) == [0, 1]


def faults_of_ours(client: FlaskClient) -> list[str]:
    """Return the signed lines with an answer 500."""
    sources = {name: answers for name, answers in line_sources(client).items() if name.startswith("toy.")}
    assert sources
    return [name for name, answers in sources.items() if any(answer.data.startswith(b"5") for answer in answers())]


def test_nothing_that_the_guard_asks_is_a_fault_of_ours(client: FlaskClient) -> None:
    assert not faults_of_ours(client)


def test_suits_may_matter(client: FlaskClient, toy: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only suits of ranks in the deck are unseen."""
    suited = replace(toy, setup=lambda options: replace(toy.setup(options), suited=True))
    monkeypatch.setitem(variants.GAMES, toy.id, suited)
    assert not faults_of_ours(client)
