"""Open hands in the core: proof of the winner and of the winning plays."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from service.core.bindings import (
    NO_SUITS,
    CompiledRules,
    check,
    cpu_bound,
    ffi,
    lib,
    pack_combo,
    read_combo,
    reserve,
)
from service.rules.cards import Suits
from service.rules.combos import Combo

LEAST_MEMORY: int = lib.OPEN_MEMORY_LEAST
"""Minimum memory of a search in bytes."""

MEMORY = 16 * 1024 * 1024
"""Default memory of a search in bytes."""

MOST_LINE = 512
"""Maximum moves of a line: every card played alone, and all seats passing after it."""


class OpenQuestion(NamedTuple):
    """All hands, in the order of play from seat 0; the first seat to go out wins for its side."""

    hands: tuple[int, ...]
    sides: tuple[int, ...]
    """Side of each seat, 0 or 1."""
    mover: int = 0
    to_beat: Combo | None = None
    """The play to beat; None: the mover leads."""
    owner: int = 0
    """Seat of the play to beat."""
    passes: int = 0
    """Number of passes since the play to beat."""
    suits: tuple[Suits, ...] = ()
    """The hands by suit, in games where these matter."""
    spare: tuple[int, ...] = ()
    """Cards that each seat may have left when it goes out; empty: none."""


class OpenMove(NamedTuple):
    """A move with open hands."""

    seat: int
    combo: Combo | None
    """None: the pass."""
    suits: Suits = NO_SUITS
    """Suits of the cards, if suits matter."""


class OpenAnswer(NamedTuple):
    """Result of a search; without a verdict unless *exact*."""

    exact: bool
    winner: int
    """The side that wins."""
    mover: int
    """The seat to move: the next seat if the first one cannot lead."""
    plays: tuple[OpenMove, ...]
    """Every winning move of the side to move; empty: it loses."""
    line: tuple[OpenMove, ...]
    """A line to the end, with the fewest plays of the winning side if *nodes* are enough to find it."""
    nodes: int


class OpenMemory:
    """Memory of a search, with arrays for its answer; at most `KEPT` of the default size are kept for later calls."""

    __slots__ = ("line", "memory", "plays", "size")

    KEPT: ClassVar[int] = 2
    idle: ClassVar[list[OpenMemory]] = []

    def __init__(self, size: int) -> None:
        self.size = size
        self.memory = reserve("char", size)
        self.plays = reserve("struct open_play", lib.MAX_MOVES)
        self.line = reserve("struct open_play", MOST_LINE)

    @classmethod
    def borrow(cls, size: int) -> OpenMemory:
        """Return exclusive memory until the `with` block ends."""
        if size != MEMORY:
            return cls(size)
        try:
            return cls.idle.pop()
        except IndexError:
            return cls(size)

    def __enter__(self) -> OpenMemory:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.size == MEMORY and len(self.idle) < self.KEPT:
            self.idle.append(self)


def read_moves(rules: CompiledRules, moves: Any, n: int) -> tuple[OpenMove, ...]:
    """Return the first *n* of an array of `struct open_play`."""
    result: list[OpenMove] = []
    for i in range(n):
        move = moves[i]
        suits = tuple([move.suits[suit] for suit in range(4)])
        combo = read_combo(rules.names, ffi.addressof(move.combo)) if move.combo.length else None
        result.append(OpenMove(move.seat, combo, suits if any(suits) else NO_SUITS))
    return tuple(result)


def solve_open(
    rules: CompiledRules,
    question: OpenQuestion,
    nodes: int,
    memory: int = MEMORY,
    *,
    plain_keys: bool = False,
    verdict_only: bool = False,
) -> OpenAnswer:
    """Return the winner with best play and the winning moves, within *nodes* states and *memory* bytes.

    *plain_keys*: do not merge equivalent states (slower, same answer). *verdict_only*: find one winning move and no
    line. Raises CoreError for impossible hands, CpuSpent at the thread's bound of CPU time.
    """
    c = ffi.new("struct open_question *")
    for seat, hand in enumerate(question.hands):
        c.hands[seat], c.side[seat] = hand, question.sides[seat]
        if question.suits:
            c.suits[seat] = question.suits[seat] or (0, 0, 0, 0)
    if question.to_beat is not None:
        pack_combo(rules, question.to_beat, c.to_beat)
    c.seats, c.mover, c.owner, c.passes = len(question.hands), question.mover, question.owner, question.passes
    c.spare[0 : len(question.spare)] = list(question.spare)
    c.plain_keys, c.verdict_only, c.cpu_until = plain_keys, verdict_only, cpu_bound.until
    out = ffi.new("struct open_answer *")
    with OpenMemory.borrow(memory) as m:
        check(
            lib.open_hands_search_run(
                rules.c, c, m.memory, memory, nodes, out, m.plays, lib.MAX_MOVES, m.line, MOST_LINE
            )
        )
        plays, line = read_moves(rules, m.plays, out.n_plays), read_moves(rules, m.line, out.n_line)
    return OpenAnswer(bool(out.exact), out.winner, out.mover, plays, line, out.nodes)
