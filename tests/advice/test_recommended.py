"""Which hint is the move, and why: reasons of the move first, in words; no score that invites a wrong comparison."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import post
from tests.helpers.positions import sample_positions

FACTS = {"empties_hand", "keeps_split", "breaks_split", "bomb_as_quad", "cheapest", "sheds_most", "bomb", "control"}
"""Codes of facts about a hint."""


def codes(row: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in row["why"]]


TABLES = [
    {"hand": "7789TTJQQQKKKAAX", "seat": "landlord_up"},
    {"hand": "34567899JJQQKA22D", "seat": "landlord_down", "last": "TT", "last_seat": "landlord"},
    {"hand": "3344AA", "seat": "landlord_up", "last": "K", "last_seat": "landlord_down",
     "left": {"landlord": 9, "landlord_down": 1}},
    {"hand": "34567", "seat": "landlord", "last": "2", "last_seat": "landlord_up"},
    {"hand": "44556677", "variant": "paodekuai", "seat": 0},
    {"variant": "guandan", "options": {"level": "5"}, "seat": 0, "hand": "3s3d4s5h6d7c8s9h9dTsJhQd"},
    {"variant": "laizi", "options": {"wild": "7"}, "hand": "3457799TQK"},
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("level", ["", "starter", "club", "expert"])
@pytest.mark.parametrize("order", ["rest", "robot"])
def test_the_row_of_the_move_is_recommended(client: FlaskClient, table: dict[str, Any], level: str, order: str) -> None:
    body = table | {"order": order, "top": 0, "want": ["hints", "move"], "limits": {"games": 40}}
    answer = post(client, "/v1/analyze", body | ({"level": level} if level else {}))
    rows, move = answer["hints"], answer["move"]
    marked = [row for row in rows if row.get("recommended")]
    assert all(row["recommended"] is True for row in marked)
    if move["pass"] and order == "rest":
        assert not marked  # this order has no row for the pass
        return
    assert [(row["cards"], row.get("as")) for row in marked] == [(move["cards"], move.get("as"))]
    if order == "robot":
        assert marked == rows[:1]
        assert codes(rows[0])[: len(move["why"])] == codes(move)
        assert len(set(codes(rows[0]))) == len(rows[0]["why"])
        assert len({reason["text"] for reason in rows[0]["why"]}) == len(rows[0]["why"])
    else:
        assert set(codes(marked[0])) <= FACTS | {"wins"}


def test_hints_without_a_move_recommend_none(client: FlaskClient) -> None:
    answer = post(client, "/v1/analyze", TABLES[0] | {"want": ["hints"]})
    assert not any("recommended" in row for row in answer["hints"])


def test_a_lead_that_breaks_combos_is_not_introduced_by_that(client: FlaskClient) -> None:
    answer = post(client, "/v1/analyze", TABLES[0] | {"order": "robot", "want": ["hints"]})
    assert codes(answer["hints"][0])[0] not in FACTS


def test_networks_are_never_the_only_reason(client: FlaskClient) -> None:
    """A rule that agrees with them is the reason; else they stand beside a reason in words."""
    seen = set()
    for situation in sample_positions(client, "standard", 150):
        answer = client.post("/v1/move", json={**situation.body, "level": "adept"})
        if answer.status_code != 200:  # another seat's turn, or the end
            continue
        why = codes(answer.get_json()["move"])
        assert why != ["learned"]
        assert "learned" not in why or why[:-1] in (["balance"], ["not_worth"])
        seen |= set(why)
    assert {"learned", "best_rest"} & seen
    assert "leave_ally" in seen


def test_a_pass_says_why(client: FlaskClient) -> None:
    """Left to the ally, a bomb kept, or not worth the cards; never that it leaves the strongest hand."""
    to_ally = post(client, "/v1/analyze", TABLES[2] | {"order": "robot"})
    assert to_ally["hints"][0]["pass"]
    assert codes(to_ally["hints"][0]) == codes(to_ally["move"]) == ["ally_out", "leave_ally"]
    early = {"hand": "AK2AAT2D484T3T835", "seat": "landlord_down", "last": "QQ", "last_seat": "landlord",
             "left": {"landlord": 18, "landlord_up": 17}}  # fmt: skip
    move = post(client, "/v1/move", early)["move"]
    assert move["pass"]
    assert codes(move) == ["not_worth", "learned"]
    assert post(client, "/v1/move", early | {"lang": "zh"})["move"]["why"][0]["text"].startswith("不出")


def test_the_default_order_has_no_score_of_the_pass(client: FlaskClient) -> None:
    """It would be compared with scores of hints, by which one passes too often."""
    assert post(client, "/v1/analyze", TABLES[1])["passing"] == {"legal": True}
    assert post(client, "/v1/analyze", TABLES[0])["passing"] == {"legal": False}
    by_robot = post(client, "/v1/analyze", TABLES[1] | {"order": "robot"})
    assert set(by_robot["passing"]) == {"legal", "score"}
    assert any(row.get("pass") for row in by_robot["hints"])
