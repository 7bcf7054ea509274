"""Line protocol of the computer-games contest 二打一: one answer for each line of the judge.

`python -m lab.contest --name Paili` implements version 1.0 of the protocol. Seats are the letters A, B
and C in the order of play, cards the ids of the notation `contest`. All state is reset at the next DEAL, the one
message that every judge sends for every board. Unreadable lines are confirmed too, because a program that stops loses.
A blank line gets no answer: the judge would take it as the answer to the next message.

The default level is the strongest: half of 154 decisions of `master` took more than 0.11 s of a core, one in twenty
more than 0.5 s, none more than 0.6 s (1.8 s on two busy cores). The rule sheet allows 15 s.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from service.advice import bid as advice
from service.advice import levels, robot
from service.core import engine
from service.position.parse.cards import parse_cards
from service.position.parse.position_text import PositionText
from service.position.position import Position
from service.position.read import read_position
from service.rules.cards import CONTEST, Hand
from service.rules.errors import RuleError
from service.rules.games.contest import CONTEST as GAME
from service.rules.physical_cards import give_back

VARIANT = GAME.id

LEVEL = [*levels.LEVELS][-1]
"""Default level: the strongest."""

SEATS = "ABC"
MESSAGES = {
    word[:3]: word
    for word in ("DOUDIZHUVER", "INFO", "DEAL", "BID", "LEFTOVER", "PLAY", "GAMEOVER", "ERROR", "EXIT")
}  # fmt: skip
"""The judge's messages by their first three letters; the rest is ignored."""

CARDS = re.compile(r"([ABC])(-1|[0-9]{1,2}(?:,[0-9]{1,2})*)")
BID = re.compile(r"([ABC])([0-3])")


class ContestTurn(NamedTuple):
    """One turn of the contest: seat and card ids, none for a pass."""

    seat: str
    cards: tuple[int, ...]


# ---- the words of the protocol --------------------------------------------------------------------------------


def read_turn(text: str) -> ContestTurn | None:
    """Return seat and cards of `B46,45` or `B-1`; None if *text* is neither."""
    match = CARDS.fullmatch(text.rstrip(","))
    if match is None:
        return None
    cards = () if match[2] == "-1" else tuple(sorted(int(card) for card in match[2].split(",")))
    known = all(card in CONTEST.tokens for card in cards) and len(set(cards)) == len(cards)
    return ContestTurn(match[1], cards) if known else None


def play_line(seat: str, cards: Sequence[int]) -> str:
    """Return a play as the judge reads it.

    >>> play_line("B", [7, 0, 5, 4]), play_line("B", [])
    ('PLAY B0,4,5,7', 'PLAY B-1')
    """
    return f"PLAY {seat}{','.join(map(str, sorted(cards))) or '-1'}"


def role(seat: str, landlord: str) -> str:
    """Return the seat of the game that a letter has when *landlord* is the landlord's."""
    return GAME.seats[(SEATS.index(seat) - SEATS.index(landlord)) % len(SEATS)]


# ---- the bid --------------------------------------------------------------------------------------------------


def choose_bid(hand: Hand, earlier: Sequence[int]) -> int:
    """Return the bid that self-play expects most of: 0 unless it is above all *earlier* bids."""
    return advice.contest_bid(engine.rules_for(VARIANT), hand, earlier)


# ---- the play -------------------------------------------------------------------------------------------------


Chooser = Callable[[Position, str], robot.Move]
"""Returns the move of a level in a position."""


def decide(position: Position, level: str, choose: Chooser = robot.choose_move) -> list[int]:
    combo = choose(position, level).combo
    if combo is None:
        return []
    return sorted(int(card) for card in give_back(combo.cards, position.own_cards, position.notation))


# ---- a board --------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Board:
    """The state of a board since the last DEAL."""

    me: str = ""
    """Our letter; empty until a DEAL has been read."""
    hand: tuple[int, ...] = ()
    landlord: str = ""
    bottom: tuple[int, ...] = ()
    bids: list[int] = field(default_factory=list)
    history: list[ContestTurn] = field(default_factory=list)
    variant: str = VARIANT
    options: Mapping[str, str] = field(default_factory=dict)

    def on_deal(self, text: str) -> None:
        turn = read_turn(text) or ContestTurn("", ())
        self.me, self.hand = turn
        self.landlord, self.bottom = "", ()
        self.bids, self.history = [], []

    def on_bid(self, text: str) -> None:
        match = BID.fullmatch(text)
        if match:
            self.bids.append(int(match[2]))

    def on_leftover(self, text: str) -> None:
        """Record the landlord; the bottom cards are ours if we are the landlord."""
        turn = read_turn(text)
        if turn is None or self.history:
            return
        self.landlord, self.bottom = turn
        if turn.seat == self.me:
            self.hand = tuple(sorted({*self.hand, *turn.cards}))

    def on_play(self, text: str) -> None:
        """Record the play of another seat, or a pass that the judge made for us; an echo of our play is ignored."""
        turn = read_turn(text)
        if turn is not None and not (turn.seat == self.me and self.history and self.history[-1].seat == self.me):
            self.play(turn)

    def play(self, turn: ContestTurn) -> None:
        """Carry out a play."""
        self.history.append(turn)
        if turn.seat == self.me:
            self.hand = tuple(card for card in self.hand if card not in turn.cards)

    def to_beat(self) -> ContestTurn | None:
        """Return the play to beat; None on a lead."""
        last = next((at for at, turn in enumerate(reversed(self.history)) if turn.cards), None)
        if last is None or last > 1:
            return None
        turn = self.history[-1 - last]
        return None if turn.seat == self.me else turn

    def left(self) -> dict[str, int]:
        """Return the number of cards of the other seats that are not known to be empty."""
        landlord, counts = self.landlord or self.me, {}
        for seat in SEATS:
            name = role(seat, landlord)
            number = engine.rules_for(self.variant).setup.hand_size[name] - sum(
                len(t.cards) for t in self.history if t.seat == seat
            )
            if seat != self.me and number > 0:
                counts[name] = number
        return counts

    def position_texts(self) -> Iterator[PositionText]:
        """Yield descriptions of the board, the most complete first: a whole game, a snapshot, only the play to beat.

        The later ones are used if a message was lost or a seat made a play that our rules reject.
        """
        landlord = self.landlord or self.me
        seat = role(self.me, landlord)
        text = PositionText(list(self.hand), self.variant, self.options, seat, notation=CONTEST.id)
        plays = [{"seat": role(turn.seat, landlord), "cards": list(turn.cards)} for turn in self.history]
        yield text._replace(bottom=list(self.bottom), history=plays)
        last = self.to_beat()
        text = text._replace(last=last and {"seat": role(last.seat, landlord), "cards": list(last.cards)})
        yield text._replace(left=self.left(), seen=[card for turn in self.history for card in turn.cards])
        yield text

    def fallback(self) -> tuple[int, ...]:
        """Return a play that is legal on any board: the lowest card on a lead, else a pass."""
        return self.hand[:1] if self.to_beat() is None else ()


