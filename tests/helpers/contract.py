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


OPEN = ("Variant", "Problem", "FaultProblem", "BatchAnswer")
"""Schemas of objects with further fields."""


def closed(schema: Any) -> Any:
    """Return a schema whose objects have no other fields: answers grow only with a change of the contract."""
    if not isinstance(schema, dict):
        return [closed(one) for one in schema] if isinstance(schema, list) else schema
    inner = {name: part if name in ("enum", "required") else closed(part) for name, part in schema.items()}
    return inner if "properties" not in schema else {"additionalProperties": False} | inner


def closed_contract(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contract with closed objects: an answer has no field that the contract lacks."""
    components = document["components"]
    shared = {name: schema if name in OPEN else closed(schema) for name, schema in components["schemas"].items()}
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
