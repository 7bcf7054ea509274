"""Networks: scores of options learned in self-play, in addition to the rules of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

EVEN = 0.5
"""Share of decks, each played from both sides, that equal players win."""

OptionMatches = Mapping[str, Mapping[str, float | None]]
"""Share of decks that rules with networks won against `club`, by option and value; None: no match is needed, because
the value changes no play, or the networks do not fit its rows."""


@dataclass(frozen=True, slots=True)
class NetSet:
    """Networks for a game, one for each role (`native/robot/net.c`)."""

    name: str
    """Changes with every change of a parameter."""
    digest: str
    """First digits of the parameters' SHA-256, and the name of their file: 16-bit integers, little-endian."""
    rows: tuple[str, ...]
    """Rows of the rules used in training, which number their inputs; rows may be missing, and more may follow."""
    weights: str
    """Weight set used in training; values of splits are among the inputs."""
    source: str
    date: str

    def fits(self, rows: Sequence[str], weights: str) -> bool:
        """Return whether the networks fit these weights and rows, by their names.

        Rows that the networks treat as another row (`Shape.rated_as`) do not count.
        """
        known = tuple([row for row in self.rows if row in rows])
        return rows[: len(known)] == known and weights == self.weights

    @property
    def path(self) -> Path:
        """Return the path of the parameters."""
        return Path(__file__).parent / "networks" / f"{self.digest}.net"
