"""Cards and rules in the formats of tests."""

from __future__ import annotations

import random

from service.core import engine
from service.core.bindings import CompiledRules
from service.rules import cards
from service.rules.combos import Combo
from service.rules.games.landlord import ATTACH_FLAG
from tests.oracle import doudizhu

OPTION_OF = {flag: option for option, flag in ATTACH_FLAG.items()} | {"kicker_top": "kicker_top"}
DECK = "".join(rank * (1 if rank in "XD" else 4) for rank in doudizhu.RANKS)


def rules_of(flags: doudizhu.Flags, **options: str) -> CompiledRules:
    """Return the engine's rules with every elementary flag set individually."""
    values = {option: getattr(flags, flag) for flag, option in OPTION_OF.items()}
    written = {option: ("off", "on")[value] if isinstance(value, bool) else value for option, value in values.items()}
    chosen = written | {"attach_max_same": str(flags.max_same)} | options
    return engine.rules_for("standard", tuple(chosen.items()))


def random_flags(rng: random.Random) -> doudizhu.Flags:
    on = [rng.random() < 0.5 for _ in range(5)]
    return doudizhu.Flags(on[0], rng.randint(1, 4), on[1], on[2], on[3], on[4])


def random_hand(rng: random.Random, size: int, ranks: str = doudizhu.RANKS) -> str:
    """Return *size* cards from the ranks *ranks* of the deck."""
    deck = [card for card in DECK if card in ranks]
    return doudizhu.ordered("".join(rng.sample(deck, min(size, len(deck)))))


def reading_of(combo: Combo) -> doudizhu.Reading:
    """Return a combo of the engine in the format of the reference."""
    return combo.shape, combo.rank, combo.length


def combo_of(rules: CompiledRules, text: str, reading: doudizhu.Reading | None = None) -> Combo:
    """Return the combo of *text* with *reading*, or as stored on a lead."""
    combos = engine.readings(rules, cards.pack(text))
    return next(combo for combo in combos if reading is None or reading_of(combo) == reading)
