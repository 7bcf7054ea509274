"""Recorded answers to small requests, for `make test-fast`: a changed answer is reported by the smallest request.

`tests/data/small/<variant>.jsonl` has a line [path, body, answer] for each request, the shortest first, without texts.
A child process answers the requests, so that a crash or an endless request is reported like any other.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from tests import ROOT
from tests.helpers import positions
from tests.helpers.answers import Json, Request, application_client, send, without_texts

FOLDER = ROOT / "tests" / "data" / "small"
ENDINGS, DEALS, SEARCHES, OPEN_HANDS, LATE = 8, 2, 4, 12, 2
"""Requests of each game: positions with few cards, positions of whole games, searched positions, open hands, and
positions with few unseen cards."""

LATE_PLIES = 6
"""Plies from a position with few unseen cards to the end of its game."""

SECONDS = 30
"""Seconds after which a request is considered endless; each needs some milliseconds."""


class Recorded(NamedTuple):
    """A request with its recorded answer."""

    path: str
    body: Json
    answer: str


def small_requests(client: Any, variant: str) -> list[tuple[str, Json]]:
    """Return the requests of a game, the shortest first."""
    requests: list[tuple[str, Json]] = []
    for number, body in enumerate(positions.endings(client, variant, ENDINGS)):
        requests.append(("/v1/analyze", body | {"top": 6, "want": ["power", "split", "hints", "unseen"]}))
        requests += [("/v1/move", body | {"level": level}) for level in ("starter", "regular", "club")]
        if number < SEARCHES:
            requests.append(("/v1/move", body | {"level": "expert", "limits": {"games": 24}}))
            requests.append(("/v1/analyze", body | {"want": ["beliefs"]}))
            requests.append(("/v1/analyze", body | {"want": ["split", "hints"], "limits": {"nodes": 1}}))
    requests += [("/v1/solve", body) for body in positions.open_hands(client, variant, OPEN_HANDS)]
    edges = positions.EDGE_PLAYS.get(variant, ())
    requests += [("/v1/check", body) for body in (*positions.plays_by_shape(client, variant), *edges)]
    requests += [("/v1/check", positions.beaten(body)) for body in edges]
    for body in positions.tables_by_shape(client, variant):
        requests.append(("/v1/analyze", body | {"top": 0, "want": ["hints"]}))
        requests += [("/v1/move", body | {"level": level}) for level in ("regular", "club")]
    for body in positions.late_positions(client, variant, LATE, LATE_PLIES):
        requests.append(("/v1/move", body | {"level": "expert", "limits": {"games": 24}}))
        requests.append(("/v1/analyze", body | {"want": ["beliefs"]}))
    for situation in positions.sample_positions(client, variant, DEALS):
        body = situation.body
        cards = positions.pieces(body["hand"], body["notation"])
        for size in (1, 2, 4, 5):
            tried = positions.join_cards(cards[:size], body["hand"], body["notation"])
            requests.append(("/v1/check", body | {"cards": tried}))
        requests.append(("/v1/analyze", body | {"top": 4, "want": ["power", "split", "hints"]}))
        requests.append(("/v1/move", body | {"level": "club"}))
    return sorted(requests, key=lambda request: (len(orjson.dumps(request[1])), request[0], orjson.dumps(request[1])))


def answer_of(client: Any, path: str, body: Json) -> str:
    """Return status and JSON of an answer without texts."""
    return without_texts(send(client, Request(path, body))).decode()


def small_file(variant: str) -> str:
    """Return the file of a game with the answers of the current code."""
    client = application_client()
    rows = [[path, body, answer_of(client, path, body)] for path, body in small_requests(client, variant)]
    return "".join(orjson.dumps(row).decode() + "\n" for row in rows)


def recorded_answers() -> list[Recorded]:
    """Return the recorded answers of all games, the shortest requests first.

    Raises FileNotFoundError if there are none.
    """
    paths = sorted(FOLDER.glob("*.jsonl"))
    if not paths:
        raise FileNotFoundError(f"no recorded answers in {FOLDER}")
    rows = [Recorded(*orjson.loads(line)) for path in paths for line in path.read_bytes().splitlines()]
    return sorted(rows, key=lambda row: len(orjson.dumps(row.body)))


def child_answers(rows: list[Recorded]) -> Iterator[str]:
    """Yield the current answer to each request; after a crash the reason instead, and nothing more."""
    with subprocess.Popen(
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, bufsize=0
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        waiting = b""
        for row in rows:
            child.stdin.write(orjson.dumps([row.path, row.body]) + b"\n")
            while b"\n" not in waiting:
                if not select.select([child.stdout], [], [], SECONDS)[0]:
                    child.kill()
                    yield f"no answer in {SECONDS} s"
                    return
                data = os.read(child.stdout.fileno(), 1 << 20)
                if not data:
                    yield f"none: the process ended with {child.wait()}"
                    return
                waiting += data
            line, _, waiting = waiting.partition(b"\n")
            yield line.decode()
        child.stdin.close()


def smallest_difference(rows: list[Recorded]) -> str:
    """Return the smallest request with a different answer, and both answers; "" if there is none."""
    for row, answer in zip(rows, child_answers(rows), strict=False):
        if answer != row.answer:
            return f"POST {row.path} {orjson.dumps(row.body).decode()}\n  recorded: {row.answer}\n  now:      {answer}"
    return ""


def main() -> None:
    """Answer the requests of standard input, one per line."""
    client = application_client()
    for line in sys.stdin.buffer:
        path, body = orjson.loads(line)
        sys.stdout.buffer.write(answer_of(client, path, body).encode() + b"\n")
        sys.stdout.buffer.flush()


def small_files() -> dict[Path, str]:
    """Return the files of all games with the answers of the current code."""
    variants = positions.variants_of(application_client())
    return {FOLDER / f"{variant}.jsonl": small_file(variant) for variant in variants}


if __name__ == "__main__":
    main()
