"""Write well-formed inputs for the fuzz target: `python -m tests.fuzz.corpus build/fuzz/corpus`."""

from __future__ import annotations

import random
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

from service.core import engine
from service.core.door import Rules, ffi
from service.rules import cards
from service.rules.games.landlord import ATTACH
from tests import family_helpers
from tests.family import GAMES

HANDS = 24
"""Inputs of each choice of options."""

MOST_CARDS = 14
"""As in fuzz_engine.c."""

CHOICES: tuple[tuple[str, Mapping[str, str]], ...] = (
    *[("standard", {"attach": preset}) for preset in ATTACH],
    ("standard", {"douzero_bugs": "on"}),
    ("contest", {}),
    ("yuncheng", {}),
    ("yuncheng", {"play_rule": "2", "flower_reading": "any"}),
    ("laizi", {"wild": "7"}),
    ("laizi", {"wild": "72", "bomb_max": "12", "bomb_order": "equal", "follow_reading": "weakest"}),
    ("laizi", {"wild": "3", "attach": "contest", "reading": "first", "prefer_bomb": "on"}),
    ("paodekuai", {}),
    ("paodekuai", {"bomb_split": "off", "aaa": "on", "quad2": "on", "bomb_forced": "off", "triple_free": "on"}),
    ("paodekuai_two", {}),
    ("guandan", {}),
    ("guandan", {"level": "A", "sf_as_straight": "yes", "ace_low": "no"}),
    ("zhengshangyou", {"min_run": "3"}),
)


def input_of(rules: Rules, name: str, options: Mapping[str, str], rng: random.Random) -> bytes:
    """Return one `struct input` of fuzz_engine.c."""
    game, size = GAMES[name](options), rng.randint(1, MOST_CARDS)
    hand, other = [
        family_helpers.parse(rules, family_helpers.random_hand(game, rules, rng, size, rng.randint(0, 3)))
        for _ in range(2)
    ]
    head = bytes(ffi.buffer(rules.c))
    head += bytes(-len(head) % 8)
    shows = hand.hand & 15 and rng.random() < 0.2
    tail = struct.pack("<QQQ", hand.hand, other.hand, cards.pack("3") if shows else 0)
    tail += struct.pack("<4I", *(hand.suits or (0, 0, 0, 0)))
    tail += struct.pack("<IIHB", rng.randrange(1 << 32), 1999, rng.randrange(1 << 16), rng.random() < 0.2)
    seats = len(rules.variant.seats)
    tail += bytes([seats, rng.randrange(seats), 0, 5, 9, 7 * (seats > 3), 1, 0, seats > 3, 0])
    return head + tail + bytes(-len(tail) % 8)


def main(folder: Path) -> None:
    """Fill *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    for number, (name, options) in enumerate(CHOICES):
        rules = engine.rules_for(name, tuple(options.items()))
        for i in range(HANDS):
            (folder / f"{name}-{number}-{i}").write_bytes(input_of(rules, name, options, rng))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
