"""The chance that a seat holds a bomb: certain cases, and the correction of sampled deals."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from lab.arena.calibrate_beliefs import calibrate
from service.advice.bomb_chance import bomb_chance
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.rules.cards import pack
from tests.helpers.client import post


def bombs_of(client: FlaskClient, body: dict[str, Any]) -> dict[str, float]:
    """Return the chance of each other seat to have a bomb."""
    answer = post(client, "/v1/analyze", body | {"want": ["beliefs"], "seed": 1})
    bombs: dict[str, float] = answer["beliefs"]["bombs"]
    return bombs


DOWN = {"seat": "landlord_down", "hand": "34567899JJQQKA22T", "history": ["33"]}


def test_only_certain_bombs_have_a_chance_of_one_or_none(client: FlaskClient) -> None:
    """A landlord with both jokers in the bottom has a rocket, and no other seat has one.

    Bombs of four are uncertain.
    """
    assert bombs_of(client, DOWN | {"bottom": "4XD"})["landlord"] == 1
    assert all(0 < chance < 1 for chance in bombs_of(client, DOWN | {"bottom": "457"}).values())
    for seen, landlord in (("X", 0.0), ("D", 0.0)):  # only a single card and no four of a rank are unseen
        rest = "".join(4 * card for card in "3456789TJQKA2") + "XD"
        hand, left = "3456789TJQKA2", {"landlord_down": 3, "landlord_up": 1}
        hidden = "456D" if seen == "X" else "456X"
        for card in hand + hidden:
            rest = rest.replace(card, "", 1)
        body = {"seat": "landlord", "hand": hand, "left": left, "seen": rest}
        assert bombs_of(client, body) == {"landlord_down": landlord, "landlord_up": 0.0}


def test_a_hand_that_must_have_every_unseen_card_is_known(client: FlaskClient) -> None:
    """One seat has gone out, so four threes and a card are in the other hand; with two seats they may be shared."""
    seen = "".join(4 * card for card in "56789TJQ2") + "444KKKAAAXD"
    body = {"variant": "zhengshangyou", "seat": 0, "hand": "KA", "seen": seen}
    assert bombs_of(client, body | {"left": {"1": 5, "2": 0}}) == {"1": 1.0, "2": 0.0}
    shared = bombs_of(client, body | {"left": {"1": 4, "2": 1}})
    assert 0 < shared["1"] < 1
    assert shared["2"] == 0


def test_a_history_raises_what_the_deals_say_too_rarely(standard: CompiledRules) -> None:
    """A seat that made plays without bombs probably saved one; without a history nothing is corrected upwards."""
    view = robots.View(
        pack("4455"), None, pack("3333446678TJQ"), (4, 8, 5), (True, False, True), 0, enemies_allied=True
    )
    play = engine.play(standard, pack("A"), pack("A"), None)
    belief = robots.Belief((), (), 0.0)
    assert bomb_chance(standard, view, (), 1, belief, 200) == 0.5 / 200
    few, many = (bomb_chance(standard, view, [(1, play)] * plays, 1, belief, 200) for plays in (3, 6))
    assert 0.5 / 200 < few < many < 0.2
    assert bomb_chance(standard, view, [(1, play)], 1, belief._replace(bomb_known=True), 200) == 0
    uncorrected = engine.rules_for("paodekuai")
    assert bomb_chance(uncorrected, view, [(1, play)], 1, belief._replace(bomb=0.25), 200) == 0.25


@pytest.mark.parametrize("variant", ["standard", "zhengshangyou"])
def test_chances_of_bombs_are_nearer_to_the_truth_than_the_deals(variant: str) -> None:
    """Measured over stopped games; `python -m lab.arena calibrate` plays more and prints each tenth."""
    beliefs = calibrate(150, 60, robots.POLICY_TRUST, 3, variant)
    true = sum(beliefs.bombs.truths)
    assert 2 * abs(sum(beliefs.in_force.chances) - true) < abs(sum(beliefs.bombs.chances) - true)
