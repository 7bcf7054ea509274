"""Schemas of requests: fields and their types. Package `position` checks the contents."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, missing
from marshmallow.fields import Field, Nested, Raw

from service.advice import practice
from service.advice.analysis_request import ALL_WANTS, DEFAULT_TOP
from service.advice.hint_order import ORDERS
from service.advice.levels import AIMS, DEFAULT_LEVEL, MOST_GAMES
from service.advice.practice import PROFILE_NAMES, PROFILES
from service.advice.solve import MOST_MEMORY
from service.advice.solve import MOST_NODES as MOST_OPEN_NODES
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
    LongText,
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
    set_value_messages,
)
from service.http.texts.reasons import LANGUAGES
from service.position.tribute import ROLES
from service.review.plan import DEFAULT_LEVEL as DEFAULT_REVIEW_LEVEL
from service.rules.cards import NOTATION_NAMES, NOTATIONS
from service.rules.errors import MOST_FAULTS, Bilingual, coded, step
from service.rules.random_numbers import MOST_SEED
from service.rules.scoring import LEVELS
from service.rules.variant import plain_name
from service.rules.variants import BID_KINDS, DEFAULT_VARIANT, MOST_PLACES, with_tribute

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

LANGUAGE_NAMES = {"en": Bilingual("English", "英文"), "zh": Bilingual("Chinese", "中文")}

MOST_FAILURES = 99
"""Maximum failures at level A in a match."""


SYNONYMS = {
    "hand": "handcards mycards myhand playerhandcards currenthand cards",
    "last": "lastmove lastplay lastcards lastaction lasthand tobeat previousplay prevplay previousmove",
    "last_seat": "lastplayer lastpid lastposition",
    "history": "actions action moves plays actionhistory playhistory cardplayactionseq",
    "left": "cardsleft numcardsleft numcardsleftdict leftcards remaining cardsremaining counts",
    "seen": "playedcards playedcardsdict cardsplayed discarded",
    "bottom": "bottomcards threelandlordcards landlordcards dipai",
    "seat": "role playerposition identity myseat me player",
    "level": "difficulty robot strength",
    "variant": "game gametype mode",
    "options": "rules houserules",
    "lang": "language locale",
}
"""Names that other programs use for a field, DouZero's among them, in lower case without strokes."""

FIELD_OF_SYNONYM = {name: field for field, names in SYNONYMS.items() for name in names.split()}

NEEDLESS = frozenset(("hands", "otherhands", "opponents", "otherhandcards", "allhandcards"))
"""Names of the hands of other players."""

UNKNOWN = Bilingual("Unknown field.", "没有这个字段。")


OURS: dict[str, str] = {"type": NO_OBJECT, "unknown": UNKNOWN}
"""Messages that replace the library's."""


