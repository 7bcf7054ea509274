"""A deal played out in Python, for opponents that the core cannot play.

Every play is checked. Seeds are drawn as the core draws them, so that its own players play the very same game here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from arena.errors import ArenaError
from arena.opponent import Opponent
from service.core import engine
from service.core.bindings import NO_SUITS, CompiledRules, Play
from service.core.robots import Result
from service.position.play import written
from service.position.position import Position
from service.position.read import after_history
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.cards import Cards, Hand
from service.rules.chance import numbers_from
from service.rules.combos import Combo

MOST_MOVES = 65535


def bottom_of(rules: CompiledRules, hands: Sequence[Hand], seed: int) -> Hand:
    """Return which cards of a dealt hand were the bottom; 0 where there is none."""
    if not rules.setup.bottom:
        return 0
    taker = hands[rules.variant.seats.index(rules.variant.bottom_seat)]
    return c.pack("".join(random.Random(seed).sample(c.text(taker), rules.setup.bottom)))


def rules_for_first_lead(rules: CompiledRules, hand: Hand) -> CompiledRules:
    """Return the rules of the first lead: without the card that it must contain, where the leader does not hold it."""
    shows = rules.setup.first_shows
    if not shows or c.holds(hand, c.pack(shows[0])):
        return rules
    option, value = rules.variant.free_lead
    return engine.rules_for(rules.variant.id, tuple({**rules.options, option: value}.items()))


def position_at(replay: Replay, hand: Hand, bottom: Hand) -> Position:
    """Return what the mover knows; *hand* is its own."""
    return after_history(replay, replay.seat, Cards(hand), bottom)


def is_legal(position: Position, combo: Combo | None) -> bool:
    """Tell whether the mover may play *combo*, or pass."""
    rules, hand, to_beat = position.rules, position.hand, position.to_beat
    if combo is not None:
        play = Play(combo.cards, combo.plays_as if combo.plays_as != combo.cards else 0)
        return engine.play(rules, hand, play, to_beat, NO_SUITS, position.constraints) is not None
    if to_beat is None or "pass_never" not in rules.setup.flags:
        return to_beat is not None
    plays = engine.legal(rules, hand, to_beat, NO_SUITS, position.constraints)
    return engine.may_pass(rules, to_beat, len(plays), sum(legal.tier > 0 for legal in plays))


def play_hands(rules: CompiledRules, opponents: Sequence[Opponent], dealt: Sequence[Hand], seed: int) -> Result:
    """Play the hands *dealt* to the end, an opponent for each seat in the order of play.

    Raises ArenaError for a play that is not legal.
    """
    rules, seats = rules_for_first_lead(rules, dealt[0]), rules.variant.seats
    hands, bottom = list(dealt), bottom_of(rules, dealt, seed)
    replay = Replay(rules, [c.size(hand) for hand in dealt])
    bombs, plays = 0, [0] * len(seats)
    for chance in numbers_from(seed):
        mover = replay.mover
        position = position_at(replay, hands[mover], bottom)
        if position.skipped:
            replay.skip()
            continue
        combo = opponents[mover].move(position, chance)
        if not is_legal(position, combo):
            played = "a pass" if combo is None else c.text(combo.cards)
            raise ArenaError(f"{opponents[mover].name} plays {played}, which is not legal: {position.line}")
        if combo is None:
            replay.step(None)
        else:
            hands[mover] -= combo.cards
            plays[mover] += 1
            bombs += combo.tier > 0
            replay.step(combo, written(combo, rules, c.text(combo.cards)))
        if replay.over or len(replay.history) > MOST_MOVES:
            break
    rest = [seat for seat in seats if seat not in replay.out]
    places = tuple([seats.index(seat) for seat in [*replay.out, *rest]])
    return Result(places[0], places, bombs, tuple(plays), len(replay.history))
