"""Requests as people who have not read the documentation send them: an answer, or a problem that leads on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

HAND = "34567899JJQQKA22D"
MOVE = {"hand": HAND, "level": "club"}
ITEMS = '{"items": [{"op": "move", "body": {…}}]}'

DEALT = {"hand": HAND, "seat": "landlord_down", "history": ["TT", "JJ", "."]}
"""A hand as dealt, with its history."""

RANKED = {"variant": "guandan", "hand": "3s3h4d"}

ANSWERED = [
    ("GET", "/v1/analyze?want=move&hand=33445667788TTJJQQKKA&history=-", None),
    ("GET", f"/v1/analyze?want=move&hand={HAND}&_=1764381600000", None),
    ("POST", "/v1/move", MOVE | {"level": 3}),
    ("POST", "/v1/move", MOVE | {"level": "7", "limits": {"games": 1}}),
    ("POST", "/v1/move", MOVE | {"lang": "zh-CN"}),
    ("POST", "/v1/move", MOVE | {"lang": "zh_Hans_CN"}),
    ("POST", "/v1/move", MOVE | {"lang": "EN-us"}),
    ("GET", f"/v1/analyze?want=move&hand={HAND}&lang=zh-TW", None),
]

CARDS = [
    ("3大小王", "3XD"), ("34大小鬼", "34XD"), ("34 jokers", "34XD"), ("3 BJ LJ", "3DX"), ("LJ,BJ,3", "XD3"),
    (["BJ", "LJ"], "DX"), ("D3D4", "3d4d"), ("s3 s4", "3s4s"), ("S3 S4", "3s4s"), ("S3 H10 CJ", "3sThJc"),
    (["S3", "H4", "D5"], "3s4h5d"), ("s3 d4 X", "3s4dX"), ("D3 D4 D5", "3d4d5d"),
    ("对十", "TT"), ("三个K带一对五", "KKK55"),
    ("三带一：三张8带一张4", "4888"), ("顺子三到七", "34567"), ("王炸", "XD"), ("33对", "33"),
    ("S3H4D5", "3s4h5d"),
]  # fmt: skip
"""Cards as people write them, and as text."""

LED_ON: list[tuple[str, str, Any, int, str]] = [
    ("POST", "/v1/move", DEALT, 422, "`hand` is what is left now, not the hand as dealt: landlord_down should"),
    ("POST", "/v1/move", MOVE | {"level": 8}, 422, "a number from 1 to 7"),
    ("POST", "/v1/move", MOVE | {"lang": "fr"}, 422, "one of en, zh; not 'fr'"),
    ("POST", "/v1/move", MOVE | {"lang": "chinese"}, 422, "did you mean zh?"),
    ("GET", f"/v1/move?hand={HAND}", None, 405, "use POST, with JSON in the body; by GET there is /v1/analyze"),
    ("PUT", "/v1/check", MOVE, 405, "use POST"),
    ("POST", "/v1/variants", {}, 405, "use GET"),
    ("POST", "/v1/move/", MOVE, 404, "did you mean POST /v1/move?"),
    ("POST", "/v1//move", MOVE, 404, "did you mean POST /v1/move?"),
    ("POST", "/move", MOVE, 404, "did you mean POST /v1/move?"),
    ("GET", f"/analyze?hand={HAND}", None, 404, "did you mean GET or POST /v1/analyze?"),
    ("POST", "/api/v1/moves", MOVE, 404, "did you mean POST /v1/move?"),
    ("POST", "/V1/Move", MOVE, 404, "did you mean POST /v1/move?"),
    ("POST", "/v1/whist", MOVE, 404, "nothing is served under this path; see /openapi.yaml"),
    ("POST", "/v1/move", json.dumps(MOVE), 422, "an object, not a text that contains JSON: it was encoded twice"),
    ("POST", "/v1/batch", json.dumps({"items": []}), 422, "an object, not a text that contains JSON"),
    ("POST", "/v1/move", "345", 422, "expected an object"),
    ("POST", "/v1/move", [MOVE], 422, f"an object, not an array; several requests go to /v1/batch as {ITEMS}"),
    ("POST", "/v1/batch", [MOVE], 422, f"an object, not an array; several requests go to /v1/batch as {ITEMS}"),
    *[
        ("POST", "/v1/move", MOVE | {"variant": name}, 422, f"did you mean {game}?")
        for name, game in [
            ("ddz", "standard"), ("DDZ", "standard"), ("pdk", "paodekuai"), ("gd", "guandan"), ("zsy", "zhengshangyou"),
            ("lzddz", "laizi"),
        ]
    ],
    *[
        ("POST", "/v1/analyze", {"hand": HAND, name: "3"}, 422, f"Did you mean {field}? ")
        for field, names in {
            "last": "last_move last_play last_cards lastMove",
            "history": "actions action_history card_play_action_seq",
            "hand": "hand_cards my_cards handCards player_hand_cards",
            "left": "cards_left num_cards_left num_cards_left_dict",
            "seen": "played_cards",
            "level": "difficulty",
            "seat": "role player_position",
            "bottom": "three_landlord_cards bottom_cards",
            "last_seat": "last_pid",
        }.items()
        for name in names.split()
    ],
    *[
        ("POST", "/v1/move", RANKED | {"level": level}, 422, f'`options`: {{"level": "{rank}"}}')
        for level, rank in (("A", "A"), ("10", "T"), ("j", "J"))
    ],
    ("POST", "/v1/move", {"hand": "joker34"}, 422, "did you mean X34 or D34?"),
    ("POST", "/v1/move", {"hand": "3 BJ"}, 422, "did you mean 3X or 3D?"),
    ("POST", "/v1/move", MOVE | {"last": "三带一"}, 422, "'三带一' names a kind of play without its cards: write them"),
    ("POST", "/v1/check", {"cards": "飞机"}, 422, "'飞机' names a kind of play without its cards"),
    ("POST", "/v1/move", MOVE | {"other_hand_cards": "3"}, 422, "Other players' hands are never needed"),
]  # fmt: skip


def sent(client: FlaskClient, method: str, path: str, body: Any) -> Any:
    return client.open(path, method=method, json=body) if method != "GET" else client.open(path, method=method)


@pytest.mark.parametrize(("method", "path", "body"), ANSWERED)
def test_a_naive_request_has_an_answer(client: FlaskClient, method: str, path: str, body: Any) -> None:
    answer = sent(client, method, path, body)
    assert answer.status_code == 200, answer.get_json()["detail"]
    assert answer.get_json()["move"]["cards"]


@pytest.mark.parametrize(("method", "path", "body", "status", "text"), LED_ON)
def test_a_naive_request_is_led_on(
    client: FlaskClient, method: str, path: str, body: Any, status: int, text: str
) -> None:
    answer = sent(client, method, path, body)
    assert answer.status_code == status
    assert text in answer.get_json(force=True)["detail"]


@pytest.mark.parametrize("kind", [None, "application/x-www-form-urlencoded", "text/plain"])
def test_a_body_without_its_type_is_told_the_header(client: FlaskClient, kind: str | None) -> None:
    """As `curl -d` sends it."""
    answer = client.post("/v1/move", data=json.dumps(MOVE), content_type=kind)
    assert answer.status_code == 415
    assert "curl: -H 'Content-Type: application/json'" in answer.get_json()["detail"]


def test_a_language_with_a_region_is_that_of_the_answer(client: FlaskClient) -> None:
    """Of errors too."""
    chinese = client.post("/v1/move", json=MOVE | {"lang": "zh"}).data
    assert client.post("/v1/move", json=MOVE | {"lang": "zh-CN"}).data == chinese
    assert "不是牌" in client.post("/v1/move", json={"hand": "3z", "lang": "zh-CN"}).get_json()["detail"]


@pytest.mark.parametrize("level", ["2", 5])
def test_a_number_as_level_in_guandan_is_noted(client: FlaskClient, level: object) -> None:
    """It is that of a robot; the deal's is assumed, and the note names its option."""
    answer = client.post("/v1/analyze", json=RANKED | {"level": level}).get_json()
    assert any("options.level" in note["text"] for note in answer["notes"])


@pytest.mark.parametrize(("written", "text"), CARDS)
def test_cards_are_read_as_people_write_them(client: FlaskClient, written: object, text: str) -> None:
    """In a hand, a play and a history alike."""
    answers = [client.post("/v1/check", json={"cards": cards}).get_json() for cards in (written, text)]
    assert "playable" in answers[1]
    assert answers[0].get("shape") == answers[1].get("shape")
    assert answers[0]["playable"] == answers[1]["playable"]
    hands = [client.post("/v1/analyze", json={"hand": hand, "want": ["unseen"]}).get_json() for hand in (written, text)]
    assert hands[0]["unseen"] == hands[1]["unseen"]


def test_a_history_may_be_in_words(client: FlaskClient) -> None:
    body = {"hand": HAND, "seat": "landlord_down", "level": "club"}
    spoken = client.post("/v1/move", json=body | {"history": ["对十"]})
    assert spoken.get_json()["move"]["cards"] == "JJ"
    assert spoken.data == client.post("/v1/move", json=body | {"history": ["TT"]}).data
