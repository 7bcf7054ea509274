"""Search for requests that stop the application or take too much of it: `python -m dev.fuzz answers SECONDS [SEED]`.

Requests come from random games of every variant and option, from the contract's examples, hostile bodies and samples
of records; most of them are changed. A process of limited memory answers them. Reported are statuses of 500 and above,
processes that end or do not answer, and answers that take over 20 bytes of memory for each byte of the request, besides
a constant. The requests found are in build/fuzz/answers.log, one JSON object a line.
"""

from __future__ import annotations

import base64
import copy
import functools
import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import orjson

from dev import ROOT
from service.advice.analysis_request import ALL_WANTS
from service.http.endpoints import ENDPOINTS
from service.rules.variants import VARIANTS
from tests.helpers.contract import EXAMPLES, read_examples
from tests.helpers.hostile_bodies import HOSTILE
from tests.helpers.patient import patient_app
from tests.helpers.reviewed_games import robot_game

MOST_BODY = 60_000
MOST_TIMES = 20
"""Maximum bytes of memory for each byte of a request."""
CONSTANT = 8 << 20
"""Bytes of memory that any request may take: entries of caches, memory of a search."""
MEMORY = 1 << 30
"""Bytes that a process may use besides those at its start."""
PATIENCE = 600.0
"""Seconds for an answer; beside other work reviews of some seconds of CPU take minutes."""
GAMES = 60
"""Random games of a process."""

LEVELS = ("starter", "hobbyist", "regular", "club", "hint", "expert")
CARD_TEXTS = (
    "3",
    "XD",
    "3456789TJQKA2XD",
    "33=44",
    "3@landlord",
    "4s",
    "-",
    "?",
    "pass",
    "地主",
    "😀",
    "\ud83d",
    "\x00",
)
PARTS = (None, [], {}, [[]], [None], {"": ""}, {"cards": "3", "as": "4"}, [3, 4])
NUMBERS = (True, False, 0, 1, -1, 0.5, 2**53, 1e308)
ODD: tuple[Any, ...] = (*NUMBERS, *PARTS, *CARD_TEXTS, "", " ", "0", "=", "@", ",", "standard", "guandan", "landlord")
"""Values in place of others."""

WORDS = (
    "10",
    "1e999",
    "Infinity",
    "NaN",
    "[Deal ",
    "landlord:",
    "\\u0000",
    "% ",
    "{}",
    "[]",
    "3,",
    "\r\n",
    "null",
    "true",
)
FRAGMENTS = (*" \t\n[](){}\\\"',;:%=@.-+*/?0123456789TJQKA2XDWSBHR", *"地主农民出不要底牌三王😀é\x00", *WORDS)
"""Parts of texts, repeated or in place of others."""


class Sent(NamedTuple):
    """A request: its path with the query, and a body with its type, or a GET."""

    path: str
    body: bytes = b""
    kind: str = "application/json"
    is_get: bool = False

    @property
    def size(self) -> int:
        return len(self.path.encode()) + len(self.body)


class Finding(NamedTuple):
    """What a request did."""

    number: int
    fault: str
    sent: Sent

    def line(self) -> bytes:
        text = base64.b85encode(self.sent.body).decode()
        return orjson.dumps(
            self._asdict() | {"sent": self.sent._replace(body=b"")._asdict() | {"body": text}}, default=str
        )


Answer = Callable[[Sent], int]
"""Returns the status of the answer to a request."""


# ---- requests -----------------------------------------------------------------------------------------------------


