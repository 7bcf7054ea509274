"""Mutation tests: `python -m tests.mutants native` or `python`, or `make mutants`.

A sample of all mutants, drawn by a seed, is judged one by one; what was judged is kept in build/mutants, so that a run
goes on where the one before ended. At the end: how many were noticed, and those that were not.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutants.judges import EQUAL, ROOT, SURVIVED, UNBUILT, Judge, Native, Python
from tests.mutants.texts import Mutant, mutants

JUDGES: dict[str, type[Judge]] = {"native": Native, "python": Python}


def sample_of(judge: Judge, size: int, seed: int) -> list[Mutant]:
    """Return so many mutants, drawn by a seed."""
    everything = [mutant for path in judge.files() for mutant in mutants(path, ROOT)]
    print(f"{len(everything)} mutants in {len(judge.files())} files, {min(size, len(everything))} drawn by seed {seed}")
    return random.Random(seed).sample(everything, min(size, len(everything)))


def read(path: Path) -> dict[str, str]:
    """Return the verdicts that are kept."""
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(json.loads(line) for line in lines)


def summary(verdicts: dict[str, str]) -> str:
    """Return what came of all mutants."""
    kinds = Counter(said if said in (UNBUILT, EQUAL, SURVIVED) else "noticed" for said in verdicts.values())
    real = kinds["noticed"] + kinds[SURVIVED]
    share = f"{kinds['noticed']} of {real} noticed, {kinds['noticed'] / real:.1%}" if real else "none judged"
    left = [f"survived: {name}" for name, said in sorted(verdicts.items()) if said == SURVIVED]
    return "\n".join([*left, f"{share}; {kinds[UNBUILT]} do not compile, {kinds[EQUAL]} are the same machine code"])


def main() -> int:
    """Judge a sample; 1 if fewer than the asked share were noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("judge", choices=JUDGES)
    parser.add_argument("--sample", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="stop after so long; the next run goes on")
    parser.add_argument("--only", default="", help="only mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="judge again what survived")
    chosen = parser.parse_args()
    judge = JUDGES[chosen.judge]()
    path = ROOT / "build" / "mutants" / f"{chosen.judge}-{chosen.seed}.jsonl"
    known = read(path)
    sample = [mutant for mutant in sample_of(judge, chosen.sample, chosen.seed) if chosen.only in mutant.name]
    until = time.monotonic() + chosen.seconds
    for mutant in sample:
        if mutant.name in known and not (chosen.again and known[mutant.name] == SURVIVED):
            continue
        if time.monotonic() > until:
            break
        known[mutant.name] = judge.judge(mutant)
        with path.open("a") as kept:
            kept.write(json.dumps([mutant.name, known[mutant.name]]) + "\n")
    print(summary({mutant.name: known[mutant.name] for mutant in sample if mutant.name in known}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
