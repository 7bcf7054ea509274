"""Cards and rules in the formats of tests."""

from __future__ import annotations

import random

from service.core import engine
from service.core.bindings import CompiledRules
from service.rules import cards
from service.rules.combos import Combo
from tests.oracle import doudizhu

DECK = "".join(rank * (1 if rank in "XD" else 4) for rank in doudizhu.RANKS)


def random_hand(rng: random.Random, size: int, ranks: str = doudizhu.RANKS) -> str:
    """Return *size* cards from the ranks *ranks* of the deck."""
    deck = [card for card in DECK if card in ranks]
    return doudizhu.ordered("".join(rng.sample(deck, min(size, len(deck)))))


def combo_of(rules: CompiledRules, text: str) -> Combo:
    """Return the combo of *text* as stored on a lead."""
    return engine.readings(rules, cards.pack(text))[0]
