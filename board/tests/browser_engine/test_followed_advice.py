"""A player who follows every ★ of the board has no mistake in the review: advice and verdict are the same search."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from board.browser_engine.build import is_built
from board.tests.helpers import browser_engine
from board.tests.helpers.browser_engine import ENGINE

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node runs the engine for browsers here"),
    pytest.mark.skipif(not is_built(), reason="`make wasm` builds the engine for browsers of these sources"),
]

GAMES = int(os.environ.get("FOLLOWED_GAMES", "2"))

FOLLOWER = Path(browser_engine.__file__).with_name("advice_follower.mjs")

MOST_MARKS = 0.03
"""Share of the followed advice that the review may mark, as it searches longer. It marks a tenth of those of club."""


@pytest.mark.parametrize("variant", ["standard", "standard_two", "laizi"])
def test_who_follows_the_advice_makes_no_mistake(variant: str) -> None:
    command = ["node", "--no-warnings", str(FOLLOWER), str(ENGINE / "index.js"), variant, str(GAMES)]
    played = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    decisions, marks = (sum(game[name] for game in played) for name in ("decisions", "marks"))
    assert [game for game in played if game["followed"] != game["decisions"] or game["mistakes"]] == []
    assert marks <= 1 + MOST_MARKS * decisions
    assert decisions > 4 * GAMES
