"""Run schemathesis on a running server, without findings: `python -m dev.contract_fuzz`.

Excluded checks: `positive_data_acceptance`, because a schema cannot express which texts are cards and which cards fit
into one game; `missing_required_header`, because no header is required.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

from dev import ROOT
from dev.contract.generated import contract_text
from dev.environment import environment
from tests.helpers.contract import exact_contract, read_contract
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.patient import SERVED

LEFT_OUT = ("positive_data_acceptance", "missing_required_header")
EXACT = ROOT / "build" / "contract.yaml"
"""The contract with all accepted types."""


def main() -> int:
    """Return the exit status of schemathesis."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.contract_fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", default="60", help="generated requests for each operation (60)")
    parser.add_argument("--seed", default="1", help="of these requests (1)")
    chosen = parser.parse_args()
    EXACT.write_text(contract_text(exact_contract(read_contract())), "utf-8")
    server = GunicornProcess(workers=1, application=SERVED)
    command = [environment() / "schemathesis", "--config-file", "dev/schemathesis.toml", "run", EXACT]
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
