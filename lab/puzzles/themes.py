"""Themes of puzzles: ideas of a solution, each with a checker of the moves against the longest defence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from paili.puzzles.check import PuzzleTree
from paili.puzzles.ending import Ending, EndingGame
from service.core import engine
from service.rules import cards as c
from service.rules.combos import ORDINARY, Combo


class SolutionStep(NamedTuple):
    """A state of the line, the move made, and at a decision a move of each losing class."""

    state: Ending
    move: Combo | None
    losing: tuple[Combo | None, ...] = ()


class SolvedPuzzle(NamedTuple):
    """The line of a puzzle, step by step."""

    game: EndingGame
    side: int
    steps: tuple[SolutionStep, ...]
    last: Ending

    def decisions(self) -> list[tuple[int, SolutionStep]]:
        """Return the winner's decisions with their places."""
        return [(at, step) for at, step in enumerate(self.steps) if step.losing]

    def next_play(self, at: int, *, own: bool) -> tuple[int, SolutionStep] | None:
        """Return the next play at or after an index, of the winner's side or of the other side."""
        for place in range(at + 1, len(self.steps)):
            step = self.steps[place]
            if step.move is not None:
                return (place, step) if (self.game.sides[step.state.mover] == self.side) == own else None
        return None


def solved_puzzle(tree: PuzzleTree, state: Ending) -> SolvedPuzzle:
    """Return the line of a puzzle against the longest defence, step by step."""
    line = tree.line(state)
    losing = {decision.state: decision.losing for decision in line.decisions}
    steps = []
    for move in line.moves:
        steps.append(SolutionStep(state, move, losing.get(state, ())))
        state = state.after(move)
    return SolvedPuzzle(tree.game, tree.side, tuple(steps), state)


def is_pair(hand: int) -> bool:
    return c.counts(hand).count(2) == 1 and c.size(hand) == 2


def is_lower(combo: Combo | None, other: Combo) -> bool:
    return combo is not None and combo.shape == other.shape and combo.length == other.length and combo.key < other.key


# ---- the checkers -----------------------------------------------------------------------------------------------


def must_pass(puzzle: SolvedPuzzle) -> bool:
    """Return whether passing is the only way to win although a play is legal."""
    return any(step.move is None for _, step in puzzle.decisions())


def tear_bomb(puzzle: SolvedPuzzle) -> bool:
    """Return whether a winning play takes one to three cards of a bomb."""
    return any(
        c.count(step.state.hand, rank) == 4 and 0 < c.count(step.move.cards, rank) < 4
        for _, step in puzzle.decisions()
        if step.move is not None
        for rank in range(len(c.RANKS))
    )


def split_rocket(puzzle: SolvedPuzzle) -> bool:
    """Return whether a winning play takes one of both jokers."""
    jokers = [c.RANKS.index(joker) for joker in "XD"]
    return any(
        all(c.count(step.state.hand, joker) == 1 for joker in jokers)
        and sum(c.count(step.move.cards, joker) for joker in jokers) == 1
        for _, step in puzzle.decisions()
        if step.move is not None
    )


def force_bomb(puzzle: SolvedPuzzle) -> bool:
    """Return whether a play that only bombs beat is answered with a bomb."""
    for at, step in puzzle.decisions():
        if step.move is None or step.move.tier > ORDINARY:
            continue
        enemies = puzzle.game.enemies(step.state)
        answers = [combo for hand in enemies for combo in engine.legal(puzzle.game.rules, hand, step.move)]
        reply = puzzle.next_play(at, own=False)
        if (
            answers
            and all(combo.tier > ORDINARY for combo in answers)
            and reply
            and reply[1].state.to_beat == step.move
        ):
            return True
    return False


def spend_big(puzzle: SolvedPuzzle) -> bool:
    """Return whether the highest play of a shape must be made because a lower legal one loses."""
    for _, step in puzzle.decisions():
        move = step.move
        if move is None or move.tier > ORDINARY:
            continue
        higher = [combo for combo in puzzle.game.legal(step.state) if combo is not None and is_lower(move, combo)]
        if not higher and any(is_lower(losing, move) for losing in step.losing):
            return True
    return False


def keep_reentry(puzzle: SolvedPuzzle) -> bool:
    """Return whether the winner keeps cards that would win the trick now, and wins a later trick with them."""
    for at, step in puzzle.decisions():
        enemies = puzzle.game.enemies(step.state)
        kept = [
            combo.cards
            for combo in step.losing
            if combo is not None and not puzzle.game.is_answered(combo, enemies)
            if step.move is None or not c.holds(step.move.cards, combo.cards)
        ]
        later = [
            after.move.cards
            for after in puzzle.steps[at + 1 :]
            if after.move is not None and after.state.to_beat is not None and after.state.mover == step.state.mover
        ]
        last = puzzle.last
        if last.mover == step.state.mover and last.to_beat is not None:
            later += [combo.cards for combo in puzzle.game.legal(last) if combo is not None]
        if any(cards in kept for cards in later):
            return True
    return False


