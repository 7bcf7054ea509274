"""The review page; for readers without scripts with the plays of the game in its address, as a table."""

from __future__ import annotations

from html import escape
from typing import Any

from marshmallow import ValidationError

from service.http.endpoints import ENDPOINTS
from service.http.language import localize
from service.http.site import assets
from service.http.site.board_html import JOKERS, PIECE
from service.records.body import body_of_record, only_record
from service.rules.display_names import seat_name
from service.rules.errors import Bilingual, RuleError

NOSCRIPT = "<noscript>"
"""Where the table stands in the page."""

PASSED = Bilingual("Pass", "不出")
PLAYS = Bilingual("Plays", "出牌记录")


def record_of_link(link: str) -> str:
    """Return the game in an address as a record: variant, tags with their values, and plays, between `~`."""
    variant, *fields = link.split("~")
    plays = fields.pop() if fields else ""
    tags = [("Variant", variant), *zip(fields[::2], fields[1::2], strict=False)]
    return "".join(f'[{name} "{value}"]\n' for name, value in tags) + (plays or "-") + "\n"


def cards_text(play: Any, lang: str) -> str:
    """Return the cards of a play in a history."""
    cards = play if isinstance(play, str) else play["cards"]
    names = JOKERS[lang] | {"T": "10"}
    return " ".join(names.get(piece[0], piece[0]) for piece in PIECE.findall(cards)) or localize(PASSED, lang)


def plays_table(link: str, lang: str) -> str:
    """Return the plays of the game in an address as a table with a column for each seat.

    Raises RuleError or ValidationError for an address without a possible game.
    """
    body = body_of_record(only_record(record_of_link(link)))
    endpoint = ENDPOINTS["game"]
    table = endpoint.advise(*endpoint.question(endpoint.schema.load(body)))
    turns = () if table.replay is None else table.replay.history
    seats = table.rules.variant.seats
    rows: list[dict[str, str]] = []
    last = len(seats)
    for turn, play in zip(turns, body["history"], strict=True):
        place = seats.index(turn.seat)
        if place <= last:
            rows.append({})
        rows[-1][turn.seat], last = cards_text(play, lang), place
    heads = "".join(f'<th scope="col">{escape(localize(seat_name(seat), lang))}</th>' for seat in seats)
    cells = (["<td>" + row.get(seat, "") + "</td>" for seat in seats] for row in rows)
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    caption = localize(PLAYS, lang)
    return f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def review_html(link: str | None, lang: str) -> str:
    """Return the page; of a link that has no possible game nothing is shown without a script."""
    try:
        table = plays_table(link, lang) if link else ""
    except (RuleError, ValidationError):
        table = ""
    return assets.REVIEW.replace(NOSCRIPT, NOSCRIPT + table)
