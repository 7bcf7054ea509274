"""Benchmarks of the core, the robots, the service and the browser engine: `make bench`.

Each row has a target and is measured next to a baseline in the same run. A row is printed as soon as it is measured and
written to build/bench.json: {key: {median, p99, unit, baseline: {name, value}, ratio, n}}. The ratio is baseline / ours
for times and memory and ours / baseline for rates: larger is better. `refused` counts requests that a busy server
rejected; they are left out of rates and times. A row that could not be measured has an `error` instead, and the exit
status is 1. `--write` also replaces the rows in dev/benchmarks/bench.json and those of docs/measurements/figures.md.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from dev.bench import http
from dev.bench.counts import Calls, bench_counted, deals
from dev.bench.environments import bench_environments
from dev.bench.requests import REQUEST_BENCHES
from dev.bench.review import bench_reviews
from dev.bench.robots import bench_games, bench_moves
from dev.bench.rows import HEAD, Bench, Row, RowFile, micros, row, row_cells, run_benches
from dev.bench.solve import bench_solve
from dev.bench.wasm import bench_wasm
from dev.load.wrk import run_wrk
from dev.tables import MeasuredTable, load_table, machine, write_table
from service.core import engine
from service.core.bindings import Buffers, CompiledRules, ffi, lib
from service.rules import cards
from tests.helpers.family_engine import deck_of, service_cards
from tests.helpers.follow_bodies import WANT, follows, long_follows
from tests.helpers.rules import random_hand
from tests.oracle.family import GAMES

RULES = engine.rules_for("standard")
OUT = Path("build/bench.json")
UNPLAYABLE = -(10**9)


def hands(size: int, n: int) -> list[int]:
    """Return *n* random hands of *size* cards, always the same."""
    return [cards.pack(random_hand(random.Random(f"{size}/{i}"), size)) for i in range(n)]


def extraction(hand: int, rules: CompiledRules = RULES) -> int:
    """Return the score of the best split by plain recursion: every play with the lowest card, then the rest.

    Plays are only read at their highest key; lower keys never score more under the shipped weights.
    """
    values = rules.weights.c.value

    @cache
    def best(left: int) -> int:
        if not left:
            return 0
        lowest = ((left & -left).bit_length() - 1) // 4 * 4
        scores = [UNPLAYABLE]
        for combo in engine.legal(rules, left):
            if combo.cards >> lowest & 15:
                row = rules.row_of(combo)
                start = combo.key if rules.shapes[row].runs else 0 if rules.shapes[row].named else combo.rank
                scores.append(values[row][start][combo.length] + best(left - combo.cards))
        return max(scores)

    return best(hand)


# ---- the core ---------------------------------------------------------------------------------------------------


def bench_splits(rows: dict[str, Row]) -> None:
    """Measure best splits with an empty memo; the baseline must find the same scores."""
    with Buffers.borrow() as b:
        c = b.set_engine(RULES)
        for size in (17, 20):
            sample = hands(size, 3000)
            took = [micros(lambda h=hand: lib.split_best(c, h, ffi.NULL, 0, b.split)) for hand in sample]
            base = [micros(lambda h=hand: extraction(h)) for hand in sample[:12]]
            assert all(extraction(hand) == engine.split(RULES, hand).score for hand in sample[:3])
            rows[f"split_{size}_cold"] = row(took, "us", "play extraction in Python over the C generator", base)


def bench_hints(rows: dict[str, Row]) -> None:
    """Measure every lead of twenty cards, scored and ordered, with an empty memo."""
    sample = hands(20, 1500)

    def alone(hand: int, b: Buffers) -> None:
        table = b.set_table(RULES, hand, None)
        n = lib.moves_legal(RULES.c, table, b.combos, lib.MAX_MOVES)
        for i in range(n):
            lib.split_best(b.engine, hand - b.combos[i].cards, ffi.NULL, 0, b.split)

    with Buffers.borrow() as b:
        c, took = b.set_engine(RULES), []
        for hand in sample:
            table = b.set_table(RULES, hand, None)
            took.append(micros(lambda t=table: lib.hints_survey(c, t, 0, b.survey, b.hints, lib.MAX_MOVES)))
        base = [micros(lambda h=hand: alone(h, b)) for hand in sample[:300]]
    rows["hints_20_lead_cold"] = row(took, "us", "a split for each remainder, no shared memo", base)


def family_hands(rules: CompiledRules, size: int, wilds: int, n: int) -> list[cards.Cards]:
    """Return *n* random hands of a variant with *wilds* wild cards, always the same."""
    deck = deck_of(rules)
    wild = [card for card in deck if card[0] in rules.setup.wilds.cards][:wilds]
    plain = [card for card in deck if card[0] not in rules.setup.wilds.cards]
    return [service_cards(rules, (*random.Random(i).sample(plain, size - wilds), *wild)) for i in range(n)]


def bench_family(rows: dict[str, Row], key: str, rules: CompiledRules, sample: list[cards.Cards], base: Row) -> None:
    """Measure best splits and all leads of a variant's hands, with an empty memo."""
    split, hints = [], []
    with Buffers.borrow() as b:
        c = b.set_engine(rules)
        for hand in sample:
            words = hand.suits or ffi.NULL
            split.append(micros(lambda h=hand, w=words: lib.split_best(c, h.hand, w, 0, b.split)))
            table = b.set_table(rules, hand.hand, None, hand.suits)
            hints.append(micros(lambda t=table: lib.hints_survey(c, t, 0, b.survey, b.hints, lib.MAX_MOVES)))
    for name, took in ((key, split), (key.replace("split", "hints"), hints)):
        if name in PROMISES:
            rows[name] = row(took, "us", base["name"], base["values"])


