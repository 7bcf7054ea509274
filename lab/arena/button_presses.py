"""Persons who press the hint button and play its first hint: `python -m lab.arena match button club --decks 2000`.

Each sends the fields of one documented use of the button (docs/hint-button.md), and no level, to the API in process, as
a query of `<paili-hint>`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from lab.arena.errors import ArenaError
from lab.arena.opponent import Opponent, core_build, digest
from service.advice import levels
from service.core import engine
from service.http.endpoints import ENDPOINTS
from service.http.pipeline import prepare, render
from service.http.requests.answer_format import Json
from service.http.requests.query import body_of_query
from service.position.parse.card_fields import read_play
from service.position.play import play_or_refuse
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.variant import Variant

Fields = dict[str, str]
"""Attributes of the button."""


def hand_of(position: Position) -> Fields:
    """Return the attributes of all presses."""
    rules = position.rules
    chosen = rules.variant.chosen(rules.options)
    fields = {"hand": c.text(position.hand), "seat": position.seat}
    if rules.variant.id != "standard":
        fields["variant"] = rules.variant.id
    return fields | ({"options": ",".join(f"{name}={value}" for name, value in chosen.items())} if chosen else {})


def table_of(position: Position) -> Fields:
    """Return the play to beat and its seat."""
    if position.to_beat is None or position.to_beat_seat is None:
        return {}
    return {"last": c.text(position.to_beat.cards), "last_seat": position.to_beat_seat}


def history_of(position: Position) -> Fields:
    """Return all plays since the first lead."""
    plays = [c.text(turn.combo.cards) if turn.combo else "." for turn in position.history]
    return {"history": ",".join(plays)}


def bottom_of(position: Position) -> Fields:
    """Return the landlord's bottom cards."""
    return {"bottom": c.text(position.bottom)} if position.bottom else {}


def left_of(position: Position) -> Fields:
    """Return the numbers of cards of the other seats."""
    others = {seat: number for seat, number in position.left.items() if seat != position.seat}
    return {"left": ",".join(f"{seat}:{number}" for seat, number in others.items())}


def seen_of(position: Position) -> Fields:
    """Return the cards on the table so far."""
    seen = sum(turn.combo.cards for turn in position.history if turn.combo)
    return {"seen": c.text(seen)} if seen else {}


PRESSES: Mapping[str, tuple[Callable[[Position], Fields], ...]] = MappingProxyType(
    {
        "button": (hand_of, bottom_of, history_of),
        "button-history": (hand_of, history_of),
        "button-left-seen": (hand_of, table_of, left_of, seen_of),
        "button-left": (hand_of, table_of, left_of),
        "button-least": (hand_of, table_of),
    }
)
"""Players by name: the attributes that each sends, those of the documentation's first example first."""


class ButtonPresser(Opponent):
    """A person who plays what the first press of the button shows; games without wild cards and suits only."""

    def __init__(self, name: str) -> None:
        self.name, self.parts = name, PRESSES[name]
        self.version = f"{engine.VERSION} core {core_build()} numbers {digest(levels.LEVELS)}"

    def plays(self, variant: Variant) -> bool:
        """Return whether ranks alone say what a play is."""
        return variant.id in ("standard", "standard_two", "standard_four")

    def answer(self, position: Position) -> Json:
        """Return the answer to a press of the button."""
        query = {"want": "hints,move", "order": "robot", "lang": "zh"}
        for part in self.parts:
            query |= part(position)
        return render(prepare(ENDPOINTS["analyze"], body_of_query(list(query.items())), "zh"))

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return what the button shows first, as board/page/hint_button/paili-hint.js reads an answer.

        Raises ArenaError for a press without any play.
        """
        answer = self.answer(position)
        if answer["move"]["pass"]:
            return None
        plays = [row for row in answer["hints"] if not row.get("pass")]
        if not plays:
            raise ArenaError(f"{self.name} gets no hint: {position.line}")
        shown = read_play(plays[0]["cards"], position.notation, "/hints/0", position.rules)
        return play_or_refuse(position.rules, position.hand, shown, position.to_beat, position.constraints)
