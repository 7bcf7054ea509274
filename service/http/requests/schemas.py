"""Schemas of requests: fields and their types. Package `position` checks the contents."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, missing
from marshmallow.fields import Field, Nested, Raw

from service.advice import practice
from service.advice.analysis import ALL_WANTS, DEFAULT_TOP
from service.advice.opinions import ORDERS
from service.advice.practice import PROFILE_NAMES, PROFILES
from service.advice.robot import AIMS, DEFAULT_LEVEL, MOST_GAMES
from service.advice.solve import MOST_MEMORY
from service.advice.solve import MOST_NODES as MOST_OPEN_NODES
from service.advice.tribute.advice import ROLES
from service.core.engine import MOST_NODES
from service.http.requests.fields import (
    MATCH_OVER,
    MISSING,
    NO_OBJECT,
    Bids,
    CardList,
    ChoiceField,
    Flag,
    Items,
    LevelName,
    MappingField,
    OptionValue,
    Pair,
    PlayField,
    Plays,
    Requests,
    SeatName,
    Seats,
    Text,
    Whole,
    Winner,
    Words,
    say_what_is_wanted,
)
from service.http.texts.reasons import LANGUAGES
from service.review.plan import DEFAULT_LEVEL as DEFAULT_REVIEW_LEVEL
from service.rules.auction import SEATS
from service.rules.cards import NOTATION_NAMES, NOTATIONS
from service.rules.chance import MOST_SEED
from service.rules.errors import Bilingual, coded, step
from service.rules.scoring import LEVELS
from service.rules.variants import BID_KINDS, DEFAULT_VARIANT, with_tribute

MOST_HINTS = 4096
"""Maximum of `top`."""

MOST_ITEMS = 64
"""Maximum requests of a batch."""

MOST_GUESSES = 8
"""Maximum unknown fields of a request for which the nearest known field is searched, at about 30 microseconds each."""

MOST_COMBOS = 27
"""Maximum combos of one kind in a composition: no hand has more."""

MOST_MOVED = 4
"""Maximum cards that change hands in a tribute."""

MOST_FAILURES = 99
"""Maximum failures at level A in a match."""


UNKNOWN = Bilingual("Unknown field.", "没有这个字段。")


OURS: dict[str, str] = {"type": NO_OBJECT, "unknown": UNKNOWN}
"""Messages that replace the library's."""


class Strict(Schema):
    """A schema that rejects unknown fields and names the nearest known one."""

    class Meta:
        unknown = RAISE

    error_messages = OURS

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.names = {
            field.data_key or name: (field.attribute or name, field, field._deserialize)  # noqa: SLF001
            for name, field in self.load_fields.items()
        }
        """By JSON key: name in the loaded request, field, and parser; no field has validators."""
        self.defaults = {
            name: field.load_default for name, field, _ in self.names.values() if field.load_default is not missing
        }
        self.required = [key for key, (_, field, _) in self.names.items() if field.required]

    def load(self, data: Any, *, many: Any = None, partial: Any = None, unknown: Any = None) -> dict[str, Any]:
        """Return the validated fields of a request, with defaults for missing ones.

        The library's own method visits every field of the schema; this one visits those in the request, in a quarter of
        the instructions. The other parameters are the library's and unused.

        Raises ValidationError with the errors of all fields.
        """
        if not isinstance(data, dict):
            raise self.faults({"_schema": [NO_OBJECT]}, data)
        loaded, wrong = dict(self.defaults), dict[str, Any]()
        for key, value in data.items():
            try:
                name, field, read = self.names[key]
            except KeyError:
                wrong[key] = [UNKNOWN]
                continue
            try:
                loaded[name] = field.deserialize(value, key, data) if value is None else read(value, key, data)
            except ValidationError as error:
                wrong[key] = error.messages
        for key in self.required:
            if key not in data:
                wrong[key] = self.names[key][1].error_messages["required"]
        if wrong:
            known = {key: wrong[key] for key in self.names if key in wrong}
            raise self.faults(known | wrong, data)  # known fields first, in the order of the schema
        return loaded

    def faults(self, messages: dict[str, Any], data: Any) -> ValidationError:
        """Return the error of a request, with *messages* by key."""
        error = ValidationError(messages, data=data)
        self.handle_error(error, data)
        return error

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        """Set the messages of each field."""
        say_what_is_wanted(field_obj)

    def handle_error(self, error: ValidationError, data: Any, **kwargs: Any) -> None:
        """Add the nearest known field to the message."""
        messages = error.messages
        if not isinstance(messages, dict):
            return
        unknown = [name for name, texts in messages.items() if texts == [UNKNOWN]]
        for name in unknown[:MOST_GUESSES]:
            near = self.near_miss(str(name))
            messages[name] = [Bilingual(f"{UNKNOWN} {near}", UNKNOWN.zh + near.zh)]

    def near_miss(self, name: str) -> Bilingual:
        """Return a suggestion for a field that *name* may misspell."""
        if name in ("hands", "other_hands", "opponents") and "hand" in self.fields:
            return Bilingual(
                "Other players' hands are never needed and not accepted.", "本服务不需要也不接受其他玩家的手牌。"
            )
        known = [field.data_key or key for key, field in self.fields.items()]
        near = difflib.get_close_matches(name, known, 1)
        listed = Bilingual(f"Allowed: {', '.join(known)}.", f"有：{coded(known)}。")
        return Bilingual(f"Did you mean {near[0]}? {listed}", f"是不是 `{near[0]}`？{listed.zh}") if near else listed


