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
    ("POST", "/v1/whist", MOVE, 404, "nothing is served under this path; see /docs"),
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
