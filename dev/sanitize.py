"""Run the tests of the core with address and undefined-behaviour checks: `python -m dev.sanitize [--all]`.

Slow tests, and most cases of the tests with the most, are skipped unless --all is given: they cover little more of the
core.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys

from dev.core_tests import CORE_TESTS, NO_SERVERS, QUICK_TESTS
from dev.source_copy import PYTHON, build_core, copied, run

CHECKS = "-fsanitize=address,undefined"
CFLAGS = f"-O1 -g1 {CHECKS} -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
CLANGS = ("clang-19", "clang-18", "clang-17", "clang-16", "clang")


def clang() -> str:
    """Return the newest installed clang.

    Raises SystemExit if there is none.
    """
    names = [name for name in CLANGS if shutil.which(name)]
    if not names:
        raise SystemExit(f"none of {', '.join(CLANGS)} is installed")
    return names[0]


def main() -> int:
    """Run the tests with a core built with `CHECKS` in a copy of the tree; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.sanitize", description=__doc__)
    parser.add_argument("--all", action="store_true", help="run the slow tests, too")
    tests = CORE_TESTS if parser.parse_args().all else QUICK_TESTS
    folder = copied("sanitize")
    build_core(folder, {"PAILI_CFLAGS": CFLAGS, "PAILI_LDFLAGS": CHECKS})
    library = subprocess.run(["cc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True).stdout
    environment = {"LD_PRELOAD": library.strip(), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    words = ["-m", "pytest", "-s", "-q", "-p", "no:cacheprovider"]
    return run(folder, PYTHON, *words, "-m", NO_SERVERS, *tests, environment=environment)


if __name__ == "__main__":
    sys.exit(main())
