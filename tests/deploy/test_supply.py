"""The supply chain, checked by files: everything is pinned by hash, by image, by user."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import ROOT
from tests.helpers.locks import pins

LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
GROUPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
OWN_ENVIRONMENTS = {"audit", "clients", "contract", "docs", "fuzz", "learn", "page", "release", "uv", "wasm"}
"""Groups without the packages of the service."""


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_requirement_is_pinned_by_its_hashes(lock: Path) -> None:
    text = lock.read_text()
    blocks = re.split(r"\n(?=[A-Za-z0-9])", text.strip())
    for block in blocks:
        assert re.match(r"[A-Za-z0-9._-]+==[^ ;\\]+", block), block
        assert "--hash=sha256:" in block, block
    assert "://" not in text  # the index is configured where packages are installed


def test_every_group_has_a_lock() -> None:
    assert {lock.stem for lock in LOCKS} == set(GROUPS)


BUILD = ("rjsmin", "setuptools")
"""Packages of `run` that only build the core and the engine for browsers."""


def test_all_locks_pin_the_same_versions_of_the_packages_of_the_service() -> None:
    run = pins(ROOT / "requirements" / "run.txt")
    shared = {(name, version) for name, version in run if name not in BUILD}
    assert len(shared) == len(run) - len(BUILD)
    for lock in LOCKS:
        assert lock.stem in (*OWN_ENVIRONMENTS, "core") or shared <= pins(lock), lock.name
    assert pins(ROOT / "requirements" / "core.txt") <= run


def test_whatever_installs_takes_what_is_locked() -> None:
    """In the image, in CI and in make packages are locked by hash.

    The environment of the lowest versions is for a test: it is resolved anew.

    Without `--no-deps` pip looks for the newest `coverage[toml]>=7.10.6`, a dependency of pytest-cov, and fails if it
    is newer than the locked one.
    """
    files = [ROOT / name for name in ("Makefile", "Dockerfile", ".ci/run")]
    lines = [line for file in files for line in file.read_text().replace("\\\n", " ").splitlines()]
    installs = [line for line in lines if re.search(r"pip.*\binstall\b", line) and "build/lowest" not in line]
    assert len(installs) >= 3
    for line in installs:
        assert "--no-deps --require-hashes --only-binary :all:" in line, line


def test_the_locks_name_all_that_their_packages_want() -> None:
    done = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_image_serves_as_nobody_from_a_pinned_base() -> None:
    text = (ROOT / "Dockerfile").read_text()
    assert len(re.findall(r"^FROM python:3\.11-slim-bookworm@", text, re.MULTILINE)) == text.count("FROM ")
    last = text[text.rindex("FROM ") :]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    assert "apt-get" not in last
    assert "requirements/redis.txt" in text


def test_every_image_that_is_not_ours_is_pinned_by_its_digest() -> None:
    files = [ROOT / "Dockerfile", *sorted((ROOT / "deploy").glob("*.yaml"))]
    texts = "\n".join(file.read_text() for file in files)
    named = re.findall(r"(?:^FROM|\bimage:) (\S+)", texts, re.MULTILINE)
    theirs = [name for name in named if not re.search(r"(^|/)paili:", name)]
    assert len(theirs) == 5
    for name in theirs:
        assert re.search(r":[\d.]+[^@:]*@sha256:[0-9a-f]{64}$", name), name


def test_the_bot_of_updates_reads_every_kind_of_pin() -> None:
    kinds = {"pip_requirements": "requirements/run.txt", "dockerfile": "Dockerfile",
             "docker-compose": "deploy/compose.yaml", "github-actions": ".github/workflows/ci.yml",
             "npm": "docs/snippets/package.json"}  # fmt: skip
    assert set(json.loads((ROOT / ".github/renovate.json").read_text())["enabledManagers"]) == set(kinds)
    assert all((ROOT / file).exists() for file in kinds.values())


def test_the_page_on_security_names_tests_that_there_are() -> None:
    there = {
        path.stem
        for folder in ("tests", "board/tests", "lab/tests", "dev/tests")
        for path in (ROOT / folder).rglob("test_*.py")
    }
    named = set(re.findall(r"\btest_\w+", (ROOT / "docs" / "SECURITY.md").read_text()))
    assert named
    assert named <= there


def test_the_mean_of_the_scorecard_is_that_of_its_lines() -> None:
    text = (ROOT / "docs" / "SECURITY.md").read_text()
    points = [int(digits) for digits in re.findall(r"^\| [A-Za-z-]+ \| (\d+) \|", text, re.MULTILINE)]
    assert len(points) == 14
    assert f"is {sum(points) / len(points):.1f};" in text


def test_every_action_is_pinned_by_the_digest_of_its_commit_and_names_its_version() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    uses = [line for file in workflows for line in file.read_text().splitlines() if "uses:" in line]
    assert len(uses) > 20
    for line in uses:
        assert re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\b", line), line