class Strict(Schema):
    """A schema that rejects unknown fields and names the nearest known one."""

    class Meta:
        unknown = RAISE

    error_messages = OURS

    answered: frozenset[str] = frozenset()
    """Keys of the same object in an answer, ignored in a request, so that an answer can be sent back."""

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

        Raises ValidationError with the errors of all known fields and of the first unknown ones.
        """
        if not isinstance(data, dict):
            raise self.faults({"_schema": [NO_OBJECT]}, data)
        loaded, wrong, unknown_keys = dict(self.defaults), dict[str, Any](), list[str]()
        for key, value in data.items():
            known = self.names.get(key)
            if known is None:
                if key not in self.answered:
                    unknown_keys.append(key)
                continue
            name, field, read = known
            try:
                loaded[name] = field.deserialize(value, key, data) if value is None else read(value, key, data)
            except ValidationError as error:
                wrong[key] = error.messages
        for key in self.required:
            if key not in data:
                wrong[key] = self.names[key][1].error_messages["required"]
        if wrong or unknown_keys:
            ordered = {key: wrong[key] for key in self.names if key in wrong}  # known fields first, as in the schema
            raise self.faults(ordered | {key: [UNKNOWN] for key in unknown_keys[:MOST_FAULTS]}, data)
        return loaded

    def faults(self, messages: dict[str, Any], data: Any) -> ValidationError:
        """Return the error of a request, with *messages* by key."""
        error = ValidationError(messages, data=data)
        self.handle_error(error, data)
        return error

    def on_bind_field(self, field_name: str, field_obj: Field[Any]) -> None:
        set_value_messages(field_obj)

    def handle_error(self, error: ValidationError, data: Any, **kwargs: Any) -> None:
        """Add the nearest known field to the message."""
        messages = error.messages
        if not isinstance(messages, dict):
            return
        unknown = [name for name, texts in messages.items() if texts == [UNKNOWN]]
        known = [field.data_key or key for key, field in self.fields.items()] if unknown else []
        listed = Bilingual(f"Allowed: {', '.join(known)}.", f"有：{coded(known)}。")
        for name in unknown[:MOST_GUESSES]:
            near = self.near_miss(str(name), known, listed)
            messages[name] = [Bilingual(f"{UNKNOWN} {near}", UNKNOWN.zh + near.zh)]

    def near_miss(self, name: str, known: Sequence[str], listed: Bilingual) -> Bilingual:
        """Return a suggestion for a field that *name* may misspell, before the *listed* names of the *known* ones."""
        plain = plain_name(name)
        if plain in NEEDLESS and "hand" in self.fields:
            return Bilingual(
                "Other players' hands are never needed and not accepted.", "本服务不需要也不接受其他玩家的手牌。"
            )
        meant = FIELD_OF_SYNONYM.get(plain)
        near = [meant] if meant in known else difflib.get_close_matches(name, known, 1)
        return Bilingual(f"Did you mean {near[0]}? {listed}", f"是不是 `{near[0]}`？{listed.zh}") if near else listed


class LimitsSchema(Strict):
    """Limits of the work."""

    nodes = Whole(1, 2**53, MOST_NODES)
    """Maximum visited states; its bound is in /v1/variants."""
    games = Whole(1, 2**53, MOST_GAMES)
    """Games of a search of hint, expert and master; the maximum is in /v1/variants, half of it with two wild ranks in
    laizi."""
    aim = ChoiceField(AIMS)
    """Aim of the robot: the payment of the deal, the default where the game is paid (`aims` of /v1/variants), or going
    out first. In other games an aim is rejected (`field_conflict`)."""


class PositionSchema(Strict):
    """A position, as fields or as one line."""

    variant = Text()
    """An id of /v1/variants."""
    options = MappingField(OptionValue())
    """House rules of the variant."""
    seat = SeatName()
    """Seat of the hand; default: the mover, in a snapshot the first one. Numbered seats count from the first leader."""
    hand = CardList(metadata={"needed": True})
    """The hand now, not as dealt. Required, unless `position` has it."""
    bottom = CardList()
    """The landlord's bottom cards, if known, with suits where the plays have them: then each is the landlord's until it
    is played itself."""
    history = Plays()
    """Every play and pass from the first lead. If a card decides who leads first, the first leader has it and leads it;
    a hand or a play that contradicts this is rejected."""
    last = PlayField(allow_none=True)
    """The play to beat, in a snapshot."""
    last_seat = SeatName()
    """The seat that played `last`, which may also name it: `TT@landlord`. Default: the previous seat. If `seat`,
    `last_seat`, `left`, or both `history` and `seen` are left out, the answer names what is assumed (`assumed`)."""
    left = MappingField(Whole(0, 108))
    """Remaining cards of each seat."""
    seen = CardList()
    """Cards on the table so far. The last play is always included; cards with different suits or ids are different
    cards."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES)
    position = Text()
    """The position as one line, instead of the fields. A position line always uses text notation, and so does its
    answer."""


POSITION_FIELDS = tuple(name for name in PositionSchema().fields if name != "position")
"""Fields of a position that its one-line form contains."""


