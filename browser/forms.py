"""The forms of requests as data: what each schema of the service says of its fields."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, missing

from service.http.endpoints import ENDPOINTS
from service.http.requests import fields
from service.http.requests.query import PAIRS
from service.position.line import MOST_PLAYS
from service.rules.cards import NOTATIONS

NUMBERED = [name for name, notation in NOTATIONS.items() if notation.split is None]
"""Notations in which a card is a number."""

BOUNDS = {"Plays": MOST_PLAYS, "Bids": fields.MOST_BIDS}
"""How long a value of a kind may be; others as long as a text."""


def field_told(field: Any) -> dict[str, Any]:
    """Return what a field takes."""
    kind = type(field).__name__
    told: dict[str, Any] = {"kind": kind, "most": BOUNDS.get(kind, fields.MOST_TEXT), "seats": fields.MOST_SEATS}
    told |= {name: getattr(field, name) for name in ("words", "least", "most") if hasattr(field, name)}
    if hasattr(field, "form"):
        told["form"] = field_told(field.form)
    if kind == "Nested":
        told["fields"] = form_of(field.schema)
    return told | {"none": bool(field.allow_none)}


def form_of(schema: Schema) -> list[dict[str, Any]]:
    """Return the fields of a schema."""
    return [
        field_told(field)
        | ({"joiner": ":" if ":" in PAIRS[name] else "="} if name in PAIRS else {})
        | {"key": field.data_key or name, "name": field.attribute or name, "required": field.required}
        | ({} if field.load_default is missing else {"missing": field.load_default})
        | ({"numbered": NUMBERED} if name == "notation" else {})
        for name, field in schema.fields.items()
    ]


def forms(names: tuple[str, ...]) -> dict[str, list[dict[str, Any]]]:
    """Return the forms of some kinds of questions."""
    return {name: form_of(ENDPOINTS[name].schema) for name in names}