def bench_variants(rows: dict[str, Row]) -> None:
    """Measure the games with wild cards, suits and free kickers."""
    flower = engine.rules_for("yuncheng")
    sample = family_hands(flower, 20, 1, 600)
    base = [micros(lambda h=hand: extraction(h.hand, flower)) for hand in sample[:3]]
    assert extraction(sample[0].hand, flower) == engine.split(flower, sample[0].hand).score
    textbook = "play extraction in Python over the C generator"
    bench_family(rows, "split_19w1", flower, sample, {"name": textbook, "values": base})
    level, slow = engine.rules_for("guandan"), GAMES["guandan"]({"level": "2"})
    small = [slow.pack(random.Random(i).sample(deck_of(level), 7)) for i in range(5)]
    base = [micros(lambda h=hand: slow.best_split(h, lambda r: r.key)) for hand in small]
    named = {"name": "slow rules in Python on 7 cards", "values": base}
    bench_family(rows, "guandan_split_27w2", level, family_hands(level, 27, 2, 300), named)


def plain_calls(function: str, n: int) -> Calls:
    return Calls(function, "standard", {}, [(hand, None) for hand in hands(20, n)])


COUNTED: Mapping[str, Callable[[], Calls]] = {
    "count_split_20": lambda: plain_calls("split_best", 400),
    "count_hints_20": lambda: plain_calls("hints_survey", 100),
    "count_guandan_27": lambda: Calls(
        "split_best", "guandan", {"level": "2"},
        [(hand.hand, hand.suits) for hand in family_hands(engine.rules_for("guandan"), 27, 2, 20)],
    ),
    "count_club": lambda: Calls("match_play", "standard", {}, deals("standard", 60)),
    "count_club_paodekuai": lambda: Calls("match_play", "paodekuai", {}, deals("paodekuai", 60)),
    "count_expert": lambda: Calls("search_choose", "standard", {}, deals("standard", 6)),
}  # fmt: skip
"""Calls of each row of instructions."""


def bench_plays(rows: dict[str, Row]) -> None:
    """Measure legal plays generated on one core."""
    sample, rates, base = hands(20, 2000), [], []
    with Buffers.borrow() as b:
        for _ in range(5):
            counted, spent = 0, 0.0
            for hand in sample:
                table = b.set_table(RULES, hand, None)
                began = time.perf_counter_ns()
                counted += lib.moves_legal(RULES.c, table, b.combos, lib.MAX_MOVES)
                spent += time.perf_counter_ns() - began
            rates.append(counted / spent * 1e9)
    for _ in range(3):
        began = time.perf_counter()
        counted = sum(len(engine.legal(RULES, hand)) for hand in sample[:300])
        base.append(counted / (time.perf_counter() - began))
    rows["plays_per_second"] = row(rates, "per_second", "the same as Python objects", base, more=True)


# ---- the service ------------------------------------------------------------------------------------------------


def follow_requests(n: int) -> list[bytes]:
    """Return requests of distinct follow positions, without a robot."""
    return [http.request_bytes(body | WANT) for body in follows(n)]