def position_on_turn(text: PositionText) -> Position | None:
    """Return the described position; None if it is invalid or not our turn."""
    try:
        position = read_position(text)
    except RuleError:
        return None
    return position if position.mover == position.seat else None


def choose_play(board: Board, level: str, choose: Chooser = robot.choose_move) -> tuple[int, ...]:
    """Return the ids that a robot of *level* plays on *board*, none for a pass."""
    position = next((seen for text in board.position_texts() if (seen := position_on_turn(text)) is not None), None)
    if position is None:
        return board.fallback()
    cards = tuple(decide(position, level, choose))
    return cards if cards or not position.leads else board.fallback()


# ---- the program ----------------------------------------------------------------------------------------------


class Player:
    """A program that plays at the judge's table."""

    def __init__(self, name: str = "Paili", level: str = LEVEL) -> None:
        self.name = name
        self.level = levels.find_level(level).id
        self.board = Board()
        engine.rules_for(VARIANT)  # loaded before the clock starts

    def reply(self, line: str) -> str | None:
        """Return the answer to a line of the judge; "": no answer, None: exit."""
        if not line.strip():
            return ""
        word, *rest = line.split()
        message, text = MESSAGES.get(word[:3]), "".join(rest)
        if message == "EXIT":
            return None
        if message == "DOUDIZHUVER":
            return f"NAME {self.name}"
        if text == "WHAT" and self.board.me and message in ("BID", "PLAY"):
            return self.bid() if message == "BID" else self.play()
        if message is None:
            return f"OK {re.sub('[^!-~]', '', word)[:60]}".rstrip()
        self.handle_message(message, text)
        return f"OK {message}"

    def handle_message(self, message: str, text: str) -> None:
        """Update the board by a message."""
        if message == "DEAL":
            self.board.on_deal(text)
        elif message == "BID":
            self.board.on_bid(text)
        elif message == "LEFTOVER":
            self.board.on_leftover(text)
        elif message == "PLAY":
            self.board.on_play(text)

    def bid(self) -> str:
        """Return our bid as the judge reads it."""
        hand = parse_cards(list(self.board.hand), CONTEST).hand
        points = choose_bid(hand, self.board.bids)
        self.board.bids.append(points)
        return f"BID {self.board.me}{points}"

    def play(self) -> str:
        """Return our play as the judge reads it, and apply it to the board."""
        turn = ContestTurn(self.board.me, choose_play(self.board, self.level))
        self.board.play(turn)
        return play_line(*turn)


def team(name: str) -> str:
    """Return *name* as one short ASCII word, as judges require."""
    if not re.fullmatch("[!-~]{1,40}", name):
        raise argparse.ArgumentTypeError("a team's name is 1 to 40 ASCII characters without spaces")
    return name


def contest_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command's arguments."""
    parser = argparse.ArgumentParser(prog="python -m lab.contest", description=__doc__)
    parser.add_argument("--name", default="Paili", type=team, help="the team's name")
    parser.add_argument(
        "--level", default=LEVEL, choices=list(levels.LEVELS), help=f"how well it plays: {LEVEL} by default"
    )
    parser.add_argument("--log", type=Path, help="append every line said to this file")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Answer the judge line by line until EXIT or the end of the input."""
    options = contest_arguments(arguments)
    player = Player(options.name, options.level)
    with ExitStack() as files:
        log = files.enter_context(options.log.open("a", encoding="ascii")) if options.log else None
        for raw in sys.stdin.buffer:
            line = raw.decode("ascii", "backslashreplace")
            reply = player.reply(line)
            if log:
                print(f"> {line.rstrip()}\n< {reply}", file=log, flush=True)
            if reply is None:
                break
            if reply:
                sys.stdout.write(f"{reply}\n")
                sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
