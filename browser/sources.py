"""The modules of the service as syntax trees, and what each name in them stands for."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Symbol(NamedTuple):
    """A name that a module of the service defines."""

    module: str
    name: str

    @property
    def js(self) -> str:
        """What it is called in the bundle."""
        return f"{self.module.rpartition('.')[2]}${self.name}"


class Inside(NamedTuple):
    """A module of the service."""

    module: str


class Outside(NamedTuple):
    """What a library or Python itself gives: `re`, `functools.cache`, `builtins.len`."""

    path: str


Meaning = Symbol | Inside | Outside


class NotTranslatedError(Exception):
    """Python that has no JavaScript here yet."""


def refuse(module: str, node: ast.AST, why: str) -> NotTranslatedError:
    """Return the error that says where and what."""
    line = getattr(node, "lineno", 0)
    return NotTranslatedError(f"{module.replace('.', '/')}.py:{line}: {why}: add it to browser/, or write it otherwise")


def path_of(module: str) -> Path | None:
    """Return the file of a module of the service; None if it is none."""
    base = ROOT / module.replace(".", "/")
    if (base / "__init__.py").exists():
        return base / "__init__.py"
    file = base.with_suffix(".py")
    return file if file.exists() else None


class Source:
    """A module of the service."""

    def __init__(self, module: str) -> None:
        path = path_of(module)
        if path is None:
            raise NotTranslatedError(f"no module {module}")
        self.module = module
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.defined: dict[str, ast.stmt] = {}
        """The statement that gives each name its value."""
        self.imported: dict[str, tuple[str, str]] = {}
        """(module, name) of each import; no name: the module itself."""
        for statement in self.tree.body:
            self.note(statement)

    def note(self, statement: ast.stmt) -> None:
        """Note what names a statement gives."""
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                self.imported[alias.asname or alias.name] = (statement.module or "", alias.name)
        elif isinstance(statement, ast.Import):
            for alias in statement.names:
                self.imported[alias.asname or alias.name] = (alias.name, "")
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            self.defined[statement.name] = statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                for node in ast.walk(target):
                    if isinstance(node, ast.Name):
                        self.defined[node.id] = statement


@cache
def source(module: str) -> Source:
    """Return a module, read once."""
    return Source(module)


def meaning(module: str, name: str) -> Meaning:
    """Return what a *name* of a module's top level stands for."""
    found = source(module)
    if name in found.defined:
        return Symbol(module, name)
    if name not in found.imported:
        return Outside(f"builtins.{name}")
    where, what = found.imported[name]
    if not where.startswith("service") or where.endswith("._native"):
        return Outside(f"{where}.{what}" if what else where)
    if not what:
        return Inside(where)
    return Inside(f"{where}.{what}") if path_of(f"{where}.{what}") else meaning(where, what)
