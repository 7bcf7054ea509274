"""The turn of a position: the seat to move, the play to beat, and what a snapshot assumes."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from service.http.requests.answer_format import Json
from service.http.responses.cards import cards_to_beat, combo_answer
from service.http.responses.components import Declaration, Seat, Shape, Shown
from service.http.texts.reasons import localize
from service.position.position import LEVEL, Position
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual


class _ToBeat(TypedDict):
    cards: Shown
    shape: Shape
    as_: NotRequired[Declaration]
    seat: Seat


class Turn(TypedDict):
    """The seat to move and the play to beat."""

    seat: Seat
    leads: bool
    to_beat: _ToBeat | None


def turn_answer(position: Position) -> Any:
    """Return the seat to move and the play to beat."""
    beaten, number = position.to_beat, int if position.rules.variant.numbered else str
    to_beat: Json | None = None
    if beaten is not None:
        lying = cards_to_beat(position)
        to_beat = combo_answer(position, beaten, lying.suits, lying)
        to_beat["seat"] = number(position.to_beat_seat or "")
    return {"seat": number(position.mover), "leads": beaten is None, "to_beat": to_beat}


def assumed_sentence(name: str, seat: str) -> Bilingual:
    """Return the sentence about a field *name* that is left out; *seat* is the assumed one, if it names a seat."""
    if name == "left":
        return Bilingual(
            "`left` is missing: no other seat is assumed to be close to going out, which costs one win in ten deals "
            "of Dou Dizhu; send `history`, or `left`.",
            "没有写 `left`，按其他各家都不会马上出完计算，斗地主这样约每十局少赢一局；请写 `history` 或 `left`。",
        )
    if name == "history":
        return Bilingual(
            "`history` and `seen` are missing: of the cards that were played only `last` is known, which costs one win "
            "in ten deals of Dou Dizhu; send `history`, or `seen`.",
            "没有写 `history` 和 `seen`，打出的牌只知道 `last`，斗地主这样约每十局少赢一局；请写 `history` 或 `seen`。",
        )
    if name == "seat":
        return Bilingual(
            f"`seat` is missing: the hand is taken as that of {seat_en(seat)}; send it if it is another.",
            f"没有写 `seat`，按{seat_zh(seat)}的手牌计算；如果不是，请写明。",
        )
    return Bilingual(
        f"`last_seat` is missing: the play to beat is taken as that of {seat_en(seat)}; send it if it is another.",
        f"没有写 `last_seat`，按{seat_zh(seat)}出的牌计算；如果不是，请写明。",
    )


class Assumed(TypedDict):
    """What a snapshot assumes for fields that the request left out, with a sentence for each in `text`.

    The hand is that of the first seat that is to move, the play to beat that of the seat before it, no other seat is
    close to going out (`left`), and no card but `last` has been played (`history`). Absent if all are known, and for a
    hand as dealt that leads.
    """

    seat: NotRequired[Seat]
    """The assumed seat of the hand."""
    last_seat: NotRequired[Seat]
    """The assumed seat of the play to beat."""
    left: NotRequired[list[Seat]]
    """Seats whose number of cards is unknown."""
    history: NotRequired[Annotated[list[str], {"maxItems": 0}]]
    """Empty: neither `history` nor `seen` was sent."""
    text: str
    """A sentence for each field."""


def assumed_answer(position: Position, lang: str) -> Json:
    """Return the assumptions of a snapshot for fields that its request left out, {} without any."""
    names = [name for name in position.assumed if name != LEVEL]
    if not names:
        return {}
    seats = {"seat": position.seat, "last_seat": position.to_beat_seat or ""}
    number = int if position.rules.variant.numbered else str
    unknown: Json = {"left": [number(seat) for seat, left in position.left.items() if left is None], "history": []}
    answer: Json = {name: number(seats[name]) if name in seats else unknown[name] for name in names}
    texts = [localize(assumed_sentence(name, seats.get(name, "")), lang) for name in names]
    answer["text"] = ("" if lang == "zh" else " ").join(texts)
    return {"assumed": answer}
