"""The service's Python is compiled to one JavaScript module; unsupported syntax is rejected with its position."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from board.browser_engine import build
from board.browser_engine.build import check_runtime
from board.browser_engine.c_bindings import functions
from board.browser_engine.entry_points import KINDS, entry_points
from board.browser_engine.exclusions import service_environment
from board.browser_engine.transpile import sources
from board.browser_engine.transpile.bundle import Bundle, Translator, symbols_of
from board.browser_engine.transpile.environment import Environment
from board.browser_engine.transpile.expressions import VALUE_METHODS
from board.browser_engine.transpile.sources import NotTranslatedError, Symbol

Translate = Callable[[str], str]


@pytest.fixture
def translate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translate]:
    """Return a function that translates the last statement of a module service/made.py."""
    bundle = Bundle(Environment(), [])
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "other.py").write_text("")
    monkeypatch.setattr(sources, "ROOT", tmp_path)

    def translated(text: str) -> str:
        (tmp_path / "service" / "made.py").write_text(text)
        sources.source.cache_clear()
        return Translator("service.made", bundle).top_level(ast.parse(text).body[-1])

    yield translated
    sources.source.cache_clear()


def test_everything_that_an_answer_runs_through_is_translated() -> None:
    bundle = Bundle(service_environment(), entry_points(KINDS))
    text = bundle.module()
    check_runtime(text)
    assert all(f"{kind}: [" in text for kind in KINDS)
    assert all(symbol.js_name in text.rpartition("return {")[2] for symbol in symbols_of(entry_points(KINDS)))
    assert Bundle(service_environment(), entry_points(KINDS)).module() == text


def test_what_the_javascript_beside_it_lacks_is_named() -> None:
    check_runtime("$.add($.sub(1, 2), 3)")
    with pytest.raises(NotTranslatedError, match=r"lacks mingle, stir$"):
        check_runtime("$.stir($.add(1, 2), $.mingle)")


def test_the_runtime_has_every_supported_method_of_a_value() -> None:
    methods = (build.RUNTIME / "library.js").read_text(encoding="utf-8").partition("export const on = {")[2]
    assert set(re.findall(r"^  (\w+):", methods.partition("\n};")[0], re.MULTILINE)) == VALUE_METHODS


def test_names_are_qualified_by_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two modules of one name, in different folders, give different names; the list of modules follows imports."""
    for folder in ("rules", "advice"):
        (tmp_path / "service" / folder).mkdir(parents=True)
    (tmp_path / "service" / "rules" / "cards.py").write_text("RANKS = 13\n")
    (tmp_path / "service" / "advice" / "cards.py").write_text("from service.rules.cards import RANKS\nHALF = RANKS\n")
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    sources.source.cache_clear()
    bundle = Bundle(Environment(), {"half": Symbol("service.advice.cards", "HALF")})
    assert bundle.order == ["service.rules.cards", "service.advice.cards"]
    assert bundle.text() == "const rules$cards$RANKS = 13;\nconst advice$cards$HALF = rules$cards$RANKS;"
    sources.source.cache_clear()


def test_the_digest_covers_every_folder_of_the_sources() -> None:
    paths = {path.relative_to(build.ROOT).as_posix() for path in build.source_files()}
    folders = {path.rpartition("/")[0] for path in paths}
    assert {
        "board/browser_engine/runtime",
        "board/browser_engine/transpile",
        "board/browser_engine/package",
        "service/rules/networks",
    } <= folders
    assert {path for path in paths if path.startswith("native/")} >= {
        path.relative_to(build.ROOT).as_posix() for path in (build.ROOT / "native").rglob("*.[ch]")
    }
    with pytest.raises(FileNotFoundError):
        build.files_below(build.HERE, ".cobol")


def test_parameters_are_known_of_methods_whose_name_one_class_has() -> None:
    methods = Bundle(service_environment(), entry_points(["analyze"])).methods
    assert methods["must_call"] == ["hand"]
    assert "__init__" not in methods  # several classes have one


