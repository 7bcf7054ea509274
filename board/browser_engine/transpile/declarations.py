"""Find where to declare the names of a function: at their first assignment, if no code outside that block uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from board.browser_engine.transpile.scopes import names_in

DEFERRED = (ast.Lambda, ast.FunctionDef, ast.GeneratorExp)
"""Code that may read a name after the iteration that assigned it; in Python it reads the last value."""


def mentions(node: ast.AST, name: str) -> bool:
    return any(
        (isinstance(one, ast.Name) and one.id == name)
        or (isinstance(one, ast.FunctionDef | ast.ExceptHandler) and one.name == name)
        for one in ast.walk(node)
    )


def is_captured(nodes: Iterable[ast.AST], name: str) -> bool:
    return any(isinstance(one, DEFERRED) and mentions(one, name) for node in nodes for one in ast.walk(node))


def is_plain(target: ast.expr) -> bool:
    if isinstance(target, ast.Tuple | ast.List):
        return all(map(is_plain, target.elts))
    return isinstance(target.value if isinstance(target, ast.Starred) else target, ast.Name)


def target_of(node: ast.stmt) -> ast.expr | None:
    """Return the target of a statement that can declare its names."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.For) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        target = node.target
    else:
        return None
    return target if is_plain(target) else None


def declaring_statements(body: Sequence[ast.stmt], name: str, looped: bool = False) -> list[ast.stmt] | None:
    """Return the statements of a block that can declare a name; None if a use would be outside its declaration."""
    first, *rest = [node for node in body if mentions(node, name)]
    target = target_of(first)
    if target is not None and name in names_in(target):
        if isinstance(first, ast.For):
            return None if rest or mentions(first.iter, name) or is_captured([first], name) else [first]
        value = first.value if isinstance(first, ast.Assign | ast.AnnAssign) else None
        missed = value is None or mentions(value, name) or (looped and is_captured([first, *rest], name))
        return None if missed else [first]
    if rest or not isinstance(first, ast.If | ast.For | ast.While):
        return None
    head = [first.target, first.iter] if isinstance(first, ast.For) else [first.test]
    if any(mentions(node, name) for node in head):
        return None
    looped = looped or not isinstance(first, ast.If)
    blocks = [block for block in (first.body, first.orelse) if any(mentions(node, name) for node in block)]
    parts = [declaring_statements(block, name, looped) for block in blocks]
    return None if None in parts else [node for part in parts if part for node in part]


def plan_declarations(body: Sequence[ast.stmt], names: Sequence[str]) -> tuple[list[ast.stmt], list[str]]:
    """Return the statements that declare the names that they bind, and the names that no statement declares."""
    planned = {name: declaring_statements(body, name) for name in names}
    while True:  # a target declares all its names or none
        bad = [
            name
            for name, nodes in planned.items()
            if nodes
            and any(
                node not in (planned.get(other) or ()) for node in nodes for other in names_of(node) if other != name
            )
        ]
        if not bad:
            break
        planned |= dict.fromkeys(bad)
    nodes = {id(node): node for nodes in planned.values() for node in nodes or ()}
    return list(nodes.values()), [name for name, nodes in planned.items() if nodes is None]


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement binds, without `_` in a tuple."""
    target = target_of(node)
    inner = isinstance(target, ast.Tuple | ast.List)
    return [name for name in names_in(target) if not (inner and name == "_")] if target is not None else []
