"""Notations: declarations are read and written in the caller's notation, and can be sent back."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.client import fault, post

LEVEL5 = {"variant": "guandan", "options": {"level": "5"}, "notation": "guandan"}


# ---- declarations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", "SHCD")
@pytest.mark.parametrize("where", ["cards", "last", "history"])
def test_a_declaration_in_suits_is_read_in_any_suit(client: FlaskClient, suit: str, where: str) -> None:
    """The letter of diamonds is the big joker in text."""
    play = {"cards": f"{suit}6 {suit}7 {suit}8 {suit}9 H5", "as": f"{suit}6 {suit}7 {suit}8 {suit}9 {suit}T"}
    body: dict[str, Any] = LEVEL5 | (
        play if where == "cards" else {"cards": "S2", where: [play] if where == "history" else play}
    )
    answer = post(client, "/v1/check", body)
    if where == "cards":
        assert answer["stored"]["shape"] == "straight_flush"
    else:
        assert [reason["code"] for reason in answer["reasons"]] == ["does_not_beat"]


# ---- answers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        # a run is written in its order, the wild heart after the cards of the run
        ({"variant": "guandan", "cards": "2hAs3s4s5s"},
         [("straight_flush", "As2s3s4s5s"), ("solo_chain", "As2c3s4s5s")]),
        ({"variant": "guandan", "cards": "H2 SA S3 S4 S5", "notation": "guandan"},
         [("straight_flush", "SA S2 S3 S4 S5"), ("solo_chain", "SA C2 S3 S4 S5")]),
        ({"variant": "guandan", "cards": ["9s", "2h"]}, [("pair", ["9", "9"])]),
        # a wild card is an id that the caller does not have, or itself
        ({"variant": "laizi", "options": {"wild": "3"}, "cards": [4, 5, 6, 0], "notation": "contest"},
         [("soft_bomb", [4, 5, 6, 7]), ("trio_solo", [0, 4, 5, 6])]),
        ({"variant": "yuncheng", "cards": [3, 16, 29, 55], "notation": "yuncheng"}, [("bomb", [3, 16, 29, 42])]),
        ({"variant": "laizi", "options": {"wild": "3"}, "cards": [4, 4, 4, 3], "notation": "douzero"},
         [("soft_bomb", [4, 4, 4, 4]), ("trio_solo", [3, 4, 4, 4])]),
        ({"variant": "laizi", "options": {"wild": "3"}, "cards": ["444", "3"]},
         [("soft_bomb", ["4", "4", "4", "4"]), ("trio_solo", ["3", "4", "4", "4"])]),
    ],
)  # fmt: skip
def test_what_cards_stand_for_is_shown_as_the_caller_writes_cards(
    client: FlaskClient, body: dict[str, Any], shown: list[tuple[str, Any]]
) -> None:
    readings = post(client, "/v1/check", body)["readings"]
    by_shape = {reading["shape"]: reading["as"] for reading in readings}
    assert [(shape, by_shape.get(shape)) for shape, _ in shown] == shown


def test_a_run_is_written_as_it_goes(client: FlaskClient) -> None:
    """A deuce is the lowest in a run, and high otherwise."""
    body = {"variant": "guandan", "options": {"level": "9"}, "hand": "2s3h4s5s6sAd"}
    for hint in post(client, "/v1/analyze", body | {"top": 0, "want": ["hints"]})["hints"]:
        if hint["shape"] == "solo_chain":
            assert hint["cards"] in ("2s3h4s5s6s", "Ad2s3h4s5s")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ({"notation": "contest", "hand": [4, 8], "last": [0, 1]}, [0, 1]),
        ({"notation": "contest", "hand": [4, 8], "last": {"cards": [1, 0]}}, [1, 0]),
        ({"hand": ["4", "5"], "last": ["3s", "3h"]}, ["3s", "3h"]),
        ({"hand": "45", "last": ["3s", "3h"]}, "3s3h"),
        ({"hand": ["4s", "5"], "last": "33"}, ["3", "3"]),
        ({"notation": "guandan", "variant": "guandan", "hand": "S4 S5", "last": "S3 H3"}, "S3 H3"),
        ({"notation": "rlcard", "hand": "R", "last": "B"}, "B"),
    ],
)
def test_the_last_play_is_shown_in_the_callers_own_cards(client: FlaskClient, body: dict[str, Any], shown: Any) -> None:
    assert post(client, "/v1/analyze", body)["turn"]["to_beat"]["cards"] == shown


def test_the_tag_of_a_question_knows_the_callers_own_cards(client: FlaskClient) -> None:
    """Requests whose answers name different cards have different tags."""
    queries = [{"hand": "45", "last": last, "want": "split"} for last in ("3s", "3h", "3s")]
    tags = [client.get("/v1/analyze", query_string=one).headers["ETag"] for one in queries]
    assert tags[0] == tags[2] != tags[1]


def test_the_line_of_a_sure_win_is_the_callers_own_cards(client: FlaskClient) -> None:
    hand = [0, 8, 48, 53]
    seen = [card for rank in range(12) for card in (4 * rank + 1, 4 * rank + 2)] + [49, 50, 51, 52]
    body = {"notation": "contest", "hand": hand, "seen": seen, "left": {"landlord_down": 5, "landlord_up": 6}}
    move = post(client, "/v1/move", body | {"level": "expert"})["move"]
    assert sorted(card for play in move["line"] for card in play["cards"]) == hand
    assert move["line"][0]["cards"] == move["cards"]


@pytest.mark.parametrize("declared", ["33", [0, 1]])
def test_ids_may_be_declared_by_their_ranks_alone(client: FlaskClient, declared: Any) -> None:
    body = {"variant": "laizi", "options": {"wild": "7"}, "notation": "contest", "cards": [0, 16]}
    assert post(client, "/v1/check", body | {"as": declared})["stored"]["as"] == [0, 1]
    assert fault(client, body | {"as": "3?"}, "/v1/check") == ("card_unknown", "/as")


def test_cards_that_stand_for_themselves_need_no_wild_card(client: FlaskClient) -> None:
    assert post(client, "/v1/check", {"cards": "33", "as": "33"})["stored"]["shape"] == "pair"
    assert fault(client, {"cards": "33", "as": "34"}, "/v1/check") == ("not_a_play", "/as")


IDS = {"notation": "contest", "seat": "landlord_up", "last_seat": "landlord"}


def test_ids_may_be_one_text_and_are_answered_as_one(client: FlaskClient) -> None:
    """Most generated clients have one type for cards, a text."""
    lists = post(client, "/v1/analyze", IDS | {"hand": [0, 1, 2, 16, 52, 53], "last": [13, 14]})
    texts = post(client, "/v1/analyze", IDS | {"hand": "0,1,2,16,52,53", "last": "13, 14"})
    assert lists["move"]["cards"] == [52, 53]
    assert texts == as_texts(lists)


def as_texts(answer: Any) -> Any:
    """Return an answer whose arrays of ids are texts."""
    if isinstance(answer, dict):
        return {name: as_texts(value) for name, value in answer.items()}
    if isinstance(answer, list) and answer and all(type(one) is int for one in answer):
        return ",".join(map(str, answer))
    return [as_texts(one) for one in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize("text", ["0,1,x", "0-1", "0,1000", "-1"])
def test_other_texts_are_no_ids(client: FlaskClient, text: str) -> None:
    assert fault(client, IDS | {"hand": text}) == ("card_unknown", "/hand")


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("447=444", {"cards": "447", "as": "444"}),
        ("447=444@landlord", {"cards": "447", "as": "444", "seat": "landlord"}),
        ("9@landlord", {"cards": "9", "seat": "landlord"}),
    ],
)
def test_a_play_may_be_one_text(client: FlaskClient, text: str, play: Any) -> None:
    body = {"variant": "laizi", "options": {"wild": "7"}, "hand": "3344567799KA2", "seat": "landlord_down"}
    answers = [post(client, "/v1/analyze", body | {"last": last}) for last in (text, play)]
    assert answers[0] == answers[1]
    history = {"history": [text], "hand": "3344567799TJQKA22"}
    answers = [post(client, "/v1/analyze", body | history | {"history": [one]}) for one in (text, play)]
    assert answers[0] == answers[1]


def test_a_level_and_points_may_be_texts(client: FlaskClient) -> None:
    move = [post(client, "/v1/move", {"hand": "3345", "level": level}) for level in ("win=0.4", {"win": 0.4})]
    assert move[0] == move[1]
    bids = [post(client, "/v1/bid", {"hand": "34567899JJQQKA22D", "bids": bids}) for bids in (["1"], [1])]
    assert bids[0] == bids[1]
    assert fault(client, {"hand": "3345", "level": "win=1.2.3"}, "/v1/move") == ("level_unknown", "/level")
