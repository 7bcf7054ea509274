"""The games to review: from files and folders, checked by the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from paili.records.convert import Judge, UnusableError, check_record, open_records
from service.records.body import body_of_record
from service.records.ddz import Place, Record, RecordError
from service.records.formats import FORMATS
from service.rules.errors import Bilingual

PLAYER_TAG = "Player."

NO_GAME = Bilingual("there is no game in this file", "这个文件里没有牌局")


class ReviewJob(NamedTuple):
    """A game to review."""

    file: str
    number: int
    """Number of the game in its file, from 1; faulty games count."""
    body: Mapping[str, Any]
    players: Mapping[str, str]
    """Names by seat."""
    result: str
    """Winner and points; "" if the game is not over."""
    places: Mapping[str, str] = {}
    """Seats by place in the auction; empty without one."""
    place_of: Callable[[str], Place] = lambda _: Place(1)
    """Converts a pointer of the body to a location in the file."""


def files_of(names: Iterable[str]) -> Iterator[str]:
    """Yield files: the named ones, and those in folders with the suffix of a format, sorted by name."""
    suffixes = tuple(suffix for form in FORMATS.values() for suffix in form.suffixes)
    for name in names:
        path = Path(name)
        if path.is_dir():
            yield from sorted(str(file) for file in path.rglob("*") if file.name.lower().endswith(suffixes))
        else:
            yield name


def seats_by_place(state: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the seats by their place in the auction; empty without one."""
    seats: Mapping[str, str] = (state.get("auction") or {}).get("seats") or {}
    return seats


def players_by_seat(record: Record, state: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the players by seat; a tag names a seat or a place of the auction."""
    seats = seats_by_place(state)
    named = {tag.removeprefix(PLAYER_TAG): name for tag, name in record.tags.items() if tag.startswith(PLAYER_TAG)}
    return {str(seats.get(key, key)): name for key, name in named.items()}


def jobs_of(
    names: Iterable[str], judge: Judge, on_error: Callable[[str, RecordError], None], lang: str
) -> Iterator[ReviewJob]:
    """Yield the games of files; faulty games are reported and skipped.

    Raises UnusableError for an unreadable file or an unknown format.
    """
    for name in files_of(names):
        yield from jobs_of_file(name, judge, on_error, lang)


def jobs_of_file(
    name: str, judge: Judge, on_error: Callable[[str, RecordError], None], lang: str
) -> Iterator[ReviewJob]:
    """Yield the games of one file."""
    number, states = 0, list[Mapping[str, Any]]()

    def count_error(error: RecordError) -> None:
        nonlocal number
        number += 1
        on_error(name, error)

    def judged(body: Mapping[str, Any]) -> Mapping[str, Any]:
        states[:] = [judge(body)]
        return states[0]

    with ExitStack() as files:
        for record in open_records(name, None, count_error, files, lang):
            try:
                whole = check_record(record, judged)
            except RecordError as error:
                count_error(error)
                continue
            number += 1
            players = players_by_seat(whole, states[0])
            result, places = whole.tags.get("Result", ""), seats_by_place(states[0])
            yield ReviewJob(name, number, body_of_record(whole), players, result, places, whole.place_of)
        if not number:
            count_error(RecordError("field_missing", NO_GAME, "", Place(1)))


__all__ = ["ReviewJob", "UnusableError", "files_of", "jobs_of"]
