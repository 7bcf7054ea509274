"""The upload: a zip with `__main__.py`, the service without its web parts, and the compiled core."""

from __future__ import annotations

import py_compile
import tempfile
import zipfile
from importlib import util
from pathlib import Path

from service.rules.variants import VARIANTS

GAMES = ("standard", "guandan")
"""Games of Botzone, by their names here."""

START = '''"""Entry of the upload: unpack, because a compiled core cannot be loaded out of a zip."""
import atexit, os, shutil, sys, tempfile, zipfile
if sys.version_info < (3, 11):
    sys.exit("this bot needs Python 3.11, not " + sys.version.split()[0])
folder = tempfile.mkdtemp(prefix="paili")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
with zipfile.ZipFile(os.path.dirname(os.path.abspath(__file__))) as archive:
    archive.extractall(folder)
sys.path[0] = folder
sys.dont_write_bytecode = True
from lab.botzone.__main__ import main
sys.exit(main(["--keep-running", "--level", {level!r}]))
'''


UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH
"""Mode of compiled files that does not compare dates of sources, which unpacking changes."""


def pack_upload(file: Path, level: str) -> None:
    """Write the upload: what a player of the service needs, the compiled core, and the libraries that these import.

    Networks are those of the games that the bot plays.
    """
    root = Path(__file__).resolve().parents[2]
    package, bot = root / "service", root / "lab" / "botzone"
    skipped = [package / name for name in ("explain", "http", "records", "review", "advice/puzzles")]
    inside = [*package.rglob("*"), *bot.glob("*"), bot.parent / "__init__.py", bot.parent / "contest.py"]
    paths = [path for path in sorted(inside) if path.suffix in (".py", ".net", ".so")]
    nets = {net.path.name for game in GAMES if (net := VARIANTS[game].nets)}
    known = [path for path in paths if path.suffix != ".net" or path.name in nets]
    kept = [path for path in known if not any(path.is_relative_to(one) for one in skipped)]
    members = {path.relative_to(root).as_posix(): path for path in kept}
    for name in ("cachetools", "_cffi_backend"):
        origin = Path(str(getattr(util.find_spec(name), "origin", "")))
        whole = sorted(origin.parent.glob("*.py")) if origin.name == "__init__.py" else [origin]
        members |= {f"{name}/{path.name}" if len(whole) > 1 else path.name: path for path in whole}
    with (
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        tempfile.TemporaryDirectory() as folder,
    ):
        archive.writestr("__main__.py", START.format(level=level))
        compiled = Path(folder, "compiled")
        for name, path in members.items():
            archive.write(path, name)
            if path.suffix == ".py":
                py_compile.compile(str(path), str(compiled), name, invalidation_mode=UNCHECKED)
                archive.write(compiled, util.cache_from_source(name))
