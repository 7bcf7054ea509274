"""Bundles are served if they are newer than the scripts from which they were made, else the scripts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board import bundles


def test_bundles_are_served_until_a_source_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundles, "FOLDER", tmp_path / "page")
    monkeypatch.setattr(bundles, "BUILT", tmp_path / "built")
    monkeypatch.setattr(bundles, "STAMP", tmp_path / "built" / "stamp")
    source, bundle = tmp_path / "page" / "lib" / "words.js", tmp_path / "built" / "board" / "board.js"
    engine = tmp_path / "page" / "engine" / "worker.js"
    for path in (source, bundle, engine):
        path.parent.mkdir(parents=True)
        path.write_text("")
    assert bundles.scripts() == {"lib/words.js": source}
    bundles.STAMP.write_text("")
    os.utime(source, (1, 1))
    assert bundles.scripts() == {"board/board.js": bundle}
    os.utime(source, (2**31, 2**31))
    assert bundles.scripts() == {"lib/words.js": source}
    source.unlink()  # as in a wheel
    assert bundles.scripts() == {"board/board.js": bundle}
