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
    ({"luck": luck(-4, -1, 0), "start": 0.24, "bombs": 2, "mine": {"ply": 34, "loss": 0.91}}, ["whyMine", 35, "91%"]),
    (
        {"luck": luck(0, -3, 0), "bombs": 0, "mine": {"ply": 4, "loss": 0.2}, "ally": {"ply": 11, "loss": 0.3}},
        ["whyAlly", 12, "30%"],
    ),
    (
        {"luck": luck(0, -3, 0), "bombs": 0, "mine": {"ply": 4, "loss": 0.4}, "ally": {"ply": 11, "loss": 0.3}},
        ["whyMine", 5, "40%"],
    ),
    ({"luck": luck(0.5, 0.2, 0.1), "start": 0.3, "bombs": 0}, ["whyCards", "30%"]),
]
"""Deals, and the name of the sentence with its values."""


REVIEWS = f"""import {{ reasonOfLoss }} from "{ROOT / "board/page/lib/why_lost.js"}";
const [whole, own] = JSON.parse(process.argv[1]);
const reasons = own.map((some) => reasonOfLoss(whole, some, "landlord_up", (seat) => seat !== "landlord", []));
console.log(JSON.stringify(reasons));"""


def computed(script: str, argument: Any) -> Any:
    """Return what a script prints as JSON."""
    command = ["node", "--no-warnings", "--input-type=module", "--eval", script, json.dumps(argument)]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def test_a_loss_is_explained_by_what_cost_most() -> None:
    assert computed(SCRIPT, [deal for deal, _ in DEALS]) == [sentence for _, sentence in DEALS]


def test_a_mistake_of_mine_explains_a_loss_but_an_inaccuracy_does_not() -> None:
    def marked(seat: str, ply: int, mark: str, loss: float) -> dict[str, Any]:
        return {"seat": seat, "ply": ply, "mark": mark, "loss": loss}

    elsewhere = [marked("landlord_up", 7, "blunder", 0.5), marked("landlord", 3, "blunder", 0.9)]
    whole = {"luck": {"landlord_up": luck(0, -2, 0)}, "curve": {}, "decisions": elsewhere}
    small, large = marked("landlord_up", 10, "inaccuracy", 0.06), marked("landlord_up", 13, "mistake", 0.1)
    own = [[], [small], [small, large]]
    assert computed(REVIEWS, [whole, own]) == [["whyOthers"], ["whyOthers"], ["whyMine", 14, "10%"]]