class LimitsSchema(Strict):
    """Limits of the work."""

    nodes = Whole(1, 2**53, MOST_NODES)
    games = Whole(1, 2**53, MOST_GAMES)
    aim = ChoiceField(AIMS)


class PositionSchema(Strict):
    """A position, as fields or as one line."""

    variant = Text()
    options = MappingField(OptionValue())
    seat = SeatName()
    hand = CardList(metadata={"needed": True})
    bottom = CardList()
    history = Plays()
    last = PlayField(allow_none=True)
    left = MappingField(Whole(0, 108))
    seen = CardList()
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES)
    position = Text()


POSITION_FIELDS = tuple(name for name in PositionSchema().fields if name != "position")
"""Fields of a position that its one-line form contains."""


class MoveSchema(PositionSchema):
    """A position and a robot level."""

    level = LevelName(load_default=DEFAULT_LEVEL)
    seed = Whole(0, MOST_SEED, allow_none=True)
    lang = ChoiceField(LANGUAGES)
    limits = Nested(LimitsSchema)
    wanted_only = Plays(data_key="only", attribute="only")
    avoid = Plays()


class AnalyzeSchema(MoveSchema):
    """A position and the requested parts of its analysis."""

    want = Words(ALL_WANTS)
    top = Whole(0, MOST_HINTS, load_default=DEFAULT_TOP)
    order = ChoiceField(ORDERS)


class CheckSchema(PositionSchema):
    """Cards, and the table at which they are to be played."""

    cards = CardList(required=True)
    declared = CardList(data_key="as")
    lang = ChoiceField(LANGUAGES)


class DealSchema(Strict):
    """A deal: its game and its profile."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = MappingField(OptionValue())
    seed = Whole(0, MOST_SEED, required=True)
    profile = ChoiceField(PROFILES, PROFILE_NAMES)
    seat = SeatName()
    composition = MappingField(Whole(1, MOST_COMBOS))
    theme = ChoiceField(practice.THEME_NAMES, practice.THEME_NAMES)
    rating = Whole(practice.GRADES[0], practice.GRADES[-1])
    solution = Flag()
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES)


class TributeSchema(Strict):
    """A tribute: the role of the hand and the known facts."""

    variant = Text(load_default=with_tribute()[0])
    options = MappingField(OptionValue())
    hand = CardList(required=True)
    role = ChoiceField(ROLES, required=True)
    paid = CardList()
    order = Seats()
    partner_big_jokers = Whole(0, 2)
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES)


class BidSchema(Strict):
    """An auction: a hand and the bids so far."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = MappingField(OptionValue())
    hand = CardList(required=True)
    bidding = ChoiceField(BID_KINDS)
    bids = Bids()
    place = Whole(0, SEATS - 1)
    bottom = CardList()
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES)


