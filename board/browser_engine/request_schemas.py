"""The request schemas of the service as data, for `form.js`."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, missing

from service.advice.levels import STEPS
from service.http.endpoints import ENDPOINTS
from service.http.requests import fields
from service.http.requests.query import PAIRS
from service.rules.cards import MOST_PLAYS, NOTATIONS

NUMBERED = [name for name, notation in NOTATIONS.items() if notation.split is None]
"""Notations whose cards are numbers."""

BOUNDS = {"Plays": MOST_PLAYS, "Bids": fields.MOST_BIDS}
"""Maximum lengths of values by field class; of others it is that of a text."""


def field_schema(field: Any) -> dict[str, Any]:
    """Return the constraints of a field."""
    kind = type(field).__name__
    schema: dict[str, Any] = {"kind": kind, "most": BOUNDS.get(kind, fields.MOST_TEXT), "seats": fields.MOST_SEATS}
    schema |= {name: getattr(field, name) for name in ("words", "least", "most") if hasattr(field, name)}
    if kind == "LevelName":
        schema["steps"] = {str(number): name for number, name in STEPS.items()}
    if hasattr(field, "form"):
        schema["form"] = field_schema(field.form)
    if kind == "Nested":
        schema["fields"] = schema_fields(field.schema)
    return schema | {"none": bool(field.allow_none)}


def schema_fields(schema: Schema) -> list[dict[str, Any]]:
    """Return the fields of a schema."""
    return [
        field_schema(field)
        | ({"joiner": ":" if ":" in PAIRS[name] else "="} if name in PAIRS else {})
        | {"key": field.data_key or name, "name": field.attribute or name, "required": field.required}
        | ({} if field.load_default is missing else {"missing": field.load_default})
        | ({"numbered": NUMBERED} if name == "notation" else {})
        for name, field in schema.fields.items()
    ]


def request_schemas(kinds: tuple[str, ...]) -> dict[str, list[dict[str, Any]]]:
    """Return the request schemas of some endpoints."""
    return {kind: schema_fields(ENDPOINTS[kind].schema) for kind in kinds}
