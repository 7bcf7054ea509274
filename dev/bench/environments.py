"""Random games in the batched environment, next to OpenSpiel and RLCard, on one core.

Deals and auctions of the other libraries are not timed: OpenSpiel begins at the first lead, RLCard after its reset.
Their rates are converted to games of our length, because rules and lengths of random games differ slightly.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from dev.bench.rows import Row, row
from paili.env import batched

TABLES = 512
SECONDS = 1.5
RUNS = 5

FIRST_PLAY = 4
"""The first action of OpenSpiel that is not a bid."""

Rate = Callable[[], float]
"""Seconds that steps are measured."""


def random_games(features: bool) -> tuple[float, float]:
    """Return games per second, and steps per game."""
    np = import_module("numpy")
    env = batched("standard", TABLES, seed=1, features=features, observations=features)
    chance = np.random.default_rng(1)
    games = steps = 0
    began = time.process_time()
    while time.process_time() < began + SECONDS:
        for _ in range(20):
            env.step((chance.random(TABLES, dtype=np.float32) * env.counts).astype(np.int32))
            games += int(env.over.sum())
        steps += 20 * TABLES
    return games / (time.process_time() - began), steps / games


def first_lead(game: Any, chance: random.Random) -> Any:
    """Return a state of OpenSpiel at the first lead; None if nobody called."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    while not state.is_terminal() and max(state.legal_actions()) < FIRST_PLAY:
        state.apply_action(chance.choice(state.legal_actions()))
    return None if state.is_terminal() else state


def open_spiel_rate() -> float:
    """Return steps per second in OpenSpiel."""
    game, chance, steps, spent = import_module("pyspiel").load_game("dou_dizhu"), random.Random(1), 0, 0.0
    while spent < SECONDS:
        state = first_lead(game, chance)
        if state is None:
            continue
        began = time.process_time()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
        spent += time.process_time() - began
    return steps / spent


def rlcard_rate() -> float:
    """Return steps per second in RLCard."""
    env, chance, steps, spent = import_module("rlcard").make("doudizhu"), random.Random(1), 0, 0.0
    while spent < SECONDS:
        state, _ = env.reset()
        began = time.process_time()
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        spent += time.process_time() - began
    return steps / spent


def one_table_rate() -> float:
    """Return steps per second in a batch of one table."""
    env, chance, steps = batched("standard", 1, seed=1), random.Random(1), 0
    began = time.process_time()
    while time.process_time() < began + SECONDS:
        env.step([chance.randrange(env.counts[0])])
        steps += 1
    return steps / SECONDS


def rate_of(name: str, package: str, rate: Rate) -> tuple[str, Rate]:
    """Return the rate of a baseline; for one that is not installed that of a batch of one table, with the reason."""
    try:
        import_module(name)
    except ImportError:
        return f"one table at a time ({package} is not installed: pip install {package})", one_table_rate
    return f"{package}, steps alike", rate


def bench_environments(rows: dict[str, Row]) -> None:
    """Measure random games with lists of ids alone, and with features and observations, alternating with the others."""
    spiel, spiel_rate = rate_of("pyspiel", "open_spiel", open_spiel_rate)
    card, card_rate = rate_of("rlcard", "rlcard", rlcard_rate)
    for name, features, baseline, rate in (
        ("env_games_per_second", False, spiel, spiel_rate),
        ("env_features_per_second", True, card, card_rate),
    ):
        ours, theirs = list[float](), list[float]()
        for _ in range(RUNS):
            games, steps = random_games(features)
            ours.append(games)
            theirs.append(rate() / steps)
        rows[name] = row(ours, "per_second", baseline, theirs, more=True)
