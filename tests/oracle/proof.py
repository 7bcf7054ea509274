"""Checker of proofs: one side plays given moves, the other side all legal moves.

Legal moves and next states come from the slow rules only.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.family_base import Cards, Reading
from tests.oracle.open_hands import BruteForce, OpenState

Move = tuple[Cards | None, Reading | None]
Strategy = Callable[[OpenState], Callable[[Move], bool]]
"""Returns the winner's move in a state, as a predicate of moves."""


def replay(brute: BruteForce, ending: OpenState, side: int, strategy: Strategy) -> int:
    """Return the number of states in which *side* moved, if it wins against every defence.

    Raises AssertionError if a move is illegal, or the other side wins a line.
    """
    done: set[OpenState] = set()
    stack, decided = [ending], 0
    while stack:
        state = stack.pop()
        if state in done:
            continue
        done.add(state)
        moves = list(brute.moves(state))
        assert moves, state
        if brute.sides[state.mover] == side:
            is_it = strategy(state)
            chosen = [rest for cards, reading, rest in moves if is_it((cards, reading))]
            assert len(chosen) == 1, f"no legal move, or several: {state}"
            decided += 1
        else:
            chosen = [rest for _, _, rest in moves]
        for rest in chosen:
            if not brute.is_out(rest, state.mover):
                stack.append(rest)
            else:
                assert brute.sides[state.mover] == side, f"the other side goes out: {state}"
    return decided
