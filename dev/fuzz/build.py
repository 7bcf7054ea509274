"""Build the fuzz targets of the core with clang; `dev.fuzz` calls this before each run.

FUZZ_CHECKS are the sanitizers of the targets. Long runs may leave the address checks to the next short one, which
starts from their inputs: FUZZ_CHECKS="-fsanitize=undefined -fsanitize-trap=undefined" doubles the executions a second.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from dev import ROOT
from dev.sanitize import clang
from native.build import files

FOLDER = ROOT / "build" / "fuzz"
TARGETS = ("hand", "table", "search", "deal")
CHECKS = shlex.split(
    os.environ.get(
        "FUZZ_CHECKS",
        "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fsanitize-address-use-after-return=never",
    )
)
COMMON = ("-std=c11", "-g1", "-O2", f"-I{ROOT}/native", f"-I{ROOT}/dev/native_answers")
COVERAGE = ("-fno-sanitize-coverage=trace-cmp",)
"""Tracing of comparisons is disabled: it takes half the time and finds little in hands."""

TRAPS = ("-fsanitize=undefined", "-fsanitize-trap=undefined")


def source_digest(flags: tuple[str, ...]) -> str:
    """Return a hash of all sources of the targets."""
    folders = ("native", "dev/fuzz", "dev/native_answers")
    sources = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.[ch]"))
    assert sources
    result = hashlib.sha256(repr((clang(), flags)).encode())
    for path in sources:
        result.update(path.read_bytes())
    return result.hexdigest()


def compile_with(*words: str | Path, folder: Path) -> None:
    subprocess.run([clang(), *COMMON, *map(str, words)], check=True, cwd=folder)


def build_programs(kind: str, flags: tuple[str, ...], linked: tuple[str, ...] = (), *sources: str) -> None:
    """Build a program of each target, named after its kind, unless it is built from the current sources.

    From the core, the target and *sources* of this folder; *linked* are flags of the program alone.
    """
    stamp, objects = FOLDER / f"{kind}.sha256", FOLDER / f"{kind}.objects"
    digest = source_digest((*COMMON, *flags, *linked))
    if stamp.exists() and stamp.read_text() == digest:
        return
    shutil.rmtree(objects, ignore_errors=True)
    objects.mkdir(parents=True)
    compile_with(*flags, "-c", *files(".c"), folder=objects)
    compiled = sorted(objects.glob("*.o"))
    assert len(compiled) == len(files(".c")), "two sources of the core have the same name"
    for target in TARGETS:
        inputs = [ROOT / "dev/fuzz" / name for name in (*sources, "head.c", f"fuzz_{target}.c")]
        compile_with(*flags, *linked, *inputs, *compiled, "-lm", "-o", FOLDER / f"{kind}_{target}", folder=ROOT)
    stamp.write_text(digest)


def build_targets() -> None:
    """Build the targets for libFuzzer."""
    build_programs("fuzz", (*CHECKS, *COVERAGE, "-fsanitize=fuzzer-no-link"), ("-fsanitize=fuzzer",))


def build_many() -> None:
    """Build the programs that run many inputs without coverage."""
    build_programs("many", TRAPS, (), "many.c")


def build_measured() -> None:
    """Build the targets for libFuzzer with counts of the lines that they run."""
    build_programs(
        "measured",
        ("-fsanitize=fuzzer-no-link", "-fprofile-instr-generate", "-fcoverage-mapping"),
        ("-fsanitize=fuzzer",),
    )
