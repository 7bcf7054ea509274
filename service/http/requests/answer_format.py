"""Format of an answer: language and notation of cards."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.advice.practice import deck_of
from service.position.parse.card_fields import check_notation_suits
from service.rules import cards as c
from service.rules.cards import Notation
from service.rules.errors import Bilingual, RuleError, coded
from service.rules.variant import RuleSet

Json = dict[str, Any]


class AnswerFormat(NamedTuple):
    """Language and notation of an answer."""

    lang: str
    notation: Notation


def check_notation(setup: RuleSet, notation: Notation) -> None:
    """Raise RuleError "field_invalid" if a notation cannot write every card of a game."""
    check_notation_suits(notation, setup.kind)
    if "W" in deck_of(setup) and "W" not in c.written_in(notation.id):
        able = [other for other in c.NOTATIONS if "W" in c.written_in(other)]
        message = Bilingual(
            f"the notation {notation.id} has no flower; use {' or '.join(able)}",
            f"`{notation.id}` 记法写不了花牌；请用 {coded(able)}",
        )
        raise RuleError("field_invalid", message, "/notation")
