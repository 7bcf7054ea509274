"""CPU time beside the earlier build `service`: tables and analyses after many plays, hints, and the command."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from dev import ROOT
from dev.bench.rows import Row, row
from lab.arena import earlier_builds
from service.core import engine, robots
from service.rules import cards
from service.rules.combos import Combo
from tests.helpers.follow_bodies import WANT

TIMED = Path(__file__).with_name("timed_requests.py")

TABLES, WARM = 60, 20
"""Tables of a row, and those before the measurement."""

GAMES = 8
"""Games that are sent turn by turn."""

ROUNDS = 3
"""Alternating runs of both builds."""

COMMANDS = 11
"""Alternating runs of the command."""

Request = tuple[str, str, str, Any]
"""Method, path, query and body."""


def long_game(seed: int, plays: int) -> dict[str, Any]:
    """Return a table of Dou Dizhu after a number of *plays*, passes included: low singles, often passed."""
    rules = engine.rules_for("standard")
    for attempt in range(1000):
        rng = random.Random(f"{seed}/{attempt}")
        dealt = robots.deal(rules, rng.randrange(1 << 40))
        hands, history, passes = list(dealt), list[str](), 2
        to_beat: Combo | None = None
        while len(history) < plays and all(hands):
            turn = len(history) % 3
            singles = [combo for combo in engine.legal(rules, hands[turn], to_beat) if combo.shape == "solo"]
            if to_beat is not None and (not singles or rng.random() < 0.5):
                passes, to_beat = passes + 1, None if passes == 1 else to_beat
                history.append("")
                continue
            to_beat, passes = min(singles, key=lambda combo: combo.key), 0
            hands[turn] -= to_beat.cards
            history.append(cards.text(to_beat.cards))
        if len(history) == plays and all(hands):
            return {
                "deal": {"hands": dict(zip(rules.variant.seats, map(cards.text, dealt), strict=True))},
                "history": history,
                "hand": cards.text(hands[plays % 3]),
                "seat": rules.variant.seats[plays % 3],
            }
    raise ValueError(f"no game of {plays} plays")


def game_request(table: Mapping[str, Any], plays: int | None = None) -> Request:
    """Return the request about a table, after the first *plays*."""
    return "POST", "/v1/game", "", {"deal": table["deal"], "history": table["history"][:plays]}


def analyze_requests(table: Mapping[str, Any]) -> tuple[Request, Request]:
    """Return the analysis of a table's position by POST and by GET."""
    body = {name: table[name] for name in ("hand", "seat", "history")} | WANT
    query = {"history": ",".join(play or "." for play in table["history"]), "want": ",".join(WANT["want"])}
    return (
        ("POST", "/v1/analyze", "", body),
        ("GET", "/v1/analyze", urlencode({name: body[name] for name in ("hand", "seat")} | query), None),
    )


def request_times(tree: Path, warm: Sequence[Request], measured: Sequence[Request]) -> list[float]:
    """Return the microseconds of each measured request by the application of a tree.

    Raises RuntimeError if it fails.
    """
    done = subprocess.run(
        [tree / ".venv/bin/python", "-P", TIMED], cwd=tree, input=json.dumps([warm, measured]),
        env=os.environ | {"PYTHONPATH": str(tree), "PAILI_LOG_LEVEL": "WARNING"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{tree}: {done.stderr.strip().splitlines()[-1:]}")
    times: list[float] = json.loads(done.stdout)
    return times


def hints_request(seed: int, top: int) -> Request:
    """Return a request for the *top* hints of a landlord's first lead."""
    hand = cards.text(robots.deal(engine.rules_for("standard"), seed)[0])
    return "POST", "/v1/analyze", "", {"hand": hand, "seat": "landlord", "top": top, "want": ["hints"]}


def requests_of(name: str) -> tuple[list[Request], list[Request]]:
    """Return the requests of a row: those before the measurement, and the measured ones."""
    kind, _, plays = name.rpartition("_")
    if plays == "turns":
        games = [long_game(seed, 60) for seed in range(GAMES)]
        requests = [game_request(game, end) for game in games for end in range(61)]
        return requests[:61], requests[61:]
    if kind == "hints":
        requests = [hints_request(seed, int(plays)) for seed in range(WARM + TABLES)]
        return requests[:WARM], requests[WARM:]
    tables = [long_game(seed, int(plays)) for seed in range(WARM + TABLES)]
    if kind == "game":
        requests = [game_request(table) for table in tables]
    else:
        requests = [analyze_requests(table)[kind == "analyze_get"] for table in tables]
    return requests[:WARM], requests[WARM:]


def bench_request(name: str, rows: dict[str, Row]) -> None:
    """Measure the requests of a row by this tree and by the earlier build in turn."""
    earlier, (warm, measured) = earlier_builds.export_build("service"), requests_of(name)
    ours, theirs = list[float](), list[float]()
    for _ in range(ROUNDS):
        ours += request_times(ROOT, warm, measured)
        theirs += request_times(earlier, warm, measured)
    rows[name] = row(ours, "us", f"build {earlier_builds.BUILDS['service']}", theirs)


def command_seconds(tree: Path) -> float:
    """Return the seconds of CPU of a local analysis by the command of a tree."""
    before = os.times()
    subprocess.run(
        [tree / ".venv/bin/python", "-m", "paili", "analyze", "34567899JJQQKA22D"], cwd=tree, stdout=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(tree)}, check=True,
    )  # fmt: skip
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def bench_command(rows: dict[str, Row]) -> None:
    """Measure the command by this tree and by the earlier build in turn."""
    earlier = earlier_builds.export_build("service")
    times = [(command_seconds(ROOT), command_seconds(earlier)) for _ in range(COMMANDS)]
    ours, theirs = zip(*times, strict=True)
    rows["command_analyze"] = row(ours, "s", f"build {earlier_builds.BUILDS['service']}", theirs)


TIMED_ROWS = (
    "game_0", "game_20", "game_40", "game_80", "game_turns", "analyze_post_40", "analyze_get_40", "hints_5", "hints_20",
)  # fmt: skip

REQUEST_BENCHES = {partial(bench_request, name): (name,) for name in TIMED_ROWS} | {bench_command: ("command_analyze",)}
"""The benches of this module."""
