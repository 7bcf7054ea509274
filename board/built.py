"""Paths of the pages' sources and of their bundles, which `make` writes with `board.bundle`.

A checkout without them, or with newer sources, writes them at the first import. A wheel contains only the bundles.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("page")

ENGINE = FOLDER / "engine"
"""The engine for browsers, if `make wasm` has built it; without it the board needs the service."""

BUILT = Path(__file__).with_name("built")
"""The bundles."""

PARTS = BUILT / "parts.json"
"""For each page the modules that it loads later, as JSON; written last."""

BUNDLED = frozenset({".js", ".css"})
"""Types of files that are bundled."""


def page_files() -> dict[str, Path]:
    """Return the files of the pages by name, without the engine."""
    return {path.name: path for path in sorted(FOLDER.rglob("*.*")) if path.parent != ENGINE}


def is_stale() -> bool:
    """Return whether the bundles are missing or older than a source."""
    if not PARTS.exists():
        return True
    sources = [path for path in page_files().values() if path.suffix in BUNDLED]
    return bool(sources) and max(path.stat().st_mtime for path in sources) > PARTS.stat().st_mtime
