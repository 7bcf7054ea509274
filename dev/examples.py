"""Write the service's answers into the examples of the contract: `python -m dev.examples`.

The request examples of `openapi.yaml` are written by hand; the answers under the same names are the service's own.
`test_contract` compares them, so an answer cannot change unnoticed. Tables of measurements are filled in.
"""

from __future__ import annotations

import argparse
import copy
import functools
from collections.abc import Iterator
from typing import Any

import yaml
from flask.testing import FlaskClient

from app import create_app
from dev import ROOT
from dev.tables import with_tables

CONTRACT = ROOT / "openapi.yaml"
HEADERS = {"X-Request-Id": "example"}


@functools.cache
def read_contract() -> dict[str, Any]:
    """Return the contract, parsed once; callers do not change it."""
    document: dict[str, Any] = yaml.load(CONTRACT.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return document


def resolve_reference(document: dict[str, Any], node: Any) -> Any:
    """Return the target of a `$ref`, anything else unchanged."""
    while isinstance(node, dict) and "$ref" in node:
        target: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        node = target
    return node


def posts(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str, Any]]:
    """Yield (path, operation, name, body) of each request example."""
    for path, item in document["paths"].items():
        if "post" in item:
            examples = item["post"]["requestBody"]["content"]["application/json"]["examples"]
            for name, example in examples.items():
                yield path, item["post"], name, example["value"]


def described_schemas(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas that have a description.

    Those of operations are also sent to AI assistants, where their length matters.
    """
    return [schema for schema in document["components"]["schemas"].values() if "description" in schema]


def post_example(client: FlaskClient, path: str, body: Any) -> tuple[str, Any]:
    """Return status and body of an answer."""
    answer = client.post(path, json=body, headers=HEADERS)
    return str(answer.status_code), answer.get_json(force=True)


def main() -> None:
    """Write the service's answers into the contract."""
    argparse.ArgumentParser(prog="python -m dev.examples", description=__doc__).parse_args()
    document, client = copy.deepcopy(read_contract()), create_app().test_client()
    for path, operation, name, body in posts(document):
        status, answer = post_example(client, path, body)
        response = resolve_reference(document, operation["responses"][status])
        content = next(iter(response["content"].values()))
        content.setdefault("examples", {})[name] = {"value": answer}
    for schema in described_schemas(document):
        schema["description"] = with_tables(schema["description"])
    text = yaml.safe_dump(document, allow_unicode=True, sort_keys=False, width=120, default_flow_style=None)
    CONTRACT.write_text(text)


if __name__ == "__main__":
    main()
