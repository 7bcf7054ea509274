"""Answers are requests: each recorded answer, and those of whole games, are sent back unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.requests.schemas import AuctionSchema, DealtSchema, ExchangeSchema, MatchSchema
from service.position.parse.card_fields import ANSWERED, PLAY_FIELDS
from service.rules.variants import VARIANTS
from tests.helpers.client import fault, post
from tests.helpers.contract import Example, read_contract, read_examples, resolve_reference

Json = dict[str, Any]

EXAMPLES = [example for example in read_examples() if example.status == 200]
SCHEMAS = read_contract()["components"]["schemas"]


def named(operation: str) -> list[Any]:
    return [pytest.param(one, id=one.name) for one in EXAMPLES if one.operation == operation]


def table_of(example: Example) -> Json:
    kept = ("variant", "options", "notation", "lang")
    return {name: example.request[name] for name in kept if name in example.request}


# ---- plays ----------------------------------------------------------------------------------------------------------


def plays_in(part: Any) -> Iterator[Json]:
    move = part.get("move") or {}
    yield from part.get("hints", ())
    yield from [move] * bool(move)
    yield from move.get("search", {}).get("candidates", ())


@pytest.mark.parametrize("example", [*named("analyze"), *named("move")])
def test_plays_of_an_analysis_are_plays_of_a_request(client: FlaskClient, example: Example) -> None:
    """A hint, a move and a candidate are what `only` means by their cards and declaration."""
    plays = [play for play in plays_in(example.answer) if play["cards"]]
    for play in plays[:4]:
        short = {name: play[name] for name in PLAY_FIELDS if name in play}
        bodies = [example.request | {"want": ["hints"], "only": [one]} for one in (play, short)]
        long, brief = [post(client, "/v1/analyze", body) for body in bodies]
        assert long == brief
        assert long["hints"]


@pytest.mark.parametrize("example", named("analyze"))
def test_the_play_to_beat_of_an_answer_is_that_of_a_request(client: FlaskClient, example: Example) -> None:
    turn = example.answer["turn"]
    if turn["to_beat"] and "hand" in example.request and "history" not in example.request:
        body = {name: value for name, value in example.request.items() if name != "last_seat"}
        again = post(client, "/v1/analyze", body | {"last": turn["to_beat"], "seat": turn["seat"]})
        assert again["turn"] == turn


@pytest.mark.parametrize("example", named("solve"))
def test_the_line_of_a_solution_is_played(client: FlaskClient, example: Example) -> None:
    """Each winning play is one of the cards that `/v1/check` reads."""
    for play in example.answer["plays"] or ():
        body = table_of(example) | {"hand": play["cards"], "only": [play], "want": ["hints"]}
        assert not play["cards"] or post(client, "/v1/analyze", body)["hints"]


def test_the_ignored_keys_of_a_play_are_those_of_answers() -> None:
    candidate = SCHEMAS["Move"]["properties"]["search"]["properties"]["candidates"]["items"]
    forms = [SCHEMAS["Move"], SCHEMAS["Hint"], SCHEMAS["TablePlay"], candidate]
    assert set(PLAY_FIELDS) | ANSWERED == {name for form in forms for name in form["properties"]}


def test_other_keys_of_a_play_are_rejected(client: FlaskClient) -> None:
    body = {"hand": "3456", "last": {"cards": "3", "shap": "solo"}, "seat": "landlord"}
    assert fault(client, body) == ("field_unknown", "/last/shap")


# ---- deals, auctions, matches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", [one for one in named("deal") if "puzzle" not in one.values[0].answer])
def test_a_deal_is_the_deal_of_a_game(client: FlaskClient, example: Example) -> None:
    """Game and house rules are those of the deal; hands are by place, and get their roles by the auction."""
    dealt, rest = example.answer, {name: value for name, value in table_of(example).items() if name == "notation"}
    if not VARIANTS[dealt["variant"]].auctions:
        state = post(client, "/v1/game", rest | {"deal": dealt})
        assert (state["variant"], state["turn"]["seat"]) == (dealt["variant"], 0)
        return
    last = len(dealt["places"]) - 1
    bids = ["pass", "pass", "call"] if dealt["variant"] == "yuncheng" else [0] * last + [3]
    state = post(client, "/v1/game", rest | {"deal": dealt, "auction": {"bids": bids}})
    assert state["auction"]["seats"][str(last)] == "landlord"
    short = {"hands": dealt["places"], "bottom": dealt["bottom"]}
    body = rest | {"variant": dealt["variant"], "options": dealt["options"], "deal": short, "auction": {"bids": bids}}
    assert post(client, "/v1/game", body) == state


def test_a_request_may_have_its_own_rules(client: FlaskClient) -> None:
    dealt = post(client, "/v1/deal", {"variant": "laizi", "options": {"wild": "7"}, "seed": 1})
    assert "[" in post(client, "/v1/game", {"deal": dealt})["positions"]["landlord"]
    body = {"deal": dealt, "options": {"wild": "8"}}
    assert "wild=8" in post(client, "/v1/game", body)["positions"]["landlord"]
    assert post(client, "/v1/game", {"deal": dealt, "variant": "standard"})["variant"] == "standard"
    for wrong, at in (({"variant": "nothing"}, "variant"), ({"options": {"wild": "X"}}, "options/wild")):
        assert fault(client, {"deal": dealt | wrong}, "/v1/game")[1] == f"/deal/{at}"


@pytest.mark.parametrize("example", named("game"))
def test_the_auction_of_a_game_is_that_of_the_next_request(client: FlaskClient, example: Example) -> None:
    again = post(client, "/v1/game", example.request | {"auction": example.answer["auction"]})
    assert again == example.answer


@pytest.mark.parametrize("example", named("game"))
def test_what_follows_a_game_begins_the_next(client: FlaskClient, example: Example) -> None:
    """A match and a tribute are sent as answered, null where there is none; a tribute's deal and match as well."""
    following, tribute = example.answer["next"], example.answer["tribute"]
    variant = {"variant": example.answer["variant"]}
    if following and following["match"] and following["match"]["winner"] is None:
        dealt = post(client, "/v1/deal", variant | {"options": following["options"], "seed": 1})
        body = {"deal": dealt, "match": following["match"], "tribute": following["tribute"]}
        assert (post(client, "/v1/game", body)["tribute"] is None) == (body["tribute"] is None)
    if tribute and tribute["deal"]:
        body = table_of(example) | {"deal": tribute["deal"], "match": tribute["match"]}
        assert post(client, "/v1/game", body)["turn"]["seat"] == 0


