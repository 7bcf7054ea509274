"""Searches: the sampled worlds, the reported numbers, and the evidence for choices."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import intervals, levels, robot
from service.advice.beliefs import EXPLAINING
from service.advice.views import view_of
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.core.search_result import Tried
from service.position.parse.position_text import PositionText
from service.position.read import read_position
from service.rules import cards
from service.rules.chance_curve import EXACT
from service.rules.variants import VARIANTS
from tests.helpers.client import FOLLOW, fault, post
from tests.oracle.payment import PAYMENTS

LAIZI = {"variant": "laizi", "options": {"wild": "7"}, "left": {"landlord_down": 10, "landlord_up": 10}}


# ---- worlds -----------------------------------------------------------------------------------------------------


def worlds(seed: int, n: int) -> Iterator[tuple[int, ...]]:
    """Yield the first hands that a seed deals to the next seat, as cards by rank."""
    where = read_position(PositionText("34567899JJQQKA22D", seat="landlord_down", bottom="4KX", history=["TT"]))
    view, before = view_of(where), [0.0] * 16
    for number in range(1, n + 1):
        beliefs, _ = robots.beliefs(where.rules, EXPLAINING, view, [], number, seed, policy_trust=0)
        total = [share * number for share in beliefs[1].expected]
        yield tuple(round(a - b) for a, b in zip(total, before, strict=True))
        before = total


@pytest.mark.parametrize("seed", [0, 1, 7, 2**53 - 2])
def test_neighbouring_seeds_share_no_worlds(seed: int) -> None:
    assert len({*worlds(seed, 40), *worlds(seed + 1, 40)}) == 80


def passed_with_one_left(standard: CompiledRules) -> tuple[robots.View, robots.Past]:
    """Return the view of a farmer whose ally has one card left and passed on the landlord's three."""
    three = engine.play(standard, cards.pack("3"), cards.pack("3"), None)
    unseen = cards.pack("3" + "4568TQ" * 2)
    view = robots.View(cards.pack("4455"), three, unseen, (4, 12, 1), (True, False, True), 1, enemies_allied=True)
    return view, [(1, three), (2, None)]


@pytest.mark.parametrize(("most", "sampled"), [(0, 40), (40, 40), (100, 100), (400, 200)])
def test_more_worlds_are_sampled_where_few_explain_the_history(
    most: int, sampled: int, standard: CompiledRules
) -> None:
    """One deal in thirteen agrees with the pass, so forty deals are worth about three, two hundred enough."""
    view, history = passed_with_one_left(standard)
    budget = robots.Budget(games=60, candidates=10, prior_weight=0, worlds=40, most_worlds=most, policy_trust=100)
    policy = robots.Policy("search", numbers=levels.CLUB_NUMBERS, budget=budget)
    search = robots.choose(standard, policy, view, 3, history).search
    assert search is not None
    assert search.worlds == sampled
    assert (search.effective >= 16) == (sampled == 200)


# ---- reported numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("won", "games", "worth"), [(96, 128, 128.0), (8, 128, 1.0), (0, 16, 9.5), (70, 70, 70.0)])
def test_an_interval_ends_where_the_share_would_be_two_deviations_away(won: int, games: int, worth: float) -> None:
    share = intervals.win_share(Tried(None, won, games, worth, 0.0, 0.0, 0.0, 0.0), EXACT)
    assert share is not None
    assert share.low <= share.won <= share.high
    for end in {share.low, share.high} - {0.0, 1.0}:
        assert abs(share.won - end) == pytest.approx(1.96 * math.sqrt(end * (1 - end) / worth))


def test_the_share_of_few_games_is_omitted(client: FlaskClient) -> None:
    for games in (8, 31, 32, 100):
        search = post(client, "/v1/move", FOLLOW | {"level": "expert", "limits": {"games": games}})["move"]["search"]
        for part in (search, *search["candidates"]):
            assert ("won" in part) == (part["games"] >= 16)
        assert [{"low", "high"} <= set(part) for part in search["candidates"]] == [
            "won" in part for part in search["candidates"]
        ]


