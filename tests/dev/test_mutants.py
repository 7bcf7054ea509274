"""Mutations of `python -m dev.mutants`, and code that is not mutated because it has no effect."""

from __future__ import annotations

from pathlib import Path

import pytest
from coverage import CoverageData

from dev.mutants.__main__ import equivalents
from dev.mutants.judges import ROOT, first_failed, reached_by
from dev.mutants.texts import Mutant, mutants, of_c, of_python


def changes(listed: list[Mutant], text: str) -> set[str]:
    """Return every changed text."""
    return {mutant.applied(text) for mutant in listed}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a && !b", {"a || !b", "a && b"}),
        ("x[i] - 1", {"x[i] + 1", "x[i] - 2"}),
        ("-x", set()),  # no operand before it
        ("struct combo *out", set()),  # a type, not a product
        ("0x0fu", {"0x10u"}),
        ("0.5", set()),
        ("/* a < b */ // a < b", set()),
        ('"a < b" "1"', set()),
        ("#if A < 1\n", set()),
        ("_Static_assert(A < 1, B);", set()),
        ("    i = j;\n", {"    ;\n"}),
        ("    return i;\n", set()),
    ],
)
def test_faults_of_c(text: str, changed: set[str]) -> None:
    assert changes(list(of_c("a.c", text)), text) == changed


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("not a", {" a"}),
        ("a not in b", {"a  in b"}),
        ("f(*a)", set()),
        ("x = y * 2", {"x = y + 2", "x = y * 3"}),
        ("def f(a: int | None) -> int | None: ...", set()),  # annotations have no effect
        ("import a  # 1 < 2", set()),
        ('"""1 < 2"""', set()),
    ],
)
def test_faults_of_python(text: str, changed: set[str]) -> None:
    assert changes(list(of_python("a.py", text)), text) == changed


def test_a_fault_is_named_by_its_place() -> None:
    (mutant,) = of_c("native/a.c", "x\n+= y")
    assert mutant.name == "native/a.c:2 @2 += -> -="


def test_the_place_of_a_fault_does_not_tell_its_line(tmp_path: Path) -> None:
    """Each of two equal lines has its own identity, and lines above change neither."""
    (tmp_path / "a.py").write_text("# above\nif a < b:\n    c\nif a < b:\n    d")
    places = [mutant.place for mutant in mutants(tmp_path / "a.py", tmp_path) if mutant.new == "<="]
    assert places == [("a.py", "if a < b:", "< -> <=", 1), ("a.py", "if a < b:", "< -> <=", 2)]


def test_the_tests_that_reach_a_line_are_listed_where_branches_are_counted(tmp_path: Path) -> None:
    data = CoverageData(str(tmp_path / ".coverage"))
    for context, arcs in {"": [(-1, 1)], "tests/test_a.py::test_b[c]|run": [(-1, 1), (1, 2)]}.items():
        data.set_context(context)
        data.add_arcs({str(tmp_path / "service" / "a.py"): arcs})
    data.write()
    test = {"tests/test_a.py::test_b[c]"}
    assert reached_by(tmp_path, [Path("service/a.py")]) == {"service/a.py": {1: test, 2: test}}


def test_where_no_test_is_named_none_is_run() -> None:
    assert first_failed([]) == ""


def test_faults_that_nothing_can_notice_stand_in_the_code() -> None:
    listed = equivalents()
    places = {mutant.place for path in {place[0] for place in listed} for mutant in mutants(ROOT / path, ROOT)}
    assert not set(listed) - places
    assert all(listed.values())
