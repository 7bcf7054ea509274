"""Instructions of calls of the core, counted by callgrind beside those of the earlier build `core`.

They do not depend on the load of the machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from dev import ROOT
from dev.bench.rows import Row, row
from lab.arena import earlier_builds
from service.core import engine, robots

CALLS = Path(__file__).with_name("counted_calls.py")


class Calls(NamedTuple):
    """Calls of one C function."""

    function: str
    variant: str
    options: Mapping[str, str]
    hands: list[Any]
    """Hands with their suits, or the hands of deals."""


def counted(tree: Path, calls: Calls) -> float:
    """Return the instructions of a call, in thousands, by the core and the service of a tree.

    Raises RuntimeError if the calls fail.
    """
    command = [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={calls.function}",
        tree / ".venv/bin/python", "-P", CALLS, calls.function,
    ]  # fmt: skip
    question = json.dumps({"variant": calls.variant, "options": calls.options, "hands": calls.hands})
    done = subprocess.run(
        command, cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)}, input=question,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or not collected:
        raise RuntimeError(f"{tree}: {done.stderr.strip().splitlines()[-1:]}")
    return int(collected[1]) / len(calls.hands) / 1000


def deals(variant: str, n: int) -> list[Any]:
    """Return the hands of *n* deals."""
    rules = engine.rules_for(variant)
    return [robots.deal(rules, seed) for seed in range(n)]


def bench_counted(name: str, calls: Callable[[], Calls], rows: dict[str, Row]) -> None:
    """Count the instructions of calls by this tree and by the earlier build."""
    if not shutil.which("valgrind"):
        raise RuntimeError("valgrind is not installed: apt-get install valgrind")
    earlier, made = earlier_builds.export_build("core"), calls()
    baseline = f"build {earlier_builds.BUILDS['core']}"
    rows[name] = row([counted(ROOT, made)], "k", baseline, [counted(earlier, made)])
