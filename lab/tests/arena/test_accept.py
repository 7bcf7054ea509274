"""Numbers against numbers: the test's mathematics, its files, and its command."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from lab.arena.__main__ import main
from lab.arena.accept import IN_FORCE, AcceptanceTest, correlation, expected_share, read_numbers, run_acceptance
from lab.arena.errors import ArenaError
from lab.arena.sprt import Test, ratio
from lab.arena.tune import in_force


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_equals_win_their_part(sides: int) -> None:
    assert expected_share(0, sides) == pytest.approx(1 / sides)
    assert expected_share(400, sides) == pytest.approx(10 / (10 + sides - 1))


def test_the_normal_approximation_is_close_to_the_ratio_of_likelihoods() -> None:
    verdict = AcceptanceTest(Test(0, 10), 2)
    verdict.add([0.0] * 1000 + [0.5] * 1900 + [1.0] * 1100)
    assert verdict.llr == pytest.approx(ratio([1000, 1900, 1100], 0, 10), rel=0.02)
    assert verdict.margin == pytest.approx(1.96 * 0.3623 / 4000**0.5, rel=0.01)


@pytest.mark.parametrize(("elo", "decision"), [(0.0, "H0"), (30.0, "H1")])
def test_the_true_hypothesis_is_accepted(elo: float, decision: str) -> None:
    rng, verdict = random.Random(3), AcceptanceTest(Test(0, 30), 3)
    while not (verdict.decks and verdict.decision):
        verdict.add([sum(rng.random() < expected_share(elo, 3) for _ in range(3)) / 3 for _ in range(100)])
    assert verdict.decision == decision


def test_files_say_what_differs_from_the_numbers_in_force(tmp_path: Path) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps({"numbers": {"w.solo": 0.9}}))
    assert read_numbers(str(file), "standard") == in_force("standard") | {"w.solo": 0.9}
    assert read_numbers(IN_FORCE, "standard") == in_force("standard")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no file of numbers"), ("[]", "no file"), ('{"numbers": {"w.solo": "x"}}', "no file"),
     ('{"numbers": {"solo": 1}}', "nothing is called solo"),
     *[(f'{{"numbers": {{"w.solo": {value}}}}}', "nobody can play") for value in ("NaN", "Infinity", "1e300", "1e5")]],
)  # fmt: skip
def test_files_that_are_none_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(text)
    with pytest.raises(ArenaError, match=message):
        read_numbers(str(file), "standard")


def test_guandan_has_no_such_numbers() -> None:
    with pytest.raises(ArenaError, match="no numbers of this formula"):
        in_force("guandan")


def test_power_foretells_who_wins() -> None:
    """Power predicts the winner better than the number of turns, which ignores bombs and high cards."""
    ours = in_force("standard")
    turns = ours | {name: 0.0 for name in ours if name.endswith("_step")} | {"w.bomb": -1.0, "w.rocket": -1.0}
    correlations = [correlation("standard", numbers, deals=1500) for numbers in (ours, turns)]
    assert correlations[0] > correlations[1] + 0.05 > 0.1, correlations


def test_the_command_finds_numbers_that_throw_bombs_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "numbers.json"
    file.write_text(json.dumps({"numbers": {"w.bomb": -3.0, "w.rocket": -3.0}}))
    assert main(["accept", str(file), "--jobs", "1", "--seed", "7"]) == 4
    output = capsys.readouterr().out
    assert "H0 accepted: it goes" in output
    assert output.count("correlates with winning") == 2


def test_the_number_of_decks_is_bounded() -> None:
    ours = in_force("standard")
    worse = ours | {"w.bomb": -3.0}
    assert [verdict.decks for verdict in run_acceptance("standard", ours, worse, Test(), 3, 2)] == [3]
    verdicts = [str(verdict) for verdict in run_acceptance("standard", ours, worse, Test(-1, 0), 620, 2)]
    assert [line.split()[-2] for line in verdicts] == ["620"]


def test_few_decks_that_end_alike_decide_nothing() -> None:
    for share in (0.0, 0.5, 1.0):
        verdict = AcceptanceTest(Test(0, 10), 2)
        verdict.add([share] * 5)
        assert not verdict.decision
        assert abs(verdict.llr) < 2


def test_equal_numbers_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["accept", "-", "--decks", "1", "--jobs", "1"]) == 2
    assert "the numbers of - and - are the same" in capsys.readouterr().err
