"""The module imports without optional libraries, and names the one that is missing."""

from __future__ import annotations

import subprocess
import sys

from tests import ROOT

WITHOUT = """
import sys
sys.modules["numpy"] = None
import paili.env
try:
    paili.env.batched("standard")
except paili.env.MissingExtraError as error:
    print(error)
"""


def test_without_numpy_the_extra_is_named() -> None:
    ended = subprocess.run([sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout == "paili.env needs numpy: pip install 'paili[env]'\n"
