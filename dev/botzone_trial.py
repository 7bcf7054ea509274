"""Trial of the Botzone bot: `python -m dev.botzone_trial [--games 20] [--level expert]`.

Packs the upload and plays both games with it, one process for each seat, in an interpreter without this tree and
without installed libraries; one seat gets the whole log in a new process each turn. The judges of
`tests.oracle.botzone_judge` check every answer. Prints the games, the answers, the slowest one, and the most processor
time of a new process, which depends less on the load of the machine; the exit status is 1 after a foul.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from paili.engine import local
from service.frontends import botzone
from tests.oracle.botzone_judge import BotzoneFoulError, Seat, play_guandan, play_landlord

ALONE = [sys.executable, "-I", "-S"]
"""An interpreter without installed libraries."""


@contextmanager
def kept_process(upload: Path) -> Iterator[Callable[[str], str]]:
    """Yield the reply function of one process that keeps running."""
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


def ended_processor_time() -> float:
    """Return the processor seconds of ended processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class NewProcess:
    """Replies of a new process for each line, and the maximum processor time of one."""

    def __init__(self, upload: Path) -> None:
        self.upload, self.most = upload, 0.0

    def reply(self, line: str) -> str:
        """Return the answer to a line."""
        before = ended_processor_time()
        done = subprocess.run([*ALONE, str(self.upload)], input=line, capture_output=True, text=True, check=True)
        self.most = max(self.most, ended_processor_time() - before)
        return done.stdout.splitlines()[0]


class GameTimes(NamedTuple):
    """Answers of a game, and the slowest ones in seconds."""

    answers: int
    kept: float
    new: float
    processor: float
    """Maximum processor seconds of a new process."""


def play_upload_game(game: int, upload: Path, seed: int) -> GameTimes:
    """Play a game: 0 is FightTheLandlord2, 1 to 3 GuanDan by kind of tribute; the first seat uses new processes."""
    chance, new = random.Random(seed), NewProcess(upload)
    with ExitStack() as files:
        number = 3 if game else 2
        kept = [Seat(files.enter_context(kept_process(upload)), keeps_running=True) for _ in range(number)]
        seats = [Seat(new.reply), *kept]
        if game:
            for _ in play_guandan(seats, chance, local(), game - 1):
                pass
        else:
            play_landlord(seats, chance)
        answers = sum(len(seat.responses) for seat in seats)
        return GameTimes(answers, max(seat.slowest for seat in kept), seats[0].slowest, new.most)


def main(arguments: list[str] | None = None) -> int:
    """Play the games; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.botzone_trial", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games to play, in turn of each kind; default: 20")
    parser.add_argument("--level", default=botzone.LEVEL, help=f"robot level; default: {botzone.LEVEL}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        upload = Path(folder, "paili.zip")
        botzone.pack_upload(upload, options.level)
        games = list[GameTimes]()
        for seed in range(options.games):
            try:
                games.append(play_upload_game(seed % 4, upload, seed))
            except BotzoneFoulError as foul:
                print(json.dumps({"seed": seed, "foul": str(foul)}))
                return 1
        answers = sum(game.answers for game in games)
        print(f"{upload.stat().st_size} bytes, {options.games} games, {answers} answers, no foul")
        kept, new, processor = (max(times) for times in list(zip(*games, strict=True))[1:])
        print(f"slowest answer: {kept:.2f} s kept running, {new:.2f} s in a new process")
        print(f"most processor time of a new process: {processor:.2f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
