"""Minification of the engine for browsers: names are declared at their first assignment, and are short."""

from __future__ import annotations

import ast

import pytest

from board.browser_engine.transpile.declarations import plan_declarations
from board.browser_engine.transpile.minify import minify, minify_bundle
from board.browser_engine.transpile.scopes import bound
from board.browser_engine.transpile.sources import NotTranslatedError


@pytest.mark.parametrize(
    ("body", "lines", "left"),
    [
        ("a = 1; b = a", [1, 1], []),
        ("a = a + 1", [], ["a"]),  # reads the previous value
        ("use(a); a = 1", [], ["a"]),
        ("a += 1", [], ["a"]),
        ("for a in xs:\n    b = a", [1, 2], []),
        ("for a in xs:\n    pass\nuse(a)", [], ["a"]),  # the last value is read after the loop
        ("for a in xs:\n    fs.append(lambda: a)", [], ["a"]),  # Python's lambda reads the last value
        ("for x in xs:\n    a = x\n    yield (a for i in x)", [], ["a"]),
        ("a = 1\nfs.append(lambda: a)\na = 2", [1], []),  # outside of loops there is only one value
        ("if c:\n    a = 1\n    use(a)\nelse:\n    a = 2\n    use(a)", [2, 5], []),
        ("if c:\n    a = 1\nuse(a)", [], ["a"]),
        ("while c:\n    if a:\n        use(a)\n    a = 1", [], ["a"]),  # the value of the previous iteration is read
        ("a, b = f()\nuse(a, b)", [1], []),
        ("b = 1\na, b = f()", [1], ["a"]),  # a target declares all its names or none
        ("a, _ = f()\nb, _ = f()", [1, 2], []),
        ("x.y, a = f()", [], ["a"]),
        ("try:\n    a = 1\nfinally:\n    use(a)", [], ["a"]),
    ],
)
def test_a_name_is_declared_where_python_could_not_tell(body: str, lines: list[int], left: list[str]) -> None:
    tree = ast.parse(body).body
    nodes, rest = plan_declarations(tree, [name for name in bound(tree) if name in "ab_"])
    assert sorted(node.lineno for node in nodes) == lines
    assert rest == left


def test_every_name_has_one_short_name_and_texts_stay() -> None:
    made = minify_bundle(
        "export default function service($, $_undefined) {\n"
        'const cards$rank = $.add($_undefined, "$_hand; $.add"); function cards$of($_hand) '
        "{ return $.on.join($_hand.hand, cards$rank); }\nreturn { of: cards$of };\n}"
    )
    assert made == (
        "export default function service($,e){const {add:r}=$,{join:a}=$.on;"
        'const t=r(e,"$_hand; $.add");function n(s){return a(s.hand,t);}return{of:n};}'
    )


def test_a_template_within_another_is_refused() -> None:
    assert minify("const a = `x ${b} y`;  // a remark\n") == "const a=`x ${b} y`;"
    with pytest.raises(NotTranslatedError):
        minify("const a = `x ${b.map((c) => `${c} y`)}`;\n")
