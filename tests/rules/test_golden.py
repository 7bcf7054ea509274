"""Golden answers of each variant from the engine."""

from __future__ import annotations

import pytest

from service.core import engine
from service.core.bindings import CompiledRules, Play, PlayConstraints
from service.position.parse.cards import parse_cards
from service.position.replay import larger
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.variants import VARIANTS
from tests.helpers.golden import GOLDEN, GoldenCase, announced_cases, read_cases

QUESTIONS = ("type", "readings", "play", "as", "moves", "count", "pass", "next")
"""Lines about cards and turns; those about the contest's protocol have their own tests."""


def test_every_variant_has_a_golden_file() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_golden_answer_was_lost(variant: str) -> None:
    assert len(read_cases(variant)) == announced_cases(variant)


def written(rules: CompiledRules, combo: Combo) -> str:
    """Return a reading as golden files write it."""
    chain = rules.shapes[rules.row_of(combo)].runs
    return f"{combo.shape}{f':{combo.length}' if chain else ''}/{c.RANKS[combo.rank]}"


def rules_of(case: GoldenCase) -> CompiledRules:
    options = {name: value for name, value in case.facts.items() if name != "next"}
    return engine.rules_for(case.variant, tuple(options.items()))


def cards_of(rules: CompiledRules, text: str) -> c.Cards:
    """Return cards as golden files write them."""
    notation = c.GUANDAN if rules.setup.suited else c.TEXT
    return parse_cards(text, notation, kind=rules.setup.kind)


def play_of(rules: CompiledRules, text: str) -> Play:
    cards = cards_of(rules, text)
    return Play(cards.hand, 0, cards.suits)


def on_table(rules: CompiledRules, case: GoldenCase) -> Combo | None:
    """Return the play to beat, as it was declared."""
    if case.table in ("lead", "-"):
        return None
    declared, _, cards = case.table.rpartition(":")
    readings = engine.readings(rules, play_of(rules, cards))
    return next(combo for combo in readings if not declared or written(rules, combo) == declared)


def constraints_of(case: GoldenCase) -> PlayConstraints:
    """Return the constraints of the seat in addition to beating."""
    options = case.facts
    top = options.get("next") == "1" and options.get("baodan", "on") == "on"
    return PlayConstraints(c.pack("3") if options.get("first3") == "on" else 0, top)


def moves_of(rules: CompiledRules, case: GoldenCase) -> list[str]:
    """Return every legal play, and the pass."""
    to_beat, hand = on_table(rules, case), cards_of(rules, case.hand)
    plays = engine.legal(rules, hand.hand, to_beat, hand.suits, constraints_of(case))
    may_pass = engine.may_pass(rules, to_beat, len(plays), sum(combo.tier > 0 for combo in plays))
    return [c.text(combo.cards) for combo in plays] + ["pass"] * may_pass


def hand_of(rules: CompiledRules, case: GoldenCase, play: Play) -> int:
    """Return the hand of a play; if it is not given, one larger than the play."""
    return cards_of(rules, case.hand).hand if case.hand != "-" else larger(rules.setup.power, play.cards)


def answer(case: GoldenCase) -> str:
    """Return the engine's answer to a case."""
    rules = rules_of(case)
    word, *arguments = case.question.split()
    if word == "next":
        seats = rules.variant.seats
        return seats[(seats.index(arguments[0]) + 1) % len(seats)]
    if word == "moves":
        return " ".join(sorted(moves_of(rules, case)))
    if word == "count":
        return str(len(moves_of(rules, case)))
    if word == "pass":
        return "yes" if "pass" in moves_of(rules, case) else "no"
    play = play_of(rules, " ".join(arguments))
    hand = hand_of(rules, case, play)
    if word in ("type", "readings"):
        texts = [written(rules, combo) for combo in engine.readings(rules, play, hand)]
        return (texts or ["none"])[0] if word == "type" else " ".join(sorted(texts))
    combo = engine.play(rules, hand, play, on_table(rules, case))
    return ("yes" if combo else "no") if word == "play" else written(rules, combo) if combo else "none"


CASES = [case for variant in VARIANTS for case in read_cases(variant) if case.question.split()[0] in QUESTIONS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_golden_answer(case: GoldenCase) -> None:
    wanted = " ".join(sorted(case.answer.split())) if case.question == "moves" else case.answer
    if case.question.startswith("readings"):
        wanted = " ".join(sorted(wanted.split()))
    assert answer(case) == wanted, case.why