@pytest.mark.parametrize(
    ("schema", "answer"),
    [
        (DealtSchema, SCHEMAS["DealAnswer"]),
        (AuctionSchema, SCHEMAS["GameAnswer"]["properties"]["auction"]),
        (ExchangeSchema, SCHEMAS["GameAnswer"]["properties"]["next"]["properties"]["tribute"]),
        (MatchSchema, SCHEMAS["MatchOrNull"]),
    ],
)
def test_the_ignored_keys_of_an_object_are_those_of_its_answer(schema: Any, answer: Json) -> None:
    known = {field.data_key or name for name, field in schema().fields.items()}
    assert set(resolve_reference(read_contract(), answer)["properties"]) - known == schema.answered


def test_other_keys_of_an_object_are_rejected(client: FlaskClient) -> None:
    for part, name in (("deal", "hand"), ("auction", "bid"), ("tribute", "giver")):
        assert fault(client, {"variant": "guandan", part: {name: {}}}, "/v1/game") == (
            "field_unknown",
            f"/{part}/{name}",
        )


# ---- doubling -------------------------------------------------------------------------------------------------------


def test_words_after_the_auction_double_by_place(client: FlaskClient) -> None:
    """`next` is the place whose word follows; the first play ends the doubling."""

    def state(*words: str, **more: Any) -> Json:
        answer: Json = post(client, "/v1/game", {"auction": {"bids": [0, 2, 0, *words]}} | more)["auction"]
        return answer

    assert [state(*["pass"] * n)["next"] for n in range(4)] == [0, 1, 2, None]
    assert state("double", "double")["multiples"] == {"landlord_down": 2, "landlord_up": 4}
    both = state("pass", "double", "double")
    assert (both["words"], both["doubled"]) == ([], None)
    doubled = post(client, "/v1/game", {"auction": {"bids": [0, 2, 0], "doubled": [1, 2]}})["auction"]
    assert (doubled["multiples"], doubled["next"]) == (both["multiples"], None)
    assert state("double", history=["3"])["next"] is None


@pytest.mark.parametrize(
    ("auction", "code", "pointer"),
    [
        ({"bids": [0, 2, 0, "call"]}, "bid_invalid", "/auction/bids/3"),
        ({"bids": [0, 3, "pass", "pass", "pass", "double"]}, "bid_invalid", "/auction/bids/5"),
        ({"bids": [0, "double"]}, "bid_invalid", "/auction/bids/1"),
        ({"bids": [3, "double"], "doubled": [0]}, "field_conflict", "/auction/doubled"),
    ],
)
def test_wrong_words_are_rejected(client: FlaskClient, auction: Json, code: str, pointer: str) -> None:
    assert fault(client, {"auction": auction}, "/v1/game") == (code, pointer)


def test_the_next_place_to_double_is_advised(client: FlaskClient) -> None:
    body = {"hand": "3456789TTJQKA22XD", "bottom": "778", "bids": [3, "pass"]}
    assert post(client, "/v1/bid", body)["place"] == 1
    over = body | {"bids": [3, "pass", "pass", "double"], "place": 1}
    assert fault(client, over, "/v1/bid") == ("game_over", "/bids")
