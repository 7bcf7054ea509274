"""Rows of the benchmark: one for each target, with a baseline, written to a file as they are measured."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def micros(work: Callable[[], object]) -> float:
    """Return the duration of a call of *work* in microseconds."""
    began = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - began) / 1000


def row(
    values: Sequence[float], unit: str, baseline: str, base: Sequence[float], more: bool = False, refused: int = 0
) -> Row:
    """Return one row; with *more* larger values are better. *refused* counts requests that a server rejected.

    Raises RuntimeError if nothing was measured.
    """
    if not values or not base or not (statistics.median(values) and statistics.median(base)):
        raise RuntimeError(f"nothing was answered; {refused} requests were refused")
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
        **({"refused": refused} if refused else {}),
    }


class RowFile(dict[str, Row]):
    """Rows by name; each is printed and written to *path* as soon as it is set."""

    def __init__(self, path: Path, promises: Mapping[str, str], kept: Mapping[str, Row] | None = None) -> None:
        super().__init__(kept or {})
        self.path, self.promises = path, promises
        self.write()

    def write(self) -> None:
        """Replace the file, so that it is complete at every moment."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self, indent=1) + "\n")
        new.replace(self.path)

    def __setitem__(self, name: str, data: Row) -> None:
        super().__setitem__(name, data)
        self.write()
        print(row_line(name, data, self.promises[name]), flush=True)


HEAD = f"{'key':20} {'median':>14} {'p99':>14} {'unit':10} {'ratio':>9}  baseline; promise"


def row_line(name: str, data: Row, promise: str) -> str:
    """Return the line of a row in the printed table."""
    if "error" in data:
        return f"{name:20} failed: {data['error']}; {promise}"
    refused = f"; {data['refused']} requests refused" if "refused" in data else ""
    return (
        f"{name:20} {data['median']:14.3f} {data['p99']:14.3f} {data['unit']:10} {data['ratio']:9.3f}"
        f"  {data['baseline']['name']} {data['baseline']['value']}; {promise}{refused}"
    )


def quantity(value: float, unit: str) -> str:
    """Return a value with its unit and three significant digits, as the documentation shows it."""
    digits = f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{digits} {unit.replace('us', 'µs').replace('per_second', '/s').replace('ratio', '')}".strip()


def row_cells(data: Row) -> tuple[str, str, str, str, str]:
    """Return the cells of a row in the documentation: median, p99, baseline, its median, ratio."""
    unit, base = data["unit"], data["baseline"]
    ratio = f"{data['ratio']:,.0f}" if data["ratio"] >= 10 else f"{data['ratio']:.2f}"
    median, p99, base_median = (quantity(value, unit) for value in (data["median"], data["p99"], base["value"]))
    return median, p99, base["name"], base_median, ratio


Bench = Callable[[dict[str, Row]], None]
"""A function that measures some rows."""


def run_benches(benches: Mapping[Bench, Sequence[str]], rows: RowFile, only: Sequence[str] = ()) -> list[str]:
    """Run the *benches* that measure a row of *only*, or all if it is empty; return the names of rows that failed.

    An exception in a bench is written into its rows; the other benches run.
    """
    failed: list[str] = []
    for bench, names in benches.items():
        wanted = [name for name in names if name in only or not only]
        if not wanted:
            continue
        measured: dict[str, Row] = Filtered(rows, wanted)
        try:
            bench(measured)
            error = "not measured"
        except Exception as fault:  # noqa: BLE001 - whatever it is, the other rows are measured
            error = f"{type(fault).__name__}: {fault}"
        for name in wanted:
            if name not in measured:
                rows[name] = {"error": error}
                failed.append(name)
    return failed


class Filtered(dict[str, Row]):
    """Rows of one bench; passes the selected ones to the file."""

    def __init__(self, rows: RowFile, wanted: Sequence[str]) -> None:
        super().__init__()
        self.rows, self.wanted = rows, wanted

    def __setitem__(self, name: str, data: Row) -> None:
        super().__setitem__(name, data)
        if name in self.wanted:
            self.rows[name] = data
