"""Open endings with allies and wild cards of any declaration: the winner by exhaustive search."""

from __future__ import annotations

import random
from collections.abc import Iterator

from service.core import engine
from service.core.bindings import Buffers, lib
from service.rules import cards as c
from tests.core.test_rejections import deal_of
from tests.oracle.family import GAMES
from tests.oracle.open_hands import BruteForce, OpenState

SIDES = 0, 1, 0
"""A farmer leads, the landlord is next, the other farmer after him."""

Hands = tuple[str, str, str]


def endings(n: int) -> Iterator[Hands]:
    """Yield a farmer's two wild cards and single ones, two cards of the landlord, a pair and a card of the ally."""
    for seed in range(n):
        rng = random.Random(seed)
        singles = rng.sample("34689TJQKA2", rng.randint(3, 4))
        low, last, other = rng.choice("34689"), rng.choice("34689"), rng.choice("34689TJ")
        yield "57" + "".join(singles), other + "X", low * 2 + last


def farmers_win(hands: Hands) -> int:
    """Return the core's result for an ending."""
    with Buffers.borrow() as b:
        core = b.set_engine(engine.rules_for("laizi", (("wild", "57"),)))
        return int(
            lib.open_hands_solve(core, deal_of(hands=[c.pack(hand) for hand in hands], side=list(SIDES)), 100_000)
        )


def test_wild_cards_may_be_declared_low_for_an_ally() -> None:
    """57 is led as two threes: the ally's fours beat them, the landlord's cards do not, and the last card is led."""
    assert farmers_win(("4567KA", "3X", "344")) == 1


def test_open_endings_of_allies_with_wild_cards_are_solved() -> None:
    """In one of twenty endings only a lower reading than the highest wins."""
    brute = BruteForce(GAMES["laizi"]({"wild": "57"}), SIDES)
    outcomes = []
    for hands in endings(300):
        outcomes.append(farmers_win(hands))
        assert outcomes[-1] == (brute.winner(OpenState(tuple(map(brute.game.pack, hands)))) == 0), hands
    assert 0 in outcomes
