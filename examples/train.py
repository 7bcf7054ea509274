"""Train a small network against a level of ours, with numpy alone: `python -m examples.train --minutes 10`.

The network rates what is left after an action: the own cards and the engine's score of them, the unseen ones, the play
that the next seat has to beat and the sizes of the other hands. Its target is the result of the deal (Monte Carlo).
First it learns what the actions of a greedy player with some noise lead to, then it plays by its own ratings. The
opponents play inside the same call as the tables, and it sits at every seat equally often. At the end it plays new
deals without noise.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads cost more than they bring to matrices as small as these

import numpy as np

from paili.env import TableBatch, batched

TURN = 10_000
"""A turn in the scores of `values`."""

BEFORE = 0.2
"""How much of the reward a turn is worth before anything is learned: the network begins as a greedy player."""

NOISE = 0.05
"""Noise of the ratings while it trains: actions that are nearly as good are tried, too."""

NEAR = 0.7
"""Maximum turns that an action may be worse than the best by the engine's score: others are hardly ever tried."""

GREEDY = 0.6
"""Share of the time in which the greedy player plays and the network only learns what its actions lead to."""

LEARNING_RATE = 1e-3
BATCH = 1024

KEPT = 40_000
"""Decisions that are kept to learn from."""

PASSES = 3
"""How often a decision is learned from, on average."""


def at_least(counts: Any, most: int) -> Any:
    """Return inputs for numbers: 1 for each number from 1 to *most* that they reach."""
    steps = counts[..., None] >= np.arange(1, most + 1, dtype=np.uint8)
    return steps.reshape(len(counts), -1)


def beatable(own: Any, unseen: Any, copies: int) -> Any:
    """Return how many ranks of hands with exactly some copies are below the highest unseen rank with as many."""
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
    best = np.maximum.reduceat(values, np.cumsum(env.counts) - env.counts)
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
        *[seat == few for seat in left.T for few in (1, 2, 3)],
        *seen["ally"][:, 1 : len(env.seats)].T,
        *at_least(beaten[:, 32:33], 20).T,  # the row of the play
        *at_least(seen["unseen"][:, 11:], 1).T,
    ]
    return np.stack(numbers, axis=1).astype(np.float32)


