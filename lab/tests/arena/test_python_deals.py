"""Deals played in Python: the same games as in the core, every play checked, with remote services."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import orjson
import pytest
from flask import Flask

from lab.arena import python_deals
from lab.arena.errors import ArenaError
from lab.arena.match import deal_hands, is_fast, play_deck, rules_with
from lab.arena.opponent import Opponent
from lab.arena.opponents import RandomOpponent, RemoteOpponent, find_opponent, known
from lab.former_levels import FORMER
from service.advice import levels
from service.advice.deal_result import DealResult
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.position.position import Position
from service.rules.cards import Cards, holds, pack, size
from service.rules.combos import Combo
from service.rules.payment import DealPayment
from service.rules.variants import VARIANTS
from tests.helpers.served import served

CLUB, CASUAL, NOVICE = map(find_opponent, ("club", "casual", "novice"))
RANDOM = RandomOpponent()


class Wrong(Opponent):
    """Plays a given combo, legal or not."""

    name, version = "wrong", "1"

    def __init__(self, combo: Combo | None) -> None:
        self.combo = combo

    def move(self, position: Position, seed: int) -> Combo | None:
        return self.combo


def core_game(rules: CompiledRules, seated: Sequence[Opponent], seed: int) -> robots.Result:
    """Play a deal in the core."""
    hands = deal_hands(rules, seed)
    policies = [policy for player in seated if (policy := player.policy_under(rules))]
    return robots.game(rules, policies, [hand.hand for hand in hands], seed, [hand.suits for hand in hands])


@pytest.mark.parametrize(
    "variant",
    [
        *VARIANTS,
        "standard[attach=rlcard]",
        "standard[bomb_cap=2,spring_factor=3]",
        "standard[spring=off,anti_spring=off]",
        "contest[scoring=linear]",
        "contest[scoring=team]",
        "yuncheng[anti_spring=partner_none,bomb_max=3]",
        "paodekuai[deck=48r,first3=off]",
        "paodekuai[bomb_beaten_counts=off,bomb_points=5]",
        "paodekuai[loser_bombs=off,one_left=on]",
        "paodekuai_two[anti_shut=on,bomb_points=0]",
    ],
)
def test_the_core_plays_the_same_games(variant: str) -> None:
    """The points agree too; the table takes them from the game's settlement, the core from `RuleSet.payment`."""
    rules = rules_with(variant, [])
    seats = len(rules.variant.seats)
    for seed in range(12):
        for pair in ((CLUB, NOVICE), (RANDOM, CLUB)):
            seated = [pair[seat % 2] for seat in range(seats)]
            assert python_deals.play_hands(rules, seated, deal_hands(rules, seed), seed) == core_game(
                rules, seated, seed
            )


