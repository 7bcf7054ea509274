"""The first leader of a deal: the holder of one card, so no other seat has it, and the first lead contains it."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

NONE = "445566778899TJQK"
REST = "4s4h5s5h6s6h7s7h8s8h9s9hTsJsQs"
IDS = [*range(4, 34, 2)]
"""Fifteen cards above the threes, as ids of the contest."""


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"seat": 0, "hand": NONE, "history": []}, "/hand"),
        ({"hand": NONE, "history": []}, "/hand"),
        ({"seat": 0, "hand": "3h" + REST, "history": []}, "/hand"),
        ({"seat": 0, "hand": "3s" + REST, "history": [], "options": {"first": "heart3"}}, "/hand"),
        ({"seat": 1, "hand": "3s" + REST, "history": []}, "/hand"),
        ({"seat": 1, "hand": "333344556677889T", "history": []}, "/hand"),
        ({"seat": 1, "hand": "3s" + REST, "history": ["3"]}, "/history/0"),
        ({"seat": 2, "hand": "3s" + REST, "history": ["3", "4"]}, "/history/0"),
        ({"seat": 0, "hand": "3s" + REST[2:], "history": ["3"]}, "/history/0"),
        ({"seat": 2, "hand": "4" + NONE[1:], "history": ["33", "55", "", "", "3s"], "options": {"must": "off"}},
         "/history/0"),
        ({"seat": 0, "hand": [0, *IDS], "history": [], "notation": "contest"}, "/hand"),
        ({"seat": 1, "hand": [4, *IDS[1:], 3], "history": [[0]], "notation": "contest"}, "/history/0"),
        ({"seat": 1, "hand": [2, *IDS], "history": [], "notation": "contest"}, "/hand"),
        ({"position": f"paodekuai 0 {NONE} - -"}, "/hand"),
    ],
)  # fmt: skip
def test_the_card_that_leads_first_is_with_the_first_leader(
    client: FlaskClient, body: dict[str, Any], pointer: str
) -> None:
    request = body if "position" in body else {"variant": "paodekuai"} | body
    assert fault(client, request) == ("must_show", pointer)
    free = {"options": body.get("options", {}) | {"first3": "off"}}
    if "position" not in body:
        post(client, "/v1/analyze", request | free)


@pytest.mark.parametrize(
    "body",
    [
        {"seat": 0, "hand": "3" + NONE[1:], "history": []},
        {"seat": 0, "hand": "3h3" + REST[2:], "history": []},
        {"seat": 0, "hand": "3h" + REST, "history": [], "options": {"first": "heart3"}},
        {"seat": 0, "hand": NONE, "history": [], "options": {"deck": "48r"}},  # it may be undealt
        {"seat": 0, "hand": NONE},
        {"seat": 1, "hand": "3s" + REST, "last": "3"},
        {"seat": 1, "hand": "3h" + REST, "history": ["3"]},
        {"seat": 1, "hand": "3" + NONE[1:], "history": ["3"]},
        {"seat": 1, "hand": "333" + NONE[3:], "history": []},
        {"seat": 1, "hand": "3s" + REST, "history": ["3"], "options": {"first": "heart3"}},
        {"seat": 0, "hand": [2, *IDS], "history": [], "notation": "contest"},
        {"variant": "zhengshangyou", "seat": 0, "hand": NONE + "22", "history": []},
    ],
)
def test_a_hand_that_may_lead_first_is_believed(client: FlaskClient, body: dict[str, Any]) -> None:
    post(client, "/v1/analyze", {"variant": "paodekuai"} | body)


def test_cards_alone_may_be_any_of_a_hand(client: FlaskClient) -> None:
    """Cards checked without a hand are a part of it, but only the leader can play the required card."""
    body = {"variant": "paodekuai", "cards": "4", "history": []}
    assert [reason["code"] for reason in post(client, "/v1/check", body)["reasons"]] == ["must_show"]
    assert fault(client, {"variant": "paodekuai", "cards": "3s", "history": ["3"]}, "/v1/check")[0] == "must_show"


@pytest.mark.parametrize("notation", ["contest", "yuncheng", "guandan"])
def test_the_very_card_is_played_in_every_notation(client: FlaskClient, notation: str) -> None:
    """Ids contain suits: of two threes the required one is played."""
    threes: dict[str, Any] = {"contest": [0, 2], "yuncheng": [3, 42], "guandan": "H3 S3"}
    rest: dict[str, Any] = {"contest": IDS, "yuncheng": [*range(4, 14), *range(17, 22)], "guandan": ""}
    body = {"variant": "paodekuai", "notation": notation, "seat": 0, "history": [], "want": ["hints"], "top": 0}
    hand = threes[notation] + rest[notation][:14]
    if notation == "guandan":
        hand += "".join(f" S{rank} H{rank}" for rank in "4567899"[:7]).replace("S9 H9 S9 H9", "S9 H9 C9 D9")
    first = {"contest": 2, "yuncheng": 42, "guandan": "S3"}[notation]
    for hint in post(client, "/v1/analyze", body | {"hand": hand})["hints"]:
        assert first in hint["cards"]
        assert post(client, "/v1/check", body_of(body) | {"hand": hand, "cards": hint["cards"]})["playable"]


def body_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a position."""
    return {name: value for name, value in body.items() if name not in ("want", "top")}


@pytest.mark.parametrize(("variant", "options"), [("paodekuai", {"deck": "48r"}), ("paodekuai_two", {})])
def test_a_line_says_that_the_three_is_none_of_the_leaders(
    client: FlaskClient, variant: str, options: dict[str, str]
) -> None:
    """Another three in its hand is not taken for the required one."""
    request = {
        "variant": variant,
        "options": options,
        "seat": 0,
        "hand": "3h3c4s5s6s7s8s9sTsJsQsKsAs2s5h6h",
        "history": [],
    }
    answer = post(client, "/v1/analyze", request | {"top": 0})
    assert answer["position"].split()[2] == "3h3c45566789TJQKA2"
    read = post(client, "/v1/analyze", {"position": answer["position"], "top": 0})
    assert read["position"] == answer["position"]
    assert read["legal_count"] == answer["legal_count"]
    assert any("3" not in hint["cards"] for hint in read["hints"])
    has = post(client, "/v1/analyze", request | {"hand": "3s" + request["hand"][2:], "top": 0})
    assert has["position"].split()[2] == "3345566789TJQKA2"
    assert all("3s" in hint["cards"] for hint in has["hints"])
