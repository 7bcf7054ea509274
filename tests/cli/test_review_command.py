"""The command `paili review`, with the local engine."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from app import create_app
from paili.command import main
from paili.review import workers
from tests.helpers.reviewed_games import robot_game
from tests.records.test_formats import SAMPLES

GAMES = SAMPLES / "games.ddz"


def test_a_file_is_reviewed_and_its_faulty_game_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(GAMES), "--level", "club", "--lang", "en"]) == 2
    out, error = capsys.readouterr()
    assert f"{GAMES}#1 · standard · farmers -2 1 1" in out
    assert "given away" in out
    assert f"{GAMES}: line 10, ply 2, history: " in error
    assert "games reviewed: 1 of 1" in error


def test_games_that_cannot_be_reviewed_are_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any hand, without a game in a file, a record truncated after a comma: each with its location."""
    game = GAMES.read_text().split("\n\n")[0].split("\n", 1)[1]
    ending = game.index(",88,")
    (tmp_path / "blind.ddz").write_text('% A remark.\n[Variant "standard"]\n3,.,.\n')
    (tmp_path / "empty.ddz").write_text("")
    (tmp_path / "several.ddz").write_text(f"{game[:ending]},\n\n{game}\n")
    assert main(["review", str(tmp_path), "--level", "club", "--lang", "en"]) == 2
    out, error = capsys.readouterr()
    assert f"{tmp_path / 'blind.ddz'}: line 2, Deal: a review needs the hand of one seat at least" in error
    assert f"{tmp_path / 'empty.ddz'}: line 1: there is no game in this file" in error
    assert f"{tmp_path / 'several.ddz'}: line 4, ply 8, history: the history ends with a comma" in error
    assert f"{tmp_path / 'several.ddz'}#2 · standard" in out


def test_json_and_html_of_the_games_of_a_player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, page = tmp_path / "games.ddz", tmp_path / "page.html"
    source.write_text(GAMES.read_text().split("\n\n")[0].replace("[Bottom", '[Player.landlord "安"]\n[Bottom'))
    command = ["review", str(tmp_path), "--level", "club", "--lang", "zh"]
    assert main([*command, "--json", "--html", str(page), "--player", "安"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["file"], row["game"], row["players"]) == (str(source), 1, {"landlord": "安"})
    assert row["review"]["decisions"]
    assert "安" in page.read_text(encoding="utf-8")
    assert main([*command, "--player", "nobody"]) == 2


@pytest.mark.parametrize("installed", [True, False])
def test_games_are_shown_in_their_order_with_and_without_dask(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    if not installed:
        monkeypatch.setattr(workers, "find_spec", lambda _: None)
        monkeypatch.setitem(sys.modules, "distributed", None)
    game = GAMES.read_text().split("\n\n")[0].split("\n", 1)[1]
    (tmp_path / "games.ddz").write_text(
        "\n\n".join([game.replace("[Bottom", f'[Player.landlord "{name}"]\n[Bottom') for name in "cab"])
    )
    assert main(["review", str(tmp_path), "--level", "club", "--json"]) == 0
    out, error = capsys.readouterr()
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["players"]["landlord"] for row in rows] == ["c", "a", "b"]
    assert rows[0]["review"] == rows[2]["review"]
    assert "3" in error


def test_a_player_of_a_level_gets_lessons_and_a_number_of_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, page = tmp_path / "game.json", tmp_path / "page.html"
    source.write_text(json.dumps(robot_game(create_app().test_client(), "standard", 0, "starter")))
    command = ["review", str(source), "--level", "club", "--lang", "en"]
    assert main([*command, "--json", "--for", "apprentice"]) == 0
    review = json.loads(capsys.readouterr().out)["review"]
    folded = [one for one in review["decisions"] if one["mark"] and not one["shown"]]
    assert folded
    assert review["lessons"]
    assert main([*command, "--for", "apprentice", "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert f"{len(folded)} more, for stronger players." in out
    assert all(one["text"] in out for one in review["lessons"])
    assert page.read_text(encoding="utf-8").count("<details>") == 1
    assert main([*command, "--for", "nobody"]) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.ddz"], "missing.ddz cannot be read"),
        ([str(SAMPLES / "README.md")], "no known format"),
        ([str(GAMES), "--cluster", "nowhere"], "a scheduler's address"),
    ],
)
def test_what_cannot_be_used_for_a_review_is_named(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    with pytest.raises(SystemExit) as exit_info:
        main(["review", *arguments, "--lang", "en"])
    assert exit_info.value.code == 2
    assert words in " ".join(capsys.readouterr().err.split())
