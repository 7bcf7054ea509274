"""The generated parts of the contract: requests, answers, enumerations from registries, recorded examples.

The rest of `openapi.yaml` is written by hand: summaries and descriptions of operations, responses and texts. A field of
a request is described by the docstring below it in `http/requests/schemas.py`, a field of an answer by that below it in
its type (`dev/contract/answers.py`). The types of requests are the plain ones of a client: arrays of cards and numbers
of seats are accepted as well, but a schema that allows both has no type in most languages.
"""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import yaml
from marshmallow import Schema
from marshmallow.fields import Nested, Raw

from dev.contract.answers import OR_NULL, answer_components, nullable
from dev.contract.samples import SAMPLED, samples_of
from service.advice.levels import LEVELS
from service.advice.practice import KINDS, PROFILES, THEME_NAMES
from service.explain.nearest import FAULTS
from service.http.api.batch import BATCH_ITEM
from service.http.endpoints import ENDPOINTS
from service.http.middleware.keys import is_guarded
from service.http.requests import fields, schemas
from service.http.responses.variant import shapes_of
from service.http.texts import reasons
from service.position.tribute import ROLES
from service.review.judgement import MARKS
from service.rules.cards import MOST_PLAYS, NOTATIONS
from service.rules.errors import CODES
from service.rules.variants import BID_KINDS, MOST_KEYS, VARIANTS
from tests.helpers.contract import Example, resolve_reference

Json = dict[str, Any]

TEXT: Json = {"type": "string", "maxLength": fields.MOST_TEXT}


REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')


def reference(name: str, part: str = "schemas") -> Json:
    return {"$ref": f"#/components/{part}/{name}"}


def shape_names() -> list[str]:
    """Return the names of the shapes of all games under all options."""
    return list(dict.fromkeys(shape.name for game in VARIANTS.values() for shape in shapes_of(game)))


REGISTRIES: Mapping[str, Iterable[str]] = {
    "Notation": NOTATIONS, "Language": reasons.LANGUAGES, "Shape": shape_names(), "Level": LEVELS,
    "VariantId": VARIANTS, "Bidding": BID_KINDS, "TributeRole": ROLES, "Profile": PROFILES, "Theme": THEME_NAMES,
    "ReasonCode": reasons.REASONS, "Code": CODES, "FactorCode": reasons.FACTORS, "Mark": MARKS[::-1],
    "BrokenRule": FAULTS,
}  # fmt: skip
"""Enumerations by name."""

ENUMERATION_SCHEMAS: Mapping[str, Json] = {
    name: {"type": "string", "enum": list(words)} for name, words in REGISTRIES.items()
}

ENUMERATIONS = {tuple(words): name for name, words in REGISTRIES.items()}

TYPES: Mapping[str, Json] = {
    "LevelChoice": TEXT,
    "OptionValue": TEXT,
    "SeatName": TEXT,
    "Cards": TEXT,
    "Play": TEXT,
    "Plays": {"type": "array", "maxItems": MOST_PLAYS, "items": reference("Play")},
    "BidText": TEXT,
}
"""Schemas that many fields share."""


def array(items: Json, most: int, least: int = 0) -> Json:
    return {"type": "array"} | ({"minItems": least} if least else {}) | {"maxItems": most, "items": items}


def words_schema(words: tuple[str, ...]) -> Json:
    return reference(ENUMERATIONS[words]) if words in ENUMERATIONS else {"type": "string", "enum": list(words)}


def mapping(field: Any) -> Json:
    """Return the schema of an object whose values have one type."""
    names = {"propertyNames": {"enum": list(KINDS)}} if field.name == "composition" else {}
    return {"type": "object", **names, "maxProperties": MOST_KEYS, "additionalProperties": field_schema(field.form)}


SCHEMAS: Mapping[type, Callable[[Any], Json]] = {
    fields.Text: lambda _: TEXT,
    fields.LongText: lambda field: {**TEXT, "maxLength": field.most},
    fields.SeatName: lambda _: reference("SeatName"),
    fields.LevelName: lambda _: reference("LevelChoice"),
    fields.OptionValue: lambda _: reference("OptionValue"),
    fields.CardList: lambda _: reference("Cards"),
    fields.PlayField: lambda _: reference("Play"),
    fields.Plays: lambda _: reference("Plays"),
    fields.Flag: lambda _: {"type": "boolean"},
    fields.Whole: lambda field: {
        "type": "integer",
        **({"format": "int64"} if field.most >= 1 << 31 else {}),
        "minimum": field.least,
        "maximum": field.most,
    },
    fields.ChoiceField: lambda field: words_schema(field.words),
    fields.Words: lambda field: {"type": "array", "items": words_schema(field.words)},
    fields.Seats: lambda _: array(reference("SeatName"), fields.MOST_SEATS),
    fields.Bids: lambda _: array(reference("BidText"), fields.MOST_BIDS),
    fields.Pair: lambda field: array(field_schema(field.form), 2, 2),
    fields.Items: lambda field: array(field_schema(field.form), field.most),
    fields.Requests: lambda _: array(reference("BatchItem"), schemas.MOST_ITEMS),
    fields.MappingField: mapping,
    Nested: lambda field: reference(part_name(field.schema)),
    Raw: lambda _: {"type": "object"},
}
"""Schema of each type of field."""


