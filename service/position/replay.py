"""The one replay of a history: who moves, what lies on the table, who holds how many cards, checked play by play.

Each turn is noted with what its seat had before it, so that nobody need walk through the history again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from service.core import engine
from service.core.bindings import FREE, NO_SUITS, CompiledRules, Duty
from service.position.deck import check_counts, check_seat
from service.position.parse.play import PlayText, as_play, read_play, said_cards, written
from service.rules import cards as c
from service.rules.cards import Cards, Hand, Notation
from service.rules.combos import ORDINARY, Combo
from service.rules.display_names import combo_zh, seat_en, seat_zh, shape_zh
from service.rules.errors import Bilingual, RuleError, cards_said
from service.rules.physical_cards import may_have


class Turn(NamedTuple):
    """One turn of a history: who, and what (None: a pass)."""

    seat: str
    combo: Combo | None
    text: str
    """The play in one-line form."""
    to_beat: Combo | None
    """What lay on the table before it."""
    left: tuple[int, ...]
    """Cards that each seat held before it, in the order of play."""


class Replay:
    """The state of a game while its history is replayed."""

    def __init__(self, rules: CompiledRules, left: Sequence[int] | None = None) -> None:
        self.rules = rules
        self.seats = rules.variant.seats
        hand_size = rules.setup.hand_size
        self.left = [hand_size[seat] for seat in self.seats] if left is None else list(left)
        """Cards of each seat, in the order of play."""
        self.mover = 0
        """Place of the seat that moves."""
        self.to_beat: Combo | None = None
        self.lies = Cards(0)
        """The last play as the caller wrote it."""
        self.owner: int | None = None
        """Place of the seat that played what is to be beaten."""
        self.passes = 0
        self.over = False
        self.history: list[Turn] = []
        self.played: dict[str, Hand] = {}
        self.out: list[str] = []
        """Seats in the order of going out."""

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
        """Return the next place in the order of play whose seat still holds cards."""
        left, place = self.left, mover
        for _ in left:
            place = place + 1 if place + 1 < len(left) else 0
            if left[place]:
                return place
        return mover

    def step(self, combo: Combo | None, text: str = ".") -> None:
        """Carry out a play or a pass that has been checked."""
        mover = self.mover
        seat = self.seats[mover]
        self.history.append(Turn(seat, combo, text, self.to_beat, tuple(self.left)))
        if combo is None:
            self.pass_on()
            return
        self.to_beat, self.owner, self.passes = combo, mover, 0
        self.left[mover] -= combo.size
        self.played[seat] = self.played.get(seat, 0) + combo.cards
        if not self.left[mover]:
            self.out.append(seat)
            self.over = self.is_over()
        self.mover = self.after(mover)

    def pass_on(self) -> None:
        """Let the next seat move, or the owner lead if all others with cards have passed."""
        assert self.owner is not None
        self.passes += 1
        in_play = len(self.left) - self.left.count(0)
        self.mover = self.after(self.mover)
        if self.passes >= in_play - (self.left[self.owner] > 0):
            self.end_trick()

    def may_skip(self) -> bool:
        """Tell whether the leader may hold nothing but a wild card that is nothing by itself."""
        wilds = self.rules.setup.wilds
        return "W" in self.rules.setup.deck and not wilds.printed and self.left[self.mover] == 1

    def skip(self) -> None:
        """Let the next seat lead in the place of one that cannot."""
        self.history.append(Turn(self.seat, None, ".", None, tuple(self.left)))
        self.mover = self.after(self.mover)

    def is_over(self) -> bool:
        """Tell whether the deal is over, now that a seat has gone out."""
        variant = self.rules.variant
        if not variant.to_places or len(self.out) == len(self.seats) - 1:
            return True
        return len(self.out) == 2 and variant.side_of(self.out[0]) == variant.side_of(self.out[1])

    def end_trick(self) -> None:
        """Let the owner of a trick that nobody beat lead; an ally in his place if he has gone out 接风, or the next."""
        first = self.owner
        assert first is not None
        if not self.left[first]:
            variant = self.rules.variant
            side = variant.allies[variant.side_of(self.seats[first])]
            allies = [place for place, seat in enumerate(self.seats) if seat in side and self.left[place]]
            first = allies[0] if allies else self.after(first)
        self.mover = first
        self.to_beat = self.owner = None

    def solo_top(self, mover: int, left: Sequence[int]) -> bool:
        """Tell whether a solo of *mover* must be its highest when the seats hold *left* cards."""
        if "solo_top" not in self.rules.setup.flags:
            return False
        return next((n for n in (*left[mover + 1 :], *left[:mover]) if n), 0) == 1

    def duty(self, hand: Hand | None) -> Duty:
        """Return what the mover owes beyond beating what lies there; *hand* is its own, None if it is unknown."""
        shows = 0
        if not self.history and self.rules.setup.first_shows:
            shows = c.pack(self.rules.setup.first_shows[0])
            held = not self.rules.aside if hand is None else c.holds(hand, shows)  # a card aside may be this one
            shows = shows if held else 0
        solo_top = self.solo_top(self.mover, self.left)
        return Duty(shows, solo_top) if shows or solo_top else FREE


# ---- one play after the other -----------------------------------------------------------------------------------


def shows_first(rules: CompiledRules, cards: Cards, duty: Duty, notation: Notation) -> bool:
    """Tell whether a first lead contains the card that it must, by its suit where the caller gives suits."""
    return not duty.must_show or may_have(cards, rules.setup.first_shows, notation)


def where_free(rules: CompiledRules) -> tuple[str, str]:
    """Return how to say, in English and in Chinese, that no card decides who leads."""
    option, value = rules.variant.free_lead
    return (
        f"; set options.{option} to {value} where a winner leads",
        f"；若由上局赢家先出，请把选项 `{option}` 设为 `{value}`",
    )


def play_or_refuse(
    rules: CompiledRules,
    hand: Hand,
    text: PlayText,
    to_beat: Combo | None,
    duty: Duty = FREE,
    notation: Notation = c.TEXT,
) -> Combo:
    """Return the reading under which cards are played from *hand*.

    Raises RuleError "too_many_of_rank", "not_a_play", "must_show" or "does_not_beat".
    """
    assert text.cards is not None
    cards, suits = text.cards.hand, text.cards.suits or NO_SUITS
    play = as_play(text, rules) if text.declared or suits or text.mixed else cards
    free = Duty(0, True) if duty.solo_top else FREE
    combo = engine.play(rules, hand, play, to_beat, suits if hand == cards else NO_SUITS, free)
    if combo is None:
        raise refusal(rules, hand, text, to_beat)
    if duty.must_show and not shows_first(rules, text.cards, duty, notation):
        (option, option_zh), card = where_free(rules), rules.setup.first_shows
        message = Bilingual(f"the first lead contains {card}{option}", f"首出必须带 {card}{option_zh}")
        raise RuleError("must_show", message, text.pointer)
    return combo


def refusal(rules: CompiledRules, hand: Hand, text: PlayText, to_beat: Combo | None) -> RuleError:
    """Return why cards cannot be played: they are no play, or beat nothing."""
    assert text.cards is not None
    readings = engine.readings(rules, as_play(text, rules), hand)
    if not readings or to_beat is None:
        cards = said_cards(text.cards, rules)
        stands_for = said_cards(text.declared, rules) if text.declared else ""
        message = Bilingual(
            f"{cards}{stands_for and f' as {stands_for}'} is no play of {rules.variant.id}",
            f"{cards}{stands_for and f' 当作 {stands_for} '}在{rules.variant.zh}里不成牌型",
        )
        return RuleError("not_a_play", message, text.pointer)
    return RuleError("does_not_beat", does_not_beat(rules, readings, to_beat), text.pointer)


def does_not_beat(rules: CompiledRules, readings: Sequence[Combo], to_beat: Combo) -> Bilingual:
    """Return what is said of cards that do not beat what lies there."""
    shapes, kind = " or ".join(dict.fromkeys(reading.shape for reading in readings)), rules.setup.kind
    cards, lies = c.said_text(readings[0].cards, kind), c.said_text(to_beat.cards, kind)
    would = what_beats(rules, to_beat)
    return Bilingual(
        f"{cards} ({shapes}) does not beat {lies} ({to_beat.shape}): {would}",
        f"{combo_zh(rules.setup, readings[0])}管不上{combo_zh(rules.setup, to_beat)}：{would.zh}",
    )


def what_beats(rules: CompiledRules, to_beat: Combo) -> Bilingual:
    """Return what would beat a play."""
    top = max(rules.shapes, key=lambda shape: shape.tier)
    if top.named and top.name == to_beat.shape:
        return Bilingual("nothing does", "没有牌管得上")
    if to_beat.tier > ORDINARY:
        return Bilingual("only a higher bomb does", "只有更大的炸弹才管得上")
    kind = shape_zh(rules.shapes, to_beat.shape)
    alike, alike_zh = (" as long", f"同样长的{kind}") if to_beat.length > 1 else ("", kind)
    return Bilingual(f"a higher {to_beat.shape}{alike} does, or a bomb", f"要更大的{alike_zh}，或者炸弹")


WHOLE_HAND = {"short_lead", "short_follow", "bomb_whole"}
"""Rules of the table that ask what else a hand holds."""


@lru_cache(1 << 12)
def larger(rules: CompiledRules, hand: Hand) -> Hand:
    """Return *hand* with a card more, of the rank that it has fewest of: nobody knows it, only that it is not all."""
    numbers = c.counts(hand)
    return hand + (1 << 4 * min(places_of(rules.setup.power), key=numbers.__getitem__))


@cache
def places_of(ranks: str) -> tuple[int, ...]:
    """Return the places of rank letters in a packed hand."""
    return tuple(map(c.RANKS.index, ranks))


def replay_pass(replay: Replay, pointer: str) -> None:
    """Carry out a pass.

    Raises RuleError "must_lead" if the seat leads and could.
    """
    if replay.to_beat is not None:
        replay.step(None)
    elif replay.may_skip():
        replay.skip()
    else:
        raise RuleError(
            "must_lead",
            Bilingual(f"{seat_en(replay.seat)} leads and may not pass", f"{seat_zh(replay.seat)}领出，不能不出"),
            pointer,
        )


def replay_play(replay: Replay, value: Any, notation: Notation, index: int) -> Cards | None:
    """Check one element of the history and carry it out; return its cards."""
    pointer = f"/history/{index}"
    rules = replay.rules
    text = read_play(value, notation, pointer, rules)
    if replay.over:
        last = replay.history[-1].seat
        message = Bilingual(f"{last} went out before this play", f"{seat_zh(last)}已经出完牌，后面不能再出")
        raise RuleError("game_over", message, pointer)
    if text.seat is not None and check_seat(rules, text.seat, f"{pointer}/seat") != replay.seat:
        message = Bilingual(
            f"it is {seat_en(replay.seat)}'s turn, not {seat_en(text.seat)}'s",
            f"轮到{seat_zh(replay.seat)}，不是{seat_zh(text.seat)}",
        )
        raise RuleError("not_your_turn", message, f"{pointer}/seat")
    cards, setup = text.cards, rules.setup
    if cards is None:
        replay_pass(replay, text.pointer)
        return None
    if not c.holds(rules.deck, cards.hand):
        check_counts(rules, [(text.pointer, cards.hand)])
    has, plays = replay.left[replay.mover], c.size(cards.hand)
    if plays > has:
        message = Bilingual(
            f"{seat_en(replay.seat)} holds {cards_said(has)} and plays {plays}",
            f"{seat_zh(replay.seat)}只有{has}张牌，却出了{plays}张",
        )
        raise RuleError("history_inconsistent", message, text.pointer)
    whole = cards.hand if plays == has or setup.flags.isdisjoint(WHOLE_HAND) else larger(rules, cards.hand)
    duty = FREE if replay.history else Duty(replay.duty(None).must_show, False)
    combo = play_or_refuse(rules, whole, text, replay.to_beat, duty, notation)
    line = c.exact_text(cards, notation, setup.kind) if setup.suited or setup.coloured else c.text(cards.hand)
    replay.step(combo, written(combo, rules, line, cards.suits) if setup.wilds.cards else line)
    replay.lies = cards
    return cards


def replay_history(
    rules: CompiledRules, history: Sequence[Any], notation: Notation
) -> tuple[Replay, list[tuple[str, Cards]]]:
    """Return the state after *history*, and the pointer and cards of each play in it."""
    replay = Replay(rules)
    parts = []
    for index, value in enumerate(history):
        cards = replay_play(replay, value, notation, index)
        if cards is not None:
            parts.append((f"/history/{index}", cards))
    return replay, parts
