"""Points of a finished game."""

from __future__ import annotations


def score(landlord_won: bool, base: int = 1, bombs: int = 0, spring: bool = False) -> tuple[int, int]:
    """Return the points of the landlord and of each farmer.

    *base* is the winning bid, *bombs* counts bombs and rockets played by anybody, *spring* 春天 (or anti-spring) says
    that one side hardly played; each doubles. The landlord's stake is twice a farmer's.
    """
    points = base << (bombs + spring)
    return (2 * points, -points) if landlord_won else (-2 * points, points)
