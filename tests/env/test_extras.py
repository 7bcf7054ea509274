"""The module imports without optional libraries, and names the one that is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import ROOT

WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
import paili.env
try:
    getattr(paili.env, sys.argv[2])("standard")
except paili.env.MissingExtraError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("module", "function", "name"), [("numpy", "batched", "numpy"), ("pettingzoo", "aec", "PettingZoo")]
)
def test_a_missing_extra_is_named(module: str, function: str, name: str) -> None:
    command = [sys.executable, "-c", WITHOUT, module, function]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == f"paili.env needs {name}: pip install 'paili[env]'\n"
