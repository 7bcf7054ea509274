"""The names that a function binds."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

RESERVED = frozenset(
    {
        "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete",
        "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements",
        "import", "in", "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public",
        "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined", "var", "void",
        "while", "with", "yield",
    }
)  # fmt: skip
"""Reserved words of JavaScript."""


def local_name(name: str) -> str:
    """Return the JavaScript name of a local variable; the prefix lets `minify` recognize it."""
    return f"$_{name}"


def parameters(arguments: ast.arguments) -> list[ast.arg]:
    """Return the parameters of a function, the keyword-only ones last."""
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]


def defaults(arguments: ast.arguments) -> list[ast.expr | None]:
    """Return the default of each parameter."""
    plain = len(arguments.posonlyargs) + len(arguments.args)
    missing: list[ast.expr | None] = [None] * (plain - len(arguments.defaults))
    return [*missing, *arguments.defaults, *arguments.kw_defaults]


def same_scope(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield *nodes* and all nodes below them in the same scope, which includes `:=` in comprehensions."""
    for node in nodes:
        yield node
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, COMPREHENSIONS):
            yield from (inner for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
            continue
        yield from same_scope(ast.iter_child_nodes(node))


def names_in(target: ast.AST) -> list[str]:
    """Return the names that an assignment to *target* binds."""
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def bound(body: Iterable[ast.stmt]) -> list[str]:
    """Return the names that statements of one function bind, in order."""
    names: dict[str, None] = {}
    for node in same_scope(body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler):
            names |= {node.name: None} if node.name else {}
        elif isinstance(node, ast.NamedExpr):
            names[node.target.id] = None
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] = None
    return list(names)


def yields(function: ast.FunctionDef) -> bool:
    """Return whether a function is a generator."""
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in same_scope(function.body))
