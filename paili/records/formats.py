"""The registry of record formats, with detection by content.

To add a format: a module with its reader, its row in `FORMATS`, a sample in `tests/data/records`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BufferedReader
from typing import NamedTuple

from paili.records.botzone_guandan import read_guandan
from paili.records.botzone_landlord import read_landlord
from paili.records.botzone_match import read_match
from paili.records.chinese_text import read_chinese
from paili.records.contest_lines import read_contest
from paili.records.douzero import read_deals
from paili.records.douzero_log import read_log
from paili.records.hall_replay import read_hall
from paili.records.own_json import read_bodies, write_bodies
from paili.records.rlcard_showdown import read_replays
from paili.records.rlcard_traces import read_traces
from paili.records.sources import OnError, text_lines
from service.records.ddz import Record, read_records, write_records

PEEKED = 1 << 16
"""Bytes read to detect a format."""


class RecordFormat(NamedTuple):
    """A format of records."""

    id: str
    about: str
    """Program that writes the format."""
    read: Callable[[BufferedReader, OnError], Iterator[Record]]
    head: re.Pattern[bytes]
    """Pattern near the beginning of its files."""
    suffixes: tuple[str, ...] = ()
    write: Callable[[Iterable[Record], Callable[[str], object]], object] | None = None
    """Writer; None: the format is read-only."""


def read_ddz(source: BufferedReader, on_error: OnError) -> Iterator[Record]:
    """Yield each game of a file of records."""
    return read_records(text_lines(source), on_error)


def pattern(text: str) -> re.Pattern[bytes]:
    """Return a pattern of bytes."""
    return re.compile(text.encode(), re.DOTALL | re.MULTILINE)


FORMATS: Mapping[str, RecordFormat] = {
    form.id: form
    for form in (
        RecordFormat(
            "ddz", "Paili", read_ddz, pattern(r'\A(?:\s*%[^\n]*\n)*\s*\[[A-Z][\w.]*[ \t]+"'), (".ddz",), write_records
        ),
        RecordFormat(
            "botzone-guandan", "Botzone GuanDan", read_guandan, pattern(r'\A\s*[\[{].*"(?:deliver|stage)"\s*:')
        ),
        RecordFormat(
            "botzone-match", "Botzone FightTheLandlord2", read_match, pattern(r'\A\s*[\[{].*allocation\\?"\s*:')
        ),
        RecordFormat(
            "botzone-landlord", "Botzone FightTheLandlord2", read_landlord, pattern(r'\A\s*[\[{].*"requests".*"own"')
        ),
        RecordFormat(
            "douzero", "DouZero", read_deals,
            re.compile(rb'\A(?:\x80|\s*[\[{].*"three_landlord_cards")', re.DOTALL), (".pkl",),
        ),
        RecordFormat(
            "douzero-log", "DouZero", read_log, pattern(r"^(?:three_landlord_cards[ \t]|landlord(?:_down|_up)?手牌)")
        ),
        RecordFormat(
            "rlcard-showdown", "RLCard Showdown", read_replays, pattern(r'\A\s*[\[{].*"initHands"\s*:')
        ),
        RecordFormat("rlcard", "RLCard", read_traces, pattern(r'\A\s*[\[{].*"trace"\s*:')),
        RecordFormat("hall", "a hall's client", read_hall, pattern(r'\A\s*[\[{].*"dz_on')),
        RecordFormat(
            "json", "Paili's API", read_bodies,
            pattern(r'\A\s*(?:\[\s*)?\{\s*"(?:variant|options|deal|auction|match|tribute|history|notation|lang)"'),
            (".json", ".jsonl"), write_bodies,
        ),
        RecordFormat(
            "contest", "the computer-games contest", read_contest,
            pattern(r"^[<>]?\s*(?:DOUDIZHUVER|INFO|DEAL|BID|LEFTOVER|PLAY)\b"),
        ),
        RecordFormat("chinese", "plain Chinese text", read_chinese, pattern("地主|底牌|农民|上家|下家")),
    )
}  # fmt: skip
"""Formats by id, in the order in which they are tried. ◄ a new format goes here."""

WRITTEN = [form.id for form in FORMATS.values() if form.write]
"""Formats with a writer."""


def detect(head: bytes) -> RecordFormat | None:
    """Return the format of a file by its beginning; None if unknown."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    return next((form for form in FORMATS.values() if form.head.search(head)), None)


def by_suffix(name: str) -> RecordFormat | None:
    """Return the format of a file name's suffix; None if unknown."""
    return next((form for form in FORMATS.values() if name.lower().endswith(form.suffixes or "\0")), None)
