"""A judge of the contest 二打一: deals, requests plays, relays, rejects and counts. It imports nothing of the service.

It supports the differences between real judges (`Habits`) and raises `FoulError` at the first invalid line.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle.family import GAMES
from tests.oracle.family_base import RANKS, Reading

SEATS = "ABC"
GAME = GAMES["contest"]()
LONGEST = 80
"""Maximum characters of a line that all judges read."""

AskProgram = Callable[[str], str | None]
"""Sends a line to a program and returns its answer."""


class FoulError(AssertionError):
    """A program that broke the rules of the game or of the protocol."""


@dataclass(frozen=True)
class Habits:
    """Differences between judges."""

    order: str = "random"
    """Order of the ids of a deal: random, ascending or descending."""
    line_end: str = ""
    info: int = 7
    """Numbers of INFO; 0: no INFO."""
    late: bool = False
    """One program gets its DEAL only after the auction, with all three bids relayed; the judge bids for it."""
    poor: float = 0.0
    """Probability that the big cards are in the bottom, so that the board is probably void."""
    void: str = ""
    """The seat that GAMEOVER names after a void board; "": no GAMEOVER."""
    stop_at_three: bool = False
    """The seats after a bid of 3 get no request."""
    unknown: float = 0.0
    """Probability of an unknown message before another one."""
    passes_for: bool = False
    """It passes for a seat that has few cards and no legal play."""
    error: float = 0.0
    """Probability that a board ends with an ERROR at any turn."""


@dataclass
class BoardScore:
    """The result of a board: points of each seat, and the counts."""

    points: Mapping[str, int]
    bid: int = 0
    bombs: int = 0
    rocket: int = 0
    spring: int = 0
    plays: int = 0


def rank_of(card: int) -> str:
    return RANKS[card // 4] if card < 52 else "XD"[card - 52]


def ranks_text(cards: Sequence[int]) -> str:
    """Return the ranks of ids, lowest first."""
    return str(GAME.pack(map(rank_of, cards)))


def amount(bid: int, bombs: int, doubled: int) -> int:
    """Return the amount that a farmer wins or loses: bombs add; rocket, spring and anti-spring double."""
    return 100 * bid * (1 + bombs) * 2**doubled


def disputed(cards: str, reading: Reading) -> bool:
    """Return whether real judges read these cards differently."""
    shape, low, length = reading[:3]
    body = Counter(dict.fromkeys(RANKS[low : low + length], 3))
    wings, counts = Counter(cards) - body, Counter(cards)
    if shape in ("plane_solo", "quad_pair") and len(cards) == 8 and set(counts.values()) == {4}:
        return True
    if shape == "plane_solo" and length > 2:
        return max(wings.values()) > 2 or not set(wings).isdisjoint(body)
    return shape == "plane_pair" and length > 2 and 4 in wings.values()


@dataclass
class Judge:
    """A table with three programs, by the letters of their seats."""

    programs: Mapping[str, AskProgram]
    rng: random.Random
    habits: Habits = Habits()
    hands: dict[str, list[int]] = field(default_factory=dict)

    # ---- lines

    def say(self, seat: str, line: str) -> str | None:
        """Send a line and return the answer, which must be one short line of ASCII."""
        reply = self.programs[seat](line + self.habits.line_end)
        if reply is not None and (len(reply) > LONGEST or not re.fullmatch("[ -~]+", reply)):
            raise FoulError(f"{seat} answers {line!r} with {reply!r}")
        return reply

    def tell(self, seat: str, line: str) -> None:
        """Send a message that is only confirmed."""
        self.disturb(seat)
        if self.say(seat, line) != f"OK {line.partition(' ')[0]}":
            raise FoulError(f"{seat} does not confirm {line!r}")

    def tell_others(self, seat: str, line: str, deaf: str = "") -> None:
        """Relay a message of *seat*."""
        for other in SEATS:
            if other not in {seat, deaf}:
                self.tell(other, line)

    def ask(self, seat: str, line: str, form: str) -> str:
        """Send a request and return the variable part of the answer."""
        self.disturb(seat)
        match = re.fullmatch(form, self.say(seat, line) or "")
        if match is None:
            raise FoulError(f"{seat} answers {line!r} in no form of the protocol")
        return match[1]

    def disturb(self, seat: str) -> None:
        """Sometimes send an unknown message."""
        if self.rng.random() < self.habits.unknown:
            word = self.rng.choice(["HELLO", "TIME", "WATCH", "SCORE"])
            if self.say(seat, f"{word} 1,2,3") != f"OK {word}":
                raise FoulError(f"{seat} does not confirm {word}")

    def open(self) -> None:
        """Exchange the first messages."""
        for seat in SEATS:
            self.ask(seat, "DOUDIZHUVER 1.0", r"NAME (\S+)")

    def close(self) -> None:
        """Send the last message, which gets no answer."""
        for seat in SEATS:
            if self.say(seat, "EXIT") is not None:
                raise FoulError(f"{seat} answers EXIT")

    # ---- a board

    def deal(self) -> tuple[list[int], str]:
        """Deal and announce; return the bottom, and the seat that gets its hand after the auction."""
        deck = self.shuffled()
        self.hands = {seat: deck[17 * at : 17 * at + 17] for at, seat in enumerate(SEATS)}
        late = self.rng.choice(SEATS) if self.habits.late else ""
        for seat in SEATS:
            if self.habits.info:
                self.tell(seat, "INFO " + "1,4,1,9,9,3150,15"[: {6: 14, 7: 17}[self.habits.info]])
            if seat != late:
                self.tell(seat, self.deal_line(seat))
        return deck[51:], late

    def shuffled(self) -> list[int]:
        """Return the dealt cards: three hands and the bottom."""
        deck = list(range(54))
        self.rng.shuffle(deck)
        if self.rng.random() < self.habits.poor:
            for place, card in zip((0, 17, 34, 51, 52, 53), range(48, 54), strict=True):
                other = deck.index(card)
                deck[place], deck[other] = deck[other], deck[place]
        return deck

    def deal_line(self, seat: str) -> str:
        """Return a DEAL in the order of this judge."""
        hand = self.hands[seat]
        if self.habits.order != "random":
            hand = sorted(hand, reverse=self.habits.order == "descending")
        return f"DEAL {seat}{','.join(map(str, hand))}"

    def auction(self, late: str) -> tuple[str, int]:
        """Return the landlord and the bid; "" and 0 if nobody bids."""
        bids: list[int] = []
        for seat in SEATS:
            if self.habits.stop_at_three and 3 in bids:
                break
            highest = max(bids, default=0)
            if seat == late:
                number = self.rng.choice([0, 0, *range(highest + 1, 4)])
            else:
                number = int(self.ask(seat, "BID WHAT", f"BID {seat}([0-3])"))
            if 0 < number <= highest:
                raise FoulError(f"{seat} bids {number} after {highest}")
            bids.append(number)
            self.tell_others(seat, f"BID {seat}{number}", deaf=late)
        if late:
            self.tell(late, self.deal_line(late))
            for seat, number in zip(SEATS, bids, strict=False):
                self.tell(late, f"BID {seat}{number}")
        most = max(bids)
        return (SEATS[bids.index(most)], most) if most else ("", 0)

    def board(self) -> BoardScore | None:
        """Play a board; None if it ended with an ERROR."""
        bottom, late = self.deal()
        landlord, bid = self.auction(late)
        if not landlord:
            if self.habits.void:
                self.tell_others("", f"GAMEOVER {self.habits.void}")
            return BoardScore(dict.fromkeys(SEATS, 0))
        self.tell_others("", f"LEFTOVER {landlord}{','.join(map(str, bottom))}")
        self.hands[landlord] += bottom
        return self.play(landlord, bid)

    def play(self, landlord: str, bid: int) -> BoardScore | None:
        """Play from the first lead to the end."""
        seat, owner, to_beat = landlord, "", None
        played: Counter[str] = Counter()
        score = BoardScore({}, bid)
        while True:
            if owner == seat:
                owner, to_beat = "", None
            if self.rng.random() < self.habits.error:
                self.tell_others("", f"ERROR {self.rng.choice(SEATS)}")
                return None
            score.plays += 1
            cards = self.move(seat, to_beat)
            if cards:
                to_beat, owner = self.judged(seat, cards, to_beat), seat
                played[seat] += 1
                score.bombs += to_beat.shape == "bomb"
                score.rocket += to_beat.shape == "rocket"
            elif to_beat is None:
                raise FoulError(f"{seat} leads with a pass")
            if not self.hands[seat]:
                self.tell_others("", f"GAMEOVER {seat}")
                return self.count(score, landlord, seat, played)
            seat = SEATS[(SEATS.index(seat) + 1) % 3]

    def move(self, seat: str, to_beat: Reading | None) -> list[int]:
        """Return the play of *seat*, relayed to the others."""
        hand = self.hands[seat]
        few = self.habits.passes_for and to_beat and len(hand) < 5
        if few and not GAME.plays(ranks_text(hand), to_beat):
            self.tell_others("", f"PLAY {seat}-1")
            return []
        cards = self.ask(seat, "PLAY WHAT", rf"PLAY {seat}(-1|\d+(?:,\d+)*)")
        self.tell_others(seat, f"PLAY {seat}{cards}")
        return [] if cards == "-1" else [int(card) for card in cards.split(",")]

    def judged(self, seat: str, cards: list[int], to_beat: Reading | None) -> Reading:
        """Remove *cards* from the hand of *seat* and return their reading."""
        hand = self.hands[seat]
        if cards != sorted(set(cards)) or not set(cards) <= set(hand):
            raise FoulError(f"{seat} plays {cards} out of {sorted(hand)}")
        reading = GAME.stored(ranks_text(cards), None, to_beat)
        if reading is None:
            raise FoulError(f"{seat} plays {ranks_text(cards)} on {to_beat}")
        if disputed(ranks_text(cards), reading):
            raise FoulError(f"{seat} plays {ranks_text(cards)}, which judges read differently")
        self.hands[seat] = [card for card in hand if card not in cards]
        return reading

    @staticmethod
    def count(score: BoardScore, landlord: str, winner: str, played: Counter[str]) -> BoardScore:
        """Return the result of a board won by *winner*."""
        farmers = sum(number for seat, number in played.items() if seat != landlord)
        score.spring = int(farmers == 0 if winner == landlord else played[landlord] == 1)
        each = amount(score.bid, score.bombs, score.rocket + score.spring)
        each = each if winner == landlord else -each
        score.points = {seat: 2 * each if seat == landlord else -each for seat in SEATS}
        return score


def play_match(
    programs: Mapping[str, AskProgram], boards: int, seed: int, habits: Habits = Habits()
) -> list[BoardScore]:
    """Play *boards* boards and return the results of completed ones."""
    judge = Judge(programs, random.Random(seed), habits)
    judge.open()
    scores = [judge.board() for _ in range(boards)]
    judge.close()
    return [score for score in scores if score is not None]
