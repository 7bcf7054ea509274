"""What WebAssembly costs: the core under node beside the native one, and whole answers of `expert` by both engines."""

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

from browser.build import FOLDER, is_built
from service.core.door import Buffers, Rules, ffi, lib
from service.http.endpoints import ENDPOINTS
from tests.bench_rows import Row, micros, row
from tests.browser_engine import Engine

TIMER = Path(__file__).with_suffix(".mjs")
EXPERTS = 60
"""Moves of `expert` that both engines are asked for."""


def in_wasm(rules: Rules, hands: Sequence[int], before: Sequence[int]) -> dict[str, list[float]]:
    """Return how long splits and hints of *hands* take in WebAssembly after others *before*, and the splits' scores."""
    told = {
        "rules": base64.b64encode(ffi.buffer(rules.c)[:]).decode(),
        "weights": base64.b64encode(ffi.buffer(rules.weights.c)[:]).decode(),
        "hands": [str(hand) for hand in hands],
        "before": [str(hand) for hand in before],
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(told, file)
        file.flush()
        command = ["node", "--no-warnings", str(TIMER), str(FOLDER), file.name]
        found: dict[str, list[float]] = orjson.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found


def bench_core(rows: dict[str, Row], rules: Rules, hands: Sequence[int], before: Sequence[int]) -> None:
    """Measure splits and hints, with an empty memo, natively and in WebAssembly; the scores must be the same."""
    splits, surveys, scores = [], [], []
    with Buffers.borrow() as b:
        c = b.set_engine(rules)
        for hand in hands:
            splits.append(micros(lambda h=hand: lib.split_best(c, h, ffi.NULL, 0, b.split)))
            scores.append(b.split.score)
        for hand in hands:
            table = b.set_table(rules, hand, None)
            surveys.append(micros(lambda t=table: lib.hints_survey(c, t, 0, b.survey, b.hints, lib.MAX_MOVES)))
    found = in_wasm(rules, hands, before)
    assert found["scores"] == scores
    rows["wasm_split"] = row(found["splits"], "us", "the native core, called from Python", splits)
    rows["wasm_hints"] = row(found["surveys"], "us", "the native core, called from Python", surveys)


def bench_wasm(
    rows: dict[str, Row],
    rules: Rules,
    hands: Sequence[int],
    before: Sequence[int],
    bodies: Sequence[dict[str, Any]],
) -> None:
    """Measure the engine for browsers, where it is built."""
    if not is_built():
        print("the engine for browsers is not built of these sources (`make wasm`): no rows of it")
        return
    bench_core(rows, rules, hands, before)
    endpoint, ours, native = ENDPOINTS["move"], [], []
    with Engine() as engine:
        for i, body in enumerate(bodies[: EXPERTS + 5]):
            asked = body | {"level": "expert"}
            began = time.perf_counter()
            found = engine.ask("move", asked)
            between = time.perf_counter()
            expected = orjson.dumps(endpoint.reply(endpoint.schema.load(asked), "en")).decode()
            ended = time.perf_counter()
            assert found["text"] == expected
            if i >= 5:  # networks are loaded and code is compiled
                ours.append((between - began) * 1000)
                native.append((ended - between) * 1000)
    rows["wasm_expert"] = row(ours, "ms", "the service's answer, in process", native)
