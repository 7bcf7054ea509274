"""The line that maps chances of sampled games to shares that come true."""

from __future__ import annotations

from typing import NamedTuple


class ChanceLine(NamedTuple):
    """Chances of sampled games are too far from the middle; a straight line brings them back.

    A straight line, so that differences of chances are differences still. `python -m arena chances` fits it.
    """

    constant: float = 0.0
    slope: float = 1.0

    def calibrated(self, chance: float) -> float:
        """Return the share of such chances that comes true."""
        return self.constant + self.slope * chance


EXACT = ChanceLine()
"""Changes nothing."""
