"""Build the engine for browsers: `python -m browser.build [FOLDER]`; the folder is an npm package.

WebAssembly is built by `ziglang`, a development tool (`make wasm` installs it). The same sources give the same bytes,
wherever and however often they are built.
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
from pathlib import Path

from browser.bundle import Bundle
from browser.c_side import CONSTANTS, exported, functions, structures, wrappers
from browser.forms import forms
from browser.short import bare, packed
from browser.sources import NotTranslatedError
from native.build import files
from service.core import engine
from service.http.texts.problem_texts import TEXTS
from service.rules.variants import VARIANTS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "service" / "page" / "engine"
"""Where the service finds it; never in the repository."""

CACHE = ROOT / "build" / "zig"
"""What was compiled before."""

VERSION_OF_ZIG = (ROOT / "requirements/wasm.txt").read_text().split()[0]
"""The compiler."""

KINDS = ("analyze", "move", "check", "bid", "deal", "game", "tribute")
"""Questions that the engine answers."""

COPIED = ("index.d.ts", "package.json", "README.md")
ENTRIES = ("index.js", "worker.js")
MODULES = ("python.js", "basics.js", "numbers.js", "values.js", "library.js", "memory.js", "blake2b.js", "form.js")

FLAGS = (
    "-target", "wasm32-wasi", "-std=c11", "-Inative", "-O3", "-msimd128", "-s", "-mexec-model=reactor",
    "-Wl,--no-entry", "-Wl,-z,stack-size=4194304", "-Wl,--export=__heap_base",
)  # fmt: skip


class CoreFacts:
    """What the translation asks of the core."""

    constants = CONSTANTS


def sources_digest() -> str:
    """Return a hash of everything that the engine is made of."""
    paths = [*files(".c"), *files(".h"), *(ROOT / "service").rglob("*.py"), *(ROOT / "browser").glob("*.*")]
    made = hashlib.sha256(VERSION_OF_ZIG.encode())
    for path in sorted(path for path in paths if path.is_file()):
        made.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return made.hexdigest()


def is_built(folder: Path = FOLDER) -> bool:
    """Tell whether a folder holds the engine of these sources."""
    told = folder / "build.json"
    return told.exists() and json.loads(told.read_text())["sources"] == sources_digest()


def compile_core(named: dict[str, list[object]], out: Path, cache: Path = CACHE) -> None:
    """Compile the core and its flat functions; a cache keeps what the same sources gave before."""
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in (*files(".c"), *files(".h"))}
    texts["flat.c"] = wrappers(named)
    command = [*FLAGS, *(f"-Wl,--export={name}" for name in exported(named))]
    key = hashlib.sha256(repr((VERSION_OF_ZIG, command, texts)).encode()).hexdigest()
    kept = cache / f"{key[:16]}.wasm"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            for name, text in texts.items():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_text(text)
            sources = [name for name in texts if name.endswith(".c")]
            environ = os.environ | {
                "ZIG_GLOBAL_CACHE_DIR": str(cache / "zig"),
                "ZIG_LOCAL_CACHE_DIR": str(cache / "zig"),
            }
            zig = [sys.executable, "-m", "ziglang", "cc", *command, *sources, "-o", "engine.wasm"]
            subprocess.run(zig, cwd=place, env=environ, check=True)  # noqa: S603 - no text of others is in the command
            cache.mkdir(parents=True, exist_ok=True)
            shutil.copy(place / "engine.wasm", kept)
    shutil.copy(kept, out)


def check_known(text: str) -> None:
    """Raise NotTranslatedError if translated code uses what `python.js` and `memory.js` do not have."""
    told = "".join((ROOT / "browser" / name).read_text(encoding="utf-8") for name in MODULES)
    known = set(re.findall(r"export (?:const|class|function\*?) (\w+)", told))
    known |= {
        name for group in re.findall(r"export \{(.*?)\}", told) for name in re.findall(r"(\w+)(?:,| *$)", group.strip())
    }
    unknown = set(re.findall(r"\$\.(\w+)", text)) - known
    if unknown:
        raise NotTranslatedError(f"python.js lacks {', '.join(sorted(unknown))}")


def build(folder: Path, cache: Path = CACHE) -> None:
    """Build everything into a folder."""
    bundle = Bundle(CoreFacts, KINDS)
    named = functions(bundle.calls)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    compile_core(named, folder / "engine.wasm", cache)
    told = {
        "version": engine.VERSION,
        "constants": CONSTANTS,
        "structures": structures(),
        "functions": named,
        "forms": forms(KINDS),
        "titles": {code: {"en": text.title, "zh": text.title.zh} for code, text in TEXTS.items()},
    }
    (folder / "core.js").write_text(f"export default {json.dumps(told, ensure_ascii=False, separators=(',', ':'))};\n")
    text = bundle.module()
    check_known(text)
    (folder / "service.js").write_text(packed(text), encoding="utf-8")
    here = ROOT / "browser"
    for name in (*MODULES, *ENTRIES):
        (folder / name).write_text(bare((here / name).read_text(encoding="utf-8")), encoding="utf-8")
    for name in COPIED:
        if (here / name).exists():
            shutil.copy(here / name, folder / name)
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")
    for variant in VARIANTS.values():
        if variant.nets:
            shutil.copy(variant.nets.path, folder / variant.nets.path.name)
    stamp(folder)


def stamp(folder: Path) -> None:
    """Write down what was built: the version, and the hash of every file."""
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}
    told = {"version": engine.VERSION, "sources": sources_digest(), "files": hashes}
    (folder / "build.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
