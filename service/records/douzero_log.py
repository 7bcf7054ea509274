"""Pasted logs of DouZero's evaluation of one game: the deal, then each seat's hand and its play `出牌: 3 3 3 5`.

The cards are words, `10` for a ten, with `*` after a wild rank. The log does not have the readings of wild cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.records.ddz import MOST_LINE, PASS, Record
from service.records.douzero import BOTTOM_FIELD, WILD_FIELD, deal_record
from service.records.sources import LANDLORD_SEATS, OnError, convert_each, fault
from service.rules.cards import DOUZERO, RANKS
from service.rules.errors import brief, quoted

SEAT = "|".join(sorted(LANDLORD_SEATS, key=len, reverse=True))
DEAL = re.compile(rf"({SEAT}|{BOTTOM_FIELD}|{WILD_FIELD})((?:\s+(?:10|[3-9JQKA2XD]))*)")
TURN = re.compile(rf"(?:=+\s*出牌方\s*[:：]\s*)?({SEAT})(?:手牌\s*[:：].*|\s*=+)")
PLAY = re.compile(r"出牌\s*[:：]\s*(.*)")
PASSED = re.compile(r"选择不出.*")
NUMBERS = dict(zip([*RANKS[:7], "10", *RANKS[8:15]], DOUZERO.tokens, strict=True))
"""Numbers of DouZero by the words of a log."""


class LoggedGame:
    """A game whose lines are being parsed."""

    def __init__(self) -> None:
        self.deal: dict[str, str] = {}
        """Fields of a deal, as words."""
        self.turns: list[tuple[str, str]] = []
        """Seats, and the words of their plays."""
        self.rows: list[tuple[int, int]] = []

    def record(self) -> Record:
        """Return the record."""
        record = deal_record({name: numbers_of(words, f"/{name}") for name, words in self.deal.items()})
        for ply, (seat, words) in enumerate(self.turns):
            ranks = [RANKS[DOUZERO.tokens[number]] for number in numbers_of(words, f"/history/{ply}")]
            record.plays.append(f"{seat}:{''.join(ranks) or PASS}")
        record.rows = self.rows
        return record


def numbers_of(words: str, pointer: str) -> list[int]:
    """Return the cards of some words.

    Raises RuleError "card_unknown" for any other word.
    """
    cards = words.replace("*", "").split()
    unknown = next((card for card in cards if card not in NUMBERS), None)
    if unknown is not None:
        raise fault(
            pointer,
            f"cards are 3 4 … 10 J Q K A 2 X D; not {brief(unknown)}",
            f"牌写成 3 4 … 10 J Q K A 2 X D；不能是{quoted(unknown)}",
            "card_unknown",
        )
    return [int(NUMBERS[card]) for card in cards]


def games_of(lines: Iterator[str]) -> Iterator[tuple[int, LoggedGame]]:
    """Yield the games of a log with their first lines; a line of a deal after a turn begins a game."""
    game, first, seat = LoggedGame(), 1, ""
    for number, text in enumerate(lines, 1):
        line = text.strip()
        if dealt := DEAL.fullmatch(line):
            if game.turns:
                yield first, game
                game, first = LoggedGame(), number
            game.deal[dealt[1]] = dealt[2]
        elif turn := TURN.fullmatch(line):
            seat = turn[1]
        elif seat and len(game.turns) <= MOST_LINE and (PASSED.fullmatch(line) or (play := PLAY.fullmatch(line))):
            game.rows.append((len(game.turns), number))
            game.turns.append((seat, play[1] if play else ""))
            seat = ""
    if game.deal:
        yield first, game


def read_log(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
    """Yield each game."""
    return convert_each(games_of(lines), lambda game: game.record(), "douzero-log", on_error)
