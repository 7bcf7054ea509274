"""Proof that an ending is a puzzle: only one way to win, against every defence.

A decision is a state in which the winning side moves and has more than one class of moves. A puzzle is sound if every
decision that any defence leads to has exactly one winning class. Its tree ends where the mover can empty its hand at
once or, if that leaves enough decisions, already where it can do so by plays that no enemy can beat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from paili.puzzles.ending import Class, Ending, EndingGame, move_text
from service.core import engine
from service.rules.combos import Combo

MOST_PUZZLE_CARDS = 24
LEAST_DECISIONS = 3
"""Minimum number of decisions with at least `LEAST_CLASSES` classes of moves against the longest defence."""

LEAST_CLASSES = 3
STATE_NODES = 400_000
"""Maximum states of the solver for one decision."""

MOST_STATES = 5_000
"""Maximum states of a puzzle's tree."""


class UnsoundError(Exception):
    """An ending that is no puzzle; the message is one of `FAULTS`."""


FAULTS = {
    "large": "more cards than a puzzle has",
    "lost": "the side to move does not win",
    "several": "a decision has several winning classes of moves",
    "unproven": "the bounds ended the search",
    "short": "too few decisions",
    "sure": "the hand can be played out without an answer",
    "greedy": "the greedy play or the first combo of the split wins",
}


class Decision(NamedTuple):
    """A state in which the winner has to find its move."""

    state: Ending
    winning: tuple[Combo | None, ...]
    """The moves of the only winning class."""
    losing: tuple[Combo | None, ...]
    """A move of each other class."""


class PuzzleLine(NamedTuple):
    """The longest defence: the moves to the end of the tree, and the decisions on the way."""

    moves: tuple[Combo | None, ...]
    decisions: tuple[Decision, ...]
    last: Ending
    """The last state: the winner goes out, or plays out its hand without an answer."""


DefenceNode: TypeAlias = list[Any]
"""The forced moves as one text, then the winning moves, each with the next node; no moves at the end of the tree."""


class PuzzleTree:
    """The tree of a puzzle: the winner's only class of moves, and every defence.

    `length` of a state is (decisions with at least `LEAST_CLASSES` classes, moves) against the longest defence.
    *to_last*: the tree continues to the last play; otherwise it ends where the mover can play out its hand unanswered.
    """

    def __init__(self, game: EndingGame, side: int, *, to_last: bool = False, most_states: int = MOST_STATES) -> None:
        self.game, self.side, self.to_last, self.most_states = game, side, to_last, most_states
        self.lengths: dict[Ending, tuple[int, int]] = {}
        self.sure: dict[tuple[Ending, tuple[int, ...]], bool] = {}

    def may_play_out(self, state: Ending) -> bool:
        """Return whether the mover can empty its hand by plays that no enemy can beat, except the last one."""
        enemies = tuple(self.game.enemies(state))
        key = state._replace(hands=(state.hand,)), enemies
        if key not in self.sure:
            self.sure[key] = any(self.has_kept_on(state, combo, enemies) for combo in self.game.legal(state) if combo)
        return self.sure[key]

    def has_kept_on(self, state: Ending, combo: Combo, enemies: Sequence[int]) -> bool:
        """Return whether a play empties the hand, or cannot be beaten and leaves a hand that can be played out."""
        if combo.cards == state.hand:
            return True
        if self.game.is_answered(combo, enemies):
            return False
        left = [hand - combo.cards * (seat == state.mover) for seat, hand in enumerate(state.hands)]
        return self.may_play_out(Ending(tuple(left), state.mover, None, state.mover))

    def is_over(self, state: Ending) -> bool:
        """Return whether the tree ends: the winner goes out, or can play out its hand unanswered."""
        if self.game.sides[state.mover] != self.side:
            return False
        if self.to_last:
            return any(move is not None and move.cards == state.hand for move in self.game.legal(state))
        return self.may_play_out(state)

    def decision(self, state: Ending) -> Decision:
        """Return a state of the winner with its winning class. Raises UnsoundError unless there is exactly one."""
        game, moves, gaps = self.game, self.game.legal(state), self.game.gaps(state)
        classes: dict[Class, Combo | None] = {}
        for move in moves:
            classes.setdefault(game.class_of(move, gaps), move)
        if len(classes) == 1:
            return Decision(state, tuple(moves), ())
        answer = game.solve(state, STATE_NODES)
        if not answer.exact:
            raise UnsoundError("unproven")
        wins = {game.class_of(move.combo, gaps) for move in answer.plays}
        if len(wins) != 1:
            raise UnsoundError("several" if wins else "lost")
        winning = tuple([move for move in moves if game.class_of(move, gaps) in wins])
        return Decision(state, winning, tuple([move for of, move in classes.items() if of not in wins]))

    def length(self, state: Ending) -> tuple[int, int]:
        """Return the length of a state. Raises UnsoundError at a decision without exactly one winning class."""
        if state in self.lengths:
            return self.lengths[state]
        if len(self.lengths) >= self.most_states:
            raise UnsoundError("unproven")
        if self.is_over(state):
            result = 0, 0
        elif self.game.sides[state.mover] == self.side:
            decision = self.decision(state)
            hard = len(decision.losing) + 1 >= LEAST_CLASSES
            decisions, moves = max([self.length(state.after(move)) for move in decision.winning])
            result = decisions + hard, moves + 1
        else:
            after = [(move, state.after(move)) for move in self.game.legal(state)]
            if any(move is not None and not rest.hands[state.mover] for move, rest in after):
                raise UnsoundError("lost")
            decisions, moves = max([self.length(rest) for _, rest in after])
            result = decisions, moves + 1
        self.lengths[state] = result
        return result

    def longest(self, state: Ending) -> Combo | None:
        """Return the defender's move with the longest tree after it; the first of equal ones."""
        return self.farthest(state, self.game.legal(state))

    def farthest(self, state: Ending, moves: Sequence[Combo | None]) -> Combo | None:
        """Return the move with the most moves left after it; the first of equal ones."""
        return max(moves, key=lambda move: self.length(state.after(move)))

    def defence(self, state: Ending) -> DefenceNode:
        """Return the longest defence against every winning move, as the tree for a page."""
        moves: list[str] = []
        while not self.is_over(state):
            own, legal = self.game.sides[state.mover] == self.side, self.game.legal(state)
            if own and len(legal) > 1:
                winning = self.decision(state).winning
                return [" ".join(moves), {move_text(move): self.defence(state.after(move)) for move in winning}]
            move = legal[0] if own else self.longest(state)
            moves.append(move_text(move))
            state = state.after(move)
        return [" ".join(moves)]

    def line(self, state: Ending) -> PuzzleLine:
        """Return the first winning moves against the longest defence."""
        moves: list[Combo | None] = []
        decisions = []
        while not self.is_over(state):
            if self.game.sides[state.mover] == self.side:
                decision = self.decision(state)
                move = self.farthest(state, decision.winning)
                if decision.losing:
                    decisions.append(decision)
            else:
                move = self.longest(state)
            moves.append(move)
            state = state.after(move)
        return PuzzleLine(tuple(moves), tuple(decisions), state)


