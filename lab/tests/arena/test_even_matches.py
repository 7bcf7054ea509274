"""Even matches in real deals: a player's wins and the robots that follow them."""

from __future__ import annotations

import pytest

from lab.arena.__main__ import main
from lab.arena.even_matches import BEGIN, PARTS, play_even


def test_robots_follow_the_player() -> None:
    deals = list(play_even("apprentice", "standard", 1))
    assert len(deals) == PARTS[-1]
    shares = [BEGIN, *[at for _, at in deals]]
    assert all(won == (after > before) for (won, after), before in zip(deals, shares, strict=False))


def test_a_stronger_player_meets_stronger_robots(capsys: pytest.CaptureFixture[str]) -> None:
    robots = []
    for player in ("starter", "regular"):
        assert main(["even", player, "--matches", "1"]) == 0
        robots.append(float(capsys.readouterr().out.split()[-1]))
    assert robots[0] < robots[1]
