"""Cost of WebAssembly: the core under node compared with the native one, and whole answers of `expert`."""

from __future__ import annotations

import base64
import json
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson

from board.browser_engine.build import FOLDER, is_built
from board.tests.helpers.browser_engine import Engine
from dev.bench.rows import Row, micros, row
from dev.bench.solve import RULES
from service.core.bindings import Buffers, CompiledRules, ffi, lib
from service.http.endpoints import ENDPOINTS
from service.rules import cards
from tests.helpers.open_endings import random_deal

TIMER = Path(__file__).with_suffix(".mjs")
EXPERTS = 60
"""Moves of `expert` for both engines; only those with a search count."""

SOLVED = 60
"""Open hands answered by both engines."""

FIRST = 5
"""Answers that are not counted, at the start."""

ROUNDS = 5
"""Alternating rounds of both cores; the minimum time of each request counts, because other processes only add time."""


def in_wasm(rules: CompiledRules, hands: Sequence[int]) -> dict[str, list[float]]:
    """Return the times of splits and hints of *hands* in WebAssembly, and the splits' scores.

    The code is compiled with the optimizing compiler before its first run: the time at which a baseline version would
    be replaced depends on the load.
    """
    timer_input = {
        "rules": base64.b64encode(ffi.buffer(rules.c)[:]).decode(),
        "weights": base64.b64encode(ffi.buffer(rules.weights.c)[:]).decode(),
        "hands": [str(hand) for hand in hands],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(timer_input, file)
        file.flush()
        command = ["node", "--no-warnings", "--no-liftoff", str(TIMER), str(FOLDER), file.name]
        times: dict[str, list[float]] = orjson.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return times


def in_python(rules: CompiledRules, hands: Sequence[int]) -> dict[str, list[float]]:
    """Return the same for the native core."""
    times: dict[str, list[float]] = {"splits": [], "surveys": [], "scores": []}
    with Buffers.borrow() as b:
        c = b.set_engine(rules)
        for hand in hands:
            times["splits"].append(micros(lambda h=hand: lib.split_best(c, h, ffi.NULL, 0, b.split)))
            times["scores"].append(b.split.score)
        for hand in hands:
            table = b.set_table(rules, hand, None)
            took = micros(lambda t=table: lib.hints_survey(c, t, 0, b.survey, b.hints, lib.MAX_MOVES))
            times["surveys"].append(took)
    return times


def bench_core(rows: dict[str, Row], rules: CompiledRules, hands: Sequence[int]) -> None:
    """Measure splits and hints with an empty memo, natively and in WebAssembly; the scores must be equal."""
    native, ours = [], []
    for _ in range(ROUNDS):
        native.append(in_python(rules, hands))
        ours.append(in_wasm(rules, hands))
        assert native[-1]["scores"] == ours[-1]["scores"]
    for name, part in (("wasm_split", "splits"), ("wasm_hints", "surveys")):
        least, base = (list(map(min, *(times[part] for times in rounds))) for rounds in (ours, native))
        rows[name] = row(least, "us", "the native core, called from Python", base)


def bench_wasm(
    rows: dict[str, Row],
    rules: CompiledRules,
    hands: Sequence[int],
    bodies: Sequence[dict[str, Any]],
) -> None:
    """Measure the engine for browsers.

    Raises RuntimeError if it is not built.
    """
    if not is_built():
        raise RuntimeError("the engine for browsers is not built from these sources: run `make wasm`")
    bench_core(rows, rules, hands)
    with Engine() as engine:
        experts = [body | {"level": "expert"} for body in bodies[: EXPERTS + FIRST]]
        rows["wasm_expert"] = both_answers(engine, "move", experts)
        rows["wasm_solve"] = both_answers(engine, "solve", list(map(open_hands_of, range(SOLVED + FIRST))))


def open_hands_of(seed: int) -> dict[str, Any]:
    hands = map(cards.text, random_deal(RULES, 24, seed).hands)
    return {"hands": dict(zip(("landlord", "landlord_up"), hands, strict=True))}


def both_answers(engine: Engine, op: str, requests: Sequence[dict[str, Any]]) -> Row:
    """Return the milliseconds of answers by the engine for browsers and by the service; the answers must be equal.

    The first ones are not counted, because networks are loaded and code is compiled. Nor are moves without a search.
    """
    endpoint, ours, native = ENDPOINTS[op], [], []
    for i, request in enumerate(requests):
        began = time.perf_counter()
        answer = engine.ask(op, request)
        between = time.perf_counter()
        expected = endpoint.reply(endpoint.schema.load(request), "en")
        written = orjson.dumps(expected).decode()
        ended = time.perf_counter()
        assert answer["text"] == written
        if i >= FIRST and (op != "move" or "search" in expected["move"]):
            ours.append((between - began) * 1000)
            native.append((ended - between) * 1000)
    return row(ours, "ms", "the service's answer, in process", native)
