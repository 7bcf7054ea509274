"""The example of a README: its command and the answer below it."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

from tests import ROOT

READMES = (ROOT / "README.md", ROOT / "docs" / "README.zh-CN.md")


def example(readme: Path = READMES[0]) -> tuple[list[str], Any]:
    """Return the words of a README's curl command and its answer."""
    answer = re.search(r"```json\n(.*?)\n```", readme.read_text(encoding="utf-8"), re.DOTALL)
    assert answer is not None
    return curl_words(readme), json.loads(answer[1])


def curl_words(page: Path) -> list[str]:
    """Return the words of the curl command of a page."""
    command = re.search(r"```sh\n(curl .*?)\n```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert command is not None
    return shlex.split(command[1])


def body_of(words: list[str]) -> Any:
    return json.loads(words[words.index("-d") + 1])
