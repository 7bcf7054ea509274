"""The slow rules of the family prove themselves: they answer every golden line about cards."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.family import GAMES, Guandan
from tests.family_base import Cards, Game, Reading

GOLDEN = Path(__file__).parent / "golden"
ASKED = ("type", "readings", "play", "as", "moves", "pass")
LINES = {"contest": 45, "yuncheng": 38, "laizi": 38, "paodekuai": 43, "guandan": 53}
RUNS = ("_chain", "plane", "quad_chain", "straight_flush")


class Case(NamedTuple):
    """One line of a golden file."""

    variant: str
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
    return [Case(variant, *line.split(" | ")) for line in lines if line and not line.startswith("#")]


CASES = [case for variant in LINES for case in read_cases(variant) if case.question.split()[0] in ASKED]


def game_of(case: Case) -> Game:
    """Return the game of a case."""
    return GAMES[case.variant](options_of(case))


def options_of(case: Case) -> dict[str, str]:
    """Return the options of a case."""
    return {} if case.options == "-" else dict(pair.split("=") for pair in case.options.split())


def guandan_card(text: str) -> str:
    """Return a card of the contest platform as the reference writes it."""
    return {"SB": "X", "HR": "D"}.get(text, text[1] + text[0].lower())


def cards_of(game: Game, text: str) -> Cards:
    """Return cards as the game writes them."""
    return game.pack([guandan_card(card) for card in text.split()] if isinstance(game, Guandan) else text)


def written(reading: Reading | None) -> str:
    """Return a reading as golden files write it."""
    if reading is None:
        return "none"
    run = any(word in reading.shape for word in RUNS)
    return f"{reading.shape}{f':{reading.length}' if run else ''}/{reading.rank}"


def on_table(game: Game, text: str) -> Reading | None:
    """Return what is to be beaten, as it was declared."""
    if text in ("lead", "-"):
        return None
    declared, _, cards = text.rpartition(":")
    if not declared:
        return game.lead(cards_of(game, cards))
    return next(r for r in game.readings(cards_of(game, cards)) if written(r) == declared)


def legal(game: Game, case: Case) -> tuple[set[Cards], bool]:
    """Return the legal plays of a case and whether passing is legal."""
    options = options_of(case)
    shown = "3" if options.get("first3") == "on" else ""
    hand, table = cards_of(game, case.hand), on_table(game, case.table)
    return game.legal(hand, table, next_has_one=options.get("next") == "1", must_show=shown)


def answer(case: Case) -> str:
    """Return what the reference says to a case."""
    game = game_of(case)
    word, _, argument = case.question.partition(" ")
    hand = None if case.hand == "-" else cards_of(game, case.hand)
    cards = cards_of(game, argument) if argument else ""
    if word == "type":
        return written(game.lead(cards, hand))
    if word == "readings":
        return " ".join(sorted(map(written, game.readings(cards, hand))))
    if word in ("play", "as"):
        stored = game.stored(cards, hand, on_table(game, case.table))
        return written(stored) if word == "as" else "yes" if stored else "no"
    plays, may_pass = legal(game, case)
    if word == "pass":
        return "yes" if may_pass else "no"
    return " ".join(sorted([*plays, *["pass"] * may_pass]))


def test_no_golden_answer_was_lost() -> None:
    assert {variant: len(read_cases(variant)) for variant in LINES} == LINES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_reference_gives_the_golden_answer(case: Case) -> None:
    word = case.question.split()[0]
    wanted = " ".join(sorted(case.answer.split())) if word in ("moves", "readings") else case.answer
    assert answer(case) == wanted, case.why
