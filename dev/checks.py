"""Checks of the answers with their last results: `python -m dev.checks NAME ...` runs some and records the results.

A result is the lines of the command's output that match the check's pattern, and the exit status if it is not 0. It
replaces the row of the check in dev/benchmarks/checks.json and in docs/trust.md; other rows are kept.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import NamedTuple

from dev import ROOT
from dev.tables import MeasuredTable, load_table, write_table


class Check(NamedTuple):
    """A command that checks answers."""

    subject: str
    target: str
    command: str
    pattern: str
    """Regular expression for the lines of its output that are the result."""


CHECKS: Mapping[str, Check] = {
    "sanitizers": Check(
        "the core called from C, under the memory sanitizer and, with four threads, the thread sanitizer",
        "no finding, equal answers", "python -m dev.sanitize c", r"lines of answers|sanitizer ended",
    ),
    "sanitizers_tables": Check(
        "random steps of batched tables, under the address and the undefined-behaviour sanitizer",
        "1,000,000 of each game, no finding", "python -m dev.sanitize tables", r"steps, |runtime error|Sanitizer",
    ),
    "compilers": Check(
        "equal answers from gcc and clang at `-O0`, `-O3` and `-O3 -march=native`, with one thread and eight",
        "no difference", "python -m dev.signatures.compilers", r"threads$|differ",
    ),
    "coverage_c": Check(
        "branches of the core that tests take", "97 %", "python -m dev.coverage c", r"^(TOTAL|branches)",
    ),
    "coverage_python": Check(
        "lines and branches of Python that tests take", "99 %", "python -m dev.coverage python", r"^TOTAL",
    ),
    "mutants_native": Check(
        "seeded faults in the core that tests notice", "90 % of 200", "python -m dev.mutants native", r"noticed,",
    ),
    "mutants_python": Check(
        "seeded faults in rules and positions that tests notice", "85 % of 200", "python -m dev.mutants python",
        r"noticed,",
    ),
    "fuzz": Check(
        "fuzzed inputs: hands and rules, tables, searches, texts", "10⁹ executions, no finding",
        "python -m dev.fuzz many 400 3101", r"^\w+: ",
    ),
    "differential": Check(
        "random positions of small hands, compared with the slow rules", "1,000,000 of each game, no mismatch",
        "python -m dev.differential 1000000", r"positions,",
    ),
    "claims": Check(
        "claims in answers, judged by the slow rules in random positions", "none false",
        "python -m dev.claims 10000", r"claims,",
    ),
    "explanations": Check(
        "explanations of cards that are no play, judged by the slow rules", "none false",
        "python -m dev.explanations 1000", r"explanations,",
    ),
    "games": Check(
        "whole deals through the public API, payments compared with a second settlement",
        "1,000 of each game, no difference", "python -m dev.games 1000", r"deals,",
    ),
    "browser": Check(
        "answers of the browser engine, compared with the service byte by byte",
        "1,000 positions of each game, no difference", "python -m dev.browser_engine.compare", r"answers alike",
    ),
    "mcp": Check(
        "tools for assistants, called over both transports by the client of the SDK",
        "1,000 calls, no protocol error, no illegal play, all rejections fixed", "python -m dev.mcp_trial",
        r"calls,",
    ),
    "botzone": Check(
        "the Botzone upload, playing both games against judges of their logs", "no foul, 1 s an answer",
        "python -m dev.botzone_trial --games 12", r"answers,|^slowest|^most",
    ),
    "clients": Check(
        "clients generated from the contract, and its examples decoded by them", "none fails",
        "python -m dev.clients", r"^\w+: ",
    ),
    "contract": Check(
        "requests generated from the contract", "no status 5xx, no answer outside the contract",
        "python -m dev.contract", r"(generated|passed|failed)",
    ),
}  # fmt: skip

COLUMNS = ("check", "result", "target", "command", "measured")


def run_check(check: Check) -> tuple[str, ...]:
    """Run a check, pass its output on, and return its row."""
    began, lines = time.monotonic(), list[str]()
    words = shlex.split(check.command)
    with subprocess.Popen([sys.executable, *words[1:]], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            if re.search(check.pattern, line):
                lines.append(re.sub(r"[; ]*\{.*", "", line.strip()).replace("|", "/"))
    status = [f"exit status {process.returncode}"] if process.returncode else []
    took = f"{time.strftime('%-d %B %Y')}, {time.monotonic() - began:,.0f} s"
    return check.subject, "; ".join(lines + status), check.target, f"`{check.command}`", took


def record_result(name: str, row: tuple[str, ...]) -> None:
    """Replace the row of a check in dev/benchmarks/checks.json, and write the page."""
    table = load_table("checks")
    rows = {check.subject: None for check in CHECKS.values()} | {known[0]: tuple(known) for known in table.rows}
    rows[CHECKS[name].subject] = row
    recorded = [row for row in rows.values() if row]
    write_table("checks", MeasuredTable(table.command, table.conditions, COLUMNS, recorded))


def main() -> int:
    """Run the named checks; return 1 if one failed."""
    parser = argparse.ArgumentParser(prog="python -m dev.checks", description=__doc__)
    parser.add_argument("names", nargs="+", choices=CHECKS, metavar="NAME", help=f"of {', '.join(CHECKS)}")
    failed = False
    for name in parser.parse_args().names:
        row = run_check(CHECKS[name])
        record_result(name, row)
        failed |= "exit status" in row[1]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
