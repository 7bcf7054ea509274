"""A deal played out in Python, for opponents that the core cannot play.

Every play is checked. Seeds are drawn as the core draws them, so that its own players play the very same game here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from arena.errors import ArenaError
from arena.opponents import Opponent
from service.core import engine
from service.core.door import NO_SUITS, Play, Rules
from service.core.players import Result
from service.position.line import history_line, line_of
from service.position.play_text import written
from service.position.position import Position, held_bottom
from service.position.replay import Table
from service.rules import cards as c
from service.rules.cards import Cards, Hand
from service.rules.combos import Combo

WORD = (1 << 64) - 1
MOST_MOVES = 65535


def seeds_from(seed: int) -> Iterator[int]:
    """Yield the numbers of a splitmix64 sequence (native/chance.h)."""
    state = seed & WORD
    while True:
        state = state + 0x9E3779B97F4A7C15 & WORD
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        yield z ^ z >> 31


def bottom_of(rules: Rules, hands: Sequence[Hand], seed: int) -> Hand:
    """Return which cards of a dealt hand were the bottom; 0 where there is none."""
    if not rules.setup.bottom:
        return 0
    taker = hands[rules.variant.seats.index(rules.variant.bottom_seat)]
    return c.pack("".join(random.Random(seed).sample(c.text(taker), rules.setup.bottom)))


def rules_told(rules: Rules, hand: Hand) -> Rules:
    """Return the rules without a card that the first lead must contain, if who leads first does not hold it."""
    shows = rules.setup.first_shows
    if not shows or c.holds(hand, c.pack(shows[0])):
        return rules
    free = {"first3": "off"} if "first3" in rules.options else {"first": "any"}
    return engine.rules_for(rules.variant.id, tuple({**rules.options, **free}.items()))


def position_at(table: Table, hand: Hand, bottom: Hand) -> Position:
    """Return what the mover knows; *hand* is its own."""
    rules, seat = table.rules, table.seat
    seen = sum(table.played.values())
    return Position(
        rules, seat, hand, bottom, False, tuple(table.history), seat, table.to_beat, table.owner, dict(table.left),
        seen, rules.deck - hand - seen, held_bottom(table, seat, hand, bottom), Cards(hand), c.TEXT,
        line_of(rules, seat, c.text(hand), bottom, history_line(table.history)), NO_SUITS, table.duty(hand),
        tuple(table.out),
    )  # fmt: skip


def is_legal(position: Position, combo: Combo | None) -> bool:
    """Tell whether the mover may play *combo*, or pass."""
    rules, hand, to_beat = position.rules, position.hand, position.to_beat
    if combo is not None:
        play = Play(combo.cards, combo.plays_as if combo.plays_as != combo.cards else 0)
        return engine.play(rules, hand, play, to_beat, NO_SUITS, position.duty) is not None
    if to_beat is None or "pass_never" not in rules.setup.flags:
        return to_beat is not None
    found = engine.legal(rules, hand, to_beat, NO_SUITS, position.duty)
    return engine.may_pass(rules, to_beat, len(found), sum(found_combo.tier > 0 for found_combo in found))


def play(rules: Rules, opponents: Sequence[Opponent], dealt: Sequence[Hand], seed: int) -> Result:
    """Play the hands *dealt* to the end, an opponent for each seat in the order of play.

    Raises ArenaError for a play that is not legal.
    """
    rules, seats = rules_told(rules, dealt[0]), rules.variant.seats
    hands, bottom = list(dealt), bottom_of(rules, dealt, seed)
    table = Table(rules, dict(zip(seats, map(c.size, dealt), strict=True)))
    bombs, plays = 0, [0] * len(seats)
    for chance in seeds_from(seed):
        mover = table.mover
        position = position_at(table, hands[mover], bottom)
        if position.skipped:
            table.skip()
            continue
        combo = opponents[mover].move(position, chance)
        if not is_legal(position, combo):
            played = "a pass" if combo is None else c.text(combo.cards)
            raise ArenaError(f"{opponents[mover].name} plays {played}, which is not legal: {position.line}")
        if combo is None:
            table.step(None)
        else:
            hands[mover] -= combo.cards
            plays[mover] += 1
            bombs += combo.tier > 0
            table.step(combo, written(combo, rules, c.text(combo.cards)))
        if table.over or len(table.history) > MOST_MOVES:
            break
    rest = [seat for seat in seats if seat not in table.out]
    places = tuple([seats.index(seat) for seat in [*table.out, *rest]])
    return Result(places[0], places, bombs, tuple(plays), len(table.history))
