"""The longest calls that keep the interpreter lock, in CPU time of their thread."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from native.build import KEEPS_LOCK
from service.core import engine
from service.core.bindings import CompiledRules, ffi, lib
from service.rules.cards import pack
from tests.helpers.family_engine import deck_of, service_cards

LONGEST = sys.getswitchinterval() / 5
"""Maximum seconds: short beside the time for which a thread keeps the lock anyway."""

RULES: tuple[tuple[str, dict[str, str]], ...] = (
    ("standard", {"douzero_bugs": "on"}),
    ("laizi", {"wild": "7"}),
    ("laizi", {"wild": "72", "bomb_max": "12", "bomb_order": "equal", "follow_reading": "weakest"}),
    ("laizi", {"wild": "3", "attach": "contest", "reading": "first", "prefer_bomb": "on"}),
    ("guandan", {}),
)
"""Those with the longest calls."""

Call = Callable[[], object]


def hands_of(rules: CompiledRules) -> Iterator[int]:
    """Yield hands with 0 to 4 wild cards, among them that of the longest call known."""
    yield pack("3457788899TTJJQQAA22")
    rng, deck = random.Random(1), deck_of(rules)
    wild = [card for card in deck if card[0] in rules.setup.wilds.cards]
    plain = [card for card in deck if card[0] not in rules.setup.wilds.cards]
    for wilds in range(min(4, len(wild)) + 1):
        for _ in range(3):
            yield service_cards(rules, (*rng.sample(plain, 20 - wilds), *wild[:wilds])).hand


def calls_of(name: str, rules: CompiledRules, hand: int) -> Iterator[Call]:
    """Yield calls of a function: all leads of a hand, against all other cards."""
    c, unseen, combos = rules.c, rules.deck - hand, ffi.new("struct combo[]", lib.MAX_MOVES)
    lead, play = ffi.new("struct table *", {"hand": hand}), ffi.new("struct play *")
    n = lib.moves_legal(c, lead, combos, lib.MAX_MOVES)

    def table_play(combo: Any) -> object:
        play.cards = combo.cards
        return lib.table_play(c, lead, play, out)

    out, bits = ffi.new("struct combo *"), ffi.new("uint64_t *")
    for at in range(0, n, engine.CONTROLS_AT_ONCE if name == "moves_controls" else 1 + n // 200):
        few, combo = min(n - at, engine.CONTROLS_AT_ONCE), combos + at
        yield {
            "moves_controls": lambda few=few, combo=combo: lib.moves_controls(c, unseen, ffi.NULL, combo, few, bits),
            "moves_can_beat": lambda combo=combo: lib.moves_can_beat(c, unseen, ffi.NULL, combo, lib.MAX_CARDS, 1),
            "read_beats": lambda combo=combo: lib.read_beats(c, combo, combos),
            "table_play": lambda combo=combo: table_play(combo),
            "table_may_pass": lambda at=at: lib.table_may_pass(c, 0, n, at),
        }[name]  # type: ignore[misc]


def seconds_of(call: Call) -> float:
    """Return the CPU time of a call: the least of three if the first one is long."""
    took = []
    while len(took) < 3 and (not took or min(took) > LONGEST / 2):
        began = time.thread_time()
        call()
        took.append(time.thread_time() - began)
    return min(took)


@pytest.mark.parametrize("name", KEEPS_LOCK)
def test_no_call_keeps_the_lock_for_long(name: str) -> None:
    for variant, options in RULES:
        rules = engine.rules_for(variant, tuple(options.items()))
        for hand in hands_of(rules):
            for call in calls_of(name, rules, hand):
                assert seconds_of(call) < LONGEST, (name, variant, options, hex(hand))
