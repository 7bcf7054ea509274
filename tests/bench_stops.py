"""Questions while instances end: `python -m tests.bench_stops` counts the answers of a balancer by their status.

Two instances behind nginx, six callers that never pause; again and again one instance is ended, by SIGTERM and by
`kill -9` in turn, and started anew.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
from collections import Counter
from pathlib import Path

from tests.balanced import Balanced, wait_for
from tests.test_nginx import Load


def main() -> None:
    """Print how many answers had which status."""
    parser = argparse.ArgumentParser(prog="bench_stops", description=__doc__)
    parser.add_argument("--ends", type=int, default=4, help="how often an instance ends")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        two = Balanced(Path(folder), 2)
        try:
            with Load(two) as load:
                for turn in range(asked.ends):
                    load.more(300)
                    two.instances[0].end((signal.SIGTERM, signal.SIGKILL)[turn % 2])
                    load.more(400)
                    two.instances[0].start()
                    wait_for(two.instances[0].port, "/readyz")
                    load.more(100)
            print(dict(Counter(load.found)))
        finally:
            two.stop()


if __name__ == "__main__":
    main()
