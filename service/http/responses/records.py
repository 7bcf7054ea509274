"""The answer for games as text: each as the body of another request, and what was left out."""

from __future__ import annotations

from service.http.requests.answer_format import AnswerFormat, Json
from service.http.responses.documented import documented_game
from service.http.texts.reasons import localize
from service.records.games_text import ReadGames


def records_answer(facts: ReadGames, answer_format: AnswerFormat) -> Json:
    """Return the games of a text, and its other parts with their lines."""
    lang = answer_format.lang
    left_out = [
        {"line": error.place.line, "ply": error.place.ply, "code": error.code, "text": localize(error.message, lang)}
        for error in facts.left_out
    ]
    return {"format": facts.form, "games": [documented_game(game) for game in facts.games], "left_out": left_out}