@pytest.mark.parametrize(
    ("python", "javascript"),
    [
        ("x = f'{1:>3}{2!r}{3}'", 'const made$x = ($.format(1, (">3")) + $.repr(2) + $.str(3));'),
        ("x = y = 1", "let made$x; const $t1 = 1; made$x = $t1; made$y = $t1;"),
        ("x = {1: 2, **{3: 4}}", "const made$x = $.dict([[1, 2], ...$.dict([[3, 4]]).items()]);"),
        ("x = 9007199254740992", "const made$x = 9007199254740992n;"),  # no JavaScript number is exact for the next one
        ("x = b'ab'", "const made$x = $.bytes([97, 98]);"),
        ("x = -(1 + 2)", "const made$x = $.neg($.add(1, 2));"),
        ("x = isinstance(1, int | str)", "const made$x = $.isinstance(1, [$.int, $.str]);"),
        ("x = isinstance(1, (int, str))", "const made$x = $.isinstance(1, [$.int, $.str]);"),
        ("x = {a for b in [[1]] for a in b if a}",
         "const made$x = (() => { const $r = $.set(); for (const $_b of [[1]]) { for (const $_a of $_b) "
         "{ if ($.truthy($_a)) $r.add($_a); } } return $r; })();"),
        ("def f(a):\n    yield\n    yield from a", "function* made$f($_a) { (yield null); (yield* $_a); }"),
        ("def f(a):\n    b = yield from a\n    return b",
         "function* made$f($_a) { let $_b = (yield* $_a); return $_b; }"),
        ("def f():\n    pass", "function made$f() {  return null; }"),
        ("def g(a, b=1, c=2): ...\nx = g(3, c=4)", "const made$x = made$g(3, $_undefined, 4);"),
    ],
)  # fmt: skip
def test_python_becomes_javascript(translate: Translate, python: str, javascript: str) -> None:
    assert translate(python) == javascript


@pytest.mark.parametrize(
    ("python", "line", "why"),
    [
        ("def f(a):\n    del a", 2, "the statement Delete"),
        ("def f(a):\n    for b in a:\n        pass\n    else:\n        pass", 2, "else of a loop"),
        ("def f(a):\n    while a:\n        pass\n    else:\n        pass", 2, "else of a loop"),
        (
            "def f(a):\n    try:\n        a()\n    except KeyError:\n        pass\n    else:\n        pass",
            2,
            "else of a try",
        ),
        ("def f(a):\n    for a[0] in a:\n        pass", 2, "the target Subscript"),
        ("async def f(): ...", 1, "the statement AsyncFunctionDef"),
        ("x = [await y]", 1, "the expression Await"),
        ("x = 1j", 1, "the constant 1j"),
        ("x = ~1", 1, "the operator Invert"),
        ("x = 2 @ 3", 1, "the operator MatMult"),
        ("def f(a):\n    a @= 3", 2, "the operator MatMult"),
        ("def f(**a): ...", 1, "the parameter **"),
        ("x = super()", 1, "super() outside of a call of its method"),
        ("from service import other\nx = other", 2, "a module used as a value"),
        ("from functools import partial\nx = partial(len, a=1)", 2, "a partial of an unknown function"),
        ("x = {1}.intersection({2})", 1, "the method intersection"),  # missing in old browsers
        ("x = 1\ny = x(a=1)", 2, "keyword arguments of an unknown function"),
        ("def f(a): ...\nx = f(b=1)", 2, "no parameter ['b']"),
    ],
)
def test_what_has_no_javascript_is_refused_with_its_place(
    translate: Translate, python: str, line: int, why: str
) -> None:
    with pytest.raises(NotTranslatedError) as refused:
        translate(python)
    assert str(refused.value).startswith(f"service/made.py:{line}: {why}: ")


def test_a_module_that_is_not_there_is_named() -> None:
    with pytest.raises(NotTranslatedError, match=r"no module service\.none"):
        sources.source("service.none")


def test_an_engine_is_compiled_once_and_bears_the_digests_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def compiler(command: list[str], *, cwd: Path, **_: Any) -> None:
        native = build.files_below(build.ROOT / "native", ".c", ".h")
        assert all((cwd / path.relative_to(build.ROOT / "native")).exists() for path in native)
        assert ("-I." in command) == ("-c" in command)
        commands.append(command)
        (cwd / "engine.wasm").write_bytes(b"\0asm")

    monkeypatch.setattr("board.browser_engine.build.subprocess.run", compiler)
    folder, cache = tmp_path / "engine", tmp_path / "zig"
    assert not build.is_built(folder)
    build.build(folder, cache)
    assert build.is_built(folder)
    build.compile_core(
        functions(Bundle(service_environment(), entry_points(KINDS)).calls), tmp_path / "again.wasm", cache
    )
    *compiled, command = commands
    assert sum("-Os" in one for one in compiled) == len(build.SMALL)
    sources = build.files_below(build.ROOT / "native", ".c")
    assert sorted(one[-1] for one in compiled) == sorted(["flat.o", *(f"{path.stem}.o" for path in sources)])
    assert {one[-1] for one in compiled} <= set(command)
    assert "--export=net_verify" in command  # flat, so it is exported unchanged
    assert "--export=cards_pack" not in command
    digests = json.loads((folder / "build.json").read_text())["files"]
    actual = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert digests == {name: digest for name, digest in actual.items() if name != "build.json"}
    assert {"engine.wasm", "service.js", "core.js", "worker.js", "LICENSE"} <= set(digests)
