"""Judges of mutants: each builds the code with one fault and runs tests until one fails."""

from __future__ import annotations

import ast
import compileall
import os
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from coverage import CoverageData

from dev import ROOT
from dev.core_tests import FAST_TESTS
from dev.mutants.texts import Mutant
from native.build import ffi, files

TREE = ROOT / "build" / "mutants" / "tree"
"""Copy of the code that is mutated."""

CFLAGS = ("-std=c11", "-O1", "-fPIC", "-fvisibility=hidden", "-w", "-Inative", "-Idev/native_answers")
ENDLESS = 300
"""Default CPU seconds after which a process is considered endless."""

UNBUILT, EQUAL, SURVIVED = "unbuilt", "equal", "survived"
"""Verdicts other than the name of the failing test: it does not compile, its machine code is equal, it survived."""

SIGNATURES = "dev.signatures"
"""The command that compares signed answers."""


def bounded(words: Iterable[str | Path], seconds: int = ENDLESS) -> list[str]:
    """Return a command that is killed after *seconds* CPU seconds."""
    return ["prlimit", f"--cpu={seconds}", *map(str, words)]


def run_in_tree(words: Iterable[str | Path], seconds: int = ENDLESS) -> subprocess.CompletedProcess[str]:
    """Run a command in the copy of the tree; bytecode of the fault is removed."""
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        bounded(words, seconds), check=False, capture_output=True, text=True, cwd=TREE, env=environment
    )


def first_failed(tests: Iterable[str], seconds: int = ENDLESS) -> str:
    """Run tests in the copy; return the first failing test, or ""."""
    tests = list(tests)
    if not tests:
        return ""
    ended = run_in_tree(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov", *tests], seconds
    )
    failure = re.search(r"^(?:FAILED|ERROR) (\S.*?)(?: - |$)", ended.stdout, re.MULTILINE)
    if ended.returncode == 0:
        return ""
    return failure[1] if failure else f"pytest ended with {ended.returncode}"


def reached_by(folder: Path, paths: Iterable[Path]) -> dict[str, dict[int, set[str]]]:
    """Return the tests that reach each line of some files, from the .coverage file of a measured tree."""
    data = CoverageData(str(folder / ".coverage"))
    data.read()
    reached: dict[str, dict[int, set[str]]] = {}
    for path in paths:
        by_line = data.contexts_by_lineno(str(folder / path))
        reached[str(path)] = {
            line: {context.split("|")[0] for context in contexts if context} for line, contexts in by_line.items()
        }
    return reached


class MutantJudge(ABC):
    """Computes the verdict on a mutant."""

    SIGNED: tuple[str, ...]
    """Lines of signed answers that are computed if no test fails."""

    def __init__(self, hasty: bool) -> None:
        self.hasty = hasty
        shutil.rmtree(TREE, ignore_errors=True)
        kept = subprocess.run(
            ["git", "ls-files", "-z", "-co", "--exclude-standard"], check=True, capture_output=True, text=True, cwd=ROOT
        ).stdout.rstrip("\0")
        core = next((ROOT / "service" / "core").glob("_native*.so"))
        for name in (*kept.split("\0"), str(core.relative_to(ROOT))):
            (TREE / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, TREE / name)

    @abstractmethod
    def files(self) -> list[Path]:
        """Return the files to be mutated."""

    @abstractmethod
    def verdict(self, mutant: Mutant) -> str:
        """Return the verdict on the fault in the copy."""

    def signs_otherwise(self) -> str:
        """Return the command that found a changed signature, or ""."""
        return SIGNATURES if run_in_tree([sys.executable, "-m", SIGNATURES, *self.SIGNED]).returncode else ""

    def judge(self, mutant: Mutant) -> str:
        """Return the verdict on a mutant, which is applied to the copy meanwhile."""
        path = TREE / mutant.path
        text, stat = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutant.applied(text), encoding="utf-8")
        try:
            return self.verdict(mutant)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # the previous bytecode is valid again


