"""Arguments of a request with games as text."""

from __future__ import annotations

from service.http.requests.load import RequestBody
from service.records.games_text import GamesText


def records_arguments(body: RequestBody) -> tuple[GamesText]:
    """Return games as text."""
    return (GamesText(body["text"]),)