@pytest.mark.parametrize("level", ["expert", "master"])
def test_with_two_wild_ranks_what_is_called_searched_was_played_on(client: FlaskClient, level: str) -> None:
    body = {"variant": "laizi", "options": {"wild": "37"}, "hand": "33455667899TJQK2A", "level": level}
    move = post(client, "/v1/move", body)["move"]
    assert "searched" in [reason["code"] for reason in move["why"]]
    assert sum(tried["games"] for tried in move["search"]["candidates"]) > 20
    assert move["search"]["worlds"]["drawn"] > 1


@pytest.mark.parametrize(
    "body",
    [
        FOLLOW,
        LAIZI | {"hand": "77A689", "last": {"cards": "KK", "seat": "landlord_up"}},
        {"variant": "guandan", "seat": 0, "hand": "3s3h4s5s6s7s8hJhJsKd2hXD", "left": {"1": 9, "2": 9, "3": 9}},
        {"notation": "yuncheng", "variant": "yuncheng", "hand": [3, 16, 4, 17, 55, 11, 40], "last": [7]},
    ],
)
def test_candidates_are_what_may_be_played_the_choice_first(client: FlaskClient, body: dict[str, Any]) -> None:
    body = body | {"level": "expert", "limits": {"games": 60}, "top": 0}
    answer = post(client, "/v1/analyze", body)
    move, search = answer["move"], answer["move"]["search"]
    tried = [(str(part["cards"]), str(part.get("as"))) for part in search["candidates"]]
    legal = {(str(hint["cards"]), str(hint.get("as"))) for hint in answer["hints"]}
    legal |= {(str([] if "notation" in body else ""), "None")} if answer["passing"]["legal"] else set()
    assert tried[0] == (str(move["cards"]), str(move.get("as")))
    assert len(set(tried)) == len(tried) > 1
    assert set(tried) <= legal
    assert search["games"] == search["candidates"][0]["games"]
    assert 1 <= search["worlds"]["effective"] <= search["worlds"]["drawn"]


def share_before(chance: float) -> float:
    """Return the share of games that a calibrated chance of Dou Dizhu was computed from."""
    curve = VARIANTS["standard"].chances
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if curve.calibrated(middle) >= chance else (middle, high)
    return high


@pytest.mark.parametrize(
    ("level", "games", "trust"), [("expert", 256, 4.0), ("expert", 64, 1.0), ("master", 640, 10.0)]
)
@pytest.mark.parametrize("body", [FOLLOW, {"hand": "3344556789TJQK2"}, {"hand": "345678899TTJJQKA2"}])
def test_ratings_are_what_the_shown_numbers_make(
    client: FlaskClient, body: dict[str, Any], level: str, games: int, trust: float
) -> None:
    """A rating is (games won - trust * turns behind the level's best play) / (games + 1), and orders the candidates.

    Games won are `won` before its calibration.
    A candidate that needs evidence and lacks it is rated no higher than the level's favourite.
    """
    limits = {"games": games, "aim": "win"}
    search = post(client, "/v1/move", body | {"level": level, "limits": limits})["move"]["search"]
    bound = next(part["rating"] for part in search["candidates"] if part["behind"] == 0)
    before: tuple[float, ...] = ()
    assert search["trust"] == trust
    for part in search["candidates"]:
        won = (
            share_before(part["won"]) * part["games"]
            if "won" in part
            else (part["rating"] * (part["games"] + 1)) + trust * part["behind"]
        )
        assert 0 <= part["behind"] <= 5
        rating = (won - trust * part["behind"]) / (part["games"] + 1)
        if part["rating"] not in before and (part["behind"] < 2 or part["rating"] < bound):
            assert abs(won - round(won)) < 0.1  # chances are rounded
            assert part["rating"] == pytest.approx(rating, abs=1e-3)
        else:
            assert part["rating"] <= rating + 1e-3
        before = (part["rating"],)
    keys = [(part["games"], part["rating"]) for part in search["candidates"]]
    assert keys == sorted(keys, reverse=True)


