"""The examples of docs/environment.md are run."""

from __future__ import annotations

import doctest
import re

import pytest

from tests import ROOT

pytest.importorskip("numpy", reason="the dependency group dev")
pytest.importorskip("pettingzoo", reason="the dependency group dev")

PAGE = ROOT / "docs" / "environment.md"


def test_the_examples_do_what_they_show() -> None:
    source = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(source, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 8
    output: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=output.append)
    assert result.failed == 0, "".join(output)
