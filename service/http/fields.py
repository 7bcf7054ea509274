"""The kinds of fields of a request: which values each takes, and what it says of others."""

from __future__ import annotations

from reprlib import repr as brief
from typing import Any

from marshmallow import ValidationError, fields

from service.position.line import MOST_PLAYS

MOST_SEATS = 10
"""Numbers that a seat may have."""

MOST_TEXT = 4096
"""Characters of one text."""

MOST_BIDS = 16
"""Bids that one auction may hold: more than any has."""

NO_OBJECT = {"type": "an object is wanted here"}
"""What is said of any other value, in the library's place."""

MISSING = "Missing: "
"""How a sentence about a required field that is not there begins."""


def say_what_is_wanted(field: fields.Field[Any]) -> None:
    """Let *field* say what it wants where it is null or missing."""
    wanted = f"{getattr(field, 'wanted', 'an object')} is wanted here"
    null = f"{wanted}, not null" + ("" if field.required else "; or leave the field out")
    field.error_messages = field.error_messages | {"null": null, "required": f"{MISSING}{wanted}"}


class Text(fields.Field[str]):
    """A text of bounded length."""

    wanted = "a text"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str:
            raise ValidationError("a text is wanted here")
        if len(value) > MOST_TEXT:
            raise ValidationError(f"at most {MOST_TEXT} characters")
        return value


class Choice(Text):
    """One of a few words."""

    def __init__(self, words: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = tuple(words)
        self.wanted = f"one of {', '.join(self.words)}"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is not str or value not in self.words:
            raise ValidationError(f"{self.wanted}; not {brief(value)}")
        return value


class Whole(fields.Field[int]):
    """A whole number within bounds; 1.0 is one, true is not. *cap* is named as the most where more is refused later."""

    def __init__(self, least: int, most: int, cap: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most, self.cap = least, most, most if cap is None else cap
        self.wanted = f"a number from {self.least} to {self.cap}"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise ValidationError("a whole number is wanted here")
        if not self.least <= value <= self.most:
            raise ValidationError(f"{self.wanted}; not {value}")
        return value


class CardList(fields.Field[Any]):
    """Cards as a text or an array; `cards` reads them."""

    wanted = "a text or an array of cards"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if type(value) not in (str, list):
            raise ValidationError("cards are a text or an array")
        if len(value) > MOST_TEXT:
            raise ValidationError(f"at most {MOST_TEXT} characters")
        return value


class Play(fields.Field[Any]):
    """One play: cards, null for a pass, or an object with seat, cards and as."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value is not None and type(value) not in (str, list, dict):
            raise ValidationError("a play is a text, an array or an object with cards")
        return value


class SeatName(fields.Field[str]):
    """A seat: a word, or a number in games with numbered seats."""

    wanted = "the word or the number of a seat"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if type(value) is int and 0 <= value < MOST_SEATS:
            return str(value)
        if type(value) is not str or len(value) > MOST_TEXT:
            raise ValidationError("a seat is a word, or a number in games with numbered seats")
        return value


class Seats(fields.Field[list[str]]):
    """An array of seats."""

    wanted = f"an array of at most {MOST_SEATS} seats"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:
        if type(value) is not list or len(value) > MOST_SEATS:
            raise ValidationError(f"{self.wanted} is wanted here")
        wrong = {
            i: ["a seat is a word or a number"]
            for i, seat in enumerate(value)
            if type(seat) not in (str, int) or (type(seat) is int and not 0 <= seat < MOST_SEATS)
        }
        if wrong:
            raise ValidationError(wrong)
        return [str(seat) for seat in value]


class Bids(fields.Field[list[Any]]):
    """An array of what was said in an auction: whole numbers or words."""

    wanted = f"an array of at most {MOST_BIDS} bids"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list or len(value) > MOST_BIDS:
            raise ValidationError(f"{self.wanted} is wanted here")
        found = [int(bid) if type(bid) is float and bid.is_integer() else bid for bid in value]
        wrong = {i: ["a bid is a whole number or a word"] for i, bid in enumerate(found) if type(bid) not in (int, str)}
        if wrong:
            raise ValidationError(wrong)
        return found


class Plays(fields.Field[list[Any]]):
    """An array of plays."""

    wanted = "an array of plays"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if type(value) is not list:
            raise ValidationError(f"{self.wanted} is wanted here")
        if len(value) > MOST_PLAYS:
            raise ValidationError(f"at most {MOST_PLAYS} plays")
        wrong = {
            i: ["a play is a text, an array or an object with cards"]
            for i, play in enumerate(value)
            if play is not None and type(play) not in (str, list, dict)
        }
        if wrong:
            raise ValidationError(wrong)
        return value


class Words(fields.Field[list[str]]):
    """An array of some words."""

    def __init__(self, words: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = tuple(words)
        self.wanted = f"an array of {', '.join(self.words)}"

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[str]:
        if type(value) is not list:
            raise ValidationError(self.wanted)
        for word in value:
            if type(word) is not str or word not in self.words:
                raise ValidationError(self.wanted)
        return value


class Table(fields.Field[dict[str, Any]]):
    """An object whose values all have one form."""

    def __init__(self, form: fields.Field[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.form = form
        say_what_is_wanted(form)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError(NO_OBJECT["type"])
        wrong: dict[str, Any] = {}
        found = {}
        for name, item in value.items():
            try:
                found[name] = self.form.deserialize(item)
            except ValidationError as error:
                wrong[name] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return found


class Requests(fields.Raw):
    """An array of requests, each looked at by itself."""

    wanted = "an array of requests"
