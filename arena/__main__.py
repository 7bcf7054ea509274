"""The arena's command line: `python -m arena match club novice --decks 2000`."""

from __future__ import annotations

import argparse
import os

from arena.match import match
from service import engine, robot
from service.errors import RuleError


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Return the command's arguments."""
    players = [*robot.LEVELS, "random"]
    parser = argparse.ArgumentParser(prog="arena", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("match", help="play the same decks from both sides")
    command.add_argument("a", choices=players)
    command.add_argument("b", choices=players)
    command.add_argument("--decks", type=int, default=2000)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    command.add_argument("--variant", default="standard")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Play what the command asks for and print its score."""
    asked = parse(arguments)
    try:
        score = match(asked.a, asked.b, asked.decks, asked.seed, asked.jobs, asked.variant)
    except RuleError as error:
        print(error.message)
        return 2
    print(f"{asked.a} against {asked.b}, {asked.variant}, engine {engine.VERSION}, seed {asked.seed}")
    print(score)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
