"""Requests to the service about the cards of golden files and the hands of perft files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests import ROOT
from tests.oracle.perft_file import read_positions

GOLDEN = ROOT / "tests" / "data" / "golden"
OF_CARDS = ("type", "readings", "play", "as")
"""Kinds of lines in golden files that are about cards."""

MOST_CARDS = 30
"""Maximum cards of a hand: perft files have some larger hands."""


def golden_questions(variant: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield requests about a variant's golden and perft files: cards to be checked, hands to be analysed."""
    notation = "guandan" if variant == "guandan" else "text"
    joiner = " " if variant == "guandan" else ""
    for line in (GOLDEN / f"{variant}.txt").read_text(encoding="utf-8").splitlines():
        row = [part.strip() for part in line.split("|")]
        if len(row) < 6 or row[0].startswith("#"):
            continue
        word, *cards = row[4].split()
        if word not in OF_CARDS:
            continue
        options = dict(pair.split("=", 1) for pair in row[1].split() if "=" in pair)
        common = {"variant": variant, "options": options, "notation": notation}
        last_play = {} if row[3] == "-" else {"last": row[3].rpartition(":")[2]}
        yield "check", common | last_play | {"cards": joiner.join(cards)} | ({} if row[2] == "-" else {"hand": row[2]})
        yield "analyze", common | last_play | {"hand": joiner.join(cards) if row[2] == "-" else row[2], "top": 0}
    for position in read_positions(variant):
        last_play = {"last": "".join(position.table.cards)} if position.table else {}
        for hand in position.hands:
            if 0 < len(hand) <= MOST_CARDS:
                yield (
                    "analyze",
                    {"variant": variant, "options": dict(position.options), "hand": "".join(hand)} | last_play,
                )
