"""The engine for browsers as a process of node, compared with the service: positions, levels, errors, whole tables."""

from __future__ import annotations

import json
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice
from pathlib import Path
from typing import Any

import orjson
from flask.testing import FlaskClient

from tests import ROOT
from tests.helpers.answers import HEADERS
from tests.helpers.positions import Situation, faulty, game_positions, sample_positions
from tests.helpers.simulated_table import SimulatedTable

Json = dict[str, Any]

ENGINE = ROOT / "board" / "page" / "engine"
ASKER = Path(__file__).with_suffix(".mjs")

LEVELS = ("starter", "regular", "club", "expert", "master")
SEARCH = {"limits": {"games": 24}}
"""Games of `master` here, because full searches take seconds."""


class Engine:
    """The engine under node; a context that ends its process."""

    def __init__(self, folder: Path = ENGINE) -> None:
        command = ["node", "--no-warnings", str(ASKER), str(folder / "index.js")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.communicate()

    def ask(self, kind: str, body: object, lang: str = "en", way: str = "POST") -> Json:
        """Return status and text of an answer, the reason if the engine declined, or a stack trace; with its input."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"kind": kind, "request": body, "lang": lang, "way": way}).encode() + b"\n")
        self.process.stdin.flush()
        answer: Json = orjson.loads(self.process.stdout.readline())
        return answer


def as_engine(status: int, data: bytes) -> tuple[int, str]:
    """Return an answer of the service in the engine's form: problems have no request id there."""
    if status == 200:
        return status, data.decode()
    problem = orjson.loads(data)
    problem.pop("request_id")
    return status, orjson.dumps(problem).decode()


class ComparingClient:
    """A client of the service that also sends each request to the engine and compares the answers."""

    def __init__(self, client: FlaskClient, engine: Engine) -> None:
        self.client, self.engine = client, engine
        self.counts: Counter[str] = Counter()
        self.seconds = 0.0

    def get(self, path: str) -> Any:
        return self.client.get(path)

    def post(self, path: str, json: object, lang: str = "en") -> Any:
        """Send a request to both; return the service's answer."""
        kind = path.removeprefix("/v1/")
        answer = self.client.post(path, json=json, headers=HEADERS | {"Accept-Language": lang})
        began = time.perf_counter()
        result = self.engine.ask(kind, json, lang)
        self.seconds += time.perf_counter() - began
        if "declined" in result:
            self.counts[f"declined: {result['declined']}"] += 1
            return answer
        expected = as_engine(answer.status_code, answer.data)
        assert (result.get("status"), result.get("text")) == expected, (kind, json, lang, result.get("bug"))
        self.counts[f"{kind} {answer.status_code}"] += 1
        return answer


def situations(client: FlaskClient, variant: str, number: int) -> Iterable[Situation]:
    """Return *number* positions, evenly distributed over the signed games, or from as many games as needed."""
    some = sample_positions(client, variant, number)
    if len(some) == number:
        return some
    return islice((situation for game in count() for situation in game_positions(client, variant, game)), number)


def engine_questions(client: FlaskClient, variant: str, number: int) -> Iterator[tuple[str, Json, str]]:
    """Yield requests about *number* positions of a game: in turn all parts, snapshots, levels, errors."""
    rng = random.Random(f"{variant}/browser")
    for i, situation in enumerate(situations(client, variant, number)):
        lang = ("en", "zh")[i % 2]
        yield "analyze", situation.body | {"top": 0 if i % 3 == 0 else 8}, lang
        yield "move", situation.body | {"level": LEVELS[i % 5]} | (SEARCH if i % 5 == 4 else {}), lang
        if i % 4 == 0:
            yield "analyze", situation.snapshot | {"order": "robot", "level": LEVELS[i // 4 % 4]}, lang
        elif i % 4 == 1:
            yield "analyze", situation.body | {"want": ["beliefs", "power"]}, lang
        else:
            yield ("analyze", "move")[i % 2], faulty(situation.body, rng), lang


def compare(client: FlaskClient, engine: Engine, variant: str, number: int, tables: int) -> ComparingClient:
    """Compare positions and whole tables of a game."""
    both = ComparingClient(client, engine)
    for kind, body, lang in engine_questions(client, variant, number):
        both.post(f"/v1/{kind}", body, lang)
    for table in range(tables):
        SimulatedTable(both, variant, random.Random(f"{variant}/browser/{table}")).play_deal()
    return both


def declined_wrongly(counts: Mapping[str, int]) -> list[str]:
    """Return the reasons for which the engine declined valid requests."""
    return [
        why for why in counts if why.startswith("declined") and "its form" not in why and "a name is unknown" not in why
    ]
