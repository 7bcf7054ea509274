"""Results on disk, one JSON line per game: an interrupted run continues with the missing games.

The first line has the settings. A line that was cut off when the program ended is dropped, and its game reviewed again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class OtherSettingsError(Exception):
    """A journal with other settings."""


class Journal:
    """The file of results; without a path results are kept in memory only."""

    def __init__(self, path: Path | None, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.results: dict[str, Any] = {}
        """Results by the key of their game."""
        head = json.dumps({"review": dict(settings)}, sort_keys=True)
        lines = self.whole_lines()
        if lines and lines[0] != head:
            raise OtherSettingsError(lines[0])
        for line in lines[1:]:
            row = json.loads(line)
            self.results[row["key"]] = row["result"]
        if path is not None and not lines:
            path.write_text(head + "\n", encoding="utf-8")

    def whole_lines(self) -> list[str]:
        """Return the complete lines of the file, and remove an incomplete last line."""
        if self.path is None or not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self.path, whole)
        return data[:whole].decode().splitlines()

    def add(self, key: str, result: Any) -> None:
        """Store the result of a game, once."""
        if key in self.results:
            return
        self.results[key] = result
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": key, "result": result}, ensure_ascii=False) + "\n")
                file.flush()
