"""The lists of tests that commands run on other builds of the core."""

from __future__ import annotations

import pytest

from dev.core_tests import CORE_TESTS, FAST_TESTS, QUICK_TESTS, SLOW_FILES
from tests import ROOT


@pytest.mark.parametrize("path", sorted({*CORE_TESTS, *FAST_TESTS, *SLOW_FILES}))
def test_whatever_a_list_names_exists(path: str) -> None:
    assert (ROOT / path.removeprefix("--ignore=")).exists()


def test_a_slow_file_is_not_among_the_quick_tests() -> None:
    assert {*CORE_TESTS} - {*QUICK_TESTS} == SLOW_FILES & {*CORE_TESTS}
    assert {f"--ignore={path}" for path in SLOW_FILES} <= {*QUICK_TESTS}
