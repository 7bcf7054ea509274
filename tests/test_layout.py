"""Allowed imports between packages, checked by the imports themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import pytest

import service
from native.build import files
from service.rules.cards import NOTATIONS
from service.rules.variants import DEFAULT_VARIANT, VARIANTS
from tests import ROOT
from tests.oracle import family

SERVICE = ROOT / "service"
PACKAGES = re.findall(r"^(\w+)  +", service.__doc__ or "", re.MULTILINE)
"""The packages in the order of the docstring of `service`, lowest first."""

MODULES = sorted(path for path in SERVICE.rglob("*.py") if path.parent != SERVICE or path.stem != "__init__")
assert MODULES

ONLY_IN = {
    "flask": {"http"},
    "werkzeug": {"http"},
    "marshmallow": {"http"},
    "orjson": {"http"},
    "prometheus_client": {"http"},
    "gunicorn": {"http"},
    "opentelemetry": {"http"},
    "cachetools": {"core", "advice"},
    "service.core._native": {"core"},
}
"""Packages that may import a library."""


@cache
def imports_of(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, by their full names."""
    modules = set[str]()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(modules)


def package_of(path: Path) -> str:
    """Return the package of a file of the service; a module at its top counts as a package."""
    return path.relative_to(SERVICE).parts[0].removesuffix(".py")


def graph(folders: Iterable[str]) -> Mapping[Path, set[Path]]:
    """Return the files that each Python file of some folders imports, at any level."""
    files = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    assert files
    return {path: {other for name in imports_of(path) if (other := file_of(name)) and other != path} for path in files}


def file_of(name: str) -> Path | None:
    """Return the file of a module of ours by its full name."""
    path = ROOT.joinpath(*name.split(".")).with_suffix(".py")
    return path if path.exists() else None


def cycle_of(needs: Mapping[Any, set[Any]]) -> list[str]:
    """Return a cycle in a graph, empty if there is none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return [str(node) for node in error.args[1]]
    return []


def test_the_map_lists_every_package() -> None:
    assert sorted(PACKAGES) == sorted({package_of(path) for path in MODULES})


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SERVICE)))
def test_a_package_imports_only_from_those_above_it(path: Path) -> None:
    package = package_of(path)
    above = PACKAGES[: PACKAGES.index(package) + 1]
    for name in imports_of(path):
        parts = name.split(".")
        if parts[0] == "service" and len(parts) > 1:
            assert parts[1] in above, f"{path} imports {name}"
        for library, packages in ONLY_IN.items():
            if name == library or name.startswith(f"{library}."):
                assert package in packages, f"{path} imports {name}"


@pytest.mark.parametrize("folder", ["service", "paili", "board", "lab", "tests", "dev"])
def test_no_modules_import_each_other_in_a_circle(folder: str) -> None:
    """Imports inside functions count."""
    assert cycle_of(graph([folder])) == []


ORDERED = (
    *("rules", "core", "position", "position/parse", "explain", "advice", "advice/tribute", "review"),
    *("http", "http/errors", "http/metrics", "http/middleware"),
)
"""Packages whose docstring lists their units in order: a unit imports only from those before it."""


@pytest.mark.parametrize("package", ORDERED)
def test_units_of_a_package_import_each_other_one_way(package: str) -> None:
    """A unit is a folder or a module at the top of the package; the package's docstring lists them, lowest first."""
    top = SERVICE / package
    units: dict[str, set[str]] = {}
    for path, others in graph([f"service/{package}"]).items():
        inner = [other for other in others if other.is_relative_to(top)]
        units.setdefault(unit_of(top, path), set()).update(unit_of(top, other) for other in inner)
    imports = {(unit, other) for unit, others in units.items() for other in others if unit != other}
    listed = ast.get_docstring(ast.parse((top / "__init__.py").read_text()), clean=False)
    order = re.findall(r"^(\w+)  +", listed or "", re.MULTILINE)
    assert sorted(order) == sorted(units.keys() - {"__init__"})
    assert [(unit, other) for unit, other in imports if order.index(other) > order.index(unit)] == []


HAVE_MAPS = sorted(
    path.parent
    for house in ("service", "board", "lab", "paili")
    for path in (ROOT / house).rglob("__init__.py")
    if "tests" not in path.relative_to(ROOT).parts
)
assert HAVE_MAPS


