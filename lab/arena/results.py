"""Result files: JSON lines, first the match and the versions, then a line for each deck in order.

    {"match": {"a": "club", "b": "novice", "rules": "standard", "seed": 1}, "versions": {"club": "…", "novice": "…"}}
    {"seed": 1000003, "led": [1, 0, 2], "followed": [0, 2, -8]}

`led` is the game in which A leads first (the landlord), `followed` the other: whether A's side won, bombs played, and
the points of A's side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from lab.arena.errors import ArenaError


class GameResult(NamedTuple):
    """The result of one game, from A's side."""

    won: bool
    bombs: int
    points: int
    """Payment of A's side, summed over its seats (`service.rules.payment`)."""


class Deck(NamedTuple):
    """A deck played from both sides."""

    seed: int
    led: GameResult
    followed: GameResult

    @property
    def share(self) -> float:
        """A's share of the two games."""
        return (self.led.won + self.followed.won) / 2

    @property
    def points(self) -> float:
        """A's average points."""
        return (self.led.points + self.followed.points) / 2


def deck_line(deck: Deck) -> str:
    """Return a deck as a line."""
    games = {
        name: [int(won), bombs, points]
        for name, (won, bombs, points) in (("led", deck.led), ("followed", deck.followed))
    }
    return json.dumps({"seed": deck.seed} | games) + "\n"


GAME = r"\[([01]), (\d\d?), (-?\d{1,9})\]"
DECK = re.compile(rf'{{"seed": (\d+), "led": {GAME}, "followed": {GAME}}}\n')


def read_deck(line: str) -> Deck:
    """Return the deck of a line.

    Raises ArenaError for any other line.
    """
    fields = DECK.fullmatch(line)
    if not fields:
        raise ArenaError(f"no line of a deck: {line.rstrip()[:80]!r}")
    seed, *numbers = map(int, fields.groups())
    led, followed = numbers[:3], numbers[3:]
    return Deck(seed, GameResult(bool(led[0]), *led[1:]), GameResult(bool(followed[0]), *followed[1:]))


class Results:
    """The decks of a match played so far, in a file if *path* is given; a match continues where its file ends."""

    def __init__(self, path: Path | None, head: Mapping[str, Any]) -> None:
        """Open the file, or create it.

        Raises ArenaError if it belongs to another match or other versions, or is no result file.
        """
        self.decks: list[Deck] = []
        self.file: IO[str] | None = None
        if path is None:
            return
        kept = read_lines(path)
        if kept:
            refuse_other(path, read_head(path, kept[0]), head)
            self.decks = read_decks(path, kept[1:])
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w", encoding="utf-8")  # an incomplete line is dropped
        self.file.writelines(kept or [json.dumps(head) + "\n"])
        self.file.flush()

    def add(self, deck: Deck) -> None:
        """Append a deck."""
        self.decks.append(deck)
        if self.file:
            self.file.write(deck_line(deck))
            self.file.flush()

    def __enter__(self) -> Results:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.file:
            self.file.close()


def read_lines(path: Path) -> list[str]:
    """Return the complete lines of a file, none if there is no file.

    Raises ArenaError for a non-empty file without complete lines, which would be overwritten.
    """
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if text and not whole:
        raise ArenaError(f"{path} is no file of results: it has no whole line")
    return whole.splitlines(keepends=True)


def read_head(path: Path, line: str) -> Any:
    """Return the content of the first line of a file.

    Raises ArenaError if it is not valid JSON.
    """
    try:
        return json.loads(line)
    except ValueError as error:
        raise ArenaError(f"{path}, line 1: no head of a match: {error}") from error


def read_decks(path: Path, lines: Iterable[str]) -> list[Deck]:
    """Return the decks of a file from its second line on.

    Raises ArenaError with the number of a damaged line.
    """
    decks = []
    for number, line in enumerate(lines, 2):
        try:
            decks.append(read_deck(line))
        except ArenaError as error:
            raise ArenaError(f"{path}, line {number}: {error}") from error
    return decks


def refuse_other(path: Path, file_head: Any, head: Mapping[str, Any]) -> None:
    """Raise ArenaError unless a file's head is that of this match."""
    for part in ("match", "versions"):
        if not isinstance(file_head, dict) or file_head.get(part) != head[part]:
            old = file_head.get(part) if isinstance(file_head, dict) else file_head
            raise ArenaError(f"{path} holds another match: its {part} {old}, not {head[part]}")
