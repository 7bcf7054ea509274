"""Levels by their share of wins: the measured table, the draw, and rejections."""

from __future__ import annotations

from typing import Any

import pytest

from app import create_app
from arena.match import match_score
from arena.strengths import above_even, pooled
from service.advice import robot
from service.core import engine
from service.rules.strength import Strength, strength_at
from service.rules.variants import VARIANTS

HAND = "34567899JJQQKA22D"
TABLE = (Strength(0.1, "club", 4), Strength(0.5, "club", 0), Strength(0.5, "expert", 1), Strength(0.6, "expert", 0))


def post(path: str, **body: Any) -> tuple[int, Any]:
    answer = create_app().test_client().post(f"/v1/{path}", json=body)
    return answer.status_code, answer.get_json(force=True)


def test_a_share_is_reached_between_two_measured_ones() -> None:
    assert strength_at(TABLE, 0.2) == (0.2, "club", 3)
    assert strength_at(TABLE, 0.5) == (0.5, "club", 0)
    assert strength_at(TABLE, 0.55) == (0.55, "expert", 0.5)
    assert strength_at(TABLE, 0.61) is strength_at(TABLE, 0.09) is strength_at((), 0.5) is None


@pytest.mark.parametrize("game", VARIANTS)
def test_shares_rise_as_temperatures_fall(game: str) -> None:
    table = robot.strengths_of(engine.rules_for(game))
    assert Strength(0.5, "club", 0) in table
    assert list(table) == sorted(table, key=lambda one: (one.level != "club", -one.temperature))
    assert [one.win for one in table] == sorted(one.win for one in table)
    assert table[0].win < 0.3


def test_without_networks_nobody_is_better_than_club() -> None:
    """Under this option the networks of Paodekuai lose, and Paodekuai for two has none."""
    plain = engine.rules_for("paodekuai")
    name, value = next(iter(sorted(plain.variant.nets.not_under)), ("", "")) if plain.variant.nets else ("", "")
    for rules in (
        engine.rules_for("paodekuai_two"),
        *([engine.rules_for("paodekuai", ((name, value),))] if name else []),
    ):
        assert not rules.weights.nets
        assert robot.strengths_of(rules)[-1] == (0.5, "club", 0)


def test_noise_is_pooled_and_networks_begin_at_an_even_share() -> None:
    assert pooled([0.1, 0.3, 0.2, 0.4]) == [0.1, 0.25, 0.25, 0.4]
    rows = [Strength(0.4, "expert", 2), Strength(0.6, "expert", 1), Strength(0.65, "expert", 0)]
    assert above_even(rows) == [Strength(0.5, "expert", 1.5), *rows[1:]]
    assert above_even(rows[:1]) == []


def test_the_seed_decides_and_the_answer_has_the_draw() -> None:
    cards = set()
    for seed in range(12):
        status, answer = post("move", hand=HAND, level={"win": 0.2}, seed=seed)
        assert (status, answer["move"]["level"], answer["move"]["strength"]["win"]) == (200, "club", 0.2)
        assert answer == post("move", hand=HAND, level={"win": 0.2}, seed=seed)[1]
        assert answer["move"]["strength"]["temperature"] > 0
        cards.add(answer["move"]["cards"])
    assert len(cards) > 2
    _, strong = post("analyze", hand=HAND, level={"win": 0.58}, want=["move"])
    assert strong["move"]["level"] == "expert"
    assert "search" not in strong["move"]
    assert "nets" in strong["engine"]


def test_a_last_play_is_never_missed() -> None:
    least = robot.strengths_of(engine.rules_for("standard"))[0].win
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
        ({"level": 3}, "/level", "field_invalid"),
        ({"level": {"win": 0.4}, "limits": {"games": 9}}, "/limits/games", "field_conflict"),
        ({"level": {"win": 0.4}, "order": "robot"}, "/order", "field_conflict"),
    ],
)
def test_a_wrong_share_is_named(body: dict[str, Any], pointer: str, code: str) -> None:
    status, answer = post("analyze", hand=HAND, **body)
    assert status == 422
    assert [(error["pointer"], error["code"]) for error in answer["errors"]] == [(pointer, code)]


def test_the_range_is_in_the_message_and_in_the_games() -> None:
    table = robot.strengths_of(engine.rules_for("laizi"))
    _, answer = post("move", variant="laizi", hand="3345", level={"win": 0.99}, lang="en")
    assert answer["detail"] == f"a share from {table[0].win:g} to {table[-1].win:g} in laizi; not 0.99"
    game = create_app().test_client().get("/v1/variants/laizi").get_json()
    assert game["win"] == {"least": table[0].win, "most": table[-1].win}


def test_a_share_is_won_in_matches() -> None:
    """The exact shares are measured by `python -m arena match win=0.3 club`."""
    assert abs(match_score("win=0.3", "club", 300, 5, variant="paodekuai_two").wp - 0.3) < 0.09
