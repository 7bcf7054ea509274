"""Mutation tests: `python -m dev.mutants native`, `fast` or `python`.

`native` and `fast` change the core; `fast` runs only the tests of `make test-fast`.

A sample of all mutants, drawn by a seed, is judged one by one; verdicts are kept in build/mutants, so that the next run
continues. The summary has the number of killed mutants, and the survivors. Equivalent mutants are listed with the
reason in equivalent.toml.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path

from dev.mutants.judges import (
    EQUAL,
    ROOT,
    SURVIVED,
    UNBUILT,
    FastJudge,
    MutantJudge,
    NativeJudge,
    PythonJudge,
    first_failed,
)
from dev.mutants.texts import Mutant, mutants

JUDGES: dict[str, type[MutantJudge]] = {"native": NativeJudge, "fast": FastJudge, "python": PythonJudge}


EQUIVALENTS = Path(__file__).with_name("equivalent.toml")
EQUIVALENT = "equivalent"
"""Verdict on a mutant listed there."""


def equivalents() -> dict[tuple[str, str, str, int], str]:
    """Return the reasons why mutants are equivalent, by mutant."""
    listed = tomllib.loads(EQUIVALENTS.read_text(encoding="utf-8"))["equivalent"]
    return {(one["file"], one["line"], one["change"], one.get("nth", 1)): one["why"] for one in listed}


def sample_of(judge: MutantJudge, size: int, seed: int) -> list[Mutant]:
    """Return *size* mutants, drawn by a seed."""
    everything = [mutant for path in judge.files() for mutant in mutants(path, ROOT)]
    print(f"{len(everything)} mutants in {len(judge.files())} files, {min(size, len(everything))} drawn by seed {seed}")
    return random.Random(seed).sample(everything, min(size, len(everything)))


def read_verdicts(path: Path) -> dict[str, str]:
    """Return the recorded verdicts."""
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(json.loads(line) for line in lines)


def summary(verdicts: dict[str, str]) -> str:
    """Return the numbers of verdicts, and the survivors."""
    others = (UNBUILT, EQUAL, SURVIVED, EQUIVALENT)
    kinds = Counter(verdict if verdict in others else "noticed" for verdict in verdicts.values())
    real = kinds["noticed"] + kinds[SURVIVED]
    share = f"{kinds['noticed']} of {real} noticed, {kinds['noticed'] / real:.1%}" if real else "none judged"
    left = [f"survived: {name}" for name, verdict in sorted(verdicts.items()) if verdict == SURVIVED]
    by = Counter(verdict.partition("::")[0] for verdict in verdicts.values() if verdict not in others)
    return "\n".join(
        [
            *left,
            ", ".join(f"{number} by {name}" for name, number in by.most_common()),
            f"{share}; {kinds[UNBUILT]} do not compile, {kinds[EQUAL]} are the same machine code, "
            f"{kinds[EQUIVALENT]} are in {EQUIVALENTS.name}",
        ]
    )


def main() -> int:
    """Judge a sample and print the summary; return 1 if a test that detected a fault also fails without it."""
    parser = argparse.ArgumentParser(prog="python -m dev.mutants", description=__doc__)
    parser.add_argument("judge", choices=JUDGES)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="stop after so long; the next run goes on")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--hasty", action="store_true", help="leave out what takes long; then --again tells the truth")
    parser.add_argument("--again", action="store_true", help="judge again what survived")
    chosen = parser.parse_args()
    judge = JUDGES[chosen.judge](chosen.hasty)
    path = ROOT / "build" / "mutants" / f"{chosen.judge}-{chosen.seed}.jsonl"
    known, same = read_verdicts(path), equivalents()
    sample = [mutant for mutant in sample_of(judge, chosen.sample, chosen.seed) if chosen.only in mutant.name]
    until = time.monotonic() + chosen.seconds
    for mutant in sample:
        if mutant.place in same:
            known[mutant.name] = EQUIVALENT
            continue
        if mutant.name in known and not (chosen.again and known[mutant.name] == SURVIVED):
            continue
        if time.monotonic() > until:
            break
        known[mutant.name] = judge.judge(mutant)
        with path.open("a") as kept:
            kept.write(json.dumps([mutant.name, known[mutant.name]]) + "\n")
    judged = {mutant.name: known[mutant.name] for mutant in sample if mutant.name in known}
    false = first_failed({name for name in judged.values() if name.startswith("tests/")})
    print(summary(judged))
    print(f"{false} fails without a fault, and tells nothing" if false else "those tests pass without a fault")
    return int(bool(false))


if __name__ == "__main__":
    sys.exit(main())
