"""Linear calibration of the chances of sampled games."""

from __future__ import annotations

from typing import NamedTuple


class ChanceLine(NamedTuple):
    """Chances of sampled games are too extreme; a linear function corrects them.

    It is linear, so that differences of chances remain differences. `python -m arena chances` fits it.
    """

    constant: float = 0.0
    slope: float = 1.0

    def calibrated(self, chance: float) -> float:
        """Return the calibrated chance."""
        return self.constant + self.slope * chance


EXACT = ChanceLine()
"""No correction."""