def field_schema(field: Any) -> Json:
    """Return the schema of a field of a request, without description and default."""
    return next(SCHEMAS[kind] for kind in type(field).__mro__ if kind in SCHEMAS)(field)


@functools.cache
def field_descriptions() -> Mapping[tuple[str, str], str]:
    """Return the descriptions of fields by class and name: the docstrings below them."""
    texts = {}
    for form in ast.parse(inspect.getsource(schemas)).body:
        body = form.body if isinstance(form, ast.ClassDef) else []
        for field, text in pairwise(body):
            match field, text:
                case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(words))):
                    texts[form.name, name] = " ".join(words.split()).removesuffix(".")
    return texts


def described(schema: Schema, name: str) -> Json:
    """Return the description of a field, nothing without any.

    Fields of several endpoints are described at length in one of them: `/v1/analyze`, or that of the base class.
    """
    texts = field_descriptions()
    owner = next((form for form in type(schema).__mro__ if (form.__name__, name) in texts), None)
    if owner is None:
        return {}
    about, brief = texts[owner.__name__, name], schema is not schemas.ANALYZE and name in schemas.ANALYZE.fields
    return {"description": first_sentence(about) if brief or owner is not type(schema) else about}


def first_sentence(text: str) -> str:
    return re.split(r"\. |; |: ", text)[0]


def part_name(schema: Schema) -> str:
    """Return the name of the schema of an object inside a request."""
    return type(schema).__name__.removesuffix("Schema") + "Fields"


def object_schema(schema: Any) -> Json:
    properties = {}
    for name, field in schema.fields.items():
        form = field_schema(field)
        plain = "$ref" not in form and type(field.load_default) in (
            str,
            int,
        )  # generators misread it beside a reference
        default = {"default": field.load_default} if plain else {}
        properties[field.data_key or name] = form | default | described(schema, name)
    required = [field.data_key or name for name, field in schema.fields.items() if field.required]
    return {
        "type": "object",
        **({"required": required} if required else {}),
        **({} if schema.answered else {"additionalProperties": False}),
        "properties": properties,
    }


