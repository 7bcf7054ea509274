"""The modules of the service as syntax trees, and name resolution in them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = "service"
"""The package whose modules are translated; all others are libraries."""


class Symbol(NamedTuple):
    """A name that a module of the service defines."""

    module: str
    name: str

    @property
    def js_name(self) -> str:
        """The name in the bundle, qualified by the packages: modules in different folders may have the same name."""
        return f"{self.module.removeprefix(f'{PACKAGE}.').replace('.', '$')}${self.name}"


class ModuleReference(NamedTuple):
    """A module of the service."""

    module: str


class External(NamedTuple):
    """A name of a library or of Python: `re`, `functools.cache`, `builtins.len`."""

    path: str


Reference = Symbol | ModuleReference | External


class NotTranslatedError(Exception):
    """Python code that the compiler does not support."""


def unsupported(module: str, node: ast.AST, what: str) -> NotTranslatedError:
    """Return the error with the location of unsupported code."""
    line = getattr(node, "lineno", 0)
    return NotTranslatedError(
        f"{module.replace('.', '/')}.py:{line}: {what}: add it to browser_engine/transpile or rewrite the Python code"
    )


def path_of(module: str) -> Path | None:
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
        """The statement that defines each name."""
        self.imported: dict[str, tuple[str, str]] = {}
        """(module, name) of each import; an empty name stands for the module itself."""
        for statement in self.tree.body:
            self.index(statement)

    def index(self, statement: ast.stmt) -> None:
        """Record the names that a statement defines or imports."""
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
    """Return a module, parsed once."""
    return Source(module)


def is_translated(module: str) -> bool:
    """Return whether the code of a module is translated: modules of the service except the C extension."""
    return f"{module}.".startswith(f"{PACKAGE}.") and not module.endswith("._native")


def imported_modules(module: str) -> list[str]:
    """Return the modules of the service that a module imports, in order."""
    modules = []
    for origin, name in source(module).imported.values():
        if is_translated(origin):
            submodule = f"{origin}.{name}"
            modules.append(submodule if name and path_of(submodule) else origin)
    return modules


def resolve(module: str, name: str) -> Reference:
    """Return the definition that a top-level *name* of a module refers to."""
    scope = source(module)
    if name in scope.defined:
        return Symbol(module, name)
    if name not in scope.imported:
        return External(f"builtins.{name}")
    origin, original = scope.imported[name]
    if not is_translated(origin):
        return External(f"{origin}.{original}" if original else origin)
    if not original:
        return ModuleReference(origin)
    submodule = f"{origin}.{original}"
    return ModuleReference(submodule) if path_of(submodule) else resolve(origin, original)
