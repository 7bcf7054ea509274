"""Who needs whom in the core, read from the includes of its files and from the symbols of their compiled code."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from tests import ROOT

NATIVE = ROOT / "native"
SOURCES = sorted(path.stem for path in NATIVE.glob("*.c"))
HEADERS = sorted(path.stem for path in NATIVE.glob("*.h"))
CONTRACT = {"engine", "robots"}
"""Headers that Python reads too: they declare functions of many files, and all files may include them."""


class Symbols(NamedTuple):
    """What a compiled file has for others, what it has that could be written to, and what it asks of others."""

    functions: set[str]
    variables: set[str]
    needed: set[str]


@cache
def compiled() -> Mapping[str, Symbols]:
    """Return the symbols of every source file."""
    nm, compiler = shutil.which("nm"), shlex.split(os.environ.get("CC", "cc"))
    if nm is None:
        pytest.skip("no nm to read compiled files with")
    with TemporaryDirectory() as folder:
        sources = [NATIVE / f"{stem}.c" for stem in SOURCES]
        subprocess.run(
            [*compiler, "-std=c11", "-O0", "-fno-pie", "-c", f"-I{NATIVE}", *sources], cwd=folder, check=True
        )
        return {stem: symbols_of(nm, Path(folder) / f"{stem}.o") for stem in SOURCES}


def symbols_of(nm: str, path: Path) -> Symbols:
    """Return the symbols of one compiled file."""
    symbols = Symbols(set(), set(), set())
    for line in subprocess.run([nm, "-P", path], capture_output=True, text=True, check=True).stdout.splitlines():
        name, kind = line.split()[:2]
        if kind == "U":
            symbols.needed.add(name)
        elif kind == "T":
            symbols.functions.add(name)
        elif kind.upper() in "BCDGS":
            symbols.variables.add(name)
    return symbols


def code_of(path: Path) -> str:
    """Return the code of a file without comments, directives and what stands in braces."""
    text = re.sub(r"/\*.*?\*/|^#[^\n]*", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", ";", text)
    return text


def declared(header: str) -> set[str]:
    """Return the functions that a header declares for others to define."""
    functions = set()
    for statement in code_of(NATIVE / f"{header}.h").split(";"):
        name = re.search(r"(\w+)\s*\(", statement)
        if name and not statement.strip().startswith(("typedef", "static", "_Static_assert")):
            functions.add(name[1])
    return functions


def included(path: Path) -> set[str]:
    """Return the headers of the core that a file includes, but for the contract."""
    return set(re.findall(r'^#include "(\w+)\.h"', path.read_text(), re.MULTILINE)) - CONTRACT


def by_includes() -> Mapping[str, set[str]]:
    """Return which others each file includes, a source and its header being one."""
    needs = {stem: set[str]() for stem in {*SOURCES, *HEADERS}}
    for path in NATIVE.glob("*.[ch]"):
        needs[path.stem] |= included(path) - {path.stem}
    return needs


def by_symbols() -> Mapping[str, set[str]]:
    """Return whose functions each source file calls."""
    home = {name: stem for stem, symbols in compiled().items() for name in symbols.functions}
    return {stem: {home[name] for name in of.needed if name in home} for stem, of in compiled().items()}


@pytest.mark.parametrize("needs", [by_includes, by_symbols], ids=["includes", "symbols"])
def test_no_two_files_need_each_other(needs: Callable[[], Mapping[str, set[str]]]) -> None:
    try:
        TopologicalSorter(needs()).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(reversed(error.args[1])))


@pytest.mark.parametrize("stem", SOURCES)
def test_a_function_is_named_for_its_file_and_declared_there(stem: str) -> None:
    functions = compiled()[stem].functions
    assert {name for name in functions if not name.startswith(f"{stem}_")} == set()
    shown = declared(stem) if stem in HEADERS else set()
    assert functions - shown <= set().union(*map(declared, CONTRACT)), "it is static, or some header declares it"


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_declares_what_its_file_defines(header: str) -> None:
    """The contract's functions stand where their names say; a header without a file of its own has inline ones only."""
    for name in declared(header):
        stem = name.split("_")[0] if header in CONTRACT else header
        assert name in compiled()[stem].functions, name


def test_a_header_belongs_to_a_file_or_is_all_inline() -> None:
    assert {header for header in HEADERS if header not in {*SOURCES, *CONTRACT} and declared(header)} == set()


@pytest.mark.parametrize("stem", SOURCES)
def test_calls_may_run_side_by_side(stem: str) -> None:
    """Nothing that could be written to is global, and nothing is allocated."""
    assert compiled()[stem].variables == set()
    assert compiled()[stem].needed & {"malloc", "calloc", "realloc", "free"} == set()


@pytest.mark.parametrize("path", sorted(NATIVE.glob("*.[ch]")), ids=lambda path: path.name)
def test_no_function_outgrows_a_page(path: Path) -> None:
    for head, body in re.findall(r"^(\w[^\n;]*\([^;{}]*\))\n\{\n(.*?)^\}", path.read_text(), re.DOTALL | re.MULTILINE):
        assert body.count("\n") <= 60, head


def test_the_map_lists_every_file_and_those_it_needs_above_it() -> None:
    rows = [re.findall(r"`(\w+)\.[ch]`", line) for line in (NATIVE / "README.md").read_text().splitlines()]
    floors = {stem: floor for floor, row in enumerate(row for row in rows if row) for stem in row}
    assert set(floors) == {*SOURCES, *HEADERS}
    for stem, needs in by_symbols().items():
        for other in needs - CONTRACT - {stem}:
            assert floors[other] < floors[stem], f"{stem} needs {other}"
