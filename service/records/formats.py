"""The registry of record formats, with detection by content.

To add a format: a module with its reader, its row in `FORMATS`, a sample in `tests/data/records`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from service.records.botzone_guandan import read_guandan
from service.records.botzone_landlord import read_landlord
from service.records.botzone_match import read_match
from service.records.chinese_text import read_chinese
from service.records.contest_lines import read_contest
from service.records.ddz import Record, read_records, write_records
from service.records.douzero import read_deals
from service.records.douzero_log import read_log
from service.records.hall_replay import read_hall
from service.records.own_json import read_bodies, write_bodies
from service.records.rlcard_showdown import read_replays
from service.records.rlcard_traces import read_traces
from service.records.sources import OnError

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


FORMATS: Mapping[str, RecordFormat] = {
    form.id: form
    for form in (
        RecordFormat(
            "ddz", "Paili", read_records, pattern(r'\A(?:\s*%[^\n]*\n)*\s*\[[A-Z][\w.]*[ \t]+"'), (".ddz",),
            write_records,
        ),
        RecordFormat(
            "botzone-guandan", "Botzone GuanDan", read_guandan, pattern(r'\A\s*[\[{].*"(?:deliver|stage)"\s*:')
        ),
        RecordFormat(
            "botzone-match", "Botzone FightTheLandlord2", read_match, pattern(r'\A\s*[\[{].*allocation\\?"\s*:')
        ),
        RecordFormat(
            "botzone-landlord", "Botzone FightTheLandlord2", read_landlord,
            pattern(r'\A\s*[\[{](?=.*"requests")(?=.*"own")'),
        ),
        RecordFormat(
            "douzero", "DouZero", read_deals, pattern(r'\A\s*[\[{].*"three_landlord_cards"'), (".pkl",)
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
            pattern(r"^[<>]?[ \t]*(?:DOUDIZHUVER|INFO|DEAL|BID|LEFTOVER|PLAY)\b"),
        ),
        RecordFormat("chinese", "plain Chinese text", read_chinese, pattern("地主|底牌|农民|上家|下家")),
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
