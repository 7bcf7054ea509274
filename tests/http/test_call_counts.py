"""Calls of Python functions per request: a measure of cost that does not depend on the load of the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import pytest
from flask.testing import FlaskClient

import service
from dev.bench.__main__ import follow_requests, history_requests

Requests = Callable[[int], list[bytes]]

SERVICE = str(Path(str(service.__file__)).parent)


def calls(client: FlaskClient, requests: Sequence[bytes]) -> float:
    """Return the mean number of calls of Python functions of the service per request."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        counted += event == "call" and frame.f_code.co_filename.startswith(SERVICE)

    bodies = [request.partition(b"\r\n\r\n")[2] for request in requests]
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answers = [client.post("/v1/analyze", data=body, content_type="application/json") for body in bodies]
    finally:
        sys.setprofile(before)
    assert all(answer.status_code == 200 for answer in answers)
    return counted / len(requests)


@pytest.mark.parametrize(("requests", "most"), [(follow_requests, 202), (history_requests, 358)])
def test_a_follow_passes_few_functions(client: FlaskClient, requests: Requests, most: int) -> None:
    """Every call costs time in each request; currently 201 and 357 are needed."""
    bodies = requests(120)
    calls(client, bodies[:20])
    assert calls(client, bodies[20:]) <= most
