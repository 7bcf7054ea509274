"""Robots under load: moves over HTTP compared with the engine alone, both on two cores."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from dev.bench import http
from service.advice import robot
from service.position.parse.position_text import PositionText
from service.position.read import read_position

CORES = 2
CLIENTS = 10
LEVEL = "expert"
SECONDS = 5.0
"""Seconds of one load."""


def moves_of(bodies: Sequence[Mapping[str, Any]], first: int) -> float:
    """Return the moves per second of one process for every second of *bodies*, from *first* on."""
    began, n = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        body = bodies[(first + CORES * n) % len(bodies)]
        robot.choose_move(read_position(PositionText(**body)), LEVEL)
        n += 1
    return n / (time.perf_counter() - began)


def engine_rate(bodies: Sequence[Mapping[str, Any]]) -> float:
    """Return the moves per second of the engine alone, a process on each core."""
    with multiprocessing.Pool(CORES) as pool:
        return sum(pool.map(partial(moves_of, bodies), range(CORES)))


def move_rates(bodies: Sequence[Mapping[str, Any]], rounds: int = 3) -> http.Rates:
    """Return moves per second over HTTP and by the engine alone, measured alternately."""
    requests = [http.request_bytes({**body, "level": LEVEL}, "/v1/move") for body in bodies]
    server = http.BenchServer("app:create_app()", workers=CORES)
    ours, alone, refused = list[float](), list[float](), 0
    try:
        for _ in range(rounds):
            load = http.measure_load(server.port, requests, CLIENTS, SECONDS)
            ours.append(load.rate)
            refused += load.refused
            alone.append(engine_rate(bodies))
    finally:
        server.stop()
    return http.Rates(ours, alone, refused)
