"""The registry of record formats, with detection by content.

To add a format: a module with its reader, or for JSON the converter of a game; its row in `FORMATS`; a sample in
`tests/data/records`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from service.records.botzone_guandan import guandan_record
from service.records.botzone_landlord import landlord_record
from service.records.botzone_match import match_record
from service.records.chinese_text import JSON_START, read_chinese
from service.records.contest_lines import read_contest
from service.records.ddz import Record, read_records, write_records
from service.records.douzero import deal_record
from service.records.douzero_log import read_log
from service.records.own_json import record_of_value, write_bodies
from service.records.rlcard_showdown import replay_record
from service.records.rlcard_traces import trace_record, trajectories
from service.records.sources import OnError, convert_each, json_values

PEEKED = 1 << 16
"""Maximum characters in which a format is detected."""


class RecordFormat(NamedTuple):
    """A format of records."""

    id: str
    about: str
    """Program that writes the format."""
    read: Callable[[Iterator[str], OnError], Iterator[Record]]
    """Reader of lines."""
    head: re.Pattern[str]
    """Pattern near the beginning of its files."""
    suffixes: tuple[str, ...] = ()
    write: Callable[[Iterable[Record], Callable[[str], object]], object] | None = None
    """Writer; None: the format is read-only."""


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.DOTALL | re.MULTILINE)


def json_format(
    form: str,
    about: str,
    convert: Callable[[Any], Record],
    head: re.Pattern[str],
    suffixes: tuple[str, ...] = (),
    write: Callable[[Iterable[Record], Callable[[str], object]], object] | None = None,
    values: Callable[[Iterator[str], OnError], Iterator[tuple[int, Any]]] = json_values,
) -> RecordFormat:
    """Return a format whose games are JSON values, each converted to a record."""

    def read(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
        return convert_each(values(lines, on_error), convert, form, on_error)

    return RecordFormat(form, about, read, head, suffixes, write)


FORMATS: Mapping[str, RecordFormat] = {
    form.id: form
    for form in (
        RecordFormat(
            "ddz", "Paili", read_records, pattern(r'\A(?:\s*%[^\n]*\n)*\s*\[[A-Z][\w.]*[ \t]+"'), (".ddz",),
            write_records,
        ),
        json_format(
            "botzone-guandan", "Botzone GuanDan", guandan_record, pattern(r'\A\s*[\[{].*"(?:deliver|stage)"\s*:')
        ),
        json_format(
            "botzone-match", "Botzone FightTheLandlord2", match_record, pattern(r'\A\s*[\[{].*allocation\\?"\s*:')
        ),
        json_format(
            "botzone-landlord", "Botzone FightTheLandlord2", landlord_record,
            pattern(r'\A\s*[\[{](?=.*"requests")(?=.*"own")'),
        ),
        json_format(
            "douzero", "DouZero", deal_record, pattern(r'\A\s*[\[{].*"three_landlord_cards"'), (".pkl",)
        ),
        RecordFormat(
            "douzero-log", "DouZero", read_log, pattern(r"^(?:three_landlord_cards[ \t]|landlord(?:_down|_up)?手牌)")
        ),
        json_format(
            "rlcard-showdown", "RLCard Showdown", replay_record, pattern(r"""\A\s*["\[{].*["']initHands["']\s*:""")
        ),
        json_format("rlcard", "RLCard", trace_record, pattern(r'\A\s*[\[{].*"trace"\s*:'), values=trajectories),
        json_format(
            "json", "Paili's API", record_of_value,
            pattern(r'\A\s*(?:\[\s*)?\{\s*"(?:variant|options|deal|auction|match|tribute|history|notation|lang)"'),
            (".json", ".jsonl"), write_bodies,
        ),
        RecordFormat(
            "contest", "the computer-games contest", read_contest,
            pattern(r"^[<>]?[ \t]*(?:DOUDIZHUVER|INFO|DEAL|BID|LEFTOVER|PLAY)\b"),
        ),
        RecordFormat(
            "chinese", "plain Chinese text", read_chinese,
            pattern(
                rf"\A(?!{JSON_START}).*?(?:地主|底牌|农民|農民|上家|下家|手牌|出牌|要不起|王炸|顺子|连对|[出打]对"
                r"|^[ \t]*landlord(?:_down|_up)?[ \t]*[:：])"
            ),
        ),
    )
}  # fmt: skip
"""Formats by id, in the order in which they are tried. ◄ a new format goes here."""

WRITTEN = [form.id for form in FORMATS.values() if form.write]
"""Formats with a writer."""


def detect(text: str) -> RecordFormat | None:
    """Return the format of a text by its beginning; None if unknown."""
    head = text[:PEEKED].removeprefix("\ufeff")
    return next((form for form in FORMATS.values() if form.head.search(head)), None)


def by_suffix(name: str) -> RecordFormat | None:
    """Return the format of a file name's suffix; None if unknown."""
    return next((form for form in FORMATS.values() if name.lower().endswith(form.suffixes or "\0")), None)
