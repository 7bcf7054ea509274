"""The review page, with link previews and, for visitors without scripts, the plays as a table."""

from __future__ import annotations

from html import escape
from typing import Any, NamedTuple

from marshmallow import ValidationError

from board import assets
from board.card_html import JOKERS, PIECE
from board.docs_pages import REVIEW
from service.http.endpoints import ENDPOINTS
from service.http.texts.reasons import LANGUAGES, localize
from service.records.body import body_of_record, only_record
from service.rules.display_names import seat_name
from service.rules.errors import Bilingual, RuleError
from service.rules.variant import Variant
from service.rules.variants import DEFAULT_VARIANT, find_variant

NOSCRIPT = "<noscript>"
"""The tag before which the table is inserted."""

HAND = '<div id="hand"'
"""Placeholder of the hand in the page."""

COPIES = 4
"""Cards of a rank in one deck; hands from two decks need more height."""

ABOUT = Bilingual("Where a game was lost, and what was better.", "哪一手亏了，该怎么打。")
PASSED = Bilingual("Pass", "不出")
PLAYS = Bilingual("Plays", "出牌记录")


def record_of_link(link: str) -> str:
    """Return the game in a URL as a record: variant, tags with their values, and plays, separated by `~`."""
    variant, *fields = link.split("~")
    plays = fields.pop() if fields else ""
    tags = [("Variant", variant), *zip(fields[::2], fields[1::2], strict=False)]
    return "".join(f'[{name} "{value}"]\n' for name, value in tags) + (plays or "-") + "\n"


def cards_text(play: Any, lang: str) -> str:
    cards = play if isinstance(play, str) else play["cards"]
    names = JOKERS[lang] | {"T": "10"}
    return " ".join(names.get(piece[0], piece[0]) for piece in PIECE.findall(cards)) or localize(PASSED, lang)


class LinkedGame(NamedTuple):
    """The game in a URL."""

    variant: Variant
    is_high: bool
    """Whether a hand may have more cards of a rank than one deck."""
    plays: tuple[tuple[str, str], ...]
    """Seat and cards of each turn, in a language."""


def linked_game(link: str, lang: str) -> LinkedGame:
    """Return the game in a URL.

    Raises RuleError or ValidationError for a URL without a valid game.
    """
    body = body_of_record(only_record(record_of_link(link)))
    endpoint = ENDPOINTS["game"]
    table = endpoint.advise(*endpoint.arguments(endpoint.schema.load(body)))
    turns = () if table.replay is None else table.replay.history
    plays = [(turn.seat, cards_text(play, lang)) for turn, play in zip(turns, body["history"], strict=True)]
    is_high = max(table.rules.setup.deck.values()) > COPIES
    return LinkedGame(table.rules.variant, is_high, tuple(plays))


def plays_table(game: LinkedGame, lang: str) -> str:
    """Return the plays of a game as a table with a column for each seat."""
    seats = game.variant.seats
    rows: list[dict[str, str]] = []
    last = len(seats)
    for seat, cards in game.plays:
        place = seats.index(seat)
        if place <= last:
            rows.append({})
        rows[-1][seat], last = cards, place
    heads = "".join(f'<th scope="col">{escape(localize(seat_name(seat), lang))}</th>' for seat in seats)
    cells = (["<td>" + row.get(seat, "") + "</td>" for seat in seats] for row in rows)
    lines = "".join(f"<tr>{''.join(row)}</tr>" for row in cells)
    caption = localize(PLAYS, lang)
    return f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"


def preview_tags(game: LinkedGame | None, ply: str, lang: str, origin: str) -> str:
    """Return the tags for link previews: the game, and the play that the URL selects."""
    title, about, variant = localize(REVIEW, lang), localize(ABOUT, lang), find_variant(DEFAULT_VARIANT)
    if game is not None:
        variant = game.variant
        title = f"{title} · {variant.name if lang == LANGUAGES[0] else variant.zh}"
        if ply.isascii() and ply.isdecimal() and 0 < int(ply[:4]) <= len(game.plays):
            seat, cards = game.plays[int(ply[:4]) - 1]
            name = localize(seat_name(seat), lang)
            about = f"Turn {ply[:4]}, {name}: {cards}" if lang == LANGUAGES[0] else f"第{ply[:4]}手，{name}：{cards}"
    return assets.share_tags(assets.game_picture(variant.id), title, about, origin)


def review_html(link: str, ply: str, lang: str, origin: str) -> str:
    """Return the page for the game and the ply in its URL; an invalid game gets no preview."""
    try:
        game = linked_game(link, lang) if link else None
    except (RuleError, ValidationError):
        game = None
    page = assets.REVIEW.replace(assets.SHARED_SLOT, preview_tags(game, ply, lang, origin))
    if game is None:
        return page
    if game.is_high:  # reserves the space, so that nothing below moves
        page = page.replace(HAND, f'{HAND} class="decks"')
    return page.replace(NOSCRIPT, NOSCRIPT + plays_table(game, lang))
