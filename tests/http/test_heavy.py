"""Requests that need a slot: ordinary ones of every game do not, expensive ones with wild cards do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http.endpoints import ENDPOINTS
from service.http.pipeline import SLOTS
from service.rules.errors import RuleError
from service.rules.variants import VARIANTS
from service.settings import read_settings
from tests.helpers.chromium import FOLLOW as LINE
from tests.helpers.client import FOLLOW, post
from tests.helpers.contract import read_contract

PAIR: dict[str, Any] = {"variant": "laizi", "options": {"wild": "A2"}, "seat": "landlord"}
LEAD = PAIR | {"hand": "AAAA22229Q7TK5864J3X"}
EXPLAINED = "laizi[wild=7] landlord_up 3344455599TJQQA 8TK 3,5,6,9,K,2,8888,.,."
PLAYED = "contest landlord_up 33445569KAAAD JQK 77,99,QQ,KK,22,.,8888,.,.,5,T,J,Q,K,2,X,."
FLUSHES = {"variant": "guandan", "options": {"level": "T"}, "seat": 0,
           "hand": "ThThQd5dQd7d6d2c3dJc2dTdAd3c9c3c8d6d8c9d4cQc2dAcTcJdKc"}  # fmt: skip
ONE_RANK = {"variant": "laizi", "options": {"wild": "7"}, "seat": "landlord"}

OPEN = {"hands": {"landlord": "33445566", "landlord_down": "7788TTJJ"}}
GIVE = {"hand": FLUSHES["hand"], "role": "give"}
RETURN = {"hand": FLUSHES["hand"] + "2s", "role": "return"}


LONG_PLANES: dict[str, Any] = {"variant": "standard_four", "options": {"trio_solo": "on"}, "seat": "landlord"}
FOUR_LEAD = {"variant": "standard_four", "seat": "landlord", "hand": "333577889TJJJQQQKKAAA222D7779TJ22"}
TRIOS = {"hand": "33344455566677788899TJQKA"}
HANDS = {"0": "3s3c4d5h", "1": "3h4s5d6c", "2": "3h3c4s4h", "3": "3s3d3d4h"}
FOUR_HANDS = {"variant": "guandan", "deal": {"hands": HANDS}, "history": ["3s"] + [""] * 94}
PAIR_BID = {"variant": "laizi", "options": {"wild": "A2"}}
SHORT = {"deal": {"hands": {"landlord": "3345667889TTJQKKA2XD"}}, "history": ["6789TJ"], "level": "club"}


def is_heavy(op: str, body: dict[str, Any]) -> bool:
    endpoint = ENDPOINTS[op]
    return endpoint.heavy(*endpoint.arguments(endpoint.schema.load(body)))


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", LEAD | {"top": 1}),
        ("move", LEAD | {"level": "starter"}),
        ("move", PAIR | {"hand": "AA2234567789TTJQKKXD", "last": "3"}),
        ("analyze", FLUSHES | {"top": 0}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "top": 0}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "order": "robot"}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "top": 1, "avoid": ["3456789"] * 200}),
        ("move", FOLLOW | {"level": "expert"}),
        ("solve", OPEN),
        ("review", {"deal": {"hands": {"landlord": "3345667889TTJQKKA2XD"}}, "history": ["6789TJQK"[:6]]}),
        ("analyze", {"position": EXPLAINED, "want": ["beliefs"]}),
    ],
)
def test_what_takes_long_is_heavy(op: str, body: dict[str, Any]) -> None:
    assert is_heavy(op, body)


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", FOLLOW | {"top": 0}),
        ("move", FOLLOW | {"level": "starter", "avoid": ["9"]}),
        ("analyze", {"hand": "333444555666789TJQKA", "top": 0}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97"}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA27", "last": "3", "top": 0}),
        ("move", PAIR | {"hand": "A2234567789TTJQKK", "last": "3"}),
        ("analyze", FOLLOW | {"want": ["beliefs"]}),
        ("analyze", PAIR | {"hand": "AA22345678", "top": 8}),
        ("analyze", {"variant": "yuncheng", "seat": "landlord", "hand": "34567789TJQKA2XD3456", "top": 0}),
        ("check", LEAD | {"cards": "AAAA2222"}),
        ("bid", {"variant": "laizi", "options": {"wild": "A2"}, "hand": "AAAA22229Q7TK5864"}),
    ],
)
def test_ordinary_questions_are_light(op: str, body: dict[str, Any]) -> None:
    assert not is_heavy(op, body)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hints_for_dealt_hands_are_light(client: FlaskClient, variant: str) -> None:
    """The leads of all seats in 60 deals: only Guandan and the first lead of laizi ever need a slot."""
    options = {"wild": "7"} if variant == "laizi" else {}
    heavy = 0
    for seed in range(60):
        deal = post(client, "/v1/deal", {"variant": variant, "options": options, "seed": seed})
        for seat, hand in deal["hands"].items():
            body = {"variant": variant, "options": options, "seat": seat, "hand": hand}
            heavy += is_heavy("analyze", body)
    assert heavy <= (20 if variant == "guandan" else 0)


def test_games_beyond_the_bound_are_rejected(client: FlaskClient) -> None:
    for variant in client.get("/v1/variants").get_json()["variants"]:
        most = variant["limits"]["games"]
        hand = post(client, "/v1/deal", {"variant": variant["id"], "seed": 5})["hands"]
        seat = variant["seats"][0]
        body = {"variant": variant["id"], "seat": seat, "hand": hand[str(seat)], "level": "master"}
        endpoint = ENDPOINTS["move"]
        assert endpoint.arguments(endpoint.schema.load(body | {"limits": {"games": most}}))
        with pytest.raises(RuleError, match=str(most)):
            endpoint.arguments(endpoint.schema.load(body | {"limits": {"games": most + 1}}))


@pytest.fixture
def busy() -> Iterator[FlaskClient]:
    app = create_app(read_settings({"PAILI_WAITERS": "0"}))
    with app.extensions[SLOTS]:
        yield app.test_client()


def test_an_expensive_request_needs_a_slot_on_every_way(busy: FlaskClient) -> None:
    line = "laizi[wild=A2] landlord AAAA22229Q7TK5864J3X - ?"
    assert busy.post("/v1/analyze", json=LEAD).status_code == 503
    assert busy.post("/v1/analyze", json=LEAD, headers={"Accept": "application/json, */*"}).status_code == 503
    assert busy.get(f"/v1/analyze?position={quote(line)}").status_code == 503
    assert busy.post("/v1/analyze", json=FOLLOW).status_code == 200
    assert busy.get(f"/v1/analyze?position={quote(LINE)}").status_code == 200


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", LEAD),
        ("move", LEAD | {"level": "expert"}),
        ("review", {"deal": {"hands": {"landlord": "3345667889TTJQKKA2XD"}}, "history": ["6789TJ"]}),
        ("solve", OPEN),
        ("batch", {"items": []}),
    ],
)
def test_an_operation_that_may_find_no_slot_documents_it(busy: FlaskClient, op: str, body: dict[str, Any]) -> None:
    assert busy.post(f"/v1/{op}", json=body).status_code == 503
    assert "503" in read_contract()["paths"][f"/v1/{op}"]["post"]["responses"]
