"""The PettingZoo environment passes PettingZoo's own tests."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from paili.env import aec
from service.advice.levels import policy_of
from service.core.batch import MOST_ACTIONS
from service.rules.variants import VARIANTS
from tests.helpers.policies import POWER

np = pytest.importorskip("numpy", reason="the dependency group dev")
zoo = pytest.importorskip("pettingzoo.test", reason="the dependency group dev")

ADVICE = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
    "We recommend agents to be named in the format",
)
"""Warnings about style. The first two are about dictionaries; PettingZoo silences them for its own environments. The
third is about agents that are not to move."""


@pytest.mark.parametrize("game", VARIANTS)
def test_it_passes_the_tests_of_pettingzoo(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    auction = bool(VARIANTS[game].auctions)
    with warnings.catch_warnings():
        for message in ADVICE:
            warnings.filterwarnings("ignore", message=message)
        zoo.api_test(aec(game), num_cycles=150)
        zoo.api_test(aec(game, auction=auction, reward="points"), num_cycles=50)
        zoo.seed_test(lambda: aec(game), num_cycles=60)
    assert "Passed" in capsys.readouterr().out


def play(env: Any, seed: int) -> list[Any]:
    env.reset(seed=seed)
    chance, record = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        seen, reward, ended, _, info = env.last()
        record.append((agent, reward, ended, seen["observation"].tobytes()))
        if not ended:
            assert seen["action_mask"].sum() == len(info["ids"]) == len(info["features"])
        env.step(None if ended else int(chance.integers(len(info["ids"]))))
    return record


def test_an_episode_is_a_deal_and_pays_every_agent_once() -> None:
    record = play(aec("standard"), 3)
    assert {agent: reward for agent, reward, ended, _ in record if ended} in (
        {"landlord": 1, "landlord_down": -1, "landlord_up": -1},
        {"landlord": -1, "landlord_down": 1, "landlord_up": 1},
    )
    assert sum(abs(reward) for _, reward, _, _ in record) == 3
    assert record == play(aec("standard"), 3) != play(aec("standard"), 4)


def test_levels_are_no_agents() -> None:
    env = aec("guandan", levels={"0": "regular", "2": "starter"})
    assert env.possible_agents == ["1", "3"]
    assert {agent for agent, *_ in play(env, 1)} == {"1", "3"}


def test_a_policy_plays_a_seat_as_its_level_does() -> None:
    """The record of the agent shows the plays of the others."""
    by_level, by_policy, by_another = (
        play(aec("guandan", levels={"0": player, "2": player}), 1) for player in ("club", policy_of("club"), POWER)
    )
    assert by_level == by_policy != by_another


def test_an_agent_sees_its_own_hand_at_any_time() -> None:
    env = aec("standard", auction="call_rob")
    env.reset(seed=5)
    hands = env.table.hands()[0]
    for place, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        fields = seen["observation"].view(env.table.observation_type)[0]
        assert fields["hand"].tolist() == hands[place].tolist()
        assert fields["turn"] == (0 - place) % 3
        assert seen["action_mask"].any() == (agent == env.agent_selection)
    assert env.render().endswith("0: pass call")


def test_the_action_space_is_large_enough_for_every_hand() -> None:
    assert aec("standard").action_space("landlord").n == 1024
    assert (
        aec("guandan").action_space("0").n
        == MOST_ACTIONS
        == aec("laizi", options={"wild": "7"}).action_space("landlord").n
    )
    env = aec("standard", most_actions=20)
    with pytest.raises(ValueError, match="legal actions; set most_actions above 20"):
        env.reset(seed=1)


@pytest.mark.parametrize(
    ("game", "actions"),
    [("standard", "plays"), ("paodekuai_two", "plays"), (("laizi", "shapes")), ("guandan", "shapes")],
)
def test_a_fixed_number_means_the_same_action_in_every_state(game: str, actions: str) -> None:
    env = aec(game, actions=actions, plays_shown=True, most_actions=4096)
    meant: dict[int, Any] = {}
    for seed in range(4):
        env.reset(seed=seed)
        chance = np.random.default_rng(seed)
        for agent in env.agent_iter():
            seen, _, ended, _, info = env.last()
            if ended:
                env.step(None)
                continue
            assert env.observation_space(agent).contains(seen)
            legal = np.flatnonzero(seen["action_mask"])
            for number, place in env.choices.items():
                features = info["features"][place]
                kind = tuple(features[[32, 33, 34, 38, 39]])
                assert meant.setdefault(number, (kind, int(info["ids"][place]) if actions == "plays" else 0))[0] == kind
            assert set(legal) == set(env.choices)
            assert actions == "shapes" or len(legal) == len(info["ids"])
            env.step(int(chance.choice(legal)))
    assert len(set(meant.values())) == len(meant)


def test_the_plays_of_rlcard_have_as_many_numbers_as_there() -> None:
    env = aec("standard", actions="plays", options={"attach": "rlcard"})
    assert env.numbering.size - 16 + 1 == 27_472  # and the pass, without the bids
    with pytest.raises(ValueError, match="use actions='shapes'"):
        aec("laizi", actions="plays", options={"wild": "7"})


@pytest.mark.parametrize(("game", "numbers"), [("standard", 324), ("zhengshangyou", 156), ("guandan", 981)])
def test_shapes_have_few_numbers(game: str, numbers: int) -> None:
    """Runs of 12 solos and 10 pairs, for example, begin at each rank from which they fit."""
    assert aec(game, actions="shapes").action_space(aec(game).possible_agents[0]).n == numbers


def test_an_illegal_number_changes_nothing() -> None:
    env = aec("standard", actions="shapes")
    env.reset(seed=1)
    before = env.render()
    with pytest.raises(IndexError):
        env.step(1)  # a pass of the leader
    assert env.render() == before
