"""The service under load, beside a bare Flask echo: `python -m tools.load`; `--short` is all of it in about a minute.

Parts: rates (wrk: answers per second and latencies), memory (of one worker over very many requests), stops (of
instances behind nginx), slow (clients), hostile (connections). It ends with 1 if a question was lost, a worker grew,
probes suffered or a hostile connection got what it must not; rates are shown, never judged. What is measured, and the
tools that measure, share the machine.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
from collections.abc import Callable
from typing import Any

from tools.bench import stops
from tools.load import hostile, memory, rates, slow, wrk

SHORT = {"seconds": 1.0, "rounds": 1, "clients": [10, 1000], "requests": 2000, "warm": 2000, "distinct": 200, "ends": 2,
         "slow_seconds": 7.0, "hostile_seconds": 2.0}  # fmt: skip
"""What `--short` asks for."""


def show_rates(options: Any) -> bool:
    """Show answers per second; they are never judged."""
    print(rates.show(rates.measure(options.seconds, options.rounds, options.clients)))
    return True


def show_memory(options: Any) -> bool:
    """Show the growth of a worker; return whether it is within the limit."""
    piece = min(memory.PIECE, options.seconds)
    growth = memory.measure(options.requests, options.warm, distinct=options.distinct, piece=piece, tells=options.tells)
    print(memory.show(growth))
    return not growth.leaks


def show_stops(options: Any) -> bool:
    """Show the answers while instances ended; return whether no question was lost."""
    statuses = stops.measure(options.ends)
    print(f"stops: {options.ends} ends, {statuses.total():,} questions, {stops.lost(statuses)} lost; {dict(statuses)}")
    return not stops.lost(statuses)


def show_slow(options: Any) -> bool:
    """Show the latencies of probes beside slow clients; return whether they are within the limit."""
    stats = slow.measure(options.slow_seconds)
    print(slow.show(stats, options.slow_seconds))
    return not stats.fails


def show_hostile(options: Any) -> bool:
    """Show the faults beside hostile connections; return whether there is none."""
    beside, faults = hostile.measure(options.hostile_seconds)
    print(hostile.show(beside, faults))
    return not faults


PARTS: dict[str, Callable[[Any], bool]] = {
    "rates": show_rates, "memory": show_memory, "stops": show_stops, "slow": show_slow, "hostile": show_hostile
}  # fmt: skip


def main() -> int:
    """Run the chosen parts; return 0 if none fails."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.load", description=__doc__, formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}; all where none is named")
    parser.add_argument("--short", action="store_true", help="small numbers for all that follows")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each load of rates and memory")
    parser.add_argument("--rounds", type=int, default=3, help="of rates; medians are shown")
    parser.add_argument("--clients", type=int, nargs="+", default=list(rates.CLIENTS), help="of rates")
    parser.add_argument("--requests", type=int, default=1_000_000, help="for memory, after warming up")
    parser.add_argument("--warm", type=int, default=300_000, help="requests that warm a worker up")
    parser.add_argument("--distinct", type=int, default=12_000, help="questions among them")
    parser.add_argument("--tells", action="store_true", help="show the memory after each load")
    parser.add_argument("--ends", type=int, default=4, help="of instances")
    parser.add_argument("--slow-seconds", type=float, default=300.0, help="of slow clients")
    parser.add_argument("--hostile-seconds", type=float, default=7.0, help="that hostile connections are held")
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
