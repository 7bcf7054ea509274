"""The contract `openapi.yaml`, and its examples: `tests/data/examples` has requests with their recorded answers."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, NamedTuple

import orjson
import yaml
from flask.testing import FlaskClient

from tests import ROOT

CONTRACT = ROOT / "openapi.yaml"
EXAMPLES = ROOT / "tests" / "data" / "examples"
HEADERS = {"X-Request-Id": "example"}


class Example(NamedTuple):
    """A request and its answer; those with a summary are also in the contract."""

    operation: str
    """Path below /v1, the name of the file."""
    name: str
    request: Any
    summary: str = ""
    status: int = 0
    answer: Any = None

    @property
    def path(self) -> str:
        return f"/v1/{self.operation}"

    def answered(self, client: FlaskClient) -> Example:
        answer = client.post(self.path, json=self.request, headers=HEADERS)
        return self._replace(status=answer.status_code, answer=answer.get_json(force=True))


@functools.cache
def read_contract() -> dict[str, Any]:
    """Return the contract, parsed once; callers do not change it."""
    document: dict[str, Any] = yaml.load(CONTRACT.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return document


IDS = {"type": "array", "items": {"type": ["string", "integer"]}}
PARTS = {name: {"$ref": f"#/components/schemas/{name}"} for name in ("Cards", "SeatName")}
SHARE = {
    "type": "object",
    "required": ["win"],
    "additionalProperties": False,
    "properties": {"win": {"type": "number", "minimum": 0, "maximum": 1}},
}
EXACT: Mapping[str, Any] = {
    "Cards": {"anyOf": [{"type": "string"}, IDS]},
    "Play": {
        "anyOf": [
            {"type": ["string", "null"]},
            IDS,
            {
                "type": "object",
                "required": ["cards"],
                "properties": {"cards": PARTS["Cards"], "as": PARTS["Cards"], "seat": PARTS["SeatName"]},
            },
        ]
    },
    "LevelChoice": {"anyOf": [{"type": "string"}, SHARE, {"type": "object", "required": ["even"]}]},
    "SeatName": {"type": ["string", "integer"]},
    "BidText": {"type": ["string", "integer"]},
    "Shown": {"anyOf": [{"type": "string"}, IDS]},
    "ShownOrNull": {"anyOf": [{"type": ["string", "null"]}, IDS]},
    "Card": {"type": ["string", "integer"]},
    "CardOrNull": {"type": ["string", "integer", "null"]},
    "Declaration": {"anyOf": [{"type": "string"}, IDS]},
    "Seat": {"type": ["string", "integer"]},
    "SeatOrNull": {"type": ["string", "integer", "null"]},
    "Bid": {"type": ["string", "integer"]},
}
"""Types that the service accepts and returns, where the contract has a plain one for generators."""


OPEN = ("Variant", "Problem", "FaultProblem", "BatchAnswer")
"""Schemas of objects with further fields."""


def closed(schema: Any) -> Any:
    """Return a schema whose objects have no other fields: answers grow only with a change of the contract."""
    if not isinstance(schema, dict):
        return [closed(one) for one in schema] if isinstance(schema, list) else schema
    inner = {name: part if name in ("enum", "required") else closed(part) for name, part in schema.items()}
    return inner if "properties" not in schema else {"additionalProperties": False} | inner


def exact_contract(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a contract with all accepted and returned types."""
    components = document["components"]
    shared = {
        name: {key: value for key, value in schema.items() if key == "description"} | EXACT[name]
        if name in EXACT
        else schema
        if name in OPEN
        else closed(schema)
        for name, schema in components["schemas"].items()
    }
    return {**document, "components": {**components, "schemas": shared}}


@functools.cache
def read_examples() -> tuple[Example, ...]:
    return tuple(
        Example(path.stem, **row) for path in sorted(EXAMPLES.iterdir()) for row in orjson.loads(path.read_bytes())
    )


def resolve_reference(document: dict[str, Any], node: Any) -> Any:
    """Return the target of a `$ref`, anything else unchanged."""
    while isinstance(node, dict) and "$ref" in node:
        target: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node
