"""Calibration of the chances to win."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from lab.arena.__main__ import GAMES, main
from lab.arena.calibrate_chances import (
    LEAST_SLOPE,
    Claim,
    Judged,
    chance_pairs,
    cross_judged,
    curve_of,
    curve_text,
    play_claims,
    report,
    tenth_of,
    tenths_of,
    write_curve,
    write_row,
)
from lab.arena.errors import ArenaError
from service.core import engine
from service.rules.chance_curve import EXACT, KNOTS, ChanceCurve
from service.rules.variants import VARIANTS

BENT = ChanceCurve((0.01, 0.09, 0.41, 0.81, 0.92))


def drawn_claims(games: int, curve: ChanceCurve = EXACT) -> list[list[Claim]]:
    """Return claims whose outcomes follow a calibration curve."""
    rng = random.Random(5)
    rows = []
    for _ in range(games):
        chance = rng.choice([rng.random(), round(rng.random())])
        rows.append([Claim(0, None, chance, rng.random() < curve.calibrated(chance))])
    return rows


@pytest.mark.parametrize("curve", [BENT, EXACT])
def test_the_curve_of_overconfident_chances_is_recovered(curve: ChanceCurve) -> None:
    fitted = curve_of(chance_pairs(drawn_claims(20_000, curve)))
    for share in (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0):
        assert fitted.calibrated(share) == pytest.approx(curve.calibrated(share), abs=0.03)


def test_a_curve_increases_even_where_outcomes_do_not() -> None:
    claims = [[Claim(0, None, chance, won)] for chance, won in ((0.2, True), (0.8, False)) for _ in range(500)]
    curve = curve_of(chance_pairs(claims))
    for low, high in pairwise(KNOTS):
        slope = (curve.calibrated(high) - curve.calibrated(low)) / (high - low)
        assert slope >= LEAST_SLOPE - 0.05 or curve.calibrated(high) == 1  # values are rounded


def test_calibrated_chances_of_other_games_come_true() -> None:
    judged = cross_judged(chance_pairs(drawn_claims(4_000, BENT)))
    assert len(judged) == 4_000
    assert sum(one.outside for one in tenths_of(judged) if one) <= 1


def test_chances_of_one_game_are_one_piece_of_evidence() -> None:
    """Ten equal chances of a game have the error of one."""
    apart = [Judged(game, 0.5, game % 2 == 0) for game in range(100)]
    together = [one for one in apart for _ in range(10)]
    assert tenth_of(together).error == pytest.approx(tenth_of(apart).error)
    assert tenth_of(apart).error == pytest.approx(0.05)


def test_claims_of_a_game_are_reproducible() -> None:
    rules = engine.rules_for("zhengshangyou")
    claims = play_claims(rules, 4)
    assert claims
    assert claims == play_claims(rules, 4)
    assert all(0 <= one.reviewed <= 1 for one in claims)


def test_a_run_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    path = tmp_path / "paodekuai_two.jsonl"
    for games in ("3", "5"):
        assert main(["chances", "--variant", "paodekuai_two", "--games", games, "--out", str(path)]) == 0
        path.write_text(path.read_text() + ("[[0, nu" if games == "3" else ""))
    whole = tmp_path / "whole.jsonl"
    assert main(["chances", "--variant", "paodekuai_two", "--games", "5", "--out", str(whole)]) == 0
    assert path.read_text() == whole.read_text()


def test_the_report_ends_with_the_row_of_the_table() -> None:
    """A few chances are not enough evidence."""
    assert not list(report(drawn_claims(20)))
    lines = list(report(drawn_claims(200)))
    assert lines[0].startswith("reviewed: 200 chances of 200 games; Brier ")
    assert lines[-2].startswith("  ChanceCurve((")
    assert lines[-1].startswith("  | 200, 200 | ")
    assert lines[-1].count("|") == 15


def test_the_row_of_a_game_is_replaced_and_stands_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "chances.json"
    for variant, games in (("guandan", 200), ("standard", 300), ("guandan", 400)):
        claims = drawn_claims(games)
        write_row(path, variant, claims)
    table = json.loads(path.read_text())
    assert [row[:2] for row in table["rows"]] == [["Dou Dizhu", "300, 300"], ["Guandan", "400, 400"]]
    assert {len(row) for row in table["rows"]} == {len(table["columns"])}
    assert list(report(claims))[-1] == f"  | {' | '.join(table['rows'][1][1:])} |"
    assert main(["chances", "--variant", "standard[attach=rlcard]", "--games", "1", "--write",
                 "--out", str(tmp_path / "games.jsonl")]) != 0  # fmt: skip


def test_curves_give_increasing_probabilities() -> None:
    for variant in VARIANTS.values():
        values = [variant.chances.calibrated(share / 100) for share in range(-5, 106)]
        assert values == sorted(values)
        assert 0 <= values[0] < values[-1] <= 1


def test_a_difference_has_the_slope_between_its_chances() -> None:
    assert EXACT.slope(0.2, 0.6) == pytest.approx(1)
    assert BENT.slope(0.5, 1.0) == pytest.approx((0.92 - 0.41) / 0.5)
    assert BENT.slope(1.0, 0.5) == pytest.approx((0.92 - 0.41) / 0.5)
    assert BENT.slope(0.4, 0.4) == pytest.approx((0.41 - 0.09) / 0.45)
    assert BENT.slope(1.0, 1.2) == 0


def test_the_curve_of_a_game_is_replaced(tmp_path: Path) -> None:
    module = tmp_path / "game.py"
    module.write_text("GAME = Game(\n    chances=ChanceCurve((0.5, 0.6)),\n)\n")
    claims = drawn_claims(2_000, BENT)
    write_curve(module, claims)
    curve = curve_of(chance_pairs(claims))
    assert module.read_text() == f"GAME = Game(\n    chances={curve_text(curve)},\n)\n"
    assert list(map(float, re.findall(r"\d\.\d+", module.read_text()))) == list(curve.values)
    module.write_text("GAME = Game()\n")
    with pytest.raises(ArenaError, match="0 calibration curves"):
        write_curve(module, claims)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_module_of_a_game_has_one_curve(variant: str) -> None:
    assert (GAMES / f"{variant}.py").read_text("utf-8").count("chances=ChanceCurve((") == 1
