"""Calibration of beliefs: `python -m lab.arena calibrate`.

Games of `club` are stopped at a random move; for each other seat the probabilities of having a rank, and a bomb, are
compared with its actual hand. Beliefs are calibrated if about 30 % of all claims with probability 30 % are true. The
Brier score is the mean squared error; the baseline assumes that all deals of the unseen cards are equally likely.
`corrected` fits the correction of `service.advice.bomb_chance` to one half of the claims, and evaluates it on the
other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from lab.arena import python_deals
from lab.arena.match import deal_hands, rules_drawn, rules_with
from lab.arena.regression import Row, Vector, fit_logistic
from service.advice import robot, win_model
from service.advice.beliefs import EXPLAINING
from service.advice.bomb_chance import bomb_chance, claim_terms
from service.advice.views import past_of, view_of
from service.core import engine, robots
from service.core.bindings import NO_SUITS, CompiledRules
from service.position.position import Position
from service.position.replay import Replay
from service.rules import cards as c
from service.rules.cards import Cards
from service.rules.combos import ORDINARY
from service.rules.physical_cards import after_play
from service.rules.random_numbers import numbers_from

BINS = 10

MOST_STOPPED = 13
"""Maximum moves of each seat before a game is stopped."""

LEAST_CLAIMS = 100
"""Minimum claims for fitting a correction."""


class Reliability(NamedTuple):
    """Predicted probabilities and their outcomes."""

    chances: list[float]
    truths: list[bool]

    def brier(self) -> float:
        """Return the mean squared difference between probability and outcome."""
        pairs = zip(self.chances, self.truths, strict=True)
        return sum((chance - truth) ** 2 for chance, truth in pairs) / len(self.chances)

    def table(self) -> Iterator[tuple[int, float, float]]:
        """Yield number, mean probability and share of true claims for each tenth of the probabilities."""
        for i in range(BINS):
            inside = [
                (chance, truth)
                for chance, truth in zip(self.chances, self.truths, strict=True)
                if min(BINS - 1, int(chance * BINS)) == i
            ]
            if inside:
                chances, truths = zip(*inside, strict=True)
                yield len(inside), sum(chances) / len(inside), sum(truths) / len(inside)


class StoppedGame(NamedTuple):
    """A game stopped in the middle: the hands in the order of play, and the view of the seat to move."""

    hands: list[Cards]
    position: Position


def stop_game(rules: CompiledRules, seed: int, moves: int) -> StoppedGame | None:
    """Return a game of `club` after a number of *moves*; None if it ended before."""
    hands = deal_hands(rules, seed)
    rules = python_deals.rules_for_first_lead(rules, hands[0].hand)
    bottom = python_deals.bottom_of(rules, [hand.hand for hand in hands], seed)
    replay = Replay(rules, [c.size(hand.hand) for hand in hands])
    for chance in islice(numbers_from(seed), moves + 1):
        position = python_deals.position_at(replay, hands[replay.mover], bottom)
        if len(replay.history) >= moves:
            return StoppedGame(hands, position)
        combo = None if position.is_skipped else robot.choose_move(position, "club", chance).combo
        cards = c.NO_CARDS if combo is None else python_deals.cards_of(position, combo)
        if combo is not None:
            hands[replay.mover] = after_play(hands[replay.mover], cards)
        if position.is_skipped:
            replay.skip()
        else:
            python_deals.record(replay, combo, cards)
        if replay.over:
            return None
    return None


def holds_bomb(rules: CompiledRules, hand: Cards) -> bool:
    """Return whether a hand has a bomb."""
    return any(combo.tier > ORDINARY for combo in engine.legal(rules, hand.hand, None, hand.suits or NO_SUITS))


class Calibration(NamedTuple):
    """Comparison of beliefs with the actual hands: ranks and bombs of seats."""

    ranks: Reliability
    bombs: Reliability
    """Probabilities of bombs in sampled deals."""
    in_force: Reliability
    """Probabilities of bombs in answers."""
    facts: list[Row]
    """For each claim about a bomb the terms of its correction (`bomb_chance.correction_terms`)."""


def corrected(calibration: Calibration) -> tuple[Vector, Reliability] | None:
    """Return a correction fitted to the earlier half of the claims, and the later half; None if there are too few."""
    rows, truths = calibration.facts, calibration.bombs.truths
    half = len(rows) // 2
    if half < LEAST_CLAIMS or len(set(truths[:half])) < 2:
        return None
    fitted = fit_logistic(rows[:half], truths[:half])
    return fitted, Reliability([win_model.logistic(fitted, row) for row in rows[half:]], truths[half:])


def calibrate(games: int, worlds: int, policy_trust: int, seed: int = 1, variant: str = "standard") -> Calibration:
    """Return the comparison of probabilities and outcomes over a number of stopped *games*."""
    rules, rng = rules_with(variant, ()), random.Random(seed)
    calibration = Calibration(Reliability([], []), Reliability([], []), Reliability([], []), [])
    while games:
        deal = rng.randrange(1 << 40)
        game = stop_game(rules_drawn(rules, deal), deal, rng.randint(3, MOST_STOPPED * len(rules.variant.seats)))
        if game is None:
            continue
        games -= 1
        position = game.position
        view, history = view_of(position), past_of(position)
        beliefs, _ = robots.beliefs(position.rules, EXPLAINING, view, history, worlds, seed, policy_trust)
        mover = rules.variant.seats.index(position.seat)
        for i, belief in enumerate(beliefs[1:], 1):
            hand = game.hands[(mover + i) % len(game.hands)]
            if not hand.hand:
                continue
            for _, place in position.rules.ranks:
                calibration.ranks.chances.append(belief.holds[place])
                calibration.ranks.truths.append(c.count(hand.hand, place) > 0)
            calibration.bombs.chances.append(belief.bomb)
            calibration.in_force.chances.append(bomb_chance(position.rules, view, history, i, belief, worlds))
            for claims in (calibration.bombs, calibration.in_force):
                claims.truths.append(holds_bomb(position.rules, hand))
            calibration.facts.append(claim_terms(view, history, i, belief, worlds))
    return calibration
