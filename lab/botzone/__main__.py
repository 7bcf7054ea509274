"""Botzone's bot: `python -m lab.botzone`.

It reads the whole log of a match from standard input and answers its last request; with `--keep-running` the process
does not exit, and each further line contains only the next request. `--pack FILE` writes the upload: a zip with
`__main__.py`, the service without its web parts, and the compiled core. The game follows from the requests.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from lab.botzone.clock import Clock, process_age
from lab.botzone.guandan import answer_guandan
from lab.botzone.landlord import answer_landlord
from lab.botzone.log import Json, LogError, read_log, require
from lab.botzone.pack import pack_upload
from service.advice import levels
from service.rules.errors import RuleError

LEVEL = "expert"
"""Default level: `master` takes more than a second of a slow core in some positions."""

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""Line after an answer that requests that the process keeps running."""


class BotzonePlayer:
    """A bot with the log of one match. *passed* is the time in seconds before its first answer starts."""

    def __init__(self, level: str = LEVEL, passed: float = 0.0) -> None:
        self.level, self.passed = levels.find_level(level).id, passed
        self.requests: list[Json] = []
        self.responses: list[Any] = []

    def read(self, line: str) -> None:
        """Read a whole log, or only the next request.

        Raises LogError.
        """
        log = read_log(line)
        requests = log.get("requests", log)
        if not isinstance(requests, list):
            self.requests.append(require(requests, dict, "the request"))
            return
        self.requests = [require(one, dict, f"requests[{at}]") for at, one in enumerate(requests)]
        self.responses = list(require(log.get("responses"), list, "responses"))
        if len(self.responses) != len(self.requests) - 1:
            raise LogError(
                f"{len(self.requests)} requests have {len(self.responses)} responses, not one less; the log is cut"
            )

    def answer(self, line: str) -> str:
        """Return the answer to a line as one line of JSON.

        Raises LogError.
        """
        clock, self.passed = Clock(self.passed), 0.0
        self.read(line)
        game = answer_guandan if "stage" in self.requests[0] else answer_landlord
        try:
            response = game(self.requests, self.responses, self.level, clock)
        except RuleError as error:
            raise LogError(f"the log does not fit the rules: {error}") from None
        self.responses.append(response)
        return json.dumps({"response": response}, separators=(",", ":"))


def botzone_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lab.botzone", description=__doc__)
    parser.add_argument("--level", default=LEVEL, choices=list(levels.LEVELS), help=f"robot level; default: {LEVEL}")
    parser.add_argument("--keep-running", action="store_true", help="stay after an answer and read the next request")
    parser.add_argument("--pack", type=Path, metavar="FILE", help="write the upload to this zip and end")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Answer the log on standard input, or write the upload; return the exit status, 2 for an invalid log."""
    options = botzone_arguments(arguments)
    if options.pack:
        pack_upload(options.pack, options.level)
        return 0
    player = BotzonePlayer(options.level, process_age())
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            print(player.answer(line), flush=True)
        except LogError as error:
            print(f"botzone: {error}", file=sys.stderr)
            return 2
        if not options.keep_running:
            break
        print(KEEP_RUNNING, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
