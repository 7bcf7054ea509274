"""RLCard's rule robot plays here as in its own environment. Needs `make .venv/arena.stamp`."""

from __future__ import annotations

from typing import Any

import pytest

from lab.arena.match import Match, match_rules, play_match
from lab.arena.opponents import find_opponent, known
from lab.arena.rlcard_robot import RuleRobot
from service.position.parse.position_text import PositionText
from service.position.position import Position, variant_line
from service.position.read import read_position

rlcard = pytest.importorskip("rlcard", reason="make .venv/arena.stamp")

SEATS = ("landlord", "landlord_down", "landlord_up")


@pytest.fixture(scope="module")
def robot() -> RuleRobot:
    return RuleRobot()


def position_of(state: dict[str, Any]) -> Position:
    """Return the observation of RLCard's environment as a position of ours."""
    history = ["" if action == "pass" else action for _, action in state["trace"]]
    return read_position(
        PositionText(
            state["current_hand"], options={"attach": "rlcard"}, seat=SEATS[state["self"]], history=history,
            notation="rlcard",
        )
    )  # fmt: skip


def test_the_robot_acts_as_in_its_own_environment(robot: RuleRobot) -> None:
    """Half of the moves are drawn at random, to reach unusual positions too."""
    np = pytest.importorskip("numpy")
    env = rlcard.make("doudizhu", config={"seed": 7})
    chance = np.random.RandomState(7)
    compared = answered = 0
    while compared < 400:
        state, _ = env.reset()
        while not env.is_over():
            raw = state["raw_obs"]
            position = position_of(raw)
            seen = robot.observation(position)
            assert set(seen["actions"]) == set(raw["actions"])
            if position.to_beat is not None:
                assert seen["actions"] == raw["actions"]
                answered += 1
            for name in ("landlord", "trace", "self", "current_hand", "others_hand", "num_cards_left"):
                assert seen[name] == raw[name], name
            if raw["trace"]:
                assert seen["played_cards"] == raw["played_cards"]
            np.random.seed(compared)
            action = robot.agent.step(state)
            assert robot.action(position, compared) == action
            compared += 1
            drawn = sorted(raw["actions"])[chance.randint(len(raw["actions"]))]
            state, _ = env.step(drawn if chance.randint(2) else action, raw_action=True)
    assert answered > 100


def test_it_is_an_opponent_like_others() -> None:
    assert "rlcard" in known()
    match = Match("rlcard", "random")
    assert variant_line(match_rules(match)) == "standard[attach=rlcard]"
    decks = play_match(match, 10)
    assert play_match(match, 10) == decks
    assert sum(deck.share for deck in decks) > 7


def test_it_knows_one_game(robot: RuleRobot) -> None:
    with pytest.raises(Exception, match="does not play"):
        match_rules(Match("rlcard", "club", "laizi"))
    assert find_opponent("rlcard").version == f"rlcard {rlcard.__version__}"
