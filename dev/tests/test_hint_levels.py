"""The table of latency and strength by level."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from dev import tables
from dev.bench.hint_levels import milliseconds, row_of, tables_of
from service.advice.levels import LEVELS


def test_the_requests_are_turns_with_a_history(client: FlaskClient) -> None:
    asked: list[str] = []

    def ask(method: str, path: str, body: Any) -> Any:
        asked.append(path)
        answer = client.open(path, method=method, json=body) if body else client.get(path)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    turns = tables_of(ask, 1)
    assert turns[0]["history"] == ""
    assert all(table["history"] for table in turns[1:])
    assert {table["seat"] for table in turns} == {"landlord", "landlord_down", "landlord_up"}
    asked.clear()
    assert len(milliseconds(ask, turns[:2], "adept")) == 2
    assert all("level=adept" in path and "order=robot" in path and "history=" in path for path in asked)


def test_a_row_has_the_share_of_the_game_and_the_times() -> None:
    assert row_of("club", [1.0] * 19 + [3.0]) == ("`club`", "0.500", "1.0", "2.9")
    assert row_of("master", [4.0, 4.0]) == ("`master`", "–", "4.0", "4.0")


def test_the_table_has_every_level() -> None:
    assert [row[0] for row in tables.load_table("hint_levels").rows] == [f"`{level}`" for level in LEVELS]
