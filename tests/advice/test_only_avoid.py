"""Robots choose among the plays that `only` and `avoid` leave; filters that leave none are rejected."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import levels
from tests.helpers.client import FOLLOW, fault, post

LEAD = {"hand": "3344556789TJQK2"}
FEW = {"limits": {"games": 40}}


def move(client: FlaskClient, level: str, **question: Any) -> dict[str, Any]:
    """Return the move of a level from both endpoints, which must agree."""
    answer: dict[str, Any] = post(client, "/v1/move", question | FEW | {"level": level})["move"]
    assert post(client, "/v1/analyze", question | FEW | {"level": level})["move"] == answer
    return answer


@pytest.mark.parametrize("level", levels.LEVELS)
def test_a_robot_chooses_among_what_is_left(client: FlaskClient, level: str) -> None:
    for cards in ("QQ", "22"):
        assert move(client, level, **FOLLOW, only=[cards])["cards"] in (cards, "")
    for cards in ("2", "34", "789TJQ"):
        played = move(client, level, **LEAD, only=[cards, "345678"])
        assert played["cards"] in (cards, "345678")
    free = move(client, level, **LEAD)["cards"]
    assert move(client, level, **LEAD, avoid=[free])["cards"] != free
    assert move(client, level, **LEAD, avoid=["2"], only=["2", "3"])["cards"] == "3"


@pytest.mark.parametrize("level", levels.LEVELS)
def test_where_no_play_is_left_a_robot_passes(client: FlaskClient, level: str) -> None:
    """Another play would have been possible, so the pass is not `forced`."""
    question = FOLLOW | FEW | {"level": level, "avoid": ["JJ", "QQ", "22"]}
    answer = post(client, "/v1/move", question)
    assert answer["move"]["pass"]
    assert not answer["forced"]
    assert [reason["code"] for reason in answer["move"]["why"]] == ["filtered"]
    assert post(client, "/v1/move", FOLLOW | FEW | {"level": level, "only": ["3"]})["move"]["pass"]


@pytest.mark.parametrize("level", levels.LEVELS)
def test_what_alone_is_left_is_not_praised(client: FlaskClient, level: str) -> None:
    """The ace would leave the better hand; among two remaining plays, the better one is still marked."""
    why = move(client, level, hand="3A", last="4", only=["3"])["why"]
    assert [reason["code"] for reason in why] == ["filtered"]
    led = move(client, level, hand="35578", only=["8"])
    assert [reason["code"] for reason in led["why"]] == ["filtered"]
    free = move(client, level, hand="3A", last="4", only=["A"])["why"]
    assert len(free) > 1


@pytest.mark.parametrize("level", levels.LEVELS)
def test_a_reason_that_compares_says_with_what(client: FlaskClient, level: str) -> None:
    """Two kings would leave the better hand; among the remaining twos nothing is compared with them."""
    for question in (
        {"hand": "3456789KK22", "last": "QQ", "only": ["22"]},
        {"hand": "3456789AA2", "avoid": ["3456789"]},
    ):
        codes = [reason["code"] for reason in move(client, level, **question)["why"]]
        assert len(codes) > 1
        assert codes[-1] == "filtered"
        assert codes.count("filtered") == 1
    bound = move(client, level, hand="3A", last="4", only=["3"])["why"]
    assert [reason["code"] for reason in bound] == ["filtered"]
    free = move(client, level, hand="3456789AA2")["why"]
    assert "filtered" not in [reason["code"] for reason in free]


@pytest.mark.parametrize("level", ["club", "expert"])
def test_a_play_that_ends_the_game_may_be_avoided(client: FlaskClient, level: str) -> None:
    assert move(client, level, hand="33", avoid=["33"])["cards"] == "3"


def test_a_search_tries_nothing_else(client: FlaskClient) -> None:
    question = FOLLOW | FEW | {"level": "expert", "avoid": ["JJ"]}
    tried = [part["cards"] for part in post(client, "/v1/move", question)["move"]["search"]["candidates"]]
    assert set(tried) <= {"QQ", "22", ""}


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"hand": "33", "avoid": ["3", "33"]}, ("must_lead", "/avoid")),
        ({"hand": "3456", "only": ["34"]}, ("must_lead", "/only")),
        ({"variant": "paodekuai", "hand": "9J", "last": "T", "avoid": ["J"]}, ("must_beat", "/avoid")),
        ({"hand": "33", "only": ["44"]}, ("not_held", "/only/0")),
    ],
)
def test_a_filter_that_leaves_no_action_is_rejected(
    client: FlaskClient, question: dict[str, Any], error: tuple[str, str]
) -> None:
    assert fault(client, question, "/v1/move") == fault(client, question) == error


def test_an_empty_filter_has_no_effect(client: FlaskClient) -> None:
    free = post(client, "/v1/analyze", FOLLOW)
    assert post(client, "/v1/analyze", FOLLOW | {"only": [], "avoid": []}) == free


def test_a_robot_that_keeps_to_safe_plays_is_bound_too(client: FlaskClient) -> None:
    question = {"variant": "contest", "options": {"contest_safe": "on"}, "hand": "3334567789TT"}
    free = post(client, "/v1/move", question)["move"]["cards"]
    assert post(client, "/v1/move", question | {"avoid": [free]})["move"]["cards"] != free


FLUSH = {"variant": "guandan", "options": {"level": "9"}, "hand": "3s4s5s6s7s3h5d8cTcKd"}


@pytest.mark.parametrize("level", ["club", "expert"])
@pytest.mark.parametrize(
    ("cards", "shape"), [("3s4s5s6s7s", "straight_flush"), ("3h4s5s6s7s", "solo_chain"), ("3h4s5d6s7s", "solo_chain")]
)
def test_a_straight_of_one_suit_is_not_one_of_several(client: FlaskClient, level: str, cards: str, shape: str) -> None:
    assert move(client, level, **FLUSH, only=[cards])["shape"] == shape
    listed = post(client, "/v1/analyze", FLUSH | {"only": [cards], "want": ["hints"], "top": 0})["hints"]
    assert [hint["shape"] for hint in listed] == [shape]
    left = post(client, "/v1/analyze", FLUSH | {"avoid": [cards], "want": ["hints"], "top": 0})["hints"]
    ranks = [(hint["shape"], hint["cards"][::2]) for hint in left]
    assert (shape, "34567") not in ranks
    assert len([one for one in ranks if one[1] == "34567"]) == 1


def test_a_straight_of_one_suit_is_not_that_of_another(client: FlaskClient) -> None:
    """The hand consists of both straights, and the filter names only one of them."""
    question = {"variant": "guandan", "options": {"level": "9"}, "hand": "3s4s5s6s7s3h4h5h6h7h"}
    for suit in "sh":
        cards = "".join(rank + suit for rank in "34567")
        assert move(client, "club", **question, only=[cards])["cards"] == cards


@pytest.mark.parametrize(("declared", "shape"), [("4444", "soft_bomb"), ("4447", "trio_solo")])
def test_what_wild_cards_stand_for_tells_plays_apart(client: FlaskClient, declared: str, shape: str) -> None:
    question = {"variant": "laizi", "options": {"wild": "7"}, "hand": "44775569"}
    played = move(client, "club", **question, only=[{"cards": "4477", "as": declared}])
    assert (played["cards"], played["as"], played["shape"]) == ("4477", declared, shape)
    listed = post(client, "/v1/analyze", question | {"only": ["4477"], "top": 0})["hints"]
    assert {hint["shape"] for hint in listed} == {"soft_bomb", "trio_solo"}


def test_another_suit_is_not_held(client: FlaskClient) -> None:
    assert fault(client, FLUSH | {"only": ["3d"]}) == ("not_held", "/only/0")
    problem = client.post("/v1/analyze", json=FLUSH | {"avoid": ["3c"]}).get_json()
    assert "3c" in problem["errors"][0]["detail"]


@pytest.mark.parametrize("level", levels.LEVELS)
def test_a_last_play_has_the_reading_in_the_filter(client: FlaskClient, level: str) -> None:
    """Only one play is left, with two readings, and the game ends with either."""
    question = {"variant": "laizi", "options": {"wild": "7"}, "hand": "4477"}
    for declared in ("4444", "4447"):
        assert move(client, level, **question, only=[{"cards": "4477", "as": declared}])["as"] == declared
        assert move(client, level, **question, avoid=[{"cards": "4477", "as": declared}]).get("as") != declared
