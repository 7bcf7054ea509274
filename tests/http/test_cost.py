"""Which questions wait for a slot: ordinary ones of every game do not, those that wild cards make dear do."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from service.http.endpoints import ENDPOINTS
from service.http.middleware import concurrency
from service.http.middleware.cost import is_heavy, straight_flushes
from service.position.parse.position_text import parse_line
from service.position.read import read_position
from service.rules.variants import VARIANTS
from tests.helpers.chromium import FOLLOW as LINE
from tests.helpers.chromium import address
from tests.helpers.client import FOLLOW, post

PAIR: dict[str, Any] = {"variant": "laizi", "options": {"wild": "A2"}, "seat": "landlord"}
LEAD = PAIR | {"hand": "AAAA22229Q7TK5864J3X"}
FOUR_WILD = PAIR | {"hand": "AA2234567789TTJQKKXD", "last": "3"}
FLUSHES = {"variant": "guandan", "options": {"level": "T"}, "seat": 0,
           "hand": "ThThQd5dQd7d6d2c3dJc2dTdAd3c9c3c8d6d8c9d4cQc2dAcTcJdKc"}  # fmt: skip
ONE_RANK = {"variant": "laizi", "options": {"wild": "7"}, "seat": "landlord"}


def weighed(op: str, body: dict[str, Any]) -> bool:
    """Tell whether a request is heavy."""
    endpoint = ENDPOINTS[op]
    loaded = endpoint.schema.load(body)
    return is_heavy(loaded, endpoint.question(loaded))


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", LEAD | {"top": 1}),
        ("move", LEAD | {"level": "novice"}),
        ("move", FOUR_WILD),
        ("analyze", FLUSHES | {"top": 1}),
        ("analyze", FLUSHES | {"hand": "ThThQdKh7c9s5dQd7s3h2d5h6cJcJsAd", "top": 0}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "top": 9}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD99", "top": 0}),  # others' wild cards beat what is listed
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "order": "robot"}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97", "avoid": ["3"]}),
        ("move", {"hand": "3456789TJQKA", "avoid": list("3456789TJ")}),  # nine plays to compare each play with
        ("move", FOLLOW | {"level": "expert"}),
        ("analyze", FOLLOW | {"want": ["beliefs"]}),
    ],
)
def test_what_costs_much_is_heavy(op: str, body: dict[str, Any]) -> None:
    assert weighed(op, body)


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", FOLLOW | {"top": 0}),
        ("move", FOLLOW | {"level": "novice", "avoid": ["9"]}),
        ("analyze", {"hand": "333444555666789TJQKA", "top": 0}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA2XD97"}),
        ("analyze", ONE_RANK | {"hand": "3456788TTJJQKKA27", "last": "3", "top": 0}),
        ("analyze", PAIR | {"hand": "A2234567789TJQKKX"}),
        ("analyze", PAIR | {"hand": "AA22345678", "top": 8}),
        ("analyze", {"variant": "yuncheng", "seat": "landlord", "hand": "34567789TJQKA2XD3456", "top": 0}),
        ("check", LEAD | {"cards": "AAAA2222"}),
        ("bid", {"variant": "laizi", "options": {"wild": "A2"}, "hand": "AAAA22229Q7TK5864"}),
    ],
)
def test_ordinary_questions_are_light(op: str, body: dict[str, Any]) -> None:
    assert not weighed(op, body)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hints_for_dealt_hands_are_light(client: FlaskClient, variant: str) -> None:
    """Of 60 deals, what every seat would lead: no game but Guandan and the first lead of laizi ever needs a slot."""
    options = {"wild": "7"} if variant == "laizi" else {}
    heavy = 0
    for seed in range(60):
        deal = post(client, "/v1/deal", {"variant": variant, "options": options, "seed": seed})
        for seat, hand in deal["hands"].items():
            body = {"variant": variant, "options": options, "seat": seat, "hand": hand}
            heavy += weighed("analyze", body)
    assert heavy <= (5 if variant == "guandan" else 0)


def test_straight_flushes_are_counted_by_windows() -> None:
    """TJQKA of spades is whole; a card short are 9TJQK of spades, and A2345 and 23456 of hearts and of clubs."""
    suits = read_position(parse_line("guandan[level=9] 0 Ah2h3h4h6hTsJsQsKsAs2c3c4c5c - ?")).suits
    assert straight_flushes(suits, 0) == 1
    assert straight_flushes(suits, 1) == 6


@pytest.fixture
def no_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave no slot to anybody."""
    full = concurrency.Slots(1, 0, 0.0)
    full.wait()
    monkeypatch.setattr(concurrency, "SLOTS", full)


@pytest.mark.usefixtures("no_slot")
def test_an_expensive_request_needs_a_slot_on_every_way(client: FlaskClient) -> None:
    line = "laizi[wild=A2] landlord AAAA22229Q7TK5864J3X - ?"
    assert client.post("/v1/analyze", json=LEAD).status_code == 503
    assert client.post("/v1/analyze", json=LEAD, headers={"Accept": "application/json, */*"}).status_code == 503
    assert client.get(f"/v1/analyze?position={quote(line)}").status_code == 503
    assert client.post("/v1/analyze", json=FOLLOW).status_code == 200
    assert client.get(f"/v1/analyze?position={quote(LINE)}").status_code == 200


@pytest.mark.usefixtures("no_slot")
def test_the_page_leaves_a_dear_question_to_its_script(client: FlaskClient) -> None:
    page = client.get(address("laizi[wild=A2] landlord AAAA22229Q7TK5864J3X - ?")).text
    assert 'id="preload"' in page
    assert 'data-act="take"' not in page
    assert 'data-act="take"' in client.get(address(LINE)).text
