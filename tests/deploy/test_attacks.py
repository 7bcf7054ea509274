"""Two instances with 512 MB each behind the shipped nginx: an attack costs other callers no request."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from tests.helpers.callers import Callers
from tests.helpers.nginx import LIMITS, Balanced, ask
from tests.http.test_json_body import SHAPES

pytestmark = [
    pytest.mark.server,
    pytest.mark.long,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="this machine has no nginx"),
    pytest.mark.skipif(shutil.which("prlimit") is None, reason="this machine has no prlimit"),
]

SMALL = ("prlimit", f"--as={512 << 20}")
"""Command prefix for an instance with 512 MB."""

SPACES, ESCAPES = f"地主出3{' ' * 58_000}4x", '[Variant "standard"]\n3,[ {' + r"\{" * 20_000
TEXTS = (SPACES, ESCAPES, "{}" * 29_000, "3," * 29_000)
"""Records whose spaces, braces and plays were read in quadratic time, with the interpreter's lock held."""

JSON = "application/json"

ATTACKS = {
    "JSON": [(path, text.encode(), JSON) for path in ("/v1/analyze", "/v1/game") for text in SHAPES.values()],
    "records": [("/v1/records", json.dumps({"text": text}, ensure_ascii=False).encode(), JSON) for text in TEXTS]
    + [("/v1/game", text.encode(), "text/x-ddz") for text in TEXTS],
}
"""Attacks: paths with bodies of up to 64 kB and their types."""

FOLLOW = json.dumps({"hand": "34567899JJQQKA22D", "last": {"seat": "landlord_up", "cards": "55"}}).encode()

CONNECTIONS = 4
"""Connections of the attacker, who sends each body from another address."""


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_loses_no_request_of_others(tmp_path: Path, name: str) -> None:
    numbers, addresses = count(), count()

    def light() -> tuple[str, int]:
        number = next(numbers)
        path, body = ("/v1/analyze", FOLLOW) if number % 2 else (f"/v1/analyze?hand=34567JJQQ22&seed={number}", None)
        return path, ask(running.port, path, body, source=f"127.0.1.{number % 250 + 1}").status

    def attack(one: tuple[str, bytes, str]) -> int:
        path, body, media = one
        source = f"127.0.2.{next(addresses) % 250 + 1}"
        return ask(running.port, path, body, {"Content-Type": media}, source).status

    with Balanced(tmp_path, 2, LIMITS, wrapper=SMALL, WORKERS="1", PAILI_RATE_LIMIT="600/minute") as running:
        with Callers(light, 2) as callers, ThreadPoolExecutor(CONNECTIONS) as connections:
            callers.more(20)
            statuses = set(connections.map(attack, 8 * ATTACKS[name]))
            callers.more(20)
        assert statuses <= {200, 422}
        assert [result for result in callers.results if result[-1] != 200] == []
