"""How far beliefs can be trusted: `python -m arena calibrate`.

Games of `club` are stopped at a random move; for each other seat and rank the chance that it holds the rank is set
beside whether it does. A belief is calibrated if of all that were given about 30 % some 30 % are true. The Brier score
is the mean square of what is missing; the baseline takes every deal of the unseen cards as equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from service.advice.robot import EXPLAINING, policy_of
from service.core import engine, robots
from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.combos import Combo

BINS = 10


class Reliability(NamedTuple):
    """Chances that were given, and what came of them."""

    chances: list[float]
    truths: list[bool]

    def brier(self) -> float:
        """Return the mean square of what is missing between chance and truth."""
        pairs = zip(self.chances, self.truths, strict=True)
        return sum((chance - truth) ** 2 for chance, truth in pairs) / len(self.chances)

    def table(self) -> Iterator[tuple[int, float, float]]:
        """Yield (how many, mean chance, share that was true) of each tenth of chances."""
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
    """A game of three in its middle: hands by seat, and what was played."""

    hands: list[int]
    history: list[tuple[int, Combo | None]]
    mover: int
    to_beat: Combo | None
    owner: int


def stop_game(rules: CompiledRules, seed: int, moves: int) -> StoppedGame | None:
    """Return a game of `club` after so many moves; None if it has ended before."""
    game = StoppedGame(list(robots.deal(rules, seed)), [], 0, None, 0)
    policy, passes = policy_of("club"), 0
    for _ in range(moves):
        choice = robots.choose(rules, policy, mover_view(rules, game), seed)
        game.history.append((game.mover, choice.combo))
        to_beat, owner = game.to_beat, game.owner
        if choice.combo is None:
            passes += 1
            to_beat = None if passes == 2 else to_beat
        else:
            game.hands[game.mover] -= choice.combo.cards
            to_beat, owner, passes = choice.combo, game.mover, 0
            if not game.hands[game.mover]:
                return None
        game = game._replace(mover=(game.mover + 1) % 3, to_beat=to_beat, owner=owner)
    return game


def mover_view(rules: CompiledRules, game: StoppedGame) -> robots.View:
    """Return what the mover knows."""
    order = [(game.mover + i) % 3 for i in range(3)]
    side = [rules.variant.side_of(rules.variant.seats[seat]) for seat in order]
    left = tuple(c.size(game.hands[seat]) for seat in order)
    owner = order.index(game.owner) if game.to_beat else 0
    ally = tuple(one == side[0] for one in side)
    unseen = sum(game.hands[seat] for seat in order[1:])
    return robots.View(game.hands[game.mover], game.to_beat, unseen, left, ally, owner, enemies_allied=True)


def calibrate(games: int, worlds: int, policy_trust: int, seed: int = 1) -> Reliability:
    """Return how chances and truths compare over so many stopped games."""
    rules, rng = engine.rules_for("standard"), random.Random(seed)
    reliability = Reliability([], [])
    while games:
        game = stop_game(rules, rng.randrange(1 << 40), rng.randint(3, 40))
        if game is None:
            continue
        games -= 1
        history = [((seat - game.mover) % 3, combo) for seat, combo in game.history]
        beliefs, _ = robots.beliefs(rules, EXPLAINING, mover_view(rules, game), history, worlds, seed, policy_trust)
        for i in (1, 2):
            hand = game.hands[(game.mover + i) % 3]
            for rank in range(15):
                reliability.chances.append(beliefs[i].holds[rank])
                reliability.truths.append(c.count(hand, rank) > 0)
    return reliability
