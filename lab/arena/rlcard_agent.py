"""A level of ours as an agent of RLCard, so that RLCard's own tournament runs it (`make .venv/arena.stamp`).

env = rlcard.make("doudizhu")
env.set_agents([RLCardAgent("club"), DouDizhuRuleAgentV1(), DouDizhuRuleAgentV1()])
rlcard.utils.tournament(env, 100)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lab.arena.errors import ArenaError
from lab.arena.rlcard_robot import action_of
from service.advice import levels, robot
from service.position.parse.position_text import PositionText
from service.position.position import Position
from service.position.read import read_position
from service.rules.games.landlord import SEATS
from service.rules.random_numbers import numbers_from

OPTIONS: Mapping[str, str] = {"attach": "rlcard"}
"""RLCard's kicker rules."""


def shown_position(shown: Mapping[str, Any]) -> Position:
    """Return the `raw_obs` of RLCard as a position.

    Raises RuleError for a state that our rules do not allow.
    """
    history = ["" if action == "pass" else action for _, action in shown["trace"]]
    text = PositionText(
        shown["current_hand"], options=OPTIONS, seat=SEATS[shown["self"]], history=history, notation="rlcard"
    )
    return read_position(text)


class RLCardAgent:
    """An agent that plays a level in RLCard's "doudizhu"; the same *seed* plays the same.

    Raises RuleError "level_unknown" for an unknown level.
    """

    use_raw = True
    """RLCard passes actions as texts instead of numbers."""

    def __init__(self, level: str = levels.DEFAULT_LEVEL, seed: int = 1) -> None:
        self.level = levels.find_level(level).id
        self.seeds = numbers_from(seed)

    def step(self, state: Mapping[str, Any]) -> str:
        """Return the action of the level, as RLCard writes it.

        Raises ArenaError for an action that RLCard does not offer.
        """
        combo = robot.choose_move(shown_position(state["raw_obs"]), self.level, next(self.seeds)).combo
        action = action_of(combo)
        if action not in state["raw_legal_actions"]:
            raise ArenaError(f"{self.level} plays {action}, which RLCard does not offer")
        return action

    def eval_step(self, state: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the action of the level, and no further information."""
        return self.step(state), {}