def bench_service(rows: dict[str, Row]) -> None:
    """Measure the service next to a bare Flask endpoint."""
    requests, long_requests = follow_requests(4000), [http.request_bytes(body | WANT) for body in long_follows(4000)]
    ours, echo = http.BenchServer(), http.BenchServer("dev.bench.http:echo_app()", "--worker-class gthread")
    try:
        rows["http_follow"] = http.follow_row(
            ours, echo, requests, "bare Flask echo, same body, gunicorn's own threads"
        )
        rows["http_follow_11"] = http.follow_row(ours, echo, long_requests, "the same")
        loads = [run_wrk(server.port, requests, 10, 3) for server in (ours, echo)]
        tails = [[load.p99 / load.p50] for load in loads]
        rows["http_tail"] = row(tails[0], "ratio", "bare Flask echo", tails[1], refused=loads[0].refused)
        run_wrk(ours.port, requests, 4, 9)
        megabytes = ours.worker_megabytes(), echo.worker_megabytes()
        rows["worker_rss"] = row(megabytes[:1], "MB", "bare Flask echo", megabytes[1:])
        starts = ours.start_seconds, echo.start_seconds
        rows["start"] = row(starts[:1], "s", "bare Flask echo", starts[1:])
    finally:
        ours.stop()
        echo.stop()


def bench_worker(rows: dict[str, Row]) -> None:
    """Measure a worker under load next to one of an earlier build."""
    http.worker_rows(rows, follow_requests(4000))


def bench_browser(rows: dict[str, Row]) -> None:
    bench_wasm(rows, RULES, hands(20, 1500), follows(100))


# ---- the command ------------------------------------------------------------------------------------------------

ROWS = {
    "solve_24": ("open hands of 24 cards solved", "<= 1 ms median, <= 100 ms p99, all solved"),
    "solve_24_plays": ("the same with every winning play", "<= 3 times the verdict"),
    "solve_30": ("open hands of 30 cards solved", "<= 10 ms median, 99 % solved in 5 million states"),
    "review_club": ("review of a whole game at the level of club", "<= 300 ms median for a game of 60 turns"),
    "review_club_seat": ("the same of one seat", "<= 300 ms median for a game of 60 turns"),
    "review_expert": ("the same at the level of expert", "<= 1.5 s median, <= 3 s p95 for a game of 60 turns"),
    "review_expert_seat": ("the same of one seat", "<= 1.5 s median, <= 3 s p95 for a game of 60 turns"),
    "par": ("par of a deal from 64 playouts", "<= 15 ms median"),
    "split_17_cold": ("best split of 17 cards, empty memo", "<= 4 us median"),
    "split_20_cold": ("best split of 20 cards, empty memo", "<= 8 us median, <= 40 us p99"),
    "hints_20_lead_cold": ("every lead of 20 cards, scored and ordered", "<= 60 us median, <= 400 us p99"),
    "split_19w1": ("best split of 19 cards and a flower", "<= 75 us median"),
    "hints_19w1": ("every lead of 19 cards and a flower", "<= 0.7 ms median, <= 3 ms p99"),
    "guandan_split_27w2": ("best split in Guandan, 27 cards, two wild", "<= 0.3 ms median"),
    "guandan_hints_27w2": ("every lead in Guandan, 27 cards, two wild", "<= 3 ms median, <= 9 ms p99"),
    "count_split_20": ("instructions of a best split of 20 cards, empty memo", "30 % fewer: ratio >= 1.43"),
    "count_hints_20": ("instructions of every lead of 20 cards", "30 % fewer: ratio >= 1.43"),
    "count_guandan_27": ("instructions of a best split in Guandan, 27 cards, two wild", "25 % fewer: ratio >= 1.33"),
    "count_club": ("instructions of a game of `club`", "35 % fewer: ratio >= 1.54"),
    "count_club_paodekuai": ("instructions of a game of `club` in Paodekuai", "35 % fewer: ratio >= 1.54"),
    "count_expert": ("instructions of a lead of 20 cards by `expert`", "30 % fewer: ratio >= 1.43"),
    "plays_per_second": ("legal plays generated on one core", ">= 50 million"),
    "http_follow": ("`POST /v1/analyze`, a follow, 4 connections", "ratio >= 1"),
    "http_follow_11": ("the same in Paodekuai after eleven plays", "ratio >= 0.7"),
    "http_tail": ("p99 over p50 of a follow, 10 connections", "<= 2.5"),
    "worker_rate": ("answers of one worker to follows, 4 connections", "ratio >= 2.2"),
    "worker_cpu": ("CPU of the worker for each", "ratio >= 2.2"),
    "worker_p99": ("99th percentile of their latency", "ratio >= 2"),
    "game_0": ("CPU of `POST /v1/game` of a new table", "ratio >= 0.95"),
    "game_20": ("the same after 20 plays, from an empty memory", "<= 8 us a play more, ratio >= 1.8"),
    "game_40": ("the same after 40 plays", "<= 8 us a play more, ratio >= 2"),
    "game_80": ("the same after 80 plays", "<= 8 us a play more, ratio >= 2.4"),
    "game_turns": ("the same in a game of 60 plays, after each", "ratio >= 4"),
    "analyze_post_40": ("CPU of `POST /v1/analyze` after 40 plays", "ratio >= 0.95"),
    "analyze_get_40": ("CPU of `GET /v1/analyze` after 40 plays", "<= 1.15 times POST"),
    "hints_5": ("CPU of `POST /v1/analyze` for five hints of a lead of 20 cards", "ratio >= 0.95"),
    "hints_20": ("the same for twenty hints", "<= 1.5 times five"),
    "command_analyze": ("CPU of `paili analyze`", "<= 0.25 s"),
    "start": ("time until the server is ready", "< 0.5 s"),
    "worker_rss": ("memory of a worker after 10,000 requests", "< 70 MB"),
    "games_per_second": ("whole games of `club` on one core", ">= 12,000"),
    "env_games_per_second": ("random games in the batched environment, ids and lists", ">= 40,000, ratio >= 3"),
    "env_features_per_second": ("the same with features and observations", ">= 15,000"),
    "move_club": ("a move of `club`", "<= 0.02 ms median"),
    "move_expert": ("a move of `expert`, openings and middle games", "<= 20 ms median, <= 60 ms p99"),
    "wasm_split": ("splits in the browser engine", "ratio >= 0.77 (1.3 times the native)"),
    "wasm_hints": ("leads in the browser engine", "ratio >= 0.77 (1.3 times)"),
    "wasm_expert": ("moves of `expert` in the browser engine", "ratio >= 0.63 (1.6 times)"),
    "wasm_solve": ("open hands of 24 cards in the browser engine", "ratio >= 0.63 (1.6 times)"),
}  # fmt: skip
"""Description and target of each row."""

