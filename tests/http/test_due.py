"""The actions that are due at a table: where they are sent, and the requests that advise them."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.rules.variants import VARIANTS
from tests.helpers.client import post

Json = dict[str, Any]

HANDS = {"0": "334455589TQQKKAAX", "1": "3456666799JJJQKA2", "2": "34778889TTTQA222D"}
DEAL = {"hands": HANDS, "bottom": "7JK"}


def with_action(body: Json, pointer: str, value: Any) -> Json:
    field, *path = pointer.split("/")[1:]
    if not path or field == "history":
        return body | {field: [*body.get(field, []), value]}
    part = body[field]
    name = path[0]
    added = [*part[name], value] if isinstance(part[name], list) else part[name] | {path[1]: value}
    return body | {field: part | {name: added}}


NOTATIONS = [("standard", "rlcard"), ("standard", "douzero"), ("yuncheng", "yuncheng"), ("guandan", "guandan")]

ADVISED = {"bid": "recommended", "tribute": "advice", "move": "move"}
"""Field of the advised action, by endpoint."""


@pytest.mark.parametrize(("variant", "notation"), [*((game, "text") for game in VARIANTS), *NOTATIONS])
def test_a_whole_game_is_played_by_advised_actions(client: FlaskClient, variant: str, notation: str) -> None:
    """The deal, bids and moves are sent as answered; every hand is known, so every action has its request."""
    options = {"wild": "random"} if variant == "laizi" else {}
    deal = post(client, "/v1/deal", {"variant": variant, "notation": notation, "options": options, "seed": 5})
    body = {"notation": notation, "deal": deal, "auction": {"bids": []} if deal["bottom"] else None, "history": []}
    while not (state := post(client, "/v1/game", body))["ended"]:
        ((place, action),) = state["due"].items()
        words = state["auction"]["words"] if state["auction"] else None
        assert action["choices"] == (words or None)
        if state["turn"] and not words:
            assert str((state["seats"] or [*range(9)])[int(place)]) == str(state["turn"]["seat"])
        starter = {"level": "starter"} if action["endpoint"] == "move" else {}
        advice = post(client, f"/v1/{action['endpoint']}", action["request"] | starter)[ADVISED[action["endpoint"]]]
        body = with_action(body, action["pointer"], advice)
    assert state["result"]["points"] or variant.startswith("zhengshangyou")


def test_the_request_of_a_return_names_seats_as_texts(client: FlaskClient) -> None:
    """As the contract documents them."""
    table = {"variant": "guandan", "options": {"return_max": "ally"}}
    deal = post(client, "/v1/deal", table | {"seed": 1})
    tribute: Json = {"order": ["0", "1", "2", "3"], "paid": {}}
    (paying,) = post(client, "/v1/game", table | {"deal": deal, "tribute": tribute})["due"].values()
    tribute["paid"] = {"3": paying["choices"][0]}
    (returning,) = post(client, "/v1/game", table | {"deal": deal, "tribute": tribute})["due"].values()
    assert returning["request"]["order"] == tribute["order"]


@pytest.mark.parametrize("notation", ["text", "guandan"])
def test_a_tribute_is_paid_and_returned_as_advised(client: FlaskClient, notation: str) -> None:
    table = {"variant": "guandan", "notation": notation}
    deal = post(client, "/v1/deal", table | {"seed": 1})
    tribute = {"order": [1, 2, 0, 3], "paid": {}, "returned": {}}
    body = table | {"deal": deal, "tribute": tribute, "match": {"levels": ["2", "2"], "playing": 1}}
    for field, place in (("paid", "3"), ("returned", "1")):
        state = post(client, "/v1/game", body)
        assert [*state["due"]] == [place]
        action = state["due"][place]
        assert action["pointer"] == f"/tribute/{field}/{place}"
        advice = post(client, "/v1/tribute", action["request"])["advice"]
        assert advice in action["choices"]
        body = with_action(body, action["pointer"], advice)
    state = post(client, "/v1/game", body)
    assert state["due"] == {}
    assert state["tribute"]["deal"]["places"] == state["tribute"]["deal"]["hands"]


def test_first_place_chooses_between_two_equal_cards(client: FlaskClient) -> None:
    """No endpoint advises it; the chosen giver goes where the pointer says."""
    table = {"variant": "guandan", "options": {"tie_tribute": "choose"}}
    deal = post(client, "/v1/deal", table | {"seed": 34})
    body = table | {"deal": deal, "tribute": {"order": [0, 2, 1, 3], "paid": {}, "returned": {}}}
    for place, action in post(client, "/v1/game", body)["due"].items():
        assert action["pointer"] == f"/tribute/paid/{place}"
        body = with_action(body, action["pointer"], action["choices"][0])
    action = {"pointer": "/tribute/to_first", "choices": [1, 3], "endpoint": "tribute", "request": None}
    assert post(client, "/v1/game", body)["due"] == {"0": action}
    body["tribute"]["to_first"] = 3
    state = post(client, "/v1/game", body)
    assert [(step["from"], step["to"]) for step in state["tribute"]["moved"]] == [(3, 0), (1, 2)]
    assert state["due"].keys() == {"0", "2"}


def test_the_landlord_doubles_with_the_bottom_and_others_see_it(client: FlaskClient) -> None:
    state = post(client, "/v1/game", {"deal": DEAL, "auction": {"bids": [0, 2, 0]}})
    assert state["seats"] == ["landlord_up", "landlord", "landlord_down"]
    asked = state["due"]["0"]["request"]
    assert (asked["hand"], asked["bottom"], asked["bids"]) == (HANDS["0"], "7JK", ["0", "2", "0"])
    asked = post(client, "/v1/game", {"deal": DEAL, "auction": {"bids": [0, 2, 0, "pass"]}})["due"]["1"]["request"]
    assert sorted(asked["hand"]) == sorted(HANDS["1"] + "7JK")


def test_a_kick_is_due_after_the_bottom_is_shown(client: FlaskClient) -> None:
    table = {"variant": "yuncheng"}
    deal = post(client, "/v1/deal", table | {"seed": 3})
    before, after = (
        post(client, "/v1/game", table | {"deal": deal, "auction": {"bids": bids}})
        for bids in (["pass"], ["pass", "call"])
    )
    assert "bottom" not in before["due"]["1"]["request"]
    ((place, action),) = after["due"].items()
    assert (place, action["choices"]) == (str(after["auction"]["next"]), after["auction"]["words"])
    assert action["request"]["bottom"] == deal["bottom"]
    assert after["seats"] is None


def test_an_action_of_an_unknown_hand_has_no_request(client: FlaskClient) -> None:
    state = post(client, "/v1/game", {"history": ["3"]})
    assert state["due"] == {"1": {"pointer": "/history/1", "choices": None, "endpoint": "move", "request": None}}
    without = {"hands": HANDS}
    state = post(client, "/v1/game", {"deal": {"hands": {"0": HANDS["0"]}}, "auction": {"bids": [0]}})
    assert state["due"]["1"]["request"] is None
    assert post(client, "/v1/game", {"deal": without, "auction": {"bids": [0]}})["due"]["1"]["request"] is not None


def test_nothing_is_due_after_the_deal(client: FlaskClient) -> None:
    assert post(client, "/v1/game", {"auction": {"bids": [0, 0, 0]}})["due"] == {}
    assert post(client, "/v1/game", {"history": ["3456789TJQKA", "", "", "3456789T"]})["due"] == {}
