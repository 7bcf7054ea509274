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


def test_seats_of_a_tribute_are_texts_as_in_the_contract(client: FlaskClient) -> None:
    tags = '[Variant "guandan"]\n[Options "level=2"]\n[Order "0 2"]\n[Paid "1:As 3:Ah"]\n[ToFirst "1"]\n-\n'
    (game,) = read(client, tags)["games"]
    assert game["tribute"] == {"order": ["0", "2"], "paid": {"1": "As", "3": "Ah"}, "to_first": "1"}


def test_a_chat_is_read_and_every_other_word_of_it_is_named(client: FlaskClient) -> None:
    answer = read(client, "地主出对三，下家炸弹7777，上家不要\n好牌\n地主：过！")
    plays = ["33@landlord", "7777@landlord_down", ".@landlord_up", ".@landlord"]
    assert answer["games"] == [{"variant": "standard", "history": plays}]
    assert [(one["line"], "「好牌」" in one["text"]) for one in answer["left_out"]] == [(2, True)]


@pytest.mark.parametrize(
    "text",
    ["[12:03] 地主：33", "landlord: 33", "landlord_up：33", "出牌：33", "小明出对三", "農民甲：33", "下家出牌：33"],
)
def test_texts_with_a_word_of_the_game_are_read(client: FlaskClient, text: str) -> None:
    answer = read(client, text)
    assert (answer["format"], len(answer["games"]), answer["left_out"]) == ("chinese", 1, [])


def test_reading_stops_after_many_faults(client: FlaskClient) -> None:
    answer = read(client, "地主出三\n\n" + "?\n" * 10_000)
    assert (len(answer["games"]), len(answer["left_out"])) == (1, MOST_LEFT_OUT)


@pytest.mark.parametrize(
    "text",
    [
        '{"seed":1,"num":[27,27,27]}',
        "[27, 27]",
        "12:03 GET /v1/x 200",
        "33 44",
        '{"a":"地主出对三"}',
        '["地主出对三"]',
        "\n\n",
        "Infinity",
    ],
)
def test_what_is_no_record_becomes_no_game(client: FlaskClient, text: str) -> None:
    answer = read(client, text)
    assert (answer["format"], answer["games"], len(answer["left_out"])) == ("unknown", [], 1)


@pytest.mark.parametrize("number", ["1e999", "-1e999", "Infinity", "NaN", "9" * 5000])
def test_numbers_that_are_none_are_faults_of_a_foreign_game(client: FlaskClient, number: str) -> None:
    for text in (
        f'{{"initHands": [{number}], "moveHistory": []}}',
        f'{{"requests": [{{"own": [{number}]}}], "responses": []}}',
    ):
        answer = read(client, text)
        assert (answer["games"], len(answer["left_out"])) == ([], 1)


def test_a_game_with_more_plays_than_a_request_may_have_is_left_out(client: FlaskClient) -> None:
    answer = read(client, '[Variant "standard"]\n' + ",".join(["3"] * 257))
    assert (answer["games"], [one["code"] for one in answer["left_out"]]) == ([], ["limit_too_large"])


LONG = 60_000


@pytest.mark.parametrize(
    "fragment",
    [" ", "{", "\\{", "}", "[", "]", "\\", "3", "3,", "3 ", "10", "a:3,", "a", "出", "对", "地主", "：", "、", "带"],
)
@pytest.mark.parametrize(("start", "end"), [("", ""), ("地主出3", "4x"), ('[Variant "standard"]\n3,[ {', "")])
def test_a_long_text_has_a_short_answer(client: FlaskClient, fragment: str, start: str, end: str) -> None:
    """None of these texts is a game; its faults quote a few characters of it."""
    bytes_of_one = len(fragment.encode("utf-8").replace(b"\\", b"\\\\"))
    text = start + fragment * (LONG // bytes_of_one) + end
    assert len(str(read(client, text)["left_out"])) < 20_000
