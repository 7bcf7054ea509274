"""Run the core under sanitizers.

    python -m dev.sanitize tests [--all]    # the tests of the core, with address and undefined-behaviour checks
    python -m dev.sanitize c [--step 6]     # the core called from C only, under the memory and the thread sanitizer

`tests` skips slow tests that cover little more of the core, unless --all is given. `c` compares the answers of both
sanitizers, one thread against four; --step 6 runs every sixth set of rules.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys

from dev import ROOT
from dev.core_tests import CORE_TESTS, NO_SERVERS, QUICK_TESTS
from dev.native_answers import program, questions
from dev.source_copy import PYTHON, build_core, copied, run

CHECKS = "-fsanitize=address,undefined"
CFLAGS = f"-O1 -g {CHECKS} -fno-sanitize-recover=undefined -fno-omit-frame-pointer"
CLANGS = ("clang-19", "clang-18", "clang-17", "clang-16", "clang")
THREADS = {"memory": 1, "thread": 4}


def clang() -> str:
    """Return the newest installed clang.

    Raises SystemExit if there is none.
    """
    names = [name for name in CLANGS if shutil.which(name)]
    if not names:
        raise SystemExit(f"none of {', '.join(CLANGS)} is installed")
    return names[0]


def run_tests(slow: bool) -> int:
    """Run the tests of the core, built with `CHECKS` in a copy of the tree; return the exit status."""
    folder = copied("sanitize")
    build_core(folder, {"PAILI_CFLAGS": CFLAGS, "PAILI_LDFLAGS": CHECKS})
    library = subprocess.run(["cc", "-print-file-name=libasan.so"], check=True, capture_output=True, text=True).stdout
    environment = {"LD_PRELOAD": library.strip(), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    words = ["-m", "pytest", "-s", "-q", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
    return run(
        folder, PYTHON, *words, "-m", NO_SERVERS, *(CORE_TESTS if slow else QUICK_TESTS), environment=environment
    )


def ask_from_c(step: int) -> int:
    """Run the C program under both sanitizers; return 1 if one reports an error or the answers differ."""
    folder = ROOT / "build" / "native"
    folder.mkdir(parents=True, exist_ok=True)
    questions.main(folder / "questions.bin")
    answers = {}
    for kind, threads in THREADS.items():
        flags = shlex.split(f"-g -O1 -fsanitize={kind} -fno-sanitize-recover=all")
        program.build_program(folder / kind, [clang()], flags)
        words = [folder / kind, folder / "questions.bin", str(threads), str(step)]
        ended = subprocess.run(words, check=False, stdout=subprocess.PIPE)
        if ended.returncode:
            print(f"the {kind} sanitizer ended with {ended.returncode}")
            return 1
        answers[kind] = ended.stdout
    print(len(answers["thread"].splitlines()), "lines of answers")
    return int(answers["memory"] != answers["thread"])


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.sanitize", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=("tests", "c"))
    parser.add_argument("--step", type=int, default=1, help="ask every STEPth set of rules (1)")
    parser.add_argument("--all", action="store_true", help="run the slow tests, too")
    chosen = parser.parse_args()
    return run_tests(chosen.all) if chosen.kind == "tests" else ask_from_c(chosen.step)


if __name__ == "__main__":
    sys.exit(main())
