"""Files of stored games: a line of JSON, then the compressed arrays of `KeptGames`. Needs numpy.

The line has the rules, the seeds of the deals and the seating; replaying the moves, questions and outcomes gives
samples with any inputs (`training.replay`). Arrays are stored by byte columns, which zlib compresses better.
"""

from __future__ import annotations

import fcntl
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from lab.arena.errors import ArenaError
from lab.arena.match import deal_hands, rules_with
from service.advice import levels
from service.core import training
from service.core.bindings import CompiledRules, CoreError
from service.core.robots import Policy
from service.core.training import KEPT_SIZES, KeptGames
from service.position.position import variant_line

FORMAT = "paili-games-2"

CLUB = Policy("rules", numbers=levels.CLUB_NUMBERS)
"""Level whose rules score the options of samples."""


def pack_games(rules: CompiledRules, seeds: range, seats: tuple[str, ...], sampled: int, games: KeptGames) -> bytes:
    """Return the content of a file; *seats* are names of the players, *sampled* has a bit for each that trains."""
    head = {
        "format": FORMAT, "rules": variant_line(rules), "seeds": [seeds.start, seeds.stop], "seats": seats,
        "sampled": sampled, "bytes": [len(part) for part in games],
    }  # fmt: skip
    columns = [
        np.frombuffer(part, "u1").reshape(-1, size).T.tobytes() for part, size in zip(games, KEPT_SIZES, strict=True)
    ]
    return json.dumps(head).encode() + b"\n" + zlib.compress(b"".join(columns))


def unpack_games(path: Path) -> tuple[CompiledRules, range, KeptGames]:
    """Return the rules, the seeds and the games of a file.

    Raises ArenaError with the file's name for a file of another type or version, or a damaged one.
    """
    line, _, packed = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(line)
        if head["format"] != FORMAT:
            raise ArenaError(f"{path} has format {head['format']}, not {FORMAT}")
        raw, parts = zlib.decompress(packed), list[bytes]()
        if len(raw) != sum(head["bytes"]):
            raise ArenaError(f"{path} has {len(raw)} bytes of games, not {sum(head['bytes'])}")
        for length, size in zip(head["bytes"], KEPT_SIZES, strict=True):
            parts.append(np.frombuffer(raw[:length], "u1").reshape(size, -1).T.tobytes())
            raw = raw[length:]
        return rules_with(head["rules"], ()), range(*head["seeds"]), KeptGames(*parts)
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise ArenaError(f"{path} holds no games: {error}") from error


def samples_of_games(path: Path) -> bytes:
    """Return the samples of a file: the bytes of many `struct sample`.

    Raises ArenaError with the file's name for games that cannot be replayed.
    """
    rules, seeds, games = unpack_games(path)
    try:
        return training.replay(rules, CLUB, [deal_hands(rules, seed) for seed in seeds], seeds, games)
    except CoreError as error:
        raise ArenaError(f"the games of {path} cannot be replayed: {error}") from error


def count_kept(path: Path) -> dict[str, int]:
    """Return the numbers of games, moves and options in a file."""
    _, _, games = unpack_games(path)
    kinds = ("games", "moves", "options")
    return {kind: len(part) // size for kind, part, size in zip(kinds, games, KEPT_SIZES, strict=True)}


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def while_free(lock: str) -> Iterator[None]:
    """Wait while another process holds an exclusive lock (`flock -x`) on a file; "": do not wait."""
    if not lock:
        yield
        return
    with Path(lock).open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        yield
