"""Trial of the Botzone bot: `python -m tools.botzone_trial [--games 20] [--level expert]`.

Packs the upload and plays both games with it, one process for each seat, in an interpreter without this tree and
without installed libraries; one seat gets the whole log in a new process each turn. The judges of
`tests.oracle.botzone_judge` rule on every answer. Prints the games, the answers and the slowest one; the exit status is
1 after a foul.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from paili.engine import local
from service import botzone
from tests.oracle.botzone_judge import BotzoneFoulError, Seat, play_guandan, play_landlord

ALONE = [sys.executable, "-I", "-S"]
"""An interpreter without installed libraries."""


@contextmanager
def kept_process(upload: Path) -> Iterator[Callable[[str], str]]:
    """Yield the reply of one process that keeps running."""
    with subprocess.Popen([*ALONE, str(upload)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        reading, writing = process.stdout, process.stdin

        def reply(line: str) -> str:
            writing.write(f"{line}\n")
            writing.flush()
            answer = reading.readline()
            if reading.readline().strip() != botzone.KEEP_RUNNING:
                raise BotzoneFoulError(f"no request to keep running after {answer}")
            return answer

        yield reply
        writing.close()


def new_process(upload: Path) -> Callable[[str], str]:
    """Return the reply of a new process for each line."""

    def reply(line: str) -> str:
        done = subprocess.run([*ALONE, str(upload)], input=line, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()[0]

    return reply


def seats_of(upload: Path, number: int, files: ExitStack) -> list[Seat]:
    """Return seats whose bots keep running, the first apart."""
    kept = [Seat(files.enter_context(kept_process(upload)), keeps_running=True) for _ in range(number - 1)]
    return [Seat(new_process(upload)), *kept]


def play_upload_game(game: int, upload: Path, seed: int) -> tuple[int, Sequence[float]]:
    """Play a game, 0 FightTheLandlord2 and 1 to 3 GuanDan by kind of tribute; return answers and slowest times."""
    chance = random.Random(seed)
    with ExitStack() as files:
        seats = seats_of(upload, 4 if game else 3, files)
        if game:
            for _ in play_guandan(seats, chance, local(), game - 1):
                pass
        else:
            play_landlord(seats, chance)
        return sum(len(seat.responses) for seat in seats), [seat.slowest for seat in seats]


def main(arguments: list[str] | None = None) -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.botzone_trial", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games to play, in turn of each kind; default: 20")
    parser.add_argument("--level", default=botzone.LEVEL, help=f"robot level; default: {botzone.LEVEL}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        upload = Path(folder, "paili.zip")
        botzone.pack_upload(upload, options.level)
        answers, cold, kept = 0, 0.0, 0.0
        for seed in range(options.games):
            try:
                number, slowest = play_upload_game(seed % 4, upload, seed)
            except BotzoneFoulError as foul:
                print(json.dumps({"seed": seed, "foul": str(foul)}))
                return 1
            answers, cold, kept = answers + number, max(cold, slowest[0]), max(kept, *slowest[1:])
        print(f"{upload.stat().st_size} bytes, {options.games} games, {answers} answers, no foul")
        print(f"slowest answer: {kept:.2f} s kept running, {cold:.2f} s in a new process")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
