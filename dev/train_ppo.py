"""Train MaskablePPO of sb3-contrib against `novice`: `python -m dev.train_ppo 10`, in minutes of the processor.

Needs `pip install sb3-contrib 'paili[env]'`. Action k is the k-th best shape by the engine's score of the hand that it
leaves. One small network rates every action by a few numbers, and is added to that score; untrained it takes the best.
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

from paili.env import aec

ACTIONS, NUMBERS, FIRMNESS, FEW = 64, 18, 8, np.array([1, 2, 3, 5, 8])


class OneSeat(gymnasium.Env):  # type: ignore[misc]
    """A table of `novice` and one learner, who sits at both seats in turn; the reward of a deal is 1 or -1."""

    action_space = gymnasium.spaces.Discrete(ACTIONS)
    observation_space = gymnasium.spaces.Box(-9, 9, (ACTIONS, NUMBERS), np.float32)

    def __init__(self, seed: int) -> None:
        self.tables = [aec("paodekuai_two", levels={1 - own: "novice"}, actions="shapes") for own in (0, 1)]
        for own, table in enumerate(self.tables):
            table.reset(seed=2 * seed + own)
        self.table = self.tables[seed % 2]

    def seen(self) -> Any:
        """Return the numbers of each action, its score in turns below the best one first."""
        table, rows = self.table.table, [] if self.table.final else [*self.table.choices.values()]
        (own,) = table.observe(0, *self.table.places.values())
        plays, scores, left = table.features[rows], table.values[rows, None] / 10_000, own["left"][1]
        rank, bomb, cards = (plays[:, [column]].astype(float) for column in (33, 36, 37))
        higher = np.append(own["unseen"][::-1].cumsum()[::-1], 0)[rank.astype(int) + 1]  # unseen cards above its rank
        rest, context = own["hand"].sum() - cards, [own["to_beat"][37] == 0, left / 10, *(left <= FEW)]
        kind = [cards == 0, cards == 1, cards == 2, cards / 10, rest / 10, rest <= 2, bomb > 0, rank / 15, higher / 8]
        below = np.maximum(scores - scores.max(initial=0), -4)
        numbers = np.zeros((ACTIONS, NUMBERS), np.float32)
        numbers[: len(rows)] = np.hstack([below, scores / 4, *kind, np.tile(context, (len(rows), 1))])
        return numbers

    def action_masks(self) -> Any:
        """Return whether each action is legal."""
        return np.arange(ACTIONS) < len(self.table.choices)

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        """Deal at the other seat."""
        self.table = self.tables[self.table is self.tables[0]]
        self.table.reset()
        return self.seen(), {}

    def step(self, action: Any) -> Any:
        """Carry out an action."""
        self.table.step([*self.table.choices][action])
        (reward,), (ended,) = self.table.rewards.values(), self.table.terminations.values()
        return self.seen(), reward, ended, False, {}


class Ratings(BaseFeaturesExtractor):  # type: ignore[misc]
    """The ratings of all actions, and the numbers of the first one for the critic."""

    def __init__(self, space: Any) -> None:
        super().__init__(space, ACTIONS + NUMBERS)
        hidden, last = torch.nn.Linear(32, 32), torch.nn.Linear(32, 1)
        torch.nn.init.zeros_(last.weight)
        self.net = torch.nn.Sequential(torch.nn.Linear(NUMBERS, 32), torch.nn.Tanh(), hidden, torch.nn.Tanh(), last)

    def forward(self, seen: Any) -> Any:
        """Return the features of observations."""
        return torch.cat([FIRMNESS * seen[..., 0] + self.net(seen).squeeze(-1), seen[:, 0]], dim=1)


def train(seconds: float, **settings: Any) -> Any:
    """Return a model after some seconds of the processor."""
    tables = DummyVecEnv([partial(OneSeat, seed) for seed in range(32)])
    nets = {"net_arch": {"pi": [], "vf": [64]}, "features_extractor_class": Ratings, "ortho_init": False}
    model = MaskablePPO("MlpPolicy", tables, gamma=1.0, policy_kwargs=nets, device="cpu", seed=1, **settings)
    chosen = model.policy.action_net.requires_grad_(False)  # the ratings are the logits
    chosen.weight[:], chosen.bias[:] = torch.eye(ACTIONS, ACTIONS + NUMBERS), 0
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
        trained = train(60 * minutes, n_steps=256, batch_size=2048, n_epochs=4, gae_lambda=0.95, learning_rate=1e-3)
        share = share_won(trained, 10_000)
        print(f"{minutes} minutes: wins {share:.3f} ± {196 * (share - share**2) ** 0.5 / 100:.3f}")
