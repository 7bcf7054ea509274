"""Schemas of answers, from the types beside the functions that make them: a `TypedDict`, or an alias with a docstring.

A field has its type and, in the docstring below it, its description; `NotRequired` marks a field that may be absent.

- `Annotated[int, {"minimum": 0}]` adds keywords to a schema; their values may be constants by name.
- `Literal["lead", "pass"]` is an enumeration.
- A union is any value: most languages have no type for it.
- A name of another type is a schema of the contract, `X | None` with such a name is its `XOrNull`.
- A type whose name begins with an underscore is written where it is used.
- A key that is a keyword of Python has an underscore at its end.
"""

from __future__ import annotations

import ast
import functools
import inspect
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, is_typeddict

import service

Json = dict[str, Any]

ROOT = Path(service.__file__).parents[1]
FOLDERS = ("service/explain", "service/http")
"""Folders of the modules that make answers."""

SCALARS = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}
OR_NULL = "OrNull"
"""End of the name of a schema that also allows null: generators have no class for a union of a reference and null."""


WRAPPED = re.compile(r"(?<!\n)\n(?![\n-]) *")
"""A line break inside a paragraph or an element of a list."""


class Alias(NamedTuple):
    """Another name of a type."""

    kind: ast.expr
    about: str


class Scope(NamedTuple):
    """A module: its types by name, and all of its names."""

    types: Mapping[str, ast.ClassDef | Alias]
    values: Mapping[str, Any]


def words_of(text: str | None) -> str:
    """Return a docstring as a description: in one line, unless it ends in a list."""
    text = inspect.cleandoc(text or "")
    if "\n\n- " in text:
        return f"{WRAPPED.sub(' ', text)}\n"
    return " ".join(text.split()).removesuffix(".")


def documented(body: list[ast.stmt]) -> Iterator[tuple[ast.AnnAssign, str]]:
    """Yield the annotated names of a module or a class, each with the docstring below it."""
    for statement, below in pairwise([*body, ast.Pass()]):
        if isinstance(statement, ast.AnnAssign):
            match below:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement, words_of(text)
                case _:
                    yield statement, ""


@functools.cache
def scope_of(name: str) -> Scope:
    """Return the types of a module."""
    module = import_module(name)
    tree = ast.parse(inspect.getsource(module))
    types: dict[str, ast.ClassDef | Alias] = {
        ast.unparse(node.target): Alias(node.value, about)
        for node, about in documented(tree.body)
        if ast.unparse(node.annotation) == "TypeAlias" and node.value is not None
    }
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    types |= {node.name: node for node in classes if is_typeddict(vars(module)[node.name])}
    return Scope(types, vars(module))


def keywords_of(node: ast.expr, scope: Scope) -> Json:
    """Return the keywords of `Annotated`: literals, or constants of the module by name."""
    assert isinstance(node, ast.Dict)
    rows = [(ast.literal_eval(key), value) for key, value in zip(node.keys, node.values, strict=True) if key]
    made = {key: scope.values[one.id] if isinstance(one, ast.Name) else ast.literal_eval(one) for key, one in rows}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in made.items()}


def nullable(schema: Json) -> Json:
    """Return a schema that also allows null.

    An enumeration becomes a text: in several languages an enumeration with null is an error at the first null.
    """
    if "$ref" in schema:
        return {"$ref": f"{schema['$ref']}{OR_NULL}"}
    kind = {"type": [schema["type"], "null"]} if "type" in schema else {}
    return {name: part for name, part in schema.items() if name != "enum"} | kind


def found(name: str, scope: Scope) -> tuple[ast.ClassDef | Alias, Scope]:
    """Return a type of a module, or one that it imports, with its own module."""
    home = scope if name in scope.types else scope_of(scope.values[name].__module__)
    return home.types[name], home


def type_schema(node: ast.expr, scope: Scope) -> Json:
    """Return the schema of a type."""
    match node:
        case ast.Name(id=name) if name in SCALARS:
            return {"type": SCALARS[name]}
        case ast.Name(id=name) if name.startswith("_"):
            return schema_of(*found(name, scope))
        case ast.Name(id=name):
            return {"$ref": f"#/components/schemas/{name}"}
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=parts)):
            return generic_schema(name, parts, scope)
        case ast.Subscript(value=ast.Name(id=name), slice=part):
            return generic_schema(name, [part], scope)
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            return nullable(type_schema(left, scope))
        case ast.BinOp():
            return {}
    raise ValueError(f"{ast.unparse(node)} has no schema")


def generic_schema(name: str, parts: list[ast.expr], scope: Scope) -> Json:
    """Return the schema of a type with parameters."""
    match name, parts:
        case "Annotated", [kind, keywords]:
            return type_schema(kind, scope) | keywords_of(keywords, scope)
        case "Literal", _:
            return {"type": "string", "enum": [ast.literal_eval(word) for word in parts]}
        case "list", [items]:
            return {"type": "array", "items": type_schema(items, scope)}
        case "dict" | "Mapping", [_, ast.Name(id="Any")]:
            return {"type": "object", "additionalProperties": True}
        case "dict", [_, values]:
            return {"type": "object", "additionalProperties": type_schema(values, scope)}
    raise ValueError(f"{name} has no schema")


def fields_of(node: ast.ClassDef, scope: Scope) -> Iterator[tuple[str, Json, bool]]:
    """Yield name and schema of each field, and whether it is always present; those of a base class come first."""
    for base in map(ast.unparse, node.bases):
        if base != "TypedDict":
            parent, home = found(base, scope)
            assert isinstance(parent, ast.ClassDef)
            yield from fields_of(parent, home)
    for field, about in documented(node.body):
        kind, required = field.annotation, True
        if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired":
            kind, required = kind.slice, False
        schema = type_schema(kind, scope) | ({"description": about} if about else {})
        yield ast.unparse(field.target).removesuffix("_"), schema, required


def schema_of(kind: ast.ClassDef | Alias, scope: Scope) -> Json:
    """Return the schema of an object or an alias."""
    if isinstance(kind, Alias):
        return type_schema(kind.kind, scope) | ({"description": kind.about} if kind.about else {})
    fields, about = list(fields_of(kind, scope)), words_of(ast.get_docstring(kind))
    required = [name for name, _, required in fields if required]
    return {
        "type": "object",
        **({"description": about} if about else {}),
        **({"required": required} if required else {}),
        "properties": {name: schema for name, schema, _ in fields},
    }


def answer_components() -> dict[str, Json]:
    """Return the schemas of the types of answers by name; an alias without docstring is described elsewhere."""
    made: dict[str, Json] = {}
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        if "TypedDict" in (text := path.read_text("utf-8")) or "TypeAlias" in text:
            scope = scope_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name, kind in scope.types.items():
                if not name.startswith("_") and (isinstance(kind, ast.ClassDef) or kind.about):
                    assert name not in made, f"two types are named {name}"
                    made[name] = schema_of(kind, scope)
    return made
