"""Calibration of the chances of sampled games by a curve for each game."""

from __future__ import annotations

from typing import NamedTuple

KNOTS = (0.0, 0.05, 0.5, 0.97, 1.0)
"""Shares of won games at which curves have values."""


class ChanceCurve(NamedTuple):
    """Chances of sampled games are too extreme; a curve maps them to the share that came true in games.

    It is linear between `KNOTS` and increases everywhere, so the order of moves stays. `python -m lab.arena chances`
    fits it.
    """

    values: tuple[float, ...] = KNOTS
    """Chances at `KNOTS`."""

    def calibrated(self, chance: float) -> float:
        """Return the calibrated chance; estimates beyond 0 and 1 count as these."""
        chance = max(0.0, min(1.0, chance))
        place = 1
        while place < len(KNOTS) - 1 and chance > KNOTS[place]:
            place += 1
        low, high = KNOTS[place - 1], KNOTS[place]
        start, end = self.values[place - 1], self.values[place]
        return start + (end - start) * (chance - low) / (high - low)

    def slope(self, chance: float, other: float) -> float:
        """Return the factor of the difference between two chances; of nearly equal ones: the factor around them."""
        if max(other - chance, chance - other) < NEAR:
            chance, other = chance - NEAR, chance + NEAR
        return (self.calibrated(other) - self.calibrated(chance)) / (other - chance)


NEAR = 0.01
"""Chances that differ by less have the slope around them."""

EXACT = ChanceCurve()
"""No correction."""
