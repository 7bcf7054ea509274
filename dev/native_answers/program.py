"""Output of the C program `answers.c`, built with the compiler and flags of the environment."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

from dev import ROOT
from dev.native_answers import questions

FOLDER = ROOT / "build" / "native"
FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-Inative", "-Idev/native_answers")
ONCE = Lock()


def build_program(program: Path, compiler: Sequence[str] = (), flags: Sequence[str] = (), root: Path = ROOT) -> None:
    """Compile the program with the core of the tree at *root*: by *compiler*, by default CC with PAILI_CFLAGS."""
    program.parent.mkdir(parents=True, exist_ok=True)
    if not compiler:
        compiler, flags = (shlex.split(os.environ.get(*one)) for one in (("CC", "cc"), ("PAILI_CFLAGS", "")))
    command = [*compiler, *FLAGS, *flags, *map(str, sources(root)), "-o", str(program), "-lm", "-lpthread"]
    subprocess.run(command, check=True, cwd=root)


def sources(root: Path) -> list[Path]:
    """Return the sources of the program and of the core in the tree at *root*.

    Raises FileNotFoundError if a folder has none.
    """
    folders = {name: sorted((root / name).rglob("*.c")) for name in ("dev/native_answers", "native")}
    empty = [name for name, paths in folders.items() if not paths]
    if empty:
        raise FileNotFoundError(f"no C sources in {empty[0]}")
    return [path for paths in folders.values() for path in paths]


@cache
def program_lines() -> tuple[str, ...]:
    """Return all lines that the program prints."""
    program, questions_file = FOLDER / "answers", FOLDER / "questions.bin"
    build_program(program)
    questions.main(questions_file)
    return tuple(
        subprocess.run([program, questions_file], check=True, capture_output=True, text=True).stdout.splitlines()
    )


def variant_lines(variant: str, kind: str) -> list[bytes]:
    """Return the lines of a game's sets of rules: "core" for the answers, "work" for the visited states."""
    with ONCE:
        output = program_lines()
    named = [line.partition(" ")[0].rpartition(".") for line in output]
    return [
        line.encode()
        for line, (name, _, of) in zip(output, named, strict=True)
        if name.rpartition("-")[0] == variant and of == kind
    ]
