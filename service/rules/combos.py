"""Shapes 牌型种类 (rows of rules) and combos 牌型 (cards under one reading), and which beats which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ORDINARY, BOMB, ROCKET = 0, 1, 2
"""Tiers 级别 of Dou Dizhu: a higher tier beats every lower one."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A row of a variant's rules; `native/engine.h` explains each column with an example."""

    name: str
    """Name in answers, e.g. "trio_solo"; chains of every length share one row."""
    zh: str
    copies: int
    """Cards of each body rank."""
    run: tuple[int, int] = (1, 1)
    """Fewest and most body ranks; (1, 1) is no run."""
    kickers: int = 0
    """Groups of kickers for each body rank."""
    kicker_size: int = 0
    """Cards of one group: 1 or 2."""
    kicker_same: int = 1
    """Most groups of one rank among the kickers."""
    kicker_of_body: bool = False
    """A kicker may have a rank of the body."""
    kicker_both_jokers: bool = True
    """X and D may be kickers together."""
    kicker_neighbour: bool = True
    """Three kickers of one rank may touch the body's run."""
    kicker_wild: bool = False
    """A wild card may be a kicker."""
    kickers_short: bool = False
    """Kickers are missing, at least one; the play empties the hand."""
    kickers_least: int = 0
    """Fewest kicker cards of a play that is short of them."""
    key_any_trio: bool = False
    """Whether the key is the highest rank that occurs exactly three times, kickers included (DouZero's comparison)."""
    unread_kickers: bool = False
    """Whether four alike among the kickers, or three next to the run, make a plane unanswerable (DouZero's reading)."""
    one_suit: bool = False
    """All body cards have one suit."""
    two_suits: bool = False
    """Body cards of one suit need a wild card among them."""
    wilds: str = "any"
    """Which plays the row is for: "any", with wild and ordinary cards ("some"), without wild cards ("none"), of wild
    cards alone ("only")."""
    tier: int = ORDINARY
    family: str = ""
    """Rows of one family can beat each other; "": the row's own name."""
    ranks: str = "3456789TJQKA2"
    """Ranks that a body without run may have."""
    named: str = ""
    """Exactly these cards, where a row is no pattern."""
    rated_as: str = ""
    """Name of the row under which networks see this one; "": its own."""

    @property
    def runs(self) -> bool:
        """A run of ranks."""
        return self.run[1] > 1


class Combo(NamedTuple):
    """Cards under one reading (a tuple, because a list of hints builds hundreds).

    *cards*, *plays_as* and *body* are packed hands (see `rules.cards`): the cards themselves, the cards that they are
    declared to be (the same without wild cards) and the part that gives the combo its rank; the cards of `plays_as`
    beyond `body` are the kickers. *rank* is the first body rank (0 = rank 3), *length* the number of body ranks, *key*
    decides comparisons, *suit* is 1..4 (spade, heart, club, diamond) if all body cards must have one, else 0.
    """

    cards: int
    plays_as: int
    body: int
    shape: str
    rank: int
    length: int
    key: int
    tier: int
    family: int
    size: int
    suit: int = 0

    def beats(self, other: Combo) -> bool:
        """Return whether this combo beats *other* (like `native/rules/read.c`, for values without a core)."""
        if self.tier != other.tier:
            return self.tier > other.tier
        if self.tier == ORDINARY and (self.family, self.length) != (other.family, other.length):
            return False
        return self.key > other.key
