"""The check of reviews: rows of games, confirmed marks, and the steepness of accuracy."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import pytest

from dev import review_check
from service.review.judgement import MARKS, STEPS


def test_games_are_kept_and_marks_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "reviews.jsonl"
    for games in ("2", "20"):
        arguments = ["review_check", str(path), "--variant", "paodekuai_two", "--games", games, "--level", "club"]
        monkeypatch.setattr(sys, "argv", arguments)
        review_check.main()
        path.write_text(path.read_text() + ('{"cut": ' if games == "2" else ""))
    rows = review_check.read_games(path)
    assert [row["seed"] for row in rows] == list(range(20))
    assert [row["player"] for row in rows[:3]] == ["novice", "casual", "club"]
    marked = [one for row in rows for one in row["decisions"] if one["mark"]]
    assert all(one["again"] is not None for one in marked if not one["proof"])
    assert all(one["loss"] >= STEPS[one["mark"]] for one in marked)
    unconfirmed = [one for one in marked if one["again"] is not None and one["again"] < STEPS[one["mark"]] / 2]
    assert len(unconfirmed) <= 1 + len(marked) // 20
    out = capsys.readouterr().out
    assert "paodekuai_two: 20 games" in out
    assert all(f"  {mark}: " in out for mark in MARKS)


def test_the_steepness_is_that_at_which_the_mean_accuracy_of_a_seat_reads_80() -> None:
    decisions = [{"seat": "0", "weight": 0.2, "loss": 0.04}, {"seat": "0", "weight": 0.2, "loss": 0.0},
                 {"seat": "1", "weight": 0.1, "loss": 0.05}, {"seat": "2", "weight": 0.1, "loss": -0.1}]  # fmt: skip
    games = [{"decisions": decisions}] * 3
    losses = review_check.mean_losses(games)
    assert sorted(losses) == pytest.approx([0.0] * 3 + [0.02] * 3 + [0.05] * 3)
    steepness = review_check.steepness(losses)
    assert math.isclose((1 + math.exp(-steepness * 0.02) + math.exp(-steepness * 0.05)) / 3, 0.8)
    assert review_check.steepness_text(games) == f"{steepness:.1f} ± 0.0 (3 games)"
    assert review_check.steepness_text(games[:1]) == "needs two games"
    assert review_check.steepness([0.0] * 5) == math.inf


def test_a_row_is_a_line_of_json(tmp_path: Path) -> None:
    row = review_check.record_of("paodekuai_two", 4, "club", "novice", confirm=False)
    assert all(one["again"] is None for one in row["decisions"])
    (tmp_path / "one.jsonl").write_text(json.dumps(row) + "\n")
    assert review_check.read_games(tmp_path / "one.jsonl") == [row]