@pytest.mark.parametrize("body", [FOLLOW, {"hand": "3344556789TJQK2"}, LAIZI | {"hand": "77A689JJ"}])
def test_ratings_for_points_are_what_the_shown_numbers_make(client: FlaskClient, body: dict[str, Any]) -> None:
    """A game counts by its points as a share of the stake: the whole of it is a game won, the whole lost none."""
    search = post(client, "/v1/move", body | {"level": "expert", "limits": {"games": 256}})["move"]["search"]
    stake, trust = search["stake"], search["trust"]
    bound = next(part["rating"] for part in search["candidates"] if part["behind"] == 0)
    assert "points" in search
    before: tuple[float, ...] = ()
    for part in search["candidates"]:
        if "points" not in part or part["rating"] in before:
            continue  # given up: rated no higher than its predecessor
        before = (part["rating"],)
        assert list(part).index("points") < list(part).index("won")
        assert part["points"]["low"] <= part["points"]["mean"] <= part["points"]["high"]
        games = (part["points"]["mean"] / stake + 1) / 2 * part["games"]
        rating = (games - trust * part["behind"]) / (part["games"] + 1)
        assert part["rating"] == pytest.approx(rating if part["behind"] < 2 else min(rating, bound), abs=2e-3)
    keys = [(part["games"], part["rating"]) for part in search["candidates"]]
    assert keys == sorted(keys, reverse=True) or "keeps_more" in str(search)


def test_a_play_that_keeps_more_says_so_where_another_is_rated_better(client: FlaskClient) -> None:
    """Three threes win as often with the four as with the five, and the networks prefer to play the five."""
    body = {
        "hand": "33345",
        "left": {"landlord_down": 2, "landlord_up": 2},
        "level": "expert",
        "limits": {"games": 60},
    }
    move = post(client, "/v1/move", body)["move"]
    chosen, other = move["search"]["candidates"][:2]
    assert [reason["code"] for reason in move["why"]] == ["searched", "keeps_more"]
    assert (move["cards"], chosen["cards"], other["cards"]) == ("3334", "3334", "3335")
    assert (chosen["games"], chosen["won"]) == (other["games"], other["won"])
    assert chosen["behind"] > other["behind"]
    assert chosen["rating"] == other["rating"]


@pytest.mark.parametrize("level", [{"win": 0.35}, "expert"])
def test_the_seed_that_is_shown_makes_the_answer_again(client: FlaskClient, level: Any) -> None:
    """Also if the request had no seed; for a level without a search the seed is derived from the position."""
    body = FOLLOW | {"level": "expert", "limits": {"games": 40}}
    answer = post(client, "/v1/move", body)
    seed = answer["move"]["search"]["seed"]
    assert post(client, "/v1/move", body | {"seed": seed}) == answer
    assert post(client, "/v1/move", body | {"seed": 7})["move"]["search"]["seed"] == 7
    body = FOLLOW | {"level": level, "limits": {"games": 40}}
    assert post(client, "/v1/move", body | {"seed": seed}) == post(client, "/v1/move", body)


def test_an_engine_names_the_networks_that_had_a_say(client: FlaskClient) -> None:
    few = {"limits": {"games": 8}}
    expert = post(client, "/v1/move", FOLLOW | few | {"level": "expert"})["engine"]
    assert expert["nets"].startswith("landlord-net-")
    assert "nets" not in post(client, "/v1/move", FOLLOW | {"level": "club"})["engine"]
    assert post(client, "/v1/analyze", FOLLOW | {"want": ["beliefs"]})["engine"] == expert
    assert "nets" not in post(client, "/v1/analyze", FOLLOW | {"level": "expert", "want": ["hints"]})["engine"]
    two = {"variant": "paodekuai_two", "seat": 0, "hand": "3s4h5s", "level": "expert"}
    assert "nets" not in post(client, "/v1/move", two | few)["engine"]