def block_single(puzzle: SolvedPuzzle) -> bool:
    """Return whether a solo must be higher than the last card of an enemy."""
    for _, step in puzzle.decisions():
        if step.move is None:
            continue
        for hand in puzzle.game.enemies(step.state):
            if c.size(hand) == 1 and not puzzle.game.is_answered(step.move, [hand]):
                lower = [combo for combo in step.losing if is_lower(combo, step.move)]
                if any(combo is not None and puzzle.game.is_answered(combo, [hand]) for combo in lower):
                    return True
    return False


def avoid_pairs(puzzle: SolvedPuzzle) -> bool:
    """Return whether an enemy's last two cards are a pair, and leading a lower pair loses."""
    for _, step in puzzle.decisions():
        pairs = [hand for hand in puzzle.game.enemies(step.state) if is_pair(hand)]
        led = [combo for combo in step.losing if combo is not None and is_pair(combo.cards)]
        own = step.move is not None and is_pair(step.move.cards)
        if step.state.to_beat is None and not own and any(puzzle.game.is_answered(combo, pairs) for combo in led):
            return True
    return False


def feed_ally(puzzle: SolvedPuzzle) -> bool:
    """Return whether a lead lets the partner take over, who then goes out."""
    own = [step.state.mover for step in puzzle.steps if puzzle.game.sides[step.state.mover] == puzzle.side]
    for at, step in puzzle.decisions():
        reply = puzzle.next_play(at, own=True)
        if step.state.to_beat is None and reply is not None:
            partner = reply[1].state.mover
            if partner != step.state.mover and reply[1].state.to_beat == step.move and own[-1] == partner:
                return True
    return False


def change_kicker(puzzle: SolvedPuzzle) -> bool:
    """Return whether the same body with other kickers loses."""
    return any(
        combo is not None
        and (combo.shape, combo.rank, combo.length) == (step.move.shape, step.move.rank, step.move.length)
        for _, step in puzzle.decisions()
        if step.move is not None
        for combo in step.losing
    )


def runs_of(game: EndingGame, hand: int) -> list[Combo]:
    """Return the runs without kickers in a hand."""
    return [combo for combo in engine.legal(game.rules, hand) if combo.length > 1 and combo.body == combo.plays_as]


def break_run(puzzle: SolvedPuzzle) -> bool:
    """Return whether a play that is no run takes cards from every run of the hand, or from a run of its best split."""
    for _, step in puzzle.decisions():
        if step.move is None or step.move.length > 1:
            continue
        rest = step.state.hand - step.move.cards
        best = engine.split(puzzle.game.rules, step.state.hand).combos
        torn = [combo for combo in best if combo.length > 1 and not c.holds(rest, combo.cards)]
        if torn or (runs_of(puzzle.game, step.state.hand) and not runs_of(puzzle.game, rest)):
            return True
    return False


def small_bait(puzzle: SolvedPuzzle) -> bool:
    """Return whether the lowest lead of a shape wins, is beaten by an enemy and retaken, while a higher one loses."""
    for at, step in puzzle.decisions():
        move, reply = step.move, puzzle.next_play(at, own=False)
        if move is None or step.state.to_beat is not None or reply is None or reply[1].state.to_beat != move:
            continue
        answer = reply[1].move
        back = puzzle.next_play(reply[0], own=True)
        lower = [combo for combo in puzzle.game.legal(step.state) if is_lower(combo, move)]
        higher = [combo for combo in step.losing if combo is not None and is_lower(move, combo)]
        taken_back = back is not None and back[1].state.to_beat == answer
        if not lower and higher and answer is not None and answer.tier == ORDINARY and taken_back:
            return True
    return False


THEMES: Mapping[str, Callable[[SolvedPuzzle], bool]] = MappingProxyType(
    {
        "must_pass": must_pass,
        "tear_bomb": tear_bomb,
        "split_rocket": split_rocket,
        "force_bomb": force_bomb,
        "spend_big": spend_big,
        "keep_reentry": keep_reentry,
        "block_single": block_single,
        "avoid_pairs": avoid_pairs,
        "feed_ally": feed_ally,
        "change_kicker": change_kicker,
        "break_run": break_run,
        "small_bait": small_bait,
    }
)
"""Checkers of the themes. ◄ a new theme goes here, with its name in `practice.THEME_NAMES`."""


def themes_of(puzzle: SolvedPuzzle) -> tuple[str, ...]:
    """Return the themes of a solution."""
    return tuple([name for name, has_theme in THEMES.items() if has_theme(puzzle)])
