"""The check of guesses: all possible deals, and guesses with mean 0."""

from __future__ import annotations

import math

from dev.luck_check import Guess, guesses_of, subsets, tenths
from service.core import engine
from service.rules import cards as c


def test_parts_of_a_hand_are_counted_as_cards_are_dealt() -> None:
    hand, ranks = c.pack("3344459"), [c.RANKS.index(rank) for rank in "3459"]
    parts = dict(subsets(hand, 3, ranks))
    assert sum(parts.values()) == math.comb(7, 3)
    assert parts[c.pack("334")] == 3
    assert parts[c.pack("444")] == 1
    assert all(c.size(part) == 3 and c.holds(hand, part) for part in parts)


def test_guesses_are_nothing_on_average() -> None:
    guesses = [one for seed in range(1, 11) for one in guesses_of(engine.rules_for("standard"), seed)]
    values = [one.guess for one in guesses]
    mean = math.fsum(values) / len(values)
    error = math.sqrt(math.fsum([(value - mean) ** 2 for value in values])) / len(values)
    assert len(values) > 20
    assert any(values)
    assert abs(mean) < 3 * error


def test_tenths_are_those_of_the_expected_result() -> None:
    rows = list(tenths([Guess(float(number), float(number % 2)) for number in range(40)]))
    assert [number for number, *_ in rows] == [4] * 10
    assert [expected for _, expected, *_ in rows] == [1.5 + 4 * number for number in range(10)]
    assert all(mean == 0.5 for _, _, mean, _ in rows)
