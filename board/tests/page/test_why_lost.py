"""The sentence that says why a deal was lost, computed by node without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from tests import ROOT

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node runs the function")

SCRIPT = f"""import {{ whyLost }} from "{ROOT / "board/page/lib/why_lost.js"}";
const deals = JSON.parse(process.argv[1]);
console.log(JSON.stringify(deals.map(whyLost)));"""


def luck(cards: float, others: float, guesses: float) -> dict[str, float]:
    return {"cards": cards, "others": others, "guesses": guesses}


DEALS: list[tuple[dict[str, Any], list[Any]]] = [
    ({"luck": luck(-4, -1, 0), "start": 0.24, "bombs": 0}, ["whyCards", "24%"]),
    ({"luck": luck(0, -3, -1), "start": 0.6, "bombs": 2, "ally": {"ply": 11, "loss": 0.18}}, ["whyAlly", 12, "18%"]),
    ({"luck": luck(-4, -1, 0), "start": 0.24, "bombs": 2}, ["whyBombs", 2]),
    ({"luck": luck(0, -3, -1), "start": 0.6, "bombs": 1, "ally": None}, ["whyOthers"]),
    ({"luck": luck(1, 0, -2), "start": 0.6, "bombs": 0}, ["whyGuesses"]),
    ({"luck": luck(-2, 0, -1), "start": 0.55, "bombs": 0}, ["whyGuesses"]),
    ({"luck": luck(0.5, 0.2, 0.1), "start": 0.3, "bombs": 0}, ["whyCards", "30%"]),
]
"""Deals, and the name of the sentence with its values."""


def test_a_loss_is_explained_by_what_cost_most() -> None:
    command = [
        "node",
        "--no-warnings",
        "--input-type=module",
        "--eval",
        SCRIPT,
        json.dumps([deal for deal, _ in DEALS]),
    ]
    answer = subprocess.run(command, check=True, capture_output=True).stdout
    assert json.loads(answer) == [sentence for _, sentence in DEALS]
