"""Load tests of the service: `python -m dev.load`; `--short` runs all of them in about a minute.

Parts: rates (answers per second and latencies by wrk, beside a bare Flask echo), memory (growth of a worker over very
many requests), stops (instances that end behind nginx), slow (slow clients), hostile (malformed connections). The exit
status is 1 if a request was lost, a worker grew, probes were slow or a hostile connection got a wrong answer; rates
have no limit. Servers and load generators share the machine.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Callable
from typing import Any

from dev.bench import stops
from dev.load import hostile, memory, rates, slow, wrk
from dev.tables import conditions, write_table

SHORT = {"seconds": 1.0, "rounds": 1, "clients": [10, 1000], "requests": 2000, "warm": 2000, "distinct": 200, "ends": 2,
         "slow_seconds": 7.0, "hostile_seconds": 2.0}  # fmt: skip
"""Defaults under `--short`."""


def show_rates(options: Any) -> bool:
    """Show answers per second; they have no limit."""
    load = os.getloadavg()[0]
    rows = rates.measure(options.seconds, options.rounds, options.clients)
    how = f"medians of {options.rounds} rounds of {options.seconds:g} s, wrk on the same cores"
    table = rates.rate_table(rows, conditions(load, how))
    print(table.markdown(), end="")
    if options.write:
        write_table("rates", table)
    return True


def show_memory(options: Any) -> bool:
    """Show the growth of a worker; return whether it is within the limit."""
    piece = min(memory.PIECE, options.seconds)
    growth = memory.measure(options.requests, options.warm, distinct=options.distinct, piece=piece, tells=options.tells)
    print(memory.show(growth))
    return not growth.leaks


def show_stops(options: Any) -> bool:
    """Show the answers while instances were stopped; return whether no request was lost."""
    statuses = stops.measure(options.ends)
    print(f"stops: {options.ends} ends, {statuses.total():,} questions, {stops.lost(statuses)} lost; {dict(statuses)}")
    return not stops.lost(statuses)


def show_slow(options: Any) -> bool:
    """Show the latencies of probes next to slow clients; return whether they are within the limit."""
    stats = slow.measure(options.slow_seconds)
    print(slow.show(stats, options.slow_seconds))
    return not stats.fails


def show_hostile(options: Any) -> bool:
    """Show the errors beside hostile connections; return whether there were none."""
    beside, faults = hostile.measure(options.hostile_seconds)
    print(hostile.show(beside, faults))
    return not faults


PARTS: dict[str, Callable[[Any], bool]] = {
    "rates": show_rates, "memory": show_memory, "stops": show_stops, "slow": show_slow, "hostile": show_hostile
}  # fmt: skip


def main() -> int:
    """Run the chosen parts; return 0 if none fails."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.load", description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; default: all")
    parser.add_argument("--short", action="store_true", help="small defaults for all options below")
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each load of rates and memory")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of rates; medians are shown")
    parser.add_argument("--clients", type=int, nargs="+", default=list(rates.CLIENTS), help="connections of rates")
    parser.add_argument("--requests", type=int, default=1_000_000, help="requests of memory, after warming up")
    parser.add_argument("--warm", type=int, default=300_000, help="requests that warm a worker up")
    parser.add_argument("--distinct", type=int, default=12_000, help="distinct requests among them")
    parser.add_argument("--tells", action="store_true", help="show the memory after each load")
    parser.add_argument("--write", action="store_true", help="write dev/benchmarks/rates.json and docs/operations.md")
    parser.add_argument("--ends", type=int, default=4, help="ends of instances")
    parser.add_argument("--slow-seconds", type=float, default=300.0, help="duration of slow")
    parser.add_argument("--hostile-seconds", type=float, default=7.0, help="duration of hostile")
    if "--short" in sys.argv:
        parser.set_defaults(**SHORT)
    options = parser.parse_args()
    if unknown := set(options.parts) - PARTS.keys():
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    if not wrk.is_here() or not shutil.which("nginx"):
        parser.error("this machine lacks wrk or nginx: apt-get install wrk nginx-light")
    print(f"{os.cpu_count()} cores of {platform.machine()}, load average {os.getloadavg()[0]:.1f} at the start")
    well = [PARTS[part](options) for part in options.parts or PARTS]
    print(f"load average {os.getloadavg()[0]:.1f} at the end")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
