"""The lists of tests that commands run on other builds of the core."""

from __future__ import annotations

from math import gcd

import pytest

from dev.core_tests import CORE_TESTS, FAST_TESTS, QUICK_TESTS, SLOW_FILES, SLOW_TESTS
from dev.every_seventh import MANY, STEP, chosen_cases
from service.rules.variants import VARIANTS
from tests import ROOT


@pytest.mark.parametrize("path", sorted({*CORE_TESTS, *FAST_TESTS, *SLOW_FILES}))
def test_whatever_a_list_names_exists(path: str) -> None:
    assert (ROOT / path.removeprefix("--ignore=")).exists()


def test_a_slow_file_is_not_among_the_quick_tests() -> None:
    assert {*CORE_TESTS} - {*QUICK_TESTS} == SLOW_FILES & {*CORE_TESTS}
    assert {f"--ignore={path}" for path in SLOW_FILES} <= {*QUICK_TESTS}


def test_every_slow_test_begins_a_name_of_a_quick_file() -> None:
    for name in SLOW_TESTS:
        path, _, test = name.partition("::")
        assert path not in SLOW_FILES
        assert f"def {test.partition('[')[0]}" in (ROOT / path).read_text()


def test_of_many_cases_every_seventh_is_chosen() -> None:
    few = [f"test_few[{i}]" for i in range(MANY)]
    many = [f"test_many[{i}]" for i in range(MANY + 1)]
    assert chosen_cases([*few, "test_one", *many]) == {*few, "test_one", *many[::STEP]}
    assert gcd(STEP, len(VARIANTS)) == 1, "tests over variants and seeds leave some variants out"
