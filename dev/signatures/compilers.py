"""Compare the signatures under several compilers and levels of optimisation, on one thread and on eight.

python -m dev.signatures.compilers                                     # gcc and clang at -O0, -O3, -O3 -march=native
python -m dev.signatures.compilers --level=-O0 --threads 1 'standard.*' '*.games'  # one level, these lines
"""

from __future__ import annotations

import argparse
import sys

from dev.sanitize import clang
from dev.source_copy import PYTHON, build_core, copied, run

LEVELS = ("-O0", "-O3", "-O3 -march=native")
THREADS = (1, 8)


def main() -> int:
    """Run the command; return 1 if any line differs."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.signatures.compilers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", default=["*"], help="names of lines, as patterns")
    parser.add_argument("--level", action="append", help=f"flags of the compiler ({', '.join(LEVELS)})")
    parser.add_argument("--threads", action="append", type=int, help="numbers of threads (1 and 8)")
    chosen = parser.parse_args()
    folder = copied("compilers")
    for compiler in ("gcc", clang()):
        for level in chosen.level or LEVELS:
            environment = {"CC": compiler, "PAILI_CFLAGS": f"{level} -g0"}
            build_core(folder, environment)
            for threads in chosen.threads or THREADS:
                print(f"{compiler} {level}, {threads} threads", flush=True)
                if run(
                    folder, PYTHON, "-m", "dev.signatures", "--threads", str(threads), *chosen.names,
                    environment=environment,
                ):  # fmt: skip
                    return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
