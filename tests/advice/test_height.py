"""Hints at the height of a player: the kinds of plays that the next level sees, and reasons in plain words."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import levels
from service.core import engine, robots
from service.http.texts.plain_reasons import PLAIN_REASONS
from service.http.texts.reasons import REASONS
from service.review.mistakes import CHECKS
from service.rules import cards as c
from tests.helpers.client import fault, post

KINDS = {
    "pair": {"pair"},
    "trio": {"trio"},
    "solo_chain": {"straight"},
    "pair_chain": {"pair_run"},
    "plane": {"plane"},
    "plane_solo": {"plane", "kicker"},
    "plane_pair": {"plane", "kicker"},
    "trio_solo": {"trio", "kicker"},
    "trio_pair": {"trio", "kicker"},
    "quad_solo": {"trio", "kicker"},
    "quad_pair": {"trio", "kicker"},
}
"""Kinds of the shapes of `standard`."""


def names(rows: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Return cards and shape of each hint."""
    return {(row["cards"], row["shape"]) for row in rows}


def test_the_next_level_is_the_next_step_without_a_search() -> None:
    above = {name: level.id if (level := levels.level_above("standard", name)) else None for name in levels.LEVELS}
    assert above == {
        "starter": "apprentice",
        "apprentice": "hobbyist",
        "hobbyist": "regular",
        "regular": "club",
        "club": "adept",
        "adept": None,
        "hint": None,
        "expert": None,
        "master": None,
    }


@pytest.mark.parametrize("player", ["starter", "apprentice", "hobbyist", "regular", "adept"])
def test_leads_beyond_the_next_level_are_left_out(client: FlaskClient, player: str) -> None:
    above = levels.level_above("standard", player)
    overlooked = above.limits.overlooks if above else frozenset[str]()
    hidden = 0
    for seed in range(20):
        hand = c.text(robots.deal(engine.rules_for("standard"), seed)[1])
        body = {"hand": hand, "want": ["hints", "split"], "top": 0}
        every, shown = post(client, "/v1/analyze", body), post(client, "/v1/analyze", body | {"for": player})
        wanted = {row for row in names(every["hints"]) if not KINDS.get(row[1], set()) & overlooked}
        assert names(shown["hints"]) == wanted
        assert not any(KINDS.get(combo["shape"], set()) & overlooked for combo in shown["split"]["combos"])
        assert shown["legal_count"] == every["legal_count"]
        hidden += len(every["hints"]) - len(wanted)
    assert bool(hidden) == bool(overlooked)


def test_answers_and_the_whole_hand_are_always_listed(client: FlaskClient) -> None:
    """A starter sees a straight that lies on the table, and one that is all it has."""
    answer = post(client, "/v1/analyze", {"hand": "456789TQQ", "last": "34567", "for": "starter"})
    assert ("45678", "solo_chain") in names(answer["hints"])
    assert post(client, "/v1/analyze", {"hand": "345678", "for": "starter"})["hints"][0]["cards"] == "345678"


def test_a_player_who_forgets_is_not_told_what_is_unbeatable(client: FlaskClient) -> None:
    body = {"hand": "33A", "seen": "22225555666677778888DX", "want": ["hints"]}

    def codes(**fields: str) -> set[str]:
        rows = post(client, "/v1/analyze", body | fields)["hints"]
        return {reason["code"] for row in rows for reason in row["why"]}

    assert "control" in codes()
    assert "control" in codes(**{"for": "regular"})  # club counts every card
    assert "control" not in codes(**{"for": "starter"})


def test_the_order_of_a_level_is_filtered_too(client: FlaskClient) -> None:
    body = {"hand": "34567899JJQQKA22D", "order": "robot", "level": "apprentice", "top": 3, "for": "starter"}
    rows = post(client, "/v1/analyze", body)["hints"]
    assert len(rows) == 3
    assert not any(KINDS.get(row["shape"], set()) & {"straight", "pair_run", "plane"} for row in rows)


@pytest.mark.parametrize(("lang", "text"), [("en", "Beats almost everything."), ("zh", "几乎什么都能管。")])
def test_reasons_are_in_plain_words(client: FlaskClient, lang: str, text: str) -> None:
    body = {"hand": "3333456", "want": ["hints", "move"], "lang": lang}
    rows = post(client, "/v1/analyze", body | {"for": "starter"})["hints"]
    assert text in [reason["text"] for row in rows if row["shape"] == "bomb" for reason in row["why"]]
    assert text not in [reason["text"] for row in post(client, "/v1/analyze", body)["hints"] for reason in row["why"]]


def test_every_mistake_and_reason_of_a_move_has_plain_words() -> None:
    assert set(PLAIN_REASONS) <= set(REASONS)
    assert set(CHECKS) | {"rather_pass", "rather_other"} <= set(PLAIN_REASONS)
    assert set(robots.REASONS.values()) - set(PLAIN_REASONS) == {"filtered"}  # it names fields of the request


def test_an_unknown_level_of_a_player_is_rejected(client: FlaskClient) -> None:
    assert fault(client, {"hand": "345", "for": "nobody"}) == ("level_unknown", "/for")
