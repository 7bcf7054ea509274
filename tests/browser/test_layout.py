"""Modules of the engine for browsers import each other in one direction."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from graphlib import TopologicalSorter

from tests import ROOT

BROWSER = ROOT / "browser"


def script_imports() -> dict[str, set[str]]:
    """Return the scripts of the runtime that each one imports or exports from."""
    paths = {path.name: path for path in (BROWSER / "runtime").glob("*.js")}
    imported = re.compile(r'(?:from|import\()\s*"\./([\w.]+)"')
    return {
        name: set(imported.findall(path.read_text(encoding="utf-8"))) & paths.keys() for name, path in paths.items()
    }


def order(imports: Mapping[str, set[str]]) -> list[str]:
    """Return modules after all that they import; a cycle is an error."""
    assert any(imports.values())
    return list(TopologicalSorter(imports).static_order())


def test_no_two_scripts_of_the_runtime_import_each_other() -> None:
    scripts = order(script_imports())
    assert (
        scripts.index("basics.js") < scripts.index("values.js") < scripts.index("python.js") < scripts.index("index.js")
    )


def test_the_compiler_knows_nothing_of_the_service() -> None:
    paths = list((BROWSER / "transpile").glob("*.py"))
    assert paths
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            assert not (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("service")), path
