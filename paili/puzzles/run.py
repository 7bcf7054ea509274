"""State of a puzzle in progress: judgement of moves, the longest defence, hints. Needs the local engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paili.puzzles.check import PuzzleTree, check_puzzle, refutation
from paili.puzzles.ending import Ending, move_text, read_ending
from service.core import engine
from service.position.position import variant_line
from service.rules import cards as c
from service.rules.combos import Combo


class SolverMove(NamedTuple):
    """A move of the solver."""

    legal: bool
    wins: bool = False
    refutation: tuple[tuple[str, str], ...] = ()
    """Seats and cards of a line that refutes the move, to its end; `-` is a pass."""


def line_of_deal(deal: Mapping[str, Any]) -> str:
    """Return the line of a dealt puzzle, an answer of `/v1/deal`."""
    puzzle, rules = deal["puzzle"], engine.rules_for(deal["variant"], tuple(deal["options"].items()))
    last = puzzle["last"]
    hands = ",".join([f"{seat}={cards}" for seat, cards in deal["hands"].items()])
    shown = last and last["cards"] + (f"={last['as']}" if "as" in last else "")
    return f"{variant_line(rules)} {hands} {puzzle['turn']} " + (f"{shown}@{last['seat']}" if last else "-")


class PuzzleRun:
    """A puzzle in progress: the person moves for one side, the other side plays the longest defence."""

    def __init__(self, line: str) -> None:
        self.game, self.start = read_ending(line)
        self.tree: PuzzleTree = check_puzzle(self.game, self.start)
        self.states: list[Ending] = [self.start]

    @property
    def state(self) -> Ending:
        """The present state."""
        return self.states[-1]

    @property
    def seat(self) -> str:
        """The seat to move."""
        return self.game.seats[self.state.mover]

    @property
    def is_own(self) -> bool:
        """Whether the person moves."""
        return self.game.sides[self.state.mover] == self.tree.side

    @property
    def is_forced(self) -> bool:
        """Whether there is only one legal move."""
        return len(self.game.legal(self.state)) == 1

    @property
    def is_solved(self) -> bool:
        """Return whether the rest of the hand can be played out."""
        return self.tree.is_over(self.state)

    @property
    def decisions(self) -> int:
        """Return the number of moves still to find against the longest defence."""
        return self.tree.length(self.state)[0]

    def hands(self) -> dict[str, str]:
        """Return the hand of each seat."""
        return {seat: c.text(hand) for seat, hand in zip(self.game.seats, self.state.hands, strict=True)}

    def to_beat(self) -> tuple[str, str] | None:
        """Return the play to beat and its seat; None on a lead."""
        last = self.state.to_beat
        return None if last is None else (c.text(last.cards), self.game.seats[self.state.owner])

    def named(self, moves: Sequence[Combo | None], state: Ending) -> list[tuple[str, str]]:
        """Return moves from a state with their seats."""
        result = []
        for move in moves:
            result.append((self.game.seats[state.mover], move_text(move)))
            state = state.after(move)
        return result

    def judge(self, cards: str) -> SolverMove:
        """Make a move of the person if it wins; otherwise return why it does not."""
        wanted = "".join(sorted(cards.partition("=")[0], key=c.RANKS.find))
        moves = [move for move in self.game.legal(self.state) if move_text(move).partition("=")[0] == wanted]
        if not moves:
            return SolverMove(legal=False)
        winning = self.tree.decision(self.state).winning
        move = next((move for move in moves if move in winning), moves[0])
        if move in winning:
            self.states.append(self.state.after(move))
            return SolverMove(legal=True, wins=True)
        answer = refutation(self.game, self.state, move)
        return SolverMove(legal=True, refutation=tuple(self.named(answer, self.state.after(move))))

    def defend(self) -> str:
        """Make the longest defence; return it."""
        move = self.tree.longest(self.state)
        self.states.append(self.state.after(move))
        return move_text(move)

    def make_only(self) -> str:
        """Make the only legal move; return it."""
        move = self.game.legal(self.state)[0]
        self.states.append(self.state.after(move))
        return move_text(move)

    def take_back(self) -> bool:
        """Undo up to the person's last move; False if there is none."""
        for at in range(len(self.states) - 2, -1, -1):
            own = self.game.sides[self.states[at].mover] == self.tree.side
            if own and len(self.game.legal(self.states[at])) > 1:
                del self.states[at + 1 :]
                return True
        return False

    def hint(self) -> tuple[str, str, str]:
        """Return the shape of a winning move (empty: a pass), the ranks of its body, and the whole move."""
        move = self.tree.decision(self.state).winning[0]
        if move is None:
            return "", "", move_text(move)
        return move.shape, c.text(move.body), move_text(move)


def solver_of(deal: Mapping[str, Any]) -> PuzzleRun:
    """Return the state of a dealt puzzle before the first move."""
    return PuzzleRun(line_of_deal(deal))
