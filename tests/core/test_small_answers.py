"""Recorded answers to small requests: a fault in the core shows as the smallest request that it changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import small_answers as small
from tests.helpers.small_answers import Recorded


def test_small_requests_are_answered_as_recorded() -> None:
    difference = small.smallest_difference(small.recorded_answers())
    if difference:
        pytest.fail(f"{difference}\n(after an intended change: python -m dev.signatures --write)", pytrace=False)


def test_the_smallest_request_is_shown_with_both_answers() -> None:
    row = small.recorded_answers()[0]
    wrong = Recorded(row.path, row.body, '200 {"wrong":true}')
    shown = small.smallest_difference([row, wrong, wrong])
    assert shown.startswith(f"POST {row.path} {{")
    assert shown.endswith(f'  recorded: 200 {{"wrong":true}}\n  now:      {row.answer}')


def test_a_process_that_ends_is_an_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ends = tmp_path / "python"
    ends.write_text("#!/bin/sh\nread line\nexit 7\n")
    ends.chmod(0o755)
    monkeypatch.setattr(small.sys, "executable", str(ends))
    assert "now:      none: the process ended with 7" in small.smallest_difference(small.recorded_answers()[:1])


def test_a_request_that_never_ends_is_an_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    waits = tmp_path / "python"
    waits.write_text("#!/bin/sh\nexec sleep 60\n")
    waits.chmod(0o755)
    monkeypatch.setattr(small.sys, "executable", str(waits))
    monkeypatch.setattr(small, "SECONDS", 0.2)
    assert "no answer in 0.2 s" in small.smallest_difference(small.recorded_answers()[:1])


def test_an_empty_folder_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(small, "FOLDER", tmp_path)
    with pytest.raises(FileNotFoundError):
        small.recorded_answers()
