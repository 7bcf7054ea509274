"""Paili's own JSON: bodies of `POST /v1/game`, one per line, in an array, or a single one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from service.records.body import body_of_record, record_of_body
from service.records.ddz import Record
from service.records.sources import OnError, convert_each, json_values, reject_unknown

FIELDS = frozenset(("variant", "options", "deal", "auction", "tribute", "match", "history", "notation", "lang"))


def record_of_value(value: Any) -> Record:
    reject_unknown(value, FIELDS)
    return record_of_body(value)


def read_bodies(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
    """Yield the game of each body."""
    return convert_each(json_values(lines, on_error), record_of_value, "json", on_error)


def write_bodies(records: Iterable[Record], write: Callable[[str], object]) -> None:
    """Write games as bodies, one per line."""
    for record in records:
        write(json.dumps(body_of_record(record), ensure_ascii=False) + "\n")
