"""Everyday notation of cards: read if it has one meaning; otherwise both meanings are offered."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.position.parse import card_aliases
from service.position.parse.cards import parse_cards
from service.rules.cards import RANKS, TEXT
from tests.helpers.client import FOLLOW, fault, post

GUANDAN = {"variant": "guandan", "options": {"level": "5"}}
WEIYUN = {"variant": "yuncheng"}


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("33tjqka2xd", "33TJQKA2XD"),
        ("３３ＴＪｑ１０", "33TJQT"),
        ("♠3♥3♣4", "3s3h4c"),
        ("3♠3♥4♣", "3s3h4c"),
        ("♠️10♥️a", "TsAh"),
        ("♠3 3♥，4♦", "3s3h4d"),
        ("黑桃3、红桃10、方块K、梅花2", "3sThKd2c"),
        ("🂡🂺🃍🃛🂿", "AsThQdJcD"),
        ("33小王大王", "33XD"),
        ("33tt小王", "33TTX"),
        ("33王炸", "33XD"),
        ("33火箭", "33XD"),
        ("小鬼大鬼", "XD"),
        ("对10", "TT"),
        ("一对k、对子3对a", "KK33AA"),
        ("对王", "XD"),
        (["对3", "王炸"], ["3", "3", "X", "D"]),
        ("tsth", "TsTh"),
        ("xd", "XD"),
        ("33d", "333d"[1:]),  # a lower-case letter after a rank is its suit
        ("10d", "Td"),  # also after a ten of two digits
        (["t", "♠j", "大王"], ["T", "Js", "D"]),
    ],
)
def test_one_reading_is_what_is_meant(client: FlaskClient, given: Any, canonical: Any) -> None:
    body = {"want": ["power", "split", "hints", "move"]}
    assert post(client, "/v1/analyze", body | {"hand": given}) == post(
        client, "/v1/analyze", body | {"hand": canonical}
    )


@pytest.mark.parametrize(
    ("game", "given", "canonical"),
    [
        (GUANDAN, "3d td 5h x", "3dTd5hX"),  # if every card has a suit, d is one
        (GUANDAN, "♦3♦10癞小王", "3dTd5hX"),
        (GUANDAN | {"notation": "guandan"}, "s3 d10 hr", "S3 DT HR"),
        (GUANDAN | {"notation": "guandan"}, "♠3 ♦10 大王 癞", "S3 DT HR H5"),
        (GUANDAN | {"notation": "guandan"}, "S3D10HR", "S3 DT HR"),
        (GUANDAN | {"notation": "guandan"}, ["s3", "10♦"], ["S3", "DT"]),
        ({"notation": "rlcard"}, "33tjbr", "33TJBR"),
        ({"notation": "rlcard"}, "33小王", "33B"),
        ({"notation": "rlcard"}, "对10王炸", "TTBR"),
        (WEIYUN, "334花", "334W"),
        (WEIYUN, "334癞", "334W"),
        ({"variant": "laizi", "options": {"wild": "7"}}, "334癞", "3347"),
    ],
)
def test_games_and_notations_have_their_own_words(client: FlaskClient, game: Any, given: Any, canonical: Any) -> None:
    body = game | {"want": ["power", "split", "hints"]}
    assert post(client, "/v1/analyze", body | {"hand": given}) == post(
        client, "/v1/analyze", body | {"hand": canonical}
    )


@pytest.mark.parametrize(
    ("body", "first", "second"),
    [
        ({"hand": "ad"}, "Ad", "AD"),
        ({"hand": "33td"}, "33Td", "33TD"),
        ({"hand": "BJ"}, "X", "D"),
        ({"hand": "33bj"}, "33X", "33D"),
        ({"hand": "33🃏"}, "33X", "33D"),
        ({"hand": "3♠4"}, "3s4", "34s"),
        ({"hand": ["3", "td"]}, "3Td", "3TD"),
        ({"hand": "34癞", "variant": "laizi", "options": {"wild": "79"}}, "347", "349"),
    ],
)
def test_of_two_readings_both_are_offered(client: FlaskClient, body: Any, first: str, second: str) -> None:
    error = post(client, "/v1/analyze", body, 422)["errors"][0]
    assert (error["code"], error["pointer"]) == ("notation_ambiguous", "/hand")
    offered = re.search(r"did you mean (\S+) or (\S+)\?$", error["detail"])
    assert offered is not None
    assert set(offered.groups()) == {first, second}
    answers = [post(client, "/v1/analyze", body | {"hand": fix}) for fix in offered.groups()]
    assert answers[0] != answers[1]


@pytest.mark.parametrize(
    ("body", "offered"),
    [
        ({"hand": "SB HR S3", "variant": "guandan"}, "guandan"),
        ({"hand": "34jqkBR"}, "rlcard"),
        ({"hand": "3,4,5,BJ,RJ"}, None),  # jokers, or jokers before jacks
        ({"hand": "SB HR 3"}, None),  # a card without a suit
        ({"hand": "34joker"}, None),
        ({"hand": "S3 H4", "notation": "rlcard"}, None),
    ],
)
def test_a_notation_that_reads_the_text_is_offered(client: FlaskClient, body: Any, offered: str | None) -> None:
    match = re.search("; for (.+) cards set", post(client, "/v1/analyze", body, 422)["errors"][0]["detail"])
    assert (match and match[1]) == offered
    if offered:
        post(client, "/v1/analyze", body | {"notation": offered})


@pytest.mark.parametrize("hand", ["33z", "3♠♥", "♠", "33♠x♠", "3Hz", "", "3\u0000", "33癞", "🂬", "3Xs", "♠X"])
def test_what_is_no_card_stays_none(client: FlaskClient, hand: str) -> None:
    code = post(client, "/v1/analyze", {"hand": hand}, 422)["errors"][0]["code"]
    assert code == ("card_unknown" if hand else "hand_empty")


@pytest.mark.parametrize(("hand", "notation"), [("3X", "rlcard"), (["3", "4"], "contest"), (["3", 4], "yuncheng")])
def test_letters_of_another_notation_stay_unknown(client: FlaskClient, hand: Any, notation: str) -> None:
    assert fault(client, {"hand": hand, "notation": notation}) == ("card_unknown", "/hand")


@pytest.mark.parametrize(
    ("hand", "fault"),
    [
        ("34jqkBR", "B"), ("34jok", "o"), ("3 4 five", "f"), ("33癞", "癞"), ("34zJ", "z"), (["3", "jj", "?"], "?"),
    ],
)  # fmt: skip
def test_a_refusal_names_what_nobody_reads(client: FlaskClient, hand: Any, fault: str) -> None:
    """It does not name the lower-case letters before it, which are read."""
    for lang, says in (("en", f"'{fault}' is not a card"), ("zh", f"「{fault}」不是牌")):
        answer = client.post("/v1/analyze", json={"hand": hand}, headers={"Accept-Language": lang})
        assert says in answer.get_json()["errors"][0]["detail"]


def test_every_field_is_read_so(client: FlaskClient) -> None:
    given = FOLLOW | {"hand": "3456789９jjqqka22大王", "bottom": "4kx", "history": ["tt"]}
    assert post(client, "/v1/analyze", given) == post(client, "/v1/analyze", FOLLOW)
    line = "standard landlord_down 34567899jjqqka22大王 4kx tt"
    assert post(client, "/v1/analyze", {"position": line}) == post(client, "/v1/analyze", FOLLOW)
    query = {"hand": "34567899jjqqka22大王", "seat": "landlord_down", "bottom": "4kx", "history": "tt"}
    canonical = query | {"hand": "34567899JJQQKA22D", "bottom": "4KX", "history": "TT"}
    from_aliases, from_text = (client.get("/v1/analyze", query_string=one) for one in (query, canonical))
    assert from_aliases.data == from_text.data
    table = {"hand": "3♠4♠10♠", "last": "9", "seen": "kk9", "only": ["t"]}
    exact = {"hand": "3s4sTs", "last": "9", "seen": "KK9", "only": ["T"]}
    assert post(client, "/v1/analyze", table) == post(client, "/v1/analyze", exact)
    wild = {"variant": "laizi", "options": {"wild": "7"}}
    declared = post(client, "/v1/check", wild | {"cards": "jjj7", "as": "jjjj"})
    assert declared == post(client, "/v1/check", wild | {"cards": "JJJ7", "as": "JJJJ"})


def test_what_can_be_read_as_it_stands_is_never_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("service.position.parse.cards.read_aliases", never)
    for text in ("33TJQKA2XD", "3s3h10", "3d", "3D", "小王 大王", "W"):
        assert parse_cards(text).hand


def test_mixed_spellings_are_read_or_ambiguous() -> None:
    """For any mixture of spellings: the intended cards are read, or the text is ambiguous."""
    rng = random.Random(20)
    suits = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
    for _ in range(2000):
        cards = [rng.choice(RANKS[:15]) for _ in range(rng.randint(1, 6))]
        cards = [card + rng.choice(["", *"shcd"]) if card not in "XD" else card for card in cards]
        ways = [
            [card, card.lower(), card[0] + suits.get(card[1:], ""), suits.get(card[1:], "") + card[0].lower()]
            for card in cards
        ]
        written = rng.choice(["", " "]).join(rng.choice(way) for way in ways)
        rows = list(card_aliases.rows_of([written], TEXT, card_aliases.Kind()))
        assert rows == [tuple(cards)] or len(rows) > 1, (cards, written)


def test_a_long_text_of_symbols_is_refused_at_once(client: FlaskClient) -> None:
    assert post(client, "/v1/analyze", {"hand": ["3♠" * 2000]}, 422)["errors"][0]["code"] == "card_unknown"
