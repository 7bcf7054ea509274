"""Train MaskablePPO of sb3-contrib against a former level: `python -m lab.train_ppo 10`, in minutes of the processor.

Needs `pip install sb3-contrib 'paili[env]'`. Action k is the k-th best shape by the engine's score of the hand that it
leaves. One small network rates the state after an action: own and unseen cards by rank, the play to beat for the next
seat, the sizes of the other hands, and that score, to which its rating is added; untrained it takes the best.
"""

import sys
import time
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

from lab.former_levels import policy_named
from paili.env import TableBatch, aec

ACTIONS, INPUTS, FIRMNESS, HIDDEN, FARTHEST = 20, 192, 8, 32, 4

TURN = 10_000
"""A turn in units of `values`."""


def at_least(counts: Any, most: int) -> Any:
    """Return inputs for numbers: 1 for each number from 1 to *most* that they reach."""
    steps = counts[..., None] >= np.arange(1, most + 1, dtype=np.uint8)
    return steps.reshape(len(counts), -1)


def beatable(own: Any, unseen: Any, copies: int) -> Any:
    """Return the number of ranks with exactly some copies below the highest unseen rank with at least as many."""
    places = np.arange(1, 17)
    highest = ((unseen >= copies) * places).max(axis=1)
    return ((own == copies) & (places < highest[:, None])).sum(axis=1)


def inputs_of(env: TableBatch) -> Any:
    """Return the inputs of every action of every table, in the order of the lists."""
    n = int(env.counts.sum())
    table = np.repeat(np.arange(env.tables), env.counts)
    seen, actions = env.observations[table], env.features[:n]
    passes = actions[:, 37] == 0  # no cards
    beaten = np.where(passes[:, None], seen["to_beat"], actions)
    rest = seen["hand"] - actions[:, :16]
    values = env.values[:n] / TURN
    best = np.maximum.reduceat(values, env.starts)
    left = seen["left"][:, 1 : len(env.seats)]
    numbers = [
        values - best[table],  # the first input
        values / 4,
        rest.sum(axis=1) / 10,
        *[beatable(rest, seen["unseen"], copies) / 3 for copies in (1, 2, 3)],
        *[(rest == copies).sum(axis=1) / 3 for copies in (1, 2, 3, 4)],
        (seen["unseen"] >= 4).sum(axis=1) / 3,
        beaten[:, 35] / 12,  # the key of the play to beat
        beaten[:, 34] / 5,  # its length
        beaten[:, 36] > 0,  # a bomb
        beaten[:, 37] / 5,  # its cards
        passes,
        *[seat / 10 for seat in left.T],
        *seen["ally"][:, 1 : len(env.seats)].T,
    ]
    bits = [
        at_least(rest[:, :15], 4),
        at_least(seen["unseen"][:, :15], 4),
        at_least(left, 16),
        at_least(beaten[:, 35:36], 14),
        beaten[:, 32:33] == np.arange(24),
    ]
    return np.hstack([np.stack(numbers, axis=1).astype(np.float32), *bits]).astype(np.float32)


class OneSeat(gymnasium.Env):  # type: ignore[misc]
    """A table of `novice` and one learner, who sits at both seats in turn; the reward of a deal is 1 or -1."""

    action_space = gymnasium.spaces.Discrete(ACTIONS)
    observation_space = gymnasium.spaces.Box(-9, 9, (ACTIONS, 1 + INPUTS), np.float32)

    def __init__(self, seed: int) -> None:
        novice = policy_named("novice")
        self.tables = [aec("paodekuai_two", levels={1 - own: novice}, actions="shapes") for own in (0, 1)]
        for own, table in enumerate(self.tables):
            table.reset(seed=2 * seed + own)
        self.table, self.numbers = self.tables[seed % 2], list[int]()

    def seen(self) -> Any:
        """Return the inputs of the best actions after a 1, the best one first."""
        table, choices = self.table.table, {} if self.table.final else self.table.choices
        self.numbers = sorted(choices, key=lambda number: -table.values[choices[number]])[:ACTIONS]
        seen = np.zeros((ACTIONS, 1 + INPUTS), np.float32)
        if choices:
            seen[: len(self.numbers), 0] = 1
            seen[: len(self.numbers), 1:] = inputs_of(table)[[choices[number] for number in self.numbers]]
        return seen

    def action_masks(self) -> Any:
        return np.arange(ACTIONS) < len(self.numbers)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Deal at the other seat."""
        self.table = self.tables[self.table is self.tables[0]]
        self.table.reset()
        return self.seen(), {}

    def step(self, action: Any) -> Any:
        """Carry out an action."""
        self.table.step(self.numbers[action])
        (reward,), (ended,) = self.table.rewards.values(), self.table.terminations.values()
        return self.seen(), reward, ended, False, {}


class Ratings(BaseFeaturesExtractor):  # type: ignore[misc]
    """The ratings of all actions, and the inputs of the first one for the critic."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, ACTIONS + 1 + INPUTS)
        layers = torch.nn.Linear(1 + INPUTS, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, HIDDEN), torch.nn.ReLU()
        last = torch.nn.Linear(HIDDEN, 1)
        torch.nn.init.zeros_(last.weight)
        self.net = torch.nn.Sequential(*layers, last)

    def forward(self, seen: Any) -> Any:
        legal, ratings = seen[..., 0] > 0, torch.zeros(seen.shape[:2])
        rows = seen[legal]
        ratings[legal] = FIRMNESS * rows[:, 1].clamp(-FARTHEST) + self.net(rows).squeeze(-1)
        return torch.cat([ratings, seen[:, 0]], dim=1)


def train(seconds: float, **settings: Any) -> Any:
    """Return a model after some seconds of the processor."""
    tables = DummyVecEnv([partial(OneSeat, seed) for seed in range(32)])
    nets = {"net_arch": {"pi": [], "vf": [64]}, "features_extractor_class": Ratings, "ortho_init": False}
    model = MaskablePPO("MlpPolicy", tables, gamma=1.0, policy_kwargs=nets, device="cpu", seed=1, **settings)
    chosen = model.policy.action_net.requires_grad_(False)  # the ratings are the logits
    chosen.weight[:], chosen.bias[:] = torch.eye(ACTIONS, ACTIONS + 1 + INPUTS), 0
    end = time.process_time() + seconds
    return model.learn(10**9, callback=lambda *_: time.process_time() < end)


def share_won(model: Any, deals: int, tables: int = 50) -> float:
    """Return the share of new deals that the most likely actions win, each seat equally often."""
    seats = DummyVecEnv([partial(OneSeat, 10_000 + seed) for seed in range(tables)])
    seen, won, played = seats.reset(), 0, np.zeros(tables, int)
    while (unfinished := played < deals // tables).any():  # each plays as many: short deals do not count more
        masks = np.stack(seats.env_method("action_masks"))
        seen, rewards, ended, _ = seats.step(model.predict(seen, action_masks=masks, deterministic=True)[0])
        won, played = won + int((rewards[ended & unfinished] > 0).sum()), played + ended
    return won / deals


if __name__ == "__main__":
    torch.set_num_threads(1)
    for minutes in (0, float(sys.argv[1])):
        trained = train(60 * minutes, n_steps=512, batch_size=2048, n_epochs=4, gae_lambda=0.95, learning_rate=1e-3)
        share = share_won(trained, 10_000)
        print(f"{minutes} minutes: wins {share:.3f} ± {1.96 * (share - share**2) ** 0.5 / 100:.3f}")
