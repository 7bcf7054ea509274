"""Golden files: the answers of each variant, one per line."""

from __future__ import annotations

from typing import NamedTuple

from tests import ROOT

GOLDEN = ROOT / "tests" / "data" / "golden"


class GoldenCase(NamedTuple):
    """One line of a golden file."""

    variant: str
    id: str
    options: str
    hand: str
    table: str
    question: str
    answer: str
    why: str

    @property
    def facts(self) -> dict[str, str]:
        """The options, which include facts about the table."""
        return {} if self.options == "-" else dict(pair.split("=") for pair in self.options.split())


def announced_cases(variant: str) -> int:
    """Return the number of lines stated in the head of a golden file, which detects lost lines."""
    return int((GOLDEN / f"{variant}.txt").read_text().splitlines()[1].split()[1])


def read_cases(variant: str) -> list[GoldenCase]:
    """Return the lines of a variant's golden file."""
    lines = (GOLDEN / f"{variant}.txt").read_text().splitlines()
    return [GoldenCase(variant, *line.split(" | ")) for line in lines if line and not line.startswith("#")]
