"""A deal played in Python, for opponents that the core cannot play.

Every play is checked. Seeds are derived as in the core, so that its players play the same game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from lab.arena.errors import ArenaError
from lab.arena.opponent import Opponent
from service.advice.deal_result import result_of
from service.core import engine
from service.core.bindings import CompiledRules, Play
from service.core.robots import Result
from service.position.play import written
from service.position.position import Position
from service.position.read import after_history
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.auction import Contract
from service.rules.cards import Cards, Hand
from service.rules.combos import Combo
from service.rules.physical_cards import after_play, taken
from service.rules.random_numbers import numbers_from

MOST_MOVES = 65535


def bottom_of(rules: CompiledRules, hands: Sequence[Hand], seed: int) -> Hand:
    """Return the bottom cards of a dealt hand; 0 without a bottom."""
    if not rules.setup.bottom:
        return 0
    taker = hands[rules.variant.seats.index(rules.variant.bottom_seat)]
    return c.pack("".join(random.Random(seed).sample(c.text(taker), rules.setup.bottom)))


def rules_for_first_lead(rules: CompiledRules, hand: Hand) -> CompiledRules:
    """Return the rules of the first lead: without the required card if the leader does not have it."""
    shows = rules.setup.first_shows
    if not shows or c.holds(hand, c.pack(shows[0])):
        return rules
    option, value = rules.variant.free_lead
    return engine.rules_for(rules.variant.id, tuple({**rules.options, option: value}.items()))


def position_at(replay: Replay, hand: Cards, bottom: Hand) -> Position:
    """Return the mover's position; *hand* is its own."""
    return after_history(replay, replay.seat, hand, Cards(bottom))


def cards_of(position: Position, combo: Combo) -> Cards:
    """Return the cards of a combo from the mover's hand, with suits if these matter."""
    rules, hand = position.rules, position.hand
    if not rules.setup.suited:
        return Cards(combo.cards)
    suits = engine.pick(rules, hand, combo, position.to_beat, position.suits, position.constraints)
    return Cards(combo.cards, tuple(taken(combo.cards, position.own_cards, suits=suits)), suits=suits)


def record(replay: Replay, combo: Combo | None, cards: Cards) -> None:
    """Carry out a move in a replay, a play with its *cards*."""
    if combo is None:
        replay.step(None)
        return
    text = c.exact_text(cards, c.TEXT, replay.rules.setup.kind)
    replay.step(combo, written(combo, replay.rules, text, cards.suits), cards)


def points_of(replay: Replay) -> tuple[int, ...]:
    """Return the payment of each seat as robots use it: if only winners are paid, the others lose the same amount.

    In a game without points, the value of each place.
    """
    result = result_of(replay, {}, Contract(), c.TEXT, None)
    seats, side = replay.seats, replay.rules.variant.side_of
    if result.settlement is None or result.settlement.points is None:
        order = [*replay.out, *[seat for seat in seats if seat not in replay.out]]
        payment = replay.rules.setup.payment
        return tuple([payment.by_place[order.index(seat)] if payment else 0 for seat in seats])
    points = result.settlement.points
    if not all(number >= 0 for number in points):
        return points
    gained = {side(seat): number for seat, number in zip(seats, points, strict=True)}
    return tuple(
        [number - sum(gained.values()) + gained[side(seat)] for seat, number in zip(seats, points, strict=True)]
    )


def is_legal(position: Position, combo: Combo | None) -> bool:
    """Return whether the mover may play *combo*, or pass."""
    rules, hand, to_beat, suits = position.rules, position.hand, position.to_beat, position.suits
    if combo is not None:
        own = cards_of(position, combo).suits
        play = Play(combo.cards, combo.plays_as if combo.plays_as != combo.cards else 0, own, combo.suit)
        return engine.play(rules, hand, play, to_beat, suits, position.constraints) is not None
    if to_beat is None or "pass_never" not in rules.setup.flags:
        return to_beat is not None
    plays = engine.legal(rules, hand, to_beat, suits, position.constraints)
    return engine.may_pass(rules, to_beat, len(plays), sum(legal.tier > 0 for legal in plays))


def play_hands(rules: CompiledRules, opponents: Sequence[Opponent], dealt: Sequence[Cards], seed: int) -> Result:
    """Play the hands *dealt* to the end, an opponent for each seat in the order of play.

    Raises ArenaError for a play that is not legal.
    """
    rules, seats = rules_for_first_lead(rules, dealt[0].hand), rules.variant.seats
    hands, bottom = list(dealt), bottom_of(rules, [hand.hand for hand in dealt], seed)
    replay = Replay(rules, [c.size(hand.hand) for hand in dealt])
    bombs, plays = 0, [0] * len(seats)
    for chance in numbers_from(seed):
        mover = replay.mover
        position = position_at(replay, hands[mover], bottom)
        if position.is_skipped:
            replay.skip()
            continue
        combo = opponents[mover].move(position, chance)
        if not is_legal(position, combo):
            played = "a pass" if combo is None else c.text(combo.cards)
            raise ArenaError(f"{opponents[mover].name} plays {played}, which is not legal: {position.line}")
        cards = c.NO_CARDS if combo is None else cards_of(position, combo)
        if combo is not None:
            hands[mover] = after_play(hands[mover], cards)
            plays[mover] += 1
            bombs += combo.tier > 0
        record(replay, combo, cards)
        if replay.over or len(replay.history) > MOST_MOVES:
            break
    rest = [seat for seat in seats if seat not in replay.out]
    places = tuple([seats.index(seat) for seat in [*replay.out, *rest]])
    return Result(places[0], places, bombs, tuple(plays), len(replay.history), points_of(replay))