PROMISES = {key: promise for key, (_, promise) in ROWS.items()}

BENCHES: Mapping[Bench, tuple[str, ...]] = {
    bench_splits: ("split_17_cold", "split_20_cold"),
    bench_hints: ("hints_20_lead_cold",),
    bench_variants: (
        "split_19w1", "hints_19w1", "guandan_split_27w2", "guandan_hints_27w2",
    ),
    **{partial(bench_counted, name, calls): (name,) for name, calls in COUNTED.items()},
    bench_plays: ("plays_per_second",),
    bench_games: ("games_per_second",),
    bench_environments: ("env_games_per_second", "env_features_per_second"),
    bench_moves: ("move_club", "move_expert"),
    bench_solve: ("solve_24", "solve_24_plays", "solve_30"),
    bench_reviews: ("review_club", "review_club_seat", "review_expert", "review_expert_seat", "par"),
    **REQUEST_BENCHES,
    bench_service: ("http_follow", "http_follow_11", "http_tail", "worker_rss", "start"),
    bench_worker: ("worker_rate", "worker_cpu", "worker_p99"),
    bench_browser: ("wasm_split", "wasm_hints", "wasm_expert", "wasm_solve"),
}  # fmt: skip
"""All benches with the rows that each measures."""


COLUMNS = ("row", "measured", "median", "p99", "baseline", "its median", "ratio", "target", "load average, date")


def document_rows(rows: Mapping[str, Row], load: float) -> None:
    """Write the measured rows to dev/benchmarks/bench.json and into the documentation; other rows are kept.

    Raises ValueError if those were measured on another machine.
    """
    kept, when = load_table("bench"), f"{load:.1f}, {time.strftime('%-d %B %Y')}"
    cells = {row[0]: row for row in kept.rows}
    cells |= {
        f"`{key}`": (
            f"`{key}`", ROWS[key][0], *row_cells(data), PROMISES[key].replace("<=", "≤").replace(">=", "≥"), when,
        )
        for key, data in rows.items()
        if "error" not in data
    }  # fmt: skip
    if kept.conditions != machine() and any(row in kept.rows for row in cells.values()):
        raise ValueError(
            f"the other rows of dev/benchmarks/bench.json were measured on {kept.conditions}: measure them, too"
        )
    ordered = [cells[f"`{key}`"] for key in ROWS if f"`{key}`" in cells]
    write_table("bench", MeasuredTable("python -m dev.bench --write", machine(), COLUMNS, ordered))


def main() -> int:
    """Measure the rows; return 1 if one failed."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", metavar="ROW", action="append", choices=PROMISES, default=[],
        help="measure this row alone and keep the others of the file; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--write",
        action="store_true",
        help="replace rows of dev/benchmarks/bench.json and docs/measurements/figures.md",
    )
    options, load = parser.parse_args(), os.getloadavg()[0]
    only = options.only
    kept = json.loads(OUT.read_text()) if only and OUT.exists() else {}
    print(HEAD)
    rows = RowFile(OUT, PROMISES, kept)
    failed = run_benches(BENCHES, rows, only)
    if options.write:
        document_rows({name: rows[name] for name in only or rows}, load)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
