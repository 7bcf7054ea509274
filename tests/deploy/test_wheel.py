"""The wheel: the same bytes from any folder, only `paili` in it, and all of it works in a clean environment."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from board.bundles import is_bundled
from paili import Client
from paili.engine import local
from service.version import VERSION
from tests import ROOT
from tests.helpers.ports import free_port

pytestmark = [
    pytest.mark.wheel,
    pytest.mark.long,
    pytest.mark.skipif(not is_bundled(), reason="`make bundles` has not bundled the pages"),
]

PARTS = ("LICENSE", "README.md", "app.py", "board", "gunicorn.conf.py", "native", "openapi.yaml", "paili",
         "pyproject.toml", "service", "setup.py")  # fmt: skip
"""Files and folders that a wheel is built from."""

LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"
DAY = 1_700_000_000
REPOSITORY = "https://git.example/paili"


def build(folder: Path) -> subprocess.Popen[bytes]:
    """Start a build in a copy of the tree at *folder*, without earlier build results."""
    folder.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        else:
            shutil.copy(ROOT / part, folder)
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(DAY), "PAILI_CFLAGS": "-O0"}  # -O3 takes four times as long
    environment["PAILI_REPOSITORY"] = REPOSITORY
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    return subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built twice in different folders."""
    top = tmp_path_factory.mktemp("wheel")
    folders = (top / "one", top / "another" / "folder")
    folders[1].parent.mkdir()
    for run in [build(folder) for folder in folders]:
        assert run.wait(timeout=400) == 0
    one, other = (next((folder / "dist").glob("*.whl")) for folder in folders)
    assert one.name == other.name
    assert one.read_bytes() == other.read_bytes()
    return one


def test_its_description_has_links_that_work_elsewhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        described = packed.read(f"paili-{VERSION}.dist-info/METADATA").decode()
    assert f"Project-URL: Issues, {REPOSITORY}/issues\n" in described
    links = re.findall(r"\]\(([^)]+)\)", described)
    assert f"{REPOSITORY}/blob/main/docs/client.md" in links
    assert all(link.startswith(("https:", "http:", "#")) for link in links)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of a clean environment with the wheel and the locked versions of its dependencies."""
    place = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    programs = place / "bin"
    uv = [Path(sys.executable).with_name("uv"), "pip", "install", "-q", "--python", programs / "python"]
    locked = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements" / "run.txt"]
    subprocess.run([*uv, *locked], check=True)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", programs / "python"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", wheel], check=True)
    subprocess.run([*pip, "check"], check=True)
    return programs


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("empty")


def run(installed: Path, empty: Path, *words: str, script: str = "", program: str = "paili") -> str:
    done = subprocess.run(
        [installed / program, *words], cwd=empty, env={"PATH": "/usr/bin:/bin"}, input=script, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---- contents -------------------------------------------------------------------------------------------------------


UNSHIPPED = re.compile(r"board/page/.*\.(js|json|ts)|.*/\.gitattributes|service/README\.md")
"""Sources of bundles, settings of tools, and the map of the sources."""


def tracked_files() -> list[str]:
    """Return the files of a wheel that git tracks; empty without git or outside a repository."""
    if shutil.which("git") is None:
        return []
    command = ["git", "ls-files", "service", "paili", ":(glob)board/*.py", "board/page"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    return [path for path in listed if not UNSHIPPED.fullmatch(path)]


def test_it_brings_one_package_whole(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        moments = {entry.date_time for entry in packed.infolist()}
        modules = {name: ast.parse(packed.read(name)) for name in names if name.endswith(".py")}
    assert {name.partition("/")[0] for name in names} == {"paili", f"paili-{VERSION}.dist-info"}
    assert wheel.name.startswith(f"paili-{VERSION}-cp311-abi3-")
    assert len(moments) == 1
    assert "paili/py.typed" in names
    built = [str(path.relative_to(ROOT)) for path in (ROOT / "board/page/engine").rglob("*") if path.is_file()]
    for name in [*(tracked_files() or ["service/core/engine.py"]), *built, "board/built/board/board.js"]:
        place = name if name.startswith("paili/") else f"paili/_engine/{name}"
        assert place in names
    for name, module in modules.items():
        imported = {
            alias.name if isinstance(node, ast.Import) else node.module
            for node in ast.walk(module)
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        packages = {str(module).partition(".")[0] for module in imported}
        assert not packages & {"app", "service", "board", "native", "tests"}, name


ADAPTERS = (
    "paili/env/",
    "paili/mcp.py",
    "paili/_engine/service/core/batch.py",
)
"""Modules of the wheel for environments and assistants only."""

MOST_ADAPTER_BYTES = 40_000
"""Limit of their compressed modules, and of their part of the core."""


def test_adapters_add_little_to_it(wheel: Path) -> None:
    """The size of their modules in the wheel, and of the object file of their part of the core."""
    with zipfile.ZipFile(wheel) as packed:
        parts = {info.filename: info.compress_size for info in packed.infolist() if info.filename.startswith(ADAPTERS)}
    assert all(any(name.startswith(adapter) for name in parts) for adapter in ADAPTERS)
    (native,) = (wheel.parents[1] / "build").rglob("batch.o")
    size = sum(parts.values()) + len(zlib.compress(native.read_bytes()))
    assert size <= MOST_ADAPTER_BYTES, parts


# ---- at work --------------------------------------------------------------------------------------------------------


def test_the_command_answers_in_an_empty_folder(installed: Path, empty: Path) -> None:
    inside = local()
    assert json.loads(run(installed, empty, "analyze", LINE, "--json")) == inside.analyze(LINE)
    assert json.loads(run(installed, empty, "deal", "--seed", "5", "--json")) == inside.deal(5)
    searched = json.loads(run(installed, empty, "move", LINE, "--level", "expert", "--json"))  # with the networks
    assert searched == inside.move(LINE, level="expert")
    output = run(installed, empty, "play", "--seed", "7", "--level", "starter", script="!\n" * 100)
    assert "The deal is over." in output
    assert "\x1b" not in output
    loaded = "import sys, paili.engine as e; e.local().variants(); print({m.partition('.')[0] for m in sys.modules})"
    modules = run(installed, empty, "-c", loaded, program="python")
    assert "'paili'" in modules
    assert not re.search("'(app|board|service)'", modules)


@pytest.fixture
def served(installed: Path, empty: Path) -> Iterator[str]:
    """Return the address of an installed server."""
    port = str(free_port())
    environment = {"PATH": "/usr/bin:/bin", "WORKERS": "1"}
    server = subprocess.Popen([installed / "paili", "serve", "--port", port], cwd=empty, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        with closing(Client(address)) as client:
            while not client.is_ready():
                assert server.poll() is None, "the server ended"
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        assert server.wait(timeout=40) == 0


def test_the_server_answers_the_client(served: str, installed: Path, empty: Path) -> None:
    inside, client = local(), Client(served, lang="zh")
    assert client.analyze(LINE) == client.analyze(LINE) == inside.analyze(LINE, lang="zh")
    assert client.game(history=["TT"]) == inside.game(history=["TT"], lang="zh")
    assert client.get("/readyz") == {"status": "ready"}
    output = run(installed, empty, "move", LINE, "--server", served, "--json", "--lang", "zh")
    assert json.loads(output) == client.move(LINE)
    typed = run(installed, empty, "-c", f"import paili; print(paili.Client({served!r}).deal(5))", program="python")
    assert typed.strip() == str(inside.deal(5))
    client.close()
