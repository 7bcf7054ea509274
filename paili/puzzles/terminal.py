"""Puzzles in a terminal: show one, or solve it against the longest defence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from paili import words as w
from paili.play import BACK, COMMANDS, HELP, HINTS, PASS, has_cards, read_entry, typed_cards
from paili.screen import Screen
from paili.show import Json, Names, draw_labelled, play_drawn

if TYPE_CHECKING:
    from paili.puzzles.run import PuzzleRun

STARS = 3
NO_MOVE = "-"


def theme_names(themes: Iterable[str], names: Names) -> str:
    """Return the display names of themes; the id if no shipped puzzle has the theme."""
    shown = {theme["id"]: theme[names.lang] for theme in names.about["themes"]}
    return w.enumeration([shown.get(theme, theme) for theme in themes], names.lang) or w.NO_THEME.text(names.lang)


def draw_moves(screen: Screen, names: Names, moves: Iterable[tuple[Any, str]]) -> None:
    """Draw moves with their seats."""
    screen.table(
        [w.SEAT, w.CARDS], [(names.seat(seat), play_drawn(screen, cards.strip(NO_MOVE))) for seat, cards in moves]
    )


def draw_ending(screen: Screen, names: Names, run: PuzzleRun) -> None:
    """Draw the hands and the play to beat."""
    screen.table([w.SEAT, w.HAND], [(names.seat(seat), screen.cards(hand)) for seat, hand in run.hands().items()])
    if (last := run.to_beat()) is not None:
        screen.line(screen.text(w.TO_BEAT_PLAY, cards=last[0], seat=names.seat(last[1])))


def draw_puzzle(screen: Screen, names: Names, deal: Json) -> None:
    """Draw a dealt puzzle, with the solution if the answer has it."""
    puzzle = deal["puzzle"]
    themes = theme_names(puzzle["themes"], names)
    screen.title(screen.text(w.PUZZLE, number=puzzle["number"], grade=puzzle["rating"], themes=themes))
    screen.table([w.SEAT, w.HAND], [(names.seat(seat), screen.cards(hand)) for seat, hand in deal["hands"].items()])
    if puzzle["last"]:
        last = puzzle["last"]
        screen.line(screen.text(w.TO_BEAT_PLAY, cards=last["cards"], seat=names.seat(last["seat"])))
    screen.line(screen.text(w.TO_MOVE, seat=names.seat(puzzle["turn"]), decisions=puzzle["decisions"]))
    if puzzle["solution"]:
        draw_labelled(screen, w.SOLUTION)
        draw_moves(screen, names, [(move["seat"], move["cards"]) for move in puzzle["solution"]["moves"]])


class TerminalPuzzle:
    """A person solves a dealt puzzle."""

    def __init__(self, screen: Screen, names: Names, run: PuzzleRun) -> None:
        self.screen, self.names, self.run = screen, names, run
        self.stars, self.wrong, self.hints = STARS, 0, 0

    def solve(self) -> None:
        """Play until the puzzle is solved. Raises LeftError if the person leaves."""
        run, screen = self.run, self.screen
        screen.line(screen.text(w.PUZZLE_HELP))
        while not run.is_solved:
            if run.is_own and not run.is_forced:
                self.own_move()
            else:
                seat = self.names.seat(run.seat)
                move = run.make_only() if run.is_own else run.defend()
                screen.line(seat, play_drawn(screen, move.strip(NO_MOVE)))
        draw_ending(screen, self.names, run)
        screen.title(screen.text(w.SOLVED, stars=self.stars, wrong=self.wrong))

    def own_move(self) -> None:
        """Ask for a move until one is made or undone."""
        run, screen = self.run, self.screen
        if run.states[1:]:
            draw_ending(screen, self.names, run)
        while True:
            entry = read_entry(screen, f"{self.names.seat(run.seat)}> ")
            command = COMMANDS.get(entry.lower())
            if command == HINTS:
                self.hint()
            elif command == BACK:
                if run.take_back():
                    return
                screen.line(screen.text(w.NOTHING_TO_TAKE_BACK))
            elif command == HELP or not entry:
                screen.line(screen.text(w.PUZZLE_HELP))
            elif command != PASS and (command is not None or not has_cards(entry)):
                screen.line(screen.text(w.NO_CARDS))
            elif self.judge(NO_MOVE if command == PASS else typed_cards(entry)):
                return

    def judge(self, cards: str) -> bool:
        """Make a move, or show why it is illegal or does not win; return whether it was made."""
        screen = self.screen
        judged = self.run.judge(cards)
        if not judged.legal:
            screen.line(screen.text(w.NOT_LEGAL))
        elif judged.wins:
            self.hints = 0
            screen.line(screen.text(w.STILL_WON))
        else:
            self.wrong += 1
            screen.line(screen.text(w.REFUTED))
            draw_moves(screen, self.names, judged.refutation)
        return judged.wins

    def hint(self) -> None:
        """Show the next level of help for the move."""
        shape, ranks, cards = self.run.hint()
        texts = (
            self.screen.text(w.HINT_SHAPE, shape=self.names.shape(shape or None)),
            self.screen.text(w.HINT_RANKS, ranks=ranks or self.screen.text(w.PASS)),
            self.screen.text(w.HINT_PLAY, cards=self.screen.text(w.PASS) if cards == NO_MOVE else cards),
        )
        self.screen.line(texts[min(self.hints, len(texts) - 1)])
        if self.hints < len(texts):
            self.hints += 1
            self.stars = max(0, self.stars - 1)
