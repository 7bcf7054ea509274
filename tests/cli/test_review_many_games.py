"""`paili review` of a file with five thousand games, some of them faulty: memory, errors by line, resumption."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from paili.records.convert import SHOWN

GAMES = 5000
FAULT_EVERY = 500

CHAIN = "33445566778899TTJJQQ"
"""A hand that goes out with its first play, which takes a review a millisecond."""

GAME = f'[Variant "standard"]\n[Deal "landlord:{CHAIN[:17]}"]\n[Bottom "{CHAIN[17:]}"]\n{CHAIN}\n\n'
FAULTY = GAME.replace(f"{CHAIN}\n", f"{CHAIN[:-1]}K\n")
LINES = GAME.count("\n")

GROWTH = 12 * 1024
"""Maximum kB that a run of `GAMES` may need more than one of a tenth: positions in files and counts of equal games."""


class CommandRun(NamedTuple):
    """A run of the command."""

    rows: list[str]
    errors: list[str]
    status: int
    kilobytes: int
    """Maximum resident memory."""


def text_of(games: int) -> str:
    """Return a file of equal games; the last of each `FAULT_EVERY` is faulty."""
    return "".join([FAULTY if number % FAULT_EVERY == 0 else GAME for number in range(1, games + 1)])


def reviewed(source: Path, journal: Path) -> CommandRun:
    """Review a file in a process of its own."""
    command = [sys.executable, "-m", "paili", "review", str(source), "--level", "novice", "--jobs", "1", "--json"]
    out, errors = source.with_suffix(".out"), source.with_suffix(".err")
    with out.open("w") as rows, errors.open("w") as texts:
        child = subprocess.Popen([*command, "--journal", str(journal), "--lang", "en"], stdout=rows, stderr=texts)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return CommandRun(out.read_text().splitlines(), errors.read_text().splitlines(), child.returncode, usage.ru_maxrss)


@pytest.mark.long
def test_five_thousand_games_need_no_more_memory_than_a_tenth_of_them(tmp_path: Path) -> None:
    few, many, journal = tmp_path / "few.ddz", tmp_path / "many.ddz", tmp_path / "journal"
    few.write_text(text_of(GAMES // 10))
    small = reviewed(few, tmp_path / "small")
    many.write_text(text_of(GAMES))
    large = reviewed(many, journal)
    assert (small.status, large.status) == (2, 2)
    assert large.kilobytes - small.kilobytes <= GROWTH

    faulty = range(FAULT_EVERY, GAMES + 1, FAULT_EVERY)
    lines = [number * LINES - 1 for number in faulty][:SHOWN]  # of the histories
    assert [error.split(", ply")[0] for error in large.errors[:SHOWN]] == [f"{many}: line {line}" for line in lines]
    assert large.errors[SHOWN].startswith(f"{many}: the same in {len(faulty) - SHOWN} more games: ")
    assert large.errors[-1] == f"games reviewed: {GAMES - len(faulty)} of {GAMES - len(faulty)}"
    numbers = [json.loads(row)["game"] for row in large.rows]
    assert numbers == [number for number in range(1, GAMES + 1) if number % FAULT_EVERY]

    whole = journal.read_bytes()
    end = whole.rindex(b"\n", 0, len(whole) * 9 // 10)
    journal.write_bytes(whole[: end + 20])  # interrupted while a line was written
    again = reviewed(many, journal)
    assert again == large._replace(kilobytes=again.kilobytes)
    assert journal.read_bytes() == whole
