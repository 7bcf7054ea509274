"""Order of the folders and files of the core, read from includes and from the symbols of compiled files."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from native.build import files
from tests import ROOT
from tests.test_layout import cycle_of

NATIVE = ROOT / "native"
ORDER = ("rules", "plays", "split", "robot", "")
"""Folders, lowest first; files directly in native/ are above all of them."""

CONTRACT = {"engine", "robots"}
"""Headers that Python reads too: they declare functions of many files, and all files may include them."""


def unit_of(path: Path) -> str:
    """Return the name of a source together with its header: the path from native/ without a suffix."""
    return path.relative_to(NATIVE).with_suffix("").as_posix()


def folder_of(unit: str) -> str:
    return unit.rpartition("/")[0]


def stem_of(unit: str) -> str:
    """Return the last part of a unit's name, with which its functions begin."""
    return unit.rpartition("/")[2]


SOURCES = [unit_of(path) for path in files(".c")]
HEADERS = [unit_of(path) for path in files(".h")]
UNITS = sorted({*SOURCES, *HEADERS} - CONTRACT)


class Symbols(NamedTuple):
    """Symbols of a compiled file: functions and writable variables that it defines, and names that it needs."""

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
        command = [*compiler, "-std=c11", "-O0", "-fno-pie", "-c", f"-I{NATIVE}", *files(".c")]
        subprocess.run(command, cwd=folder, check=True)
        return {unit: symbols_of(nm, Path(folder) / f"{stem_of(unit)}.o") for unit in SOURCES}


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
    """Return the code of a file without comments, directives and the contents of braces."""
    text = re.sub(r"/\*.*?\*/|^#[^\n]*", "", path.read_text(), flags=re.DOTALL | re.MULTILINE)
    while "{" in text:
        text = re.sub(r"\{[^{}]*\}", ";", text)
    return text


def declared(header: str) -> set[str]:
    """Return the functions that a header declares and a source defines."""
    names = set()
    for statement in code_of(NATIVE / f"{header}.h").split(";"):
        name = re.search(r"(\w+)\s*\(", statement)
        if name and not statement.strip().startswith(("typedef", "static", "_Static_assert")):
            names.add(name[1])
    return names


def included(path: Path) -> set[str]:
    """Return the headers of the core that a file includes."""
    return {name.removesuffix(".h") for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE)}


def by_includes() -> Mapping[str, set[str]]:
    """Return the units that each unit includes, without the contract."""
    needs = {unit: set[str]() for unit in UNITS}
    for path in (*files(".c"), *files(".h")):
        if (unit := unit_of(path)) in needs:
            needs[unit] |= included(path) - {unit} - CONTRACT
    return needs


def by_symbols() -> Mapping[str, set[str]]:
    """Return the units whose functions each source file calls."""
    home = {name: unit for unit, symbols in compiled().items() for name in symbols.functions}
    return {
        unit: {home[name] for name in symbols.needed if name in home} - {unit} for unit, symbols in compiled().items()
    }


NEEDS = pytest.mark.parametrize("needs", [by_includes, by_symbols], ids=["includes", "symbols"])


def test_no_folder_is_empty() -> None:
    assert {folder_of(unit) for unit in SOURCES} == {folder_of(unit) for unit in UNITS} == set(ORDER)
    assert {folder_of(header) for header in HEADERS} == set(ORDER)


def test_every_include_names_a_path_from_the_top() -> None:
    for path in (*files(".c"), *files(".h")):
        assert included(path) <= set(HEADERS), path


@NEEDS
def test_a_folder_needs_only_itself_and_lower_ones(needs: Callable[[], Mapping[str, set[str]]]) -> None:
    against = {
        (unit, other)
        for unit, others in needs().items()
        for other in others
        if ORDER.index(folder_of(other)) > ORDER.index(folder_of(unit))
    }
    assert against == set()


@NEEDS
def test_files_have_no_cycle(needs: Callable[[], Mapping[str, set[str]]]) -> None:
    listed = needs()
    assert any(listed.values())
    assert cycle_of(listed) == []


def test_the_contract_includes_nothing_else() -> None:
    for header in CONTRACT:
        assert included(NATIVE / f"{header}.h") <= CONTRACT


def test_every_file_has_a_name_of_its_own() -> None:
    """Compilers write the object files of many sources into one folder."""
    stems = [stem_of(unit) for unit in UNITS]
    assert len(stems) == len(set(stems))


def owner_of(function: str) -> str:
    """Return the unit with the longest name that a function begins with, "" if there is none."""
    owners = [unit for unit in UNITS if function.startswith(f"{stem_of(unit)}_")]
    return max(owners, key=lambda unit: len(stem_of(unit)), default="")


@pytest.mark.parametrize("unit", SOURCES)
def test_a_function_is_named_for_its_file_and_declared_in_a_header(unit: str) -> None:
    functions = compiled()[unit].functions
    assert {name: owner_of(name) for name in functions} == dict.fromkeys(functions, unit)
    own = declared(unit) if unit in HEADERS else set()
    assert functions - own <= set().union(*map(declared, CONTRACT)), "neither static nor declared in a header"


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_declares_functions_of_its_own_file(header: str) -> None:
    """Functions of the contract are defined in the file of their prefix; headers without a source have inline ones."""
    for name in declared(header):
        unit = owner_of(name) if header in CONTRACT else header
        assert unit in compiled(), name
        assert name in compiled()[unit].functions, name


@pytest.mark.parametrize("unit", SOURCES)
def test_calls_may_run_side_by_side(unit: str) -> None:
    """Nothing global is writable, and nothing is allocated."""
    assert compiled()[unit].variables == set()
    assert compiled()[unit].needed & {"malloc", "calloc", "realloc", "free"} == set()


@pytest.mark.parametrize("path", [*files(".c"), *files(".h")], ids=lambda path: path.name)
def test_no_function_outgrows_a_page(path: Path) -> None:
    for head, body in re.findall(r"^(\w[^\n;]*\([^;{}]*\))\n\{\n(.*?)^\}", path.read_text(), re.DOTALL | re.MULTILINE):
        assert body.count("\n") <= 60, head


def test_the_map_has_a_section_for_each_folder_with_all_its_files() -> None:
    _, *sections = re.split(r"^## ", (NATIVE / "README.md").read_text(), flags=re.MULTILINE)
    named = {}
    for section in sections:
        folder = section.partition("\n")[0].partition("native/")[2].strip("`/ ")
        named[folder] = {
            f"{folder}/{name}".strip("/") for name in re.findall(r"^\| `(\w+\.\w+)`", section, re.MULTILINE)
        }
    paths = [path.relative_to(NATIVE).as_posix() for path in (*files(".c"), *files(".h"))]
    assert list(named) == list(ORDER)
    for folder, names in named.items():
        listed = {name.rpartition(".")[0] for name in names}
        assert listed == {name.rpartition(".")[0] for name in paths if folder_of(name) == folder} | (
            set() if folder else {"build"}
        )
        assert all((NATIVE / name).exists() for name in names)


BUILT = ("build/core.stamp", "build/wasm.stamp")
"""Targets of the Makefile that compile the core."""


@pytest.mark.parametrize("target", BUILT)
def test_a_changed_file_of_any_folder_is_compiled_again(target: str) -> None:
    if shutil.which("make") is None or not (ROOT / "Makefile").exists():
        pytest.skip("no make")
    command = ["make", "-npq", "help"]
    database = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    (line,) = re.findall(rf"^{re.escape(target)}: (.*)$", database, re.MULTILINE)
    assert {str(path.relative_to(ROOT)) for path in (*files(".c"), *files(".h"))} <= set(line.split())
