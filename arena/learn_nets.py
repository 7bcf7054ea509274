"""Train networks by self-play: `python -m arena learn-nets --minutes 60`. Needs numpy.

Each round the newest networks play against a pool: the levels `club` and `novice`, and networks of earlier rounds. At
some of their moves the likely options are played out by the same players (`native/robot/training.c`); networks fitted
to these samples are those of the next round. The pool prevents networks from learning to beat only themselves. A pair
of farmers trains together, sometimes with another partner.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count, islice
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import numpy as np

from arena.cluster import workers
from arena.errors import ArenaError
from arena.match import rules_drawn
from arena.net_fit import Net, fit, gain, read_samples
from service.advice import robot
from service.core import engine, robots, training
from service.core.bindings import CompiledRules, CoreError, Weights, pack_nets, weights_for
from service.core.training import NET
from service.rules.variants import find_variant

LEVELS = ("club", "club", "novice")
"""Levels of the pool, with their frequency."""

KEPT = 3
"""Networks of earlier rounds in the pool."""

DEALS = 500
"""That are played with one seating."""

QUESTION_RATE, RANDOM_RATE = 250, 60
"""Moves in a thousand."""

LANDLORD = 0.45
"""Share of the deals in which the landlord trains."""

STRANGER = 0.1
"""Share of the other deals in which a farmer trains with a partner from the pool."""

WAVE = 8
"""Tasks of each process between two looks at the clock."""

DECKS, PART = 3000, 100
"""Of a match that judges a round, and of those under the same drawn rules."""


class Seating(NamedTuple):
    """Players of some deals: names of levels or files of networks in the order of play, and which of them train."""

    names: tuple[str, ...]
    sampled: int


class Task(NamedTuple):
    """Deals to be played for their samples, with all that this takes, for another machine has not these files."""

    variant: str
    seating: Seating
    nets: Mapping[str, bytes]
    """The files of networks among the names."""
    seeds: range
    """Of the deals, which have the same drawn rules."""


@cache
def player_of(rules: CompiledRules, name: str, nets: bytes) -> tuple[robots.Policy, Weights]:
    """Return how a level plays, or the networks of a file of that name."""
    weights = weights_for(rules, rules.variant.weights)
    if not nets:
        return robot.policy_of(name), weights
    weights.set_nets(name, nets)
    return robots.Policy("rules", numbers=robot.CLUB_NUMBERS, learned=True), weights


def nets_of(name: str) -> bytes:
    """Return the content of the network file *name*, empty for the name of a level."""
    return b"" if name in robot.LEVELS else Path(name).read_bytes()


def gather(task: Task) -> bytes:
    """Play the deals of a task and return their samples."""
    rules = rules_drawn(engine.rules_for(task.variant), task.seeds.start // len(task.seeds))
    seats = [player_of(rules, name, task.nets[name]) for name in task.seating.names]
    return training.samples(
        rules, [policy for policy, _ in seats], task.seeds, [weights for _, weights in seats],
        task.seating.sampled, QUESTION_RATE, RANDOM_RATE,
    )  # fmt: skip


def seat(newest: str, pool: Sequence[str], rng: random.Random) -> Seating:
    """Return the players: the newest networks against one of the pool."""
    other = rng.choice(pool)
    if rng.random() < LANDLORD:
        return Seating((newest, other, other), 0b001)
    if rng.random() >= STRANGER:
        return Seating((other, newest, newest), 0b110)
    stranger, learner = rng.choice(pool), rng.choice((1, 2))
    names = [other, newest, newest]
    names[3 - learner] = stranger
    return Seating(tuple(names), 1 << learner)


def share(variant: str, a: str, b: str, decks: int, seed: int) -> tuple[float, float]:
    """Return the share of games that *a* wins against *b* from both sides of *decks* decks, and its margin."""
    won = []
    for part in range(seed, seed + decks, PART):
        rules = rules_drawn(engine.rules_for(variant), part // PART)
        (policy, weights), (other, others) = (player_of(rules, name, nets_of(name)) for name in (a, b))
        seeds = range(part, min(part + PART, seed + decks))
        hands = [robots.deal(rules, one) for one in seeds]
        led = robots.games(rules, [policy, other, other], hands, seeds, weights=[weights, others, others])
        followed = robots.games(rules, [other, policy, policy], hands, seeds, weights=[others, weights, weights])
        won += [((x.winner == 0) + (y.winner != 0)) / 2 for x, y in zip(led, followed, strict=True)]
    return fmean(won), 1.96 * stdev(won) / decks**0.5


def begin_with(game: str, variant: str, folder: Path) -> None:
    """Write the networks of another game as those of the first round."""
    source, rows = find_variant(game).nets, rules_drawn(engine.rules_for(variant), 0).names
    assert source is not None  # the command offers no other game
    raw = source.path.read_bytes()
    size, packed = len(raw) // NET.roles, b""
    for role in range(NET.roles):
        net = Net.unpacked(raw[role * size : (role + 1) * size]).with_rows(source.rows, rows)
        net.write(folder / f"round-0-{role}.npz")
        packed += net.packed()
    (folder / "round-0.net").write_bytes(packed)


def learn_round(number: int, folder: Path, rng: np.random.Generator) -> None:
    """Fit networks to the samples of a round, from those of the round before on, and write them into *folder*.

    The means of both rounds play: half of a fit's chance errors are gone from them.
    """
    files = sorted(folder.glob(f"round-{number}-*.samples"))
    packed = b""
    for role in range(NET.roles):
        samples = read_samples(files, role)
        if not len(samples.questions):  # the game has no such role
            packed += Net.silent().packed()
            continue
        taught, held_out = samples.split()
        before = Net.read(folder / f"round-{number - 1}-{role}.npz") if number else None
        net = fit(taught, rng, before)
        net.write(folder / f"round-{number}-{role}.npz")
        played = net.beside(before) if before else net
        print(f"round {number} role {role}: {gain(played, held_out)}", flush=True)
        packed += played.packed()
    (folder / f"round-{number}.net").write_bytes(packed)


def learn(
    variant: str, minutes: float, rounds: int, jobs: int, folder: Path,
    seed: int = 1, begin: str | None = None, cluster: str = "",
) -> Path:  # fmt: skip
    """Train for *rounds* rounds, about *minutes* of play in total, and return the file of the last networks.

    A round whose networks are already in *folder* is not repeated. *begin*: a game whose networks are used in the first
    round. Raises ArenaError for a game without three seats.
    """
    if len(find_variant(variant).seats) != 3:
        raise ArenaError(f"networks learn games of three, and {variant} is none")
    folder.mkdir(parents=True, exist_ok=True)
    learned: list[str] = []
    if begin and not (folder / "round-0.net").exists():
        begin_with(begin, variant, folder)
    for number in range(rounds):
        nets = folder / f"round-{number}.net"
        if not nets.exists():
            newest, pool = learned[-1] if learned else "club", [*LEVELS, *learned[-KEPT:]]
            gather_round(variant, number, newest, pool, 60 * minutes / rounds, jobs, folder, seed, cluster)
            learn_round(number, folder, np.random.default_rng(seed + number))
            for other in ("club", *learned[-1:]):
                won, margin = share(variant, str(nets), other, DECKS, seed)
                print(f"round {number} against {other}: {won:.4f} ± {margin:.4f}", flush=True)
        else:
            refuse_junk(nets)
        learned.append(str(nets))
    return Path(learned[-1])


def refuse_junk(path: Path) -> None:
    """Raise ArenaError unless a file contains networks."""
    try:
        pack_nets(path.read_bytes())
    except CoreError as error:
        raise ArenaError(f"{path} holds no networks: {error}") from error


def gather_round(
    variant: str, number: int, newest: str, pool: Sequence[str], seconds: float, jobs: int, folder: Path,
    seed: int, cluster: str = "",
) -> None:  # fmt: skip
    """Write samples of a round for *seconds* seconds, replacing those of an interrupted run.

    They are played in waves, some tasks for each of the *jobs*, which on a *cluster* are its workers.
    """
    for stale in folder.glob(f"round-{number}-*.samples"):
        stale.unlink()
    rng = random.Random(f"{seed} {number}")
    first = (seed * 1000 + number) * 10_000_000
    nets = {name: nets_of(name) for name in (newest, *pool)}
    tasks = (
        (i, task_of(variant, seat(newest, pool, rng), nets, range(first + i * DEALS, first + (i + 1) * DEALS)))
        for i in count()
    )
    end = time.monotonic() + seconds
    with workers(gather, jobs, cluster) as played:
        while True:
            numbers, wave = zip(*islice(tasks, WAVE * jobs), strict=True)
            for i, samples in zip(numbers, played(wave), strict=True):
                (folder / f"round-{number}-{i:05}.samples").write_bytes(samples)
            if time.monotonic() > end:
                break


def task_of(variant: str, seating: Seating, nets: Mapping[str, bytes], seeds: range) -> Task:
    """Return a task with the networks that its players need, of *nets*."""
    return Task(variant, seating, {name: nets[name] for name in seating.names}, seeds)
