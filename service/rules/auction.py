"""Auctions 叫地主 and 叫分: the next bidder, legal words, the landlord and the stake.

Places number the seats from 0 in the order of bidding, which is also the order of play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from service.rules.cards import Hand, holds
from service.rules.errors import Bilingual, RuleError, brief, coded, quoted, unquoted

Word: TypeAlias = int | str
"""A bid: points, or a word."""

PASS, CALL, ROB, DOUBLE, KICK, KICK_BACK = "pass", "call", "rob", "double", "kick", "kick_back"

SEATS = 3
"""Number of seats, unless an auction has its own."""

MOST_ROBS = 4
"""Maximum robs in an auction of two seats."""

HIGHEST = 3
"""The highest bid."""


@dataclass(frozen=True, slots=True)
class Stage:
    """State of an auction."""

    place: int | None
    """The place that bids next; None: all seats decide independently, or the auction is over."""
    words: tuple[Word, ...]
    """Legal bids, the lowest first; empty: the auction is over."""
    landlord: int | None = None
    """Landlord if all others pass."""
    stake: int = 0
    """Base in that case, doubled by each rob; 0: no seat called."""
    later: int = 0
    """Other seats that may still call or rob after this one."""
    declined: int = 0
    """Other seats that declined to be the landlord."""
    called: int = 0
    """Other seats that wanted to be the landlord."""
    known: bool = False
    """Whether the landlord is known and the bottom shown: further bids double the points."""
    kicks: int = 0
    """Farmers that kicked."""
    robs: bool = False
    """Whether a caller may be robbed of the role of the landlord."""
    robbed: int = 0
    """Robs so far."""
    last: bool = False
    """Whether a pass ends the auction."""


class Bidding(NamedTuple):
    """What a bidder misjudges, as people do."""

    overrates: float = 0.0
    """Points per base that the landlord seems to win more than it will."""
    doubles: bool = True
    """Whether it doubles or kicks at all."""


FAIR_BIDS = Bidding()


# ---- points ---------------------------------------------------------------------------------------------------


def points_stage(words: Sequence[Word], stops: bool = True, seats: int = SEATS) -> Stage:
    """Return the stage of an auction of some *seats* in points, one round.

    With *stops*, a bid of 3 ends it, otherwise the others still bid.
    """
    bids = [bid for bid in words if isinstance(bid, int)]
    high, place = max(bids, default=0), len(bids)
    landlord = bids.index(high) if high else None
    if place == seats or (stops and high == HIGHEST):
        last: tuple[Word, ...] = (PASS, DOUBLE) if stops and high else ()
        return Stage(None, last, landlord, high, known=high > 0)
    called = sum(bid > 0 for bid in bids)
    above = tuple(range(high + 1, HIGHEST + 1))
    return Stage(place, (0, *above), landlord, high, seats - 1 - place if above else 0, place - called, called)


# ---- call and rob ---------------------------------------------------------------------------------------------


def caller_of(words: Sequence[Word]) -> int | None:
    """Return the first seat that called; all seats before it declined."""
    return words.index(CALL) if CALL in words[:SEATS] else None


def call_rob_stage(words: Sequence[Word]) -> Stage:
    """Return the stage of an auction by calling and robbing: each may rob once, the caller last if it was robbed."""
    caller = caller_of(words)
    if caller is None:
        place = len(words)
        if place == SEATS:
            return Stage(None, ())
        return Stage(place, (PASS, CALL), later=SEATS - 1 - place, declined=place, robs=True)
    robs = words[caller + 1 :]
    robbers = [seat for seat, word in zip([*range(caller + 1, SEATS), caller], robs, strict=False) if word == ROB]
    robbed = len(robbers)
    landlord, stake = ([caller, *robbers])[-1], 2**robbed
    to_answer = len(range(caller + 1, SEATS))
    if len(robs) < to_answer:
        place = caller + 1 + len(robs)
        declined = caller + len(robs) - robbed
        return Stage(place, (PASS, ROB), landlord, stake, to_answer - len(robs), declined, 1 + robbed, robbed=robbed)
    if robbers and len(robs) == to_answer:
        return Stage(caller, (PASS, ROB), landlord, stake, 0, SEATS - 1 - robbed, robbed, robbed=robbed)
    return Stage(None, (PASS, DOUBLE), landlord, stake, known=True, robbed=robbed)


def duel_stage(words: Sequence[Word]) -> Stage:
    """Return the stage of an auction of two seats: a call, then robs in turn; a seat that declined to call cannot rob.

    A pass after a rob, or the last rob, ends it.
    """
    if CALL not in words:
        place = len(words)
        return (
            Stage(place, (PASS, CALL), later=1 - place, declined=place, robs=place == 0)
            if place < 2
            else Stage(None, ())
        )
    caller = words.index(CALL)
    answers = words[caller + 1 :]
    robs = answers.count(ROB)
    landlord, stake = (caller + robs) % 2, 2**robs
    if caller or PASS in answers or robs == MOST_ROBS:
        return Stage(None, (PASS, DOUBLE), landlord, stake, known=True, robbed=robs)
    later = 1 if robs + 1 < MOST_ROBS else 0
    return Stage(1 - landlord, (PASS, ROB), landlord, stake, later, called=1, last=True, robbed=robs)


# ---- call, kick, kick back ------------------------------------------------------------------------------------


def kick_stage(words: Sequence[Word]) -> Stage:
    """Return the stage of Yuncheng's auction: the first caller is the landlord; farmers kick 踢, landlords back 回踢.

    A farmer who declined to call cannot kick first, only after the partner.
    """
    caller = caller_of(words)
    if caller is None:
        place = len(words)
        return Stage(place, (PASS, CALL), later=SEATS - 1 - place, declined=place) if place < SEATS else Stage(None, ())
    answers = list(words[caller + 1 :])
    kicks = 0
    for farmer in ((caller + 1) % SEATS, (caller + 2) % SEATS):
        if farmer < caller and not kicks:
            continue
        if not answers:
            return Stage(farmer, (PASS, KICK), caller, 1, known=True, kicks=kicks)
        kicks += answers.pop(0) == KICK
    if kicks and not answers:
        return Stage(caller, (PASS, KICK_BACK), caller, 1, known=True, kicks=kicks)
    return Stage(None, (), caller, 1, known=True, kicks=kicks)


# ---- forms ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Auction:
    """A kind of auction."""

    id: str
    stage: Callable[[Sequence[Word]], Stage]
    """Function that returns the stage after some bids."""
    seats: int = SEATS
    calls_with: Mapping[Bilingual, Hand] = field(default_factory=lambda: MappingProxyType({}))
    """Names of the cards with which a seat must call."""

    def must_call(self, hand: Hand) -> bool:
        """Return whether a hand must call."""
        return any(holds(hand, cards) for cards in self.calls_with.values())


POINTS = Auction("points", points_stage)
CALL_ROB = Auction("call_rob", call_rob_stage)
KICKS = Auction("call", kick_stage)
DUEL_POINTS = Auction("points", partial(points_stage, seats=2), seats=2)
DUEL = Auction("call_rob", duel_stage, seats=2)
POINTS_OF_FOUR = Auction("points", partial(points_stage, seats=4), seats=4)


def check_bid(word: Word, place: int | None, words: Sequence[Word], index: int) -> None:
    """Raise RuleError "bid_invalid" if a place may not say *word*, the bid at *index*; None: no place bids."""
    if not words or place is None:
        bids_en = "1 bid" if index == 1 else f"{index} bids"
        message = Bilingual(f"the auction was over after {bids_en}", f"叫过{index}次以后已经定了，不能再叫")
        raise RuleError("bid_invalid", message, f"/bids/{index}")
    if word not in words:
        allowed, fix = ", ".join(map(str, words)), unquoted(word, words)
        message = Bilingual(
            f"place {place} may bid {allowed} here; not {brief(word)}{fix}",
            f"{place}号位这里只能叫 {coded(words)}，不能叫{quoted(word)}{fix.zh}",
        )
        raise RuleError("bid_invalid", message, f"/bids/{index}")


def walk(auction: Auction, bids: Sequence[Word]) -> Stage:
    """Return the stage after *bids*.

    Raises RuleError "bid_invalid" for an illegal bid.
    """
    for index, word in enumerate(bids):
        stage = auction.stage(bids[:index])
        check_bid(word, stage.place, stage.words, index)
    return auction.stage(bids)


def split_doubles(auction: Auction, words: Sequence[Word]) -> tuple[Sequence[Word], Sequence[Word]]:
    """Return the bids of an auction, and the words after it: `double` or `pass` of place 0, then of each further place.

    Raises RuleError "bid_invalid" for an illegal bid.
    """
    for end in range(len(words)):
        stage = auction.stage(words[:end])
        if stage.place is None and DOUBLE in stage.words:
            for place, word in enumerate(words[end:]):
                check_bid(word, place if place < auction.seats else None, stage.words, end + place)
            return words[:end], words[end:]
        check_bid(words[end], stage.place, stage.words, end)
    return words, ()


def stage_after(auction: Auction, bids: Sequence[Word]) -> Stage:
    """Return the stage after *bids*.

    Raises RuleError "bid_invalid" for an illegal bid, "game_over" for a bid after the end of the auction.
    """
    stage = walk(auction, bids)
    if not stage.words:
        called = stage.landlord is not None
        message = Bilingual(
            "the auction is over, " + ("doubling is over" if called else "nobody called: new cards are dealt"),
            "已经叫完，" + ("不能再加倍" if called else "没人叫地主，应重新发牌"),
        )
        raise RuleError("game_over", message, "/bids")
    return stage


# ---- contract ---------------------------------------------------------------------------------------------------


class Raise(NamedTuple):
    """A bid that doubles points."""

    word: Word
    seat: int
    """The seat, counted from the landlord in the order of play."""


class Contract(NamedTuple):
    """The stakes of a deal."""

    landlord: int = 0
    """Place of the landlord in the order of bidding."""
    base: int = 1
    """The winning bid; 1 in auctions without points."""
    raises: tuple[Raise, ...] = ()
    """Robs, kicks and doubles in order."""

    @property
    def robs(self) -> int:
        """The number of robs."""
        return sum(one.word == ROB for one in self.raises)

    @property
    def stake(self) -> int:
        """The base, doubled by each rob."""
        return self.base << self.robs

    def multiple(self, farmer: int) -> int:
        """Return the factor between the landlord and a farmer.

        It is doubled by the farmer's kick or double, by the landlord's double, and by the landlord's kick back at that
        farmer. A seat that doubles by four has two doubles.
        """
        own = [one.word for one in self.raises if one.seat == farmer and one.word in (KICK, DOUBLE)]
        back = {DOUBLE, KICK_BACK} if own else {DOUBLE}
        answers = [one for one in self.raises if one.seat == 0 and one.word in back]
        return 1 << len(own) + len(answers)


def contract(auction: Auction, bids: Sequence[Word], doubled: Sequence[int] = ()) -> Contract:
    """Return the contract after *bids* with a landlord; *doubled* are the places that doubled."""
    stages = [auction.stage(bids[:index]) for index in range(len(bids) + 1)]
    landlord = stages[-1].landlord
    assert landlord is not None
    answers = [(word, stage.place) for word, stage in zip(bids, stages, strict=False) if word in (ROB, KICK, KICK_BACK)]
    spoken = [*answers, *[(DOUBLE, place) for place in doubled]]
    raises = [Raise(word, (place - landlord) % auction.seats) for word, place in spoken if place is not None]
    base = max((bid for bid in bids if isinstance(bid, int)), default=1)
    return Contract(landlord, base, tuple(raises))
