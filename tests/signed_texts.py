"""Every text of the service as it is written, whether an answer that is signed shows it or not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from service.http import reasons

SERVICE = Path(__file__).parent.parent / "service"


def spelled(place: int) -> Iterator[bytes]:
    """Yield every text of the service in English (0) or Chinese (1), whether an answer here shows it or not.

    Without what a text is filled with, which is code.
    """
    for path in sorted(SERVICE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Said":
                parts = [part for part in ast.walk(node.args[place]) if isinstance(part, ast.Constant)]
                yield "\0".join(str(part.value) for part in parts).encode()


def tabled(lang: str) -> Iterator[bytes]:
    """Yield the same of the tables of reasons and factors."""
    for table in (reasons.REASONS, reasons.FACTORS):
        for code, said in table.items():
            yield f"{code}\0{said[lang]}".encode()
