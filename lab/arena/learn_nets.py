"""Train networks by self-play: `python -m lab.arena learn-nets --minutes 60`. Needs numpy.

Each round the newest networks play against a pool: the levels `club` and `novice`, and networks of earlier rounds. At
some moves the likely options are played out by the same players (`native/robot/training.c`); the networks fitted to
these samples are used in the next round. The pool prevents networks from learning to beat only themselves. Two farmers
usually train together, sometimes one with a partner from the pool.

A round stores its games instead of inputs (`kept_games.py`). An interrupted run continues with the next part of
the round; `record.json` has the commit, seeds, counts and results.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count, islice
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from lab.arena.cluster import workers
from lab.arena.earlier_builds import commit_here
from lab.arena.errors import ArenaError
from lab.arena.kept_games import count_kept, pack_games, while_free, write_whole
from lab.arena.match import deal_hands, rules_drawn
from lab.arena.net_fit import Net, Samples, fit, gain, read_samples
from lab.former_levels import FORMER, policy_named
from service.advice import levels
from service.core import engine, robots, training
from service.core.bindings import CompiledRules, CoreError, Weights, pack_nets, weights_for
from service.core.training import NET
from service.rules.variants import find_variant

LEVELS = ("club", "club", "novice")
"""Levels of the pool, with their frequency."""

KEPT = 3
"""Places of networks of earlier rounds in the pool."""

DEALS = 500
"""Deals that are played with one seating."""

QUESTION_RATE, CLOSE_RATE, RANDOM_RATE = 250, 800, 60
"""Questions, those from which close ones are selected, and random moves per thousand moves."""

LANDLORD = 0.45
"""Share of the deals in which the landlord trains."""

STRANGER = 0.1
"""Share of the other deals in which a farmer trains with a partner from the pool."""

WAVE = 8
"""Tasks of each process between two checks of the time."""

DECKS, PART = 3000, 100
"""Decks of a match that evaluates a round, and of those played under the same drawn rules."""


class Seating(NamedTuple):
    """Players of some deals: names of levels or files of networks in the order of play, and the seats that train."""

    names: tuple[str, ...]
    sampled: int


class Task(NamedTuple):
    """Deals to be played for their samples, with all data, because other machines do not have the files."""

    variant: str
    seating: Seating
    nets: Mapping[str, bytes]
    """Contents of the network files among the names."""
    seeds: range
    """Seeds of the deals, which have the same drawn rules."""
    pause: str
    """A file; the task waits while another process has locked it."""
    close: bool = False
    """Mostly close questions."""


@cache
def player_of(rules: CompiledRules, name: str, nets: bytes) -> tuple[robots.Policy, Weights]:
    """Return the policy of a level, or the networks of a file."""
    weights = weights_for(rules, rules.variant.weights)
    if not nets:
        return policy_named(name), weights
    weights.set_nets(name, nets)
    return robots.Policy("rules", numbers=levels.CLUB_NUMBERS, learned=True), weights


def nets_of(name: str) -> bytes:
    """Return the content of the network file *name*, empty for the name of a level."""
    return b"" if name in FORMER or name in levels.LEVELS else Path(name).read_bytes()


def gather(task: Task) -> bytes:
    """Play the deals of a task and return the content of their file."""
    rules = rules_of_part(task.variant, task.seeds.start // len(task.seeds))
    seats = [player_of(rules, name, task.nets[name]) for name in task.seating.names]
    with while_free(task.pause):
        games = training.keep(
            rules, [policy for policy, _ in seats], [deal_hands(rules, seed) for seed in task.seeds], task.seeds,
            [weights for _, weights in seats], task.seating.sampled, CLOSE_RATE if task.close else QUESTION_RATE,
            RANDOM_RATE, task.close,
        )  # fmt: skip
    names = tuple([Path(name).name for name in task.seating.names])
    return pack_games(rules, task.seeds, names, task.seating.sampled, games)


def rules_of_part(variant: str, part: int) -> CompiledRules:
    """Return the rules of a part of the deals; open wild ranks and levels take turns."""
    rules = rules_drawn(engine.rules_for(variant), part)
    level = rules.variant.options.get("level")
    return rules if level is None else engine.rules_for(variant, (("level", level.values[part % len(level.values)]),))


def seat(newest: str, pool: Sequence[str], rng: random.Random, sides: Sequence[int]) -> Seating:
    """Return the players: the newest networks against a player from the pool.

    *sides*: the side of each seat. A side of two sometimes has one player from the pool, whose moves are not sampled.
    """
    other, own = rng.choice(pool), sides[0]
    if rng.random() >= (LANDLORD if sides.count(own) == 1 else 0.5):
        own = next(side for side in sides if side != own)
    names = [newest if side == own else other for side in sides]
    trained = [seat for seat, side in enumerate(sides) if side == own]
    if len(trained) == 2 and rng.random() < STRANGER:
        names[trained.pop(rng.randrange(2))] = rng.choice(pool)
    return Seating(tuple(names), sum(1 << seat for seat in trained))


def sides_of(variant: str) -> list[int]:
    """Return the side of each seat; without partners the seats after the first are one side."""
    game = find_variant(variant)
    sides = [game.side_of(seat) for seat in game.seats]
    return sides if len(set(sides)) == 2 else [0, *[1] * (len(sides) - 1)]


def share(variant: str, a: str, b: str, decks: int, seed: int) -> tuple[float, float]:
    """Return the share of games that *a* wins against *b* over *decks* decks from both sides, and its half-width."""
    won = []
    sides = sides_of(variant)
    for part in range(seed, seed + decks, PART):
        rules = rules_of_part(variant, part // PART)
        players = [player_of(rules, name, nets_of(name)) for name in (a, b)]
        seeds = range(part, min(part + PART, seed + decks))
        dealt = [deal_hands(rules, one) for one in seeds]
        hands = [[one.hand for one in of] for of in dealt]
        suits = [[one.suits for one in of] for of in dealt] if rules.setup.suited else ()
        led, followed = (
            robots.games(
                rules, [policy for policy, _ in seated], hands, seeds, suits, [weights for _, weights in seated]
            )
            for seated in ([players[(side != sides[0]) != swapped] for side in sides] for swapped in (False, True))
        )
        won += [
            ((sides[x.winner] == sides[0]) + (sides[y.winner] != sides[0])) / 2
            for x, y in zip(led, followed, strict=True)
        ]
    return fmean(won), 1.96 * stdev(won) / decks**0.5


def begin_with(game: str, variant: str, folder: Path) -> None:
    """Initialise the first round with the networks of another game."""
    source, rows = find_variant(game).nets, rules_drawn(engine.rules_for(variant), 0).names
    assert source is not None  # the command allows no other game
    raw = source.path.read_bytes()
    size, packed = len(raw) // NET.roles, b""
    for role in range(NET.roles):
        net = Net.unpacked(raw[role * size : (role + 1) * size]).with_rows(source.rows, rows)
        net.write(folder / f"round-0-{role}.npz")
        packed += net.packed()
    (folder / "round-0.net").write_bytes(packed)


def learn_round(
    number: int, folder: Path, rng: np.random.Generator, pause: str = "", pooled: bool = False
) -> dict[str, str]:
    """Fit networks to the games of a round, from those of the round before on, and write them into *folder*.

    *pooled*: to the games of all rounds so far, for games of which a round has few. The average of both rounds'
    networks is used, which halves the random errors of a fit. Returns the gain of each role.
    """
    gains, packed = dict[str, str](), b""
    rounds = range(0 if pooled else number, number + 1)
    rows = read_samples([path for one in rounds for path in sorted(folder.glob(f"round-{one}-*.games"))])
    for role in range(NET.roles):
        samples = Samples(rows[rows["role"] == role])
        if not len(samples.questions):  # the game has no such role
            packed += Net.silent().packed()
            continue
        taught, held_out = samples.split()
        before = Net.read(folder / f"round-{number - 1}-{role}.npz") if number else None
        with while_free(pause):
            net = fit(taught, rng, before)
        net.write(folder / f"round-{number}-{role}.npz")
        played = net.beside(before) if before else net
        gains[f"role {role}"] = str(gain(played, held_out))
        print(f"round {number} role {role}: {gains[f'role {role}']}", flush=True)
        packed += played.packed()
    write_whole(folder / f"round-{number}.net", packed)
    return gains


def begin_record(folder: Path, run: dict[str, Any]) -> dict[str, Any]:
    """Return the record of the run in *folder*, or a new one without rounds.

    Raises ArenaError if the run there differs from *run* and cannot be continued.
    """
    path = folder / "record.json"
    if not path.exists():
        return {"run": run, "rounds": {}}
    try:
        record: dict[str, Any] = json.loads(path.read_bytes())
        begun, _ = record["run"], record["rounds"]
    except (ValueError, KeyError, TypeError) as error:
        raise ArenaError(f"{path} is no record of a run: {error}") from error
    for name, value in run.items():
        if begun.get(name) != value:
            raise ArenaError(
                f"the run in {folder} was begun with {name} {begun.get(name)}, not {value}: "
                "continue it so, or name another folder"
            )
    return record


def note_run(folder: Path, record: dict[str, Any]) -> None:
    """Write the record of a run."""
    write_whole(folder / "record.json", json.dumps(record, indent=1).encode() + b"\n")


def learn(
    variant: str, minutes: float, rounds: int, jobs: int, folder: Path,
    seed: int = 1, begin: str | None = None, cluster: str = "", pause: str = "", pooled: bool = False,
    close: bool = False,
) -> Path:  # fmt: skip
    """Train for *rounds* rounds, about *minutes* of play in total, and return the file of the last networks.

    Finished parts in *folder* are not repeated. *begin*: a game whose networks are used in the first round. *pause*: a
    file; the run waits while another process holds it locked. *pooled*: each fit uses the games of all rounds. *close*:
    mostly questions whose best options are rated alike. Raises ArenaError where the folder belongs to another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    run = {"variant": variant, "seed": seed, "begin": begin, "commit": commit_here(), "deals": DEALS,
           "question_rate": CLOSE_RATE if close else QUESTION_RATE, "random_rate": RANDOM_RATE, "pooled": pooled,
           "close": close}  # fmt: skip
    record = begin_record(folder, run)
    note_run(folder, record)
    learned: list[str] = []
    if begin and not (folder / "round-0.net").exists():
        begin_with(begin, variant, folder)
    for number in range(rounds):
        nets = folder / f"round-{number}.net"
        if not nets.exists():
            newest, pool = learned[-1] if learned else "club", [*LEVELS, *(KEPT * learned)[-KEPT:]]
            played = record["rounds"].setdefault(str(number), {"seconds": 0.0})
            gather_round(
                variant, number, newest, pool, 60 * minutes / rounds, jobs, folder, seed, cluster, pause, close,
                played, lambda: note_run(folder, record),
            )  # fmt: skip
            played |= learn_round(number, folder, np.random.default_rng(seed + number), pause, pooled)
            for other in ("club", *learned[-1:]):
                won, margin = share(variant, str(nets), other, DECKS, seed)
                played[f"share against {Path(other).name}"] = [won, margin, DECKS]
                print(f"round {number} against {other}: {won:.4f} ± {margin:.4f}", flush=True)
            note_run(folder, record)
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
    seed: int, cluster: str, pause: str, close: bool, played: dict[str, Any], note: Callable[[], None],
) -> None:  # fmt: skip
    """Play games of a round for *seconds* seconds in total, including those of an interrupted run.

    They are played in waves of some tasks for each of the *jobs* (on a *cluster* for each worker). *played* is updated,
    and *note* writes it after each wave.
    """
    rng, sides = random.Random(f"{seed} {number}"), sides_of(variant)
    first = (seed * 1000 + number) * 10_000_000
    nets = {name: nets_of(name) for name in (newest, *pool)}

    def part(i: int) -> tuple[Path, Task]:
        seeds = range(first + i * DEALS, first + (i + 1) * DEALS)
        seating = seat(newest, pool, rng, sides)
        return folder / f"round-{number}-{i:05}.games", task_of(variant, seating, nets, seeds, pause, close)

    tasks = map(part, count())
    with workers(gather, jobs, cluster) as play:
        while True:
            begin = time.monotonic()
            wave = [(path, task) for path, task in islice(tasks, WAVE * jobs)]
            missing = [(path, task) for path, task in wave if not path.exists()]
            for (path, _), games in zip(missing, play([task for _, task in missing]), strict=True):
                write_whole(path, games)
            played["seconds"] += time.monotonic() - begin if missing else 0
            for path, task in wave:
                counts = {"tasks": 1, **count_kept(path)}
                if played.get("last seed", -1) < task.seeds.stop:
                    played |= {kind: played.get(kind, 0) + n for kind, n in counts.items()}
                    played |= {"first seed": first, "last seed": task.seeds.stop}
            note()
            if played["seconds"] >= seconds:
                break


def task_of(
    variant: str, seating: Seating, nets: Mapping[str, bytes], seeds: range, pause: str, close: bool = False
) -> Task:
    """Return a task with the networks of its players, from *nets*."""
    return Task(variant, seating, {name: nets[name] for name in seating.names}, seeds, pause, close)