def parts_of(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas of the objects inside a request."""
    for field in schema.fields.values():
        form = getattr(field, "form", field)
        if isinstance(form, Nested):
            yield form.schema
            yield from parts_of(form.schema)


def request_components() -> dict[str, Json]:
    """Return the schemas of all requests and their parts."""
    requests = {name: row.schema for name, row in ENDPOINTS.items()} | {"batch": schemas.BATCH}
    made = {f"{name.capitalize()}Request": object_schema(schema) for name, schema in requests.items()}
    made["BatchItem"] = object_schema(BATCH_ITEM)
    return made | {part_name(part): object_schema(part) for schema in requests.values() for part in parts_of(schema)}


def query_parameters(item: Json, shared: Json) -> list[Json]:
    """Return the parameters of `GET /v1/analyze`; the examples are written by hand."""
    shown = {one["name"]: {"example": one["example"]} for one in item["parameters"] if "example" in one}
    made = []
    for name, field in schemas.ANALYZE.fields.items():
        key = field.data_key or name
        schema = field_schema(field) if isinstance(field, (fields.Whole, fields.ChoiceField)) else {"type": "string"}
        text = described(schemas.ANALYZE, name) or shared[schema["$ref"].rpartition("/")[2]]
        about = {"description": first_sentence(text["description"])}
        made.append({"name": key, "in": "query", **about, "schema": schema} | shown.get(key, {}))
    return made


REFUSALS = {
    "401": "Unauthorized", "422": "Unprocessable", "429": "TooMany", "4XX": "Problem", "503": "Busy",
}  # fmt: skip
"""Statuses of every request, with the component of the answer."""


def operation_of(name: str, old: Json) -> Json:
    """Return the operation of an endpoint: *old* with its generated parts."""
    content = {"application/json": {"schema": reference(f"{name.capitalize()}Answer")}}
    answer = old["responses"]["200"] if old else {"description": "The answer", "content": content}
    body = old.get("requestBody", {"content": {}})["content"]
    body = {"application/json": {"schema": reference(f"{name.capitalize()}Request")}} | {
        media: content for media, content in body.items() if media != "application/json"
    }
    return {
        "operationId": name,
        "tags": ["play"],
        "summary": old.get("summary", ""),
        **({"description": old["description"]} if "description" in old else {}),
        "parameters": [reference("AcceptLanguage", "parameters")],
        "requestBody": {"required": True, "content": body},
        "responses": {"200": answer} | {code: reference(name, "responses") for code, name in REFUSALS.items()},
    }


class Recorded(dict[str, Any]):
    """A recorded value, written in few lines."""


def add_examples(document: Json, examples: Iterable[Example]) -> None:
    """Put the requests with a summary into the contract, and the first answer of each kind to them."""
    for item in document["paths"].values():
        for operation in item.values():
            operation.pop("x-codeSamples", None)
            for response in operation["responses"].values():
                for content in resolve_reference(document, response).get("content", {}).values():
                    content.pop("examples", None)
    for example in examples:
        if example.summary:
            operation = document["paths"][example.path]["post"]
            body = operation["requestBody"]["content"]["application/json"]
            shown = {"summary": example.summary, "value": Recorded(example.request)}
            body.setdefault("examples", {})[example.name] = shown
            if example.operation in SAMPLED and "x-codeSamples" not in operation:
                operation["x-codeSamples"] = samples_of(example.path, example.request)
            response = resolve_reference(document, operation["responses"][str(example.status)])
            (content,) = response["content"].values()
            content.setdefault("examples", {example.name: {"value": Recorded(example.answer)}})


def undescribed(part: Any) -> Any:
    """Return a part of a schema without descriptions."""
    if isinstance(part, dict):
        return {name: undescribed(value) for name, value in part.items() if name != "description"}
    return [undescribed(value) for value in part] if isinstance(part, list) else part


def schemas_used(part: Any) -> set[str]:
    """Return the names of the schemas to which a part of the contract refers."""
    return set(REFERENCE.findall(json.dumps(part)))


def add_nullable(document: Json) -> None:
    """Write each `XOrNull` that is used; it describes its fields if X itself is not used."""
    components = document["components"]
    shared = components["schemas"]
    plain = {name: schema for name, schema in shared.items() if not name.endswith(OR_NULL)}
    used = schemas_used([document["paths"], components["responses"], plain])
    for name in sorted(used - plain.keys()):
        base = name.removesuffix(OR_NULL)
        shared[name] = nullable(undescribed(plain[base]) if base in used else plain[base])
    for name in shared.keys() - plain.keys() - used:
        del shared[name]


def with_security(path: str, operation: Json) -> Json:
    """Return an operation with the keys that it accepts: optional ones, because an operator may configure none."""
    name, security = operation["operationId"], [{}, {"bearer": []}] if is_guarded(path) else []
    return {"operationId": name, "security": security} | {
        key: part for key, part in operation.items() if key not in ("operationId", "security")
    }


def generated_contract(written: Json, examples: Iterable[Example]) -> Json:
    """Return a contract whose generated parts are those of the code; *written* has the parts by hand."""
    document = copy.deepcopy(written)
    paths, shared = document["paths"], document["components"]["schemas"]
    for name in [*ENDPOINTS, "batch"]:
        item = paths.setdefault(f"/v1/{name}", {})
        item["post"] = operation_of(name, item.get("post", {}))
    query = paths["/v1/analyze"]["get"]
    query["parameters"] = [one for one in query["parameters"] if one.get("in") != "query"] + query_parameters(
        query, shared
    )
    requests, answers = request_components(), answer_components()
    made = {*requests, *answers, *TYPES, *ENUMERATION_SCHEMAS}
    for name in [name for name in shared if name not in made and not name.endswith(OR_NULL)]:
        del shared[name]
    shared.update(answers)
    for name, schema in {**TYPES, **ENUMERATION_SCHEMAS, **requests}.items():
        about = {"description": shared[name]["description"]} if "description" in shared.get(name, {}) else {}
        shared[name] = about | schema
    add_nullable(document)
    for name in {*ENUMERATION_SCHEMAS, *answers} - schemas_used(document):
        del shared[name]
    for path, item in paths.items():
        item.update({method: with_security(path, operation) for method, operation in item.items()})
    add_examples(document, examples)
    return document


class ContractDumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, and no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return True: each part is written out."""
        return True


def represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Return the node of a text: a block if it has several lines."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


def represent_recorded(dumper: yaml.SafeDumper, value: Recorded) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", value, flow_style=True)


ContractDumper.add_representer(str, represent_text)
ContractDumper.add_representer(Recorded, represent_recorded)


SHORT = 200
"""Maximum characters of a part of the contract in one line."""


def folded(part: Any) -> Any:
    """Return a part of a contract whose short objects are written in one line."""
    if isinstance(part, list):
        return [folded(one) for one in part]
    if not isinstance(part, dict) or isinstance(part, Recorded):
        return part
    short = len(json.dumps(part, ensure_ascii=False)) <= SHORT and "\\n" not in json.dumps(part)
    return Recorded(part) if short else {name: folded(value) for name, value in part.items()}


def contract_text(document: Json) -> str:
    return yaml.dump(
        folded(document), Dumper=ContractDumper, allow_unicode=True, sort_keys=False, width=120, default_flow_style=None
    )
