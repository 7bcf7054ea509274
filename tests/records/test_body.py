"""Records as bodies of `POST /v1/game`, and back: nothing is lost, and the referee gives the same answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from paili.client import Client
from paili.engine import local
from paili.table import TableSettings
from service.records.body import body_of_record, only_record, record_of_body
from service.records.ddz import Record, RecordError, read_records, record_text
from service.rules.errors import Bilingual, RuleError
from service.rules.variants import VARIANTS
from tests.helpers.robot_games import TABLES, bodies


@pytest.fixture(scope="module")
def engine_client() -> Client:
    return local()


def test_there_are_games_of_every_kind() -> None:
    assert {variant for variant, _, _ in TABLES} == set(VARIANTS)


def as_recorded(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body as its record has it: passes as dots, and the hands of seats, not those of their places as well."""
    deal = {name: part for name, part in body["deal"].items() if name != "places" or "hands" not in body["deal"]}
    return {**body, "deal": deal, "history": ["." if play == "" else play for play in body["history"]]}


@pytest.mark.parametrize(("variant", "options", "bidding"), TABLES)
def test_robots_games_survive_the_round_trip(
    engine_client: Client, variant: str, options: Mapping[str, str], bidding: str | None
) -> None:
    """Two deals, so that Guandan has a tribute; the answers to both bodies are the same."""
    games = list(bodies(engine_client, TableSettings(variant, options, "club", bidding, None, 3), 2))
    records = [record_of_body(body, {"Player.0": "Ann"}) for body in games]
    again = list(read_records("".join(map(record_text, records)).splitlines()))
    assert again == records
    assert [body_of_record(record) for record in again] == list(map(as_recorded, games))
    assert [record_of_body(body_of_record(record), {"Player.0": "Ann"}) for record in again] == records
    for body, record in zip(games, again, strict=True):
        assert engine_client.game(**body_of_record(record)) == engine_client.game(**body)
    if VARIANTS[variant].tribute:
        assert any("Order" in record.tags for record in records)


BODIES: Mapping[str, tuple[dict[str, Any], dict[str, str], list[str]]] = {
    "contest": (
        {"notation": "contest", "deal": {"hands": {"landlord": [0, 5, 52]}}, "history": [[0], [-1]]},
        {"Variant": "standard", "Deal": "landlord:3h4dX"}, ["3h", "."],
    ),
    "yuncheng": (
        {"variant": "yuncheng", "notation": "yuncheng", "history": [{"cards": [3, 55], "as": [3, 16]}]},
        {"Variant": "yuncheng"}, ["3cW=3c3d"],
    ),
    "guandan": (
        {"variant": "guandan", "notation": "guandan", "history": ["S3 H3", ["SB"], None]},
        {"Variant": "guandan"}, ["3s3h", "X", "."],
    ),
    "rlcard": ({"notation": "rlcard", "history": ["BR", "pass"]}, {"Variant": "standard"}, ["XD", "."]),
    "douzero": ({"notation": "douzero", "history": [[17, 20, 30]]}, {"Variant": "standard"}, ["2XD"]),
    "text": (
        {"options": {"x": True, "y": 1}, "history": [{"seat": "landlord", "cards": "10 10"}, ["大王"]]},
        {"Variant": "standard", "Options": "x=true,y=1"}, ["landlord:TT", "D"],
    ),
}  # fmt: skip


def test_a_record_has_no_tag_without_a_value() -> None:
    body = {"options": {}, "deal": {"hands": {}}, "match": None, "tribute": None, "history": []}
    assert record_of_body(body).tags == {"Variant": "standard"}


@pytest.mark.parametrize("name", BODIES)
def test_cards_of_every_notation_are_written_as_text(name: str) -> None:
    body, tags, plays = BODIES[name]
    record = record_of_body(body)
    assert (record.tags, record.plays) == (tags, plays)
    assert list(read_records(record_text(record).splitlines())) == [record]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"history": ["TT", "ZZ"]}, "/history/1"),
        ({"history": [["3", 4]]}, "/history/0"),
        ({"history": [{"cards": "TT", "as": 7}]}, "/history/0/as"),
        ({"history": [[]], "notation": "morse"}, "/notation"),
        ({"deal": {"hands": {"landlord": "3?"}}}, "/deal/hands/landlord"),
    ],
)
def test_cards_that_no_record_has_are_rejected(body: dict[str, Any], pointer: str) -> None:
    with pytest.raises(RuleError) as raised:
        record_of_body(body)
    assert raised.value.pointer == pointer


@pytest.mark.parametrize(
    ("tag", "value", "pointer"),
    [
        ("Deal", "landlord", "/deal/hands"),
        ("Deal", "landlord:3 landlord:4", "/deal/hands"),
        ("Options", "level", "/options"),
        ("Paid", ":3", "/tribute/paid"),
    ],
)
def test_a_tag_that_cannot_be_read_is_named(tag: str, value: str, pointer: str) -> None:
    with pytest.raises(RecordError) as raised:
        body_of_record(only_record(f'[Variant "guandan"]\n[{tag} "{value}"]\n-\n'))
    assert (raised.value.pointer, raised.value.place) == (pointer, (2, None, tag))


def test_errors_of_the_referee_get_their_place() -> None:
    record = only_record('[Variant "standard"]\n[Bottom "345"]\n3,\n4\n')
    fault = record.locate(RuleError("does_not_beat", Bilingual("too low", "管不上"), "/history/1"))
    assert fault.place == (4, 2, "history")
    assert record.locate(fault) is fault
    assert record.place_of("/deal/bottom") == (2, None, "Bottom")
    assert record.place_of("/deal/hands/landlord") == (1, None, "Deal")
    assert Record().place_of("/history/3") == (1, 4, "history")
