"""The examples of docs/environment.md are run."""

from __future__ import annotations

import pytest

from tests import ROOT
from tests.helpers.pages import assert_examples

pytest.importorskip("numpy", reason="the dependency group dev")
pytest.importorskip("pettingzoo", reason="the dependency group dev")


def test_the_examples_do_what_they_show() -> None:
    assert_examples(ROOT / "docs" / "environment.md")
