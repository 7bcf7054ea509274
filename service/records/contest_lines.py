"""Lines of the computer-games contest 二打一: messages of judge and program, as the program's `--log` writes them.

A line may begin with `>` (from the judge) or `<` (the program's answer). A game begins with DEAL. Only the program's
own hand is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from service.records.body import card_text
from service.records.ddz import MOST_LINE, PASS, Place, Record, RecordError
from service.records.sources import LANDLORD_SEATS, OnError
from service.rules.cards import CONTEST
from service.rules.errors import Bilingual, RuleError, brief, quoted

LETTERS = "ABC"
LINE = re.compile(r"[<>]?\s*(DOUDIZHUVER|INFO|DEAL|BID|LEFTOVER|PLAY|GAMEOVER|NAME|OK|ERROR|EXIT)\b\s*(.*)", re.DOTALL)
TURN = re.compile(r"([ABC])(-1|\d{1,2}(?:,\d{1,2})*),?")
WORD = re.compile(r"([ABC])([0-3])")


class LoggedBoard:
    """A game whose lines are being parsed."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.hand = ("", "")
        """Letter and cards."""
        self.bids: list[tuple[str, str]] = []
        self.landlord = ""
        self.bottom = ""
        self.plays: list[tuple[str, str]] = []
        self.rows: list[tuple[int, int]] = []

    def seat(self, letter: str) -> str:
        """Return the seat of a letter."""
        return LANDLORD_SEATS[(LETTERS.index(letter) - LETTERS.index(self.landlord)) % len(LETTERS)]

    def record(self) -> Record | None:
        """Return the record; None without a landlord."""
        if not self.landlord:
            return None
        letter, cards = self.hand
        tags = {"Variant": "contest", "Deal": f"{self.seat(letter)}:{cards}", "Bottom": self.bottom}
        if self.bids:
            silent = ["0"] * (len(LETTERS) - len(self.bids))  # a bid of three ends the auction
            tags["Auction"] = " ".join([*[points for _, points in self.bids], *silent])
        return Record(tags, [cards or PASS for _, cards in self.plays], {}, {"Variant": self.line}, self.rows)


def turn_of_line(text: str, pointer: str) -> tuple[str, str]:
    """Return letter and cards of `B46,45` or `B-1`.

    Raises RuleError for any other text.
    """
    match = TURN.fullmatch("".join(text.split()))
    if match is None:
        message = Bilingual(
            f"letter and cards, B46,45 or B-1; not {brief(text)}",
            f"这里写字母和牌，如 `B46,45`、`B-1`；不能是{quoted(text)}",
        )
        raise RuleError("card_unknown", message, pointer)
    ids = [] if match[2] == "-1" else sorted(map(int, match[2].split(",")))
    return match[1], card_text(ids, CONTEST.id, pointer) if ids else ""


def apply_line(board: LoggedBoard, word: str, text: str, number: int) -> None:
    """Carry out a message of a game."""
    ply = len(board.plays)
    if word == "DEAL":
        board.hand = turn_of_line(text, "/deal/hands")
    elif word == "BID" and (bid := WORD.fullmatch("".join(text.split()))):
        if (bid[1], bid[2]) not in board.bids[-1:]:
            board.bids.append((bid[1], bid[2]))
    elif word == "LEFTOVER":
        board.landlord, board.bottom = turn_of_line(text, "/deal/bottom")
    elif word == "PLAY" and text.strip() != "WHAT" and ply <= MOST_LINE:
        turn = turn_of_line(text, f"/history/{ply}")
        if turn in board.plays[-1:]:  # the judge repeats the program's play
            return
        expected = LETTERS[(LETTERS.index(board.landlord) + ply) % len(LETTERS)] if board.landlord else ""
        if turn[0] != expected:
            message = Bilingual(
                f"it is the turn of {expected or 'no seat'}, not of {turn[0]}",
                f"轮到{expected or '无人'}，不是{turn[0]}",
            )
            raise RuleError("not_your_turn", message, f"/history/{ply}")
        board.plays.append(turn)
        board.rows.append((ply, number))


def read_contest(lines: Iterator[str], on_error: OnError) -> Iterator[Record]:
    """Yield each game of a log."""
    board: LoggedBoard | None = None
    for number, line in enumerate(lines, 1):
        match = LINE.fullmatch(line.strip())
        if match is None:
            continue  # a blank line, or an answer of another program
        word, text = match[1], match[2]
        if word in ("DEAL", "GAMEOVER", "EXIT"):
            if board is not None and (record := board.record()):
                yield record
            board = LoggedBoard(number) if word == "DEAL" else None
        if board is None:
            continue
        try:
            apply_line(board, word, text, number)
        except RuleError as error:
            ply = len(board.plays) + 1 if word == "PLAY" else None
            on_error(RecordError(error.code, error.message, error.pointer, Place(number, ply, word)))
            board = None
    if board is not None and (record := board.record()):
        yield record
