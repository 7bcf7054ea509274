"""Build the engine for browsers from an empty cache in another folder, and compare it byte by byte.

python -m dev.browser_engine.reproduce
"""

from __future__ import annotations

import argparse
import filecmp
import shutil
import sys
from pathlib import Path

from dev import ROOT
from dev.source_copy import PYTHON, copied, run

ENGINE = Path("service/page/engine")


def main() -> int:
    """Build and compare; return 1 if a file differs."""
    argparse.ArgumentParser(prog="python -m dev.browser_engine.reproduce", description=__doc__).parse_args()
    folder = copied("elsewhere")
    for core in (ROOT / "service" / "core").glob("*.so"):
        shutil.copy2(core, folder / "service" / "core")
    if run(folder, PYTHON, "-m", "browser.build"):
        return 1
    names = sorted(path.name for path in (ROOT / ENGINE).iterdir())
    assert names
    same, different, missing = filecmp.cmpfiles(ROOT / ENGINE, folder / ENGINE, names, shallow=False)
    print(f"{len(same)} files have the same bytes", *different, *missing, sep="\n")
    return int(bool(different or missing))


if __name__ == "__main__":
    sys.exit(main())
