"""Former levels, as policies: yardsticks of the arena, solvers of puzzles and players of their games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from lab.arena.opponent import Opponent, core_build, digest
from service.advice import levels
from service.advice.views import view_of
from service.core import engine, robots
from service.core.robots import Policy
from service.position.position import Position
from service.rules.combos import Combo

CASUAL_NUMBERS: Mapping[str, float] = MappingProxyType(
    {**levels.CLUB_NUMBERS, "run_out": 0.0, "run_out_forced": 0.0, "bomb_more": 0.0}
)
"""The numbers of `club`, except that playing out the hand and the number of bombs are ignored."""

FORMER: Mapping[str, partial[Policy]] = MappingProxyType(
    {
        "newcomer": partial(
            Policy,
            "rules",
            numbers={**levels.BEGINNER_NUMBERS, "pass": 1.0},
            limits=levels.LEVELS["starter"].limits,
        ),
        "novice": partial(Policy, "power", 0.02),
        "casual": partial(Policy, "rules", 0.07, CASUAL_NUMBERS),
    }
)
"""Policies by name, weakest first: `newcomer` passes where beating would cost a good card, `novice` keeps the strongest
remaining hand, at most 0.02 turns below its best move, and `casual` plays as `club`, at most 0.07 turns below."""


PLAIN = ("novice", "casual", "club")
"""Names of policies by the values of whole hands alone, without limits, networks or a search."""


def policy_named(name: str) -> Policy:
    """Return the policy of a level or a former level without a search."""
    return FORMER[name]() if name in FORMER else levels.policy_of(name)


class FormerLevel(Opponent):
    """A former level."""

    def __init__(self, name: str) -> None:
        self.name, self.policy = name, policy_named(name)
        self.version = f"{engine.VERSION} core {core_build()} numbers {digest(FORMER[name])}"

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the move of the policy."""
        assert self.policy is not None
        return robots.choose(position.rules, self.policy, view_of(position), seed).combo
