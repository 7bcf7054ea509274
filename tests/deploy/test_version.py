"""The version: defined in service/version.py, equal in all files that repeat it."""

from __future__ import annotations

import re

import pytest

from paili import __version__
from service.version import VERSION
from tests import ROOT

PLACES = {
    "openapi.yaml": r"^  version: (.*)$",
    "board/browser_engine/package/package.json": r'^  "version": "(.*)",$',
    "deploy/compose.yaml": r"image: paili:(.*)$",
    "deploy/kubernetes.yaml": r"image: registry.example/paili:(.*)$",
    "README.md": r'"engine": {"version": "(.*?)"',
    "docs/README.zh-CN.md": r'"engine": {"version": "(.*?)"',
    "docs/CHANGELOG.md": r"\A# Changelog\n(?:(?!## ).*\n)*## (.*)",
}
"""Files that repeat the version, each with a pattern for it."""


@pytest.mark.parametrize("place", PLACES)
def test_a_file_has_the_version_of_the_project(place: str) -> None:
    versions = re.findall(PLACES[place], (ROOT / place).read_text("utf-8"), re.MULTILINE)
    assert set(versions) == {VERSION}


def test_the_package_has_the_version_of_the_project() -> None:
    assert __version__ == VERSION
