"""Counters for Prometheus; with several workers they are summed through PROMETHEUS_MULTIPROC_DIR."""

from __future__ import annotations

import os
import threading
import time
from functools import cache

from flask import Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector

from service.core import engine
from service.http.metrics import files

if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
    values.ValueClass = values.MultiProcessValue(lambda: files.Process.number)

REQUESTS = Counter("paili_requests_total", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram(
    "paili_request_seconds",
    "Time to answer",
    ["route"],
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
CPU_SECONDS = Counter(
    "paili_cpu_seconds_total",
    "CPU time of requests outside slots; result: answered, or rejected (status 4xx, with rejected items of batches)",
    ["result"],
)
QUESTIONS = Counter(
    "paili_questions_total", "Requests computed, each item of a batch counted", ["op", "variant", "level"]
)
ENGINE_SECONDS = Histogram(
    "paili_engine_seconds",
    "Time to compute an answer, without parsing the request and writing the answer",
    ["op", "level"],
    buckets=(0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
SEARCHED_GAMES = Counter("paili_searched_games_total", "Games that searches simulated", ["variant", "level"])
SOLUTIONS = Counter("paili_solutions_total", "Open hands searched; exact: a winner was proven", ["variant", "exact"])
SOLVER_STATES = Counter("paili_solver_states_total", "States that searches of open hands visited", ["variant"])
REVIEWED = Counter(
    "paili_reviewed_decisions_total",
    "Decisions judged in reviews; none: without a mark",
    ["variant", "mark"],
)
REVIEW_WORLDS = Counter("paili_review_worlds_total", "Deals sampled to judge decisions in reviews", ["variant"])
PROBLEMS = Counter("paili_problems_total", "Rejected requests, by the first error code", ["code"])
HEAVY_SECONDS = Histogram(
    "paili_heavy_seconds",
    "Time in a slot of a heavy request, or of an item of a batch",
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
HEAVY_RUNNING = Gauge("paili_heavy_running", "Heavy requests in slots", multiprocess_mode="livesum")
HEAVY_REFUSED = Counter("paili_heavy_refused_total", "Heavy requests rejected because no slot became free in time")
HEAVY_GONE = Counter("paili_heavy_gone_total", "Heavy requests whose client disconnected before a slot was free")
LIMITED = Counter("paili_limited_total", "Requests rejected by the rate limit", ["by"])
LIMITS_FAILED = Counter("paili_limit_errors_total", "Requests not counted by the rate limit because Redis failed")
KEYS_FAILED = Counter("paili_key_file_errors_total", "Changes of the key file that could not be read")
CACHE_HITS = Counter("paili_cache_hits_total", "Results returned from a cache", ["cache"])
CACHE_MISSES = Counter("paili_cache_misses_total", "Results computed because no cache contained them", ["cache"])

METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
"""Methods with their own label; the others share one, so that clients cannot create series."""

counted: dict[str, tuple[int, int]] = {}
counting = threading.Lock()


def count_caches() -> None:
    """Add the cache statistics since the last call."""
    with counting:
        for name, info in engine.cache_info().items():
            hits, misses = counted.get(name, (0, 0))
            if info.hits < hits or info.misses < misses:  # the cache was cleared
                hits = misses = 0
            CACHE_HITS.labels(name).inc(info.hits - hits)
            CACHE_MISSES.labels(name).inc(info.misses - misses)
            counted[name] = info.hits, info.misses


def keep_counting() -> None:
    """Update the counts once a second, forever: any worker may be scraped, and reads the files of the others."""
    while True:
        time.sleep(1)
        count_caches()


@cache
def counters(method: str, route: str, status: str) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


cpu_seconds = {False: CPU_SECONDS.labels("answered"), True: CPU_SECONDS.labels("rejected")}
"""Counter of CPU time by rejection."""


def count_request(method: str, route: str, status: str, seconds: float, cpu: float, rejected_cpu: float) -> None:
    """Count an answered request and its CPU time; *route* is the matched rule, *rejected_cpu* a part of *cpu*."""
    cpu_seconds[status[0] == "4"].inc(cpu - rejected_cpu)
    if rejected_cpu:
        cpu_seconds[True].inc(rejected_cpu)
    requests, times = counters(method if method in METHODS else "other", route, status)
    requests.inc()
    times.observe(seconds)


@cache
def operation_counters(op: str, variant: str, level: str) -> tuple[Counter, Histogram]:
    return QUESTIONS.labels(op, variant, level), ENGINE_SECONDS.labels(op, level)


def count_operation(op: str, variant: str, level: str, seconds: float) -> None:
    """Count a computed operation of a level (empty without one), and the time of its computation."""
    operations, times = operation_counters(op, variant, level)
    operations.inc()
    times.observe(seconds)


def exposition() -> Response:
    """Return the metrics of all workers as Prometheus text."""
    registry: CollectorRegistry = REGISTRY
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
