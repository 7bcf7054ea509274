"""The rules of a request and its fields that contain cards, each with its reader: hand, bottom, seen, and plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from service.core import engine
from service.core.bindings import CompiledRules, new_tuple
from service.position.deck import check_counts, check_seat
from service.position.parse.cards import parse_cards, parse_plain
from service.position.parse.position_text import PositionText, play_of_text
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Kind, Notation, is_pass
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, brief, quoted, step

DECLARED = Kind(decks=c.MOST_CARDS)
"""Declared cards may be any number, with or without suits."""


class PlayText(NamedTuple):
    """A play, types checked."""

    seat: object
    cards: Cards | None
    """None: a pass."""
    declared: Cards | None
    """The declared cards; None: no declaration."""
    pointer: str
    """Pointer of the cards."""
    seat_pointer: str = "/last/seat"
    """Pointer of the seat of a last play."""
    notation: Notation = c.TEXT
    """The notation in which its caller writes cards."""

    @property
    def hand(self) -> Hand:
        """Return the packed cards; 0 for a pass."""
        return self.cards.hand if self.cards else 0


def read_play(value: Any, notation: Notation, pointer: str, rules: CompiledRules) -> PlayText:
    """Return one play from a request.

    Raises RuleError for an unknown field, missing cards or an unreadable card.
    """
    kind = rules.setup.kind
    plain = parse_plain(value) if notation is c.TEXT and not kind.suited else None
    if plain is not None:  # the common case
        cards = plain if plain.hand else None
        play: PlayText = new_tuple(PlayText, (None, cards, None, pointer, "/last/seat", notation))
        return play
    seat, declared = None, None
    if isinstance(value, str) and ("=" in value or "@" in value):
        value = play_of_text(value)
    if isinstance(value, Mapping):
        check_play_fields(value, pointer)
        seat = value.get("seat")
        if value.get("as") is not None:
            declared = read_declared(value["as"], notation, f"{pointer}/as", rules)
        value, pointer = value["cards"], f"{pointer}/cards"
    if is_pass(value):
        if declared is not None:
            message = Bilingual("a pass cannot replace cards: leave `as` out", "不出不能当作别的牌：请去掉 `as`")
            raise RuleError("field_conflict", message, pointer.removesuffix("/cards") + "/as")
        return PlayText(seat, None, None, pointer)
    cards = parse_cards(value, notation, pointer, kind)
    if not cards.hand:
        message = Bilingual(
            f"no card in {brief(value)}; a pass is written 'pass'", f"{quoted(value)}里没有牌；不出请写 `pass`"
        )
        raise RuleError("card_unknown", message, pointer)
    return PlayText(seat, cards, declared, pointer, notation=notation)


PLAY_FIELDS = ("seat", "cards", "as")
"""Fields of a play in a request."""

ANSWERED = frozenset(
    (
        "shape", "pass", "level", "strength", "why", "search", "line", "recommended",  # of a move
        "score", "value", "games", "rest", "breaks", "exact",  # of a hint
        "points", "place", "won", "low", "high", "behind", "rating",  # of a candidate of a search
    )
)  # fmt: skip
"""Fields of a play in an answer, ignored in a request."""


def check_play_fields(value: Mapping[str, Any], pointer: str) -> None:
    """Raise RuleError "field_unknown" or "field_missing" for a play with other fields, or without cards."""
    unknown = next((name for name in value if name not in PLAY_FIELDS and name not in ANSWERED), None)
    if unknown is not None:
        message = Bilingual(
            f"a play has seat, cards and as; not {brief(unknown)}",
            f"一手牌只有 `seat`、`cards` 和 `as` 三个字段，没有{quoted(unknown)}",
        )
        raise RuleError("field_unknown", message, pointer + step(unknown))
    if "cards" not in value:
        message = Bilingual("a play names its cards; a pass has none", "请在 `cards` 里写明出的牌；不出则留空")
        raise RuleError("field_missing", message, f"{pointer}/cards")


def read_declared(value: Any, notation: Notation, pointer: str, rules: CompiledRules) -> Cards:
    """Return the cards of a declaration, in the caller's notation or as text of ranks."""
    if notation.split is None and isinstance(value, str) and "," not in value:
        return parse_cards(value, c.TEXT, pointer, DECLARED)
    try:
        return parse_cards(value, notation, pointer, DECLARED)
    except RuleError as fault:
        if not isinstance(value, str) or notation is c.TEXT:
            raise
        try:
            return parse_cards(value, c.TEXT, pointer, DECLARED)
        except RuleError:
            raise fault from None


