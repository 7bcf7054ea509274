"""Open hands: proof of the winner and of the winning plays.

Two to four seats on two sides have any part of a deck. The first seat to empty its hand wins for its side; seats
without a hand take no part. Rules of the first lead (a card that it must contain) do not apply.
"""

from __future__ import annotations

from typing import NamedTuple

from service.core import open_hands
from service.core.bindings import NO_SUITS, CompiledRules
from service.core.open_hands import OpenAnswer, OpenQuestion
from service.position.open_table import OpenTable

MOST_NODES = 2_500_000
"""Maximum states of a search that a request may set."""

DEFAULT_NODES = 1_000_000
"""Default maximum of states."""

MEGABYTE = 1024 * 1024

MOST_MEMORY = open_hands.MEMORY // MEGABYTE
"""Maximum memory of a search that a request may set, in megabytes."""


class SolveLimits(NamedTuple):
    """Limits of a search."""

    nodes: int = DEFAULT_NODES
    memory: int = MOST_MEMORY
    """Memory in megabytes."""


class Solution(NamedTuple):
    """Open hands and the result of a search."""

    table: OpenTable
    answer: OpenAnswer

    @property
    def winner(self) -> int:
        """Return the winning side, as the variant numbers sides; only for an exact answer."""
        seat = self.table.sides.index(self.answer.winner)
        return self.table.rules.variant.side_of(self.table.seats[seat])


def solve_table(rules: CompiledRules, table: OpenTable, limits: SolveLimits) -> Solution:
    """Return the winner of open hands under *rules*, or an answer without a verdict if a bound ended the search."""
    suited = rules.setup.suited
    question = OpenQuestion(
        tuple([hand.hand for hand in table.hands]),
        table.sides,
        table.mover,
        table.to_beat,
        table.owner,
        table.passes,
        tuple([hand.suits or NO_SUITS for hand in table.hands]) if suited else (),
        rules.spare_of(table.seats),
    )
    return Solution(table, open_hands.solve_open(table.rules, question, limits.nodes, limits.memory * MEGABYTE))
