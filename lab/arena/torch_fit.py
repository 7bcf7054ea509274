"""Fit networks of several widths at once with PyTorch, on a GPU if there is one.

    $(python -m dev.environment learn)/python -m lab.arena.torch_fit GAMES --widths 64,256 --out build/wide

GAMES is a folder of kept games. Other processes replay the next part of them during the fit of one, so memory does not
grow with their number. All widths see the same batches. `WIDTH.npz` is a network in floating point, to continue from
(`--begin`), `WIDTH.net` its form for a core of that width; the other roles are zero. `net_fit.py` is the second
implementation, without PyTorch.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from lab.arena import net_fit
from lab.arena.kept_games import write_whole
from lab.arena.net_fit import Array, Net, Samples, Step, gain, inputs_on, read_samples
from service.core.training import NET

OPTIONS = 13
"""Maximum options of a question (`native/robot/training.c`)."""

ABSENT = -1e4
"""Rating of the options that a question lacks."""


class Fit:
    """Networks of several widths during a fit, with their optimizer.

    A batch is selected and fitted by operations of fixed sizes that read three numbers, so that a GPU can repeat them
    as one graph.
    """

    def __init__(self, nets: Sequence[Net], questions: int, seed: int, device: str) -> None:
        first, first_bias, second, second_bias, last, last_bias = (
            [torch.tensor(layer, device=device) for layer in layers]
            for layers in zip(*[net.layers for net in nets], strict=True)
        )
        self.device, self.on_gpu, self.questions = device, device == "cuda", questions
        self.widths = [len(bias) for bias in first_bias]
        self.first, self.first_bias, self.second = torch.cat(first, 1), torch.cat(first_bias), second
        self.second_bias, self.last, self.last_bias = torch.stack(second_bias), torch.stack(last), torch.cat(last_bias)
        self.early = [self.first, self.first_bias]
        self.later = [*self.second, self.second_bias, self.last]
        layers = [*self.early, *self.later, self.last_bias]
        for layer in layers:
            layer.requires_grad_()
        self.rate = torch.tensor(0.0, device=device)
        self.optimizer = torch.optim.AdamW(
            layers, lr=self.rate, betas=(net_fit.BETA_1, net_fit.BETA_2), eps=net_fit.TINY,
            weight_decay=net_fit.DECAY, fused=self.on_gpu, capturable=self.on_gpu,
        )  # fmt: skip
        self.random = torch.Generator(device).manual_seed(seed)
        self.batch = torch.zeros(3, dtype=torch.int64, device=device)
        """Places of the first sample and the one after the last, and the number of the first question."""
        self.scale = torch.zeros(3, device=device)
        """Number of questions, weight of the policy, and step size."""
        self.samples: list[torch.Tensor] = []
        """Inputs, outcome, number in the question and number of options of each sample; order and rank of questions."""
        self.steps = torch.arange(0, device=device)
        self.graph: torch.cuda.CUDAGraph | None = None

    def nets(self) -> list[Net]:
        """Return the networks."""
        parts = (
            self.first.split(self.widths, 1), self.first_bias.split(self.widths), self.second, self.second_bias,
            self.last, self.last_bias.split(1),
        )  # fmt: skip
        return [Net([layer.detach().cpu().numpy() for layer in layers]) for layers in zip(*parts, strict=True)]

    def ratings(self, on: torch.Tensor) -> torch.Tensor:
        """Return the ratings of samples with their inputs: a column for each network."""
        if self.on_gpu:  # there a product is faster than sums of rows
            inputs = torch.zeros(len(on), NET.inputs + 1, device=self.device).scatter_(1, on.long(), 1.0)
            sums = inputs[:, : NET.inputs] @ self.first[: NET.inputs]
        else:
            sums = functional.embedding_bag(on.int(), self.first, mode="sum", padding_idx=NET.inputs)
        a = functional.relu(sums + self.first_bias).split(self.widths, 1)
        b = torch.stack([part @ second.T for part, second in zip(a, self.second, strict=True)], 1)
        return (functional.relu(b + self.second_bias) * self.last).sum(2) + self.last_bias

    def step(self) -> None:
        """Take a step of Adam on a batch."""
        (begin, end, first), (count, policy_weight, rate) = self.batch, self.scale
        on, won, option, size, order, rank = self.samples
        place = begin + self.steps
        real = place < end
        place = torch.where(real, place, begin)
        at, question = order[place].long(), torch.where(real, rank[place] - first, self.questions)
        ratings, wins, option = self.ratings(on[at]), won[at], option[at].long()
        odds = functional.binary_cross_entropy_with_logits(ratings, wins[:, None].expand_as(ratings), reduction="none")
        odds = torch.where(real[:, None], odds / size[at][:, None], 0.0).sum()
        options = ratings.new_full((self.questions + 1, OPTIONS, len(self.widths)), ABSENT)
        options = options.index_put((question, option), ratings)[: self.questions]
        results = ratings.new_zeros((self.questions + 1, OPTIONS)).index_put((question, option), wins)
        expected = (torch.softmax(net_fit.SOFTMAX_SCALE * options, 1) * results[: self.questions, :, None]).sum()
        self.optimizer.zero_grad()
        (((1 - policy_weight) * odds - policy_weight * expected) / count).backward()
        self.rate.copy_(rate)
        self.optimizer.step()
        with torch.no_grad():
            for layers, most in ((self.early, NET.most_first), (self.later, NET.most_later)):
                for layer in layers:
                    layer.clamp_(-most / NET.unit, most / NET.unit)

    def repeat(self) -> None:
        """Take a step; on a GPU by a graph of its operations, recorded after three steps."""
        if self.graph:
            self.graph.replay()
        elif self.on_gpu:
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(3):
                    self.step()
            torch.cuda.current_stream().wait_stream(aside)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.step()
        else:
            self.step()

    def load(self, samples: Samples) -> list[int]:
        """Move samples to the device, their questions in random order; return the first sample of each batch."""
        rows, sizes = samples.rows, np.diff(samples.starts)
        starts, size = torch.from_numpy(samples.starts[:-1]), torch.from_numpy(sizes)
        chosen = torch.randperm(len(sizes), generator=self.random, device=self.device).cpu()
        begins = torch.cat([torch.zeros(1, dtype=torch.int64), size[chosen].cumsum(0)])
        rank = torch.repeat_interleave(torch.arange(len(sizes)), size[chosen])
        order = torch.arange(len(rows)) - begins[rank] + starts[chosen][rank]
        option = np.arange(len(rows)) - np.repeat(samples.starts[:-1], sizes)
        made = [
            torch.from_numpy(inputs_on(rows).astype(np.int16)), torch.from_numpy(rows["won"].astype(np.float32)),
            torch.from_numpy(option.astype(np.uint8)), torch.from_numpy(np.repeat(sizes, sizes).astype(np.uint8)),
            order.int(), rank,
        ]  # fmt: skip
        edges: list[int] = [*begins[: -1 : self.questions].tolist(), len(rows)]
        room = max(end - begin for begin, end in pairwise(edges))
        if not self.samples or len(rows) > len(self.samples[0]) or room > len(self.steps):
            capacity = len(rows) + len(rows) // 8
            self.samples = [torch.zeros((capacity, *of.shape[1:]), dtype=of.dtype, device=self.device) for of in made]
            self.steps, self.graph = torch.arange(room + room // 16, device=self.device), None
        for buffer, of in zip(self.samples, made, strict=True):
            buffer[: len(rows)] = of.to(self.device)
        return edges

    def run(self, samples: Samples, step: Step, passed: float, share: float) -> None:
        """Fit some samples, a *share* of the passes that are alike; *passed*: the share of those before."""
        edges = self.load(samples)
        count, batches = len(samples.starts) - 1, [*pairwise(edges)]
        bounds = [[begin, end, i * self.questions] for i, (begin, end) in enumerate(batches)]
        scales = [
            [min(self.questions, count - first), step.policy_weight, step.rate_at(passed + share * i / len(batches))]
            for i, (_, _, first) in enumerate(bounds)
        ]
        on_device = torch.tensor(bounds).to(self.device), torch.tensor(scales).to(self.device)
        for (begin, end), bound, scale in zip(batches, *on_device, strict=True):
            self.batch.copy_(bound)
            self.scale.copy_(scale)
            if not self.on_gpu:
                self.steps = torch.arange(end - begin)
            self.repeat()


def fit(
    parts: Callable[[], Iterable[Samples]], count: int, nets: Sequence[Net], passes: Sequence[Step], seed: int,
    questions: int = net_fit.QUESTIONS,
) -> list[Net]:  # fmt: skip
    """Return the networks after some passes over the samples of *count* parts, in batches of some questions."""
    torch.set_float32_matmul_precision("high")
    made = Fit(nets, questions, seed, "cuda" if torch.cuda.is_available() else "cpu")
    for i, step in enumerate(passes):
        alike = [j for j, other in enumerate(passes) if other == step]
        share = 1 / count / len(alike)
        for part, samples in enumerate(parts()):
            made.run(samples, step, (alike.index(i) * count + part) * share, share)
    return made.nets()


def samples_of_role(path: Path, role: int) -> Array:
    """Return the samples of a role in a file of games."""
    rows = read_samples([path])
    own: Array = rows[rows["role"] == role]
    return own


def streamed(paths: Sequence[Path], role: int, files: int, jobs: int, rng: np.random.Generator) -> Iterator[Samples]:
    """Yield the samples of games in random order, of some files at a time; the next ones are replayed meanwhile."""
    order = [paths[i] for i in rng.permutation(len(paths))]
    parts, replayed = [order[i : i + files] for i in range(0, len(order), files)], partial(samples_of_role, role=role)
    with get_context("spawn").Pool(jobs) as pool:
        ahead = pool.map_async(replayed, parts[0])
        for part in [*parts[1:], []]:
            rows = np.concatenate(ahead.get())
            ahead = pool.map_async(replayed, part)
            yield Samples(rows)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.arena.torch_fit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path, help="folder of kept games")
    parser.add_argument("--role", type=int, default=0, choices=range(NET.roles))
    parser.add_argument("--widths", default=str(NET.first), help="places of the first layer of each network")
    parser.add_argument("--begin", type=Path, nargs="*", default=[], help="networks to continue from, not random ones")
    parser.add_argument("--questions", type=int, default=net_fit.QUESTIONS, help="of a batch")
    parser.add_argument("--files", type=int, default=200, help="that are in memory together")
    parser.add_argument("--jobs", type=int, default=1, help="processes that replay games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder of the networks")
    options = parser.parse_args()
    paths, rng = sorted(options.games.glob("*.games")), np.random.default_rng(options.seed)
    if len(paths) < 2:
        parser.error(f"{options.games} has fewer than two files of games, and one tests the networks")
    held_out = Samples(np.concatenate([samples_of_role(path, options.role) for path in paths[:: net_fit.HELD_OUT]]))
    taught = [path for i, path in enumerate(paths) if i % net_fit.HELD_OUT]
    begun = [Net.read(path) for path in options.begin]
    drawn = [Net.drawn(rng, held_out.met(), int(width)) for width in options.widths.split(",")]
    nets = fit(
        lambda: streamed(taught, options.role, options.files, options.jobs, rng), -(-len(taught) // options.files),
        begun or drawn, net_fit.PASSES if begun else net_fit.FIRST_PASSES, options.seed, options.questions,
    )  # fmt: skip
    options.out.mkdir(parents=True, exist_ok=True)
    for net in nets:
        width, packed = len(net.layers[1]), net.packed()
        roles = [packed if role == options.role else bytes(len(packed)) for role in range(NET.roles)]
        net.write(options.out / f"{width}.npz")
        write_whole(options.out / f"{width}.net", b"".join(roles))
        print(f"{width} places: {gain(net, held_out)}", flush=True)


if __name__ == "__main__":
    main()