class Sources(NamedTuple):
    """Well-formed requests."""

    client: Any
    rng: random.Random
    seed: int
    games: list[dict[str, Any]]

    def game(self) -> dict[str, Any]:
        """Return a whole game under random options."""
        if len(self.games) < GAMES and (not self.games or self.rng.random() < 0.3):
            variant, number = self.rng.choice(list(VARIANTS)), len(self.games)
            options = {
                name: self.rng.choice(option.values)
                for name, option in VARIANTS[variant].options.items()
                if self.rng.random() < 0.4
            }
            self.games.append(robot_game(self.client, variant, self.seed + number, "starter", 200, options))
        return copy.deepcopy(self.rng.choice(self.games))

    def body(self) -> tuple[str, Any]:
        """Return an endpoint and a body for it."""
        rng = self.rng
        if rng.random() < 0.3:
            one = rng.choice(read_examples())
            return one.operation, copy.deepcopy(one.request)
        game = self.game()
        ply = rng.randrange(len(game["history"]) + 1)
        kind = rng.choice(("game", "game", "review", "move", "move", "analyze", "analyze", "check", "batch", "records"))
        if kind == "review":
            return kind, game | {"level": rng.choice(LEVELS[:4]), "limits": {"games": 4}}
        if kind == "records":
            return kind, {"text": orjson.dumps(game).decode()}
        cut = game | {"history": game["history"][:ply]}
        if kind == "game":
            return kind, cut
        if kind == "batch":
            return kind, {"items": [{"op": op, "body": body} for op, body in [self.body() for _ in range(3)]]}
        table = self.client.post("/v1/game", json=cut).get_json()
        lines = table["positions"] or {"": "34567"}
        mover = str(table["turn"]["seat"]) if table["turn"] and rng.random() < 0.8 else rng.choice(list(lines))
        position = {"position": lines[mover]}
        if kind == "check":
            return kind, position | {"cards": rng.choice(["3", "33", "34567", "XD", *map(str, game["history"][:5])])}
        level = {"level": rng.choice(LEVELS), "limits": {"games": 8}, "seed": ply}
        return kind, position | level | ({"want": rng.sample(sorted(ALL_WANTS), 2)} if kind == "analyze" else {})


def changed_text(text: str, rng: random.Random) -> str:
    """Return a text with a part repeated, removed, exchanged or added."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((1, 2, 5, 40)))
    part = text[start:end] or rng.choice(FRAGMENTS)
    if rng.random() < 0.6:
        part = rng.choice(FRAGMENTS)
    times = rng.choice((0, 1, 1, 1, 2, 30, 3000, MOST_BODY)) if rng.random() < 0.7 else rng.randrange(100)
    return (text[:start] + (part * times)[:MOST_BODY] + text[end if rng.random() < 0.5 else start :])[:MOST_BODY]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container with each key in it."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from places(item)


def change_value(body: Any, other: Any, rng: random.Random) -> None:
    """Change one value of a body; some become values of another body."""
    found = list(places(body))
    if not found:
        return
    holder, key = rng.choice(found)
    kind = rng.randrange(7)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = rng.choice(ODD)
    elif kind == 2 and isinstance(holder[key], str):
        holder[key] = changed_text(holder[key], rng)
    elif kind == 3 and isinstance(holder, list):
        room = MOST_BODY // (len(orjson.dumps(holder[key], default=str)) + 1)
        holder[key : key + 1] = [holder[key]] * min(room, rng.choice((2, 3, 64, 256, 257, 5000)))
    elif kind == 4 and isinstance(holder, dict):
        holder[changed_text(str(key), rng)] = holder[key]
    else:
        there = list(places(other)) or [(ODD, 0)]
        source, name = rng.choice(there)
        holder[key] = copy.deepcopy(source[name])


def json_bytes(body: Any) -> bytes:
    try:
        return orjson.dumps(body)[:MOST_BODY]
    except orjson.JSONEncodeError:  # half of a surrogate pair
        return orjson.dumps(repr(body))[:MOST_BODY]


@functools.cache
def samples() -> tuple[str, ...]:
    """Return the samples of records, texts of every format."""
    folder = EXAMPLES.parent / "records"
    return tuple([path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix not in (".md", ".pkl")])


def request_of(sources: Sources) -> Sent:
    """Return a random request."""
    rng = sources.rng
    kind = rng.random()
    if kind < 0.2:
        text = rng.choice(samples())[:MOST_BODY]
        for _ in range(rng.randrange(4)):
            text = changed_text(text, rng)
        if rng.random() < 0.3:
            path = rng.choice([f"/v1/{name}" for name, row in ENDPOINTS.items() if row.records])
            return Sent(path, text.encode("utf-8", "surrogatepass"), "text/x-ddz")
        return Sent("/v1/records", json_bytes({"text": text}))
    if kind < 0.25:
        operation, data = rng.choice(list(HOSTILE.values()))
        return Sent(f"/v1/{operation}", changed_text(data.decode(), rng).encode("utf-8", "surrogatepass"))
    operation, body = sources.body()
    if kind < 0.35 and isinstance(body, dict):
        fields = {name: changed_text(str(value), rng) if rng.random() < 0.3 else value for name, value in body.items()}
        query = urlencode(fields, errors="replace")[:8000]
        return Sent(rng.choice((f"/v1/{operation}", "/v1/analyze", "/v1/variants")) + f"?{query}", is_get=True)
    for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 4))):
        change_value(body, sources.body()[1], rng)
    data = json_bytes(body)
    if rng.random() < 0.1:
        data = changed_text(data.decode("utf-8", "replace"), rng).encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        operation = rng.choice([*ENDPOINTS, "batch"])
    return Sent(f"/v1/{operation}", data)


# ---- answers ------------------------------------------------------------------------------------------------------


def memory(name: str) -> int:
    """Return the bytes of a line of this process's status."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(f"{name}:"))
    return int(line.split()[1]) << 10


