"""A checker of proofs: one side plays the moves that it is given, the other side every move there is.

Only the slow rules say what is legal and what it leads to; nothing is taken from whoever gives the moves.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.family_base import Cards, Reading
from tests.oracle.open_hands import BruteForce, OpenState

Move = tuple[Cards | None, Reading | None]
Strategy = Callable[[OpenState], Callable[[Move], bool]]
"""Of a state the winner's move, as a test that the move passes."""


def replay(brute: BruteForce, ending: OpenState, side: int, strategy: Strategy) -> int:
    """Return the number of states in which *side* moved, winning in the end against every defence.

    Raises AssertionError if a move is illegal, or a line ends with the other side.
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
            if rest.hands[state.mover]:
                stack.append(rest)
            else:
                assert brute.sides[state.mover] == side, f"the other side goes out: {state}"
    return decided
