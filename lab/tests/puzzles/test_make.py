"""The search for one puzzle by theme and grade."""

from __future__ import annotations

import json

import pytest

from lab.puzzles import __main__ as command
from service.rules.variants import VARIANTS


def test_a_puzzle_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["make", "paodekuai_two", "--seed", "6110", "--most", "1"]
    command.main(arguments)
    made = json.loads(capsys.readouterr().out)
    assert made["line"].startswith("paodekuai_two 0=")
    other = next(grade for grade in "123" if grade != str(made["grade"]))
    command.main([*arguments, "--grade", other])
    assert json.loads(capsys.readouterr().out) is None


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith(("guandan", "laizi"))])
def test_games_with_suits_and_wild_cards_have_no_search(variant: str) -> None:
    with pytest.raises(SystemExit):
        command.main(["make", variant])
