"""Query strings converted to the equivalent body."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl

from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.http.requests.fields import CardList, MappingField, PlayField, Plays, Text, Whole, Words
from service.position.parse.position_text import check_once, play_of_text, plays_of_text
from service.rules import cards as c
from service.rules.errors import Bilingual, RuleError, brief, quoted, step


def query_number(text: str) -> Any:
    """Return a query parameter as a whole number; any other text unchanged, so that the schema rejects it."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 17 else text


PAIRS = {"options": "attach=pagat,reading=first", "left": "landlord:18,landlord_up:17", "limits": "nodes=100,games=50"}
"""Query parameters for objects, each with an example."""


FIELDS = {field.data_key or name: field for name, field in schemas.ANALYZE.fields.items()}
"""Conversion of each query parameter to its field in a body."""


def pairs_of(name: str, text: str, value: Callable[[str], Any]) -> Any:
    """Return a query parameter of pairs as an object.

    Raises RuleError "field_invalid" for an invalid pair, "field_conflict" for a repeated one.
    """
    joiner = ":" if ":" in PAIRS[name] else "="
    pairs = [item.partition(joiner) for item in text.split(",") if item]
    if not all(separator for _, separator, _ in pairs):
        message = Bilingual(
            f"in a query, {name} is written {PAIRS[name]}; not {brief(text)}",
            f"在网址参数里，`{name}` 要写成 `{PAIRS[name]}`，不能写成{quoted(text)}",
        )
        raise RuleError("field_invalid", message, f"/{name}")
    check_once((left for left, _, _ in pairs), f"/{name}")
    return {left: value(right) for left, _, right in pairs}


def cards_of_query(text: str, ids: bool) -> Any:
    """Return the cards of a query parameter: in notations of numbers, numbers separated by commas."""
    return [query_number(item) for item in text.split(",") if item] if ids else text


def play_of_query(text: str) -> Any:
    """Return a play of a query parameter in a notation of numbers."""
    play = play_of_text(text)
    if isinstance(play, str):
        return cards_of_query(play, ids=True)
    return {name: part if name == "seat" else cards_of_query(part, ids=True) for name, part in play.items()}


def parse_query(query: str) -> list[tuple[str, str]]:
    """Return the parameters of a query string, as WSGI gives it, in order; escapes of no UTF-8 stay as they are."""
    text = query if query.isascii() else query.encode("latin-1").decode(errors="replace")
    text = text.replace("%2C", ",")  # the escape between plays: the library decodes each alone
    return parse_qsl(text, keep_blank_values=True, errors="werkzeug.url_quote")


def body_of_query(given: Sequence[tuple[str, str]]) -> Json:
    """Return the body that corresponds to the parameters of a query.

    `last-seat` is read as `last_seat`, as attributes of HTML are named; `_`, which libraries add against caches, is
    ignored.

    Raises RuleError "field_conflict" for a repeated parameter.
    """
    kept = [(name.replace("-", "_"), text) for name, text in given if name != "_"]
    texts = dict(kept)
    if len(texts) < len(kept):
        doubled = next(name for name, times in Counter(name for name, _ in kept).items() if times > 1)
        message = Bilingual(
            f"duplicate {doubled}; give it once, a list separated by commas",
            f"{quoted(doubled)}写了两次；只写一次，多个值用逗号隔开",
        )
        raise RuleError("field_conflict", message, step(doubled))
    notation = c.NOTATIONS.get(texts["notation"]) if "notation" in texts else None
    ids = notation is not None and notation.split is None
    return {name: value_of_query(name, text, ids) for name, text in texts.items()}


def value_of_query(name: str, text: str, ids: bool) -> Any:
    """Return the value that a query parameter has in a body."""
    field = FIELDS.get(name)
    if name in PAIRS:
        texts = isinstance(field, MappingField) and isinstance(field.form, Text)
        return pairs_of(name, text, str if texts else query_number)
    if isinstance(field, Whole):
        return query_number(text)
    if isinstance(field, Words):
        return text.split(",") if text else []
    if isinstance(field, Plays):
        text = "" if text == "-" else text  # no plays, as in a line
        if not ids:
            return plays_of_text(text, name) if text else []
        return [play_of_query(play) for play in text.split(";")] if text else []
    if isinstance(field, PlayField) and ids:
        return play_of_query(text)
    return cards_of_query(text, ids) if isinstance(field, (CardList, PlayField)) else text
