"""Build the engine for browsers: `python -m board.browser_engine.build [FOLDER]`; the folder is an npm package.

WebAssembly is compiled by `ziglang`, a development tool (`make wasm` installs it). The build is reproducible: the same
sources give the same bytes in any place.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from board.browser_engine.c_bindings import CONSTANTS, exported, functions, structures, wrappers
from board.browser_engine.entry_points import KINDS, entry_points
from board.browser_engine.exclusions import service_environment
from board.browser_engine.request_schemas import request_schemas
from board.browser_engine.transpile.bundle import Bundle
from board.browser_engine.transpile.minify import minify, minify_bundle
from board.browser_engine.transpile.sources import NotTranslatedError
from service.core import engine
from service.http.texts.problem_texts import TEXTS
from service.rules.variants import VARIANTS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RUNTIME, PACKAGE = HERE / "runtime", HERE / "package"
FOLDER = ROOT / "board" / "page" / "engine"
"""Default folder, in which the service looks for the engine; ignored by git."""

CACHE = ROOT / "build" / "zig"
"""Compiled cores, and the compiler's own cache."""

VERSION_OF_ZIG = (ROOT / "requirements" / "wasm.txt").read_text().split()[0]
"""The compiler."""

SOURCES = {
    "native": (".c", ".h"),
    "service": (".py", ".net"),
    "board/browser_engine": (".py", ".js", ".ts", ".json", ".md"),
}
"""Folders and suffixes of the sources of the engine."""

ENTRIES = ("index.js", "worker.js")
MODULES = (
    "python.js", "basics.js", "numbers.js", "python_types.js", "library.js", "memory.js", "blake2b.js", "form.js",
)  # fmt: skip

COMPILER_FLAGS = (
    "-target", "wasm32-wasi", "-std=c11", "-fno-unroll-loops", "-ffunction-sections", "-msimd128", "-I.", "-c",
)  # fmt: skip
LINKER_FLAGS = (
    "--strip-all", "--no-entry", "--gc-sections", "--stack-first", "-z", "stack-size=4194304", "--export=__heap_base",
)  # fmt: skip
"""Flags of wasm-ld. The functions call none of the C library, which zig would first compile for half a minute."""

SMALL = frozenset(
    (
        "rules/read.c", "rules/rules.c", "rules/table.c", "plays/flushes.c", "plays/kicker_credits.c",
        "plays/rank_fills.c", "plays/wilds.c", "split/assemble.c", "split/hints.c", "split/wild_only.c",
        "robot/beliefs.c", "robot/comparison.c", "robot/forced_win.c", "robot/open_hands.c", "robot/playout.c",
        "robot/policy.c", "robot/search.c", "robot/tactics.c", "robot/view.c", "robot/worlds.c",
    )
)  # fmt: skip
"""Sources compiled for size: outside the inner loops of splits and open hands."""


def files_below(folder: Path, *suffixes: str) -> list[Path]:
    """Return the files with these suffixes in a folder and its subfolders, sorted.

    Raises FileNotFoundError if there are none.
    """
    paths = sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file())
    if not paths:
        raise FileNotFoundError(f"no {', '.join(suffixes)} below {folder}")
    return paths


def source_files() -> list[Path]:
    built = [path for name, suffixes in SOURCES.items() for path in files_below(ROOT / name, *suffixes)]
    return sorted(path for path in built if not path.is_relative_to(FOLDER))


def sources_digest() -> str:
    digest = hashlib.sha256(VERSION_OF_ZIG.encode())
    for path in source_files():
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def is_built(folder: Path = FOLDER) -> bool:
    """Return whether a folder contains the engine built from these sources."""
    record = folder / "build.json"
    return record.exists() and json.loads(record.read_text())["sources"] == sources_digest()


def compile_core(signatures: dict[str, list[Any]], out: Path, cache: Path = CACHE) -> None:
    """Compile the core and the wrappers of its functions, unless the cache contains the result."""
    native = ROOT / "native"
    files = {path.relative_to(native).as_posix(): path.read_text() for path in files_below(native, ".c", ".h")}
    files["flat.c"] = wrappers(signatures)
    linked = [*LINKER_FLAGS, *(f"--export={name}" for name in exported(signatures))]
    key = hashlib.sha256(repr((VERSION_OF_ZIG, COMPILER_FLAGS, sorted(SMALL), linked, files)).encode()).hexdigest()
    cached = cache / f"{key[:16]}.wasm"
    if not cached.exists():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            for name, text in files.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            compile_files([name for name in files if name.endswith(".c")], linked, folder, cache)
            cache.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / "engine.wasm", cached)
    shutil.copy(cached, out)


