"""The sequential test's mathematics, and its command."""

from __future__ import annotations

import math
import random

import pytest

from lab.arena.__main__ import main
from lab.arena.sprt import LEAST_DECKS, OUTCOMES, Run, Test, elo_of, expected_score, ratio, start, tilt


def run(test: Test, chances: tuple[float, float, float], seed: int, most: int = 100_000) -> Run:
    """Run a test on decks drawn with *chances* of 0, 1/2 and 1."""
    outcome, chance = start(test), random.Random(seed)
    while sum(outcome.counts) < most and not outcome.add(chance.choices(OUTCOMES, chances)[0]):
        pass
    return outcome


def chances_of(elo: float, even: float = 0.5) -> tuple[float, float, float]:
    """Return the chances to lose, draw and win a deck, with the mean of *elo* and a share *even* of draws."""
    won = expected_score(elo) - even / 2
    return 1 - even - won, even, won


def test_bounds_are_walds() -> None:
    """log(0.95 / 0.05) = log 19 = 2.944."""
    test = Test()
    assert test.upper == pytest.approx(math.log(19))
    assert test.lower == pytest.approx(-math.log(19))
    assert Test(alpha=0.01, beta=0.1).upper == pytest.approx(math.log(0.9 / 0.01))
    assert Test(alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))
    assert [test.decide(llr) for llr in (-2.95, -2.9, 0.0, 2.9, 2.95)] == ["H0", "", "", "", "H1"]


def test_elo_and_shares() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert elo_of(expected_score(37)) == pytest.approx(37)
    assert (elo_of(1.0), elo_of(0.0)) == (math.inf, -math.inf)


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.514])
def test_tilted_shares_sum_to_one_and_have_the_mean(mean: float) -> None:
    shares = (0.2, 0.5, 0.3)
    t = tilt(shares, mean)
    tilted = [p / (1 + t * (x - mean)) for p, x in zip(shares, OUTCOMES, strict=True)]
    assert sum(tilted) == pytest.approx(1)
    assert sum(p * x for p, x in zip(tilted, OUTCOMES, strict=True)) == pytest.approx(mean)


def test_two_outcomes_give_the_plain_ratio() -> None:
    """Without even decks there is one distribution for each mean: n1 log(s1/s0) + n0 log((1-s1)/(1-s0))."""
    s0, s1 = expected_score(0), expected_score(50)
    plain = 60 * math.log(s1 / s0) + 40 * math.log((1 - s1) / (1 - s0))
    assert ratio([40, 0, 60], 0, 50) == pytest.approx(plain, abs=1e-3)


@pytest.mark.parametrize("counts", [(200, 600, 200), (180, 600, 220), (260, 500, 240)])
def test_near_hypotheses_give_the_normal_ratio(counts: tuple[int, int, int]) -> None:
    """N (s1 - s0) (2 mean - s0 - s1) / (2 variance), as chess programs approximate it."""
    n = sum(counts)
    mean = sum(count * x for count, x in zip(counts, OUTCOMES, strict=True)) / n
    variance = sum(count * (x - mean) ** 2 for count, x in zip(counts, OUTCOMES, strict=True)) / n
    s0, s1 = expected_score(0), expected_score(5)
    normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert ratio(counts, 0, 5) == pytest.approx(normal, rel=0.03)


def test_swapping_the_sides_turns_the_ratio() -> None:
    assert ratio([30, 100, 50], -7, 12) == pytest.approx(-ratio([50, 100, 30], -12, 7))


def test_equal_players_seldom_pass_and_stronger_ones_seldom_fail() -> None:
    """With alpha = beta = 0.05 each may happen in 3 of 60 runs; 9 or more in 60 have a chance of 0.003."""
    test = Test(0, 30)
    equal = [run(test, chances_of(0), seed).decision for seed in range(60)]
    stronger = [run(test, chances_of(30), seed).decision for seed in range(60)]
    assert equal.count("H0") >= 52
    assert stronger.count("H1") >= 52


def test_a_clearly_stronger_player_passes_soon() -> None:
    for seed in range(20):
        outcome = run(Test(0, 10), chances_of(120), seed)
        assert outcome.decision == "H1"
        assert sum(outcome.counts) <= 1000


def test_a_twin_fails_soon() -> None:
    outcome = run(Test(), (0.0, 1.0, 0.0), 1)
    assert outcome.decision == "H0"
    assert LEAST_DECKS <= sum(outcome.counts) <= 200


def test_the_command_decides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sprt", "club", "novice", "--jobs", "1"]) == 0
    assert "H1 accepted" in capsys.readouterr().out
    assert main(["sprt", "novice", "club", "--jobs", "1"]) == 4
    assert "H0 accepted" in capsys.readouterr().out
    assert main(["sprt", "club", "novice", "--jobs", "1", "--max-decks", "20"]) == 3
    assert "not decided" in capsys.readouterr().out


def test_hypotheses_that_are_none_are_refused() -> None:
    assert main(["sprt", "club", "novice", "--elo0", "5", "--elo1", "5"]) == 2
