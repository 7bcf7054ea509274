"""Levels by their share of wins: the measured table, the draw, and rejections."""

from __future__ import annotations

from typing import Any

import pytest

from app import create_app
from lab.arena.match import match_score
from lab.arena.strengths import pooled
from service.advice import mixed_levels
from service.core import engine
from service.rules.auction import Bidding
from service.rules.strength import Strength, strength_at
from service.rules.variants import VARIANTS

HAND = "34567899JJQQKA22D"
TABLE = (
    Strength(0.1, "starter", "starter", 1),
    Strength(0.5, "starter", "club", 1),
    Strength(0.6, "club", "expert", 1),
)


def post(path: str, **body: Any) -> tuple[int, Any]:
    answer = create_app().test_client().post(f"/v1/{path}", json=body)
    return answer.status_code, answer.get_json(force=True)


def test_a_share_is_reached_between_two_measured_ones() -> None:
    assert strength_at(TABLE, 0.2) == (0.2, "starter", "club", 0.25)
    assert strength_at(TABLE, 0.5) == (0.5, "starter", "club", 1)
    assert strength_at(TABLE, 0.55) == (0.55, "club", "expert", 0.5)
    assert strength_at(TABLE, 0.61) is strength_at(TABLE, 0.09) is strength_at((), 0.5) is None


@pytest.mark.parametrize("game", VARIANTS)
def test_shares_rise_from_level_to_level(game: str) -> None:
    table = mixed_levels.strengths_of(engine.rules_for(game))
    assert [one.win for one in table] == sorted(one.win for one in table)
    assert [one.level for one in table[1:]] == [one.other for one in table[:-1]]
    assert all(one.win == 0.5 for one in table if one.other == "club")
    assert table[0].win < 0.35


def test_shares_reach_from_the_starter_to_the_expert() -> None:
    table = mixed_levels.strengths_of(engine.rules_for("standard"))
    assert (table[0].other, table[-1].other) == ("starter", "expert")
    assert table[0].win <= 0.2
    assert table[-1].win > 0.64


def test_without_networks_nobody_is_better_than_club() -> None:
    """Under this option the networks of Paodekuai lose, and Paodekuai for two has none."""
    for rules in (engine.rules_for("paodekuai_two"), engine.rules_for("paodekuai", (("must", "off"),))):
        assert not rules.weights.nets
        assert mixed_levels.strengths_of(rules)[-1].other == "club"


def test_noise_is_pooled() -> None:
    assert pooled([0.1, 0.3, 0.2, 0.4]) == [0.1, 0.25, 0.25, 0.4]


def test_the_seed_decides_which_of_two_levels_moves() -> None:
    drawn = set()
    for seed in range(12):
        status, answer = post("move", hand=HAND, level={"win": 0.35}, seed=seed)
        strength = answer["move"]["strength"]
        assert (status, strength["win"], strength["level"], strength["other"]) == (200, 0.35, "hobbyist", "regular")
        assert answer == post("move", hand=HAND, level={"win": 0.35}, seed=seed)[1]
        own = post("move", hand=HAND, level=answer["move"]["level"], seed=seed)[1]["move"]
        assert own == {name: value for name, value in answer["move"].items() if name != "strength"}
        drawn.add(answer["move"]["level"])
    assert drawn == {"hobbyist", "regular"}
    _, strong = post("analyze", hand=HAND, level={"win": 0.66}, want=["move"], seed=1)
    assert "nets" in strong["engine"]


def test_bids_of_a_share_lie_between_those_of_its_levels() -> None:
    assert mixed_levels.bidding_of(Strength(0.2, "starter", "hobbyist", 0.5)) == pytest.approx(Bidding(0.3))
    assert not mixed_levels.bidding_of(Strength(0.2, "starter", "hobbyist", 0.25)).doubles
    assert mixed_levels.bidding_of(Strength(0.2, "hobbyist", "club", 0.75)) == pytest.approx(Bidding(0.05))


def test_robots_of_an_even_match_overcall_while_they_are_weak() -> None:
    levels = ("starter", {"even": {"won": 0, "played": 0, "at": 0.2}}, {"win": 0.5}, "club")
    assert [post("bid", hand="33344555678TTJK2D", level=level)[1]["recommended"] for level in levels] == [3, 3, 0, 0]


def test_an_even_match_follows_the_deals_of_the_player() -> None:
    began = post("move", hand=HAND, level={"even": {"won": 0, "played": 0, "at": 0.25}})[1]["move"]
    assert began["strength"]["win"] == 0.25
    shares = []
    for won in (0, 3, 5, 7, 10):
        even = {"won": won, "played": 10, "at": 0.4}
        shares.append(post("move", hand=HAND, level={"even": even})[1]["move"]["strength"]["win"])
    assert shares == sorted(set(shares))
    assert shares[2] == 0.4
    same = post("move", hand=HAND, level={"win": shares[1]})[1]
    assert same == post("move", hand=HAND, level={"even": {"won": 3, "played": 10, "at": 0.4}})[1]


def test_a_tiny_share_of_an_even_match_is_the_weakest_level() -> None:
    """The logarithm of its odds is beyond the range of an exponential."""
    status, answer = post("move", hand=HAND, level={"even": {"won": 0, "played": 0, "at": 5e-324}})
    assert (status, answer["move"]["level"]) == (200, "starter")


def test_a_last_play_is_never_missed() -> None:
    least = mixed_levels.strengths_of(engine.rules_for("standard"))[0].win
    for seed in range(20):
        _, answer = post("move", hand="3334", last="", seed=seed, level={"win": least})
        assert answer["move"]["cards"] == "3334"


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"level": {"win": 0.9}}, "/level/win", "field_invalid"),
        ({"level": {"win": -1}}, "/level/win", "field_invalid"),
        ({"level": {"win": "0.4"}}, "/level/win", "field_invalid"),
        ({"level": {"win": True}}, "/level/win", "field_invalid"),
        ({"level": {"share": 0.4}}, "/level", "field_invalid"),
        ({"level": {}}, "/level", "field_invalid"),
        ({"level": [3]}, "/level", "field_invalid"),
        ({"level": {"even": {}}}, "/level/even", "field_invalid"),
        ({"level": {"even": {"won": 2, "played": 1, "at": 0.4}}}, "/level/even/won", "field_invalid"),
        ({"level": {"even": {"won": 0, "played": -1, "at": 0.4}}}, "/level/even/played", "field_invalid"),
        ({"level": {"even": {"won": 0, "played": 1, "at": 1}}}, "/level/even/at", "field_invalid"),
    ],
)
def test_a_wrong_share_is_named(body: dict[str, Any], pointer: str, code: str) -> None:
    status, answer = post("analyze", hand=HAND, **body)
    assert status == 422
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [(pointer, code)]


def test_the_range_is_in_the_message_and_in_the_games() -> None:
    table = mixed_levels.strengths_of(engine.rules_for("laizi"))
    _, answer = post("move", variant="laizi", hand="3345", level={"win": 0.99}, lang="en")
    assert (
        answer["detail"] == f"a share from {table[0].win:g} to {table[-1].win:g} in Dou Dizhu with wild ranks; not 0.99"
    )
    game = create_app().test_client().get("/v1/variants/laizi").get_json()
    assert game["win"] == {"least": table[0].win, "most": table[-1].win}


def test_a_share_is_won_in_matches() -> None:
    """The exact shares are measured by `python -m lab.arena match win=0.3 club`."""
    assert abs(match_score("win=0.3", "club", 300, 5, variant="paodekuai_two").wp - 0.3) < 0.09