def peak_of(answer: Answer, sent: Sent) -> tuple[int, int]:
    """Return the status of an answer, and by how many bytes the process was larger in between."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak is that from now on
    before = memory("VmRSS")
    return answer(sent), memory("VmHWM") - before


def fault_of(answer: Answer, sent: Sent) -> str:
    """Return what is wrong with the answer to a request; memory counts if a second time takes it, too."""
    most = MOST_TIMES * sent.size + CONSTANT
    status, peak = peak_of(answer, sent)
    if status >= 500:
        return f"status {status}"
    if peak > most:
        _, peak = peak_of(answer, sent)
    return f"{peak} bytes of memory for {sent.size}" if peak > most else ""


def worker(pipe: Connection, answer: Answer, requests: Iterator[Sent], first: int) -> None:
    """Answer requests from a number on; tell of each before and after."""
    size = memory("VmSize") + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    for number, sent in enumerate(requests, first):
        pipe.send((number, sent, None))
        pipe.send((number, sent, fault_of(answer, sent)))


def search(
    answer: Answer, requests: Callable[[int], Iterator[Sent]], seconds: float, patience: float = PATIENCE
) -> Iterator[tuple[int, Finding | None]]:
    """Yield for each request in turn its number and what was found; an ended process is followed by a new one."""
    forked, end, number, sent = multiprocessing.get_context("fork"), time.monotonic() + seconds, -1, Sent("")
    while time.monotonic() < end:
        number += 1
        mine, theirs = forked.Pipe(duplex=False)
        process = forked.Process(target=worker, args=(theirs, answer, requests(number), number))
        process.start()
        theirs.close()
        try:
            fault: str | None = ""
            while time.monotonic() < end:
                if not mine.poll(patience):
                    yield number, Finding(number, f"no answer in {patience:.0f} s", sent)
                    break
                number, sent, fault = mine.recv()
                if fault is not None:
                    yield number, Finding(number, fault, sent) if fault else None
        except EOFError:
            process.join()
            if not process.exitcode:
                return
            during = "during" if fault is None else "after"  # or while it made the next request
            yield number, Finding(number, f"process ended by {process.exitcode} {during} this", sent)
        finally:
            process.kill()
            process.join()


def application(client: Any) -> Answer:
    def answer(sent: Sent) -> int:
        if sent.is_get:
            return int(client.get(sent.path).status_code)
        return int(client.post(sent.path, data=sent.body, headers={"Content-Type": sent.kind}).status_code)

    return answer


def endless(client: Any, seed: int) -> Callable[[int], Iterator[Sent]]:
    """Return a function that yields random requests from a number on."""

    def requests(first: int) -> Iterator[Sent]:
        sources = Sources(client, random.Random(f"{seed}/{first}"), 1000 * first + seed, [])
        while True:
            yield request_of(sources)

    return requests


def main(seconds: float, seed: int) -> int:
    """Search for some seconds and print what is found; return 1 if something is."""
    client, log = patient_app().test_client(), ROOT / "build" / "fuzz" / "answers.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    number, findings = 0, 0
    with log.open("ab") as file:
        for number, found in search(application(client), endless(client, seed), seconds):
            if found is not None:
                findings += 1
                file.write(found.line() + b"\n")
                file.flush()
                print(f"{number}: {found.fault}: {found.sent.path[:60]} {found.sent.body[:200]!r}", flush=True)
            elif number % 1000 == 999:
                print(f"{number + 1} requests, {findings} findings", flush=True)
    print(f"answers: {number + 1} requests of seed {seed}, {findings} findings")
    return int(findings > 0)
