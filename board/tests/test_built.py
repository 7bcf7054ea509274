"""Bundles of the pages are written again after a change of their sources."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from board import built, bundle


def test_bundles_are_stale_without_a_build_and_after_a_change(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(built, "FOLDER", tmp_path / "page")
    monkeypatch.setattr(built, "PARTS", tmp_path / "parts.json")
    source = tmp_path / "page" / "board" / "board.js"
    source.parent.mkdir(parents=True)
    source.write_text("")
    assert built.is_stale()
    built.PARTS.write_text("{}")
    os.utime(source, (1, 1))
    assert not built.is_stale()
    os.utime(source, (2**31, 2**31))
    assert built.is_stale()
    source.unlink()  # as in a wheel
    assert not built.is_stale()


def test_bundles_are_written_with_the_parts_of_each_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundle, "BUILT", tmp_path)
    (tmp_path / "old.js").write_text("removed")
    bundle.write_bundles()
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {*bundle.bundles(), "parts.json"}
    assert "words.js" not in written
