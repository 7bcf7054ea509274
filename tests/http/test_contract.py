"""The contract is correct: every example gets the documented answer, and every answer has the documented form."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from dev.examples import HEADERS, post_example, posts, read_contract, resolve_reference
from service.advice.analysis import ALL_WANTS
from service.advice.practice import KINDS, PROFILES
from service.advice.robot import LEVELS
from service.advice.tribute.advice import ROLES
from service.http.middleware.keys import is_guarded
from service.http.requests import schemas
from service.http.texts import reasons
from service.rules.cards import NOTATIONS
from service.rules.errors import CODES
from service.rules.variants import BID_KINDS, VARIANTS

CONTRACT = read_contract()
EXAMPLES = list(posts(CONTRACT))


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    """Return a validator of a schema that may refer to other parts of the contract."""
    return Draft202012Validator({**schema, "components": CONTRACT["components"]})


def form_of(response: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return media type and content of a documented response."""
    return next(iter(resolve_reference(CONTRACT, response)["content"].items()))


def test_the_contract_is_valid() -> None:
    validate(CONTRACT)


def test_every_schema_is_a_schema() -> None:
    for name, schema in CONTRACT["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert not set(schema) - KEYWORDS, name


KEYWORDS = {
    "type", "enum", "description", "anyOf", "oneOf", "allOf", "properties", "required", "items", "additionalProperties",
    "unevaluatedProperties", "minItems", "maxItems", "maxLength",
}  # fmt: skip
"""Keywords used at the top of schemas: a misspelt one would check nothing."""


@pytest.mark.parametrize(
    ("path", "operation", "name", "body"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_example_is_answered_as_written(
    client: FlaskClient, path: str, operation: dict[str, Any], name: str, body: Any
) -> None:
    status, answer = post_example(client, path, body)
    assert status in operation["responses"], "an undocumented status"
    _, content = form_of(operation["responses"][status])
    assert content["examples"][name]["value"] == answer
    validator(content["schema"]).validate(answer)
    validator(operation["requestBody"]["content"]["application/json"]["schema"]).is_valid(body)


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


def test_routes_are_the_paths(app: Flask) -> None:
    """All served paths are in the contract, and all paths of the contract are served."""
    served = set()
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}")
        served |= {(path, method.lower()) for method in rule.methods or () if method in ("GET", "POST")}
    served = {(path.replace("/v1/variants/{name}", "/v1/variants/{id}"), method) for path, method in served}
    served -= {("/static/{version}/{name}", "get")}  # the files of the pages, with changing names
    assert served == {(path, method) for path, item in CONTRACT["paths"].items() for method in item}


def test_questions_may_ask_for_a_key() -> None:
    """API requests need a key if keys are configured, and may be rejected by a limit; documentation stays open."""
    for path, item in CONTRACT["paths"].items():
        for operation in item.values():
            assert {"401", "429"} & operation["responses"].keys() == ({"401", "429"} if is_guarded(path) else set()), (
                path
            )
            assert operation.get("security") == ([{}, {"bearer": []}] if is_guarded(path) else None), path
    assert CONTRACT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"


def shapes_of_all() -> list[str]:
    """Return the names of all shapes of all variants, under the options with most shapes."""
    options_by_variant = {
        "standard": {}, "yuncheng": {"pair3_bomb": "on"}, "laizi": {"wild": "7J", "bomb_max": "12"}, "guandan": {},
        "paodekuai": {"aaa": "on", "quad2": "on"},
    }  # fmt: skip
    options_by_variant |= {name: {} for name in VARIANTS if name not in options_by_variant}
    setups = [
        VARIANTS[name].setup(VARIANTS[name].read_options(options)) for name, options in options_by_variant.items()
    ]
    return list(dict.fromkeys(shape.name for setup in setups for shape in setup.shapes))


@pytest.mark.parametrize(
    ("schema", "registry"),
    [
        ("Code", CODES),
        ("Notation", NOTATIONS),
        ("Level", LEVELS),
        ("VariantId", VARIANTS),
        ("Language", reasons.LANGUAGES),
        ("ReasonCode", reasons.REASONS),
        ("Profile", PROFILES),
        ("TributeRole", ROLES),
        ("Bidding", BID_KINDS),
        ("FactorCode", reasons.FACTORS),
        ("Shape", shapes_of_all()),
    ],
)
def test_enums_are_the_registries(schema: str, registry: Any) -> None:
    assert CONTRACT["components"]["schemas"][schema]["enum"] == list(registry)


@pytest.mark.parametrize("code", reasons.REASONS)
def test_every_reason_is_defined(code: str) -> None:
    assert f"- `{code}`: " in CONTRACT["components"]["schemas"]["ReasonCode"]["description"]


def test_request_fields_are_those_of_the_schemas() -> None:
    common = set(CONTRACT["components"]["schemas"]["PositionFields"]["properties"])
    for name, schema in [
        ("AnalyzeRequest", schemas.ANALYZE),
        ("MoveRequest", schemas.MOVE),
        ("CheckRequest", schemas.CHECK),
    ]:
        written = common | set(CONTRACT["components"]["schemas"][name]["properties"])
        assert written == {field.data_key or key for key, field in schema.fields.items()}
    for name, schema in [
        ("DealRequest", schemas.DEAL),
        ("TributeRequest", schemas.TRIBUTE),
        ("BidRequest", schemas.BID),
        ("GameRequest", schemas.GAME),
    ]:
        assert set(CONTRACT["components"]["schemas"][name]["properties"]) == set(schema.fields)
    assert list(CONTRACT["components"]["schemas"]["Composition"]["properties"]) == list(KINDS)
    query = {
        p["name"]
        for p in CONTRACT["paths"]["/v1/analyze"]["get"]["parameters"]
        if "$ref" not in p and p["in"] == "query"
    }
    assert query == {field.data_key or key for key, field in schemas.ANALYZE.fields.items()}
    assert CONTRACT["components"]["schemas"]["AnalyzeRequest"]["properties"]["want"]["items"]["enum"] == list(ALL_WANTS)


def test_every_code_has_an_example_or_a_test(client: FlaskClient) -> None:
    """All codes except that of the batch are among the contract's examples, which are sent above."""
    response = CONTRACT["components"]["responses"]["Unprocessable"]["content"]["application/problem+json"]
    shown = {error["code"] for example in response["examples"].values() for error in example["value"]["errors"]}
    answer = client.post("/v1/batch", json={"items": [{}] * 65}, headers=HEADERS)
    shown.add(answer.get_json()["errors"][0]["code"])
    assert shown == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_page(client: FlaskClient, code: str) -> None:
    page = client.get(f"/problems/{code}")
    assert page.mimetype == "text/html"
    assert code in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
