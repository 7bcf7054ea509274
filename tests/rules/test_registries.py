"""Entries of a registry are in all other places that list them; a failure names the place."""

from __future__ import annotations

import re

import pytest

from service.advice.robot import LEVELS
from service.rules.variant import Variant
from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers.family_engine import CHOICES

SECOND_RULES = ("tests/oracle/family.py", "tests/oracle/family_base.py", "tests/oracle/doudizhu.py")


def quoted_in(*paths: str) -> frozenset[str]:
    """Return the quoted words in files of the project."""
    return frozenset(re.findall(r'"([^"\n]+)"', "\n".join((ROOT / path).read_text("utf-8") for path in paths)))


def missing_entries(variant: Variant, known: frozenset[str]) -> list[str]:
    """Return the entries of a game that the second rules lack, given the *known* words in them."""
    return [
        f"{SECOND_RULES[0]}: no entry for the option {name} of {variant.id}"
        for name in CHOICES[variant.id]
        if name not in known
    ]


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
@pytest.mark.parametrize("place", ["tests/oracle/family.py"])
def test_every_game_is_listed(name: str, place: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / place).read_text("utf-8")), f"{place} lacks the game {name}"


@pytest.mark.parametrize("folder", ["golden", "perft", "texts"])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_has_its_data(name: str, folder: str) -> None:
    assert (ROOT / "tests" / "data" / folder / f"{name}.txt").exists(), f"tests/data/{folder} lacks {name}.txt"
