"""Write well-formed inputs for the fuzz target: `python -m tests.fuzz.corpus build/fuzz/corpus`."""

from __future__ import annotations

import random
import struct
import sys
from pathlib import Path

from service import cards, engine, players
from service.core import ffi
from service.landlord import ATTACH

HANDS = 40
"""Inputs of each preset."""


def input_of(rules: engine.Rules, rng: random.Random) -> bytes:
    """Return one `struct input` of fuzz_engine.c."""
    hands = players.deal(rules, rng.randrange(1 << 32))
    hand = cards.pack("".join(rng.sample(text_of(hands[0]), rng.randint(1, 14))))
    head = bytes(ffi.buffer(rules.c))
    head += bytes(-len(head) % 8)
    tail = struct.pack("<QQIIH", hand, hands[1], rng.randrange(1 << 32), 1999, rng.randrange(1 << 16))
    return head + tail + bytes([3, rng.randrange(3), 0, 5, 9, 0, 1, 0, 1, 0]) + bytes(8)


def text_of(hand: int) -> list[str]:
    """Return the rank letters of a packed hand."""
    return [rank for i, rank in enumerate(cards.RANKS) for _ in range(hand >> 4 * i & 15)]


def main(folder: Path) -> None:
    """Fill *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    for preset in ATTACH:
        rules = engine.rules_for("standard", (("attach", preset),))
        for i in range(HANDS):
            (folder / f"{preset}-{i}").write_bytes(input_of(rules, rng))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
