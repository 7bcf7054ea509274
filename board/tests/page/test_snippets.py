"""The snippets for apps: the guide contains them unchanged, they compile, and a live server answers them."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qs, urlsplit

import playwright
import pytest
import tree_sitter
import tree_sitter_dart
import tree_sitter_swift
from flask.testing import FlaskClient

from board import hint_button
from service.rules import cards
from tests import ROOT
from tests.helpers.contract import read_contract
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.served import served

SNIPPETS = ROOT / "docs" / "snippets"
TYPES = ROOT / "board" / "browser_engine" / "package" / "index.d.ts"
TAG = ROOT / "board" / "page" / "hint_button" / "paili-hint.js"
DRIVERS = ROOT / "board" / "tests" / "page" / "snippets"
TOOLS = ROOT / "build" / "snippets"
MODULES = TOOLS / "node_modules"
KOTLIN = MODULES / "kotlin-compiler"
NODE = Path(playwright.__file__).parent / "driver" / "node"
ANDROID_JSON = Path("/usr/share/java/com.android.json.jar")
MONO_JSON = Path("/usr/lib/mono/gac/Newtonsoft.Json")
COCOS = MODULES / "@cocos" / "creator-types" / "engine.d.ts"
STRICT = (
    "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--types", "", "--target", "es2022",
    "--lib", "es2022,dom",
)  # fmt: skip
TSC = (*STRICT, "--noEmit", "--erasableSyntaxOnly", "--allowImportingTsExtensions", "--module", "nodenext")
"""Options of the compiler."""

FOLLOW = "hand=34567899JJQQKA22D&seat=landlord_down&history=TT&lang=zh"
"""The table of the samples in the guide."""

PRESSES = {
    FOLLOW: ["JJ", "QQ", "22", "JJ"],
    "hand=33345678999JJQQKA22D&seat=landlord&history=": ["45678"],
    "hand=3456&last=22": ["pass"],
    "hand=33&last=35&lang=zh": ["422 35在斗地主里不成牌型：对子要2张同点数的牌；去掉5就是单3"],
    "hand=0,1,2,16,52,53&notation=contest&last=13,14": ["52,53"],
    "lang=zh&history=TT&hand=34567899JJQQKA22D&seat=landlord_down": ["JJ"],
}
"""Tables in sequence, and the result of each press; the last table equals the first one, written differently."""


@pytest.fixture(scope="module")
def tools() -> Path:
    """Return the folder with the compilers of the snippets, installed from their lock."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    lock = (SNIPPETS / "package-lock.json").read_bytes()
    stamp = TOOLS / hashlib.sha256(lock).hexdigest()
    if not stamp.exists():
        TOOLS.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(SNIPPETS / name, TOOLS / name)
        subprocess.run([npm, "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=TOOLS, check=True)
        stamp.touch()
    return MODULES


@pytest.fixture(scope="module")
def kotlin(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that runs the Kotlin snippet, compiled."""
    java = shutil.which("java")
    if java is None or not ANDROID_JSON.exists():
        pytest.skip("java or Debian's libandroid-json-java is not installed")
    made = tmp_path_factory.mktemp("kotlin")
    path = [str(ANDROID_JSON), str(KOTLIN / "lib" / "kotlinx-coroutines-core-jvm.jar")]
    command = ["bash", str(KOTLIN / "bin" / "kotlinc"), "-Werror", "-cp", ":".join(path), "-d", str(made)]
    quick = os.environ | {"JAVA_OPTS": "-XX:TieredStopAtLevel=1"}
    subprocess.run([*command, str(SNIPPETS / "Hint.kt"), str(DRIVERS / "Run.kt")], env=quick, check=True)
    return [java, "-cp", ":".join([str(made), *path, str(KOTLIN / "lib" / "kotlin-stdlib.jar")]), "RunKt"]


@pytest.fixture(scope="module")
def unity(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that runs the snippet for Unity, compiled."""
    if not (shutil.which("mcs") and shutil.which("mono") and MONO_JSON.exists()):
        pytest.skip("Debian's mono-mcs, mono-runtime or libnewtonsoft-json5.0-cil is not installed")
    (library,) = MONO_JSON.rglob("Newtonsoft.Json.dll")
    program = tmp_path_factory.mktemp("unity") / "run.exe"
    command = ["mcs", "-langversion:7.2", "-warnaserror", f"-r:{library}", f"-out:{program}"]
    subprocess.run([*command, str(SNIPPETS / "Hint.cs"), str(DRIVERS / "Run.cs")], check=True)
    return ["mono", str(program)]


@pytest.fixture(scope="module")
def cocos(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return the command that runs the snippet for Cocos Creator, compiled with the types of its engine."""
    made = tmp_path_factory.mktemp("cocos")
    command = [str(NODE), str(tools / "typescript" / "bin" / "tsc"), *STRICT, "--experimentalDecorators"]
    flags = ["--skipLibCheck", "--ignoreConfig", "--module", "commonjs", "--outDir", str(made)]
    done = subprocess.run(
        [*command, *flags, "hint.cocos.ts", str(COCOS)], cwd=SNIPPETS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    (made / "node_modules").mkdir()
    shutil.copy(DRIVERS / "cc.js", made / "node_modules")
    return [str(NODE), str(DRIVERS / "run_cocos.cjs"), str(made)]


def run(command: list[str], address: str, presses: list[str]) -> tuple[list[str], str]:
    """Return the result of each press, and other output."""
    done = subprocess.run([*command, address, *presses], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


RUNS = {"ts": "run.mjs", "wx": "run_wx.cjs"}


@pytest.fixture(params=["ts", "wx", "cocos", "unity", pytest.param("kotlin", marks=pytest.mark.long)])
def runner(request: pytest.FixtureRequest) -> list[str]:
    """Return the command that presses a snippet's button."""
    if request.param not in RUNS:
        command: list[str] = request.getfixturevalue(request.param)
        return command
    return [str(NODE), str(DRIVERS / RUNS[request.param])]


@pytest.mark.server
def test_a_snippet_answers_as_the_button_does(server: GunicornProcess, runner: list[str]) -> None:
    presses = [table for table, lines in PRESSES.items() for _ in lines]
    expected = [line for lines in PRESSES.values() for line in lines]
    assert run(runner, f"http://127.0.0.1:{server.port}", presses)[0] == expected


@pytest.mark.server
@pytest.mark.parametrize("runner", ["ts", "wx"], indirect=True)
def test_undefined_fields_are_not_sent(server: GunicornProcess, runner: list[str]) -> None:
    assert run(runner, f"http://127.0.0.1:{server.port}", ["hand=33&last=undefined"])[0] == ["33"]


FOREIGN = {
    502: b"<html>Bad gateway</html>",
    503: b"",
    500: b'{"error": "x"}',
    422: b'{"detail": [{"msg": "x"}]}',
    504: b"null",
    200: b"<html>Sign in</html>",
}
"""Errors by status of foreign servers."""


def test_a_snippet_tells_the_status_of_what_is_not_pailis(runner: list[str]) -> None:
    def answer(path: str, _: bytes) -> tuple[int, bytes]:
        status = int(parse_qs(urlsplit(path).query)["hand"][0])
        return status, FOREIGN[status]

    with served(answer) as address:
        lines, _ = run(runner, address, [f"hand={status}" for status in FOREIGN])
    assert lines == [f"{status} HTTP {status}" for status in FOREIGN]


@pytest.mark.server
def test_a_snippet_asks_a_busy_server_again(server: GunicornProcess, runner: list[str]) -> None:
    """A proxy is busy once for each URL."""
    paths: list[str] = []

    def answer(path: str, _: bytes) -> tuple[int, bytes, dict[str, str]]:
        paths.append(path)
        kind = {"Content-Type": "application/json"}
        if paths.count(path) == 1:
            return 503, b'{"type": "about:blank", "status": 503, "detail": "busy"}', kind | {"Retry-After": "1"}
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=30) as response:
            return 200, response.read(), kind | {"ETag": response.headers["ETag"]}

    with served(answer) as address:
        lines, _ = run(runner, address, [FOLLOW])
    assert lines == ["JJ"]
    assert len(paths) == 2


BREAKS = {"kotlin": 2}
"""Broken connections that a press survives; Java's own client repeats each request once."""


@contextmanager
def breaking(server: GunicornProcess, breaks: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the address of a proxy that breaks the first connections, and the paths of the requests that it gets."""
    paths: list[str] = []

    def answer(path: str, _: bytes) -> tuple[int, bytes, dict[str, str]]:
        paths.append(path)
        if len(paths) <= breaks:
            raise ConnectionAbortedError
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=30) as response:
            return 200, response.read(), {"Content-Type": "application/json", "ETag": response.headers["ETag"]}

    with served(answer) as address:
        yield address, paths


@pytest.mark.server
def test_a_snippet_tries_a_broken_connection_again_once(
    server: GunicornProcess, runner: list[str], request: pytest.FixtureRequest
) -> None:
    breaks = BREAKS.get(request.node.callspec.params["runner"], 1)
    with breaking(server, breaks) as (address, paths):
        assert run(runner, address, [FOLLOW])[0] == ["JJ"]
    assert len(paths) == breaks + 1
    with breaking(server, 2 * breaks) as (address, paths):
        assert run(runner, address, [FOLLOW, FOLLOW])[0] == ["lost", "JJ"]
    assert len(paths) == 2 * breaks + 1


LIMITS = {
    "hint.ts": r"\(stop, 20_000\)",
    "hint.cocos.ts": r"\.timeout = 20_000;",
    "hint.wx.js": r"timeout: 20_000,",
    "hint.dart": r"\.timeout\(const Duration\(seconds: 20\)\)",
    "Hint.cs": r"\.timeout = 20;",
    "Hint.kt": r"connectTimeout = 20_000\n *connection\.readTimeout = 20_000\n",
    "Hint.swift": r"timeoutInterval: 20\)",
}
"""Where each snippet limits the time of an answer: milliseconds or seconds, as its platform requires."""


def test_all_snippets_and_the_tag_wait_twenty_seconds() -> None:
    for name, limit in LIMITS.items():
        assert re.search(limit, (SNIPPETS / name).read_text(encoding="utf-8")), name
    assert "setTimeout(done, 2e4)" in TAG.read_text(encoding="utf-8")


@pytest.mark.server
def test_a_mini_programme_keeps_answers_by_their_tags(server: GunicornProcess) -> None:
    presses = [FOLLOW, "hand=3456&last=22", FOLLOW]
    lines, statuses = run([str(NODE), str(DRIVERS / "run_wx.cjs")], f"http://127.0.0.1:{server.port}", presses)
    assert lines == ["JJ", "pass", "JJ"]
    assert statuses.split() == ["200", "200", "304"]


def test_typescript_takes_its_snippet_and_the_types_of_the_package(tools: Path) -> None:
    command = [str(NODE), str(tools / "typescript" / "bin" / "tsc"), *TSC]
    done = subprocess.run(
        [*command, "hint.ts", "paili.d.ts", str(TYPES)], cwd=SNIPPETS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("snippet", "grammar", "broken"),
    [
        ("Hint.swift", tree_sitter_swift, (b"while true {", b"while {")),
        ("hint.dart", tree_sitter_dart, (b"for (var tries = 1;;", b"for (var tries = 1;")),
    ],
)
def test_a_snippet_without_a_compiler_has_the_grammar_of_its_language(
    snippet: str, grammar: ModuleType, broken: tuple[bytes, bytes]
) -> None:
    parser = tree_sitter.Parser(tree_sitter.Language(grammar.language()))
    source = (SNIPPETS / snippet).read_bytes()
    assert not parser.parse(source).root_node.has_error
    assert parser.parse(source.replace(*broken, 1)).root_node.has_error


def test_the_types_are_those_of_the_contract() -> None:
    schemas = read_contract()["components"]["schemas"]
    types = (SNIPPETS / "paili.d.ts").read_text()
    interfaces = dict(re.findall(r"^export interface (\w+) {\n(.*?)^}", types, re.MULTILINE | re.DOTALL))
    fields = {name: dict(re.findall(r"^  (\w+)(\??):", text, re.MULTILINE)) for name, text in interfaces.items()}
    hint, move, problem = (schemas[name] for name in ("Hint", "Move", "Problem"))
    assert set(fields["Play"]) <= hint["properties"].keys() | move["properties"].keys()
    assert {name for name, mark in fields["Play"].items() if not mark} == set(hint["required"]) & set(move["required"])
    assert {name for name, mark in fields["Problem"].items() if not mark} == set(problem["required"])
    assert {name for name, mark in fields["Problem"].items() if mark} == set(schemas["FaultProblem"]["required"]) - set(
        problem["required"]
    )
    assert list(fields["Table"]) == [name.replace("-", "_") for name in hint_button.ATTRIBUTES]


GUIDES = [ROOT / "docs" / name for name in ("hint-button.md", "hint-button.zh-CN.md")]


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_guide_shows_the_page_and_links_each_snippet(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert f"```html\n{(SNIPPETS / 'hint.html').read_text(encoding='utf-8')}```\n" in text
    linked = set(re.findall(r"^\[`.*?`\]\(snippets/(.*?)\)$", text, re.MULTILINE))
    others = ("table", "package", "package-lock", "biome", "__pycache__")
    assert linked == {path.name for path in SNIPPETS.iterdir() if path.stem not in others} - {"hint.html"}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_each_sample_of_the_guide_sends_the_history(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    samples = dict(re.findall(r"^\[`(.*?)`\]\(snippets/.*?```\w+\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    samples = {name: sample for name, sample in samples.items() if name in LIMITS}
    assert samples.keys() == LIMITS.keys()
    attributes = {name.replace("-", "_") for name in hint_button.ATTRIBUTES}
    for name, sample in samples.items():
        assert attributes & set(re.findall(r"\w+", sample)) == set(parse_qs(FOLLOW)), name


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_each_table_of_the_guide_has_its_hint(guide: Path, client: FlaskClient) -> None:
    text = guide.read_text(encoding="utf-8")
    (hand,) = re.findall(r"^\| .*`(\w+)` \| `seat` \| `last` \|", text, re.MULTILINE)
    rows = re.findall(r"^\| [^|]* \| `(\w+)` \| (`\w+`)? ?\| (`\w+`)? ?\| .*`(\w+)` \|$", text, re.MULTILINE)
    assert len(rows) == 5
    for seat, last, owner, hint in rows:
        query = {"hand": hand, "seat": seat, "last": last.strip("`"), "last-seat": owner.strip("`"), "want": "move"}
        move = client.get("/v1/analyze", query_string=query).get_json()["move"]
        assert ("pass" if move["pass"] else move["cards"]) == hint


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_guide_writes_one_hand_in_every_notation(guide: Path) -> None:
    rows = re.findall(r"^\| `(\w+)`[^|]* \| `(\w[\w, ]*)` \| ", guide.read_text(encoding="utf-8"), re.MULTILINE)
    hands = {name: hand for name, hand in rows if name in cards.NOTATIONS}
    assert list(hands) == list(cards.NOTATIONS)
    for name, hand in hands.items():
        tokens = cards.written_in(name)
        written = [str(tokens.get(card, tokens.get(card[0]))) for card in ("3s", "Th", "Jc", "Ad", "2s", "X", "D")]
        assert re.sub("[, ]", "", hand) == "".join(written), name


def test_the_readme_shows_what_the_page_loads() -> None:
    page, readme = (
        (SNIPPETS / "hint.html").read_text(encoding="utf-8"),
        (ROOT / "README.md").read_text(encoding="utf-8"),
    )
    lines = readme.split("```html\n")[1].split("```")[0].splitlines()
    assert len(lines) == 2
    assert set(lines) <= set(page.splitlines())


def test_the_lock_names_no_registry() -> None:
    assert "resolved" not in (SNIPPETS / "package-lock.json").read_text()
