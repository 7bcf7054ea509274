"""What the core answers to a program in C alone (`answers.c`), built by the compiler and flags of the environment."""

from __future__ import annotations

import os
import shlex
import subprocess
from functools import cache
from pathlib import Path
from threading import Lock

from tools import ROOT
from tools.native_answers import questions

FOLDER = ROOT / "build" / "native"
FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-Inative", "-Itools/native_answers")
ONCE = Lock()


def build_program(program: Path) -> None:
    """Compile the program with the core, by `CC` and `PAILI_CFLAGS`."""
    program.parent.mkdir(parents=True, exist_ok=True)
    compiler, own = shlex.split(os.environ.get("CC", "cc")), shlex.split(os.environ.get("PAILI_CFLAGS", ""))
    sources = [path for folder in ("tools/native_answers", "native") for path in sorted((ROOT / folder).glob("*.c"))]
    command = [*compiler, *FLAGS, *own, *map(str, sources), "-o", str(program), "-lm", "-lpthread"]
    subprocess.run(command, check=True, cwd=ROOT)


@cache
def program_lines() -> tuple[str, ...]:
    """Return every line that the program says."""
    program, questions_file = FOLDER / "answers", FOLDER / "questions.bin"
    build_program(program)
    questions.main(questions_file)
    return tuple(
        subprocess.run([program, questions_file], check=True, capture_output=True, text=True).stdout.splitlines()
    )


def variant_lines(variant: str, kind: str) -> list[bytes]:
    """Return the lines of a game's sets of rules: "core" for the answers, "work" for the states looked at."""
    with ONCE:
        output = program_lines()
    named = [line.partition(" ")[0].rpartition(".") for line in output]
    return [
        line.encode()
        for line, (name, _, of) in zip(output, named, strict=True)
        if name.rpartition("-")[0] == variant and of == kind
    ]
