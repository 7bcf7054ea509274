"""Requests for analyses of follow positions, short and with long histories."""

from __future__ import annotations

import random
from typing import Any

from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.core.engine import PlayConstraints
from service.rules import cards
from service.rules.combos import Combo

WANT = {"want": ["power", "split", "hints", "unseen"]}
"""An analysis without a robot."""


def follows(n: int) -> list[dict[str, Any]]:
    """Return distinct follow positions."""
    rules, rng, bodies = engine.rules_for("standard"), random.Random(1), list[dict[str, Any]]()
    while len(bodies) < n:
        landlord, down, _ = robots.deal(rules, rng.randrange(1 << 40))
        led = rng.choice(engine.legal(rules, landlord))
        bodies.append({"seat": "landlord_down", "hand": cards.text(down), "history": [cards.text(led.cards)]})
    return bodies


HISTORY = 11
"""Plays in the long histories."""


def long_history(rules: CompiledRules, rng: random.Random) -> dict[str, Any] | None:
    """Return a must-beat position of three seats after `HISTORY` turns; None if the drawn game ends before."""
    hands, history, passes = list(robots.deal(rules, rng.randrange(1 << 40))), list[str](), 0
    to_beat: Combo | None = None
    for turn in range(HISTORY):
        hand, three = hands[turn % 3], cards.pack("3")
        legal = engine.legal(rules, hand, to_beat, constraints=PlayConstraints(0 if history else three, False))
        if (not history and not cards.holds(hand, three)) or min(map(cards.size, hands)) < 2:
            return None
        passes = 0 if legal else passes + 1
        if legal:
            to_beat = min(rng.sample(legal, min(2, len(legal))), key=lambda combo: combo.size)
            hands[turn % 3] -= to_beat.cards
        to_beat = to_beat if passes < 2 else None
        history.append(cards.text(to_beat.cards) if legal and to_beat else "")
    asker = hands[HISTORY % 3]
    if to_beat is None or min(map(cards.size, hands)) < 2 or not engine.legal(rules, asker, to_beat):
        return None
    seat = rules.variant.seats[HISTORY % 3]
    return {"variant": rules.variant.id, "seat": int(seat), "hand": cards.text(asker), "history": history}


def long_follows(n: int) -> list[dict[str, Any]]:
    """Return distinct follow positions in Paodekuai with long histories."""
    rules, rng, bodies = engine.rules_for("paodekuai"), random.Random(1), list[dict[str, Any]]()
    while len(bodies) < n:
        if body := long_history(rules, rng):
            bodies.append(body)
    return bodies
