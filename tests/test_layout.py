"""Who may import what, read from the imports themselves."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import service

ROOT = Path(__file__).parent.parent
ORDER = re.findall(r"^(\w+)  +", service.__doc__ or "", re.MULTILINE)
"""The modules as the package lists them, lowest first."""

ONLY_IN = {
    "flask": {"api", "web", "problems", "metrics"},
    "werkzeug": {"api", "web", "problems", "slots"},
    "marshmallow": {"schemas", "api", "web", "problems"},
    "cachetools": {"engine"},
    "service._native": {"core", "engine", "players"},
    "prometheus_client": {"metrics"},
    "structlog": {"web"},
}


def imports_of(path: Path) -> set[str]:
    """Return the modules that a file imports, by their full names."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_the_map_lists_every_module() -> None:
    assert sorted(ORDER) == sorted(path.stem for path in (ROOT / "service").glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("module", ORDER)
def test_a_module_imports_only_from_above(module: str) -> None:
    above = ORDER[: ORDER.index(module)]
    for name in imports_of(ROOT / "service" / f"{module}.py"):
        parts = name.split(".")
        if parts[0] == "service" and len(parts) > 1 and parts[1] in ORDER:
            assert parts[1] in above, f"{module} imports {name}"
        for package, allowed in ONLY_IN.items():
            if name == package or name.startswith(f"{package}."):
                assert module in allowed, f"{module} imports {name}"


def test_nothing_in_the_service_imports_the_app_or_the_arena() -> None:
    for path in (ROOT / "service").glob("*.py"):
        assert not {name.split(".")[0] for name in imports_of(path)} & {"app", "arena", "tests"}


@pytest.mark.parametrize("path", sorted((ROOT / "native").glob("*.[ch]")), ids=lambda path: path.name)
def test_the_core_names_no_game(path: Path) -> None:
    """Rules arrive with the question: games are named in comments at most."""
    code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL).lower()
    assert not re.search(r"standard|landlord|guandan|laizi|paodekuai|yuncheng|douzero", code)


def test_no_file_outgrows_its_purpose() -> None:
    for folder in ("service", "arena", "tests", "native"):
        for path in ROOT.glob(f"{folder}/*.[pch]*"):
            assert len(path.read_text().splitlines()) <= 400, path.name
