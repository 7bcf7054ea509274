"""The command `paili convert`: games from one format to another, one at a time, each checked by the referee."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from io import BufferedReader, FileIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from paili import words as w
from paili.client import Client, Problem
from paili.records.plain_pickle import read_pickle
from service.records.body import body_of_record, text_of
from service.records.ddz import Record, RecordError
from service.records.formats import FORMATS, PEEKED, WRITTEN, RecordFormat, by_suffix, detect
from service.records.sources import OnError
from service.rules.errors import Bilingual, RuleError

STANDARD_STREAM = "-"

TOO_LARGE = 413
"""HTTP status of a body above the limit of the referee."""

PICKLE = b"\x80"
"""First byte of a pickle."""

Judge = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""The referee: the answer of `/v1/game` to a body."""


class UnusableError(Exception):
    """An unusable file or format; the text is for the user."""


def result_text(result: Mapping[str, Any]) -> str:
    """Return the tag of a result: the winner, then the points of the seats in the order of play."""
    points = result["points"] or {}
    return " ".join(map(str, [result["winner"], *points.values()]))


def check_record(record: Record, judge: Judge) -> Record:
    """Return a record accepted by the referee, with its result and without derivable seats.

    Raises RecordError with line, ply and field for an impossible game.
    """
    try:
        state = judge(body_of_record(record))
    except Problem as problem:
        if not problem.errors and problem.status != TOO_LARGE:
            raise
        first = problem.errors[0] if problem.errors else {"code": "field_invalid", "pointer": "", **problem.document}
        message = Bilingual(first["detail"], first["detail"])
        raise record.locate(RuleError(first["code"], message, first["pointer"])) from None
    named = record.tags.get("Result", "").split()
    result = state["result"]
    if named and (not state["ended"] or str(result["winner"]) != named[0]):
        place = record.place_of(f"/history/{max(len(record.plays) - 1, 0)}")
        message = Bilingual(
            f"the result is {record.tags['Result']}, but the plays end "
            + ("otherwise" if state["ended"] else "before it"),
            f"结果写的是 `{record.tags['Result']}`，出牌记录却" + ("是另一种结果" if state["ended"] else "没有打完"),
        )
        raise RecordError("history_inconsistent", message, "/history", place)
    if state["ended"] and result["winner"] is not None and not named:
        record.tags["Result"] = result_text(result)
    record.plays = [play.rpartition(":")[2] for play in record.plays]
    return record


def checked_records(records: Iterator[Record], judge: Judge | None, on_error: OnError) -> Iterator[Record]:
    """Yield the records accepted by the referee, or all without a referee; errors are reported."""
    for record in records:
        try:
            yield record if judge is None else check_record(record, judge)
        except RecordError as error:
            on_error(error)


def text_lines(source: BufferedReader) -> Iterator[str]:
    """Yield the lines of a stream in UTF-8 or GBK; damaged bytes become replacement marks, which no format uses."""
    for number, line in enumerate(source):
        yield text_of(line if number else line.removeprefix(BOM_UTF8))


def read_stream(source: BufferedReader, form: RecordFormat | None, on_error: OnError) -> Iterator[Record] | None:
    """Return the games of a stream in a format, or in that of its content; None for an unknown one."""
    head = source.peek(PEEKED)[:PEEKED]
    if head[:1] == PICKLE:
        return read_pickle(source, on_error)
    chosen = form or next(filter(None, [detect(head.decode(code, "ignore")) for code in ("utf-8", "gb18030")]), None)
    if chosen is None:
        return None
    return (record for record in chosen.read(text_lines(source), on_error) if not record.partial)


