"""The tables of games in the READMEs."""

from __future__ import annotations

import re
from pathlib import Path

from service.rules.variants import VARIANTS
from tests.helpers.readme import READMES

GAMES = re.compile(r"(?<=^\|---\|---\|---\|\n)(?:\| `\w+` \|.*\n)+", re.MULTILINE)
"""The rows of the table of games."""


def with_games(readme: Path) -> str:
    rows = []
    for game in VARIANTS.values():
        assert game.special, f"{game.id} has no text for the READMEs"
        name, special = (f"{game.name} {game.zh}", game.special) if readme == READMES[0] else (game.zh, game.special.zh)
        rows.append(f"| `{game.id}` | {name} | {special} |\n")
    return GAMES.sub("".join(rows), readme.read_text("utf-8"))
