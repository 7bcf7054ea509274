"""A low rate limit: everything is answered once, and hostile bodies get no more CPU than the limit and two requests."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http.heavy_slots import EACH
from service.http.state import RequestState
from service.rules.variants import VARIANTS
from service.settings import read_settings
from tests.helpers.client import post
from tests.helpers.hostile_bodies import HOSTILE

LIMIT = 200
"""Milliseconds of a caller in a minute, less than a hundredth of the shipped limit."""

EXAMPLES = [
    (path.stem, one["name"], one["request"], one["status"])
    for path in sorted(Path("tests/data/examples").glob("*.json"))
    for one in json.loads(path.read_text("utf-8"))
]


class Minutes:
    """A clock in minutes that tests set."""

    def __init__(self) -> None:
        self.passed = 0

    def __call__(self) -> float:
        return 60.0 * self.passed


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> Minutes:
    clock = Minutes()
    monkeypatch.setattr("service.http.middleware.rate_limit.time.monotonic", clock)
    return clock


@pytest.fixture
def limited(minutes: Minutes) -> FlaskClient:
    return create_app(read_settings({"PAILI_RATE_LIMIT": f"{LIMIT}/minute"})).test_client()


def asked(client: FlaskClient, minutes: Minutes, path: str, body: Any) -> Any:
    """Return the answer to a request of a caller that waits for its balance, as Retry-After says."""
    answer = client.post(path, json=body)
    if answer.status_code == 429:
        minutes.passed += -(-int(answer.headers["Retry-After"]) // 60)
        answer = client.post(path, json=body)
    return answer


def test_every_recorded_example_is_answered_as_recorded(limited: FlaskClient, minutes: Minutes) -> None:
    for op, name, body, status in EXAMPLES:
        assert asked(limited, minutes, f"/v1/{op}", body).status_code == status, name


def played(client: FlaskClient, variant: str) -> dict[str, Any]:
    """Return a whole game of `club` as a table."""
    rules = {"variant": variant, "options": {"wild": "7"} if variant == "laizi" else {}}
    deal = post(client, "/v1/deal", rules | {"seed": 3})
    known = {name: deal[name] for name in ("hands", "bottom") if deal.get(name)}
    table: dict[str, Any] = rules | {"deal": known, "history": []}
    while (state := post(client, "/v1/game", table))["turn"]:
        line = state["positions"][str(state["turn"]["seat"])]
        table["history"].append(post(client, "/v1/move", {"position": line})["move"]["cards"])
    return table


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_of_every_kind_is_reviewed(
    client: FlaskClient, limited: FlaskClient, minutes: Minutes, variant: str
) -> None:
    table = played(client, variant)
    answer = asked(limited, minutes, "/v1/review", table | {"level": "expert"})
    assert answer.status_code == 200
    assert len(answer.get_json(force=True)["decisions"]) == len(table["history"])


def test_master_in_guandan_and_a_solution_of_24_cards_are_answered(limited: FlaskClient, minutes: Minutes) -> None:
    hand = "ThThQd5dQd7d6d2c3dJc2dTdAd3c9c3c8d6d8c9d4cQc2dAcTcJdKc"
    body = {"variant": "guandan", "options": {"level": "T"}, "seat": 0, "hand": hand, "level": "master"}
    assert asked(limited, minutes, "/v1/move", body).status_code == 200
    hands = {"landlord": "3344556789TJ", "landlord_down": "66778899TJQK"}
    assert asked(limited, minutes, "/v1/solve", {"hands": hands}).status_code == 200


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Collect the units of each charged request."""
    units = list[int]()
    measured = RequestState.units

    def kept(state: RequestState) -> int:
        units.append(measured(state))
        return units[-1]

    monkeypatch.setattr(RequestState, "units", kept)
    return units


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_body_gets_no_more_cpu_than_the_limit_and_its_last_requests(
    limited: FlaskClient, spent: list[int], name: str
) -> None:
    """In one minute; the CPU of this process is measured too, so that nothing escapes the charge."""
    op, body = HOSTILE[name]
    began, refused = time.process_time(), 0
    while refused < EACH:
        answer = limited.post(f"/v1/{op}", data=body, content_type="application/json")
        refused += answer.status_code == 429
    used = 1000 * (time.process_time() - began)
    assert sum(spent) <= LIMIT + max(spent)
    assert used <= 3 * (sum(spent) + 10)  # with the client of the test


def test_a_debt_is_paid_before_the_next_request(limited: FlaskClient, minutes: Minutes, spent: list[int]) -> None:
    """Over many minutes a caller that always asks gets its limit in each, and once a request more."""
    op, body = HOSTILE["search"]
    for minute in range(4):
        minutes.passed = minute
        while limited.post(f"/v1/{op}", data=body, content_type="application/json").status_code != 429:
            pass
    assert 4 * LIMIT <= sum(spent) <= 4 * LIMIT + max(spent)