class SmallNetwork:
    """Two hidden layers, trained by Adam on the squared error."""

    def __init__(self, inputs: int, hidden: Sequence[int] = (64, 32), seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        sizes = (inputs, *hidden, 1)
        self.weights = [chance.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairwise(sizes)]
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]
        self.weights[-1] *= 0.01
        self.direct = np.zeros((inputs, 1), np.float32)
        self.direct[0] = BEFORE
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.parameters()]
        self.steps = 0

    def parameters(self) -> list[Any]:
        """Return all arrays that are trained."""
        return [*self.weights, *self.biases, self.direct]

    def layers(self, x: Any) -> list[Any]:
        """Return the outputs of every layer, the inputs first."""
        outputs = [x]
        for i, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            x = x @ weight + bias
            outputs.append(np.maximum(x, 0) if i + 1 < len(self.weights) else x)
        return outputs

    def rate(self, x: Any) -> Any:
        """Return the expected reward of each row of inputs."""
        return (self.layers(x)[-1] + x @ self.direct)[:, 0]

    def learn(self, x: Any, targets: Any, rate: float) -> float:
        """Take one step of Adam towards *targets*; return the mean squared error before it."""
        outputs = self.layers(x)
        error = (outputs[-1] + x @ self.direct)[:, 0] - targets
        slope = (2 * error / len(x))[:, None].astype(np.float32)
        slopes, direct = list[Any](), x.T @ slope
        for i in range(len(self.weights) - 1, -1, -1):
            slopes.append((outputs[i].T @ slope, slope.sum(axis=0)))
            slope = (slope @ self.weights[i].T) * (outputs[i] > 0)
        slopes.reverse()
        self.steps += 1
        every = [*[w for w, _ in slopes], *[b for _, b in slopes], direct]
        for parameter, gradient, moment in zip(self.parameters(), every, self.moments, strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.001 * (gradient**2 - moment[1])
            first, second = moment[0] / (1 - 0.9**self.steps), moment[1] / (1 - 0.999**self.steps)
            np.subtract(parameter, rate * first / (np.sqrt(second) + 1e-8), out=parameter)
        return float((error**2).mean())


class Learner:
    """Tables of a game whose other seats are a level, and the decisions of the deals that are not over."""

    def __init__(self, game: str, level: str, seat: int, tables: int, seed: int) -> None:
        self.seat = seat
        seats = len(batched(game, 1).seats)
        others = {place: level for place in range(seats) if place != seat}
        self.env = batched(game, tables, seed=seed, levels=others, values=True)
        self.open: list[list[Any]] = [[] for _ in range(tables)]
        self.chance = np.random.default_rng(seed)
        self.deals = self.won = 0

    def play(self, network: SmallNetwork, noise: float, greedy: bool = False) -> tuple[list[Any], list[float]]:
        """Play one action at every table; return inputs and targets of the decisions whose deals ended."""
        env = self.env
        x = inputs_of(env)
        ratings = network.rate(x)
        noisy = (BEFORE * x[:, 0] if greedy else ratings) + noise * self.chance.gumbel(size=len(x))
        noisy = np.where(x[:, 0] < -NEAR, x[:, 0] - 100, noisy)
        starts = np.cumsum(env.counts) - env.counts
        actions = np.array([rated.argmax() for rated in np.split(noisy, starts[1:])], np.int32)
        for table, row in enumerate(x[starts + actions].astype(np.float16)):
            self.open[table].append(row)
        env.step(actions)
        ended_inputs, targets = list[Any](), list[float]()
        for table in np.flatnonzero(env.over):
            reward = int(env.rewards[table, self.seat])
            ended_inputs += self.open[table]
            targets += [float(reward)] * len(self.open[table])
            self.open[table] = []
            self.deals += 1
            self.won += reward > 0
        return ended_inputs, targets


def train(game: str, level: str, minutes: float, tables: int, seed: int) -> SmallNetwork:
    """Return a network trained for some minutes, with its progress printed."""
    seats = range(len(batched(game, 1).seats))
    learners = [Learner(game, level, seat, tables, seed + seat) for seat in seats]
    network = SmallNetwork(inputs_of(learners[0].env).shape[1])
    kept_inputs, kept_targets = np.zeros((KEPT, network.weights[0].shape[0]), np.float16), np.zeros(KEPT, np.float32)
    chance, decisions, learned = np.random.default_rng(seed), 0, 0
    start = shown = time.monotonic()
    while (passed := (time.monotonic() - start) / (60 * minutes)) < 1:
        for learner in learners:
            inputs, targets = learner.play(network, NOISE, passed < GREEDY)
            for row, target in zip(inputs, targets, strict=True):
                kept_inputs[decisions % KEPT], kept_targets[decisions % KEPT] = row, target
                decisions += 1
        while decisions > BATCH and learned + BATCH < PASSES * decisions:
            rows = chance.integers(min(decisions, KEPT), size=BATCH)
            network.learn(kept_inputs[rows].astype(np.float32), kept_targets[rows], LEARNING_RATE * (1 - 0.95 * passed))
            learned += BATCH
        if time.monotonic() > shown + 30:
            shown = time.monotonic()
            deals = sum(learner.deals for learner in learners)
            won = sum(learner.won for learner in learners)
            print(f"{shown - start:5.0f} s  {deals:6} deals  wins {won / max(1, deals):.3f} of them", flush=True)
            for learner in learners:
                learner.deals = learner.won = 0
    return network


def measure(network: SmallNetwork, game: str, level: str, deals: int, seed: int) -> tuple[float, float]:
    """Return the share of new deals that the network wins, each seat as often, and half its 95 % interval."""
    won = played = 0
    for seat in range(len(batched(game, 1).seats)):
        learner = Learner(game, level, seat, 64, seed + seat)
        while learner.deals < deals:
            learner.play(network, 0.0)
        won, played = won + learner.won, played + learner.deals
    share = won / played
    return share, 1.96 * (share * (1 - share) / played) ** 0.5


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m examples.train", description=__doc__)
    parser.add_argument("--game", default="paodekuai_two")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=128)
    parser.add_argument("--deals", type=int, default=2000, help="new deals of each seat at the end")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    network = train(chosen.game, chosen.level, chosen.minutes, chosen.tables, chosen.seed)
    share, margin = measure(network, chosen.game, chosen.level, chosen.deals, chosen.seed + 1000)
    print(f"wins {share:.3f} ± {margin:.3f} of new deals of {chosen.game} against {chosen.level}")


if __name__ == "__main__":
    main()
