"""Compare the core's answers on another processor: `python -m dev.native_answers.emulated --step 12`.

The C program is compiled by zig for 64-bit ARM, whose vectors are NEON, runs under qemu-user, and must print what it
prints on this machine. `make wasm` installs zig; qemu-user-static is a Debian package.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from dev import ROOT
from dev.native_answers import program, questions

TARGET = "aarch64-linux-musl"
EMULATOR = "qemu-aarch64-static"


def emulated_answers(folder: Path, step: int) -> tuple[bytes, bytes]:
    """Return the lines of the program on this machine and on the other processor; only every *step*-th set is run."""
    path = folder / "questions.bin"
    folder.mkdir(parents=True, exist_ok=True)
    questions.main(path)
    program.build_program(folder / "answers-here", ["cc"])
    program.build_program(folder / "answers-arm", [sys.executable, "-m", "ziglang", "cc"], ["-target", TARGET])
    here, there = (
        subprocess.run([*command, path, "1", str(step)], check=True, stdout=subprocess.PIPE).stdout
        for command in ([folder / "answers-here"], [EMULATOR, folder / "answers-arm"])
    )
    return here, there


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 if a line differs."""
    parser = argparse.ArgumentParser(prog="python -m dev.native_answers.emulated", description=__doc__)
    parser.add_argument("--step", type=int, default=1, help="ask every STEPth set of rules (1)")
    step = parser.parse_args(arguments).step
    if not shutil.which(EMULATOR):
        raise SystemExit(f"{EMULATOR} is not installed")
    here, there = (lines.splitlines() for lines in emulated_answers(ROOT / "build" / "native", step))
    for line in set(here) - set(there):
        print("differs:", line.decode())
    print(len(there), "lines of answers on", TARGET)
    return int(here != there)


if __name__ == "__main__":
    sys.exit(main())
