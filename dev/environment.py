"""Virtual environments of programs that the project does not import: `build/<group>`, installed from a hashed lock.

`python -m dev.environment [GROUP]` installs one, `tools` or `learn`, and prints its program folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from dev import ROOT

UV = Path(sys.executable).with_name("uv")
LOCKED = ("install", "-q", "--no-deps", "--require-hashes", "--only-binary", ":all:")
"""A lock lists all packages, so uv need not resolve dependencies."""


def environment(group: str = "tools") -> Path:
    """Return the program folder of a group's environment, which is reinstalled if its lock has changed."""
    folder, lock = ROOT / "build" / group, ROOT / "requirements" / f"{group}.txt"
    python, stamp = folder / "bin" / "python", folder / "lock.txt"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", folder], check=True)
        found = [word for place in os.environ.get("PIP_FIND_LINKS", "").split() for word in ("--find-links", place)]
        subprocess.run([UV, "pip", *LOCKED, *found, "--python", python, "-r", lock], check=True)
        subprocess.run([UV, "pip", "check", "-q", "--python", python], check=True)
        stamp.write_bytes(lock.read_bytes())
    return folder / "bin"


if __name__ == "__main__":
    print(environment(*sys.argv[1:2]))
