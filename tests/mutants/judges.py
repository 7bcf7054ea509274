"""Judges of mutants: each builds the code with one fault and runs tests until one notices."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path

from coverage.numbits import numbits_to_nums

from native.build import ffi
from tests.mutants.texts import Mutant

ROOT = Path(__file__).parent.parent.parent
TREE = ROOT / "build" / "mutants" / "tree"
"""A copy of the code, in which the faults are put."""

CFLAGS = ("-std=c11", "-O1", "-fPIC", "-fvisibility=hidden", "-w", "-Inative", "-Itests/native")
SECONDS = 90
"""Of a core that the tests of one mutant may take; they need a small part of it."""

UNBUILT, EQUAL, SURVIVED = "unbuilt", "equal", "survived"
"""Verdicts beside the name of the test that noticed: it does not compile; its machine code is the same; nothing did."""

PARTS = (
    "app.py", "gunicorn.conf.py", "openapi.yaml", "pyproject.toml", "setup.py", "README.md", "service", "arena",
    "paili", "native", "tests",
)  # fmt: skip


BOUNDED = ("prlimit", f"--cpu={SECONDS}")


def run(words: Iterable[str | Path]) -> subprocess.CompletedProcess[str]:
    """Run a command in the tree."""
    return subprocess.run([*BOUNDED, *map(str, words)], check=False, capture_output=True, text=True, cwd=TREE)


def first_failed(tests: Iterable[str]) -> str:
    """Run tests in the tree; the one that fails, or "" if none does."""
    ended = run([sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:cov", *tests])
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", ended.stdout, re.MULTILINE)
    if ended.returncode == 0:
        return ""
    return found[1] if found else f"pytest ended with {ended.returncode}"


class Judge(ABC):
    """Says what becomes of a mutant."""

    def __init__(self) -> None:
        shutil.rmtree(TREE, ignore_errors=True)
        TREE.mkdir(parents=True)
        for part in PARTS:
            source = ROOT / part
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, TREE / part)

    @abstractmethod
    def files(self) -> list[Path]:
        """Return the files that faults are put into."""

    @abstractmethod
    def verdict(self, mutant: Mutant) -> str:
        """Return who notices a fault that stands in the tree."""

    def judge(self, mutant: Mutant) -> str:
        """Put a fault into the tree, return who notices it, and take it out."""
        path = TREE / mutant.path
        text = path.read_text()
        path.write_text(mutant.applied(text))
        try:
            return self.verdict(mutant)
        finally:
            path.write_text(text)


class Native(Judge):
    """Judge of the core: `answers.c` first, then the tests that ask the core most, the quickest first."""

    TESTS = (
        "engine", "toy_game", "first_lead", "wishes", "net", "split", "engine_family", "robot", "beliefs",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.objects = TREE.parent / "objects"
        self.objects.mkdir(exist_ok=True)
        self.questions = TREE.parent / "questions.bin"
        subprocess.run([sys.executable, "-m", "tests.native.questions", self.questions], check=True, cwd=ROOT)
        ffi.emit_c_code(str(TREE / "module.c"))
        include = subprocess.run(
            [sys.executable, "-c", "import sysconfig; print(sysconfig.get_path('include'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        self.flags = (*CFLAGS, f"-I{include}", "-DPy_LIMITED_API=0x030b0000")
        self.sources = [*sorted((TREE / "native").glob("*.c")), *sorted((TREE / "tests" / "native").glob("*.c"))]
        self.sources.append(TREE / "module.c")
        self.uses = {source: self.headers_of(source) for source in self.sources}
        self.made: dict[Path, bytes] = {}
        for source in self.sources:
            assert self.compile(source), source
            self.made[source] = self.object_of(source).read_bytes()
        self.link()
        self.heard = run([self.objects / "answers", self.questions]).stdout.splitlines()

    def files(self) -> list[Path]:
        """Return every file of the core."""
        return sorted((ROOT / "native").glob("*.[ch]"))

    def headers_of(self, source: Path) -> set[str]:
        """Return the names of the files that one is compiled from."""
        listed = run(["gcc", "-MM", *self.flags, source]).stdout
        return {Path(word).name for word in listed.replace("\\\n", " ").split()[1:]}

    def object_of(self, source: Path) -> Path:
        """Return where the compiled code of a file lies."""
        return self.objects / f"{source.stem}.o"

    def compile(self, source: Path) -> bool:
        """Compile a file, if it can be."""
        return run(["gcc", *self.flags, "-c", source, "-o", self.object_of(source)]).returncode == 0

    def link(self) -> None:
        """Link the program and the extension module."""
        core = [self.object_of(source) for source in self.sources if source.parent == TREE / "native"]
        program = [*core, *(self.objects / f"{name}.o" for name in ("ask", "answers"))]
        assert run(["gcc", *program, "-lm", "-lpthread", "-o", self.objects / "answers"]).returncode == 0
        module = next((TREE / "service" / "core").glob("_native*.so"))
        assert run(["gcc", "-shared", *core, self.objects / "module.o", "-lm", "-o", module]).returncode == 0

    def verdict(self, mutant: Mutant) -> str:
        """Return who notices a fault."""
        changed = [source for source in self.sources if Path(mutant.path).name in self.uses[source]]
        try:
            if not all(map(self.compile, changed)):
                return UNBUILT
            if all(self.object_of(source).read_bytes() == self.made[source] for source in changed):
                return EQUAL
            self.link()
            if self.is_heard_otherwise():
                return "tests/native/answers.c"
            return first_failed(f"tests/test_{name}.py" for name in self.TESTS) or SURVIVED
        finally:
            for source in changed:
                self.object_of(source).write_bytes(self.made[source])

    def is_heard_otherwise(self) -> bool:
        """Tell whether the program says another line than the code without a fault, or does not end."""
        with subprocess.Popen(
            [*BOUNDED, self.objects / "answers", self.questions],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as program:
            assert program.stdout is not None
            for wanted in self.heard:
                if program.stdout.readline().rstrip("\n") != wanted:
                    program.kill()
                    return True
        return program.returncode != 0


class Python(Judge):
    """Judge of the service's rules and positions: the tests that reach the line, some of them, then all.

    Which tests those are says `make coverage`, whose contexts are the tests.
    """

    FEW, MOST = 40, 400

    def __init__(self) -> None:
        super().__init__()
        self.reached: dict[str, dict[int, set[str]]] = {}
        with sqlite3.connect(ROOT / "build" / "coverage" / ".coverage") as db:
            rows = db.execute(
                "select file.path, context.context, line_bits.numbits from line_bits join file on file.id = file_id "
                "join context on context.id = context_id"
            )
            for path, context, bits in rows:
                lines = self.reached.setdefault(
                    path[path.rindex("/service/") + 1 :] if "/service/" in path else path, {}
                )
                for line in numbits_to_nums(bits):
                    lines.setdefault(line, set()).add(context.split("|")[0])

    def files(self) -> list[Path]:
        """Return the rooms of rules and of positions."""
        rooms = [ROOT / "service" / room for room in ("rules", "position")]
        return sorted(path for room in rooms for path in room.rglob("*.py"))

    def verdict(self, mutant: Mutant) -> str:
        """Return who notices a fault."""
        lines = self.reached.get(mutant.path, {})
        tests = sorted(lines.get(mutant.line, set()) - {""}) or sorted(set().union(*lines.values()) - {""})
        if not tests:
            return SURVIVED
        few = tests[:: max(1, len(tests) // self.FEW)][: self.FEW]
        rest = [test for test in tests if test not in few]
        rest = rest[:: max(1, len(rest) // self.MOST)][: self.MOST]
        return first_failed(few) or (rest and first_failed(rest)) or SURVIVED
