"""Train a small network against a level of ours, with numpy alone: `python -m dev.train --minutes 10`.

The network rates the state after an action: own and unseen cards by rank, the play to beat for the next seat, the sizes
of the other hands, and the engine's score of the own hand. Its target is the result of the deal (Monte Carlo). It plays
at every seat equally often against opponents that run in the same call as the tables, and learns from its latest
decisions. At the end the network plays new deals without noise.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one core

import numpy as np

from paili.env import TableBatch, batched

TURN = 10_000
"""A turn in units of `values`."""

BEFORE = 0.2
"""Reward per turn before any training: initially the network is a greedy player."""

NOISE = 0.05
"""Noise of the ratings during training, so that actions of similar value are tried too."""

HIDDEN = (128, 64)
LEARNING_RATE = 1e-3
BATCH = 1024

KEPT = 400_000
"""Decisions in the memory."""

FIRST = 20_000
"""Decisions before the first training step."""

MEASURED_TABLES = 250

LONGEST = 64
"""Maximum decisions of a seat in a deal."""

STEPS = 4
"""Training steps after an action at every table."""


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


class SmallNetwork:
    """Two hidden layers, trained by Adam on the squared error."""

    def __init__(self, inputs: int, hidden: Sequence[int] = HIDDEN, seed: int = 1) -> None:
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
            x = outputs[-1] @ weight + bias
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
            slope = (slope @ self.weights[i].T) * (outputs[i] > 0) if i else slope
        slopes.reverse()
        self.steps += 1
        every = [*[w for w, _ in slopes], *[b for _, b in slopes], direct]
        for parameter, gradient, moment in zip(self.parameters(), every, self.moments, strict=True):
            moment[0] += 0.1 * (gradient - moment[0])
            moment[1] += 0.001 * (gradient**2 - moment[1])
            first, second = moment[0] / (1 - 0.9**self.steps), moment[1] / (1 - 0.999**self.steps)
            np.subtract(parameter, rate * first / (np.sqrt(second) + 1e-8), out=parameter)
        return float((error**2).mean())


class Player:
    """Tables of a game whose other seats are a level, and the decisions of unfinished deals."""

    def __init__(self, game: str, level: str, seat: int, tables: int, seed: int) -> None:
        self.seat = seat
        seats = len(batched(game, 1).seats)
        others = {place: level for place in range(seats) if place != seat}
        self.env = batched(game, tables, seed=seed, levels=others, values=True)
        self.chance = np.random.default_rng(seed)
        self.inputs = inputs_of(self.env).shape[1]
        self.open = np.zeros((tables, LONGEST, self.inputs), np.float16)
        self.decided = np.zeros(tables, np.intp)
        self.deals, self.won = np.zeros(tables, np.intp), np.zeros(tables, np.intp)
        """Decisions of each table."""

    def play(self, network: SmallNetwork, noise: float) -> tuple[Any, Any]:
        """Play one action at every table; return inputs and targets of the decisions whose deals ended."""
        env, every = self.env, np.arange(self.env.tables)
        x = inputs_of(env)
        ratings = network.rate(x)
        noisy = ratings + noise * self.chance.gumbel(size=len(x)) if noise else ratings
        best = np.maximum.reduceat(noisy, env.starts)
        places = np.flatnonzero(noisy == np.repeat(best, env.counts))
        chosen = places[np.searchsorted(places, env.starts)]
        self.open[every, self.decided] = x[chosen]
        self.decided += 1
        env.step((chosen - env.starts).astype(np.int32))
        ended = np.flatnonzero(env.over)
        rewards = np.sign(env.rewards[ended, self.seat]).astype(np.float32)
        numbers = self.decided[ended]
        self.decided[ended] = 0
        self.deals[ended] += 1
        self.won[ended] += rewards > 0
        used = np.arange(LONGEST) < numbers[:, None]
        return self.open[ended][used], np.repeat(rewards, numbers)


def players_of(game: str, level: str, tables: int, seed: int) -> list[Player]:
    """Return tables for each seat of a game."""
    return [Player(game, level, seat, tables, seed + seat) for seat in range(len(batched(game, 1).seats))]


class Memory:
    """The latest decisions with their results."""

    def __init__(self, inputs: int, seed: int) -> None:
        self.inputs, self.results = np.zeros((KEPT, inputs), np.float16), np.zeros(KEPT, np.float32)
        self.chance, self.number = np.random.default_rng(seed), 0

    def add(self, inputs: Any, results: Any) -> None:
        """Store decisions in place of the oldest."""
        rows = np.arange(self.number, self.number + len(inputs)) % KEPT
        self.inputs[rows], self.results[rows] = inputs, results
        self.number += len(inputs)

    def some(self) -> tuple[Any, Any]:
        """Return a random batch of inputs and results."""
        rows = self.chance.integers(min(self.number, KEPT), size=BATCH)
        return self.inputs[rows].astype(np.float32), self.results[rows]


def train(game: str, level: str, minutes: float, tables: int, seed: int) -> SmallNetwork:
    """Return a network that played and learned for some processor minutes, and print its progress."""
    players = players_of(game, level, tables, seed)
    network = SmallNetwork(players[0].inputs)
    memory, errors = Memory(players[0].inputs, seed), list[float]()
    start = shown = time.process_time()
    while (passed := (time.process_time() - start) / (60 * minutes)) < 1:
        for player in players:
            memory.add(*player.play(network, NOISE))
        if memory.number < FIRST:
            continue
        errors += [network.learn(*memory.some(), LEARNING_RATE * (1 - 0.97 * passed)) for _ in range(STEPS)]
        if time.process_time() > shown + 30:
            shown = time.process_time()
            print(f"{shown - start:5.0f} s  {memory.number:8} decisions  error {np.mean(errors):.4f}", flush=True)
            errors.clear()
    return network


def measure(network: SmallNetwork, game: str, level: str, deals: int, seed: int) -> tuple[float, float]:
    """Return the share of new deals won by the network, each seat equally often, and its 95 % half-width.

    Every table plays the same number of deals, so that short deals do not count more than long ones.
    """
    won = played = 0
    for player in players_of(game, level, MEASURED_TABLES, seed):
        each = max(1, deals // MEASURED_TABLES)
        wins = np.zeros(MEASURED_TABLES, np.intp)
        while (player.deals < each).any():
            open_tables = player.deals < each
            before = player.won.copy()
            player.play(network, 0.0)
            wins += (player.won - before) * open_tables
        won, played = won + int(wins.sum()), played + each * MEASURED_TABLES
    share = won / played
    return share, 1.96 * (share * (1 - share) / played) ** 0.5


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m dev.train", description=__doc__)
    parser.add_argument("--game", default="paodekuai_two")
    parser.add_argument("--level", default="casual")
    parser.add_argument("--minutes", type=float, default=10, help="of the processor")
    parser.add_argument("--tables", type=int, default=256, help="tables of each seat")
    parser.add_argument("--deals", type=int, default=10_000, help="new deals of each seat at the end")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    network = train(chosen.game, chosen.level, chosen.minutes, chosen.tables, chosen.seed)
    share, margin = measure(network, chosen.game, chosen.level, chosen.deals, chosen.seed + 1000)
    print(f"wins {share:.3f} ± {margin:.3f} of new deals of {chosen.game} against {chosen.level}")


if __name__ == "__main__":
    main()
