"""JSON of a body, with duplicate keys rejected: the parser would silently keep the last value."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import Any

import orjson

from service.rules.errors import Bilingual, RuleError, brief, quoted, step

STRINGS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Byte order mark, which some editors write at the start of a file."""

MOST_NUMBER = 2**53 - 1
"""The largest whole number that every JSON parser represents exactly."""

DIGITS = bytes.maketrans(b"123456789E", b"000000000e")
"""Replaces all digits by 0: then `LONG_NUMBER` or `EXPONENT` occurs in every number beyond `MOST_NUMBER`."""

LONG_NUMBER, EXPONENT = b"0" * len(str(MOST_NUMBER)), b"0e"


def loads(data: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises RuleError "field_conflict" for a duplicate key, "field_invalid" for a number beyond `MOST_NUMBER`,
    `orjson.JSONDecodeError` for invalid JSON.
    """
    raw = data.encode() if isinstance(data, str) else data
    raw = raw.removeprefix(BYTE_ORDER_MARK)
    value = orjson.loads(raw)
    zeros = raw.translate(DIGITS)
    if LONG_NUMBER in zeros or EXPONENT in zeros:
        check_numbers(value)
    colons = raw.count(b":")  # one colon for each key, and those in texts
    if type(value) is dict and len(value) == colons:  # the common case: no nested objects, and no colon in texts
        return value
    if has_doubled(value, raw, colons):
        name, pointer = first_doubled(raw)
        message = Bilingual(
            f"duplicate name {brief(name)} in an object", f"{quoted(name)}在同一个对象里写了两次；请只写一次"
        )
        raise RuleError("field_conflict", message, pointer)
    return value


def check_numbers(value: Any) -> None:
    """Raise RuleError "field_invalid" for the first number of a value beyond `MOST_NUMBER`."""
    rest: deque[tuple[str, Any]] = deque([("", value)])
    while rest:
        place, inner = rest.popleft()
        if type(inner) is dict:
            rest.extend([(place + step(key), item) for key, item in inner.items()])
        elif type(inner) is list:
            rest.extend([(f"{place}/{i}", item) for i, item in enumerate(inner)])
        elif type(inner) in (int, float) and abs(inner) > MOST_NUMBER:
            message = Bilingual(
                f"numbers must be between -{MOST_NUMBER} and {MOST_NUMBER}",
                f"数字要在 -{MOST_NUMBER} 和 {MOST_NUMBER} 之间",
            )
            raise RuleError("field_invalid", message, place)


def has_doubled(value: Any, raw: bytes, colons: int) -> bool:
    """Return whether the *raw* text of a value, with *colons* colons, has more keys than the value."""
    if b"\\" not in raw:  # without escapes, texts are unchanged: a lost key was followed by a colon
        try:
            return orjson.dumps(value).count(b":") != colons
        except orjson.JSONEncodeError:  # nested too deep to be written
            pass
    return STRINGS.sub(b"", raw).count(b":") != keys_of(value)


def keys_of(value: Any) -> int:
    """Return the number of keys of all objects in a value."""
    count, rest = 0, [value]
    while rest:
        inner = rest.pop()
        if type(inner) is dict:
            count += len(inner)
            rest += inner.values()
        elif type(inner) is list:
            rest += inner
    return count


class Pairs(list[tuple[str, Any]]):
    """An object with its keys in the order of the text."""


def first_doubled(raw: bytes) -> tuple[str, str]:
    """Return the first duplicate key and its pointer; both empty if the text is nested too deep for Python's parser."""
    try:
        rest = deque([("", json.loads(raw, object_pairs_hook=Pairs))])
    except RecursionError:
        return "", ""
    while rest:
        base, value = rest.popleft()
        if not isinstance(value, list):
            continue
        met = set()
        for key, inner in value if isinstance(value, Pairs) else enumerate(value):
            place = base + step(key)
            if key in met:
                return str(key), place
            met.add(key)
            rest.append((place, inner))
    return "", ""