class DealtSchema(Strict):
    """Known cards of a deal, as dealt."""

    hands = MappingField(CardList())
    bottom = CardList()


class AuctionSchema(Strict):
    """The bids of an auction."""

    bidding = ChoiceField(BID_KINDS)
    bids = Bids(load_default=())
    doubled = Seats()


class MovedSchema(Strict):
    """A tribute card that went from one seat to another."""

    giver = SeatName(data_key="from", required=True)
    receiver = SeatName(data_key="to", required=True)
    card = CardList(required=True)


class ExchangeSchema(Strict):
    """A tribute in progress, by the seats of the previous deal, or the cards of a finished one."""

    order = Seats()
    paid = MappingField(CardList())
    returned = MappingField(CardList())
    to_first = SeatName()
    moved = Items(Nested(MovedSchema), MOST_MOVED)


class MatchSchema(Strict):
    """Standing of a match before the deal, by side."""

    levels = Pair(ChoiceField(LEVELS), required=True)
    playing = Whole(0, 1, required=True)
    failures = Pair(Whole(0, MOST_FAILURES), load_default=(0, 0))
    winner = Winner()


class GameSchema(Strict):
    """A table: the known hands, the bids and the plays."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = MappingField(OptionValue())
    deal = Nested(DealtSchema)
    auction = Nested(AuctionSchema)
    tribute = Nested(ExchangeSchema)
    match = Nested(MatchSchema)
    history = Plays()
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES)


class ReviewLimitsSchema(Strict):
    """Bounds of the search for each decision of a review."""

    games = Whole(1, 2**53)


class ReviewSchema(GameSchema):
    """A table, and the settings of its review."""

    level = Text(load_default=DEFAULT_REVIEW_LEVEL)
    seats = Seats()
    limits = Nested(ReviewLimitsSchema)


class SolveLimitsSchema(Strict):
    """Bounds of a search with open hands."""

    nodes = Whole(1, 2**53, MOST_OPEN_NODES)
    memory = Whole(1, 2**53, MOST_MEMORY)


class SolveSchema(Strict):
    """Open hands: the cards of each seat, the seat to move and the play to beat."""

    variant = Text(load_default=DEFAULT_VARIANT)
    options = MappingField(OptionValue())
    hands = MappingField(CardList(), required=True)
    turn = SeatName()
    last = PlayField(allow_none=True)
    passes = Whole(0, 2)
    limits = Nested(SolveLimitsSchema)
    notation = ChoiceField(NOTATIONS, load_default="text")
    lang = ChoiceField(LANGUAGES)


def batch_item_schema(operations: Iterable[str]) -> Schema:
    """Return the schema of a request in a batch, for the allowed *operations*."""
    form = {"op": ChoiceField(operations, required=True), "body": Raw(required=True)}
    return Strict.from_dict(dict(form), name="BatchItem")()


class BatchSchema(Strict):
    """Requests to be answered together."""

    items = Requests(required=True)


ANALYZE, MOVE, CHECK, BID, DEAL, TRIBUTE, GAME, REVIEW, SOLVE, BATCH = (
    AnalyzeSchema(),
    MoveSchema(),
    CheckSchema(),
    BidSchema(),
    DealSchema(),
    TributeSchema(),
    GameSchema(),
    ReviewSchema(),
    SolveSchema(),
    BatchSchema(),
)


def pointers(messages: object, base: str = "") -> list[tuple[str, Bilingual]]:
    """Return (JSON pointer, message) of each error found by marshmallow."""
    if isinstance(messages, Mapping):
        texts = []
        for name, inner in messages.items():
            texts += pointers(inner, base + ("" if name == "_schema" else step(name)))
        return texts
    assert isinstance(messages, list)
    return [(base, text) for text in messages]


def code_of(text: Bilingual) -> str:
    """Return the stable code of a schema's message."""
    if text.startswith(MISSING):
        return "field_missing"
    if text == MATCH_OVER:
        return "game_over"
    return "field_unknown" if text.startswith(UNKNOWN) else "field_invalid"
