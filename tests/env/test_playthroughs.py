"""The deals in tests/data/playthroughs are reproduced: actions, ids, observations and rewards."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy", reason="the dependency group dev")

from tests.helpers.playthroughs import FILES, FOLDER, differing


def test_every_game_has_its_file_and_no_other_is_there() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)


def test_the_files_are_those_of_this_code() -> None:
    """After an intended change: `python -m tests.helpers.playthroughs --write`."""
    assert differing() == []
