"""Calls of Python functions per request: a measure of cost that does not depend on the load of the machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from flask.testing import FlaskClient

import service
from service.advice.practice import KINDS
from service.rules.variants import MOST_KEYS, VARIANTS
from tests.helpers.follow_bodies import WANT, follows, long_follows
from tests.helpers.steps import Steps

Bodies = Callable[[int], list[dict[str, Any]]]

SERVICE = str(Path(str(service.__file__)).parent)


def calls(client: FlaskClient, bodies: Sequence[Any], op: str = "analyze", status: int = 200) -> float:
    """Return the mean number of calls of Python functions of the service per request; a text is a record."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        counted += event == "call" and frame.f_code.co_filename.startswith(SERVICE)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answers = [
            client.post(f"/v1/{op}", data=body, content_type="text/x-ddz")
            if isinstance(body, str)
            else client.post(f"/v1/{op}", data=json.dumps(body), content_type="application/json")
            for body in bodies
        ]
    finally:
        sys.setprofile(before)
    assert all(answer.status_code == status for answer in answers)
    return counted / len(bodies)


@pytest.mark.parametrize(("follow_bodies", "most"), [(follows, 209), (long_follows, 359)])
def test_a_follow_passes_few_functions(client: FlaskClient, follow_bodies: Bodies, most: int) -> None:
    """Every call costs time in each request; currently 208.8 and 358.6 are needed."""
    bodies = [body | WANT for body in follow_bodies(120)]
    calls(client, bodies[:20])
    assert calls(client, bodies[20:]) <= most


FLOOD = {str(i): 999 for i in range(4500)}
"""Keys that no game has."""


@pytest.mark.parametrize(
    ("op", "body"),
    [
        ("analyze", {"hand": "3", "left": FLOOD}),
        ("analyze", {"hand": "3", "options": FLOOD}),
        ("analyze", {"hand": "3", "limits": FLOOD}),
        ("analyze", {"hand": "3"} | FLOOD),
        ("analyze", {"hand": "3", "history": [1] * 256}),
        ("deal", {"composition": FLOOD}),
        ("solve", {"hands": FLOOD}),
        ("game", {"deal": {"hands": FLOOD}}),
        ("game", '[Deal "' + "0:3 1:3 " * 4000 + '"]\n\n-\n'),
        ("batch", {"items": [], **FLOOD}),
    ],
)
def test_a_flood_of_faults_costs_at_most_three_follows(client: FlaskClient, op: str, body: Any) -> None:
    """Errors are bounded before their texts are built."""
    calls(client, [body], op, 422)
    assert calls(client, [body], op, 422) <= 3 * 208


def test_no_game_has_more_keys_than_a_request_may_have() -> None:
    most = max(len(names) for one in VARIANTS.values() for names in (one.options, one.seats))
    assert max(most, len(KINDS)) <= MOST_KEYS


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("Accept", "a/b;q=0.1,"),
        ("Accept-Language", "zh;q=0,"),
        ("Accept-Encoding", "br;q=0,"),
        ("Content-Type", ";a=b"),
    ],
)
def test_the_steps_for_a_header_are_bounded(client: FlaskClient, name: str, piece: str) -> None:
    """Counts calls of all libraries; a header of 4 kB took as long as eleven follows."""
    body = json.dumps({"hand": "34567899JJQQKA22D"})

    def steps(length: int) -> int:
        start = f"application/json;b={length}" if name == "Content-Type" else f"x{length},"  # no header is known
        value = start + piece * (length // len(piece))
        with Steps() as taken:
            client.post("/v1/analyze", data=body, headers={"Content-Type": "application/json", name: value})
        return taken.calls

    steps(40)
    assert steps(4000) <= steps(600) + 20
