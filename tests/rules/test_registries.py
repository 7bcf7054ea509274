"""Entries of a registry are in all other places that list them; a failure names the place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from service.advice.robot import LEVELS
from service.rules.variant import Variant
from service.rules.variants import DEFAULT_VARIANT, VARIANTS
from tests import ROOT
from tests.helpers.family_engine import CHOICES

SECOND_RULES = ("tests/oracle/family.py", "tests/oracle/family_base.py", "tests/oracle/doudizhu.py")


def quoted_in(*paths: str) -> frozenset[str]:
    """Return the quoted words in files of the project."""
    return frozenset(re.findall(r'"([^"\n]+)"', "\n".join((ROOT / path).read_text("utf-8") for path in paths)))


def options_of_rules(variant: Variant) -> Iterator[str]:
    """Yield the options that change the shapes or the flags of the table."""
    default = {name: option.values[0] for name, option in variant.options.items()}

    def rules_of(options: dict[str, str]) -> object:
        setup = variant.setup(options)
        return setup.shapes, setup.flags

    for name, option in variant.options.items():
        if any(rules_of(default | {name: value}) != rules_of(default) for value in option.values[1:]):
            yield name


NO_RULES = frozenset({"douzero_bugs"})
"""Options that are no rules: errors of another program, which only golden files describe."""


def missing_entries(variant: Variant, known: frozenset[str]) -> list[str]:
    """Return the entries of a game that the second rules lack, given the *known* words in them."""
    return [
        f"{SECOND_RULES[0]}: no entry for the option {name} of {variant.id}"
        for name in options_of_rules(variant)
        if name not in known | NO_RULES
    ]


def uncompared(variant: Variant, choices: Mapping[str, Mapping[str, tuple[str, ...]]]) -> list[str]:
    """Return the options of a game that neither random *choices* nor golden files compare with the second rules.

    `tests/core/test_engine.py` compares those of Dou Dizhu, which other games share.
    """
    golden = (ROOT / "tests" / "data" / "golden" / f"{variant.id}.txt").read_text("utf-8")
    shared = VARIANTS[DEFAULT_VARIANT].options.keys()
    return [
        f"tests/helpers/family_engine.py: no value for the option {name} of {variant.id}, and none in its golden file"
        for name in options_of_rules(variant)
        if name not in shared and name not in choices.get(variant.id, {}) and f"{name}=" not in golden
    ]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_every_option_that_changes_rules_is_compared_with_the_second_rules(variant: Variant) -> None:
    assert not uncompared(variant, CHOICES)


def test_an_option_that_nothing_compares_is_reported_with_its_place() -> None:
    (place,) = uncompared(VARIANTS["yuncheng"], {"yuncheng": {"pair3_bomb": ("off", "on")}})
    assert place.startswith("tests/helpers/family_engine.py: no value for the option flower_reading of yuncheng")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_second_rules_know_every_option_that_changes_rules(variant: Variant) -> None:
    assert not missing_entries(variant, quoted_in(*SECOND_RULES))


def test_an_option_without_an_entry_is_reported_with_its_place() -> None:
    known = quoted_in(*SECOND_RULES) - {"attach"}
    assert missing_entries(VARIANTS["standard"], known) == [
        "tests/oracle/family.py: no entry for the option attach of standard"
    ]


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
@pytest.mark.parametrize("place", ["README.md", "README.zh-CN.md", "tests/oracle/family.py"])
def test_every_game_is_listed(name: str, place: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / place).read_text("utf-8")), f"{place} lacks the game {name}"


@pytest.mark.parametrize("folder", ["golden", "perft", "texts"])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_has_its_data(name: str, folder: str) -> None:
    assert (ROOT / "tests" / "data" / folder / f"{name}.txt").exists(), f"tests/data/{folder} lacks {name}.txt"
