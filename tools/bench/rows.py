"""What a bench measures: a row for each promise, beside a baseline."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

Row = dict[str, Any]


def micros(work: Callable[[], object]) -> float:
    """Return how long *work* takes, in microseconds."""
    began = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - began) / 1000


def row(values: Sequence[float], unit: str, baseline: str, base: Sequence[float], more: bool = False) -> Row:
    """Return one row; *more* says that a larger value is better."""
    median, base_median = statistics.median(values), statistics.median(base)
    p99 = sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]
    ratio = median / base_median if more else base_median / median
    return {
        "median": round(median, 4),
        "p99": round(p99, 4),
        "unit": unit,
        "baseline": {"name": baseline, "value": round(base_median, 4)},
        "ratio": round(ratio, 3),
        "n": len(values),
    }