@pytest.mark.parametrize("package", HAVE_MAPS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_package_lists_its_modules(package: Path) -> None:
    """A row of its docstring for each module and package; folders without Python may have one."""
    listed = re.findall(
        r"^(\w+)  +", ast.get_docstring(ast.parse((package / "__init__.py").read_text())) or "", re.MULTILINE
    )
    modules = {path.stem for path in package.glob("*.py")} - {"__init__"}
    packages = {path.parent.name for path in package.glob("*/__init__.py")} - {"tests"}
    assert len(listed) == len(set(listed))
    assert modules | packages <= set(listed)
    assert [name for name in listed if name not in modules | packages and not (package / name).is_dir()] == []


def unit_of(package: Path, path: Path) -> str:
    """Return the unit of a package that a file belongs to."""
    return path.relative_to(package).parts[0].removesuffix(".py")


FACTS = [path for path in MODULES if package_of(path) in ("advice", "review")]


@pytest.mark.parametrize("path", FACTS, ids=lambda path: str(path.relative_to(SERVICE)))
def test_advice_and_reviews_return_facts(path: Path) -> None:
    """Only `http` makes the JSON of an answer."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            assert ast.unparse(node.returns) not in ("Json", "dict[str, Any]"), node.name


def test_one_file_imports_the_native_module() -> None:
    opens = [path for path in MODULES if any(name.startswith("service.core._native") for name in imports_of(path))]
    assert opens == [SERVICE / "core" / "bindings.py"]


def strings_of(path: Path) -> set[str]:
    """Return the string literals of a file."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


NAMED = {
    "rules/cards.py": set(NOTATIONS),  # notations named like the game that they come from
    "position/parse/position_text.py": {DEFAULT_VARIANT},  # the default game of a request
}
"""Names of games that may occur outside the files of the games."""


def test_only_a_games_own_file_names_it() -> None:
    """Everything that depends on a game is in its file; a reader of a foreign format names the game of the format."""
    games, records = SERVICE / "rules" / "games", SERVICE / "records"
    for path in MODULES:
        named = strings_of(path) & VARIANTS.keys() - NAMED.get(str(path.relative_to(SERVICE)), set())
        assert path.is_relative_to(games) or path.is_relative_to(records) or not named, path


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_the_last_word_of_its_own_file(variant: str) -> None:
    path = SERVICE / "rules" / "games" / f"{variant}.py"
    *_, last = ast.parse(path.read_text()).body
    assert isinstance(last, ast.Assign)
    assert isinstance(last.value, ast.Call)
    assert isinstance(last.value.func, ast.Name)
    assert last.value.func.id == "Variant"


def test_the_second_rules_are_written_for_every_game() -> None:
    assert set(family.GAMES) == set(VARIANTS)


def imported_packages(paths: Iterable[Path]) -> set[str]:
    """Return the packages at the top of the tree, or elsewhere, that some files import."""
    return {name.split(".")[0] for path in paths for name in imports_of(path)}


HOUSES = {
    "native": set[str](),
    "service": {"native"},
    "paili": {"service"},
    "board": {"service"},
    "lab": {"service", "paili"},
}
"""Folders of the project's programs, each with the others from which it may import."""


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_imports_only_from_those_below_it(house: str) -> None:
    """Their tests may import test helpers of any house."""
    paths = [path for path in (ROOT / house).rglob("*.py") if "tests" not in path.relative_to(ROOT).parts]
    assert paths
    ours = {"app", "tests", "dev", *HOUSES}
    assert imported_packages(paths) & ours <= HOUSES[house] | {house}


def test_the_compiler_for_browsers_knows_nothing_of_the_service() -> None:
    packages = imported_packages((ROOT / "board" / "browser_engine" / "transpile").glob("*.py"))
    assert "ast" in packages
    assert "service" not in packages


@pytest.mark.parametrize("path", [*files(".c"), *files(".h")], ids=lambda path: path.name)
def test_the_core_names_no_game(path: Path) -> None:
    """Rules are arguments: games may be named in comments only."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL).lower()
    assert not re.search(r"standard|landlord|guandan|laizi|paodekuai|yuncheng|douzero", code)


# ---- scripts --------------------------------------------------------------------------------------------------------

PAGE = ROOT / "board" / "page"
SCRIPTS = sorted(path for path in PAGE.rglob("*.js") if "engine" not in path.relative_to(PAGE).parts)
RUNTIME = sorted((ROOT / "board" / "browser_engine" / "runtime").glob("*.js"))
SCRIPT_IMPORT = re.compile(r"""(?:\bfrom |\bimport\()\s*"(\.[^"]*)\"""")
"""An import of a script, at its start or when it is needed."""

BELOW = {
    ".": set[str](),
    "lib": {"lib"},
    "game": {"lib", "game"},
    "board": {"lib", "game", "board"},
    "review": {"lib", "review"},
    "puzzle": {"lib", "puzzle"},
    "hint_button": {"lib", "hint_button"},
}
"""Folders of scripts, each with those from which it may import."""


def scripts_of(path: Path) -> set[Path]:
    """Return the scripts that a script imports; the engine for browsers is built later and is none of them."""
    others = {(path.parent / name).resolve() for name in SCRIPT_IMPORT.findall(path.read_text(encoding="utf-8"))}
    return {other for other in others if other.parent.name != "engine"}


def test_no_scripts_import_each_other_in_a_circle() -> None:
    """Imports when a script is needed count."""
    for scripts, least in ((SCRIPTS, 100), (RUNTIME, 5)):
        needs = {path: scripts_of(path) for path in scripts}
        assert sum(map(len, needs.values())) > least
        assert cycle_of(needs) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(PAGE)))
def test_a_script_imports_only_from_the_folders_below_it(path: Path) -> None:
    allowed = BELOW[str(path.parent.relative_to(PAGE))]
    assert {str(other.parent.relative_to(PAGE)) for other in scripts_of(path)} <= allowed


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(PAGE)))
def test_lines_of_scripts_have_at_most_120_characters(path: Path) -> None:
    """The formatter breaks neither comments nor texts."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120 and path.stem != "percentiles"] == []


@pytest.mark.parametrize("folder", ["service", "paili", "board", "lab", "tests"])
def test_only_developers_run_dev(folder: str) -> None:
    packages = imported_packages((ROOT / folder).rglob("*.py"))
    assert "collections" in packages
    assert "dev" not in packages
