"""The loader of requests compared with that of the library, which visits every field of the schema."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from marshmallow import Schema, ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.requests.schemas import Strict

VALUES: tuple[Any, ...] = (
    None, True, 0, 1, 2.0, -1, 2**60, 0.5, "", "3", "34567", "standard", "text", "club", "landlord", "landlord_down",
    "0", "zh", "robot", [], ["power"], ["3", "4"], ["x"], [None], [[]], [1, 0], ["pass", 1], {}, {"0": "3"}, {"0": 3},
    {"cards": "3"}, {"nodes": 5, "games": 0}, {"nodes": 0}, {"order": ["0", "1"]}, {"levels": ["2", "A"], "playing": 1},
    {"hands": {"0": "33"}, "bottom": "4"}, {"bids": [1, 0]}, {"bids": 1}, "x" * 5000, ["3"] * 300,
)  # fmt: skip


def result_of(load: Callable[[], Any]) -> tuple[str, Any]:
    try:
        return "loaded", load()
    except ValidationError as error:
        return "faults", error.messages


@pytest.mark.parametrize("name", ENDPOINTS)
def test_it_loads_and_rejects_what_the_library_does(name: str) -> None:
    schema, rng = ENDPOINTS[name].schema, random.Random(name)
    assert isinstance(schema, Strict)
    keys = [field.data_key or key for key, field in schema.fields.items()]
    met = set[str]()
    for _ in range(1500):
        known = rng.sample(keys, rng.randint(0, min(5, len(keys))))
        unknown = rng.sample(["handcards", "want_", "levels"], rng.choice([0, 0, 0, 1]))
        body = {key: rng.choice(VALUES) for key in known + unknown}
        kind, result = result_of(lambda body=body: schema.load(body))
        assert (kind, result) == result_of(lambda body=body: Schema.load(schema, body)), body
        if kind == "faults":
            assert list(result) == list(result_of(lambda body=body: Schema.load(schema, body))[1]), body
        met.add(kind)
    assert met == ({"loaded", "faults"} if not schema.required else met)


@pytest.mark.parametrize("body", [None, [], "text", 3])
def test_no_object_is_rejected_by_both(body: Any) -> None:
    schema = ENDPOINTS["analyze"].schema
    assert result_of(lambda: schema.load(body)) == result_of(lambda: Schema.load(schema, body))
