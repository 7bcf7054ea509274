"""Whole deals of every game as text: `python -m tests.helpers.playthroughs [--write]`.

For each turn of a deal from a seed: the choice of the seat to act, with checksums of its observation and its legal
actions. The files in tests/data/playthroughs are compared with those of this code; `--write` replaces them. A change of
an action, an id, an observation or a reward of the environments changes them.
"""

from __future__ import annotations

import argparse
import random
import sys
import zlib

from paili.env import TableBatch, batched
from service.rules import cards as c
from service.rules.variants import VARIANTS
from tests import ROOT

FOLDER = ROOT / "tests" / "data" / "playthroughs"
SEED = 20
OPTIONS = {"laizi": {"wild": "7"}}

FILES = {f"{game}.txt": game for game in VARIANTS}
"""Games by the name of their file."""


def turn_line(env: TableBatch, number: int, action: int) -> str:
    """Return the turn of a seat: its cards, its choice, and checksums of its observation and its legal actions."""
    assert env.observations is not None
    seen = env.observations[0]
    start, n = int(env.starts[0]), int(env.counts[0])
    actions = env.actions(0)
    hand, to_beat = (c.text(c.from_counts(seen[name].tolist()[:16])) or "-" for name in ("hand", "to_beat"))
    sums = [
        zlib.crc32(data) for data in (seen.tobytes(), env.ids[start : start + n].tobytes(), " ".join(actions).encode())
    ]
    return (
        f"turn {number}: place {env.movers[0]} hand={hand} to_beat={to_beat} takes {actions[action]} of {n};"
        f" observation {sums[0]:08x} ids {sums[1]:08x} actions {sums[2]:08x}"
    )


def playthrough(game: str) -> str:
    """Return a played deal as text, after the last kind of auction of the game; void auctions are repeated."""
    options, auction = OPTIONS.get(game, {}), next((form.id for form in reversed(VARIANTS[game].auctions)), "")
    env = batched(game, 1, seed=SEED, options=options, auction=auction or False, reward="points")
    chance, lines, number = random.Random(SEED), [f"{game} {options} auction={auction or 'none'} seed={SEED}"], 0
    for place, hand in enumerate(env.hand_texts(0)):
        lines.append(f"place {place} is dealt {hand}")
    while not env.over[0] or not env.rewards.any():
        action = chance.randrange(int(env.counts[0]))
        lines.append(turn_line(env, number, action))
        env.step([action])
        number += 1
        if env.over[0]:
            lines.append(f"rewards {' '.join(map(str, env.rewards[0].tolist()))}")
    return "\n".join(lines) + "\n"


def differing() -> list[str]:
    """Return the files that differ from those of this code."""
    return [
        name
        for name, game in FILES.items()
        if not (path := FOLDER / name).exists() or path.read_text(encoding="utf-8") != playthrough(game)
    ]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.helpers.playthroughs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files")
    if parser.parse_args().write:
        FOLDER.mkdir(exist_ok=True)
        for name, game in FILES.items():
            (FOLDER / name).write_text(playthrough(game), encoding="utf-8")
    names = differing()
    for name in names:
        print(f"{name} differs")
    return len(names)


if __name__ == "__main__":
    sys.exit(main())
