"""The command `paili convert`: files, streams, formats, and faulty games among good ones."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from paili.command import main
from paili.command_arguments import FORMAT_NAMES
from service.records.formats import FORMATS
from tests.records.test_formats import SAMPLES

GAMES = SAMPLES / "games.ddz"


def test_the_command_names_every_format() -> None:
    assert set(FORMAT_NAMES) == set(FORMATS)


def test_a_faulty_game_is_named_and_the_others_are_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out.jsonl"
    assert main(["convert", str(GAMES), str(target), "--lang", "en"]) == 2
    (body,) = [json.loads(line) for line in target.read_text().splitlines()]
    assert body["history"][:3] == ["34567", "9TJQK", "."]
    error = capsys.readouterr().err
    assert f"{GAMES}: line 10, ply 2, history: " in error
    assert error.endswith("games converted: 1, left out: 1\n")


def test_there_and_back(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("a.ddz", "b.json", "c.ddz"))
    assert main(["convert", str(SAMPLES / "paili.jsonl"), str(first)]) == 0
    assert main(["convert", str(first), str(second)]) == 0
    assert main(["convert", str(second), str(third)]) == 0
    before, after = (
        [json.loads(line) for line in path.read_text().splitlines()] for path in (SAMPLES / "paili.jsonl", second)
    )
    assert after == [{**body, "history": [play or "." for play in body["history"]]} for body in before]
    assert third.read_text() == first.read_text()


def test_the_json_of_another_program_is_of_no_known_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "game.json"
    source.write_text('{"seed": 1, "num": [27, 27, 27]}\n')
    assert main(["convert", str(source), str(tmp_path / "out.ddz"), "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert "line 1: no known format" in error
    assert "remove it" not in error


def test_streams(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GAMES.read_bytes())))
    assert main(["convert", "-", "-", "--to", "ddz", "--no-check", "--lang", "en"]) == 0
    out, error = capsys.readouterr()
    assert out.count("[Variant") == 2
    assert error == "games converted: 2\n"


@pytest.mark.parametrize(
    ("history", "words"),
    [
        ("34567,9TJQK,.,.,33355,.,.,88,TT,QQ,22,.,.,Q,.,2,D,.,.,K,A", "ply 21"),  # continues after the end
        ("34567,9TJQK,.,.,33355,.,.,88,TT,QQ,22,.,.,Q,.,2,D,.,.", "ply 19, history: the result is"),  # truncated
    ],
)
def test_a_history_too_long_or_too_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], history: str, words: str
) -> None:
    head = GAMES.read_text().split("\n34567")[0] + '\n[Result "farmers"]\n'
    source = tmp_path / "game.ddz"
    source.write_text(head + history + "\n")
    assert main(["convert", str(source), str(tmp_path / "out.json"), "--lang", "en"]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.ddz", "out.ddz"], "missing.ddz cannot be read"),
        ([str(SAMPLES / "README.md"), "out.xyz"], "out.xyz names no format"),
        ([str(SAMPLES / "README.md"), "-"], "name it with --to: ddz, json"),
        ([str(GAMES), str(GAMES)], "is both input and output"),
        ([str(GAMES), "out.ddz", "--from", "pgn"], "invalid choice"),
        (["/dev/null", "out.ddz"], "no known format; name it with --from: ddz, botzone-guandan"),
    ],
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as exit_info:
        main(["convert", *arguments, "--lang", "en"])
    assert exit_info.value.code == 2
    assert words in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_one_game_ends_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number of 5,000 digits, a game above the limit of the referee, and a fault that many games have."""
    good, huge = (SAMPLES / "paili.jsonl").read_text().splitlines()[0], '{"seed": ' + "9" * 5000 + "}"
    large = json.dumps({**json.loads(good), "history": ["3" * 200] * 400})
    other = json.dumps({**json.loads(good), "history": ["3333"]})
    source, target = tmp_path / "games.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join([good, huge, large, *[other] * 5, good]) + "\n")
    assert main(["convert", str(source), str(target), "--lang", "en"]) == 2
    assert len(target.read_text().splitlines()) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(": line ")[2].partition(":")[0].partition(",")[0] for line in lines[:-2]] == list("23456")
    assert lines[-2].startswith(f"{source}: the same in 2 more games: ")
    assert lines[-1] == "games converted: 2, left out: 7"


def test_one_document_with_a_number_of_many_digits_is_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "game.json"
    source.write_text("{\n" + '"seed": ' + "9" * 5000 + "}\n")
    assert main(["convert", str(source), str(tmp_path / "out.ddz"), "--lang", "en"]) == 2
    assert "line 1: not valid JSON" in capsys.readouterr().err


def test_the_caller_supplies_what_a_log_does_not_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An option of the caller does not replace a stated one."""
    log = (SAMPLES / "botzone-guandan.json").read_text()
    silent, stated, target = (tmp_path / name for name in ("silent.json", "stated.json", "out.ddz"))
    silent.write_text(log.replace('"level": "5", ', ""))
    stated.write_text(log)
    assert main(["convert", str(silent), str(target), "--lang", "en"]) == 2
    error = capsys.readouterr().err
    assert "does not state the option level: supply it with `paili convert --option level=A`" in error
    assert "[Options" not in error
    assert main(["convert", str(silent), str(target), "--option", "level=5"]) == 0
    supplied = target.read_text()
    assert main(["convert", str(stated), str(target), "--option", "level=7", "--variant", "standard"]) == 0
    assert target.read_text() == supplied
