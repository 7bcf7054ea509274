"""Paths of the pages' sources and of the bundles of their scripts, which `make bundles` writes if npm is installed.

Without bundles, or with newer sources, the pages load their modules one by one. A wheel contains only the bundles.
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).with_name("page")

ENGINE = FOLDER / "engine"
"""The engine for browsers, if `make wasm` has built it; without it the board needs the service."""

BUILT = Path(__file__).with_name("built")
"""The bundles, in the folders of their sources."""

STAMP = BUILT / "stamp"
"""Written after the bundles."""


def built_at(stamp: Path) -> int:
    """Return the time of a file that is written last; 0 without it."""
    try:
        return stamp.stat().st_mtime_ns
    except OSError:
        return 0


def page_files() -> list[Path]:
    """Return the files of the pages, without the engine."""
    return [path for path in sorted(FOLDER.rglob("*.*")) if path.parent != ENGINE]


def is_bundled() -> bool:
    """Return whether there are bundles, none older than a source."""
    if not STAMP.exists():
        return False
    sources = (path.stat().st_mtime for path in page_files() if path.suffix == ".js")
    return max(sources, default=0) <= STAMP.stat().st_mtime


def scripts() -> dict[str, Path]:
    """Return the scripts to serve, by their paths below the folder of the pages."""
    folder = BUILT if is_bundled() else FOLDER
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.js"))}
    return {name: path for name, path in found.items() if not name.startswith("engine/")}
