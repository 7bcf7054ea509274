"""Results on disk, one JSON line per game: an interrupted run continues with the missing games.

The first line has the settings. A line that was cut off when the program ended is dropped, and its game reviewed again.
Only the position of each line is kept in memory.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any


class OtherSettingsError(Exception):
    """A journal with other settings."""


class Journal(Mapping[str, Any]):
    """The file of results, read by the key of a game."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.offsets: dict[str, int] = {}
        """Positions of the lines by the key of their game."""
        head = json.dumps({"review": dict(settings)}, sort_keys=True)
        for offset, line in self.whole_lines():
            if offset:
                self.offsets[json.loads(line)["key"]] = offset
            elif line.removesuffix("\n") != head:
                raise OtherSettingsError(line.removesuffix("\n"))
        if not path.exists() or not path.stat().st_size:
            self.append(head)

    def whole_lines(self) -> Iterator[tuple[int, str]]:
        """Yield the complete lines of the file with their positions, and remove an incomplete last line."""
        if not self.path.exists():
            return
        offset = 0
        with self.path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    os.truncate(self.path, offset)
                    return
                yield offset, line.decode()
                offset += len(line)

    def append(self, line: str) -> int:
        """Append a line and return its position."""
        with self.path.open("ab") as file:
            offset = file.tell()
            file.write(line.encode() + b"\n")
        return offset

    def add(self, key: str, result: Any) -> None:
        """Store the result of a game, once."""
        if key not in self.offsets:
            self.offsets[key] = self.append(json.dumps({"key": key, "result": result}, ensure_ascii=False))

    def __getitem__(self, key: str) -> Any:
        """Return the result of a game."""
        with self.path.open("rb") as file:
            file.seek(self.offsets[key])
            return json.loads(file.readline())["result"]

    def __contains__(self, key: object) -> bool:
        """Return whether a game has a result, without reading it."""
        return key in self.offsets

    def __iter__(self) -> Iterator[str]:
        """Yield the keys of the games."""
        return iter(self.offsets)

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.offsets)
