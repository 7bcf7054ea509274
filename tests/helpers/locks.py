"""The locks of dependencies."""

from __future__ import annotations

import re
from pathlib import Path

PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)", re.MULTILINE)


def pins(lock: Path) -> set[tuple[str, str]]:
    return {(name.lower(), version) for name, version in PIN.findall(lock.read_text())}
