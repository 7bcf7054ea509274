"""A game as a record in a request: the same answer as for JSON; errors name line and field in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.endpoints import ENDPOINTS
from service.records.body import body_of_record, only_record
from tests.helpers.contract import read_contract

PATHS = read_contract()["paths"]


def example_of(path: str) -> str:
    """Return the record among the contract's examples of a path."""
    text: str = PATHS[path]["post"]["requestBody"]["content"]["text/x-ddz"]["example"]
    return text


GAME = example_of("/v1/game")
NOT_TAKING = [*[name for name, row in ENDPOINTS.items() if not row.records], "batch"]
HEADERS = {"Content-Type": "text/x-ddz"}


def fault(client: FlaskClient, text: str, **headers: str) -> tuple[int, dict[str, Any]]:
    answer = client.post("/v1/game", data=text.encode(), headers=HEADERS | headers)
    return answer.status_code, answer.get_json()["errors"][0]


def test_a_record_is_answered_as_its_json(client: FlaskClient) -> None:
    answer = client.post("/v1/game", data=GAME.encode(), headers=HEADERS)
    assert answer.get_json() == client.post("/v1/game", json=body_of_record(only_record(GAME))).get_json()
    assert answer.get_json()["result"]["winner"] == "farmers"
    typed = client.post("/v1/game", data=GAME.encode(), headers={"Content-Type": "text/x-ddz; charset=utf-8"})
    assert typed.get_json() == answer.get_json()


@pytest.mark.parametrize(
    ("text", "line", "pointer", "code"),
    [
        (GAME.replace("34567,9TJQK", "34567,3456"), 4, "/history/1", "not_held"),
        (GAME.replace("34567,9TJQK", "34567,\n9TJQKA"), 5, "/history/1", "not_held"),
        (GAME.rstrip() + ",A", 4, "/history/20", "game_over"),
        (GAME.replace("34567,", "34567,ZZ,"), 4, "/history/1", "field_invalid"),
        (GAME.replace('"567"', '"56"'), 3, "/deal/bottom", "hand_size"),
        (GAME.replace("landlord:3", "landlady:3"), 2, "/deal/hands/landlady", "seat_unknown"),
        (GAME.replace("standard", "standart"), 1, "/variant", "variant_unknown"),
        (GAME.replace("[Bottom", '[Auction "9"]\n[Bottom'), 3, "/auction/bids/0", "bid_invalid"),
        (GAME.replace("[Bottom", '[Levels "2"]\n[Bottom'), 3, "/match/levels", "field_invalid"),
        (GAME.replace("Bottom", "Botom"), 3, "", "field_unknown"),
        (GAME[:60], 2, "", "field_invalid"),
        (GAME + "\n" + GAME, 6, "", "field_conflict"),
        (GAME.rstrip() + GAME, 4, "/history/20", "field_conflict"),
    ],
)
def test_a_fault_names_line_and_field(client: FlaskClient, text: str, line: int, pointer: str, code: str) -> None:
    status, error = fault(client, text)
    assert (status, error.get("line"), error["pointer"], error["code"]) == (422, line, pointer, code)


@pytest.mark.parametrize("text", ["", "\n\n", "% a remark\n", "\ufffd"])
def test_a_body_without_a_game_is_rejected(client: FlaskClient, text: str) -> None:
    status, error = fault(client, text)
    assert (status, error["code"]) == (422, "field_missing")


def test_bytes_that_are_no_text_are_rejected(client: FlaskClient) -> None:
    answer = client.post("/v1/game", data=GAME.encode().replace(b"9TJQK", b"\xff"), headers=HEADERS)
    assert (answer.status_code, answer.get_json()["errors"][0]["line"]) == (422, 4)


def test_the_contract_has_a_record_for_each_endpoint_that_takes_one() -> None:
    taking = {
        path
        for path, item in PATHS.items()
        if "text/x-ddz" in item.get("post", {}).get("requestBody", {}).get("content", {})
    }
    assert taking == {f"/v1/{name}" for name, row in ENDPOINTS.items() if row.records}


def test_a_record_is_reviewed(client: FlaskClient) -> None:
    text = example_of("/v1/review")
    answer = client.post("/v1/review", data=text.encode(), headers=HEADERS)
    assert (answer.status_code, list(answer.get_json()["seats"])) == (200, ["landlord"])
    fault_answer = client.post("/v1/review", data=text.replace("9TJQK", "9TJ").encode(), headers=HEADERS)
    assert (fault_answer.status_code, fault_answer.get_json()["errors"][0]["line"]) == (422, 4)


@pytest.mark.parametrize("name", NOT_TAKING)
def test_other_endpoints_take_no_records(client: FlaskClient, name: str) -> None:
    assert client.post(f"/v1/{name}", data=GAME.encode(), headers=HEADERS).status_code == 415


def test_an_error_in_json_has_no_line(client: FlaskClient) -> None:
    errors = client.post("/v1/game", json={"history": ["ZZ"]}).get_json()["errors"]
    assert errors
    assert all("line" not in error for error in errors)
