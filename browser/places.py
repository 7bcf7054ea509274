"""Where a function's names can be declared: at their first assignment, if nothing outside that block asks for them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from browser.scopes import names_in

LATER = (ast.Lambda, ast.FunctionDef, ast.GeneratorExp)
"""What may look at a name after the turn of a loop in which it was written; in Python it sees the last value."""


def mentions(node: ast.AST, name: str) -> bool:
    """Tell whether a name stands anywhere in *node*."""
    return any(
        (isinstance(one, ast.Name) and one.id == name)
        or (isinstance(one, ast.FunctionDef | ast.ExceptHandler) and one.name == name)
        for one in ast.walk(node)
    )


def is_seen_later(nodes: Iterable[ast.AST], name: str) -> bool:
    """Tell whether a function within *nodes* looks at a name."""
    return any(isinstance(one, LATER) and mentions(one, name) for node in nodes for one in ast.walk(node))


def is_plain(target: ast.expr) -> bool:
    """Tell whether a target binds names alone."""
    if isinstance(target, ast.Tuple | ast.List):
        return all(map(is_plain, target.elts))
    return isinstance(target.value if isinstance(target, ast.Starred) else target, ast.Name)


def target_of(node: ast.stmt) -> ast.expr | None:
    """Return what a statement binds if it could declare it."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        found = node.targets[0]
    elif isinstance(node, ast.For) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        found = node.target
    else:
        return None
    return found if is_plain(found) else None


def places(body: Sequence[ast.stmt], name: str, looped: bool = False) -> list[ast.stmt] | None:
    """Return the statements of a block that can declare a name; None if one of its uses would miss it."""
    first, *rest = [node for node in body if mentions(node, name)]
    target = target_of(first)
    if target is not None and name in names_in(target):
        if isinstance(first, ast.For):
            return None if rest or mentions(first.iter, name) or is_seen_later([first], name) else [first]
        value = first.value if isinstance(first, ast.Assign | ast.AnnAssign) else None
        missed = value is None or mentions(value, name) or (looped and is_seen_later([first, *rest], name))
        return None if missed else [first]
    if rest or not isinstance(first, ast.If | ast.For | ast.While):
        return None
    head = [first.target, first.iter] if isinstance(first, ast.For) else [first.test]
    if any(mentions(node, name) for node in head):
        return None
    looped = looped or not isinstance(first, ast.If)
    blocks = [block for block in (first.body, first.orelse) if any(mentions(node, name) for node in block)]
    found = [places(block, name, looped) for block in blocks]
    return None if None in found else [node for one in found if one for node in one]


def declared(body: Sequence[ast.stmt], names: Sequence[str]) -> tuple[list[ast.stmt], list[str]]:
    """Return the statements that declare what they bind, and the names that no statement declares."""
    found = {name: places(body, name) for name in names}
    while True:  # a target of several names declares all or none
        bad = [
            name
            for name, nodes in found.items()
            if nodes
            and any(node not in (found.get(other) or ()) for node in nodes for other in names_of(node) if other != name)
        ]
        if not bad:
            break
        found |= dict.fromkeys(bad)
    nodes = {id(node): node for nodes in found.values() for node in nodes or ()}
    return list(nodes.values()), [name for name, nodes in found.items() if nodes is None]


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement binds, without those that are bound for nothing."""
    target = target_of(node)
    inner = isinstance(target, ast.Tuple | ast.List)
    return [name for name in names_in(target) if not (inner and name == "_")] if target is not None else []
