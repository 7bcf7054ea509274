"""The sentences in the code of the service, in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests import ROOT

SENTENCE_CLASS = "Bilingual"
"""The class of texts in both languages."""


def template(node: ast.expr) -> str:
    """Return the text of an expression, with {} for inserted values."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(template(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return template(node.left) + template(node.right)
    if isinstance(node, ast.IfExp):
        return f"[{template(node.body)}|{template(node.orelse)}]"
    return "{}"


def sentence_templates() -> Iterator[tuple[str, str]]:
    """Yield the English and Chinese templates of all messages in the code."""
    paths = sorted((ROOT / "service").rglob("*.py"))
    assert paths
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == SENTENCE_CLASS:
                english, chinese = map(template, node.args)
                yield english, chinese
