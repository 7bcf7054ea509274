"""Copies of the tree in which commands build the core with other options.

The core of the tree itself is never replaced.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from dev import ROOT

PYTHON = sys.executable


def copied(name: str) -> Path:
    """Copy the current files that git tracks, or would track, to the empty folder build/*name*; return it."""
    folder = ROOT / "build" / name
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    paths = [path for path in listed.split("\0") if path and (ROOT / path).exists()]
    assert paths
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path)
    return folder


def run(folder: Path, *words: str | Path, environment: Mapping[str, str] | None = None) -> int:
    """Run a command in *folder* with additional environment variables; return its exit status."""
    return subprocess.run(
        list(map(str, words)), check=False, cwd=folder, env=os.environ | dict(environment or {})
    ).returncode


def build_core(folder: Path, environment: Mapping[str, str] | None = None) -> None:
    """Build the core of the copy in *folder*; CC, PAILI_CFLAGS and PAILI_LDFLAGS come from the environment.

    Raises RuntimeError if it does not compile.
    """
    words = (PYTHON, "setup.py", "-q", "build_ext", "--inplace", "--force")
    if run(folder, *words, environment=environment):
        raise RuntimeError(f"the core does not compile in {folder}")
