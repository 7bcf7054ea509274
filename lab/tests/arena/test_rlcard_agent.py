"""A level of ours plays in RLCard's own tournament. Needs `make .venv/arena.stamp`."""

from __future__ import annotations

from typing import Any

import pytest

from lab.arena.errors import ArenaError
from lab.arena.rlcard_agent import RLCardAgent
from service.rules.errors import RuleError

rlcard = pytest.importorskip("rlcard", reason="make .venv/arena.stamp")
utils = pytest.importorskip("rlcard.utils")
models = pytest.importorskip("rlcard.models.doudizhu_rule_models")


def tournament(agents: list[Any], games: int, seed: int) -> list[float]:
    pytest.importorskip("numpy").random.seed(seed)
    env = rlcard.make("doudizhu", config={"seed": seed})
    env.set_agents(agents)
    return list(utils.tournament(env, games))


def test_a_level_wins_the_tournament_of_rlcard_from_both_sides() -> None:
    """Payoffs are 1 for the side that won."""
    rule = models.DouDizhuRuleAgentV1
    landlord = tournament([RLCardAgent("club"), rule(), rule()], 30, 3)[0]
    farmers = tournament([rule(), RLCardAgent("club", 1), RLCardAgent("club", 2)], 30, 3)[1]
    assert landlord + farmers > 1.2


def test_the_same_seed_plays_the_same_tournament() -> None:
    payoffs = [tournament([RLCardAgent("starter", seat) for seat in range(3)], 5, 8) for _ in range(2)]
    assert payoffs[0] == payoffs[1]


def test_every_level_is_an_agent_and_others_are_named() -> None:
    env = rlcard.make("doudizhu", config={"seed": 1})
    state, _ = env.reset()
    action, info = RLCardAgent("regular").eval_step(state)
    assert (action in state["raw_legal_actions"], info) == (True, {})
    with pytest.raises(RuleError, match="boss"):
        RLCardAgent("boss")


def test_an_action_that_is_not_offered_is_named() -> None:
    state, _ = rlcard.make("doudizhu", config={"seed": 1}).reset()
    with pytest.raises(ArenaError, match=r"club plays \w+, which RLCard does not offer"):
        RLCardAgent().step({**state, "raw_legal_actions": ["pass"]})
