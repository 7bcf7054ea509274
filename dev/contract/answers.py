"""Schemas of answers, from the types beside the functions that make them: a `TypedDict` in `http/responses`.

A field has its type and, in the docstring below it, its description; `NotRequired` marks a field that may be absent. A
name of another type is a schema of the contract, `X | None` with an object or a shared schema is its `XOrNull`. A
class whose name begins with an underscore is written where it is used. A key that is a keyword of Python has an
underscore at its end here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from service.http import responses

Json = dict[str, Any]

FOLDER = Path(responses.__file__).parent
SCALARS = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
Classes = Mapping[str, ast.ClassDef]


def answer_classes() -> Classes:
    """Return the types of answers by name."""
    modules = [ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.py"))]
    return {
        node.name: node
        for module in modules
        for node in module.body
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["TypedDict"]
    }


def words_of(text: str | None) -> str:
    """Return a docstring as a description."""
    return " ".join((text or "").split()).removesuffix(".")


def type_schema(node: ast.expr, classes: Classes) -> Json:
    """Return the schema of a type."""
    match node:
        case ast.Name(id=name) if name in SCALARS:
            return {"type": SCALARS[name]}
        case ast.Name(id=name) if name.startswith("_"):
            return object_schema(classes[name], classes)
        case ast.Name(id=name):
            return {"$ref": f"#/components/schemas/{name}"}
        case ast.Subscript(value=ast.Name(id="list"), slice=items):
            return {"type": "array", "items": type_schema(items, classes)}
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, values])):
            return {"type": "object", "additionalProperties": type_schema(values, classes)}
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            schema = type_schema(left, classes)
            return (
                {"$ref": f"{schema['$ref']}OrNull"}
                if "$ref" in schema
                else {**schema, "type": [schema["type"], "null"]}
            )
    raise ValueError(f"line {node.lineno}: {ast.unparse(node)} has no schema")


def fields_of(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr, bool, str]]:
    """Yield name, type and description of each field, and whether it is always present."""
    for field, text in pairwise([*node.body, None]):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            about = text.value.value if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) else None
            kind, required = field.annotation, True
            if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired":
                kind, required = kind.slice, False
            yield field.target.id.removesuffix("_"), kind, required, words_of(about if isinstance(about, str) else None)


def object_schema(node: ast.ClassDef, classes: Classes) -> Json:
    """Return the schema of an object."""
    fields = list(fields_of(node))
    return {
        "type": "object",
        "description": words_of(ast.get_docstring(node)),
        "required": [name for name, _, required, _ in fields if required],
        "properties": {
            name: type_schema(kind, classes) | ({"description": about} if about else {})
            for name, kind, _, about in fields
        },
    }


def answer_components() -> dict[str, Json]:
    """Return the schemas of the described answers by name."""
    classes = answer_classes()
    return {name: object_schema(node, classes) for name, node in classes.items() if not name.startswith("_")}
