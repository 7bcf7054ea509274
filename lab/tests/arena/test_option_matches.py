"""Matches of networks under options: only missing ones are played, and the module is written as it is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from runpy import run_path

import pytest

from lab.arena.errors import ArenaError
from lab.arena.match import Match, play_match
from lab.arena.option_matches import option_matches, write_matches
from service.rules.variants import VARIANTS

GAME = VARIANTS["zhengshangyou"]


def test_a_missing_match_is_played_and_the_others_stay() -> None:
    known = GAME.option_matches
    played: list[str] = []
    matches = option_matches(replace(GAME, option_matches={"first": known["first"]}), 10, 1, 1, played.append)
    assert [*matches] == [*known]
    assert matches["first"] == known["first"]
    assert [line.partition(" nets: WP ")[0] for line in played] == [
        f"zhengshangyou[{option}={value}]"
        for option, wins in known.items()
        for value, win in wins.items()
        if option != "first" and win is not None
    ]


def test_an_option_that_changes_no_play_needs_no_match() -> None:
    assert {*VARIANTS["guandan"].option_matches["tie_tribute"].values()} == {None}


def test_the_module_contains_the_matches_of_all_games(tmp_path: Path) -> None:
    out = tmp_path / "option_matches.py"
    write_matches(out, GAME.id, {"first": {"heart3": 0.5}})
    written = run_path(str(out))["OPTION_MATCHES"]
    expected = {variant.id: variant.option_matches for variant in VARIANTS.values() if variant.nets}
    assert written == expected | {GAME.id: {"first": {"heart3": 0.5}}}


def test_networks_play_under_options_with_which_they_lost_and_under_no_rows_that_they_do_not_know() -> None:
    assert play_match(Match("nets", "club", "paodekuai[must=off]"), 20) != play_match(
        Match("adept", "club", "paodekuai[must=off]"), 20
    )
    with pytest.raises(ArenaError, match="no networks fit"):
        play_match(Match("nets", "club", "paodekuai[quad2=on]"), 1)
