"""What the games share in which three seats play alone."""

from __future__ import annotations

SEATS = ("0", "1", "2")
ALONE = tuple(frozenset({seat}) for seat in SEATS)
RUN = "3456789TJQKA"
POWER = "3456789TJQKA2"
