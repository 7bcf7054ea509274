"""Paili's own JSON: bodies of `POST /v1/game`, one per line, in an array, or a single one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from service.records.body import body_of_record, record_of_body
from service.records.ddz import MOST_LINE, Record
from service.records.sources import fault, reject_unknown

FIELDS = frozenset(("variant", "options", "deal", "auction", "tribute", "match", "history", "notation", "lang"))


def record_of_value(value: Any) -> Record:
    """Return the record of a body; an object without any field of a body is of another format."""
    names = list(dict(value))
    if names and not any(name in FIELDS for name in names):
        raise fault("", "no known format: no game has these fields", "不是任何已知格式：没有一种牌局有这些字段")
    reject_unknown(value, FIELDS)
    if len(value.get("history") or ()) > MOST_LINE:
        raise fault(
            "/history", f"a history has at most {MOST_LINE} plays", f"出牌记录最多{MOST_LINE}手", "limit_too_large"
        )
    return record_of_body(value)


def write_bodies(records: Iterable[Record], write: Callable[[str], object]) -> None:
    """Write games as bodies, one per line."""
    for record in records:
        write(json.dumps(body_of_record(record), ensure_ascii=False) + "\n")
