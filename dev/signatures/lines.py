"""The file of signatures: the sources of its lines, and their signatures."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from dev import ROOT
from dev.native_answers.program import variant_lines
from tests.helpers import positions, signed_lines
from tests.helpers.answers import SignedAnswer, application_client
from tests.helpers.signed_lines import Answers

FILE = ROOT / "tests" / "data" / "signatures.txt"
HEAD = "# Signatures of all answers, without texts (python -m dev.signatures -h): name, number of answers, hash\n"


def core_lines(variant: str, kind: str) -> Answers:
    yield from map(SignedAnswer, variant_lines(variant, kind))


def line_sources(client: Any) -> dict[str, Callable[[], Answers]]:
    """Return the source of the answers of each line, by its name."""
    core = {
        f"{variant}.{kind}": partial(core_lines, variant, kind)
        for variant in positions.variants_of(client)
        for kind in ("core", "work")
    }
    return signed_lines.line_sources(client) | core


def signature(answers: Answers) -> str:
    digest, number = hashlib.sha256(), 0
    for answer in answers:
        digest.update(len(answer.signed).to_bytes(8) + answer.signed)
        number += 1
    return f"{number} {digest.hexdigest()[:12]}"


def parse_signatures(text: str) -> dict[str, str]:
    """Return the lines of a file of signatures, by name."""
    rows = [row for row in text.splitlines() if row and not row.startswith("#")]
    return dict(row.split(" ", 1) for row in rows)


def recorded() -> dict[str, str]:
    """Return the lines of the file."""
    return parse_signatures(FILE.read_text()) if FILE.exists() else {}


def matching(names: Iterable[str], patterns: Sequence[str]) -> list[str]:
    """Return the names that match one of some patterns."""
    return [name for name in names if any(fnmatchcase(name, pattern) for pattern in patterns)]


def computed(patterns: Sequence[str] = ("*",), threads: int = 1) -> dict[str, str]:
    """Return the signatures of the current answers whose names match one of *patterns*."""
    sources = line_sources(application_client())
    names = matching(sources, patterns)
    with ThreadPoolExecutor(threads) as pool:
        return dict(zip(names, pool.map(lambda name: signature(sources[name]()), names), strict=True))
