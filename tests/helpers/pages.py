"""The examples of documentation pages: Python code and commands, each with its output."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import ROOT

BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def assert_examples(page: Path, server: str = "127.0.0.1:8000", least: int = 9) -> dict[str, Any]:
    """Run the Python examples of a page against a server, at least some; return their variables."""
    source = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL))
    text = source.replace("127.0.0.1:8000", server)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert len(test.examples) >= least
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=output.append, clear_globs=False)
    assert result.failed == 0, "".join(output)
    return test.globs


def output_of(command: str, folder: Path, locale: str = "C.UTF-8") -> str:
    """Return the standard output and errors of a shell command; `paili` runs the code of this tree."""
    program = folder / "paili"
    program.write_text(f'#!/bin/sh\nLC_ALL={locale} exec "{sys.executable}" -m paili "$@"\n')
    program.chmod(0o755)
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith("PAILI_") and name != "LD_PRELOAD"
    }
    environment = inherited | {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["/bin/bash", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=120, check=False,
    )  # fmt: skip
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def run_block(block: str, folder: Path, locale: str = "C.UTF-8") -> str:
    """Run each command of a block; return the block with its output below each command."""
    commands = re.findall(r"^\$ (.*)$", block, re.MULTILINE)
    return "".join(f"$ {command}\n{output_of(command, folder, locale)}" for command in commands)
