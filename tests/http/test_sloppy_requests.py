"""Typical mistakes in first requests: each is accepted, or rejected with the correct form."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import post


def rejection(client: FlaskClient, body: dict[str, Any] | str, path: str = "/v1/analyze", lang: str = "en") -> Any:
    """Return code, pointer and detail of the first error of a rejected request."""
    headers = {"Content-Type": "application/json", "Accept-Language": lang}
    answer = (
        client.post(path, data=body, headers=headers)
        if isinstance(body, str)
        else client.post(path, json=body, headers=headers)
    )
    assert answer.status_code == 422, answer.get_json()
    error = answer.get_json()["errors"][0]
    return error["code"], error["pointer"], error["detail"]


# ---- impossible counts ------------------------------------------------------------------------------------------

TWO = {"variant": "paodekuai_two", "hand": "34"}


def seen_of(number: int) -> str:
    """Return cards of the deck of sixteen on the table."""
    return "333444555566667777888899995TTTTJJJJQQQQKKKKAAA2".replace("5", "", 1)[:number]


def test_cards_that_nobody_was_dealt_are_not_in_the_other_hand(client: FlaskClient) -> None:
    """Of 48 cards 16 are undealt: with two in the hand and 25 seen, the other has at most five of 21 unseen ones."""
    body = TWO | {"seen": seen_of(25)}
    assert post(client, "/v1/analyze", body | {"left": {"1": 5}})["turn"]
    code, pointer, detail = rejection(client, body | {"left": {"1": 6}})
    assert (code, pointer) == ("history_inconsistent", "/left")
    assert "16 of them not dealt" in detail
    assert "其中16张没有发出" in rejection(client, body | {"left": {"1": 6}}, lang="zh")[2]
    assert rejection(client, TWO | {"seen": seen_of(35), "left": {"1": 5}})[0] == "history_inconsistent"


# ---- plays without cards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("plays", "place"), [("TT,", 1), ("JJ,,QQ", 1), (",TT", 0), ("TT,.,", 2)])
def test_an_empty_play_of_a_line_is_no_pass(client: FlaskClient, plays: str, place: int) -> None:
    line = f"standard landlord_down 34567899JJQQKA22D 4KX {plays}"
    code, pointer, detail = rejection(client, {"position": line})
    assert (code, pointer) == ("field_invalid", f"/history/{place}")
    assert "a pass is written ." in detail
    assert "不出写 `.`" in rejection(client, {"position": line}, lang="zh")[2]
    answer = client.get("/v1/analyze", query_string={"hand": "34567899JJQQKA22D", "history": plays})
    assert answer.get_json()["errors"][0]["pointer"] == f"/history/{place}"
    body = {"seat": "landlord_down", "hand": "34567899JJQQKA22D", "bottom": "4KX", "history": ["TT", "", "."]}
    assert post(client, "/v1/analyze", body | {"want": ["unseen"]})["turn"]  # in a history, "" is a pass


# ---- numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", ["9007199254740992", "-9007199254740992", "100000000000000000000000", "1e300", "1E16"]
)
@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ('{"hand": "345", "seed": %s}', "/seed"),
        ('{"hand": "345", "top": %s}', "/top"),
        ('{"hand": [3, %s], "notation": "douzero"}', "/hand/1"),
        ('{"hand": "345", "left": {"landlord_up": %s}}', "/left/landlord_up"),
        ('{"hand": "345", "variant": "laizi", "options": {"wild": %s}}', "/options/wild"),
        ('{"hand": "345", "seat": %s}', "/seat"),
        ('{"hand": "345", "limits": {"nodes": %s}}', "/limits/nodes"),
        ('{"hand": "345", "last": {"cards": "3", "seat": %s}}', "/last/seat"),
        ('{"hand": "345", "handcards": %s}', "/handcards"),
    ],
)
def test_numbers_beyond_the_bound_of_json_are_rejected(
    client: FlaskClient, number: str, body: str, pointer: str
) -> None:
    code, place, detail = rejection(client, body % number)
    assert (code, place) == ("field_invalid", pointer)
    assert detail == "numbers must be between -9007199254740991 and 9007199254740991"


def test_the_largest_number_is_read_and_shown_as_it_is(client: FlaskClient) -> None:
    body = '{"hand": "34567", "level": "regular", "seed": 9007199254740991}'
    answer = client.post("/v1/move", data=body, content_type="application/json")
    assert answer.status_code == 200
    assert rejection(client, '{"hand": "345", "top": 9007199254740991}')[2].endswith("not 9007199254740991")
    assert client.post("/v1/check", json={"cards": "3" * 20 + "8e9"}).status_code == 422  # digits as text


# ---- misspellings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "pointer", "meant"),
    [
        ({"variant": "STANDARD"}, "/variant", "standard"),
        ({"variant": "doudizhu"}, "/variant", "standard"),
        ({"variant": "Dou-Dizhu"}, "/variant", "standard"),
        ({"variant": "斗地主"}, "/variant", "standard"),
        ({"variant": "掼蛋"}, "/variant", "guandan"),
        ({"variant": "guandang"}, "/variant", "guandan"),
        ({"level": "Expert"}, "/level", "expert"),
        ({"level": "高手"}, "/level", "expert"),
        ({"seat": "Landlord"}, "/seat", "landlord"),
        ({"seat": "地主"}, "/seat", "landlord"),
        ({"seat": "地主上家"}, "/seat", "landlord_up"),
        ({"seat": "landlord's next"}, "/seat", "landlord_down"),
        ({"notation": "Contest"}, "/notation", "contest"),
        ({"notation": "大赛编号"}, "/notation", "contest"),
        ({"want": ["power", "hint"]}, "/want", "hints"),
    ],
)
def test_a_near_miss_is_offered_by_id_and_by_name(
    client: FlaskClient, body: dict[str, Any], pointer: str, meant: str
) -> None:
    _, place, detail = rejection(client, {"hand": "345"} | body)
    assert (place, detail.rpartition("; ")[2]) == (pointer, f"did you mean {meant}?")
    assert rejection(client, {"hand": "345"} | body, lang="zh")[2].endswith(f"；是不是 `{meant}`？")


@pytest.mark.parametrize(
    ("field", "value", "meant"),
    [
        ("profile", "Weak", "weak"),
        ("profile", "差牌", "weak"),
        ("profile", "strong bombs", "strong_bombs"),
        ("composition", {"bombs": 2}, "bomb"),
    ],
)
def test_a_near_miss_in_a_deal_is_offered(client: FlaskClient, field: str, value: object, meant: str) -> None:
    detail = rejection(client, {"seed": 1, "profile": "own", field: value}, "/v1/deal")[2]
    assert detail.endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("四人跑得快", "paodekuai_four"),
        ("四家跑得快", "paodekuai_four"),
        ("paodekuai4", "paodekuai_four"),
        ("paodekuai_5", None),
        ("pdk4", None),
        ("2人争上游", None),
        ("五人争上游", None),
        ("四人争上游", "zhengshangyou_four"),
        ("6人斗地主", None),
        ("双人斗地主", "standard_two"),
        ("三打一斗地主", None),
        ("三人跑得快", "paodekuai"),
        ("15张跑得快", "paodekuai"),
        ("paodekuai16", "paodekuai"),
        ("二人跑得快", "paodekuai_two"),
        ("四人斗地主x", "standard_four"),
        ("癞子跑得快", None),
        ("laizi paodekuai", None),
        ("四人癞子斗地主", None),
        ("癞子斗地主x", "laizi"),
    ],
)
def test_a_game_of_other_players_or_rules_is_not_guessed(client: FlaskClient, name: str, meant: str | None) -> None:
    detail = rejection(client, {"hand": "345", "variant": name})[2]
    assert detail.partition("; did you mean ")[2] == (f"{meant}?" if meant else "")


def test_what_is_near_to_nothing_is_not_guessed(client: FlaskClient) -> None:
    assert "did you mean" not in rejection(client, {"hand": "345", "variant": "whist"})[2]
    assert (
        client.get("/v1/variants/斗地主", headers={"Accept-Language": "zh"})
        .get_json()["detail"]
        .endswith("是不是 `standard`？")
    )


# ---- missing and unreadable fields ------------------------------------------------------------------------------


def test_a_line_with_another_number_of_cards_is_shown_the_snapshot_form(client: FlaskClient) -> None:
    body = {"position": "standard landlord_down 345 - TT"}
    detail = rejection(client, body)[2]
    assert 0 < detail.index("write ? as the history of a line") < detail.index("`last`")
    assert "一行写法在出牌记录处写 `?`" in rejection(client, body, lang="zh")[2]
    assert post(client, "/v1/analyze", {"position": "standard landlord_down 345 - ?"})["turn"]


def test_a_body_may_begin_with_a_byte_order_mark(client: FlaskClient) -> None:
    data = b"\xef\xbb\xbf" + b'{"cards": "33"}'
    answer = client.post("/v1/check", data=data, content_type="application/json")
    assert answer.get_json()["playable"]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("letter", ["\u200b", "\ufeff", "\u00a0", "\u202e"])
def test_characters_that_nobody_sees_are_named(client: FlaskClient, lang: str, letter: str) -> None:
    detail = rejection(client, {"hand": f"34{letter}z5"}, lang=lang)[2]
    named = rejection(client, {"hand": "345", "variant": f"standard{letter}"}, lang=lang)[2]
    assert f"<U+{ord(letter):04X}>" in named
    assert letter not in named + detail


def test_no_solution_may_be_written_out(client: FlaskClient) -> None:
    """C# writes false for a boolean that is not set."""
    assert client.post("/v1/deal", json={"seed": 7, "solution": False}).status_code == 200


# ---- queries ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{"history": "-"}, {"history": "", "_": "1764381600000"}])
def test_a_query_without_plays_may_have_a_dash_and_a_number_against_caches(
    client: FlaskClient, more: dict[str, str]
) -> None:
    query = {"hand": "33445667788TTJJQQKKA", "want": "move", "history": ""}
    expected = client.get("/v1/analyze", query_string=query)
    assert expected.status_code == 200
    assert client.get("/v1/analyze", query_string=query | more).data == expected.data
