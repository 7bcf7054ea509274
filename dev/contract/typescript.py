"""The generated part of the browser package's `index.d.ts`: the types of requests and answers, from the contract."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from dev.contract.answers import OR_NULL
from dev.contract.generated import ENUMERATION_SCHEMAS, REFERENCE, reference
from service.http.endpoints import ENDPOINTS
from tests import ROOT
from tests.helpers.contract import resolve_reference

Json = dict[str, Any]

TYPES = ROOT / "board" / "browser_engine" / "package" / "index.d.ts"
MARK = "// ---- Written by `make contract`. ----\n"
"""The line above the generated part, which is the end of the file."""

RENAMED = {"Engine": "EngineInfo"}
"""Types whose names in the contract mean another thing in the package."""

IDS = {"type": "array", "items": {"type": ["string", "integer"]}}
PARTS = {name: {"$ref": f"#/components/schemas/{name}"} for name in ("Cards", "SeatName")}
SHARE = {
    "type": "object",
    "required": ["win"],
    "additionalProperties": False,
    "properties": {"win": {"type": "number", "minimum": 0, "maximum": 1}},
}
WIDE: Mapping[str, Any] = {
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
    "DecidingCardOrNull": {"type": ["string", "integer", "null"]},
    "Declaration": {"anyOf": [{"type": "string"}, IDS]},
    "Seat": {"type": ["string", "integer"]},
    "SeatOrNull": {"type": ["string", "integer", "null"]},
    "Bid": {"type": ["string", "integer"]},
}
"""Types of the package that the service accepts and returns as well: TypeScript has types by case."""

MOST_INLINE = 90
"""Maximum characters of the fields of an object in one line."""

SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_type(schema: Json, indent: str = "") -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return RENAMED.get(name, name)
    if "allOf" in schema:
        return " & ".join(typescript_type(part, indent) for part in schema["allOf"])
    if "const" in schema or "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    kinds = schema.get("anyOf") or schema.get("oneOf")
    if not kinds:
        kind = schema.get("type", "object")
        kinds = [schema | {"type": one} for one in kind] if isinstance(kind, list) else []
    if kinds:
        return " | ".join(dict.fromkeys(typescript_type(kind, indent) for kind in kinds))
    if schema.get("type") == "array":
        item = typescript_type(schema["items"], indent)
        return f"({item})[]" if " | " in item and not item.startswith("{") else f"{item}[]"
    return SCALARS.get(schema.get("type", ""), "") or object_type(schema, indent)


def object_type(schema: Json, indent: str) -> str:
    """Return the type of an object: its fields, or the type of all its values."""
    if "properties" not in schema:
        values = schema.get("additionalProperties")
        return f"Record<string, {typescript_type(values, indent) if isinstance(values, dict) else 'unknown'}>"
    fields = [
        f"{name}{'' if name in schema.get('required', ()) else '?'}: {typescript_type(part, indent + '  ')};"
        for name, part in schema["properties"].items()
    ]
    line = " ".join(fields)
    if indent and "\n" not in line and len(line) <= MOST_INLINE:
        return f"{{ {line[:-1]} }}"
    return "{\n" + "".join(f"{indent}  {field}\n" for field in fields) + f"{indent}}}"


def generated_types(contract: Json, by_hand: str) -> str:
    """Return the types of all endpoints that the part *by_hand* does not declare."""
    declared = set(re.findall(r"^export (?:type|interface|class) (\w+)", by_hand, re.MULTILINE)) - set(RENAMED)
    kinds: dict[str, dict[str, Json]] = {"Requests": {}, "Answers": {}}
    for name in ENDPOINTS:
        operation = contract["paths"][f"/v1/{name}"]["post"]
        for kind, body in (("Requests", operation["requestBody"]), ("Answers", operation["responses"]["200"])):
            kinds[kind][name] = resolve_reference(contract, body)["content"]["application/json"]["schema"]
    parts = [
        f"/** The {kind.lower()} of the endpoints. */\nexport interface {kind} "
        f"{object_type({'properties': forms, 'required': list(forms)}, '')}\n"
        for kind, forms in kinds.items()
    ]
    for name in names_used(contract, kinds):
        if name not in declared:
            schemas, plain = contract["components"]["schemas"], name.removesuffix(OR_NULL)
            schema = schemas[name]
            is_nullable = plain != name and "enum" in schemas.get(plain, {})
            text, own = f"{plain} | null" if is_nullable else typescript_type(schema), RENAMED.get(name, name)
            parts.append(
                f"export interface {own} {text}\n"
                if text.endswith("}") and "properties" in schema
                else f"export type {own} = {text};\n"
            )
    return "".join(parts)


def widened(contract: Json) -> Json:
    """Return the contract with the types of `WIDE`, and enumerations that it has with null only."""
    components = contract["components"]
    schemas = {name: WIDE.get(name, schema) for name, schema in (ENUMERATION_SCHEMAS | components["schemas"]).items()}
    return {**contract, "components": {**components, "schemas": schemas}}


def names_used(contract: Json, part: Any) -> list[str]:
    """Return the names of the schemas to which a part of the contract refers, directly or not.

    A nullable enumeration also needs the plain one.
    """
    names: list[str] = []
    schemas, parts = contract["components"]["schemas"], [part]
    for form in parts:  # grows during the loop
        for name in REFERENCE.findall(json.dumps(form)):
            if name not in names:
                names.append(name)
                plain = name.removesuffix(OR_NULL)
                parts += [schemas[name], reference(plain) if plain != name and plain in schemas else {}]
    return names


def types_text(contract: Json) -> str:
    """Return the file with its generated part."""
    by_hand, mark, _ = TYPES.read_text("utf-8").partition(MARK)
    return by_hand + mark + generated_types(widened(contract), by_hand)
