"""Compare the answers of the core to a C program, built in two ways.

    python -m dev.native_answers sanitized    # under the memory sanitizer, and with four threads the thread sanitizer
    python -m dev.native_answers arm          # on this machine, and on 64-bit ARM, whose vectors are NEON

For ARM the program is compiled by zig, which `make wasm` installs, and run by qemu-user (Debian: qemu-user-static).
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence

from dev.native_answers import program, questions
from dev.sanitize import clang

EMULATOR = "qemu-aarch64-static"
QUESTIONS = program.FOLDER / "questions.bin"


def lines_of(
    name: str, compiler: Sequence[str], flags: Sequence[str], step: int, threads: int = 1, emulator: Sequence[str] = ()
) -> list[bytes]:
    """Return the lines that the program prints, asked every *step*-th set of rules."""
    path = program.FOLDER / name
    program.build_program(path, compiler, flags)
    command = [*emulator, path, QUESTIONS, str(threads), str(step)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()


def sanitized(kind: str, step: int, threads: int) -> list[bytes]:
    """Return the lines of the program under a sanitizer, which ends it at a fault."""
    return lines_of(kind, [clang()], ["-g1", "-O1", f"-fsanitize={kind}", "-fno-sanitize-recover=all"], step, threads)


def main() -> int:
    """Run the command; return 1 if a line differs."""
    parser = argparse.ArgumentParser(
        prog="python -m dev.native_answers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=("sanitized", "arm"))
    parser.add_argument("--step", type=int, default=1, help="ask every STEPth set of rules (1)")
    chosen = parser.parse_args()
    if chosen.kind == "arm" and not shutil.which(EMULATOR):
        raise SystemExit(f"{EMULATOR} is not installed")
    questions.main(QUESTIONS)
    if chosen.kind == "arm":
        zig = [sys.executable, "-m", "ziglang", "cc"]
        first = lines_of("answers-here", ["cc"], [], chosen.step)
        second = lines_of("answers-arm", zig, ["-target", "aarch64-linux-musl"], chosen.step, 1, [EMULATOR])
    else:
        first, second = sanitized("memory", chosen.step, 1), sanitized("thread", chosen.step, 4)
    for line in set(first) - set(second):
        print("differs:", line.decode())
    print(len(second), "lines of answers")
    return int(first != second)


if __name__ == "__main__":
    sys.exit(main())
