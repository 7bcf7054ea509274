"""Entries of a registry are in all other places that list them; a failure names the place."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import chain, combinations
from typing import NamedTuple

import pytest

from service.advice.levels import LEVELS
from service.core import engine
from service.core.bindings import CompiledRules, PlayConstraints
from service.rules.variant import Variant
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers import family_engine as h
from tests.oracle import family
from tests.oracle.family_base import Cards, Game


class Situation(NamedTuple):
    """A hand and a play to beat, the same under any options."""

    hand: Cards
    table: Cards
    beaten: h.Kind | None
    """The reading of the cards on the table; None: a lead."""
    next_has_one: bool


def random_situation(game: Game, rules: CompiledRules, rng: random.Random) -> Situation:
    """Return a situation of few ranks, in which options matter."""
    hand, table = [game.pack(h.dense_hand(rules, rng)) for _ in range(2)]
    readings = engine.readings(rules, h.play_of(rules, table)) if rng.random() < 0.6 else ()
    readings = tuple(combo for combo in readings if not rules.shapes[rules.row_of(combo)].kickers_short)
    return Situation(hand, table, h.kind_of(rng.choice(readings)) if readings else None, rng.random() < 0.3)


class Legal(NamedTuple):
    """What is legal in a situation."""

    plays: h.PlaysWithReadings
    may_pass: bool
    stored: h.Kind | None
    """The reading that is stored if the whole hand is played; None: it may not be."""


def legal_of_core(rules: CompiledRules, one: Situation) -> Legal | None:
    """Return what the core allows; None if the cards on the table lack their reading."""
    constraints = PlayConstraints(0, one.next_has_one and "solo_top" in rules.setup.flags)
    play, hand = h.play_of(rules, one.table), h.play_of(rules, one.hand)
    readings = engine.readings(rules, play)
    beaten = next((combo for combo in readings if h.kind_of(combo) == one.beaten), None)
    if one.beaten and not beaten:
        return None
    stored = engine.play(rules, hand.cards, hand, beaten)
    plays = h.legal_of_engine(rules, one.hand, beaten, constraints)
    return Legal(*plays, stored and h.kind_of(stored))


def legal_of_second(game: Game, rules: CompiledRules, one: Situation) -> Legal:
    """Return what the second rules allow."""
    readings = game.readings(one.table, None)
    beaten = next((reading for reading in readings if h.kind_of_reading(reading) == one.beaten), None)
    stored = game.stored(one.hand, one.hand, beaten)
    plays = h.legal_of_game(game, rules, one.hand, beaten, one.next_has_one)
    return Legal(*plays, stored and h.kind_of_reading(stored))


RARE = {
    ("laizi", "bomb_order"): Situation("7777", "XD", ("rocket", "X", 1), False),
    ("laizi", "bomb_max"): Situation("33337777", "3", None, False),
    ("laizi", "rocket_top"): Situation("33337777", "XD", ("rocket", "X", 1), False),
}
"""A situation that is rarely drawn, by variant and option."""

DECLARED = ("yuncheng", "flower_reading")
"""An option that changes no legal play, only which readings a flower may be declared to have."""

SITUATIONS = 20_000
"""Situations in which two values of an option must differ: the rarest do so once in 2,000."""


def faults(variant: str, option: str, values: Sequence[str]) -> list[str]:
    """Return the values of an option between which the core never differs, or under which the second rules do."""
    given = {value: {**h.DEFAULTS.get(variant, {}), option: value} for value in values}
    rules = {value: engine.rules_for(variant, tuple(options.items())) for value, options in given.items()}
    games = {value: h.GAMES[variant](options) for value, options in given.items()}
    pairs = {(a, b) for a, b in combinations(values, 2) if h.play_rules(rules[a].setup) != h.play_rules(rules[b].setup)}
    rng, wrong = random.Random(f"{variant}/{option}"), list[str]()
    for number in range(SITUATIONS):
        if not pairs:
            break
        undecided = [value for value in values if any(value in pair for pair in pairs)]
        first = rng.choice(undecided)
        rare = RARE.get((variant, option))
        one = rare if rare and number == 0 else random_situation(games[first], rules[first], rng)
        level = rules[first].setup.level if "W" in (*one.hand, *one.table) else None  # of another level it is no card
        fit = [value for value in undecided if level in (None, rules[value].setup.level)]
        legal = {value: plays for value in fit if (plays := legal_of_core(rules[value], one))}
        differ = {(a, b) for a, b in pairs & {*combinations(legal, 2)} if legal[a] != legal[b]}
        pairs -= differ
        wrong += [
            f"{option}={value}: the second rules of {variant} answer otherwise in {one}"
            for value in sorted({*chain(*differ)})
            if legal_of_second(games[value], rules[value], one) != legal[value]
        ]
    return wrong + [f"{option}={a} and {option}={b} of {variant} have the same legal plays" for a, b in sorted(pairs)]


@pytest.mark.parametrize(
    ("variant", "option", "values"),
    [
        (variant, option, values)
        for variant, options in h.CHOICES.items()
        for option, values in options.items()
        if (variant, option) != DECLARED
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_second_rules_react_to_every_value_of_an_option(variant: str, option: str, values: tuple[str, ...]) -> None:
    assert not faults(variant, option, values)


def test_an_option_that_the_second_rules_lack_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(family, "FLAGS", {**family.FLAGS, "attach_body_rank": "quad"})
    (fault, *_) = faults("standard", "attach_body_rank", ("on", "off"))
    assert fault.startswith("attach_body_rank=")
    assert "the second rules of standard answer otherwise" in fault


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "place",
    [
        "paili/words.py",
        "docs/hint-button.md",
        "docs/hint-button.zh-CN.md",
    ],
)
def test_every_level_is_listed(level: str, place: str) -> None:
    assert re.search(rf"\b{level}\b", (ROOT / place).read_text("utf-8")), f"{place} lacks the level {level}"


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("place", ["tests/oracle/family.py"])
def test_every_game_is_listed(name: str, place: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / place).read_text("utf-8")), f"{place} lacks the game {name}"


@pytest.mark.parametrize("folder", ["golden", "perft"])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_has_its_data(name: str, folder: str) -> None:
    assert (ROOT / "tests" / "data" / folder / f"{name}.txt").exists(), f"tests/data/{folder} lacks {name}.txt"


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS.values() if variant.nets], ids=lambda one: one.id)
def test_a_match_has_covered_every_option(variant: Variant) -> None:
    """Networks are not used under an option without one."""
    covered = [(name, value) for name, wins in variant.option_matches.items() for value in wins]
    lacking = [one for one in values_of(variant) if one not in covered]
    commands = [
        f"python -m lab.arena match nets club --variant '{variant.id}[{name}={value}]'" for name, value in lacking
    ]
    assert not lacking, f"`python -m lab.arena options --variant {variant.id}` runs: {'; '.join(commands)}"
    assert covered == values_of(variant), "a row without its option, or in another order"


def values_of(variant: Variant) -> list[tuple[str, str]]:
    """Return the values of options that need a match: all but the defaults and those of options that deals draw."""
    return [
        (name, value) for name, option in variant.options.items() if not option.drawn for value in option.values[1:]
    ]
