"""Train MaskablePPO of sb3-contrib against `novice`: `python -m dev.train_ppo 10`, in minutes of the processor.

Needs `pip install sb3-contrib 'paili[env]'`. Action k is the k-th best shape by the engine's score of the hand that it
leaves. One small network rates every action by the inputs of `dev.train`, and is added to that score; untrained it
takes the best.
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

from dev.train import inputs_of
from paili.env import aec

ACTIONS, INPUTS, FIRMNESS, HIDDEN, FARTHEST = 20, 192, 8, 32, 4


class OneSeat(gymnasium.Env):  # type: ignore[misc]
    """A table of `novice` and one learner, who sits at both seats in turn; the reward of a deal is 1 or -1."""

    action_space = gymnasium.spaces.Discrete(ACTIONS)
    observation_space = gymnasium.spaces.Box(-9, 9, (ACTIONS, 1 + INPUTS), np.float32)

    def __init__(self, seed: int) -> None:
        self.tables = [aec("paodekuai_two", levels={1 - own: "novice"}, actions="shapes") for own in (0, 1)]
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
        """Return whether each action is legal."""
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
        """Return the features of observations."""
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