@pytest.mark.parametrize("by_place", [(1, -1), (3, -2)])
def test_two_seats_without_points_are_paid_by_place(by_place: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of one seat would not be a whole number, so the core pays by place."""
    rules = engine.rules_for("paodekuai_two")
    monkeypatch.setattr(rules, "setup", replace(rules.setup, payment=DealPayment(by_place=by_place)))
    replay = python_deals.Replay(rules)
    monkeypatch.setattr(replay, "out", [replay.seats[1]])
    monkeypatch.setattr(python_deals, "result_of", lambda *_: DealResult(1, (replay.seats[1],), None))
    assert python_deals.points_of(replay) == by_place[::-1]


def test_a_seat_with_the_flower_alone_is_skipped() -> None:
    """After the landlord's twos it cannot lead, and its enemies have no flower.

    `club` would not do here: these hands are no deal, so the table and the core differ about the unseen cards.
    """
    rules = engine.rules_for("yuncheng")
    hands = [pack("222W"), pack("33"), pack("44")]
    result = python_deals.play_hands(rules, [CASUAL] * 3, [Cards(hand) for hand in hands], 1)
    assert result == robots.game(rules, [CASUAL.policy] * 3, hands, 1)
    assert (result.winner, result.plays, result.moves) == (1, (1, 1, 0), 5)


def test_the_bottom_is_three_cards_of_the_landlord(standard: CompiledRules) -> None:
    hands = robots.deal(standard, 9)
    bottom = python_deals.bottom_of(standard, hands, 9)
    assert size(bottom) == 3
    assert size(hands[0] - bottom) == 17
    assert python_deals.bottom_of(engine.rules_for("zhengshangyou"), hands, 9) == 0


def test_illegal_plays_end_the_match(standard: CompiledRules) -> None:
    hands = deal_hands(standard, 1)
    foreign = engine.legal(standard, hands[1].hand & ~hands[0].hand or hands[1].hand)[-1]
    for wrong in (Wrong(None), Wrong(foreign)):
        with pytest.raises(ArenaError, match="wrong plays"):
            python_deals.play_hands(standard, [wrong, CLUB, CLUB], hands, 1)


# ---- services -------------------------------------------------------------------------------------------------


@contextmanager
def remote_opponent(name: str) -> Iterator[RemoteOpponent]:
    remote = RemoteOpponent(name)
    try:
        yield remote
    finally:
        remote.connection.close()


@pytest.fixture
def service(app: Flask) -> Iterator[str]:
    """Serve the application over HTTP."""

    def answer(path: str, body: bytes) -> tuple[int, bytes]:
        response = app.test_client().post(path, data=body, content_type="application/json")
        return response.status_code, response.get_data()

    with served(answer) as address:
        yield address


def test_a_service_plays_at_the_requested_level(service: str, standard: CompiledRules) -> None:
    named = [remote_opponent(f"{level}@{service}") for level in ("club", "adept")]
    with named[0] as club, named[1] as adept, remote_opponent(service) as default:
        assert not is_fast(club, NOVICE)
        assert "club" in club.version
        for seed in range(3):
            deck = play_deck(standard, CLUB, NOVICE, seed)
            assert play_deck(standard, club, NOVICE, seed) == deck  # club draws nothing at random
            assert play_deck(standard, default, NOVICE, seed) == play_deck(standard, adept, NOVICE, seed)


@pytest.mark.parametrize(
    ("variant", "options"),
    [("laizi", ()), ("paodekuai", ()), ("guandan", ()), ("zhengshangyou", (("first", "heart3"),))],
)
def test_a_service_plays_other_games(service: str, variant: str, options: tuple[tuple[str, str], ...]) -> None:
    """Deals in which the first leader lacks the card that it would have to show are included."""
    rules = engine.rules_for(variant, options)
    seeds = range(4, 9)
    if rules.setup.first_shows:
        assert {holds(robots.deal(rules, seed)[0], pack("3")) for seed in seeds} == {True, False}
    with remote_opponent(f"club@{service}") as club:
        for seed in seeds:
            assert play_deck(rules, club, NOVICE, seed) == play_deck(rules, CLUB, NOVICE, seed)


def test_a_refusal_of_a_service_is_an_arena_error(service: str) -> None:
    with pytest.raises(ArenaError, match="refuses"):
        RemoteOpponent(f"nobody@{service}")


def test_an_unreachable_service_is_an_arena_error() -> None:
    with served(lambda *_: (200, b"")) as address:
        pass
    with pytest.raises(ArenaError, match="does not answer"):
        RemoteOpponent(address)
    with pytest.raises(ArenaError, match="starts with"):
        RemoteOpponent("127.0.0.1:8000")


def test_a_foreign_service_is_an_arena_error() -> None:
    with served(lambda *_: (200, b"{}")) as address, pytest.raises(ArenaError, match="no service of ours"):
        RemoteOpponent(address)


@pytest.mark.parametrize("cards", ["33", "4", "?"])
def test_an_illegal_play_of_a_service_is_an_arena_error(cards: str, standard: CompiledRules) -> None:
    answer = orjson.dumps(
        {"engine": {"version": "1", "weights": "w"}, "move": {"level": "x", "pass": False, "cards": cards}}
    )
    with served(lambda *_: (200, answer)) as address, remote_opponent(address) as remote:
        position = python_deals.position_at(python_deals.Replay(standard), Cards(1), 0)
        with pytest.raises(ArenaError, match="breaks a rule"):
            remote.move(position, 1)


def test_without_rlcard_the_others_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    find_opponent.cache_clear()
    monkeypatch.setitem(sys.modules, "rlcard.models.doudizhu_rule_models", None)
    assert known() == ["random", *FORMER, *levels.LEVELS]
    with pytest.raises(ArenaError, match=r"make \.venv/arena\.stamp"):
        find_opponent("rlcard")
