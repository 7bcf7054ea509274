"""Errors of requests: stable codes for clients, and bilingual messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

CODES = (
    # syntax: the request cannot be parsed
    "field_missing",
    "field_unknown",
    "field_invalid",
    "field_conflict",
    "limit_too_large",
    # vocabulary: unknown words
    "variant_unknown",
    "option_unknown",
    "level_unknown",
    "seat_unknown",
    # cards
    "card_unknown",
    "card_duplicate",
    "notation_ambiguous",
    "suit_missing",
    "too_many_of_rank",
    "hand_empty",
    "hand_size",
    # semantics: impossible in the game
    "not_a_play",
    "not_held",
    "does_not_beat",
    "must_beat",
    "must_show",
    "must_lead",
    "solo_not_top",
    "short_not_last",
    "short_refused",
    "tears_bomb",
    "not_your_turn",
    "history_inconsistent",
    "bid_invalid",
    "game_over",
    "deal_impossible",
    "puzzle_missing",
)
"""All codes. ◄ a new code goes here, its texts into `http/texts/problem_texts.py`, an example into `openapi.yaml`."""


MOST_FAULTS = 20
"""Maximum errors of a request; further ones are not searched."""

MOST_QUOTED = 30
"""Maximum characters of a quoted text."""


MOST_PARTS = 4
"""Maximum elements of a quoted array or object."""


class Bilingual(str):
    """A text in both languages: the string itself is English, `zh` Chinese.

    A subclass of str, so that code for one language needs no special case.
    """

    zh: str

    def __new__(cls, en: str, zh: str) -> Bilingual:
        """Return the text *en* with its Chinese version *zh*."""
        text = super().__new__(cls, en)
        text.zh = zh
        return text

    def __reduce__(self) -> tuple[type[Bilingual], tuple[str, str]]:
        """Support pickling with both languages."""
        return Bilingual, (str(self), self.zh)


def cards_en(number: int) -> str:
    """Return a number of cards in English."""
    return f"{number} card" if number == 1 else f"{number} cards"


NUMBER_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_en(number: int) -> str:
    """Return a number in English, up to ten as a word."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


INVISIBLE = frozenset(
    "\u00a0\u00ad\u061c\u180e\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u205f\u2060\u2061\u2062\u2063\u2064\ufeff"
)
"""Invisible characters: unusual spaces, joiners, marks of direction and of byte order."""


def visible(text: str) -> str:
    return "".join([f"<U+{ord(letter):04X}>" if letter in INVISIBLE else letter for letter in text])


def quoted(value: object) -> str:
    """Return a shortened value of the caller, quoted for a Chinese message."""
    return f"「{visible(shortened(value)) if isinstance(value, str) else as_json(value)}」"


def brief(value: object) -> str:
    """Return a shortened value of the caller, quoted for an English message."""
    return repr(visible(shortened(value))) if isinstance(value, str) else as_json(value)


def unquoted(value: object, wanted: Iterable[object]) -> Bilingual:
    """Return a note if a text would be valid as a number, else an empty text."""
    if not isinstance(value, str) or not any(value == str(one) and value != one for one in wanted):
        return Bilingual("", "")
    return Bilingual(": a number has no quotes", "：数字不加引号")


def shortened(text: str) -> str:
    return text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"


def as_json(value: object, levels: int = 2) -> str:
    """Return a value as shortened JSON; parts nested deeper than *levels* are omitted."""
    if isinstance(value, str):
        return json.dumps(shortened(value), ensure_ascii=False)
    if isinstance(value, list):
        parts = [as_json(part, levels - 1) for part in (value[:MOST_PARTS] if levels else [])]
        return f"[{', '.join([*parts, '…'] if len(value) > len(parts) else parts)}]"
    if isinstance(value, dict):
        pairs = list(value.items())[:MOST_PARTS] if levels else []
        parts = [f"{as_json(name)}: {as_json(part, levels - 1)}" for name, part in pairs]
        return f"{{{', '.join([*parts, '…'] if len(value) > len(parts) else parts)}}}"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else shortened(str(value))


def coded(words: Iterable[object]) -> str:
    """Return identifiers of the contract as a list for a Chinese message."""
    return "、".join(f"`{word}`" for word in words)


def step(name: object) -> str:
    """Return a key as a token of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


class RuleError(ValueError):
    """An error in a request, the first of those with which it is raised.

    *code* is a key of `CODES`, *message* describes the error and its fix, *pointer* is the JSON pointer (RFC 6901) of
    the field at fault ("" for the whole request), and *facts* are the data for an explanation, if there is one.
    `others` are the errors of the other fields, in the order in which they were read.
    """

    def __init__(self, code: str, message: Bilingual, pointer: str = "", facts: tuple[Any, ...] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer
        self.facts = facts
        self.others: tuple[RuleError, ...] = ()

    def inside(self, pointer: str) -> RuleError:
        """Return the error, and those of the other fields, for an object at a *pointer* of the request."""
        moved = RuleError(self.code, self.message, pointer + self.pointer, self.facts)
        moved.others = tuple([other.inside(pointer) for other in self.others])
        return moved

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling without the facts, which may contain compiled rules."""
        return RuleError, (self.code, self.message, self.pointer), {"others": self.others}


class Faulty:
    """The type of `FAULTY`."""


FAULTY: Any = Faulty()
"""Value of a field with an error while the other fields are read."""

T = TypeVar("T")


class Faults:
    """Runs the readers of a request's fields and collects their errors, so that one answer lists all.

    A reader raises RuleError at its first error. The later readers still run, except those that get `FAULTY`: what
    depends on an invalid field is not judged.
    """

    def __init__(self) -> None:
        self.found: list[RuleError] = []

    def read(self, reader: Callable[..., T], *arguments: Any) -> T:
        """Return the value of *reader*, `FAULTY` after an error in it or in the field of an argument."""
        value: T = FAULTY
        if self.found and (len(self.found) >= MOST_FAULTS or any(argument is FAULTY for argument in arguments)):
            return value
        try:
            return reader(*arguments)
        except RuleError as error:
            self.found += [error, *error.others]
            return value

    def check(self) -> None:
        """Raise the first error, with the others, if there is one."""
        if self.found:
            first, *others = self.found[:MOST_FAULTS]
            first.others = tuple(others)
            raise first
