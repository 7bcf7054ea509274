"""Requests while instances end: `python -m dev.bench.stops` counts the answers of a balancer by status.

Two instances run behind nginx, with six callers without a pause; one instance is repeatedly ended, by SIGTERM and by
`kill -9` alternately, and restarted.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
from collections import Counter
from pathlib import Path

from tests.deploy.test_nginx import ConcurrentClients
from tests.helpers.nginx import Balanced, wait_for


def count_answers(two: Balanced, ends: int) -> Counter[int]:
    """Return the number of answers by status while the first of two instances is stopped *ends* times."""
    with ConcurrentClients(two) as load:
        for turn in range(ends):
            load.more(300)
            two.instances[0].end((signal.SIGTERM, signal.SIGKILL)[turn % 2])
            load.more(400)
            two.instances[0].start()
            wait_for(two.instances[0].port, "/readyz")
            load.more(100)
    return Counter(load.statuses)


def measure(ends: int) -> Counter[int]:
    """Return the same for two new instances."""
    with tempfile.TemporaryDirectory() as folder:
        two = Balanced(Path(folder), 2)
        try:
            return count_answers(two, ends)
        finally:
            two.stop()


def lost(statuses: Counter[int]) -> int:
    """Return the number of requests without a correct answer."""
    return statuses.total() - statuses[200]


def main() -> None:
    """Print the number of answers by status."""
    parser = argparse.ArgumentParser(prog="python -m dev.bench.stops", description=__doc__)
    parser.add_argument("--ends", type=int, default=4, help="how often an instance ends")
    print(dict(measure(parser.parse_args().ends)))


if __name__ == "__main__":
    main()
