"""State of a game during the replay of its history: mover, play to beat, cards of each seat.

Each turn is stored with the state before it, so that later stages do not replay the history again. In games with a
must-beat rule passes may be illegal, and legal ones restrict the hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from service.core import engine
from service.core.bindings import NO_CONSTRAINTS, CompiledRules, PlayConstraints, new_tuple
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.combos import Combo
from service.rules.display_names import rank_en, rank_zh, seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError, cards_en
from service.rules.physical_cards import caller_text


class Turn(NamedTuple):
    """One turn of a history: the seat and its play (None: a pass)."""

    seat: str
    combo: Combo | None
    text: str
    """The play in one-line form."""
    to_beat: Combo | None
    """The combo on the table before the turn."""
    left: tuple[int, ...]
    """Cards of each seat before the turn, in the order of play."""
    cards: Cards | None = None
    """The cards as the caller wrote them; None for a pass, and for a play that no caller wrote."""


class Replay:
    """The state of a game while its history is replayed."""

    def __init__(self, rules: CompiledRules, left: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.seats = rules.variant.seats
        self.left = list(rules.dealt if left is None else left)
        """Cards of each seat, in the order of play."""
        self.mover = 0
        """Index of the seat to move."""
        self.to_beat: Combo | None = None
        self.table_cards = c.NO_CARDS
        """The last play as the caller wrote it."""
        self.owner: int | None = None
        """Index of the owner of the play to beat."""
        self.passes = 0
        self.over = False
        self.history: list[Turn] = []
        self.played: dict[str, Hand] = {}
        self.out: list[str] = []
        """Seats in the order of going out."""

    def continued(self) -> Replay:
        """Return an equal state that changes without this one."""
        other = Replay(self.rules, self.left)
        other.mover, other.to_beat, other.table_cards = self.mover, self.to_beat, self.table_cards
        other.owner, other.passes, other.over = self.owner, self.passes, self.over
        other.history, other.played, other.out = list(self.history), dict(self.played), list(self.out)
        return other

    @property
    def seat(self) -> str:
        """The seat that moves."""
        return self.seats[self.mover]

    def left_by_seat(self) -> dict[str, int]:
        """Return the cards of each seat."""
        return dict(zip(self.seats, self.left, strict=True))

    def left_of(self, seat: str) -> int:
        """Return the cards of a seat."""
        return self.left[self.seats.index(seat)]

    def after(self, mover: int) -> int:
        """Return the index of the next seat with cards in the order of play."""
        left, place = self.left, mover
        for _ in left:
            place = place + 1 if place + 1 < len(left) else 0
            if left[place]:
                return place
        return mover

    def step(self, combo: Combo | None, text: str = ".", cards: Cards | None = None) -> None:
        """Carry out a play or a pass that has been checked; *cards* are those of the play as the caller wrote them."""
        mover = self.mover
        seat = self.seats[mover]
        self.history.append(new_tuple(Turn, (seat, combo, text, self.to_beat, tuple(self.left), cards)))
        if combo is None:
            self.pass_on()
            return
        self.to_beat, self.owner, self.passes = combo, mover, 0
        self.table_cards = cards or c.NO_CARDS
        self.left[mover] -= combo.size
        self.played[seat] = self.played.get(seat, 0) + combo.cards
        if self.left[mover] <= self.rules.spare[mover]:
            self.out.append(seat)
            self.over = self.is_over()
        self.mover = self.after(mover)

    def pass_on(self) -> None:
        """Make the next seat the mover, or let the owner lead if all others with cards have passed."""
        assert self.owner is not None
        self.passes += 1
        in_play = len(self.left) - self.left.count(0)
        self.mover = self.after(self.mover)
        if self.passes >= in_play - (self.left[self.owner] > 0):
            self.end_trick()

    def may_skip(self) -> bool:
        """Return whether the leader may have only a wild card that cannot be played alone."""
        wilds = self.rules.setup.wilds
        return "W" in self.rules.setup.deck and not wilds.printed and self.left[self.mover] == 1

    def skip(self) -> None:
        """Let the next seat lead instead of one that cannot lead."""
        self.history.append(Turn(self.seat, None, ".", None, tuple(self.left)))
        self.mover = self.after(self.mover)

    def is_over(self) -> bool:
        """Return whether the deal is over after a seat has gone out."""
        variant = self.rules.variant
        if not variant.to_places or len(self.out) == len(self.seats) - 1:
            return True
        return len(self.out) == 2 and variant.side_of(self.out[0]) == variant.side_of(self.out[1])

    def end_trick(self) -> None:
        """Let the owner of an unbeaten play lead; if the owner has gone out, an ally 接风, or the next seat."""
        first = self.owner
        assert first is not None
        if not self.left[first]:
            variant = self.rules.variant
            side = variant.allies[variant.side_of(self.seats[first])]
            allies = [place for place, seat in enumerate(self.seats) if seat in side and self.left[place]]
            first = allies[0] if allies else self.after(first)
        self.mover = first
        self.to_beat = self.owner = None

    def has_solo_top(self, mover: int, left: Sequence[int]) -> bool:
        """Return whether a solo of *mover* must be its highest, given the numbers of cards *left*."""
        if "solo_top" not in self.rules.setup.flags:
            return False
        return next((n for n in (*left[mover + 1 :], *left[:mover]) if n), 0) == 1

    def constraints(self, hand: Hand | None) -> PlayConstraints:
        """Return the restrictions on the mover's play; *hand* is the mover's, None if unknown."""
        shows = 0
        if not self.history and self.rules.setup.first_shows:
            shows = c.pack(self.rules.setup.first_shows[0])
            held = not self.rules.undealt if hand is None else c.holds(hand, shows)  # an undealt card may be this one
            shows = shows if held else 0
        solo_top = self.has_solo_top(self.mover, self.left)
        return PlayConstraints(shows, solo_top) if shows or solo_top else NO_CONSTRAINTS


# ---- hands that are known in part ---------------------------------------------------------------------------------


WHOLE_HAND = {"short_lead", "short_follow", "bomb_whole"}
"""Rules that depend on the rest of the hand."""


@lru_cache(1 << 12)
def larger(power: str, hand: Hand) -> Hand:
    """Return *hand* with one more card of its rarest rank of *power*, to represent a hand that is known in part."""
    numbers = c.counts(hand)
    return hand + (1 << 4 * min(places_of(power), key=numbers.__getitem__))


@cache
def places_of(ranks: str) -> tuple[int, ...]:
    return tuple(map(c.RANKS.index, ranks))


# ---- games with a must-beat rule -----------------------------------------------------------------------------------


def check_passes(replay: Replay, seat: str, hand: Hand, notation: Notation) -> None:
    """Raise RuleError "must_beat" if a seat passed although it had to play.

    Later plays of the other seats show cards that were in their hands.
    """
    flags = replay.rules.setup.flags
    if "pass_never" not in flags:
        return
    held = dict(replay.played)
    held[seat] = hand + held.get(seat, 0)
    for index, turn in enumerate(replay.history):
        if turn.combo is not None:
            held[turn.seat] -= turn.combo.cards
            continue
        known = held.get(turn.seat, 0)
        if turn.to_beat is None or not known or not may_beat(replay, turn, known):
            continue
        plays = had_to_play(replay, turn, known, turn.seat == seat)
        if plays:
            cards = caller_text(plays[0].cards, (), notation, replay.rules.setup.kind)
            message = Bilingual(
                f"{seat_en(turn.seat)} could beat with {cards} and had to",
                f"{seat_zh(turn.seat)}可以用 {cards} 来管，能管必须管",
            )
            raise RuleError("must_beat", message, f"/history/{index}")


def may_beat(replay: Replay, turn: Turn, held: Hand) -> bool:
    """Return whether *held* cards might beat the play: a quick test that excludes most passes."""
    if "bomb_whole" in replay.rules.setup.flags:
        return True
    assert turn.to_beat is not None
    return engine.can_beat(replay.rules, held, turn.to_beat)


def had_to_play(replay: Replay, turn: Turn, held: Hand, whole: bool) -> list[Combo]:
    """Return plays of which the seat had to make one, with its hand known *whole* or in part; empty: it could pass."""
    rules = replay.rules
    hand = held if whole else larger(rules.setup.power, held)
    constraints = (
        PlayConstraints(0, True) if replay.has_solo_top(replay.seats.index(turn.seat), turn.left) else NO_CONSTRAINTS
    )
    legal = engine.legal(rules, hand, turn.to_beat, constraints=constraints)
    plays = [combo for combo in legal if c.holds(held, combo.cards)]
    return [] if engine.may_pass(rules, turn.to_beat, len(plays), sum(combo.tier > 0 for combo in plays)) else plays


def lowest_passed_solos(replay: Replay) -> dict[str, tuple[int, int]]:
    """Return for each seat that passed on a solo the lowest key of these solos, and the index in the history."""
    lowest: dict[str, tuple[int, int]] = {}
    for index, turn in enumerate(replay.history):
        beaten = turn.to_beat
        if turn.combo is None and beaten is not None and beaten.size == 1:
            lowest[turn.seat] = min(lowest.get(turn.seat, (beaten.key, index)), (beaten.key, index))
    return lowest


def must_hold(replay: Replay, seat: str, unseen: Hand, bottom: Hand, notation: Notation) -> Mapping[str, Hand]:
    """Return unseen cards that another seat must have: *bottom*, and those above a solo on which all others passed.

    Raises RuleError "history_inconsistent" for a pass that no deal agrees with.
    """
    rules, flags, taker = replay.rules, replay.rules.setup.flags, replay.rules.variant.bottom_seat
    held: dict[str, Hand] = {taker: bottom} if bottom else {}
    if "pass_never" not in flags or "bomb_whole" in flags:
        return held
    left = {name: number for name, number in replay.left_by_seat().items() if name != seat and number}
    if c.size(unseen) != sum(left.values()):
        return held
    passed = lowest_passed_solos(replay)
    tops = {name: passed[name][0] if name in passed else len(c.RANKS) for name in left}
    lowest = min(tops.values()) if len(tops) > 1 else -1
    places = places_of(rules.setup.power)
    for height in range(lowest + 1, len(places)):  # cards that are not higher may be in several hands
        place = places[height]
        number = c.count(unseen, place)
        if not number:
            continue
        able = [name for name, top in tops.items() if height <= top]
        if not able:
            raise nobody_holds(
                passed,
                list(left),
                Bilingual(
                    f"no seat can have the unseen {rank_en(c.RANKS[place])}",
                    f"没见过的{rank_zh(c.RANKS[place])}不可能在任何一家手里",
                ),
            )
        kept = c.count(bottom, place)
        if kept and taker not in able:
            raise nobody_holds(
                passed,
                [taker],
                Bilingual(
                    f"{seat_en(taker)} cannot have the {rank_en(c.RANKS[place])} of the bottom",
                    f"底牌里的{rank_zh(c.RANKS[place])}不可能在{seat_zh(taker)}手里",
                ),
            )
        if len(able) == 1:  # the bottom's cards of the rank are among these
            held[able[0]] = held.get(able[0], 0) + (number - kept << 4 * place)
    for name, hand in held.items():
        if c.size(hand) > left[name]:
            others = [other for other in left if other != name]
            needed = caller_text(hand, (), notation, rules.setup.kind)
            raise nobody_holds(
                passed,
                others,
                Bilingual(
                    f"{seat_en(name)} would need {needed} but has {cards_en(left[name])}",
                    f"{seat_zh(name)}手里必须有 {needed}，却只有{left[name]}张牌",
                ),
            )
    return held


def nobody_holds(passed: Mapping[str, tuple[int, int]], seats: list[str], message: Bilingual) -> RuleError:
    """Return the error of the last pass of *seats* that excludes every deal."""
    index = max(passed[name][1] for name in seats)
    reason = Bilingual(
        f"{message}: a seat that passes on a single under a must-beat rule has no higher card",
        f"{message.zh}：能管必须管时，对单张不出的一家没有更大的牌",
    )
    return RuleError("history_inconsistent", reason, f"/history/{index}")
