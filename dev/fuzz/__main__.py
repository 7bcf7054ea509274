"""Run every fuzz target for its share of some seconds: `python -m dev.fuzz SECONDS [SEED]`; it builds them.

Each starts with the inputs of corpus.py: well-formed ones, and those that `python -m dev.fuzz keep` kept of earlier
runs. The same seed on the same code gives the same inputs. A failed input runs again alone in a new engine; if that
succeeds, it runs after fewer and fewer of the inputs before it: then the failure depends on the engine's memory. Inputs
that reach new code stay in build/fuzz/found, from which long runs continue.

`python -m dev.fuzz many SECONDS [SEED]`: the targets of the core in parallel, ten times as many inputs, derived from
those found, without coverage.

`python -m dev.fuzz answers SECONDS [SEED]`: random requests to the application, see answers.py.

`python -m dev.fuzz coverage`: the share of lines of each file of the core that these inputs reach.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

from dev.fuzz import answers, build, corpus

FOLDER = Path("build/fuzz").resolve()
SHARES = {"hand": 3, "table": 3, "search": 3, "deal": 3, "text": 1}
"""Fraction of the time for each target."""
TRAIL_INPUTS = 4096
"""The same values as in head.c."""
FLAGS = ("-rss_limit_mb=2048", "-reload=0", "-timeout=20", "-print_final_stats=1")


def command(target: str) -> list[str]:
    if target == "text":
        return [sys.executable, "-m", "dev.fuzz.fuzz_text"]
    return [str(FOLDER / f"fuzz_{target}")]


def run_target(target: str, *words: str | Path, trail: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a target with arguments; with *trail* keep its last inputs."""
    environment = os.environ | ({"PAILI_TRAIL": str(FOLDER / f"{target}.trail")} if trail else {})
    return subprocess.run(
        [*command(target), *map(str, words)],
        capture_output=True, text=True, errors="replace", env=environment, check=False,
    )  # fmt: skip


def trail_of(target: str) -> list[bytes]:
    """Return the last inputs of a run, oldest first."""
    data = (FOLDER / f"{target}.trail").read_bytes()
    (met,), size = struct.unpack_from("<Q", data), (len(data) - 8) // TRAIL_INPUTS
    first = max(0, met - TRAIL_INPUTS)
    return [data[8 + i % TRAIL_INPUTS * size :][:size] for i in range(first, met)]


def fails(target: str, inputs: list[Path]) -> bool:
    return run_target(target, *inputs).returncode != 0


