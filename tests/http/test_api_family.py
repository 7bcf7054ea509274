"""All games through the API: the caller's own cards, rejections with pointers, and lines that are parsed again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core import engine
from service.rules import cards
from service.rules.variants import VARIANTS
from tests.helpers.client import fault, post

# ---- the caller's own cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("notation", ["text", "guandan"])
@pytest.mark.parametrize(
    ("variant", "options", "first", "hand"),
    [
        ("paodekuai", {}, "3s", "3h3s4s7s8s9sTsJsQsKs5h6h8hKhKcAh"),
        ("paodekuai", {"first": "heart3"}, "3h", "3s3h4s7s8s9sTsJsQsKs5h6h8hKhKcAh"),
        ("zhengshangyou", {"first": "spade3"}, "3s", "3h3s4s7s8s9sTsJsQsKs5h6h8hKhKcAhAdX"),
    ],
)
def test_every_first_lead_has_the_very_three(
    client: FlaskClient, variant: str, options: dict[str, str], first: str, hand: str, notation: str
) -> None:
    """The lead is named with the card that the history of the next request must contain."""
    if notation == "guandan":
        hand = " ".join("SB" if card == "X" else card[1].upper() + card[0] for card in re.findall("X|[^X].", hand))
        first = first[1].upper() + first[0]
    body = {"variant": variant, "options": options, "hand": hand, "history": [], "notation": notation}
    answer = post(client, "/v1/analyze", body | {"top": 0, "want": ["hints", "move"]})
    assert answer["hints"]
    for play in [answer["move"], *answer["hints"]]:
        assert first in play["cards"], play
        check = {"variant": variant, "options": options, "notation": notation, "history": [play["cards"]]}
        post(client, "/v1/check", check | {"cards": "4d" if notation == "text" else "D4"})


# ---- rejections ---------------------------------------------------------------------------------------------------

P16 = "4d5s6s7s8s9sTsJsQsKs5h6h8hKhKcAh"
"""A hand of sixteen without a three."""
RANKS_OF_GUANDAN = "one of 2, 3, 4, 5, 6, 7, 8, 9, T, J, Q, K, A"

REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # options: the detail lists the values
    ({"variant": "guandan", "hand": "3s", "options": {"attach": "rlcard"}}, "option_unknown", "/options/attach",
     "its options: level, sf_as_straight, ace_low"),
    ({"variant": "guandan", "hand": "3s", "options": {"level": "X"}}, "option_unknown", "/options/level",
     RANKS_OF_GUANDAN),
    ({"variant": "laizi", "hand": "3", "options": {"wild": "X"}}, "option_unknown", "/options/wild", "one of '', 3, 4"),
    ({"variant": "paodekuai", "hand": "3", "options": {"deck": "17"}}, "option_unknown", "/options/deck",
     "one of 16, 15, 48r"),
    ({"position": "guandan[level=Z] 0 3s - ?"}, "option_unknown", "/options/level", RANKS_OF_GUANDAN),
    ({"position": "guandan[level] 0 3s - ?"}, "field_invalid", "/position", "name=value"),
    # more cards than the deck has
    ({"variant": "laizi", "hand": "77777", "options": {"wild": "7"}}, "too_many_of_rank", "/hand", "the deck has four"),
    ({"variant": "yuncheng", "hand": "333", "options": {"play_rule": "2"}}, "too_many_of_rank", "/hand", "has two"),
    ({"variant": "yuncheng", "hand": "WW"}, "too_many_of_rank", "/hand", "the deck has one"),
    ({"variant": "paodekuai", "hand": "AAAA"}, "too_many_of_rank", "/hand", "the deck has three"),
    ({"variant": "paodekuai", "hand": "KKKK", "options": {"deck": "15"}}, "too_many_of_rank", "/hand", "has three"),
    ({"variant": "guandan", "hand": "XXX"}, "too_many_of_rank", "/hand", "the deck has two"),
    ({"variant": "guandan", "hand": "3s3s3h3h3c3c3d3d3d"}, "card_duplicate", "/hand", "the card 3d occurs 3 times"),
    ({"variant": "guandan", "hand": "2h2h2h"}, "card_duplicate", "/hand", "the card 2h occurs 3 times"),
    ({"variant": "guandan", "hand": "3s3s", "last": "3s"}, "card_duplicate", "/last", "the card 3s occurs 3 times"),
    ({"variant": "guandan", "hand": "S3 S3 S3", "notation": "guandan"}, "card_duplicate", "/hand", "card S3 occurs 3"),
    *[({"variant": name, "hand": "5W"}, "too_many_of_rank", "/hand", "one W (1 in hand), but the deck has none")
      for name in VARIANTS if "W" not in engine.rules_for(name).setup.deck],
    *[({"variant": "paodekuai", "hand": "3" + joker}, "too_many_of_rank", "/hand", f"one {name} (1 in hand)")
      for joker, name in (("X", "small joker"), ("D", "big joker"))],
    # suits
    ({"variant": "guandan", "hand": "3s4"}, "suit_missing", "/hand", "write 4s, 4h, 4c or 4d"),
    ({"variant": "guandan", "hand": "3s", "last": "K"}, "suit_missing", "/last", "write Ks, Kh, Kc or Kd"),
    ({"variant": "guandan", "hand": "3s", "seen": "4"}, "suit_missing", "/seen", "write 4s"),
    ({"variant": "guandan", "hand": "3s", "history": ["T"]}, "suit_missing", "/history/0", "write Ts"),
    ({"variant": "guandan", "hand": "3s", "only": ["3"]}, "suit_missing", "/only/0", "write 3s"),
    ({"variant": "guandan", "hand": "S3 4", "notation": "guandan"}, "card_unknown", "/hand", "not '4'"),
    ({"variant": "guandan", "hand": "3sXs"}, "card_unknown", "/hand", "'Xs' is not a card"),
    ({"variant": "guandan", "hand": "34", "notation": "rlcard"}, "field_invalid", "/notation", "text and guandan"),
    # declarations
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s2h", "as": "4X"}}, "not_a_play", "/last/as", "joker"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "2h2h", "as": "XX"}}, "not_a_play", "/last/as", "joker"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s2h", "as": "444"}}, "not_a_play", "/last/as", "444"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s2h", "as": "4"}}, "not_a_play", "/last/as", "replace 4"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s2h", "as": "55"}}, "not_a_play", "/last/as", " 55"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s2h", "as": "45"}}, "not_a_play", "/last/cards", "as 45"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s4h", "as": "45"}}, "not_a_play", "/last/as", " 45"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "3h4s5h6h2h", "as": "3h4h5h6h7h"}}, "not_a_play",
     "/last/as", "4s is not a wild card"),
    ({"variant": "laizi", "options": {"wild": "7"}, "hand": "3", "last": {"cards": "5557", "as": "555D"}},
     "not_a_play", "/last/as", "one of 3456789TJQKA2, never a big joker"),
    ({"variant": "laizi", "options": {"wild": "7"}, "hand": "3", "last": {"cards": "77", "as": "88"}},
     "not_a_play", "/last/cards", "77 as 88"),
    ({"variant": "yuncheng", "hand": "3", "last": {"cards": "22W", "as": "222"}}, "not_a_play", "/last/as", "a 2"),
    ({"variant": "paodekuai", "hand": "3", "last": {"cards": "44", "as": "55"}}, "not_a_play", "/last/as",
     "without wild cards"),
    # seats
    ({"variant": "paodekuai", "hand": "3", "seat": 3}, "seat_unknown", "/seat", "are 0, 1, 2; not '3'"),
    ({"variant": "paodekuai", "hand": "3", "seat": "landlord"}, "seat_unknown", "/seat", "are 0, 1, 2"),
    ({"variant": "guandan", "hand": "3s", "seat": "landlord"}, "seat_unknown", "/seat", "are 0, 1, 2, 3"),
    ({"variant": "guandan", "hand": "3s", "seat": -1}, "field_invalid", "/seat", "a seat is"),
    ({"variant": "yuncheng", "hand": "3", "seat": 0}, "seat_unknown", "/seat", "landlord, landlord_down, landlord_up"),
    ({"variant": "guandan", "hand": "3s", "left": {"landlord": 5}}, "seat_unknown", "/left/landlord", "are 0, 1, 2, 3"),
    ({"variant": "guandan", "hand": "3s", "left": {"1": 28}}, "history_inconsistent", "/left/1", "0 to 27"),
    ({"variant": "paodekuai", "hand": "3", "left": {"1": 0}}, "history_inconsistent", "/left/1", "1 to 16"),
    ({"variant": "zhengshangyou", "hand": "3", "left": {"1": 0, "2": 0}}, "game_over", "/left", "gone out"),
    ({"variant": "guandan", "hand": "3s", "last": {"cards": "4s", "seat": 0}}, "history_inconsistent", "/seat",
     "seat 0 played last"),
    ({"variant": "guandan", "hand": "3s", "history": [{"seat": 1, "cards": "4s"}]}, "not_your_turn",
     "/history/0/seat", "0's turn"),
    # obligations
    ({"variant": "paodekuai", "hand": P16, "seat": 1, "history": ["4"]}, "must_show", "/history/0", "contains 3s"),
    ({"variant": "paodekuai", "hand": P16, "seat": 1, "history": ["3h"]}, "must_show", "/history/0", "contains 3s"),
    ({"variant": "paodekuai", "hand": P16, "seat": 1, "options": {"first": "heart3"}, "history": ["3s"]},
     "must_show", "/history/0", "contains 3h; set options.first"),
    ({"variant": "zhengshangyou", "hand": P16 + "2s2c", "seat": 1, "options": {"first": "heart3"}, "history": ["4"]},
     "must_show", "/history/0", "contains 3h; set options.first"),
    ({"variant": "paodekuai", "hand": P16, "seat": 2, "history": ["3", "4", "."]}, "must_beat", "/history/2", "had to"),
    ({"variant": "paodekuai", "hand": P16, "seat": 2, "options": {"bomb_split": "off"}, "history": ["3", "4", "."]},
     "must_beat", "/history/2", "had to"),
    ({"variant": "paodekuai", "hand": P16[4:], "seat": 2, "history": ["3", ".", "4", "6", "7", "8", ".", "T"]},
     "must_beat", "/history/1", "1 could beat with 7"),
    ({"variant": "paodekuai", "hand": P16, "seat": 0, "history": ["3", ".", "."]}, "hand_size", "/hand", "15 cards"),
    ({"variant": "paodekuai", "hand": P16[2:], "seat": 0, "history": ["3", ".", "."]}, "history_inconsistent",
     "/history/2", "no seat can have the unseen 4: a seat that passes"),
    ({"variant": "paodekuai", "hand": P16[2:], "seat": 0, "history": ["3", ".", "4"]}, "history_inconsistent",
     "/history/1", "2 would need"),
    ({"variant": "guandan", "hand": "3s", "history": ["."]}, "must_lead", "/history/0", "may not pass"),
    ({"variant": "paodekuai", "hand": P16, "history": ["."]}, "must_lead", "/history/0", "may not pass"),
    ({"variant": "paodekuai", "hand": P16, "seat": 1, "history": ["33", "22"]}, "too_many_of_rank", "/history/1", "2s"),
    ({"variant": "paodekuai", "hand": P16, "seat": 2, "history": ["33", "4"]}, "does_not_beat", "/history/1", "single"),
    ({"variant": "paodekuai", "hand": P16, "seat": 1, "history": ["333"]}, "not_a_play", "/history/0", "not a play"),
    # no bottom in this game
    ({"variant": "paodekuai", "hand": P16, "bottom": "345"}, "hand_size", "/bottom", "the bottom has 0 cards"),
    ({"variant": "yuncheng", "hand": "3", "bottom": "456"}, "hand_size", "/bottom", "the bottom has 4 cards"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code", "pointer", "detail"), REFUSED)
def test_bad_input_of_the_family(
    client: FlaskClient, body: dict[str, Any], code: str, pointer: str, detail: str
) -> None:
    problem = post(client, "/v1/analyze", body, 422)
    assert problem["type"] == f"/problems/{code}"
    assert (problem["errors"][0]["code"], problem["errors"][0]["pointer"]) == (code, pointer)
    assert detail in problem["detail"]


# ---- lines that are parsed again ----------------------------------------------------------------------------------

LINES = [
    {"hand": "3345", "last": "TT", "left": {"landlord_up": 3}, "seen": "5TT"},
    {"variant": "contest", "options": {"key": "high"}, "hand": "3345"},
    {"variant": "yuncheng", "hand": "3345", "seat": "landlord_up", "last": {"cards": "44W", "as": "444"}},
    {"variant": "yuncheng", "hand": "34W", "options": {"play_rule": "2", "flower_reading": "any"}},
    {"variant": "laizi", "options": {"wild": "7"}, "hand": "33457", "last": {"cards": "5577", "as": "5555"}},
    {"variant": "laizi", "options": {"wild": "7"}, "hand": "33457", "last": {"cards": "5557", "as": "5552"}},
    {"variant": "laizi", "options": {"wild": "72"}, "hand": "33457", "last": "34672"},
    {"variant": "laizi", "options": {"wild": "7", "bomb_max": "8"}, "hand": "3", "seen": "3XD",
     "last": {"cards": "55557", "as": "55555"}},
    {"variant": "paodekuai", "options": {"deck": "15", "must": "off"}, "hand": "3345", "last": "KKK44",
     "left": {"1": 1, "2": 4}},
    {"variant": "guandan", "hand": "2h2h3sXD", "left": {"1": 0}, "seen": "3h3h2s"},
    {"variant": "guandan", "options": {"level": "T"}, "hand": "Th2h3s", "last": {"cards": "4s4cTh", "as": "444"}},
    # a straight of one suit with a wild card: as a bomb, and as a straight
    {"variant": "guandan", "hand": "2h9s", "last": {"cards": "3h4h5h6h2h", "as": "3h4h5h6h7h"}},
    {"variant": "guandan", "hand": "2h9s", "last": {"cards": "3h4h5h6h2h", "as": "3h4h5h6h7s"}},
    {"variant": "guandan", "hand": "2h9s", "last": {"cards": "3h4h5h6h2h", "as": "34567"}},
    {"variant": "guandan", "hand": "2h9s", "last": {"cards": "2hAs2s4s5s", "as": "A2345"}},
    {"variant": "guandan", "hand": "9s", "last": {"cards": "2h2h4c5c6c", "as": "2d3h4c5c6c"}, "seen": "XXDD"},
    {"variant": "guandan", "hand": "XD", "last": "X", "left": {"1": 3}},  # jokers have no suits
    {"variant": "guandan", "hand": "3s", "last": "XX", "seen": "XXD"},
    {"variant": "guandan", "hand": "S3 H2 HR", "notation": "guandan", "last": {"cards": "H2 S4", "as": "S4 H4"}},
    {"variant": "zhengshangyou", "options": {"min_run": "3"}, "hand": "345XD", "last": "JQK", "left": {"1": 0}},
    {"variant": "zhengshangyou", "options": {"low_run": "on"}, "hand": "345672", "last": "A2345"},
]  # fmt: skip


def assumptions_of(answer: dict[str, Any]) -> dict[str, Any]:
    """Return what an answer assumes."""
    return {"assumed": answer["assumed"]}


@pytest.mark.parametrize("body", LINES)
def test_a_line_reads_back_to_the_same_bytes(client: FlaskClient, body: dict[str, Any]) -> None:
    """A request as fields, as a line, and as a line in a query get byte-equal answers."""
    analysis = post(client, "/v1/analyze", body)
    again = client.post("/v1/analyze", json={"position": analysis["position"]})
    if body.get("notation") != "guandan":  # a line contains text cards, and so does its answer
        assert again.get_json() == analysis | assumptions_of(again.get_json())
    assert again.get_json()["position"] == analysis["position"]
    by_query = client.get("/v1/analyze", query_string={"position": analysis["position"]})
    assert by_query.data == again.data
    moved = post(client, "/v1/move", {"position": analysis["position"]})
    assert moved["move"] == again.get_json()["move"]


def test_a_flower_alone_leads_nothing(client: FlaskClient) -> None:
    """Its seat is skipped: the hand may be analysed, and its move is the pass that a table records for it."""
    alone = {"variant": "yuncheng", "hand": "W"}
    assert set(post(client, "/v1/analyze", alone)) == {
        "position",
        "turn",
        "assumed",
        "power",
        "split",
        "unseen",
        "engine",
    }
    error = post(client, "/v1/analyze", alone | {"want": ["hints"]}, 422)["errors"][0]
    assert (error["code"], error["pointer"]) == ("not_your_turn", "/hand")
    for level in ("starter", "adept", "expert"):
        moved = post(client, "/v1/move", alone | {"level": level})
        assert moved["move"]["pass"]
        assert moved["forced"]
    assert post(client, "/v1/move", alone | {"last": "3"})["move"]["pass"]
    assert post(client, "/v1/move", {"variant": "yuncheng", "hand": "3W"})["move"]["as"] == "33"


def test_an_ordinary_card_keeps_its_suit_in_a_declaration(client: FlaskClient) -> None:
    """The wild heart may be any seven; the three of hearts is not the three of spades."""
    body = {"variant": "guandan", "cards": "3h4h5h6h2h"}
    assert post(client, "/v1/check", body | {"as": "3h4h5h6h7s"})["playable"]
    assert fault(client, body | {"as": "3s4h5h6h7h"}, "/v1/check")[1] == "/as"


def test_unseen_bombs_may_lie_in_several_hands(client: FlaskClient) -> None:
    """If four of a rank must not be broken, one of four unseen kings still beats a queen."""
    rest = cards.text(engine.rules_for("paodekuai").deck - cards.pack("Q334KKKK5678"))
    for option in ("on", "off"):
        body = {"variant": "paodekuai", "options": {"bomb_split": option}, "seat": 0, "hand": "Q334", "seen": rest}
        power = post(client, "/v1/analyze", body | {"left": {"1": 4, "2": 4}, "want": ["power"]})["power"]
        assert power["controls"] == []


@pytest.mark.parametrize("history", [["3"], ["3", ""]])
def test_beliefs_are_answered_while_the_play_to_beat_is_ones_own(client: FlaskClient, history: list[str]) -> None:
    body = {"seat": "landlord", "hand": "34455667788TTJJQQKA", "history": history, "want": ["beliefs"]}
    seats = post(client, "/v1/analyze", body)["beliefs"]["seats"]
    assert set(seats) == {"landlord_down", "landlord_up"}


def test_a_pass_is_certain_knowledge_where_beating_is_compulsory(client: FlaskClient) -> None:
    """Seat 2 did not beat an ace, so the deuce is with seat 1; nothing else is certain."""
    body = {"variant": "paodekuai", "seat": 0, "hand": "4s4h4c6h6d7h7c8d9sTsTdQhKhKcKd", "history": ["3s", "As", ""]}
    seats = post(client, "/v1/analyze", body | {"want": ["beliefs"]})["beliefs"]["seats"]
    assert (seats["1"].pop("2"), seats["2"].pop("2")) == (1.0, 0.0)
    assert all(0 < chance < 1 for held in seats.values() for chance in held.values())
    move = post(client, "/v1/move", body | {"level": "expert", "limits": {"games": 40}})["move"]
    assert move["cards"] or move["pass"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_game_of_wild_ranks_without_one_says_so(client: FlaskClient, lang: str) -> None:
    game = {"variant": "laizi", "lang": lang}
    asks: list[tuple[str, dict[str, Any]]] = [
        ("/v1/analyze", {"hand": "34577"}),
        ("/v1/move", {"hand": "34577"}),
        ("/v1/check", {"cards": "77"}),
        ("/v1/game", {"deal": {}, "history": ["3"]}),
    ]
    for path, body in asks:
        (note,) = post(client, path, game | body)["notes"]
        assert note["code"] == "no_wild_rank"
        assert "`options.wild`" in note["text"]
        assert "notes" not in post(client, path, game | body | {"options": {"wild": "7"}})
        assert "notes" not in post(client, path, {"lang": lang} | body)


def test_a_flower_that_is_left_over_costs_ten_turns(client: FlaskClient) -> None:
    """Beside a joker alone it fits into no combo; the value of the joker is the same as without it."""
    alone = post(client, "/v1/analyze", {"variant": "yuncheng", "hand": "D"})
    left_over = post(client, "/v1/analyze", {"variant": "yuncheng", "hand": "DW"})
    assert left_over["split"]["unplayable"] == "W"
    assert left_over["power"]["score"] == pytest.approx(alone["power"]["score"] - 10)
    assert left_over["power"]["turns"] == alone["power"]["turns"] == 1


@pytest.mark.parametrize("notation", ["text", "douzero"])
def test_a_run_with_a_low_ace_is_written_in_its_order(client: FlaskClient, notation: str) -> None:
    """Ranks of douzero: the ace is 14, the deuce 17, the black joker 20."""
    hand: Any = "A2345X" if notation == "text" else [14, 17, 3, 4, 5, 20]
    body = {"variant": "zhengshangyou", "options": {"low_run": "on"}, "hand": hand, "notation": notation}
    answer = post(client, "/v1/analyze", body | {"want": ["hints", "split"]})
    straight = "A2345" if notation == "text" else [14, 17, 3, 4, 5]
    assert straight in [hint["cards"] for hint in answer["hints"]]
    assert straight in [combo["cards"] for combo in answer["split"]["combos"]]
