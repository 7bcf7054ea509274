"""Yuncheng's threes: two of one colour are a bomb, two of two colours a pair, and the service distinguishes them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

ON = {"variant": "yuncheng", "options": {"pair3_bomb": "on"}}
IDS = ON | {"notation": "yuncheng"}
RED, BLACK = [16, 29], [3, 42]


def hints(client: FlaskClient, **fields: Any) -> list[tuple[Any, str]]:
    """Return cards and shape of every hint; the line in the answer must be read as the same position."""
    answer = post(client, "/v1/analyze", ON | fields | {"top": 0})
    again = post(client, "/v1/analyze", {"position": answer["position"], "top": 0})
    assert again["position"] == answer["position"]
    assert [hint["shape"] for hint in again["hints"]] == [hint["shape"] for hint in answer["hints"]]
    return [(hint["cards"], hint["shape"]) for hint in answer["hints"]]


@pytest.mark.parametrize(("threes", "bombs"), [(RED, [RED]), (BLACK, [BLACK]), ([29, 42], []), ([3, 16], [])])
def test_two_threes_are_a_bomb_if_they_are_of_one_colour(
    client: FlaskClient, threes: list[int], bombs: list[list[int]]
) -> None:
    plays = hints(client, notation="yuncheng", hand=[*threes, 4, 17], last=[11])
    assert [(sorted(cards), shape) for cards, shape in plays] == [(bomb, "pair3_bomb") for bomb in bombs]


def test_two_threes_of_two_colours_are_led_as_a_pair(client: FlaskClient) -> None:
    assert ("3h3s", "pair") in hints(client, hand="3h3s5")
    move = post(client, "/v1/move", ON | {"hand": "3h3s"})["move"]
    assert (move["shape"], move["why"][0]["code"]) == ("pair", "finish")


def test_of_three_threes_the_two_of_one_colour_are_the_bomb(client: FlaskClient) -> None:
    """A single three is the one without a partner, so that the bomb remains in the hand."""
    answer = post(client, "/v1/analyze", IDS | {"hand": [3, 29, 42, 4, 18, 19, 20], "top": 0})
    by_shape = {hint["shape"]: hint for hint in answer["hints"]}
    assert by_shape["pair3_bomb"]["cards"] == BLACK
    assert by_shape["solo_chain"]["cards"] == [29, 4, 18, 19, 20]
    assert by_shape["solo_chain"]["rest"] == {"hand": BLACK, "turns": 1}
    assert [combo["cards"] for combo in answer["split"]["combos"]] == [BLACK, [29, 4, 18, 19, 20]]


def test_four_threes_are_two_bombs_of_a_colour_each(client: FlaskClient) -> None:
    answer = post(client, "/v1/analyze", IDS | {"hand": [*RED, *BLACK], "top": 0})
    bomb = next(hint for hint in answer["hints"] if hint["shape"] == "pair3_bomb")
    assert sorted([sorted(bomb["cards"]), sorted(bomb["rest"]["hand"])]) == [BLACK, RED]


@pytest.mark.parametrize(
    ("cards", "last", "stored"),
    [("3h3d", "A", "pair3_bomb"), ("3h3s", "A", None), ("3h3s", None, "pair"), ("3h3d", None, "pair3_bomb")],
)
def test_a_check_looks_at_the_colours(client: FlaskClient, cards: str, last: str | None, stored: str | None) -> None:
    for hand in ({"hand": "3d3h3s6"}, {}):
        answer = post(client, "/v1/check", ON | hand | {"cards": cards, "last": last})
        assert (answer["stored"] and answer["stored"]["shape"]) == stored


def test_a_declared_pair_has_its_colours_too(client: FlaskClient) -> None:
    answer = post(client, "/v1/check", ON | {"cards": "3h3s", "as": "33"})
    assert answer["stored"]["shape"] == "pair"


@pytest.mark.parametrize(("led", "answers"), [("3h3s", True), ("3c3s", False)])
def test_a_pair_answers_only_two_threes_of_two_colours(client: FlaskClient, led: str, answers: bool) -> None:
    request = ON | {"seat": "landlord_down", "hand": "44567899TTJJQKAAW"[:17], "history": [led], "top": 0}
    answer = post(client, "/v1/analyze", request)
    assert ("44" in [hint["cards"] for hint in answer["hints"]]) == answers
    assert answer["position"].endswith(f" {led}")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"hand": "3344"}, "/hand"),
        ({"hand": "3h3444"}, "/hand"),
        ({"hand": "3345", "notation": "rlcard"}, "/hand"),
        ({"hand": "44", "last": "33"}, "/last"),
        ({"hand": "44", "history": ["33"]}, "/history/0"),
    ],
)
def test_threes_whose_colours_decide_must_say_them(client: FlaskClient, fields: dict[str, Any], pointer: str) -> None:
    assert fault(client, ON | fields) == ("suit_missing", pointer)
    assert hints(client, hand="344")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"notation": "yuncheng", "hand": [3, 4]}, "/hand"),
        ({"notation": "yuncheng", "hand": [42]}, "/hand"),
        ({"hand": "3s4"}, "/hand"),
        ({"hand": "4", "last": "3c"}, "/last"),
        ({"seat": "landlord_up", "hand": "4", "bottom": "3s4567"}, "/bottom"),
    ],
)
def test_the_black_threes_that_are_out_are_no_cards(client: FlaskClient, fields: dict[str, Any], pointer: str) -> None:
    out = {"variant": "yuncheng", "options": {"play_rule": "2"}}
    assert fault(client, out | fields) == ("card_unknown", pointer)
    assert post(client, "/v1/analyze", out | {"hand": "334", "last": "A"})["hints"][0]["shape"] == "pair3_bomb"


@pytest.mark.parametrize("notation", ["text", "yuncheng"])
def test_dealt_hands_can_be_analysed(client: FlaskClient, notation: str) -> None:
    for seed in range(8):
        request = ON | {"notation": notation}
        for hand in post(client, "/v1/deal", request | {"seed": seed})["hands"].values():
            assert post(client, "/v1/analyze", request | {"seat": "landlord_up", "hand": hand, "top": 1})["hints"]
