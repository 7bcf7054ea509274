"""Generated files are those of the code; the types of the browser package say what a schema says."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from dev.contract.answers import nullable, schema_of, scope_of
from dev.contract.examples import examples_text
from dev.contract.generated import add_nullable, contract_text, generated_contract
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


def test_a_nullable_enumeration_is_a_text() -> None:
    assert nullable({"type": "string", "enum": ["a"]}) == {"type": ["string", "null"]}


DOCUMENT = {
    "paths": {"$ref": "#/components/schemas/Answer"},
    "components": {
        "responses": {},
        "schemas": {
            "Answer": {
                "items": [{"$ref": f"#/components/schemas/{name}"} for name in ("Used", "UsedOrNull", "OnlyOrNull")]
            },
            "Used": {"type": "string", "description": "Used"},
            "Only": {"type": "string", "description": "Only"},
            "OldOrNull": {},
        },
    },
}


def test_a_schema_that_allows_null_is_described_once() -> None:
    document = copy.deepcopy(DOCUMENT)
    add_nullable(document)
    written = {name: schema for name, schema in document["components"]["schemas"].items() if name.endswith("OrNull")}
    assert written == {
        "UsedOrNull": {"type": ["string", "null"]},
        "OnlyOrNull": {"type": ["string", "null"], "description": "Only"},
    }


MODULE = """
from __future__ import annotations
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict
MOST = 7
WORDS = ("b", "c")
_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": MOST}]
Seat: TypeAlias = str | int
'''A seat, in a sentence
of two lines.

- `first`: the first
  one
- `last`
'''
Elsewhere: TypeAlias = str


class _Part(TypedDict):
    '''A part.'''

    share: _Share | None
    old: Annotated[str, {"deprecated": True}]


class Answer(_Part):
    '''An answer.

    In two paragraphs.
    '''

    as_: NotRequired[list[str]]
    '''Two
    lines.'''
    seat: Seat | None
    kind: Literal["a"]
    word: Annotated[str, {"enum": WORDS}]
    counts: dict[str, int]
    more: dict[str, Any]
    part: _Part | None
"""


def test_a_type_of_an_answer_has_its_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answer_types.py").write_text(MODULE, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    scope = scope_of("answer_types")
    share = {"type": ["number", "null"], "minimum": 0, "maximum": 7}
    old = {"type": "string", "deprecated": True}
    assert {name: schema_of(kind, scope) for name, kind in scope.types.items() if not name.startswith("_")} == {
        "Seat": {"description": "A seat, in a sentence of two lines.\n\n- `first`: the first one\n- `last`\n"},
        "Elsewhere": {"type": "string"},
        "Answer": {
            "type": "object",
            "description": "An answer. In two paragraphs",
            "required": ["share", "old", "seat", "kind", "word", "counts", "more", "part"],
            "properties": {
                "share": share,
                "old": old,
                "as": {"type": "array", "items": {"type": "string"}, "description": "Two lines"},
                "seat": {"$ref": "#/components/schemas/SeatOrNull"},
                "kind": {"type": "string", "enum": ["a"]},
                "word": {"type": "string", "enum": ["b", "c"]},
                "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                "more": {"type": "object", "additionalProperties": True},
                "part": {
                    "type": ["object", "null"],
                    "description": "A part",
                    "required": ["share", "old"],
                    "properties": {"share": share, "old": old},
                },
            },
        },
    }


def test_a_schema_that_no_type_makes_is_removed() -> None:
    document = copy.deepcopy(CONTRACT)
    document["components"]["schemas"]["Old"] = {"type": "string"}
    assert "Old" not in generated_contract(document, [])["components"]["schemas"]
