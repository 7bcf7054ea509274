"""Measure the branches that tests take.

    python -m dev.coverage python    # by coverage.py, with subprocesses, without browsers and signed answers
    python -m dev.coverage c         # by gcov, unoptimised: the C program and the tests of the core; 3 minutes

Each runs in a copy of the tree, build/coverage-*.
"""

from __future__ import annotations

import argparse
import shlex
import sys

from dev.core_tests import CORE_TESTS, NO_SERVERS
from dev.native_answers import program
from dev.source_copy import PYTHON, build_core, copied, run

GCOV = "-O0 -g --coverage -fprofile-update=atomic"
NOT_COUNTED = tuple(
    f"--ignore=tests/{name}.py"
    for name in (
        "browser/test_engine", "deploy/test_deploy",
        "core/test_native_layout", "page/test_snippets",
    )
)  # fmt: skip
"""Arguments for pytest that skip tests which run no Python of this project, or only in other programs."""


def measure_python() -> int:
    """Measure the branches of Python; return the exit status of the tests."""
    folder = copied("coverage-python")
    build_core(folder)
    pytest = (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not browser and not wheel and not signed")
    reports = ("--cov", "--cov-report=term-missing:skip-covered")
    return run(folder, *pytest, *NOT_COUNTED, *reports)


def measure_c() -> int:
    """Measure the branches of the core; return the exit status of the first command that failed."""
    folder = copied("coverage-c")
    build_core(folder, {"PAILI_CFLAGS": GCOV, "PAILI_LDFLAGS": "--coverage"})
    binary = folder / "build" / "native" / "answers"
    questions = binary.with_name("questions.bin")
    program.build_program(binary, ["cc"], shlex.split(GCOV), root=folder)
    pytest = (PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", NO_SERVERS)
    report = ("--filter", "native/", "--txt-metric", "branch", "--gcov-suspicious-hits-threshold", "0")
    return (
        run(folder, PYTHON, "-m", "dev.native_answers.questions", questions)
        or run(folder, "sh", "-c", f"{binary} {questions} >{binary}.txt")
        or run(folder, *pytest, *CORE_TESTS)
        or run(folder, PYTHON, "-m", "gcovr", *report)
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.coverage", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("language", choices=("python", "c"))
    return measure_python() if parser.parse_args().language == "python" else measure_c()


if __name__ == "__main__":
    sys.exit(main())
