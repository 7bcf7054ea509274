"""The example of a README, its command and the answer below it; and the table of games."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

from service.rules.variants import VARIANTS
from tests import ROOT

READMES = (ROOT / "README.md", ROOT / "docs" / "README.zh-CN.md")
GAMES = re.compile(r"(?<=^\|---\|---\|---\|\n)(?:\| `\w+` \|.*\n)+", re.MULTILINE)
"""The rows of the table of games."""


def with_games(readme: Path) -> str:
    rows = []
    for game in VARIANTS.values():
        assert game.special, f"{game.id} has no text for the READMEs"
        name, special = (f"{game.name} {game.zh}", game.special) if readme == READMES[0] else (game.zh, game.special.zh)
        rows.append(f"| `{game.id}` | {name} | {special} |\n")
    return GAMES.sub("".join(rows), readme.read_text("utf-8"))


def example(readme: Path = READMES[0]) -> tuple[list[str], Any]:
    """Return the words of a README's curl command and its answer."""
    text = readme.read_text(encoding="utf-8")
    command = re.search(r"```sh\n(curl .*?)\n```", text, re.DOTALL)
    answer = re.search(r"```json\n(.*?)\n```", text, re.DOTALL)
    assert command is not None
    assert answer is not None
    return shlex.split(command[1]), json.loads(answer[1])


def body_of(words: list[str]) -> Any:
    return json.loads(words[words.index("-d") + 1])