# ---- evidence ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "last"), [("77A", "KK"), ("77K", "QQ")])
@pytest.mark.parametrize("seed", range(3))
def test_what_wins_clearly_more_games_is_played_however_few_there_are(hand: str, last: str, seed: int) -> None:
    """The networks prefer to pass; `master` in laizi has a fifth of the games, and a fifth of the prior weight."""
    last_play = {"cards": last, "seat": "landlord_up"}
    where = read_position(PositionText(hand, last=last_play, **LAIZI))
    move = robot.choose_move(where, "master", seed)
    assert move.search is not None
    assert [tried.combo is None for tried in move.search.candidates] == [False, True]
    chosen, other = (tried.won / tried.games for tried in move.search.candidates)
    assert chosen > other


def test_the_caps_of_games_are_those_of_the_contract(client: FlaskClient) -> None:
    """With two wild ranks half, as stated in `openapi.yaml`."""
    cap = client.get("/v1/variants/laizi").get_json()["limits"]["games"]
    pair = {"variant": "laizi", "options": {"wild": "37"}, "hand": "33", "level": "master"}
    post(client, "/v1/move", pair | {"limits": {"games": cap // 2}})
    assert fault(client, pair | {"limits": {"games": cap // 2 + 1}}, "/v1/move") == ("limit_too_large", "/limits/games")


# ---- aims -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_an_aim_is_taken_where_the_game_pays_points(client: FlaskClient, variant: str) -> None:
    """Zhengshangyou pays nothing: robots play for places, and an aim is rejected."""
    hand = "5s5h6s7s8s9s" if variant == "guandan" else "556789"
    body = {"variant": variant, "hand": hand, "level": "expert"}
    aims = client.get(f"/v1/variants/{variant}").get_json()["aims"]
    for aim in ("points", "win"):
        request = body | {"limits": {"games": 64, "aim": aim}}
        if not aims:
            assert fault(client, request, "/v1/move") == ("field_conflict", "/limits/aim")
        else:
            post(client, "/v1/move", request)
    assert fault(client, body | {"limits": {"aim": "fun"}}, "/v1/move") == ("field_invalid", "/limits/aim")
    assert aims == (["points", "win"] if variant in PAYMENTS else [])


def test_places_decide_where_nothing_is_paid(client: FlaskClient) -> None:
    body = {"variant": "zhengshangyou", "hand": "334567799JJQKA2", "left": {"1": 9, "2": 9}, "level": "expert"}
    search = post(client, "/v1/move", body)["move"]["search"]
    assert "points" not in search
    assert 1 <= search["place"]["low"] <= search["place"]["mean"] <= search["place"]["high"] <= 3


def test_under_win_the_share_stands_first(client: FlaskClient) -> None:
    body = FOLLOW | {"level": "expert", "limits": {"games": 256, "aim": "win"}}
    search = post(client, "/v1/move", body)["move"]["search"]
    assert search["aim"] == "win"
    for part in search["candidates"]:
        if "won" in part:
            assert list(part).index("won") < list(part).index("points")


FOUR_ACES = {
    "hand": "AAAA22", "left": {"landlord_down": 1, "landlord_up": 1},
    "seen": "3333444455556666777788889999TTTTJJJJQQQQKKK2D",
}  # fmt: skip


@pytest.mark.parametrize("level", ["club", "expert", "master"])
def test_a_sure_win_takes_the_line_that_pays_most(client: FlaskClient, level: str) -> None:
    """Four aces and two twos against enemies with one card each: playing the bomb first doubles the points."""
    move = post(client, "/v1/move", FOUR_ACES | {"level": level})["move"]
    assert (move["cards"], move["why"][0]["code"]) == ("AAAA", "sure_win")
    won = post(client, "/v1/move", FOUR_ACES | {"level": level, "limits": {"aim": "win"}})["move"]
    assert (won["cards"], won["why"][0]["code"]) == ("AAAA22", "finish")


def test_a_bomb_that_might_be_beaten_does_not_wait_for_a_finish(client: FlaskClient) -> None:
    """Both jokers are unseen, so an enemy may have the rocket; the hand can be played out now."""
    body = FOUR_ACES | {
        "seen": FOUR_ACES["seen"].removesuffix("2D") + "2",
        "left": {"landlord_down": 2, "landlord_up": 1},
    }
    for level in ("club", "expert", "master"):
        assert post(client, "/v1/move", body | {"level": level})["move"]["cards"] == "AAAA22"
