"""Common parts of the games in which every seat plays alone."""

from __future__ import annotations

SEATS = ("0", "1", "2")
ALONE = tuple(frozenset({seat}) for seat in SEATS)
FOUR_SEATS = ("0", "1", "2", "3")
FOUR_ALONE = tuple(frozenset({seat}) for seat in FOUR_SEATS)
TWO_SEATS = SEATS[:2]
TWO_ALONE = ALONE[:2]
RUN = "3456789TJQKA"
POWER = "3456789TJQKA2"
