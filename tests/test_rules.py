"""Golden answers of each variant, asked of the engine and of the reference alike."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from service import cards, engine
from service.combos import Combo
from service.core import Rules
from service.scoring import score
from service.variants import VARIANTS

GOLDEN = Path(__file__).parent / "golden"


class Case(NamedTuple):
    """One line of a golden file."""

    id: str
    options: str
    hand: str
    table: str
    question: str
    answer: str
    why: str


def read_cases(variant: str) -> list[Case]:
    """Return the lines of a variant's golden file."""
    lines = (GOLDEN / f"{variant}.txt").read_text().splitlines()
    return [Case(*line.split(" | ")) for line in lines if line and not line.startswith("#")]


def test_every_variant_has_a_golden_file() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VARIANTS)


def test_no_golden_answer_was_lost() -> None:
    assert len(read_cases("standard")) == 68


def written(combo: Combo) -> str:
    """Return a reading as golden files write it."""
    chain = engine.rules_for("standard").shapes[combo.family].run[1] > 1
    return f"{combo.shape}{f':{combo.length}' if chain else ''}/{cards.RANKS[combo.rank]}"


def rules_of(case: Case) -> Rules:
    """Return the rules of a case."""
    pairs = [] if case.options == "-" else [tuple(pair.split("=")) for pair in case.options.split()]
    return engine.rules_for("standard", tuple(pairs))


def on_table(rules: Rules, case: Case) -> Combo | None:
    """Return what is to be beaten."""
    return None if case.table in ("lead", "-") else engine.readings(rules, cards.pack(case.table))[0]


def moves_of(rules: Rules, case: Case) -> list[str]:
    """Return every legal play, and the pass."""
    to_beat = on_table(rules, case)
    plays = [cards.text(combo.cards) for combo in engine.legal(rules, cards.pack(case.hand), to_beat)]
    return plays + ["pass"] * (to_beat is not None)


def answer_score(arguments: list[str]) -> str:
    """Return the points of a finished game."""
    told = dict(argument.split("=") for argument in arguments)
    bombs = int(told.get("bombs", 0)) + int(told.get("rocket", 0))
    won = told["win"] == "L"
    landlord, farmer = score(won, int(told["base"]), bombs, "spring" in told or "anti" in told)
    return f"L{landlord:+d} F{farmer:+d}"


def answer(case: Case) -> str:
    """Return what the engine says to a case."""
    rules = rules_of(case)
    word, *arguments = case.question.split()
    if word in ("type", "readings"):
        found = [written(combo) for combo in engine.readings(rules, cards.pack(arguments[0]))]
        return (found or ["none"])[0] if word == "type" else " ".join(sorted(found))
    if word in ("play", "as"):
        combo = engine.play(rules, cards.pack(case.hand), cards.pack(arguments[0]), on_table(rules, case))
        return ("yes" if combo else "no") if word == "play" else written(combo) if combo else "none"
    if word == "moves":
        return " ".join(sorted(moves_of(rules, case)))
    if word == "count":
        return str(len(moves_of(rules, case)))
    if word == "pass":
        return "yes" if "pass" in moves_of(rules, case) else "no"
    if word == "next":
        seats = rules.variant.seats
        return seats[(seats.index(arguments[0]) + 1) % len(seats)]
    assert word == "score"
    return answer_score(arguments)


@pytest.mark.parametrize("case", read_cases("standard"), ids=lambda case: case.id)
def test_golden_answer(case: Case) -> None:
    wanted = " ".join(sorted(case.answer.split())) if case.question == "moves" else case.answer
    if case.question.startswith("readings"):
        wanted = " ".join(sorted(wanted.split()))
    assert answer(case) == wanted, case.why
