"""The answer for games as text: each as the body of another request, and what was left out."""

from __future__ import annotations

from typing import TypedDict

from service.http.requests.answer_format import AnswerFormat
from service.http.responses.components import Code, GameRequest
from service.http.responses.documented import documented_game
from service.http.texts.reasons import localize
from service.records.games_text import ReadGames


class _LeftOut(TypedDict):
    """A part of a text that is in no game."""

    line: int
    """From 1."""
    ply: int | None
    """From 1."""
    code: Code
    text: str


class RecordsAnswer(TypedDict):
    """The games of a text, and what was left out."""

    format: str
    """As `paili convert` names it."""
    games: list[GameRequest]
    left_out: list[_LeftOut]
    """What is in no game; at most 50 parts."""


def records_answer(facts: ReadGames, answer_format: AnswerFormat) -> RecordsAnswer:
    """Return the games of a text, and its other parts with their lines."""
    lang = answer_format.lang
    left_out: list[_LeftOut] = [
        {"line": error.place.line, "ply": error.place.ply, "code": error.code, "text": localize(error.message, lang)}
        for error in facts.left_out
    ]
    return {"format": facts.form, "games": [documented_game(game) for game in facts.games], "left_out": left_out}
