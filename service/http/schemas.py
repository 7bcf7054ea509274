"""The form of requests: which fields there are and what they may look like. Meaning is `position`'s business."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from reprlib import repr as brief
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from service.advice.analysis import ALL_WANTS, DEFAULT_TOP
from service.advice.practice import PROFILES
from service.advice.robot import DEFAULT_LEVEL, MOST_GAMES
from service.advice.tribute import ROLES
from service.core.engine import MOST_NODES
from service.http.reasons import LANGUAGES
from service.position.line import MOST_PLAYS
from service.rules.auction import SEATS
from service.rules.cards import NOTATIONS
from service.rules.variants import BID_KINDS, DEFAULT_VARIANT, with_tribute

MOST_HINTS = 4096
"""Cap of `top`."""

MOST_ITEMS = 64
"""Requests of one batch."""

MOST_SEATS = 10
"""Numbers that a seat may have."""

MOST_TEXT = 4096
"""Characters of one text."""

MOST_GUESSES = 8
"""Unknown fields of one request whose nearest known field is looked for: each look costs some 30 microseconds."""

NO_OBJECT = {"type": "an object is wanted here"}
"""What is said of any other value, in the library's place."""

MISSING = "Missing: "
"""How a sentence about a required field that is not there begins."""

MOST_BIDS = 16
"""Bids that one auction may hold: more than any has."""

MOST_COMBOS = 27
"""Combos of one kind in a composition: no hand is larger."""

MOST_SEED = 2**53 - 1
"""Cap of `seed`: integers that every JSON reader keeps."""


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
        if type(value) is not list or any(word not in self.words for word in value if type(word) is str):
            raise ValidationError(self.wanted)
        if any(type(word) is not str for word in value):
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


class Strict(Schema):
    """A request that refuses fields it does not know, naming the nearest it knows."""

    class Meta:
        unknown = RAISE

    error_messages = NO_OBJECT

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Let each field say what it wants."""
        say_what_is_wanted(field_obj)

    def handle_error(self, error: ValidationError, data: Any, **kwargs: Any) -> None:
        """Say which field may have been meant."""
        messages = error.messages
        if not isinstance(messages, dict):
            return
        unknown = [name for name, texts in messages.items() if texts == ["Unknown field."]]
        for name in unknown[:MOST_GUESSES]:
            messages[name] = [f"Unknown field. {self.near_miss(str(name))}"]

    def near_miss(self, name: str) -> str:
        """Return a sentence about the field that *name* may have meant."""
        if name in ("hands", "other_hands", "opponents"):
            return "Other players' hands are never needed, and refused."
        known = [field.data_key or key for key, field in self.fields.items()]
        near = difflib.get_close_matches(name, known, 1)
        listed = f"There are: {', '.join(known)}."
        return f"Did you mean {near[0]}? {listed}" if near else listed


class LimitsSchema(Strict):
    """Bounds of the work."""

    nodes = Whole(1, 2**53, MOST_NODES)
    games = Whole(1, 2**53, MOST_GAMES)


class PositionSchema(Strict):
    """A position, as fields or as one line."""

    variant = Text()
    options = Table(Text())
    seat = SeatName()
    hand = CardList()
    bottom = CardList()
    history = Plays()
    last = Play(allow_none=True)
    left = Table(Whole(0, 108))
    seen = CardList()
    notation = Choice(NOTATIONS)
    position = Text()


class MoveSchema(PositionSchema):
    """A position and who plays it."""

    level = Text(load_default=DEFAULT_LEVEL)
    seed = Whole(0, MOST_SEED, allow_none=True)
    lang = Choice(LANGUAGES)
    limits = fields.Nested(LimitsSchema)


class AnalyzeSchema(MoveSchema):
    """A position and what to say of it."""

    want = Words(ALL_WANTS)
    top = Whole(0, MOST_HINTS, load_default=DEFAULT_TOP)
    wanted_only = Plays(data_key="only", attribute="only")
    avoid = Plays()


class CheckSchema(PositionSchema):
    """Cards, and the table that they would be played on."""

    cards = CardList(required=True)
    declared = CardList(data_key="as")
    lang = Choice(LANGUAGES)


class DealSchema(Strict):
    """A deal: of which game, and what it is to be."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = Table(Text())
    seed = Whole(0, MOST_SEED, required=True)
    profile = Choice(PROFILES)
    seat = SeatName()
    composition = Table(Whole(1, MOST_COMBOS))
    notation = Choice(NOTATIONS, load_default="text")
    lang = Choice(LANGUAGES)


class TributeSchema(Strict):
    """A tribute: who asks, and what is known."""

    variant = Text(load_default=with_tribute()[0])
    options = Table(Text())
    hand = CardList(required=True)
    role = Choice(ROLES, required=True)
    order = Seats()
    partner_big_jokers = Whole(0, 2)
    notation = Choice(NOTATIONS, load_default="text")
    lang = Choice(LANGUAGES)


class BidSchema(Strict):
    """An auction: the asker's hand, and what was said before."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = Table(Text())
    hand = CardList(required=True)
    bidding = Choice(BID_KINDS)
    bids = Bids()
    place = Whole(0, SEATS - 1)
    bottom = CardList()
    notation = Choice(NOTATIONS, load_default="text")
    lang = Choice(LANGUAGES)


class BatchItemSchema(Strict):
    """One request of a batch."""

    op = Choice(("analyze", "move", "check", "bid"), required=True)
    body = fields.Raw(required=True)


class Requests(fields.Raw):
    """An array of requests, each looked at by itself."""

    wanted = "an array of requests"


class BatchSchema(Strict):
    """Requests to be answered together."""

    items = Requests(required=True)


ANALYZE, MOVE, CHECK, BID, DEAL, TRIBUTE, BATCH, BATCH_ITEM = (
    AnalyzeSchema(),
    MoveSchema(),
    CheckSchema(),
    BidSchema(),
    DealSchema(),
    TributeSchema(),
    BatchSchema(),
    BatchItemSchema(),
)


def pointers(messages: object, base: str = "") -> list[tuple[str, str]]:
    """Return (JSON pointer, sentence) of each fault that marshmallow found."""
    if isinstance(messages, Mapping):
        found = []
        for name, inner in messages.items():
            part = "" if name == "_schema" else "/" + str(name).replace("~", "~0").replace("/", "~1")
            found += pointers(inner, base + part)
        return found
    return [(base, str(text)) for text in messages] if isinstance(messages, list) else [(base, str(messages))]


def code_of(text: str) -> str:
    """Return the stable code of a schema's sentence."""
    if text.startswith(MISSING):
        return "field_missing"
    return "field_unknown" if text.startswith("Unknown field") else "field_invalid"