class MoveSchema(PositionSchema):
    """A position and a robot level."""

    level = LevelName()
    """A level of the variant; default: adept where networks are in force under the options, otherwise club."""
    seed = Whole(0, MOST_SEED, allow_none=True)
    """Seed of random choices of the level, by default derived from the position."""
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)
    limits = Nested(LimitsSchema)
    """Bounds of the work, and the aim of the robot."""
    wanted_only = Plays(data_key="only", attribute="only")
    """Plays to which the robot's choice and the hints are restricted; an empty list is no restriction. A play with `as`
    is only that reading, one without it any reading of its cards: cards of one suit are not the straight of their ranks
    in several suits. Otherwise suits do not distinguish plays. A legal pass is always allowed; if no action is left,
    the error is `must_lead` or `must_beat`."""
    avoid = Plays()
    """Plays to exclude from the robot's choice and the hints."""


class AnalyzeSchema(MoveSchema):
    """A position and the requested parts of its analysis."""

    want = Words(ALL_WANTS)
    """Parts of the answer; default: all that apply, without beliefs."""
    top = Whole(0, MOST_HINTS, load_default=DEFAULT_TOP)
    """Number of hints; 0 for all."""
    order = ChoiceField(ORDERS)
    """Order of the hints: by the value of the remaining hand (the default), which is no recommendation, or by the
    level's score (robot), which is one: each hint has a `value`, a legal pass has a row, and the first row is the
    level's move."""
    player = Text(data_key="for")
    """The level of the player who is advised."""


class CheckSchema(PositionSchema):
    """Cards, and the table at which they are to be played."""

    cards = CardList(required=True)
    """The cards to be played."""
    declared = CardList(data_key="as")
    """The cards that they stand for, if wild cards are among them."""
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


SHUFFLES = ("fair", "none")
"""Shuffles of a deal, the default first."""


class DealSchema(Strict):
    """A deal: its game and its profile."""

    variant = Text(load_default=DEFAULT_VARIANT)
    """An id of /v1/variants."""
    options = MappingField(OptionValue())
    """House rules of the variant. In laizi `wild` may be `random` here: the seed selects a rank, and the answer has it
    in its options."""
    seed = Whole(0, MOST_SEED)
    """The same seed deals the same cards. Default: 53 random bits of the operating system. Who knows a seed knows all
    hands."""
    profile = ChoiceField(PROFILES, PROFILE_NAMES)
    """Kind of the deal; default: plain, with a composition own."""
    shuffle = ChoiceField(SHUFFLES, load_default=SHUFFLES[0])
    """none: a plain deal from the pile of the last games, cut and dealt in blocks, in games with a landlord."""
    seat = SeatName()
    """Seat of the practice hand; default: the first seat. Not with plain, balanced or endgame."""
    composition = MappingField(Whole(1, MOST_COMBOS))
    """Number of combos of each kind in the hand, under the profile own; trio_solo, trio_pair and trio_two are three of
    a rank with such kickers, also in games without such a play."""
    theme = ChoiceField(practice.THEME_NAMES, practice.THEME_NAMES)
    """Theme of a puzzle, under the profile endgame; default: any."""
    rating = Whole(practice.GRADES[0], practice.GRADES[-1])
    """Rating of a puzzle: 1 easy, 2 medium, 3 hard; default: any."""
    solution = Flag()
    """Whether to return the solution of a puzzle."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


class TributeSchema(Strict):
    """A tribute: the role of the hand and the known facts."""

    variant = Text(load_default=with_tribute()[0])
    """No other game has a tribute."""
    options = MappingField(OptionValue())
    """`level` is that of the new deal; `return_max` limits the returned card."""
    hand = CardList(required=True)
    """The hand before the tribute."""
    role = ChoiceField(ROLES, required=True)
    """Whether the hand gives or returns a card."""
    paid = CardList()
    """The card paid to the hand of role return, if `hand` does not contain it yet."""
    order = Seats()
    """Seats in the order of going out in the last deal; a missing seat came last."""
    partner_big_jokers = Whole(0, 2)
    """Big jokers of the other giver of a double tribute; with `resist=any` all its jokers, 2 for more."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


