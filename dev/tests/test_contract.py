"""Generated files are those of the code; the types of the browser package say what a schema says."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from dev.contract.answers import answer_components, object_schema
from dev.contract.examples import examples_text
from dev.contract.generated import contract_text, generated_contract, or_null
from dev.contract.readme import with_games
from dev.contract.typescript import TYPES, names_used, types_text, typescript_type
from tests.helpers.contract import CONTRACT as PATH
from tests.helpers.contract import EXAMPLES, read_contract, read_examples
from tests.helpers.readme import READMES

CONTRACT = read_contract()


def test_the_generated_parts_are_those_of_the_code() -> None:
    assert contract_text(generated_contract(CONTRACT, read_examples())) == PATH.read_text("utf-8"), "run make contract"


def test_the_types_of_the_browser_package_are_those_of_the_contract() -> None:
    assert types_text(CONTRACT) == TYPES.read_text("utf-8"), "run make contract"


def test_files_of_examples_are_as_written_by_their_command() -> None:
    for path in EXAMPLES.iterdir():
        listed = [example for example in read_examples() if example.operation == path.stem]
        assert examples_text(listed) == path.read_text("utf-8"), f"{path.name}: run make contract"


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_the_games_of_a_readme_are_those_of_the_registry(readme: Path) -> None:
    assert with_games(readme) == readme.read_text("utf-8"), "run make contract"


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "integer"}, "number"),
        ({"type": ["string", "null"]}, "string | null"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"type": "array", "items": {"type": ["string", "integer"]}}, "(string | number)[]"),
        ({"$ref": "#/components/schemas/Engine"}, "EngineInfo"),
        ({"allOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "object"}]}, "Seat & Record<string, unknown>"),
        (
            {"type": "object", "required": ["win"], "properties": {"win": {"type": "number"}, "by": {"const": 1}}},
            "{\n  win: number;\n  by?: 1;\n}",
        ),
    ],
)
def test_a_schema_has_its_type(schema: dict[str, Any], text: str) -> None:
    assert typescript_type(schema) == text


def test_schemas_are_used_through_others() -> None:
    schemas = {
        "One": {"items": {"$ref": "#/components/schemas/Two"}},
        "Two": {"items": {"$ref": "#/components/schemas/One"}},
        "Unused": {},
    }
    part = {"$ref": "#/components/schemas/One"}
    assert names_used({"components": {"schemas": schemas}}, part) == ["One", "Two"]


def test_a_schema_that_allows_null_has_no_description() -> None:
    schema = {"type": "string", "enum": ["a"], "description": "A letter."}
    assert or_null(schema) == {"type": ["string", "null"]}


TYPE = """
class Answer(TypedDict):
    '''An answer.'''

    as_: NotRequired[list[str]]
    '''Two
    lines.'''
    seat: Seat | None
    counts: dict[str, int]
    share: float | None
"""


def test_a_type_of_an_answer_has_its_schema() -> None:
    node = ast.parse(TYPE).body[0]
    assert isinstance(node, ast.ClassDef)
    assert object_schema(node, {}) == {
        "type": "object",
        "description": "An answer",
        "required": ["seat", "counts", "share"],
        "properties": {
            "as": {"type": "array", "items": {"type": "string"}, "description": "Two lines"},
            "seat": {"$ref": "#/components/schemas/SeatOrNull"},
            "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
            "share": {"type": ["number", "null"]},
        },
    }


def test_types_of_answers_are_in_the_contract() -> None:
    components = answer_components()
    assert {"SolveAnswer", "RecordsAnswer", "TributeAnswer"} <= components.keys()
    assert components.items() <= CONTRACT["components"]["schemas"].items()