def open_records(
    name: str, form: RecordFormat | None, on_error: OnError, files: ExitStack, lang: str
) -> Iterator[Record]:
    """Return the games of a file; the format is *form*, or detected by content or suffix.

    Raises UnusableError for an unreadable file or an unknown format.
    """
    try:
        raw: Any = sys.stdin.buffer if name == STANDARD_STREAM else FileIO(name)
        source = files.enter_context(BufferedReader(raw, PEEKED))
        records = read_stream(source, form, on_error) or read_stream(source, by_suffix(name), on_error)
    except OSError as error:
        raise UnusableError(w.UNREAD.text(lang).format(name=name, why=error.strerror)) from None
    if records is None:
        known = w.enumeration(FORMATS, lang)
        raise UnusableError(w.NO_FORMAT.text(lang).format(name=name, formats=known))
    return records


def writer_of(name: str, form: RecordFormat | None, lang: str) -> RecordFormat:
    """Return the format of the output.

    Raises UnusableError for a read-only format, or if none is named.
    """
    chosen = form or by_suffix(name)
    if chosen is None or chosen.write is None:
        raise UnusableError(w.NO_WRITER.text(lang).format(name=name, formats=w.enumeration(WRITTEN, lang)))
    return chosen


SHOWN = 3
"""Errors with the same text that are printed for a file; further ones are counted."""


class Complaints:
    """Errors of the games of files, printed as they come."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.counts = Counter[tuple[str, str]]()

    def report(self, name: str, error: RecordError) -> None:
        """Print an error of the file *name* with its location, or count it if it is a frequent one."""
        place, message = error.place.text(), error.message
        text = message.zh if self.lang == "zh" else str(message)
        self.counts[name, text] += 1
        if self.counts[name, text] <= SHOWN:
            print(f"{name}: {place.zh}：{text}" if self.lang == "zh" else f"{name}: {place}: {text}", file=sys.stderr)

    def summarize(self) -> int:
        """Print the numbers of the errors that were only counted; return the number of all."""
        for (name, text), number in self.counts.items():
            if number > SHOWN:
                print(w.MORE_FAULTS.text(self.lang).format(name=name, more=number - SHOWN, text=text), file=sys.stderr)
        return self.counts.total()


def supply(record: Record, variant: str | None, options: Mapping[str, str]) -> Record:
    """Return a record with a game and options of the caller where it states none itself."""
    if variant:
        record.tags.setdefault("Variant", variant)
    stated = [item for item in record.tags.get("Options", "").split(",") if item]
    names = {item.partition("=")[0] for item in stated}
    stated += [f"{name}={value}" for name, value in options.items() if name not in names]
    if stated:
        record.tags["Options"] = ",".join(stated)
    return record


def convert_file(
    source: str,
    target: str,
    forms: tuple[str | None, str | None],
    client: Client,
    lang: str,
    *,
    check: bool,
    variant: str | None = None,
    options: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Convert a file; return the exit status: 0, or 2 if a game was skipped.

    *variant* and *options* supply what its records do not state.
    """
    given, wanted = (FORMATS[form] if form else None for form in forms)
    if source == target != STANDARD_STREAM or (
        Path(target).exists() and Path(source).exists() and Path(source).samefile(target)
    ):
        raise UnusableError(w.SAME_FILE.text(lang).format(name=source))
    writer = writer_of(target, wanted, lang)
    assert writer.write is not None
    complaints, number = Complaints(lang), 0

    def counted(records: Iterator[Record]) -> Iterator[Record]:
        nonlocal number
        for record in records:
            yield record
            number += 1

    on_error = partial(complaints.report, source)
    with ExitStack() as files:
        read = open_records(source, given, on_error, files, lang)
        records = (supply(record, variant, options) for record in read)
        judge = (lambda body: client.ask("game", None, body)) if check else None
        out = sys.stdout if target == STANDARD_STREAM else files.enter_context(Path(target).open("w", encoding="utf-8"))
        writer.write(counted(checked_records(records, judge, on_error)), out.write)
    faults = complaints.summarize()
    phrase = w.CONVERTED_SOME if faults else w.CONVERTED
    print(phrase.text(lang).format(games=number, faults=faults), file=sys.stderr)
    return 2 if faults or not number else 0