def compile_files(sources: Sequence[str], linked: Sequence[str], folder: Path, cache: Path) -> None:
    """Compile C files in *folder* and link them to `engine.wasm`; *linked*: the flags of the linker."""
    environ = os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(cache / "zig"), "ZIG_LOCAL_CACHE_DIR": str(cache / "zig")}

    def run_zig(*command: str) -> None:
        zig = [sys.executable, "-m", "ziglang", *command]
        subprocess.run(zig, cwd=folder, env=environ, check=True)  # noqa: S603 - the command has no text of users

    def compile_file(name: str) -> str:
        compiled = f"{Path(name).stem}.o"
        run_zig("cc", *COMPILER_FLAGS, "-Os" if name in SMALL else "-O3", name, "-o", compiled)
        return compiled

    with ThreadPoolExecutor(os.cpu_count()) as pool:  # one file each: with several, zig writes only the first object
        objects = list(pool.map(compile_file, sources))
    run_zig("wasm-ld", *linked, *objects, "-o", "engine.wasm")


def check_runtime(text: str) -> None:
    """Raise NotTranslatedError if translated code uses a name that the runtime does not export."""
    runtime = "".join((RUNTIME / name).read_text(encoding="utf-8") for name in MODULES)
    known = set(re.findall(r"export (?:const|class|function\*?) (\w+)", runtime))
    known |= {
        name
        for group in re.findall(r"export \{(.*?)\}", runtime)
        for name in re.findall(r"(\w+)(?:,| *$)", group.strip())
    }
    unknown = set(re.findall(r"\$\.(\w+)", text)) - known
    if unknown:
        raise NotTranslatedError(f"python.js lacks {', '.join(sorted(unknown))}")


def core_module(signatures: dict[str, list[Any]]) -> str:
    """Return `core.js`: the core's constants, structures and functions, the request schemas, the titles of problems."""
    data = {
        "version": engine.VERSION,
        "constants": CONSTANTS,
        "structures": structures(),
        "functions": signatures,
        "schemas": request_schemas(KINDS),
        "titles": {code: {"en": text.title, "zh": text.title.zh} for code, text in TEXTS.items()},
    }
    return f"export default {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};\n"


def build(folder: Path, cache: Path = CACHE) -> None:
    """Build everything into a folder, which is replaced at the end: a server may serve it meanwhile."""
    bundle = Bundle(service_environment(), entry_points(KINDS))
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as temporary:
        new, old = Path(temporary) / "new", Path(temporary) / "old"
        new.mkdir()
        write_engine(bundle, new, cache)
        if folder.exists():
            shutil.move(folder, old)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(new, folder)


def write_engine(bundle: Bundle, folder: Path, cache: Path) -> None:
    """Write the files of the engine into an empty folder, the record last."""
    signatures = functions(bundle.calls)
    compile_core(signatures, folder / "engine.wasm", cache)
    (folder / "core.js").write_text(core_module(signatures), encoding="utf-8")
    text = bundle.module()
    check_runtime(text)
    (folder / "service.js").write_text(minify_bundle(text), encoding="utf-8")
    for name in (*MODULES, *ENTRIES):
        (folder / name).write_text(minify((RUNTIME / name).read_text(encoding="utf-8")), encoding="utf-8")
    copies = [*files_below(PACKAGE, ".ts", ".json", ".md"), ROOT / "LICENSE"]
    copies += [variant.nets.path for variant in VARIANTS.values() if variant.nets]
    for path in copies:
        shutil.copy(path, folder / path.name)
    write_record(folder)


def write_record(folder: Path) -> None:
    """Write `build.json`: the version, and the hashes of the sources and of every file."""
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    record = {"version": engine.VERSION, "sources": sources_digest(), "files": hashes}
    (folder / "build.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
