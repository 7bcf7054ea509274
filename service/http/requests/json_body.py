"""JSON of a body, with duplicate keys rejected: the parser would silently keep the last value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from service.rules.errors import Bilingual, RuleError, brief, quoted, step

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Byte order mark, which some editors write at the start of a file."""

MOST_NUMBER = 2**53 - 1
"""The largest whole number that every JSON parser represents exactly."""

MOST_CONTAINERS = 8192
"""Maximum arrays and objects: empty ones take thirty times the memory of their text."""

DIGITS = bytes.maketrans(b"123456789E", b"000000000e")
"""Replaces all digits by 0: then `LONG_NUMBER` or `EXPONENT` occurs in every number beyond `MOST_NUMBER`."""

LONG_NUMBER, EXPONENT = b"0" * len(str(MOST_NUMBER)), b"0e"

TOKEN = re.compile(rb'"[^"]*"[ \t\n\r]*(:)?|[][{},]')
"""A text without escaped quotes, with its colon if it is a key; or a character of an array or object."""


def loads(data: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises RuleError "field_conflict" for a duplicate key, "field_invalid" for a number beyond `MOST_NUMBER`,
    "limit_too_large" for more arrays and objects than `MOST_CONTAINERS`, `orjson.JSONDecodeError` for invalid JSON.
    """
    raw = data.encode() if isinstance(data, str) else data
    raw = raw.removeprefix(BYTE_ORDER_MARK)
    if raw.count(b"]") + raw.count(b"}") > MOST_CONTAINERS:
        check_containers(raw)
    value = orjson.loads(raw)
    zeros = raw.translate(DIGITS)
    if LONG_NUMBER in zeros or EXPONENT in zeros:
        check_numbers(value)
    colons = raw.count(b":")  # one colon for each key, and those in texts
    if type(value) is dict and len(value) == colons:  # the common case: no nested objects, and no colon in texts
        return value
    if has_colons(value, raw, colons):
        return value
    del value  # frees its memory for the keys
    check_keys(raw)
    return orjson.loads(raw)


def pointer_of(places: Iterable[object]) -> str:
    """Return the JSON pointer of keys and indexes, outermost first."""
    return "".join(map(step, places))


def entries(value: Any) -> Iterator[tuple[object, Any]]:
    """Return the keys or indexes of a value with their items; none for a text, a number or a constant."""
    if type(value) is dict:
        return iter(value.items())
    return iter(enumerate(value)) if type(value) is list else iter(())


def without_escapes(raw: bytes) -> bytes:
    """Return a text with its escaped quotes blanked, at the same length: no expression goes back."""
    return raw.replace(rb"\\", b"__").replace(rb"\"", b"__")


def check_containers(raw: bytes) -> None:
    """Raise RuleError "limit_too_large" for too many arrays and objects outside texts."""
    closed = sum(token[0] in b"]}" for token in TOKEN.finditer(without_escapes(raw)))
    if closed > MOST_CONTAINERS:
        message = Bilingual(
            f"a body has at most {MOST_CONTAINERS} arrays and objects; not {closed}",
            f"请求体最多有{MOST_CONTAINERS}个数组和对象，不能有{closed}个",
        )
        raise RuleError("limit_too_large", message)


def check_numbers(value: Any) -> None:
    """Raise RuleError "field_invalid" for the first number of a value, in order of the text, beyond `MOST_NUMBER`."""
    places, rest = list[object](), [entries([value])]
    while rest:
        entry = next(rest[-1], None)
        if entry is None:
            rest.pop()
            del places[len(rest) - 1 :]
            continue
        place, inner = entry
        if type(inner) in (dict, list):
            places.append(place)
            rest.append(entries(inner))
        elif type(inner) in (int, float) and abs(inner) > MOST_NUMBER:
            message = Bilingual(
                f"numbers must be between -{MOST_NUMBER} and {MOST_NUMBER}",
                f"数字要在 -{MOST_NUMBER} 和 {MOST_NUMBER} 之间",
            )
            raise RuleError("field_invalid", message, pointer_of([*places, place][1:]))


def has_colons(value: Any, raw: bytes, colons: int) -> bool:
    """Return whether a value certainly has as many keys as its *raw* text, which has *colons* colons.

    Without escapes, texts are unchanged, and a lost key was followed by a colon.
    """
    try:
        return b"\\" not in raw and orjson.dumps(value).count(b":") == colons
    except orjson.JSONEncodeError:  # nested too deep to be written
        return False


def check_keys(raw: bytes) -> None:
    """Raise RuleError "field_conflict" for the first duplicate key of a valid JSON text."""
    blanked = without_escapes(raw)
    places, keys = list[Any](), list[Any]()  # the keys of each open object, None of an array
    for token in TOKEN.finditer(blanked):
        kind = blanked[token.start()]
        if kind in b"{[":
            keys.append({} if kind in b"{" else None)
            places.append(0)
        elif kind in b"}]":
            keys.pop()
            places.pop()
        elif kind in b",":
            if keys[-1] is None:
                places[-1] += 1
        elif token[1]:
            places[-1] = key = orjson.loads(raw[token.start() : token.start(1)])
            if key in keys[-1]:
                message = Bilingual(
                    f"duplicate name {brief(key)} in an object", f"{quoted(key)}在同一个对象里写了两次；请只写一次"
                )
                raise RuleError("field_conflict", message, pointer_of(places))
            keys[-1][key] = None
