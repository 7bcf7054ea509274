"""The slow rules of the family are verified: they answer every golden line about cards."""

from __future__ import annotations

from itertools import pairwise

import pytest

from service.core import engine
from service.rules import cards
from service.rules.variants import VARIANTS
from tests.helpers.golden import GoldenCase, read_cases
from tests.oracle import doudizhu
from tests.oracle.family import GAMES, Guandan
from tests.oracle.family_base import Cards, Game, Reading

QUESTIONS = ("type", "readings", "play", "as", "moves", "pass")
RUNS = ("_chain", "plane", "quad_chain", "straight_flush")


CASES = [
    case
    for variant in VARIANTS
    for case in read_cases(variant)
    if case.question.split()[0] in QUESTIONS
    and "douzero_bugs" not in case.facts  # errors of another program are not rules
]


def game_of(case: GoldenCase) -> Game:
    return GAMES[case.variant](options_of(case))


def options_of(case: GoldenCase) -> dict[str, str]:
    return case.facts


def guandan_card(text: str) -> str:
    """Return a card of the contest platform as the reference writes it."""
    return {"SB": "X", "HR": "D"}.get(text, text[1] + text[0].lower())


def cards_of(game: Game, text: str) -> Cards:
    return game.pack([guandan_card(card) for card in text.split()] if isinstance(game, Guandan) else text)


def written(reading: Reading | None) -> str:
    """Return a reading as golden files write it."""
    if reading is None:
        return "none"
    run = any(word in reading.shape for word in RUNS)
    return f"{reading.shape}{f':{reading.length}' if run else ''}/{reading.rank}"


def on_table(game: Game, text: str) -> Reading | None:
    """Return the play to beat, as it was declared."""
    if text in ("lead", "-"):
        return None
    declared, _, cards = text.rpartition(":")
    if not declared:
        return game.lead(cards_of(game, cards))
    return next(r for r in game.readings(cards_of(game, cards)) if written(r) == declared)


def legal(game: Game, case: GoldenCase) -> tuple[set[Cards], bool]:
    """Return the legal plays of a case and whether passing is legal."""
    options = options_of(case)
    shown = "3" if options.get("first3") == "on" else ""
    hand, table = cards_of(game, case.hand), on_table(game, case.table)
    return game.legal(hand, table, next_has_one=options.get("next") == "1", must_show=shown)


def answer(case: GoldenCase) -> str:
    """Return the reference's answer to a case."""
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


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_reference_gives_the_golden_answer(case: GoldenCase) -> None:
    word = case.question.split()[0]
    wanted = " ".join(sorted(case.answer.split())) if word in ("moves", "readings") else case.answer
    assert answer(case) == wanted, case.why


@pytest.mark.parametrize("hand", ["33334445X", "34567892D", "3344556XD"])
def test_standard_agrees_with_its_reference(hand: str) -> None:
    game = GAMES["standard"]()
    assert game.legal(hand, None) == (set(doudizhu.legal(hand, None)), False)
    assert game.best_split(hand, lambda r: r.key - 6) == doudizhu.best_split(hand, lambda r: r[1] - 6)


@pytest.mark.parametrize(
    ("options", "weakest_first"),
    [
        ({}, "3337 222J 3333 2222 7777 777J 33337 7777J XD"),
        ({"rocket_top": "off"}, "3337 222J 3333 2222 7777 777J XD 33337 7777J"),
        ({"bomb_order": "equal"}, "3337 4444 222J 7777 33337 XD"),
        ({"bomb_order": "soft<pure<rocket<laizi"}, "222J 3333 33337 XD 7777 777J 7777J"),
    ],
)
def test_bombs_of_laizi_beat_each_other_in_order(options: dict[str, str], weakest_first: str) -> None:
    game = GAMES["laizi"]({"wild": "7J", "bomb_max": "12", **options})
    for low, high in pairwise(weakest_first.split()):
        assert game.stored(high, None, game.lead(low))
        assert not game.stored(low, None, game.lead(high))
    rules = engine.rules_for("laizi", (("wild", "7J"), ("bomb_max", "12"), *options.items()))
    bombs = [max(engine.legal(rules, cards.pack(bomb), None), key=lambda c: c.size) for bomb in weakest_first.split()]
    for low, high in pairwise(bombs):
        assert engine.legal(rules, high.cards, low)
        assert not engine.legal(rules, low.cards, high)


def test_bombs_of_guandan_beat_each_other_in_order() -> None:
    game = GAMES["guandan"]({"level": "5"})
    weakest_first = [["3s"] * 4, ["Ah"] * 4, ["5s"] * 4, ["Ks"] * 5, ["As", "2s", "3s", "4s", "5s"]]
    weakest_first += [["2s", "W", "4s", "5s", "6s"], ["3d"] * 6, ["3d"] * 8 + ["W"] * 2, ["X", "X", "D", "D"]]
    for low, high in pairwise(weakest_first):
        assert game.stored(tuple(high), None, game.lead(tuple(low)))
        assert not game.stored(tuple(low), None, game.lead(tuple(high)))


@pytest.mark.parametrize(("hand", "turns"), [("W", None), ("2W", None), ("23W", 2), ("333WXD", 1)])
def test_the_flower_needs_a_body_in_a_split(hand: str, turns: int | None) -> None:
    assert GAMES["yuncheng"]().best_split(hand, lambda _: 0) == (turns and (0, -turns))


@pytest.mark.parametrize(("options", "short"), [({}, 1), ({"triple_free": "on"}, 2), ({"short_lead": "off"}, 0)])
def test_a_split_of_paodekuai_has_one_short_play_at_most(options: dict[str, str], short: int) -> None:
    split = GAMES["paodekuai"](options).best_split("333555", lambda r: int(r.shape == "trio_short"))
    assert split
    assert split[0] == short
