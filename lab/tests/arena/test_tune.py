"""Tuning: the fit finds the maxima of parabolas, and an interrupted run continues."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from lab.arena import tune
from lab.arena.__main__ import main
from lab.arena.errors import ArenaError
from lab.arena.regression import fit_linear, fit_logistic
from lab.arena.tune import REACH, in_force, spread_of, tops
from service.advice.win_model import logistic


def drawn_sets(n: int, seed: int = 1) -> list[list[float]]:
    rng = random.Random(seed)
    return [[rng.gauss(0, 1) for _ in range(3)] for _ in range(n)]


def test_a_line_is_fitted() -> None:
    rows = drawn_sets(50)
    fitted = fit_linear(rows, [1 + 2 * a - 3 * b for a, b, _ in rows])
    assert fitted == pytest.approx((1, 2, -3, 0), abs=0.01)


def test_chances_are_fitted() -> None:
    rng, rows = random.Random(2), drawn_sets(4000)
    model = (0.3, 1.0, -0.5, 0.0)
    fitted = fit_logistic(rows, [rng.random() < logistic(model, row) for row in rows])
    assert fitted == pytest.approx(model, abs=0.15)


def test_numbers_move_to_the_tops_of_their_parabolas() -> None:
    """One maximum is half a spread above, one is out of reach, and the third number has no effect."""
    rng, rows = random.Random(3), drawn_sets(600)
    shares = [0.5 - 0.02 * (a - 0.5) ** 2 - 0.02 * (b + 9) ** 2 + rng.gauss(0, 0.01) for a, b, _ in rows]
    moves = tops(rows, shares)
    assert moves[0] == pytest.approx(0.5, abs=0.1)
    assert moves[1] == pytest.approx(-REACH, abs=0.01)
    assert abs(moves[2]) < 0.1


def test_every_number_has_a_spread() -> None:
    assert spread_of("guard_key") == 1
    assert spread_of("w.solo_step") < spread_of("w.solo") < spread_of("w.bomb")
    assert all(spread_of(name) > 0 for name in in_force("standard"))


def test_a_run_is_taken_up_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SETS", 30), ("DECKS", 4), ("CHECK", 20)):
        monkeypatch.setattr(tune, name, value)
    file = tmp_path / "state.json"
    monkeypatch.setattr(tune, "LEAST", 0.7)  # two rounds
    numbers = tune.tune("paodekuai", 1, 2, file, begins="w.")
    first = json.loads(file.read_text())
    assert (first["rounds"], first["decks"], len(first["told"])) == (2, 2 * (120 + 80), 2)
    monkeypatch.setattr(tune, "LEAST", 0.6)  # one more
    assert tune.tune("paodekuai", 1, 1, file, begins="w.").keys() == numbers.keys()
    again = json.loads(file.read_text())
    assert again["rounds"] == 3
    assert again["told"][:2] == first["told"]
    assert {name: again["numbers"][name] for name in numbers if not name.startswith("w.")} == {
        name: value for name, value in in_force("paodekuai").items() if not name.startswith("w.")
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "no state of a run: "), ("[]", "no state"), ("{}", "no state"), ('{"numbers": []}', "no state"),
     ('{"numbers": {"w.solo": "x"}}', "no state"), ('{"numbers": {"w.solo": NaN}}', "standard: w.solo"),
     ('{"numbers": {"solo": 1}}', "standard: solo"), ('{"numbers": {}, "rounds": -1}', "damaged"),
     ('{"numbers": {}}', "no number's name begins with w."), ('{"numbers": {}, "rounds": "x"}', "no state")],
)  # fmt: skip
def test_a_file_that_is_no_state_is_refused_and_kept(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text(text)
    with pytest.raises(ArenaError, match=message):
        tune.tune("standard", 1, 1, file, begins="w.")
    assert file.read_text() == text


def test_names_that_nothing_has_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    with pytest.raises(ArenaError, match=r"begins with nothing; there are: .*w\.solo"):
        tune.tune("standard", 1, 1, file, begins="nothing")
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_known_before_the_first_round(tmp_path: Path) -> None:
    assert main(f"tune --jobs 1 --out {tmp_path}".split()) == 2
