"""Puzzles as data: hunt for them with checkpoints, prove, name and grade them, and write the shipped file.

python -m lab.puzzles hunt FOLDER --minutes 60     # append lines to FOLDER/found.txt; continue an earlier run
python -m lab.puzzles ship FOLDER/found.txt …      # add to service/advice/puzzles/shipped.json; numbers stay
python -m lab.puzzles rate                         # rate the shipped puzzles again
python -m lab.puzzles make standard --theme must_pass --grade 2   # print the first such puzzle from a seed on
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lab.puzzles.grade import grade_of, solve_rate, solved_share
from lab.puzzles.hunt import hunt_seed
from lab.puzzles.make import find_puzzle, has_puzzles
from lab.puzzles.themes import THEMES, solved_puzzle, themes_of
from paili.puzzles.check import check_puzzle, refutation
from paili.puzzles.ending import ending_line, move_text, read_ending, rules_named
from service.advice.practice import GRADES
from service.advice.puzzles.shipped import SHIPPED
from service.rules.variants import VARIANTS

TURNS = {
    "standard": 60, "paodekuai_two": 14, "paodekuai": 12, "zhengshangyou": 6, "contest": 8, "laizi[wild=7]": 20,
    "laizi[wild=J]": 20, "guandan": 40,
}  # fmt: skip
"""Games in which puzzles are hunted, and the seeds of each in one turn."""


def hunt(folder: Path, minutes: float) -> Counter[str]:
    """Hunt for some minutes, one game after the other; return the puzzles of this run by game."""
    state_file, runs = folder / "hunt.json", Counter[str]()
    state: dict[str, Any] = {"seeds": dict.fromkeys(TURNS, 0), "seconds": 0.0}
    if state_file.exists():
        state = json.loads(state_file.read_text())
    until = time.monotonic() + 60 * minutes
    with (folder / "found.txt").open("a") as out:
        while time.monotonic() < until:
            began = time.process_time()
            for variant, number in TURNS.items():
                first = state["seeds"].setdefault(variant, 0)
                for seed in range(first, first + number):
                    for game, ending, _ in hunt_seed(rules_named(variant), seed):
                        out.write(f"{ending_line(game, ending)}\n")
                        runs[variant] += 1
                state["seeds"][variant] = first + number
            out.flush()
            state["seconds"] += time.process_time() - began
            state_file.write_text(json.dumps(state))
    return runs


def puzzle_row(line: str) -> Mapping[str, Any]:
    """Return a puzzle in the shipped form.

    Raises UnsoundError for a line that is no puzzle.
    """
    game, state = read_ending(line)
    tree = check_puzzle(game, state)
    solved, refuted = solved_puzzle(tree, state), {}
    for place, step in solved.decisions():
        answers = {move: refutation(game, step.state, move)[0] for move in step.losing}
        refuted[place] = " ".join([f"{move_text(move)}:{move_text(answer)}" for move, answer in answers.items()])
    return {
        "line": line,
        "themes": themes_of(solved),
        "grade": grade_of(solved_share(tree, state)),
        "solved": solve_rate(tree, state),
        "moves": " ".join(move_text(step.move) for step in solved.steps),
        "refuted": refuted,
        "defence": tree.defence(state),
    }


def is_similar(line: str, other: str) -> bool:
    """Return whether two puzzles are of one game and differ by at most three cards."""
    (variant, hands, *_), (other_variant, other_hands, *_) = line.split(" "), other.split(" ")
    differing = Counter(hands) - Counter(other_hands), Counter(other_hands) - Counter(hands)
    return variant == other_variant and sum(sum(cards.values()) for cards in differing) <= 3


def new_lines(lines: Sequence[str], shipped: Sequence[str]) -> list[str]:
    """Return the lines to add to the shipped ones, without those similar to an earlier one."""
    added: list[str] = []
    for line in lines:
        if not any(is_similar(line, other) for other in [*shipped, *added]):
            added.append(line)
    return added


def ship(lines: Sequence[str], file: Path) -> None:
    """Add puzzles to the data, one per line; shipped ones keep their numbers, which links and progress contain."""
    shipped = [row["line"] for row in json.loads(file.read_text())] if file.exists() else []
    rows = [row.rstrip(",") for row in file.read_text().splitlines()[1:-1]] if shipped else []
    rows += [
        json.dumps(puzzle_row(line), ensure_ascii=False, separators=(",", ":")) for line in new_lines(lines, shipped)
    ]
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n")


def rate(file: Path) -> None:
    """Compute the solve rate of each shipped puzzle again."""
    rows = json.loads(file.read_text())
    for row in rows:
        game, state = read_ending(row["line"])
        row["solved"] = solve_rate(check_puzzle(game, state), state)
    lines = [json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    hunting = commands.add_parser("hunt", help="hunt for puzzles")
    hunting.add_argument("folder", type=Path)
    hunting.add_argument("--minutes", type=float, default=60)
    shipping = commands.add_parser("ship", help="write the data")
    shipping.add_argument("files", type=Path, nargs="+")
    making = commands.add_parser("make", help="find one puzzle (about 10 seconds of a core each)")
    making.add_argument("variant", choices=[variant for variant in VARIANTS if has_puzzles(variant)])
    making.add_argument("--seed", type=int, default=0, help="first game")
    making.add_argument("--most", type=int, default=10_000, help="games to search")
    making.add_argument("--theme", choices=THEMES)
    making.add_argument("--grade", type=int, choices=GRADES)
    commands.add_parser("rate", help="compute the solve rates of the shipped puzzles again")
    options = parser.parse_args(arguments)
    if options.command == "hunt":
        options.folder.mkdir(parents=True, exist_ok=True)
        print(dict(hunt(options.folder, options.minutes)))
    elif options.command == "make":
        puzzle = find_puzzle(options.variant, options.seed, options.most, options.theme, options.grade)
        print(json.dumps(puzzle and puzzle._asdict()))
    elif options.command == "rate":
        rate(SHIPPED)
    else:
        lines = [line.split(" #")[0] for file in options.files for line in file.read_text().splitlines()]
        ship(list(dict.fromkeys(lines)), SHIPPED)


if __name__ == "__main__":
    main()