def greedy_move(game: EndingGame, state: Ending) -> Combo | None:
    """Return the greedy move: of leads the largest, of answers the weakest; of equal ones the first."""
    plays = [move for move in game.legal(state) if move is not None]
    if not plays:
        return None
    if state.to_beat is None:
        return min(plays, key=lambda combo: (combo.tier, -combo.size, combo.key))
    return min(plays, key=lambda combo: (combo.tier, combo.key))


def split_move(game: EndingGame, state: Ending) -> Combo | None:
    """Return the first combo of the best split on a lead; else the play that leaves the best split, or the pass."""
    if state.to_beat is None:
        return engine.split(game.rules, state.hand).combos[0]
    hints = engine.hints(game.rules, state.hand, state.to_beat)
    return hints[0].combo if len(hints) else None


def is_won_by(game: EndingGame, state: Ending, move: Combo | None) -> bool:
    """Return whether a move wins.

    Raises UnsoundError if the bounds do not decide it.
    """
    after = state.after(move)
    if not after.hands[state.mover]:
        return True
    verdict = game.solve(after, STATE_NODES, verdict_only=True)
    if not verdict.exact:
        raise UnsoundError("unproven")
    return verdict.winner == game.sides[state.mover]


def check_puzzle(game: EndingGame, state: Ending) -> PuzzleTree:
    """Return the tree of a puzzle.

    Raises UnsoundError for an ending that is none: more than one way to win, or not worth solving.
    """
    if state.size > MOST_PUZZLE_CARDS:
        raise UnsoundError("large")
    side = game.sides[state.mover]
    for move in dict.fromkeys((greedy_move(game, state), split_move(game, state))):
        if is_won_by(game, state, move):
            raise UnsoundError("greedy")
    tree = PuzzleTree(game, side)
    if tree.may_play_out(state):
        raise UnsoundError("sure")
    verdict = game.solve(state, STATE_NODES, verdict_only=True)
    if not verdict.exact or verdict.winner != side:
        raise UnsoundError("lost" if verdict.exact else "unproven")
    if tree.length(state)[0] >= LEAST_DECISIONS:
        return tree
    tree = PuzzleTree(game, side, to_last=True)
    if tree.length(state)[0] < LEAST_DECISIONS:
        raise UnsoundError("short")
    return tree


def refutation(game: EndingGame, state: Ending, move: Combo | None, nodes: int = STATE_NODES) -> list[Combo | None]:
    """Return a line that refutes a losing move of the winner, from the answer to the end.

    Raises UnsoundError if the move does not lose, or the bounds do not decide it.
    """
    after = state.after(move)
    answer = game.solve(after, nodes)
    if not answer.exact or answer.winner == game.sides[state.mover]:
        raise UnsoundError("several" if answer.exact else "unproven")
    return [step.combo for step in answer.line]
