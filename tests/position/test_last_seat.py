"""The seat that played last: in a field, in the text of the play, in a query; and answers that name assumed seats."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

HAND = {"hand": "TJ7K2J8Q", "seat": "landlord_up"}
"""A hand whose answer to a 5 depends on the seat that played it."""


def play(client: FlaskClient, **fields: Any) -> Any:
    return post(client, "/v1/move", {"hand": "TJ7K2J8Q"} | fields)


@pytest.mark.parametrize(
    ("owner", "cards"), [("landlord", "K"), ("landlord_down", "Q")]
)  # against the landlord, and on the partner's play
def test_every_way_to_name_the_seat_gives_the_same_answer(client: FlaskClient, owner: str, cards: str) -> None:
    named = {"last": {"cards": "5", "seat": owner}}
    ways: list[dict[str, Any]] = [
        {"last": "5", "last_seat": owner},
        {"last": f"5@{owner}"},
        {"last": f"5@{owner}", "last_seat": owner},
        named | {"last_seat": owner},
    ]
    expected = play(client, **HAND | named)
    assert expected["move"]["cards"] == cards
    assert set(expected["assumed"]) == {"left", "history", "text"}
    for way in ways:
        assert play(client, **HAND | way) == expected
    queries = [f"last=5&last_seat={owner}", f"last=5&last-seat={owner}", f"last=5@{owner}"]
    for query in queries:
        answer = client.get(f"/v1/analyze?hand=TJ7K2J8Q&seat=landlord_up&want=move&{query}").get_json()
        assert answer["move"] == expected["move"]


def test_ids_and_numbered_seats_name_it_too(client: FlaskClient) -> None:
    query = "hand=0,1,2,16,52,53&seat=landlord_up&notation=contest&last=13,14@landlord"
    assert client.get(f"/v1/analyze?{query}").get_json()["turn"]["to_beat"]["seat"] == "landlord"
    body = {"variant": "guandan", "hand": "4s4h5d", "seat": 1, "last": "3d", "last_seat": 2, "want": ["power"]}
    assert post(client, "/v1/analyze", body)["turn"]["to_beat"]["seat"] == 2


def test_a_seat_as_a_whole_float_is_the_same_seat(client: FlaskClient) -> None:
    """Some languages write every number with a fraction."""
    body = {"variant": "guandan", "hand": "4s4h5d", "seat": 1, "want": ["power"]}
    play = {"cards": "3d", "seat": 2.0}
    assert post(client, "/v1/analyze", body | {"last": play, "last_seat": 2})["turn"]["to_beat"]["seat"] == 2
    assert fault(client, body | {"last": play, "last_seat": 3}) == ("field_conflict", "/last_seat")
    early = {"variant": "zhengshangyou", "history": [{"seat": 1.0, "cards": "3"}]}
    assert post(client, "/v1/game", early, 422)["detail"] == "it is seat 0's turn, not seat 1's"


@pytest.mark.parametrize(
    ("fields", "assumed"),
    [
        ({"last": "5"}, {"seat": "landlord", "last_seat": "landlord_up"}),
        ({"last": "5@landlord_down"}, {"seat": "landlord"}),
        ({"last": "5", "seat": "landlord_up"}, {"last_seat": "landlord_down"}),
        ({"last": "5", "seat": "landlord", "last_seat": "landlord_up"}, {}),
        ({"position": "standard - 778TJQ - ?5"}, {"seat": "landlord", "last_seat": "landlord_up"}),
        ({"variant": "paodekuai", "last": "5"}, {"seat": 0, "last_seat": 2}),
        ({"variant": "paodekuai_two", "last": "5", "seat": 1}, {}),
        ({}, {}),
        ({"last": ""}, {}),
        ({"history": []}, {}),
    ],
)
def test_an_answer_names_the_seats_that_it_assumes(
    client: FlaskClient, fields: dict[str, Any], assumed: dict[str, Any]
) -> None:
    hand = {} if "position" in fields or "history" in fields else {"hand": "778TJQ"}
    if "history" in fields:
        hand = {"hand": "3345667788TTJJQQKKA2"}
    for endpoint in ("analyze", "move"):
        answer = post(client, f"/v1/{endpoint}", hand | fields)
        named = answer.get("assumed", {})
        assert {name: value for name, value in named.items() if name in ("seat", "last_seat")} == assumed
        assert [f"`{name}` is missing" in named.get("text", "") for name in ("seat", "last_seat")] == [
            name in assumed for name in ("seat", "last_seat")
        ]


def test_it_says_so_in_the_language_of_the_caller(client: FlaskClient) -> None:
    whole = {"left": {"landlord": 9, "landlord_down": 9}, "seen": "5"}
    text = play(client, last="5", seat="landlord_up", lang="zh", **whole)["assumed"]["text"]
    assert text == "没有写 `last_seat`，按地主下家出的牌计算；如果不是，请写明。"


def test_an_assumed_seat_and_a_named_one_have_different_tags(client: FlaskClient) -> None:
    queries = ("last=5&seat=landlord", "last=5", "last=5&seat=landlord&last_seat=landlord_up")
    answers = [client.get(f"/v1/analyze?hand=778TJQ&{query}") for query in queries]
    assert len({answer.headers["ETag"] for answer in answers}) == 3
    assert len({answer.get_json()["position"] for answer in answers}) == 1


@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"last": "5@north"}, "seat_unknown", "/last/seat"),
        ({"last": "5", "last_seat": "north"}, "seat_unknown", "/last_seat"),
        ({"last": "5@landlord", "last_seat": "landlord_down"}, "field_conflict", "/last_seat"),
        ({"last": "5", "last_seat": "landlord_up"}, "history_inconsistent", "/last_seat"),
        ({"last": "35", "last_seat": "landlord"}, "not_a_play", "/last"),
        ({"position": "standard - 778 - ?5", "last_seat": "landlord"}, "field_conflict", "/last_seat"),
        ({"last_seat": "landlord"}, "field_conflict", "/last_seat"),
        ({"last": None, "last_seat": "landlord"}, "field_conflict", "/last_seat"),
        ({"history": ["5", "."], "last_seat": "landlord"}, "field_conflict", "/last_seat"),
        ({"last": "", "last_seat": "north"}, "seat_unknown", "/last_seat"),
        ({"last": {"cards": "", "seat": "north"}}, "seat_unknown", "/last/seat"),
    ],
)
def test_a_wrong_seat_is_rejected_at_its_field(
    client: FlaskClient, fields: dict[str, Any], code: str, pointer: str
) -> None:
    body = fields if "position" in fields else HAND | fields
    assert fault(client, body, "/v1/move") == (code, pointer)


def test_a_missing_seat_is_named_if_the_first_seat_played_last(client: FlaskClient) -> None:
    for last in ({"last": "5", "last_seat": "landlord"}, {"last": "5@landlord"}):
        assert fault(client, {"hand": "778TJQ"} | last, "/v1/move") == ("history_inconsistent", "/seat")


def test_a_lead_may_have_empty_fields(client: FlaskClient) -> None:
    """A page that fills in attributes of the hint button has none for the play to beat."""
    lead = client.get("/v1/analyze?hand=778TJQ&want=move").get_json()
    for query in ("last=&last_seat=", "last_seat=", "last=&last_seat=landlord_up"):
        assert client.get(f"/v1/analyze?hand=778TJQ&want=move&{query}").get_json() == lead
    assert fault(client, HAND | {"last": "5", "last_seat": ""}, "/v1/move") == ("seat_unknown", "/last_seat")


def test_open_hands_name_the_seat_too(client: FlaskClient) -> None:
    hands = {"landlord": "34", "landlord_down": "5K"}
    ways = [
        {"last": {"cards": "3", "seat": "landlord"}},
        {"last": "3", "last_seat": "landlord"},
        {"last": "3@landlord"},
    ]
    answers = [post(client, "/v1/solve", {"hands": hands} | way) for way in ways]
    assert answers[0]["turn"] == "landlord_down"
    assert answers[1:] == answers[:1] * 2
    alone = {"hands": hands, "last_seat": "landlord"}
    assert fault(client, alone, "/v1/solve") == ("field_conflict", "/last_seat")


@pytest.mark.parametrize(
    ("fields", "left", "history"),
    [
        ({}, ["landlord_down", "landlord_up"], True),
        ({"last": "5", "last_seat": "landlord_up"}, ["landlord_down", "landlord_up"], True),
        ({"left": {"landlord_up": 5}}, ["landlord_down"], True),
        ({"left": {"landlord_up": 5, "landlord_down": 5}}, None, True),
        ({"left": {"landlord_up": 5, "landlord_down": 5}, "seen": "3334445556666788899TTJJQQKKAA"}, None, False),
        ({"seen": "3334445556667"}, ["landlord_down", "landlord_up"], False),
        ({"hand": "33445667788TTJJQQKKA"}, None, False),  # as dealt: all have their cards, and none is played
        ({"variant": "paodekuai_two", "seat": 0}, [1], True),
    ],
)
def test_an_answer_says_which_counts_and_plays_it_does_not_know(
    client: FlaskClient, fields: dict[str, Any], left: list[Any] | None, history: bool
) -> None:
    body = {"hand": "778TJQ", "seat": "landlord"} | fields
    for endpoint in ("analyze", "move"):
        assumed = post(client, f"/v1/{endpoint}", body).get("assumed", {})
        assert assumed.get("left") == left
        assert assumed.get("history") == ([] if history else None)
        chinese = post(client, f"/v1/{endpoint}", body | {"lang": "zh"}).get("assumed", {}).get("text", "")
        for text in (assumed.get("text", ""), chinese):
            assert ("`left`" in text) == (left is not None)
            assert ("`seen`" in text) == history


def test_a_history_leaves_nothing_to_assume(client: FlaskClient) -> None:
    body = {"seat": "landlord_down", "hand": "34567899JJQQKA22D", "history": ["TT"]}
    assert "assumed" not in post(client, "/v1/analyze", body)


@pytest.mark.parametrize("path", ["analyze", "move", "check"])
def test_guandan_says_that_it_assumes_the_level(client: FlaskClient, path: str) -> None:
    body = {"variant": "guandan", "seat": 0, "hand": "3s3d4s5h6d7c8s9h9dTsJhQd"} | (
        {"cards": "3s3d"} if path == "check" else {}
    )
    [note] = post(client, f"/v1/{path}", body)["notes"]
    assert note["code"] == "level_assumed"
    assert "options.level" in note["text"]
    assert "notes" not in post(client, f"/v1/{path}", body | {"options": {"level": "2"}})
    assert "notes" not in post(client, f"/v1/{path}", body | {"options": {"level": "A"}})


def test_a_table_alone_in_guandan_says_so_too(client: FlaskClient) -> None:
    for more in ({"last": "4s", "last_seat": 1, "seat": 2}, {"history": ["4s"]}):
        answer = post(client, "/v1/check", {"variant": "guandan", "cards": "5s"} | more)
        assert [note["code"] for note in answer["notes"]] == ["level_assumed"]
