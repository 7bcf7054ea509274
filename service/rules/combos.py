"""Shapes 牌型种类 (rows of rules) and combos 牌型 (cards under one reading), and which beats which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ORDINARY, BOMB, ROCKET = 0, 1, 2
"""Tiers 级别 of Dou Dizhu: a higher tier beats every lower one."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A row of a variant's rules; `native/engine.h` explains each field with an example."""

    name: str
    """Name in answers, e.g. "trio_solo"; chains of every length share one row."""
    zh: str
    copies: int
    """Cards of each body rank."""
    run: tuple[int, int] = (1, 1)
    """Minimum and maximum body ranks; (1, 1) is no run."""
    kickers: int = 0
    """Groups of kickers for each body rank."""
    kicker_size: int = 0
    """Cards of one group: 1 or 2."""
    kicker_same: int = 1
    """Maximum groups of one rank among the kickers."""
    kicker_of_body: bool = False
    """A kicker may have a rank of the body."""
    kicker_both_jokers: bool = True
    """X and D may be kickers together."""
    kicker_neighbour: bool = True
    """Three kickers of one rank may be adjacent to the body's run."""
    no_kickers: str = ""
    """Ranks that are no kickers: "", "XD" or "2XD"."""
    kicker_wild: bool = False
    """A wild card may be a kicker."""
    kickers_short: bool = False
    """Kickers are missing, at least one, or the row takes none; the play empties the hand."""
    kickers_least: int = 0
    """Minimum kicker cards of a play with missing kickers."""
    key_any_trio: bool = False
    """Whether the key is the highest rank that occurs exactly three times, kickers included (as in DouZero)."""
    unread_kickers: bool = False
    """Whether no play of the same type beats a plane with four of a rank among its kickers, or three next to its run
    (as in DouZero)."""
    one_suit: bool = False
    """All body cards have one suit."""
    two_suits: bool = False
    """Body cards of one suit must include a wild card."""
    wilds: str = "any"
    """Cards of the row's plays: "any"; wild and ordinary cards ("some"); no wild cards ("none"); wild cards only
    ("only")."""
    tier: int = ORDINARY
    family: str = ""
    """Rows of one family can beat each other; "": the row's own name."""
    ranks: str = "3456789TJQKA2"
    """Ranks that a body without run may have."""
    named: str = ""
    """Exactly these cards, for a row that is not a pattern."""
    rated_as: str = ""
    """Name of the row whose network inputs this row uses; "": its own."""

    @property
    def runs(self) -> bool:
        """Return whether the row has runs."""
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
        """Return whether this combo beats *other* (equivalent to `native/rules/read.c`, without the core)."""
        if self.tier != other.tier:
            return self.tier > other.tier
        if self.tier == ORDINARY and (self.family, self.length) != (other.family, other.length):
            return False
        return self.key > other.key
