"""Build the C core (`python setup.py build_ext --inplace`), and the wheel (`make wheel`).

In the repository the engine consists of the top-level module app.py and the top-level packages service and board. A
wheel installs them below paili/_engine, so that site-packages gets no packages of such names. The build therefore adds
the prefix paili._engine to module names, in imports and in texts.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ENGINE = "paili._engine"
SUBPACKAGES = ["board", *sorted(str(module.parent) for module in Path("service").rglob("__init__.py"))]
assert len(SUBPACKAGES) > 1, "setup.py runs in the folder of the project"
PACKAGES = {
    "paili": "paili",
    **{name: name.replace(".", "/") for name in ("paili.env", "paili.puzzles", "paili.records", "paili.review")},
    ENGINE: ".",
    **{f"{ENGINE}.{path.replace(os.sep, '.')}": path for path in SUBPACKAGES},
}

PAGE_FILES = ("*.webmanifest", "*/*.html", "*/*.css", "images/*", "engine/*")
"""Files of board/page in a wheel, which has scripts as bundles only."""

MOVED = (
    (re.compile(r"(?<![\w./])service\.(?=[a-z])"), f"{ENGINE}.service."),
    (re.compile(r"^(\s*)from (service|board|app) import", re.MULTILINE), rf"\1from {ENGINE}.\2 import"),
    (re.compile(r"""^(\s*from |.*import_module\(")board\.(?=[a-z])""", re.MULTILINE), rf"\1{ENGINE}.board."),
)
"""Patterns of module names of the engine in the repository, and their replacements in a wheel."""


class BuildExt(build_ext):
    """Compiles the files of the core at the same time, one for each processor."""

    def build_extensions(self) -> None:
        """Compile and link."""
        compile_all = self.compiler.compile

        def compile_each(sources: list[str], **settings: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                compiled = pool.map(lambda source: compile_all([source], **settings), sources)
                return [path for paths in compiled for path in paths]

        self.compiler.compile = compile_each
        super().build_extensions()


class BuildPy(build_py):
    """Copies the modules, and adds the prefix of the wheel to module names of the engine."""

    def run(self) -> None:
        """Copy all modules into an empty folder, so that no removed module remains; the bundles must be there."""
        if not runpy.run_path("board/bundles.py")["is_bundled"]():
            raise SystemExit("The bundles of the pages are missing or older than their sources: make bundles")
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return (package, module, file) of each module; from the top folder only those of the service."""
        modules = super().find_package_modules(package, package_dir)
        return [row for row in modules if package != ENGINE or row[1] in ("app", "gunicorn.conf")]

    def build_module(self, module: str, module_file: str, package: str | tuple[str, ...]) -> tuple[str, bool]:
        """Copy a module."""
        outfile, copied = super().build_module(module, module_file, package)
        text = Path(outfile).read_text(encoding="utf-8")
        for tree, wheel in MOVED:
            text = tree.sub(wheel, text)
        Path(outfile).write_text(text, encoding="utf-8")
        return outfile, copied


if "--inplace" not in sys.argv:
    os.environ["PAILI_PACKAGE"] = f"{ENGINE}."  # read by native/build.py
Path("build").mkdir(exist_ok=True)
REPOSITORY = os.environ.get("PAILI_REPOSITORY", "")
"""Address of the repository that publishes the package; without it, the package names no address."""


def package_text() -> str:
    """Return the README with links that work outside the repository."""
    text = Path("README.md").read_text(encoding="utf-8")
    if not REPOSITORY:
        return text
    text = re.sub(r"\]\((?!https?:|#)([^)]+)\)", rf"]({REPOSITORY}/blob/main/\1)", text)
    return text.replace('src="docs/', f'src="{REPOSITORY}/raw/main/docs/')


def addresses() -> dict[str, str]:
    """Return the addresses of the project, by their names in the package's description."""
    paths = {
        "Source": "",
        "Issues": "/issues",
        "Changelog": "/blob/main/docs/CHANGELOG.md",
        "Documentation": "/tree/main/docs",
    }
    return {name: REPOSITORY + path for name, path in paths.items()} if REPOSITORY else {}


setup(
    long_description=package_text(),
    long_description_content_type="text/markdown",
    project_urls=addresses(),
    cffi_modules=["native/build.py:ffi"],
    cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
    packages=list(PACKAGES),
    package_dir=PACKAGES,
    include_package_data=False,
    package_data={
        "paili": ["py.typed"],
        ENGINE: ["openapi.yaml"],
        f"{ENGINE}.board": [*(f"page/{files}" for files in PAGE_FILES), "built/*", "built/*/*"],
        f"{ENGINE}.service.advice.puzzles": ["shipped.json"],
        f"{ENGINE}.service.rules": ["networks/*.net"],
    },
    exclude_package_data={
        f"{ENGINE}.board": [
            "page/biome.json",
            "page/tsconfig*.json",
            "page/types.d.ts",
            "page/workers.d.ts",
        ]
    },
    options={
        "build": {"build_base": "build/wheel"},
        "bdist_wheel": {"py_limited_api": "cp311"},
        "egg_info": {"egg_base": "build"},
    },
)
