"""Random numbers that are the same on every machine: splitmix64, like native/robot/chance.h."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1

SEED_BITS = 53
MOST_SEED = (1 << SEED_BITS) - 1
"""The largest seed: the largest integer that every JSON parser represents exactly."""


def fresh_seed() -> int:
    """Return a seed of random bits of the operating system, which cannot be predicted."""
    return secrets.randbits(SEED_BITS)


def numbers_from(seed: int) -> Iterator[int]:
    """Yield the 64-bit numbers of the sequence with *seed*."""
    state = seed & WORD
    while True:
        state = state + 0x9E3779B97F4A7C15 & WORD
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        yield z ^ z >> 31


class Chance:
    """A sequence of random numbers seeded by a text."""

    def __init__(self, key: str) -> None:
        self.numbers = numbers_from(int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest()))

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1, uniformly distributed."""
        while (number := next(self.numbers)) >= 2**64 // bound * bound:
            pass
        return number % bound

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return *items* in random order, uniformly distributed."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled
