"""Golden files: the answers of each variant, one per line, and requests about their cards and those of perft files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests import ROOT
from tests.oracle.perft_file import read_positions

GOLDEN = ROOT / "tests" / "data" / "golden"
OF_CARDS = ("type", "readings", "play", "as")
"""Kinds of lines that are about cards."""

MOST_CARDS = 30
"""Maximum cards of a hand: perft files have some larger hands."""


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


def golden_questions(variant: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests about a variant's golden and perft files: cards to be checked, hands to be analysed."""
    notation, joiner = ("guandan", " ") if variant == "guandan" else ("text", "")
    for case in read_cases(variant):
        word, *cards = case.question.split()
        if word not in OF_CARDS:
            continue
        body = {"variant": variant, "options": case.facts, "notation": notation}
        body |= {} if case.table == "-" else {"last": case.table.rpartition(":")[2]}
        held = {} if case.hand == "-" else {"hand": case.hand}
        yield "check", body | {"cards": joiner.join(cards)} | held
        yield "analyze", body | {"hand": joiner.join(cards), "top": 0} | held
    for position in read_positions(variant):
        last_play = {"last": "".join(position.table.cards)} if position.table else {}
        for hand in position.hands:
            if 0 < len(hand) <= MOST_CARDS:
                body = {"variant": variant, "options": dict(position.options), "hand": "".join(hand)}
                yield "analyze", body | last_play