class BidSchema(Strict):
    """An auction: a hand and the bids so far."""

    variant = Text(load_default=DEFAULT_VARIANT)
    """A game with a landlord; no other game has an auction."""
    options = MappingField(OptionValue())
    """House rules of the variant."""
    hand = CardList(required=True)
    """The hand of the bidder."""
    bidding = ChoiceField(BID_KINDS)
    """Kind of the auction; default: points, in Yuncheng call."""
    bids = Bids()
    """Bids so far, in the order of bidding."""
    place = Whole(0, MOST_PLACES - 1)
    """Place of the hand in the order of bidding."""
    bottom = CardList()
    """Required for doubling and kicking, rejected before."""
    level = LevelName(load_default=DEFAULT_LEVEL)
    """The level that bids."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


class DealtSchema(Strict):
    """Known cards of a deal, as dealt, or the answer of /v1/deal."""

    answered = frozenset(
        ("seed", "profile", "fair", "composition", "seat", "level", "leader", "first", "why", "balance", "puzzle")
    )
    variant = Text()
    """Default of `variant` of the table."""
    options = MappingField(OptionValue())
    """Default of `options` of the table."""
    places = MappingField(CardList())
    """Hands by place; with an auction they are used instead of `hands`."""
    hands = MappingField(CardList())
    """By seat, or before and after an auction by place; the landlord's hand by seat may include the bottom."""
    bottom = CardList(allow_none=True)
    """The bottom cards."""


class AuctionSchema(Strict):
    """The bids of an auction, or `auction` in the answer of /v1/game."""

    answered = frozenset(("place", "next", "words", "landlord", "stake", "seats", "multiples", "handicap"))
    bidding = ChoiceField(BID_KINDS)
    """Kind of the auction; default: points, in Yuncheng call."""
    bids = Bids(load_default=())
    """Bids in the order of bidding; `double` or `pass` of each place, from 0, may follow instead of `doubled`."""
    doubled = Seats(allow_none=True)
    """Places that doubled after the auction: a farmer doubles the payments between it and the landlord, the landlord
    all of them. With the option `super_double`, a place that is named twice doubles by four."""


class MovedSchema(Strict):
    """A tribute card that went from one seat to another."""

    giver = SeatName(data_key="from", required=True)
    """The seat that gave the card."""
    receiver = SeatName(data_key="to", required=True)
    """The seat that got it."""
    card = CardList(required=True)


class ExchangeSchema(Strict):
    """A tribute in progress, by the seats of the previous deal, or the cards of a finished one."""

    answered = frozenset(("givers",))
    order = Seats()
    """Seats in the order of going out in the previous deal, as in `next.tribute`."""
    paid = MappingField(CardList())
    """The card of each giver that has paid."""
    returned = MappingField(CardList())
    """The card of each receiver that has returned one."""
    to_first = SeatName()
    """With tie_tribute=choose: the giver of two equal cards that pays first place."""
    moved = Items(Nested(MovedSchema), MOST_MOVED)
    """The cards of a tribute that is over, each payment before its return, by the seats of this deal: seat 0 leads, so
    it paid first place. Hands are those after the tribute. Empty if it was refused."""


class MatchSchema(Strict):
    """Standing of a match before the deal, by side."""

    levels = Pair(ChoiceField(LEVELS), required=True)
    """The level of each side."""
    playing = Whole(0, 1, required=True)
    """The side that won the previous deal."""
    failures = Pair(Whole(0, MOST_FAILURES), load_default=(0, 0))
    """Failed deals of a side at its own level A."""
    winner = Winner()
    """As in `next.match`; a match with a winner is over."""


class GameSchema(Strict):
    """A table: the known hands, the bids and the plays."""

    variant = Text()
    """An id of /v1/variants; default: that of `deal`, or standard."""
    options = MappingField(OptionValue())
    """House rules of the variant, including those about points; default: those of `deal`."""
    deal = Nested(DealtSchema)
    """The known hands as dealt, including cards already played, or the answer of /v1/deal."""
    auction = Nested(AuctionSchema, allow_none=True)
    """The auction; without it the landlord is known and the base is 1."""
    tribute = Nested(ExchangeSchema, allow_none=True)
    """Guandan: the tribute before the deal. While it goes on: `order` and the cards so far, with all hands known and
    the seats of the previous deal; continue with the resulting `deal` and `match`. Once it is over: `moved` alone, with
    the new hands and the new seats, so that /v1/review judges its cards."""
    match = Nested(MatchSchema, allow_none=True)
    """Guandan: standing of the match before this deal, by sides as in /v1/variants; options.level is that of the
    playing side."""
    history = Plays()
    """Every play and pass from the first lead."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


class ReviewLimitsSchema(Strict):
    """Bounds of the search for each decision of a review."""

    games = Whole(1, 2**53)
    """Games of the level's search, as in /v1/move; the worlds that are sampled shrink with them."""


