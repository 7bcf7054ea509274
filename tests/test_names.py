"""Names: plain words in identifiers and file names, and one meaning for each class and public function."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

FOLDERS = ("service", "arena", "paili", "browser", "tests", "tools")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
PRIVATE_WORDS = re.compile(r"room|door|told|said|asked|found|wish|mend|lesson|dut(y|ies)", re.IGNORECASE)
"""Words that this project formerly used with private meanings."""

FOREIGN = re.compile(r"recommend|NotFound", re.IGNORECASE)
"""English words and names of libraries that contain one of these words."""

COMMON_INTERFACE = {"main", "measure", "show"}
"""Functions that several commands have, with the same meaning."""


def has_private_word(name: str) -> bool:
    """Return whether a name contains one of the words."""
    return PRIVATE_WORDS.search(FOREIGN.sub("", name)) is not None


def identifiers(tree: ast.AST) -> Iterator[str]:
    """Yield every identifier of a syntax tree."""
    for node in ast.walk(tree):
        for attribute in ("id", "name", "attr", "arg", "asname", "rest"):
            value = getattr(node, attribute, None)
            if isinstance(value, str):
                yield value
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield from node.names


def test_there_are_files_in_every_folder() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in FILES} == set(FOLDERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_identifiers_are_plain_words(path: Path) -> None:
    assert sorted(set(filter(has_private_word, identifiers(ast.parse(path.read_text()))))) == []


def test_file_names_are_plain_words() -> None:
    paths = [path for folder in (*FOLDERS, "native", "docs", "deploy") for path in (ROOT / folder).rglob("*")]
    names = {path.name for path in paths if "__pycache__" not in path.parts and "engine" not in path.parts}
    assert len(names) > 300
    assert sorted(filter(has_private_word, names)) == []


@pytest.mark.parametrize(
    ("name", "private"),
    [("found", True), ("asked_by", True), ("ErrorRoom", True), ("FileNotFoundError", False), ("recommended", False)],
)
def test_a_private_word_is_noticed(name: str, private: bool) -> None:
    assert has_private_word(name) == private


def test_a_name_has_one_meaning() -> None:
    """Helper functions of test files may repeat; their classes may not."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in FILES:
        for node in ast.parse(path.read_text()).body:
            is_function = isinstance(node, ast.FunctionDef) and not path.is_relative_to(ROOT / "tests")
            if (is_function or isinstance(node, ast.ClassDef)) and not node.name.startswith("_"):
                places[node.name].append(str(path.relative_to(ROOT)))
    assert {name: of for name, of in places.items() if len(of) > 1 and name not in COMMON_INTERFACE} == {}