def explain(target: str) -> str:
    """Return the minimal inputs that reproduce a failure."""
    if target == "text":
        return "texts have no memory: the input fails alone"
    folder = FOLDER / f"{target}.failed"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    inputs = []
    for number, data in enumerate(trail_of(target)):
        inputs.append(folder / f"{number:04}")
        inputs[-1].write_bytes(data)
    if not inputs or fails(target, inputs[-1:]):
        return f"it fails alone: {inputs[-1] if inputs else 'at the start'}"
    if not fails(target, inputs):
        return (
            "neither the input nor the last inputs before it fail in a fresh engine: run the whole again with its seed"
        )
    while len(inputs) > 2 and fails(target, inputs[len(inputs) // 2 :]):
        inputs = inputs[len(inputs) // 2 :]
    return f"it fails only after others, so the engine's memory is to blame: run {inputs[0]} to {inputs[-1]} in order"


def fuzz(target: str, seconds: int, seed: int) -> int:
    """Run a target, print its result and return its exit status."""
    reached = FOLDER / "found" / target
    reached.mkdir(parents=True, exist_ok=True)
    words = (f"-seed={seed}", f"-max_total_time={seconds}", f"-artifact_prefix={FOLDER}/{target}-", *FLAGS)
    ended = run_target(target, *words, reached, FOLDER / "corpus" / target, trail=True)
    counted = re.findall(r"stat::number_of_executed_units: (\d+)", ended.stderr)
    covered = re.findall(r"cov: (\d+)", ended.stderr)
    print(
        f"{target}: {counted[-1] if counted else '?'} executions, {covered[-1] if covered else '?'} edges", flush=True
    )
    if ended.returncode:
        print(ended.stderr[-6000:], explain(target), sep="\n", flush=True)
    return ended.returncode


def many(seconds: int, seed: int) -> int:
    """Run the targets of the core in parallel on inputs derived from existing ones; return 1 if one failed."""
    running = {}
    for target in corpus.MOST_CARDS:
        inputs = FOLDER / f"{target}.inputs"
        paths = [path for folder in ("corpus", "found") for path in (FOLDER / folder / target).glob("*")]
        inputs.write_bytes(b"".join(path.read_bytes() for path in sorted(paths)))
        running[target] = subprocess.Popen(
            [FOLDER / f"many_{target}", inputs, str(seed), str(seconds)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PAILI_TRAIL": str(FOLDER / f"{target}.trail")},
        )
    for target, process in running.items():
        output = process.communicate()[0].strip()
        print(f"{target}: {output}", *([explain(target)] if process.returncode else []), sep="\n", flush=True)
    return int(any(process.returncode for process in running.values()))


def coverage() -> int:
    """Run every input of the core once and print the lines that they reach; return the exit status."""
    tool, merged = build.clang(), FOLDER / "measured.profdata"
    folders = [FOLDER / name for name in ("corpus", "found")]
    for target in corpus.MOST_CARDS:
        inputs = [folder / target for folder in folders if (folder / target).is_dir()]
        subprocess.run(
            [FOLDER / f"measured_{target}", "-runs=0", "-timeout=0", f"-artifact_prefix={FOLDER}/", *inputs],
            env=os.environ | {"LLVM_PROFILE_FILE": f"{FOLDER}/{target}.profraw"}, stderr=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    profiles = [f"{FOLDER}/{target}.profraw" for target in corpus.MOST_CARDS]
    subprocess.run([tool.replace("clang", "llvm-profdata"), "merge", "-o", merged, *profiles], check=True)
    first, *others = (FOLDER / f"measured_{target}" for target in corpus.MOST_CARDS)
    report = ("report", f"-instr-profile={merged}", "-show-region-summary=0", "-show-branch-summary=0")
    objects = [f"-object={program}" for program in others]
    return subprocess.run(
        [tool.replace("clang", "llvm-cov"), *report, first, *objects, build.ROOT / "native"], check=False
    ).returncode


def keep_inputs(target: str) -> None:
    """Keep a minimal set of inputs that reaches every edge reached by any input."""
    least = FOLDER / "least" / target
    shutil.rmtree(least, ignore_errors=True)
    least.mkdir(parents=True)
    merged = run_target(
        target, "-set_cover_merge=1", "-use_counters=0", least, FOLDER / "corpus" / target, FOLDER / "found" / target
    )
    inputs = sorted(path.read_bytes() for path in least.iterdir())
    assert inputs, merged.stderr[-2000:]
    corpus.pack_inputs(target, inputs)
    print(f"{target}: {len(inputs)} inputs kept", flush=True)


def main() -> int:
    """Run all targets, or those of the core on many inputs, or keep the inputs of earlier runs; 1 on a failure."""
    parser = argparse.ArgumentParser(
        usage="python -m dev.fuzz [-h] [many|answers] SECONDS [SEED]\n       python -m dev.fuzz [-h] keep|coverage",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "words",
        nargs="+",
        help="`keep`, `coverage`, or SECONDS and SEED (1), after `many` for the core alone, `answers` for requests",
    )
    arguments: list[str] = parser.parse_args().words
    if arguments == ["keep"]:
        build.build_targets()
        corpus.main(FOLDER / "corpus")
        for target in SHARES:
            (FOLDER / "found" / target).mkdir(parents=True, exist_ok=True)
            keep_inputs(target)
        return 0
    if arguments == ["coverage"]:
        build.build_measured()
        corpus.main(FOLDER / "corpus")
        return coverage()
    numbers = [word for word in arguments if word not in ("many", "answers")]
    if not 1 <= len(numbers) <= 2 or not all(number.removeprefix("-").isdecimal() for number in numbers):
        parser.error("SECONDS and SEED are whole numbers")
    if "answers" in arguments:
        return answers.main(int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 1)
    if "many" not in arguments and importlib.util.find_spec("atheris") is None:
        raise SystemExit("atheris is not installed: it needs Python 3.11 on Linux, x86-64")
    seconds, seed = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 1
    build.build_targets()
    corpus.main(FOLDER / "corpus")
    if "many" in arguments:
        build.build_many()
        return many(seconds, seed)
    share = seconds / sum(SHARES.values())
    ended = [fuzz(target, max(1, round(share * part)), seed) for target, part in SHARES.items()]
    return int(any(ended))


if __name__ == "__main__":
    sys.exit(main())
