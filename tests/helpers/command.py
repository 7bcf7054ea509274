"""The command `paili`, run in this process."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable

import pytest

from paili.command import main

CHINESE = re.compile("[\u4e00-\u9fff]")

CommandResult = tuple[int, str, str]
"""Status, output and errors."""


class TerminalStream(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., CommandResult]:
    """Return a function that runs the command on *script* and returns status, output and errors."""
    for name in ("PAILI_SERVER", "PAILI_TOKEN", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str, script: str = "") -> CommandResult:
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *capsys.readouterr()

    return run