class NativeJudge(MutantJudge):
    """Judge of the core: `answers.c` first, then tests of the core, fastest first, then the signatures."""

    SIGNED = ("*.analyze", "*.check", "*.games", "*.move.novice", "*.move.expert", "*.beliefs")

    QUICK = (
        "core/test_random_shapes", "core/test_unusual_rules", "core/test_training", "core/test_buffers",
        "core/test_rejections",
    )  # fmt: skip
    """Tests that take some seconds together."""

    TESTS = (
        "core/test_engine_family", "advice/test_only_avoid", "rules/test_first_lead", "core/test_sure_wins",
        "core/test_beliefs", "core/test_networks", "core/test_engine", "core/test_open_hands", "core/test_search",
        "core/test_split", "advice/test_robot", "rules/test_new_game",
    )  # fmt: skip

    MOST_SECONDS = 40
    """Time limit of the program; it needs a tenth."""

    def __init__(self, hasty: bool) -> None:
        super().__init__(hasty)
        self.objects = TREE.parent / "objects"
        self.objects.mkdir(exist_ok=True)
        ffi.emit_c_code(str(TREE / "module.c"))
        include = subprocess.run(
            [sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        self.flags = (*CFLAGS, f"-I{include}", "-DPy_LIMITED_API=0x030b0000")
        self.core = [TREE / path.relative_to(ROOT) for path in files(".c")]
        self.sources = [*self.core, *sorted((TREE / "dev" / "native_answers").glob("*.c"))]
        self.sources.append(TREE / "module.c")
        self.uses = {source: self.headers_of(source) for source in self.sources}
        self.compiled: dict[Path, bytes] = {}
        for source in self.sources:
            assert self.compile(source), source
            self.compiled[source] = self.object_of(source).read_bytes()
        self.link()
        self.ask_program()

    def ask_program(self) -> None:
        """Record the program's output without a mutant."""
        self.questions = TREE.parent / "questions.bin"
        subprocess.run([sys.executable, "-m", "dev.native_answers.questions", self.questions], check=True, cwd=ROOT)
        self.expected_lines = run_in_tree([self.objects / "answers", self.questions]).stdout.splitlines()

    def files(self) -> list[Path]:
        """Return every file of the core."""
        return [*files(".c"), *files(".h")]

    def headers_of(self, source: Path) -> set[str]:
        """Return the files that are included by one, as mutants name them."""
        listed = run_in_tree(["gcc", "-MM", *self.flags, source]).stdout
        paths = [TREE / word for word in listed.replace("\\\n", " ").split()[1:]]
        return {str(path.relative_to(TREE)) for path in paths if path.is_relative_to(TREE)}

    def object_of(self, source: Path) -> Path:
        """Return the path of the object file of a source."""
        return self.objects / f"{source.stem}.o"

    def compile(self, source: Path) -> bool:
        """Compile a file; return whether that succeeded."""
        return run_in_tree(["gcc", *self.flags, "-c", source, "-o", self.object_of(source)]).returncode == 0

    def link(self) -> None:
        """Link the program and the extension module."""
        core = [self.object_of(source) for source in self.core]
        program = [*core, *(self.objects / f"{name}.o" for name in ("ask", "answers"))]
        assert run_in_tree(["gcc", *program, "-lm", "-lpthread", "-o", self.objects / "answers"]).returncode == 0
        module = next((TREE / "service" / "core").glob("_native*.so"))
        assert run_in_tree(["gcc", "-shared", *core, self.objects / "module.o", "-lm", "-o", module]).returncode == 0

    def verdict(self, mutant: Mutant) -> str:
        """Return the verdict on the fault in the tree."""
        changed = [source for source in self.sources if mutant.path in self.uses[source]]
        try:
            with ThreadPoolExecutor(2) as pool:
                if not all(pool.map(self.compile, changed)):
                    return UNBUILT
            if all(self.object_of(source).read_bytes() == self.compiled[source] for source in changed):
                return EQUAL
            self.link()
            return self.verdict_of_tests()
        finally:
            for source in changed:
                self.object_of(source).write_bytes(self.compiled[source])
            self.link()

    def verdict_of_tests(self) -> str:
        """Return the verdict on the fault that was compiled."""
        if self.output_differs():
            return "dev/native_answers/answers.c"
        failed = self.first_failed(self.QUICK)
        if failed or self.hasty:
            return failed or SURVIVED
        return self.first_failed(self.TESTS) or self.signs_otherwise() or SURVIVED

    def first_failed(self, names: Iterable[str]) -> str:
        """Run test files; return the failing test, or ""."""
        return first_failed(f"tests/{name}.py" for name in names)

    def output_differs(self) -> bool:
        """Return whether the program prints a different line than without the fault, or does not end."""
        with subprocess.Popen(
            bounded([self.objects / "answers", self.questions], self.MOST_SECONDS),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as program:
            assert program.stdout is not None
            for wanted in self.expected_lines:
                if program.stdout.readline().rstrip("\n") != wanted:
                    program.kill()
                    return True
        return program.returncode != 0


class FastJudge(NativeJudge):
    """Judge of the core by the tests of `make test-fast` alone."""

    def ask_program(self) -> None:
        """Do nothing: the program is not one of these tests."""

    def verdict_of_tests(self) -> str:
        """Return the verdict on the fault that was compiled."""
        return first_failed(FAST_TESTS) or SURVIVED


class PythonJudge(MutantJudge):
    """Judge of rules and positions: tests that reach the line, fastest first, then the signatures.

    `python -m dev.coverage python` records those tests and their times; its contexts are the tests. A cached value is
    computed in only one test, so tests that reach other lines of the file follow.
    """

    SECONDS = (4, 30)
    """Time limits of the first tests, and of those that follow them."""

    SIGNED = (
        "*.check",
        "*.game",
        "*.bid",
        "*.tribute",
        "*.deal",
        "*.about",
        "*.analyze",
        "*.move.club",
        "contest.*",
    )

    def __init__(self, hasty: bool) -> None:
        super().__init__(hasty)
        for folder in ("service", "paili", "arena", "browser", "tests", "dev"):
            compileall.compile_dir(TREE / folder, quiet=1)
        coverage = ROOT / "build" / "coverage-python"
        self.reached = reached_by(coverage, [path.relative_to(ROOT) for path in self.files()])
        self.seconds = {
            f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name']}": float(case.attrib["time"])
            for case in ElementTree.parse(coverage / "tests.xml").iter("testcase")
        }

    def files(self) -> list[Path]:
        """Return the modules of the packages `rules` and `position`."""
        packages = [ROOT / "service" / package for package in ("rules", "position")]
        files = sorted(path for package in packages for path in package.rglob("*.py"))
        assert files
        return files

    def quickest(self, tests: Iterable[str]) -> list[str]:
        """Return tests, fastest first; further cases of a parametrized test come later."""
        cases: Counter[str] = Counter()
        order = []
        for test in sorted(tests, key=lambda test: (self.seconds.get(test, 1), test)):
            function = test.partition("[")[0]
            order.append((cases[function] // 3, test))
            cases[function] += 1
        return [test for _, test in sorted(order, key=lambda case: case[0])]

    def verdict(self, mutant: Mutant) -> str:
        """Return the verdict on the fault in the tree."""
        try:
            ast.parse((TREE / mutant.path).read_text(encoding="utf-8"))
        except SyntaxError:
            return UNBUILT
        lines = self.reached.get(mutant.path, {})
        near = self.quickest(lines.get(mutant.line, set()))
        tests = [*near, *self.quickest(set().union(*lines.values()) - set(near))]
        for most in self.SECONDS[:1] if self.hasty else self.SECONDS:
            batch: list[str] = []
            left = float(most)
            while tests and left > 0:
                batch.append(tests.pop(0))
                left -= self.seconds.get(batch[-1], 1)
            failed = batch and first_failed(batch, 20 + 2 * most)
            if failed:
                return failed
        return SURVIVED if self.hasty else self.signs_otherwise() or SURVIVED
