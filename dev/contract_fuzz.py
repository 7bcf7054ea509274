"""Run schemathesis with the published contract on a running server, without findings: `python -m dev.contract_fuzz`.

Excluded checks: `negative_data_rejection`, because the service also accepts arrays of cards and numbers of seats, which
have no type in most languages; `positive_data_acceptance`, because a schema cannot express which texts are cards and
which cards fit into one game; `missing_required_header`, because no header is required.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from dev.environment import environment
from tests.helpers.contract import CONTRACT
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

LEFT_OUT = ("negative_data_rejection", "positive_data_acceptance", "missing_required_header")


def main() -> int:
    """Return the exit status of schemathesis."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.contract_fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", default="60", help="generated requests for each operation (60)")
    parser.add_argument("--seed", default="1", help="of these requests (1)")
    chosen = parser.parse_args()
    server = GunicornProcess(workers=1, application=SERVED)
    command = [environment() / "schemathesis", "run", CONTRACT]
    options = ["--url", f"http://127.0.0.1:{server.port}", "--seed", chosen.seed, "--max-examples", chosen.examples]
    options += ["--request-timeout", "600"]  # a review beside other work
    options += ["--exclude-checks", ",".join(LEFT_OUT), "--max-failures", "20"]
    try:
        status = subprocess.run([*command, *options], check=False).returncode
        if status:
            print("the server", server.process.poll() or "runs", "and logged", *server.logged(), sep="\n", flush=True)
        return status
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
