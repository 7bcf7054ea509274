"""Fit networks that predict winning options to samples (`struct sample`). Needs numpy.

A network rates every option. The loss has two terms: ratings as log odds predict the winner, and ratings as logits of a
softmax maximise the win rate of the drawn option. The first term stabilises the fit, the second is the purpose: the
options of a question share everything else, so the luck of the deal cancels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lab.arena.kept_games import samples_of_games
from service.core.training import NET

SAMPLE = np.dtype(
    [
        ("question", "<u4"), ("points", "<i4"), ("role", "u1"), ("won", "u1"), ("chosen", "u1"), ("n", "u1"),
        ("on", "<u2", NET.active),
    ]
)  # fmt: skip
"""A sample as the core writes it."""

QUESTIONS = 256
"""Questions in a batch."""

SOFTMAX_SCALE = 4.0
"""Factor of the ratings before the softmax, because log odds are too flat for it."""

HELD_OUT, BLOCK = 20, 1000
"""One of this number of blocks of questions is used for testing; the questions of a deal are adjacent."""

BETA_1, BETA_2, TINY, DECAY = 0.9, 0.999, 1e-7, 1e-5
"""Parameters of Adam, and the weight decay."""

Array = np.ndarray[Any, Any]


class Step(NamedTuple):
    """Parameters of one pass over the samples."""

    rate: float
    policy_weight: float
    """Weight of the win rate under the softmax in the loss; the rest is that of the log odds."""

    def rate_at(self, passed: float) -> float:
        """Return the step size after a share of the passes that are alike."""
        return self.rate * (0.01 + 0.99 * (1 + math.cos(math.pi * passed)) / 2)


FIRST_PASSES = (Step(0.002, 0.0), Step(0.002, 0.0), Step(0.001, 0.7), Step(0.001, 0.7))
PASSES = (Step(0.001, 0.7), Step(0.001, 0.7))
"""Steps of networks with random initial values, and of those that continue from others."""


def inputs_on(rows: Array) -> Array:
    """Return the inputs that are on in each sample, padded with the index of an unused input."""
    inputs: Array = np.where(np.arange(NET.active) < rows["n"][:, None], rows["on"], NET.inputs)
    return inputs


class Samples:
    """Samples of one role grouped by question, or some of them."""

    def __init__(self, rows: Array, questions: Array | None = None) -> None:
        self.rows = rows
        begins = np.ones(len(rows), bool)
        begins[1:] = (rows["question"][1:] != rows["question"][:-1]) | (rows["chosen"][1:] != 0)
        self.starts = np.append(np.flatnonzero(begins), len(rows))
        self.questions = np.arange(len(self.starts) - 1) if questions is None else questions

    def split(self) -> tuple[Samples, Samples]:
        """Return the training samples and the test samples."""
        out = (
            self.questions // BLOCK % HELD_OUT == 0
            if len(self.questions) > BLOCK * HELD_OUT
            else self.questions % HELD_OUT == 0
        )
        return Samples(self.rows, self.questions[~out]), Samples(self.rows, self.questions[out])

    def met(self) -> Array:
        """Return the inputs that occur."""
        on = np.bincount(inputs_on(self.rows).ravel(), minlength=NET.inputs + 1)
        return np.flatnonzero(on[: NET.inputs])

    def batches(self, rng: np.random.Generator | None = None) -> Iterator[tuple[Array, Array]]:
        """Yield (samples, indices where their questions begin), in random order if *rng* is given."""
        order = self.questions.copy()
        if rng is not None:
            rng.shuffle(order)
        sizes = np.diff(self.starts)
        for i in range(0, len(order), QUESTIONS):
            chosen = order[i : i + QUESTIONS]
            begins = np.append(0, np.cumsum(sizes[chosen]))
            at = np.arange(begins[-1]) + np.repeat(self.starts[chosen] - begins[:-1], sizes[chosen])
            yield self.rows[at], begins[:-1]


def read_samples(paths: Sequence[Path]) -> Array:
    """Return the samples of several files of games, as `SAMPLE`."""
    rows: Array = np.concatenate([np.frombuffer(samples_of_games(path), SAMPLE) for path in paths])
    return rows


class Net:
    """The layers of a network in floating point."""

    def __init__(self, layers: Sequence[Array]) -> None:
        self.layers = [layer.astype(np.float32) for layer in layers]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.steps = 0

    @classmethod
    def drawn(cls, rng: np.random.Generator, met: Array, first: int = NET.first) -> Net:
        """Return a random network, *first* places wide, that ignores inputs outside *met*."""
        second = NET.second
        early = rng.normal(0, 0.1, (NET.inputs + 1, first)), np.zeros(first)
        early[0][np.setdiff1d(np.arange(NET.inputs + 1), met)] = 0
        later = rng.normal(0, np.sqrt(2 / first), (second, first)), np.zeros(second)
        return cls([*early, *later, rng.normal(0, 0.3 / np.sqrt(second), second), np.zeros(1)])

    @classmethod
    def silent(cls) -> Net:
        """Return a network that rates all options equally."""
        first, second = NET.first, NET.second
        early = np.zeros((NET.inputs + 1, first)), np.zeros(first)
        return cls([*early, np.zeros((second, first)), np.zeros(second), np.zeros(second), np.zeros(1)])

    @classmethod
    def read(cls, path: Path) -> Net:
        """Read the network of a file."""
        return cls(list(np.load(path).values()))

    @classmethod
    def unpacked(cls, packed: bytes) -> Net:
        """Return the network from the format of `packed`."""
        first, second = NET.first, NET.second
        shapes = [(NET.inputs, first), (first,), (second, first), (second,), (second,)]
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        parts = np.split(np.frombuffer(packed, "<i2"), ends[:-1])
        early, *later = [part.reshape(shape) / NET.unit for part, shape in zip(parts, shapes, strict=True)]
        return cls([np.vstack([early, np.zeros(first)]), *later, np.zeros(1)])

    def with_rows(self, known: Sequence[str], rows: Sequence[str]) -> Net:
        """Return the network for a game with *rows* instead of *known*.

        A new row copies the inputs of the row in its name (`soft_bomb` those of `bomb`); other new rows are ignored.
        """
        moved = [layer.copy() for layer in self.layers]
        for begin in (NET.beaten_row, NET.row):
            for i, row in enumerate(rows[: NET.rows - 1]):
                names = [row, *[name for name in known if row.endswith(f"_{name}")]]
                like = next((known.index(name) for name in names if name in known), None)
                moved[0][begin + i] = 0 if like is None else self.layers[0][begin + like]
        return Net(moved)

    def write(self, path: Path) -> None:
        """Write the network into a file."""
        np.savez(path, *self.layers)

    def beside(self, other: Net) -> Net:
        """Return the mean of two networks, one of which was initialised with the other."""
        return Net([(own + layer) / 2 for own, layer in zip(self.layers, other.layers, strict=True)])

    def rate(self, rows: Array) -> tuple[Array, list[Array]]:
        """Return the ratings of samples, and the outputs of the layers."""
        first, first_bias, second, second_bias, last, last_bias = self.layers
        inputs = np.zeros((len(rows), NET.inputs + 1), np.float32)
        inputs[np.arange(len(rows))[:, None], inputs_on(rows)] = 1
        inputs[:, NET.inputs] = 0
        a = np.maximum(inputs @ first + first_bias, 0)
        b = np.maximum(a @ second.T + second_bias, 0)
        return b @ last + last_bias[0], [inputs, a, b]

    def learn(self, slopes: Array, made: list[Array], rate: float) -> None:
        """Take a step of Adam against the gradients *slopes* of the ratings."""
        _, _, second, _, last, _ = self.layers
        inputs, a, b = made
        to_b = slopes[:, None] * last * (b > 0)
        to_a = (to_b @ second) * (a > 0)
        grads = [inputs.T @ to_a, to_a.sum(0), to_b.T @ a, to_b.sum(0), b.T @ slopes, slopes.sum(keepdims=True)]
        self.steps += 1
        pace = rate / (1 - BETA_1**self.steps)
        bounds = [NET.most_first] * 2 + [NET.most_later] * 3 + [np.inf]
        for layer, grad, mean, square, bound in zip(self.layers, grads, self.means, self.squares, bounds, strict=True):
            np.add(mean, (1 - BETA_1) * (grad - mean), out=mean)
            np.add(square, (1 - BETA_2) * (grad * grad - square), out=square)
            deviation = np.sqrt(square / (1 - BETA_2**self.steps))
            moved = layer - pace * mean / (deviation + TINY) - rate * DECAY * layer
            np.clip(moved, -bound / NET.unit, bound / NET.unit, out=layer)

    def packed(self) -> bytes:
        """Return the network as the core reads it (`struct net`); only differences of ratings matter."""
        first, *others = self.layers[:-1]
        parts = [np.rint(layer * NET.unit).astype("<i2").tobytes() for layer in (first[:-1], *others)]
        return b"".join(parts)


def slopes_of(ratings: Array, won: Array, begins: Array, policy_weight: float) -> Array:
    """Return the gradient of the loss with respect to each rating."""
    sizes = np.diff(np.append(begins, len(ratings)))
    odds = (1 / (1 + np.exp(-ratings)) - won) / np.repeat(sizes, sizes)
    probabilities = np.exp(SOFTMAX_SCALE * (ratings - np.repeat(np.maximum.reduceat(ratings, begins), sizes)))
    probabilities /= np.repeat(np.add.reduceat(probabilities, begins), sizes)
    expected = np.repeat(np.add.reduceat(probabilities * won, begins), sizes)
    slopes: Array = (
        (1 - policy_weight) * odds - policy_weight * SOFTMAX_SCALE * probabilities * (won - expected)
    ) / len(begins)
    return slopes


def fit(samples: Samples, rng: np.random.Generator, start: Net | None = None) -> Net:
    """Return a network fitted to *samples*, initialised with *start*; the step size decreases from pass to pass."""
    net, passes = (Net(start.layers), PASSES) if start else (Net.drawn(rng, samples.met()), FIRST_PASSES)
    batches = -(-len(samples.questions) // QUESTIONS)
    for i, step in enumerate(passes):
        alike = [j for j, other in enumerate(passes) if other == step]
        for done, (rows, begins) in enumerate(samples.batches(rng)):
            passed = (alike.index(i) + done / batches) / len(alike)
            ratings, made = net.rate(rows)
            slopes = slopes_of(ratings, rows["won"].astype(np.float32), begins, step.policy_weight)
            net.learn(slopes, made, step.rate_at(passed))
    return net


class Gain(NamedTuple):
    """Results of a network's choices in test questions."""

    questions: int
    chosen: float
    """Win rate of the players' own choices."""
    gain: float
    """Additional win rate of the network's choices."""
    margin: float
    """95 % interval of the gain."""

    def __str__(self) -> str:
        return f"choices win {self.gain:+.4f} ± {self.margin:.4f} beyond {self.chosen:.4f} ({self.questions} questions)"


def gain(net: Net, held_out: Samples) -> Gain:
    """Return the additional win rate of a network's choices over those of the players."""
    own, best = [], []
    for rows, begins in held_out.batches():
        ratings, _ = net.rate(rows)
        ends = np.append(begins[1:], len(rows))
        own.append(rows["won"][begins])
        best.append([rows["won"][b + np.argmax(ratings[b:e])] for b, e in zip(begins, ends, strict=True)])
    before, after = np.concatenate(own).astype(float), np.concatenate(best).astype(float)
    more = after - before
    return Gain(len(more), before.mean(), more.mean(), 1.96 * more.std() / np.sqrt(len(more)))