# ---- the fields of a position -----------------------------------------------------------------------------------


def check_notation_suits(notation: Notation, kind: Kind) -> None:
    """Raise RuleError "field_invalid" for a notation without suits in a game that needs them."""
    if kind.suited and notation not in (c.TEXT, c.GUANDAN):
        message = Bilingual(
            f"this game uses the notations {c.TEXT.id} and {c.GUANDAN.id}",
            f"本玩法只能用 `{c.TEXT.id}` 或 `{c.GUANDAN.id}` 记法",
        )
        raise RuleError("field_invalid", message, "/notation")


def read_rules(request: PositionText) -> tuple[CompiledRules, Notation]:
    """Return the rules and the notation of a request.

    Raises RuleError for unknown ones, and for a notation without suits in a game that needs them.
    """
    rules = engine.rules_for(request.variant, tuple(request.options.items()))
    notation = c.NOTATIONS[request.notation]
    if notation is not c.TEXT:  # which has suits
        check_notation_suits(notation, rules.setup.kind)
    return rules, notation


def read_hand(rules: CompiledRules, value: Any, notation: Notation) -> Cards:
    """Return the hand.

    Raises RuleError "hand_empty" or "too_many_of_rank", or an error of card parsing.
    """
    hand = parse_cards(value, notation, "/hand", rules.setup.kind)
    if not hand.hand:
        raise RuleError("hand_empty", Bilingual("a hand has at least one card", "手牌至少有一张"), "/hand")
    check_counts(rules, [("/hand", hand.hand)])
    return hand


def read_bottom(rules: CompiledRules, value: Any, notation: Notation) -> Cards:
    """Return the bottom.

    Raises RuleError "hand_size" or "too_many_of_rank", or an error of card parsing.
    """
    kind = rules.setup.kind if rules.setup.bottom else c.PLAIN_KIND
    bottom = parse_cards(value, notation, "/bottom", kind)
    if bottom.hand and c.size(bottom.hand) != rules.setup.bottom:
        raise RuleError(
            "hand_size",
            Bilingual(
                f"the bottom has {rules.setup.bottom} cards",
                f"底牌应有{rules.setup.bottom}张" if rules.setup.bottom else "本玩法没有底牌",
            ),
            "/bottom",
        )
    check_counts(rules, [("/bottom", bottom.hand)])
    return bottom


def read_last(rules: CompiledRules, value: Any, notation: Notation, seat: str | None) -> PlayText:
    """Return the last play, and the *seat* that played it if another field names it.

    Raises RuleError for a play that cannot be parsed, "field_conflict" for two different seats or a seat without a
    play, "seat_unknown" for an unknown seat of a pass.
    """
    if value is None:
        message = Bilingual(
            "`last_seat` is the seat that played `last`, which is missing: send `last`, or leave `last_seat` out",
            "`last_seat` 是打出 `last` 的一家，而 `last` 没有写：请写明 `last`，或去掉 `last_seat`",
        )
        raise RuleError("field_conflict", message, "/last_seat")
    play = with_seat(rules, read_play(value, notation, "/last", rules), seat)
    if play.cards is None and play.seat not in (None, ""):  # the seat of a play is checked with the table
        check_seat(rules, play.seat, play.seat_pointer)
    return play


def with_seat(rules: CompiledRules, play: PlayText, seat: str | None) -> PlayText:
    """Return the last play with the *seat* that another field names.

    Raises RuleError "field_conflict" for two different seats.
    """
    if seat is None:
        return play
    if play.seat is not None and check_seat(rules, play.seat, "/last/seat") != seat:
        message = Bilingual(
            f"`last` names {seat_en(play.seat)}, `last_seat` {seat_en(seat)}: send one of them",
            f"`last` 写的是{seat_zh(play.seat)}，`last_seat` 写的是{seat_zh(seat)}：请只写一处",
        )
        raise RuleError("field_conflict", message, "/last_seat")
    return play._replace(seat=seat, seat_pointer="/last_seat")


def read_seen(rules: CompiledRules, value: Any, notation: Notation) -> Cards:
    """Return the cards seen.

    Raises the errors of card parsing.
    """
    return parse_cards(value, notation, "/seen", rules.setup.kind)
