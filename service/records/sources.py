"""Shared by the readers of foreign formats: JSON values of a text, card ids, errors with their line."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from service.records.ddz import PASS, Place, Record, RecordError
from service.rules.cards import RANKS
from service.rules.errors import Bilingual, RuleError, brief, quoted

OnError: TypeAlias = Callable[[RecordError], None]

LANDLORD_SEATS = ("landlord", "landlord_down", "landlord_up")
"""Seats of Dou Dizhu in the order of play."""


def finite(number: str) -> float:
    """Return a number of a JSON text.

    Raises ValueError for NaN, for infinity, and for a number beyond those of a double.
    """
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(number)
    return value


def parse_value(text: str) -> Any:
    """Return the value of a JSON text.

    Raises ValueError for any other text, RecursionError for one that is too deep.
    """
    return json.loads(text, parse_float=finite, parse_constant=finite)


def json_values(lines: Iterator[str], on_error: OnError) -> Iterator[tuple[int, Any]]:
    """Yield the JSON values of a text with their lines: one per line, one document, or the items of one array.

    The items of an array of objects are parsed one by one, so that memory depends on the largest one.
    """
    first, number = "", 0
    while not first.strip():
        line = next(lines, None)
        if line is None:
            return
        first, number = line, number + 1
    if is_whole(first):
        yield from document_values(first, number, on_error)
        for at, line in enumerate(lines, number + 1):
            if line.strip():
                yield from document_values(line.strip(), at, on_error)
    else:
        yield from document_values(first + "".join(lines), number, on_error)


def document_values(text: str, first: int, on_error: OnError) -> Iterator[tuple[int, Any]]:
    """Yield the value of a text that is one JSON document, or the items of its array of objects."""
    line, at = first, 0
    for start, end in items_in(text) if ARRAY_OF_OBJECTS.match(text) else [(0, len(text))]:
        given = text[start:end]
        item = given.strip()
        place = start + given.find(item)
        line, at = line + text[at:place].count("\n"), place
        try:
            require_room(item)
            value = parse_value(item)
        except RuleError as error:
            on_error(RecordError(error.code, error.message, "", Place(line)))
            continue
        except (ValueError, RecursionError) as error:  # also for a number of more than 4,300 digits
            message = Bilingual("not valid JSON", "不是有效的 `JSON`")
            on_error(RecordError("field_invalid", message, "", Place(line - 1 + getattr(error, "lineno", 1))))
            return
        yield line, value


MARK = re.compile(r'\\.|["\[\]{},]', re.DOTALL)
OPENING, CLOSING = ("[", "{"), ("]", "}")
ARRAY_OF_OBJECTS = re.compile(r"\s*\[\s*\{")


def marks_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the brackets and commas of a JSON text outside of strings, with their places."""
    is_quoted = False
    for found in MARK.finditer(text):
        if found[0] == '"':
            is_quoted = not is_quoted
        elif not is_quoted:
            yield found[0], found.start()


def is_whole(text: str) -> bool:
    """Return whether the brackets of a text are closed."""
    depth = 0
    for mark, _ in marks_in(text):
        depth += 1 if mark in OPENING else -1 if mark in CLOSING else 0
    return depth <= 0


def items_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each item of an array; what follows the array is an item too, which is not valid JSON."""
    depth, start = 0, 0
    for mark, at in marks_in(text):
        if mark in OPENING:
            depth += 1
            start = at + 1 if depth == 1 else start
        elif mark in CLOSING:
            depth -= 1
        if depth == 0 or (depth == 1 and mark == ","):
            yield start, at
            start = at + 1
            if depth == 0:
                break
    if depth or text[start:].strip():
        yield max(start - 1, 0) if depth == 0 else start, len(text)  # with the bracket before it


LEAST_ROOM, FREE = 12, 4096
"""Minimum average of the characters of an array or object in a value, and the number of them that is free."""


def require_room(text: str) -> None:
    """Raise RuleError "limit_too_large" for a value with so many arrays and objects that it would take much memory."""
    if text.count("[") + text.count("{") > FREE + len(text) // LEAST_ROOM:
        raise fault(
            "",
            "more arrays and objects than a game of this size has",
            "数组和对象太多，不是这么长的牌局该有的",
            "limit_too_large",
        )


def convert_each(
    values: Iterator[tuple[int, Any]], convert: Callable[[Any], Record], form: str, on_error: OnError
) -> Iterator[Record]:
    """Yield the record of each value; a value that *convert* rejects is reported and skipped."""
    for line, value in values:
        try:
            record = convert(value)
        except RuleError as error:
            on_error(RecordError(error.code, error.message, error.pointer, place_in(error.pointer, line)))
            continue
        except KeyError as error:
            key = str(error.args[0])
            message = Bilingual(
                f"no game of the format {form}: the field {brief(key)} is missing",
                f"不是 `{form}` 格式：缺少字段{quoted(key)}",
            )
            on_error(RecordError("field_missing", message, "", Place(line)))
            continue
        except (ArithmeticError, AttributeError, IndexError, RecursionError, TypeError, ValueError):
            message = Bilingual(
                f"no game of the format {form}: a field has another type or size",
                f"不是 `{form}` 格式：有字段的类型或长度不对",
            )
            on_error(RecordError("field_invalid", message, "", Place(line)))
            continue
        record.rows = record.rows or [(0, line)]
        yield record


def place_in(pointer: str, line: int) -> Place:
    first, _, rest = pointer.removeprefix("/").partition("/")
    step = rest.partition("/")[0]
    return Place(line, int(step) + 1 if first == "history" and step.isdecimal() else None, first)


def fault(pointer: str, en: str, zh: str, code: str = "field_invalid") -> RuleError:
    """Return the error of a field of a foreign game."""
    return RuleError(code, Bilingual(en, zh), pointer)


def reject_unknown(value: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raise RuleError "field_unknown" for a field that is not among the known ones: it might change the game."""
    unknown = next((name for name in dict(value) if name not in known), None)
    if unknown is not None:
        raise fault(
            "",
            f"unknown field {brief(unknown)}: remove it if it does not change the game",
            f"不认识的字段{quoted(unknown)}；它若不影响牌局，请删去再转换",
            "field_unknown",
        )


def rank_text(ids: Sequence[int], pointer: str) -> str:
    """Return cards numbered 0..53 (four of each rank from the three, then the jokers) as ranks.

    Raises RuleError "card_unknown" for any other value.
    """
    wrong = next((card for card in ids if type(card) is not int or not 0 <= card <= 53), None)
    if wrong is not None:
        raise fault(
            pointer,
            f"cards are ids 0..53; not {brief(wrong)}",
            f"牌的编号是0到53；不能是{quoted(wrong)}",
            "card_unknown",
        )
    places = sorted([card // 4 if card < 52 else card - 39 for card in ids])
    return "".join([RANKS[place] for place in places])


def play_of_ids(ids: Sequence[int], ply: int) -> str:
    """Return a play of numbered cards; no cards are a pass."""
    return rank_text(ids, f"/history/{ply}") or PASS


def deal_tag(hands: Sequence[tuple[str, str]]) -> str:
    """Return the tag of hands."""
    return " ".join([f"{seat}:{cards}" for seat, cards in hands])
