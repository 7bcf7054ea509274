"""Which faults `make mutants` puts into a text, and that it leaves alone what runs nothing."""

from __future__ import annotations

import pytest

from tests.mutants.texts import Mutant, of_c, of_python


def changes(found: list[Mutant], text: str) -> set[str]:
    """Return every changed text."""
    return {mutant.applied(text) for mutant in found}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a && !b", {"a || !b", "a && b"}),
        ("x[i] - 1", {"x[i] + 1", "x[i] - 2"}),
        ("-x", set()),  # no operand before it
        ("struct combo *out", set()),  # a type, no product
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
        ("def f(a: int | None) -> int | None: ...", set()),  # annotations run nothing
        ("import a  # 1 < 2", set()),
        ('"""1 < 2"""', set()),
    ],
)
def test_faults_of_python(text: str, changed: set[str]) -> None:
    assert changes(list(of_python("a.py", text)), text) == changed


def test_a_fault_is_named_by_its_place() -> None:
    (mutant,) = of_c("native/a.c", "x\n+= y")
    assert mutant.name == "native/a.c:2 @2 += -> -="
