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
from tests.helpers.follow_bodies import WANT, follows, long_follows

Bodies = Callable[[int], list[dict[str, Any]]]

SERVICE = str(Path(str(service.__file__)).parent)


def calls(client: FlaskClient, bodies: Sequence[dict[str, Any]]) -> float:
    """Return the mean number of calls of Python functions of the service per request."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        counted += event == "call" and frame.f_code.co_filename.startswith(SERVICE)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answers = [
            client.post("/v1/analyze", data=json.dumps(body | WANT), content_type="application/json") for body in bodies
        ]
    finally:
        sys.setprofile(before)
    assert all(answer.status_code == 200 for answer in answers)
    return counted / len(bodies)


@pytest.mark.parametrize(("follow_bodies", "most"), [(follows, 202), (long_follows, 358)])
def test_a_follow_passes_few_functions(client: FlaskClient, follow_bodies: Bodies, most: int) -> None:
    """Every call costs time in each request; currently 201 and 357 are needed."""
    bodies = follow_bodies(120)
    calls(client, bodies[:20])
    assert calls(client, bodies[20:]) <= most
