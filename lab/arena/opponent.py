"""The interface of an opponent in the arena."""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from service.core import robots
from service.core.bindings import CORE_FILE, CompiledRules
from service.position.position import Position
from service.rules.combos import Combo
from service.rules.variant import Variant

SET = re.compile(r"frozenset\(\{(.*?)\}\)")
"""A set of names in the representation of a value."""


@cache
def core_build() -> str:
    """Return a name that identifies the loaded core."""
    return hashlib.blake2b(CORE_FILE.read_bytes(), digest_size=4).hexdigest()


def digest(value: object) -> str:
    """Return a short hash of *value*; the order of its sets, another in each process, does not count."""
    text = SET.sub(lambda match: str(sorted(match[1].split(", "))), repr(value))
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


class Opponent(ABC):
    """A player; created anew in each process."""

    name: str
    version: str
    """Seed; with the position it determines the moves."""
    policy: robots.Policy | None = None
    """Policy, if the core can play the opponent: then whole games run in the core."""
    options: Mapping[str, str] = MappingProxyType({})
    """House rules that it requires."""

    @abstractmethod
    def move(self, position: Position, seed: int) -> Combo | None:
        """Return its move; None: a pass."""

    def policy_under(self, rules: CompiledRules) -> robots.Policy | None:
        """Return its policy under some rules, if the core can play it."""
        return self.policy

    def plays(self, variant: Variant) -> bool:
        """Return whether it supports the game."""
        return True
