"""Calibration of the chances to win."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from arena.__main__ import GAMES, main
from arena.chances import Claim, calibration_line, play_claims, report, write_line, write_row
from arena.errors import ArenaError
from service.core import engine
from service.rules.chance_line import ChanceLine
from service.rules.variants import VARIANTS


def drawn_claims(games: int, line: ChanceLine) -> list[list[Claim]]:
    """Return claims whose outcomes follow a calibration line."""
    rng = random.Random(5)
    rows = []
    for _ in range(games):
        chance = rng.random()
        rows.append([Claim(0, None, chance, rng.random() < line.calibrated(chance))])
    return rows


def test_the_line_of_overconfident_chances_is_recovered() -> None:
    claims = [one for game in drawn_claims(20_000, ChanceLine(0.05, 0.8)) for one in game]
    constant, slope = calibration_line([one.reviewed for one in claims], [one.won for one in claims])
    assert constant == pytest.approx(0.05, abs=0.03)
    assert slope == pytest.approx(0.8, abs=0.04)


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


def test_chances_that_come_true_keep_their_line() -> None:
    """A few of them are not enough evidence."""
    assert not list(report(drawn_claims(20, ChanceLine())))
    lines = list(report(drawn_claims(200, ChanceLine())))
    assert lines[0].startswith("reviewed: 200 chances of 200 games: ChanceLine(")
    assert lines[-1].startswith("  | 200, 200 | ")
    assert lines[-1].count("|") == 7


def test_the_row_of_a_game_is_replaced_and_stands_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "chances.json"
    for variant, games in (("guandan", 200), ("standard", 300), ("guandan", 400)):
        claims = drawn_claims(games, ChanceLine())
        write_row(path, variant, claims)
    rows = json.loads(path.read_text())["rows"]
    assert [row[:2] for row in rows] == [["Dou Dizhu", "300, 300"], ["Guandan", "400, 400"]]
    assert list(report(claims))[-1] == f"  | {' | '.join(rows[1][1:])} |"
    assert main(["chances", "--variant", "standard[attach=rlcard]", "--games", "1", "--write",
                 "--out", str(tmp_path / "games.jsonl")]) != 0  # fmt: skip


def test_lines_give_probabilities() -> None:
    for variant in VARIANTS.values():
        line = variant.chances
        assert 0 <= line.calibrated(0.0) < line.calibrated(1.0) <= 1


def test_the_line_of_a_game_is_replaced(tmp_path: Path) -> None:
    module = tmp_path / "game.py"
    for line in (ChanceLine(0.05, 0.8), ChanceLine()):
        module.write_text("GAME = Game(\n    chances=ChanceLine(0.5, 0.25),\n)\n")
        claims = drawn_claims(2_000, line)
        write_line(module, claims)
        write_row(tmp_path / "chances.json", "laizi", claims)
        [row] = json.loads((tmp_path / "chances.json").read_text())["rows"]
        constant, slope = row[2].removesuffix(" p").split(" + ")
        assert module.read_text() == f"GAME = Game(\n    chances=ChanceLine({constant}, {slope}),\n)\n"
    module.write_text("GAME = Game()\n")
    with pytest.raises(ArenaError, match="0 calibration lines"):
        write_line(module, claims)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_module_of_a_game_has_one_line(variant: str) -> None:
    assert (GAMES / f"{variant}.py").read_text("utf-8").count("chances=ChanceLine(") == 1