class ReviewSchema(GameSchema):
    """A table, and the settings of its review."""

    level = Text(load_default=DEFAULT_REVIEW_LEVEL)
    """The robot level whose search judges, of /v1/variants. A level without a search compares few sampled deals."""
    seats = Seats()
    """Seats to judge; all with known hands unless given."""
    player = Text(data_key="for")
    """The level of the player who gets `lessons`. docs/review.md defines them."""
    limits = Nested(ReviewLimitsSchema)
    """Bounds of the work for each decision."""


class SolveLimitsSchema(Strict):
    """Bounds of a search with open hands."""

    nodes = Whole(1, 2**53, MOST_OPEN_NODES)
    """Maximum visited states; default 1000000. If it is reached, or 8388608 plays are listed, `exact` is
    false."""
    memory = Whole(1, 2**53, MOST_MEMORY)
    """Memory of the search in megabytes; default 16."""


class SolveSchema(Strict):
    """Open hands: the cards of each seat, the seat to move and the play to beat."""

    variant = Text(load_default=DEFAULT_VARIANT)
    """An id of /v1/variants."""
    options = MappingField(OptionValue())
    """House rules of the variant."""
    hands = MappingField(CardList(), required=True)
    """Current hands of two sides, by seat."""
    turn = SeatName()
    """The seat to move; default: the seat after the last play and the passes, or on a lead the first seat."""
    last = PlayField(allow_none=True)
    """The play to beat, whose cards are no longer in a hand; without it the seat leads."""
    last_seat = SeatName()
    """The seat that played `last`, which may also name it: `TT@landlord`."""
    passes = Whole(0, 2)
    """Passes since the last play."""
    limits = Nested(SolveLimitsSchema)
    """Bounds of the search; more is a 422 `limit_too_large`."""
    notation = ChoiceField(NOTATIONS, NOTATION_NAMES, load_default="text")
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


class RecordsSchema(Strict):
    """Games as text."""

    text = LongText(required=True)
    """Games in any format that `paili convert` reads as text; plain Chinese text by default."""
    lang = ChoiceField(LANGUAGES, LANGUAGE_NAMES, tags=True)


def batch_item_schema(operations: Iterable[str]) -> Schema:
    """Return the schema of a request in a batch, for the allowed *operations*."""
    form = {"op": ChoiceField(operations, required=True), "body": Raw(required=True)}
    return Strict.from_dict(dict(form), name="BatchItem")()


class BatchSchema(Strict):
    """Requests to be answered together."""

    items = Requests(required=True)
    """Objects with `op` (an endpoint) and `body`, the body of that endpoint; an invalid item fails alone."""


ANALYZE, MOVE, CHECK, BID, DEAL, TRIBUTE, GAME, REVIEW, SOLVE, RECORDS, BATCH = (
    AnalyzeSchema(),
    MoveSchema(),
    CheckSchema(),
    BidSchema(),
    DealSchema(),
    TributeSchema(),
    GameSchema(),
    ReviewSchema(),
    SolveSchema(),
    RecordsSchema(),
    BatchSchema(),
)


def pointers(messages: object, base: str = "") -> Iterator[tuple[str, Bilingual]]:
    """Yield (JSON pointer, message) of each error found by marshmallow."""
    if isinstance(messages, Mapping):
        for name, inner in messages.items():
            yield from pointers(inner, base + ("" if name == "_schema" else step(name)))
        return
    assert isinstance(messages, list)
    yield from [(base, text) for text in messages]


def code_of(text: Bilingual) -> str:
    """Return the stable code of a schema's message."""
    if text.startswith(MISSING):
        return "field_missing"
    if text == MATCH_OVER:
        return "game_over"
    return "field_unknown" if text.startswith(UNKNOWN) else "field_invalid"
