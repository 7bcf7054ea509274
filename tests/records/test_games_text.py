"""Games as text through the service: samples of all formats, a chat, and bounds."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.records.games_text import MOST_LEFT_OUT
from tests.helpers.client import post
from tests.records.test_formats import EXPECTED, SAMPLES

TEXTS = {name: row for name, row in EXPECTED.items() if not name.endswith(".pkl")}


def read(client: FlaskClient, text: str) -> Any:
    return post(client, "/v1/records", {"text": text, "lang": "zh"})


@pytest.mark.parametrize("name", TEXTS)
def test_each_text_format_is_read_by_the_service(client: FlaskClient, name: str) -> None:
    form, games, plays, _ = TEXTS[name]
    answer = read(client, (SAMPLES / name).read_text(encoding="utf-8"))
    partial = name == "chinese.txt"  # a game with an unreadable turn is returned too
    assert (answer["format"], len(answer["games"])) == (form, games + partial)
    assert len(answer["games"][0]["history"]) == plays
    game = answer["games"][0]
    assert client.post("/v1/game", json=game).status_code == (200 if plays or "deal" in game else 422)


def test_a_chat_is_read_and_every_other_word_of_it_is_named(client: FlaskClient) -> None:
    answer = read(client, "地主出对三，下家炸弹7777，上家不要\n好牌\n地主：过！")
    plays = ["33@landlord", "7777@landlord_down", ".@landlord_up", ".@landlord"]
    assert answer["games"] == [{"variant": "standard", "history": plays}]
    assert [(one["line"], "「好牌」" in one["text"]) for one in answer["left_out"]] == [(2, True)]


def test_reading_stops_after_many_faults(client: FlaskClient) -> None:
    answer = read(client, "地主出三\n\n" + "?\n" * 10_000)
    assert (len(answer["games"]), len(answer["left_out"])) == (1, MOST_LEFT_OUT)
