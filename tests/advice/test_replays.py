"""Tables that send their whole history each turn: the same answers as from an empty memory."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice import replays
from service.rules.variants import VARIANTS
from tests.helpers.client import post
from tests.helpers.reviewed_games import robot_game

Json = dict[str, Any]


def turns_of(client: FlaskClient, variant: str) -> list[Json]:
    """Return the requests of a table after each turn of a game of robots."""
    body = robot_game(client, variant, seed=5)
    return [body | {"history": body["history"][:end]} for end in range(len(body["history"]) + 1)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_remembered_history_changes_no_answer(client: FlaskClient, variant: str) -> None:
    turns = turns_of(client, variant)
    replays.RECENT.clear()
    in_turn = [post(client, "/v1/game", body) for body in turns]
    for body, answer in reversed(list(zip(turns, in_turn, strict=True))):
        assert post(client, "/v1/game", body) == answer
        replays.RECENT.clear()
        assert post(client, "/v1/game", body) == answer


def test_an_illegal_play_is_found_after_a_remembered_history(client: FlaskClient) -> None:
    body = turns_of(client, "standard")[4]
    post(client, "/v1/game", body)
    wrong = body | {"history": [*body["history"], "34"]}
    errors = [client.post("/v1/game", json=wrong).get_json(force=True)["errors"] for _ in range(2)]
    replays.RECENT.clear()
    errors.append(client.post("/v1/game", json=wrong).get_json(force=True)["errors"])
    assert errors[0] == errors[1] == errors[2]
    assert errors[0][0]["pointer"] == "/history/4"


def test_the_memory_is_bounded_by_turns(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "RECENT", type(replays.RECENT)(40, replays.RECENT.getsizeof))
    for body in turns_of(client, "standard"):
        post(client, "/v1/game", body)
        assert replays.RECENT.currsize <= 40
