"""Ladders: ratings that explain scores, with their intervals."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.arena.__main__ import main
from lab.arena.ladder import ANCHOR_ELO, own_score, ratings, spread
from lab.arena.results import Deck, GameResult
from lab.arena.sprt import expected_score


def test_ratings_are_those_that_made_the_scores() -> None:
    truth = {"novice": 1000.0, "a": 1080.0, "b": 1250.0}
    shares = {
        (high, low): expected_score(truth[high] - truth[low])
        for high, low in [("a", "novice"), ("b", "novice"), ("b", "a")]
    }
    elo = ratings(list(truth), shares, 1_000_000)
    assert elo == pytest.approx(truth, abs=0.1)


def test_without_the_anchor_the_mean_is_fixed() -> None:
    elo = ratings(["a", "b"], {("a", "b"): 0.75}, 1_000_000)
    assert sum(elo.values()) / 2 == pytest.approx(ANCHOR_ELO)
    assert elo["a"] - elo["b"] == pytest.approx(190.85, abs=0.1)  # 400 log10 3


def test_who_never_wins_has_a_rating() -> None:
    assert -1000 < ratings(["a", "b"], {("a", "b"): 1.0}, 100)["b"] < ANCHOR_ELO


def test_intervals_shrink_with_the_root_of_the_decks() -> None:
    """At an even score a deck's share of 0 or 1 has deviation 1/2; an Elo is ln(10) / 1600 of a share."""
    decks = [Deck(i, GameResult(i % 2 == 0, 0, 2), GameResult(i % 2 == 0, 0, 2)) for i in range(400)]
    half = spread(["novice", "a"], {("a", "novice"): decks})
    assert half["novice"] == 0
    assert half["a"] == pytest.approx(1.96 * 0.5 / 20 * 1600 / 2.302585, rel=0.15)


def test_own_scores_count_both_ends_of_a_pair() -> None:
    deck = Deck(1, GameResult(True, 1, 4), GameResult(True, 0, 2))
    assert (own_score("a", {("a", "b"): [deck]}).wp, own_score("a", {("a", "b"): [deck]}).adp) == (1.0, 3.0)
    assert (own_score("b", {("a", "b"): [deck]}).wp, own_score("b", {("a", "b"): [deck]}).adp) == (0.0, -3.0)


def test_the_command_prints_the_ladder_and_keeps_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["ladder", "random", "novice", "club", "--decks", "60", "--jobs", "1", "--out", str(tmp_path)]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    rows = [line.split()[0] for line in first.splitlines()[2:5]]
    assert rows == ["club", "novice", "random"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "club_novice.jsonl", "club_random.jsonl", "novice_random.jsonl",
    ]  # fmt: skip
    assert main(arguments) == 0
    assert capsys.readouterr().out == first


def test_a_ladder_of_one_is_refused() -> None:
    assert main(["ladder", "club", "club"]) == 2
