"""Train a small network against a level of ours, with numpy alone: `python -m examples.train --minutes 10`.

The network rates what is left after an action: the own cards, the unseen ones, the play that the next seat has to beat
and the sizes of the other hands. Its target is the reward of the deal (Monte Carlo), its opponents play inside the same
call as the tables. It sits at every seat equally often. At the end it plays new deals without exploration.
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

COPIES = 4
"""Cards of one rank that are counted; each has an input for one card, for two, three and four."""

SIZES = 24
"""Inputs for the size of a hand."""

EXPLORED = 0.03
LEARNING_RATE = 1e-3
BATCH = 1024


def at_least(counts: Any, most: int) -> Any:
    """Return inputs for numbers: 1 for each number from 1 to *most* that they reach."""
    steps = counts[..., None] >= np.arange(1, most + 1, dtype=np.uint8)
    return steps.reshape(len(counts), -1)


def turns_of(counts: Any) -> Any:
    """Return about how many turns hands take without runs: kickers go with three and four of a rank."""
    singles, pairs, trios, fours = ((counts == n).sum(axis=1, dtype=np.int8) for n in (1, 2, 3, 4))
    room = 2 * trios + 2 * fours
    with_trios = np.minimum(singles, room)
    return singles + pairs + trios + fours - with_trios - np.minimum(pairs, (room - with_trios) // 2)


def fewest_turns(counts: Any) -> Any:
    """Return about how many turns hands take, with one straight or none."""
    best = turns_of(counts)
    plain = counts[:, :12]  # 3 to A
    for length in range(5, 10):
        for start in range(13 - length):
            rows = np.flatnonzero(plain[:, start : start + length].all(axis=1))
            if len(rows):
                rest = counts[rows].copy()
                rest[:, start : start + length] -= 1
                best[rows] = np.minimum(best[rows], 1 + turns_of(rest))
    return best


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
    parts = [
        at_least(rest, COPIES),
        at_least(fewest_turns(rest)[:, None], 14),
        *[at_least(beatable(rest, seen["unseen"], copies)[:, None], 6) for copies in (1, 2, 3)],
        *[at_least((rest == copies).sum(axis=1)[:, None], 6) for copies in (1, 2, 3, 4)],
        at_least(seen["unseen"], COPIES),
        at_least(beaten[:, 16:32], COPIES),
        at_least(seen["left"][:, 1 : len(env.seats)], SIZES),
        beaten[:, 32:33] == np.arange(24),  # the row of the play
        at_least(beaten[:, 34:35], 12),  # its length
        seen["ally"][:, 1 : len(env.seats)] > 0,
        passes[:, None],
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)


class SmallNetwork:
    """Two hidden layers, trained by Adam on the squared error."""

    def __init__(self, inputs: int, hidden: Sequence[int] = (256, 64), seed: int = 1) -> None:
        chance = np.random.default_rng(seed)
        sizes = (inputs, *hidden, 1)
        self.weights = [chance.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32) for a, b in pairwise(sizes)]
        self.biases = [np.zeros(b, np.float32) for b in sizes[1:]]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in (*self.weights, *self.biases)]
        self.steps = 0

    def layers(self, x: Any) -> list[Any]:
        """Return the outputs of every layer, the inputs first."""
        outputs = [x]
        for i, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            x = x @ weight + bias
            outputs.append(np.maximum(x, 0) if i + 1 < len(self.weights) else x)
        return outputs

    def rate(self, x: Any) -> Any:
        """Return the expected reward of each row of inputs."""
        return self.layers(x)[-1][:, 0]

    def learn(self, x: Any, targets: Any, rate: float) -> float:
        """Take one step of Adam towards *targets*; return the mean squared error before it."""
        outputs = self.layers(x)
        error = outputs[-1][:, 0] - targets
        slope = (2 * error / len(x))[:, None].astype(np.float32)
        slopes: list[Any] = []
        for i in range(len(self.weights) - 1, -1, -1):
            slopes.append((outputs[i].T @ slope, slope.sum(axis=0)))
            slope = (slope @ self.weights[i].T) * (outputs[i] > 0)
        slopes.reverse()
        self.steps += 1
        every = [*[w for w, _ in slopes], *[b for _, b in slopes]]
        for parameter, gradient, moment in zip((*self.weights, *self.biases), every, self.moments, strict=True):
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
        self.env = batched(game, tables, seed=seed, levels=others)
        self.open: list[list[Any]] = [[] for _ in range(tables)]
        self.chance = np.random.default_rng(seed)
        self.deals = self.won = 0

    def play(self, network: SmallNetwork, explored: float) -> tuple[list[Any], list[int]]:
        """Play one action at every table; return inputs and rewards of the decisions whose deals ended."""
        env = self.env
        x = inputs_of(env)
        ratings = network.rate(x)
        starts = np.concatenate([[0], np.cumsum(env.counts)[:-1]])
        best = np.array([rated.argmax() for rated in np.split(ratings, starts[1:])], np.int32)
        random = (self.chance.random(env.tables) * env.counts).astype(np.int32)
        actions = np.where(self.chance.random(env.tables) < explored, random, best)
        for table, row in enumerate(x[starts + actions].astype(bool)):
            self.open[table].append(row)
        env.step(actions)
        ended_inputs, rewards = list[Any](), list[int]()
        for table in np.flatnonzero(env.over):
            reward = int(np.sign(env.rewards[table, self.seat]))
            ended_inputs += self.open[table]
            rewards += [reward] * len(self.open[table])
            self.open[table] = []
            self.deals += 1
            self.won += reward > 0
        return ended_inputs, rewards


def train(game: str, level: str, minutes: float, tables: int, seed: int) -> SmallNetwork:
    """Return a network trained for some minutes, with its progress printed."""
    seats = range(len(batched(game, 1).seats))
    learners = [Learner(game, level, seat, tables, seed + seat) for seat in seats]
    network = SmallNetwork(inputs_of(learners[0].env).shape[1])
    kept_inputs, kept_rewards = list[Any](), list[int]()
    start = shown = time.monotonic()
    while (passed := (time.monotonic() - start) / (60 * minutes)) < 1:
        for learner in learners:
            inputs, rewards = learner.play(network, EXPLORED * (1 - passed))
            kept_inputs += inputs
            kept_rewards += rewards
        while len(kept_rewards) >= BATCH:
            x, targets = np.array(kept_inputs[:BATCH], np.float32), np.array(kept_rewards[:BATCH], np.float32)
            network.learn(x, targets, LEARNING_RATE * (1 - 0.95 * passed))
            del kept_inputs[:BATCH], kept_rewards[:BATCH]
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
