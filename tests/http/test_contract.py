"""The contract is correct: every example gets the documented answer, and every answer has the documented form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from service.http.middleware.keys import is_guarded
from service.http.texts import reasons
from tests.helpers.client import post
from tests.helpers.contract import Example, closed_contract, read_contract, read_examples, resolve_reference

CONTRACT = read_contract()
CLOSED = closed_contract(CONTRACT)


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator({**schema, "components": CLOSED["components"]})


def form_of(response: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return next(iter(resolve_reference(CONTRACT, response)["content"].items()))


def test_the_contract_is_valid() -> None:
    validate(CONTRACT)


def test_every_schema_is_a_schema() -> None:
    for name, schema in CONTRACT["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert not set(schema) - KEYWORDS, name


KEYWORDS = {
    "type", "enum", "description", "anyOf", "oneOf", "allOf", "properties", "required", "items", "additionalProperties",
    "minItems", "maxItems", "maxLength",
}  # fmt: skip
"""Keywords used at the top of schemas: a misspelt one would check nothing."""


@pytest.mark.parametrize("example", read_examples(), ids=lambda example: f"{example.operation}-{example.name}")
def test_example_is_answered_as_recorded(client: FlaskClient, example: Example) -> None:
    assert example.answered(client) == example
    response = CONTRACT["paths"][example.path]["post"]["responses"][str(example.status)]
    validator(form_of(response)[1]["schema"]).validate(example.answer)


@pytest.mark.parametrize("example", read_examples(), ids=lambda example: f"{example.operation}-{example.name}")
def test_a_request_is_written_in_the_documented_types(example: Example) -> None:
    """Except those that are rejected for their form."""
    body = CONTRACT["paths"][example.path]["post"]["requestBody"]["content"]["application/json"]
    if example.name not in ("field_unknown", "field_invalid", "notation_ambiguous"):
        validator(body["schema"]).validate(example.request)


def test_every_get_is_answered_as_documented(client: FlaskClient) -> None:
    for path, item in CONTRACT["paths"].items():
        if "get" not in item:
            continue
        parameters = [resolve_reference(CONTRACT, parameter) for parameter in item["get"].get("parameters", [])]
        query = {p["name"]: p["example"] for p in parameters if p["in"] == "query" and "example" in p}
        place = path.format(**{p["name"]: p["example"] for p in parameters if p["in"] == "path"})
        answer = client.get(place, query_string=query)
        documented = item["get"]["responses"][str(answer.status_code)]
        if answer.status_code == 200:
            media, content = form_of(documented)
            assert media in (answer.mimetype, "*/*"), path
            if media == "application/json":
                validator(content["schema"]).validate(answer.get_json())


def test_the_calls_of_four_seats_are_reviewed_as_documented(client: FlaskClient) -> None:
    deal = post(client, "/v1/deal", {"variant": "standard_four", "seed": 1})
    auction, first = {"bids": [0, 0, 0, 3]}, deal["places"]["3"][0]
    body = {"deal": deal, "auction": auction, "history": [first], "level": "starter"}
    answer = post(client, "/v1/review", body)
    assert [call["place"] for call in answer["calls"]] == [0, 1, 2, 3]
    validator(form_of(CONTRACT["paths"]["/v1/review"]["post"]["responses"]["200"])[1]["schema"]).validate(answer)


def test_the_card_that_decides_who_leads_may_be_a_number(client: FlaskClient) -> None:
    deal = post(client, "/v1/deal", {"variant": "paodekuai", "notation": "contest", "seed": 1})
    assert deal["first"]["card"] == 2  # the three of spades
    validator(CLOSED["components"]["schemas"]["DealAnswer"]["properties"]["first"]).validate(deal["first"])


OPERATED = {(f"/{name}", "get") for name in ("healthz", "readyz", "metrics", "openapi.yaml")}
PAGES = (
    "/", "/docs", "/docs/{name}", "/embed", "/llms.txt", "/numbers", "/paili-engine.js", "/paili-hint.js", "/problems",
    "/problems/{code}", "/puzzle", "/review", "/rules", "/rules/{name}", "/share/{row}.png",
    "/static/{version}/{name}", "/sw.js",
)  # fmt: skip
"""Pages and files: nothing that a client calls."""


def test_routes_are_the_paths(app: Flask) -> None:
    """All served paths but pages and their files are in the contract, and all paths of the contract are served."""
    served = set()
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}")
        served |= {(path, method.lower()) for method in rule.methods or () if method in ("GET", "POST")}
    served = {(path.replace("/v1/variants/{name}", "/v1/variants/{id}"), method) for path, method in served}
    pages = {rule for rule in served if not rule[0].startswith("/v1/")} - OPERATED
    assert pages == {(path, "get") for path in PAGES}
    assert served - pages == {(path, method) for path, item in CONTRACT["paths"].items() for method in item}


def test_questions_may_ask_for_a_key() -> None:
    """API requests need a key if keys are configured, and may be rejected by a limit; documentation stays open."""
    for path, item in CONTRACT["paths"].items():
        for operation in item.values():
            assert {"401", "429"} & operation["responses"].keys() == ({"401", "429"} if is_guarded(path) else set()), (
                path
            )
            assert operation["security"] == ([{}, {"bearer": []}] if is_guarded(path) else []), path
    assert CONTRACT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"


def test_every_request_and_parameter_is_described() -> None:
    for path, item in CONTRACT["paths"].items():
        for operation in item.values():
            assert operation["description"], path
            for parameter in operation.get("parameters", ()):
                assert "description" in resolve_reference(CONTRACT, parameter), parameter


@pytest.mark.parametrize("code", reasons.REASONS)
def test_every_reason_is_defined(code: str) -> None:
    assert f"- `{code}`: " in CONTRACT["components"]["schemas"]["ReasonCode"]["description"]


def test_every_field_of_a_request_is_described() -> None:
    """Except those whose type is described."""
    for name, schema in CONTRACT["components"]["schemas"].items():
        if name.endswith(("Request", "Fields")):
            fields = schema["properties"].items()
            assert not [
                field for field, form in fields if "description" not in form | resolve_reference(CONTRACT, form)
            ]


def mappings_of(part: Any) -> Iterator[dict[str, Any]]:
    for child in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from mappings_of(child)
    if isinstance(part, dict):
        yield part


def test_the_contract_has_nothing_that_generators_are_known_to_misread() -> None:
    """No types by case, which become empty classes; for Go no default beside a reference."""
    for part in mappings_of({name: CONTRACT[name] for name in ("paths", "components")}):
        assert not {"oneOf", "anyOf", "allOf", "not", "const"} & part.keys(), part
        types = part.get("type")
        assert not isinstance(types, list) or len(set(types) - {"null"}) == 1, part
        referenced = "$ref" in part and "default" in part
        scalar = referenced and "enum" in resolve_reference(CONTRACT, part)
        assert not referenced or scalar, f"describe the default in words: {part}"
