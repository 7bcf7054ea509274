"""Games of a text in any known format, as bodies of `POST /v1/game`, with everything that was left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from service.records.body import Body, body_of_record
from service.records.chinese_text import is_chinese_text
from service.records.ddz import HISTORY, Place, Record, RecordError
from service.records.formats import FORMATS, detect
from service.rules.cards import MOST_PLAYS
from service.rules.errors import Bilingual, RuleError, brief, quoted
from service.rules.variant import Variant
from service.rules.variants import DEFAULT_VARIANT, VARIANTS

DEFAULT_FORMAT = FORMATS["chinese"]
"""Format of a text in words without the beginning of another one."""

UNKNOWN_FORMAT = "unknown"
"""Name of the format of a text that is no record."""


MOST_LEFT_OUT = 50
"""Maximum number of faults of a text."""


class GamesText(NamedTuple):
    """Games as text."""

    text: str

    @property
    def variant(self) -> Variant:
        """The game of a text that names none, for metrics."""
        return VARIANTS[DEFAULT_VARIANT]


class ReadGames(NamedTuple):
    """The games of a text."""

    form: str
    """Id of the format."""
    games: tuple[Body, ...]
    left_out: tuple[RecordError, ...]
    """Parts that are no game, or no part of one."""


class TooManyFaultsError(Exception):
    """A text with as many faults as an answer names."""


def read_games(given: GamesText) -> ReadGames:
    """Return the games of a text; those without an unstated option of the deal, and unreadable turns, are left out.

    Reading stops after `MOST_LEFT_OUT` faults.
    """
    form, left_out, games = detect(given.text), list[RecordError](), list[Body]()
    if form is None:
        if not is_chinese_text(given.text):
            return ReadGames(UNKNOWN_FORMAT, (), (no_record(given.text),))
        form = DEFAULT_FORMAT

    def leave_out(error: RecordError) -> None:
        """Note a fault. Raises TooManyFaultsError for the last one."""
        left_out.append(error)
        if len(left_out) == MOST_LEFT_OUT:
            raise TooManyFaultsError

    try:
        for record in form.read(lines_of(given.text), leave_out):
            try:
                require_playable(record)
                games.append(body_of_record(record))
            except RecordError as error:
                leave_out(error)
    except TooManyFaultsError:
        pass
    return ReadGames(form.id, tuple(games), tuple(left_out))


def no_record(text: str) -> RecordError:
    """Return the error of a text in no known format."""
    message = Bilingual(
        f"{brief(text)} is no record in a known format; docs/records.md has the formats",
        f"{quoted(text)}不是任何已知格式的牌谱；格式见 `docs/records.md`",
    )
    return RecordError("field_invalid", message, "", Place(1))


def require_playable(record: Record) -> None:
    """Raise RecordError "limit_too_large" for a game with more plays than a request may have."""
    if len(record.plays) > MOST_PLAYS:
        message = Bilingual(
            f"a game has at most {MOST_PLAYS} plays; not {len(record.plays)}",
            f"一局最多{MOST_PLAYS}手，不能有{len(record.plays)}手",
        )
        raise record.locate(RuleError("limit_too_large", message, HISTORY))


def lines_of(text: str) -> Iterator[str]:
    for line in text.removeprefix("\ufeff").split("\n"):
        yield f"{line}\n"
