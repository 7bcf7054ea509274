"""Measure the branches of the core that tests take, by gcov, unoptimised: `python -m dev.coverage` (3 minutes).

The C program and the tests of the core run in a copy of the tree, build/coverage.
"""

from __future__ import annotations

import argparse
import shlex
import sys

from dev.core_tests import CORE_TESTS, NO_SERVERS
from dev.native_answers import program
from dev.source_copy import PYTHON, build_core, copied, run

GCOV = "-O0 -g --coverage -fprofile-update=atomic"


def main() -> int:
    """Measure and report; return the exit status of the first command that failed."""
    argparse.ArgumentParser(prog="python -m dev.coverage", description=__doc__).parse_args()
    folder = copied("coverage")
    build_core(folder, {"PAILI_CFLAGS": GCOV, "PAILI_LDFLAGS": "--coverage"})
    binary = folder / "build" / "native" / "answers"
    questions = binary.with_name("questions.bin")
    program.build_program(binary, ["cc"], shlex.split(GCOV), root=folder)
    report = ("--filter", "native/", "--txt-metric", "branch", "--gcov-suspicious-hits-threshold", "0")
    return (
        run(folder, PYTHON, "-m", "dev.native_answers.questions", questions)
        or run(folder, "sh", "-c", f"{binary} {questions} >{binary}.txt")
        or run(folder, PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", NO_SERVERS, *CORE_TESTS)
        or run(folder, PYTHON, "-m", "gcovr", *report)
    )


if __name__ == "__main__":
    sys.exit(main())
