"""Rejections name cards in the caller's notation, and seats as seats."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

GUANDAN = {"variant": "guandan", "options": {"level": "7"}}
IDS = GUANDAN | {"notation": "guandan"}
RLCARD = {"notation": "rlcard"}
LAIZI = RLCARD | {"variant": "laizi", "options": {"wild": "7"}}
PURE = {"variant": "laizi", "options": {"wild": "62", "bomb_max": "4"}}
MUST = RLCARD | {"options": {"must": "on"}}
DOWN = {"landlord_down": "34445566778899TTR"}


def details(client: FlaskClient, path: str, body: Any) -> tuple[str, str]:
    texts = []
    for lang in ("en", "zh"):
        answer = client.post(path, json=body | {"lang": lang}).get_json()
        texts.append(answer["detail"] if "detail" in answer else " ".join(one["text"] for one in answer["reasons"]))
    return texts[0], texts[1]


@pytest.mark.parametrize(
    ("path", "body", "english", "chinese"),
    [
        ("check", GUANDAN | {"cards": "7h", "last": "D"}, "7h (single) does not beat D (single)", "单7管不上大王"),
        ("check", GUANDAN | {"cards": "AsAc", "last": "7s7h"}, "does not beat 7s7h (pair)", "对A管不上对7"),
        (
            "check",
            GUANDAN | {"cards": "3s4s5s6c7h", "last": "7s8s9sTsJc"},
            "3s4s5s6c7h (straight)",
            "顺子3s4s5s6c7h管不上",
        ),
        ("check", GUANDAN | {"cards": "7h5s5c", "as": "666"}, "5s5c7h cannot replace 666", "5s5c7h 不能当作 666"),
        ("check", GUANDAN | {"cards": "3s", "as": "4s"}, "3s cannot replace 4s", "3s 不能当作 4s"),
        ("game", GUANDAN | {"history": ["7h5s6c"]}, "5s6c7h is not a play", "5s6c7h在掼蛋里不成牌型"),
        (
            "game",
            GUANDAN | {"history": ["3s", {"cards": "7h", "as": "2h"}]},
            "7h as 2h is not a play",
            "7h 当作 2h 在掼蛋里不成牌型",
        ),
        (
            "game",
            GUANDAN | {"history": ["3s", {"seat": 2, "cards": "4s"}]},
            "it is seat 1's turn, not seat 2's",
            "1号位",
        ),
        ("check", RLCARD | {"cards": "4567B"}, "no small joker is ever part of a straight", "顺子里不能有小王"),
        ("check", RLCARD | {"cards": "BR3"}, "a rocket is one small joker and one big joker", "王炸是小王和大王"),
        ("check", RLCARD | {"cards": "BB"}, "two small jokers (2 in cards)", "小王共有2张"),
        ("check", LAIZI | {"cards": "34", "as": "BR"}, "34 cannot replace BR", "34 不能当作 BR"),
        ("check", LAIZI | {"cards": "37", "as": "3B"}, "never a small joker", "不能当小王"),
        ("game", MUST | {"deal": {"hands": DOWN}, "history": ["2", ""]}, "can beat with R", "能用 R 管上"),
        (
            "analyze",
            MUST | {"hand": "33445566778899TTRKA", "seat": "landlord", "history": ["Q", "K", "2", ""]},
            "could beat with R",
            "可以用 R 来管",
        ),
        (
            "analyze",
            RLCARD
            | {"hand": "344", "last": "3@landlord", "seat": "landlord_down", "left": {"landlord": 1}, "bottom": "BR2"},
            "must still have 2BR of the bottom",
            "应当还有底牌 2BR",
        ),
        (
            "check",
            IDS | {"cards": "S3,S4,S5,S6,HR"},
            "no big joker is ever part of a straight flush; with S7 instead of HR",
            "把HR换成S7",
        ),
        ("check", IDS | {"cards": "S3,H4", "as": "S3,H3"}, "S3 H4 cannot replace S3 H3", "S3 H4 不能当作 S3 H3"),
        (
            "check",
            IDS | {"cards": "S3,S4,S5,S6,D7", "as": "S3,S4,S5,S6,S7"},
            "D7 is not a wild card",
            "D7 不是癞子",
        ),
        ("check", IDS | {"cards": "SB,H7"}, "a wild card never stands for a small joker", "癞子不能当小王"),
        (
            "check",
            PURE | {"cards": "66622"},
            "with the option bomb_max=5 it is",
            "选项 `bomb_max` 取 `5` 时就是纯癞子炸",
        ),
        ("analyze", {"variant": "paodekuai", "hand": "3", "left": {"1": 0}}, "seat 1 has 1 to 16", "1号位"),
        ("analyze", {"hand": "3", "last": "TT", "left": {"landlord_up": 16}}, "landlord_up has 1 to 15", "1到15张"),
        (
            "game",
            {"variant": "paodekuai", "history": ["4s"]},
            "seat 0 leads first and must play 3s",
            "0号位首出必须带 3s",
        ),
        (
            "game",
            {"variant": "paodekuai", "deal": {"hands": {"0": "34"}}},
            "seat 0 is dealt 16 cards, not 2",
            "0号位发到16张牌",
        ),
        (
            "game",
            {"variant": "paodekuai", "options": {"first3": "off"}, "history": ["3456789TJQKA", "", "", "3344", "3"]},
            "seat 0 went out before this play",
            "0号位已经出完牌",
        ),
        ("bid", {"hand": "3", "bids": [0, 2, 1]}, "place 2 may bid 0, 3 here", "2号位这里只能叫"),
        (
            "game",
            {"deal": {"hands": {"2": "3"}}, "auction": {"bids": []}},
            "place 2 is dealt 17 cards, not 1",
            "2号位发到17张牌",
        ),
        ("game", {"auction": {"bids": [4]}}, "place 0 may bid 0, 1, 2, 3 here", "0号位这里只能叫"),
        ("bid", {"hand": "3", "bids": [0], "place": 2}, "it is the turn of place 1, not 2", "轮到1号位，不是2号位"),
        (
            "bid",
            {"variant": "yuncheng", "hand": "3345667899TJJQKXD", "bids": ["pass", "call", "kick"], "bottom": "4KKA"},
            "place 0 has both jokers or four twos and had to call",
            "0号位有",
        ),
        ("game", {"deal": {"hands": {"landlord": "3"}}}, "landlord is dealt 17 or 20 cards", "地主发到17或20张牌"),
        (
            "game",
            {"history": ["33", {"seat": "landlord", "cards": "44"}]},
            "landlord_down's turn, not landlord's",
            "下家",
        ),
    ],
)
def test_cards_and_seats_are_named_as_they_are_written(
    client: FlaskClient, path: str, body: Any, english: str, chinese: str
) -> None:
    """A wild heart is not named W, a numbered seat is a seat, and a place in the order of bidding a place."""
    texts = details(client, f"/v1/{path}", body)
    assert english in texts[0]
    assert chinese in texts[1]
    assert "W" not in texts[0] + texts[1]


@pytest.mark.parametrize(
    ("path", "body", "error"),
    [
        ("game", {"history": ["33", {"cards": "", "as": "44"}]}, ("field_conflict", "/history/1/as")),
        ("game", {"history": ["33", ","]}, ("card_unknown", "/history/1")),
        ("game", {"history": ["33", "，"]}, ("card_unknown", "/history/1")),
        ("check", {"cards": "", "as": "44", "last": "33"}, ("field_conflict", "/as")),
        ("check", {"cards": ",", "last": "33"}, ("card_unknown", "/cards")),
        ("analyze", {"hand": "34567", "last": {"cards": "", "as": "44"}}, ("field_conflict", "/last/as")),
    ],
)
def test_a_slip_is_no_pass(client: FlaskClient, path: str, body: Any, error: tuple[str, str]) -> None:
    assert fault(client, body, f"/v1/{path}") == error


@pytest.mark.parametrize("written", ["", " ", "pass", ".", "过", "不要", "要不起", None, []])
def test_a_pass_is_one(client: FlaskClient, written: Any) -> None:
    assert post(client, "/v1/game", {"history": ["33", written]})["turn"]["seat"] == "landlord_up"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("analyze", {"hand": ["3", 3], "notation": "douzero"}),
    ],
)
def test_quoted_numbers_are_rejected_with_a_hint_about_quotes(client: FlaskClient, path: str, body: Any) -> None:
    texts = details(client, f"/v1/{path}", body)
    assert texts[0].endswith(": a number has no quotes")
    assert texts[1].endswith("：数字不加引号")


@pytest.mark.parametrize(
    ("notation", "card"), [("text", "3s"), ("contest", 2), ("yuncheng", 42), ("guandan", "S3"), ("rlcard", "3")]
)
def test_the_card_that_makes_a_seat_the_first_is_the_callers(client: FlaskClient, notation: str, card: object) -> None:
    """Spades are third among the ids of a rank in a single deck, and last among the suits in two decks."""
    dealt = post(client, "/v1/deal", {"seed": 1, "variant": "paodekuai", "notation": notation})
    assert dealt["first"]["card"] == card
    assert str(card) in str(dealt["hands"]["0"])


TWO_HANDS = {"hands": {"landlord": "345", "landlord_down": "34"}}


@pytest.mark.parametrize(
    ("path", "body", "english", "chinese"),
    [
        (
            "solve",
            TWO_HANDS | {"last": {"cards": "6", "seat": "landlord"}, "passes": 1},
            "the trick is over after 1 of 2 seats passed",
            "2家里有1家不出",
        ),
        ("solve", TWO_HANDS | {"limits": {"memory": 99}}, "at most 16 megabytes here; not 99", "最多16兆字节"),
        ("solve", TWO_HANDS | {"limits": {"nodes": 9_999_999}}, "at most 2500000 nodes here", "最多2500000个节点"),
        ("deal", {"seed": 1, "profile": "endgame", "seat": "landlord"}, "the profile endgame has no preferred", "残局"),
        ("move", {"hand": ["3", None]}, "'null' is not a card", "「null」不是牌"),
        ("move", {"hand": [True]}, "'true' is not a card", "「true」不是牌"),
        ("move", {"hand": [["3"], "4"]}, "'[\"3\"]' is not a card", '「["3"]」不是牌'),
    ],
)
def test_rejections_name_units_counts_and_values(
    client: FlaskClient, path: str, body: Any, english: str, chinese: str
) -> None:
    shown = details(client, f"/v1/{path}", body)
    assert english in shown[0]
    assert chinese in shown[1]
