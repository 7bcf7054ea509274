"""Games with `paili play`: whole games by keyboard, auctions, tributes, and the other commands of a player."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from paili import words
from paili.__main__ import main as start
from paili.engine import local
from paili.play import LeftError, TerminalGame
from paili.screen import Screen
from paili.table import GameTable, TableSettings
from service.rules.variants import VARIANTS
from tests.helpers.command import CommandResult, TerminalStream
from tests.helpers.english_words import english

DRAWN = re.compile("\x1b|[\u2500-\u257f]")
"""Colours and boxes."""

INSIDE = local(lang="en")


def test_a_script_plays_a_game_to_its_end(run: Callable[..., CommandResult]) -> None:
    status, out, err = run("play", "--seed", "7", "--level", "starter", "--place", "1", script="!\n" * 100)
    assert (status, err) == (0, "")
    assert out.count("The deal is over.") == 1
    assert out.rstrip().endswith("another deal? (y/n): !")
    status, out, err = run("play", "--seed", "7", script="quit\n")
    assert (status, err) == (0, "")
    assert out.endswith("The game ends here.\n")
    assert run("play", "--seed", "7")[0] == 0  # nothing to read at all


@pytest.mark.parametrize(("level", "shown"), [("3", "hobbyist"), ("win=0.4", "win=0.4")])
def test_robots_have_a_level_by_number_or_share(run: Callable[..., CommandResult], level: str, shown: str) -> None:
    status, out, err = run("play", "--seed", "7", "--level", level, script="quit\n")
    assert (status, err) == (0, "")
    assert shown in out


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_deals_of_a_game(run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    """The second deal follows from the result of the first: its leader, options and tribute."""
    ended = []

    def answer(prompt: str) -> str:
        if prompt != words.AGAIN.zh:
            return "!"
        ended.append(prompt)
        return "y" if len(ended) == 1 else "n"

    monkeypatch.setattr("builtins.input", answer)
    arguments = ["--variant", variant, "--level", "starter", "--seed", "3", "--place", "1", "--lang", "zh"]
    status, out, err = run("play", *arguments)
    assert (status, err) == (0, "")
    assert out.count("本局结束。") == len(ended) == 2
    assert not DRAWN.search(out)
    lines = [line for line in out.splitlines() if line not in ("!", "y", "n") and line != words.HELP.zh]
    assert not english("\n".join(lines))
    if variant == "guandan":
        assert re.search("号位.*给.*号位|抗贡", out)


class Person:
    """Enters cards like a person: sometimes wrong ones, hints, an undo."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.entries: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.entries.append(self.answer(prompt))
        return self.entries[-1]

    def answer(self, prompt: str) -> str:
        """Return the next input of the player."""
        table = self.table
        if not prompt.startswith("your play"):
            return "perhaps" if self.entries[-1:] != ["perhaps"] else "!"
        last, turn = self.entries[-1] if self.entries else "", table.state["turn"]
        if last not in ("33334", "?", "<") and len(self.entries) < 40:
            return ("33334", "?", "<")[len(self.entries) % 3]
        hints = table.client.analyze(table.line, want=["hints"], top=1)["hints"]
        if not hints or (
            not turn["leads"] and len(self.entries) % 4 == 0 and table.client.check("", table.line)["playable"]
        ):
            return "p"
        hint = hints[0]
        return hint["cards"] + (f"={hint['as']}" if "as" in hint else "")


@pytest.mark.parametrize("variant", ["standard", "laizi", "paodekuai", "guandan"])
def test_a_person_plays_by_writing_cards(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    table = GameTable(
        INSIDE, TableSettings(variant, {"wild": "7"} if variant == "laizi" else {}, "starter", place=0, seed=13)
    )
    person = Person(table)
    monkeypatch.setattr("builtins.input", person)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    TerminalGame(table, Screen("en", sys.stdout)).run()
    out = capsys.readouterr().out
    assert {"33334", "?", "<", "perhaps"} <= set(person.entries)
    assert table.state["ended"]
    assert f"{table.points:+}" in out or table.state["result"]["points"] is None
    assert "choose one of" in out or not table.auctioned


# ---- tributes -------------------------------------------------------------------------------------------------------


def tributes(monkeypatch: pytest.MonkeyPatch, table: GameTable, order: list[int], says: list[str]) -> list[str]:
    """Run the tribute of a table of Guandan; return the prompts to the player."""
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return says.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    table.body["tribute"] = {"order": order, "paid": {}, "returned": {}}
    table.refresh()
    game = TerminalGame(table, Screen("en", sys.stdout))
    while table.state["tribute"]:
        game.step()
    assert not says
    return prompts


@pytest.mark.parametrize(("place", "question"), [(1, "the card you pay ("), (0, "the card you return (")])
@pytest.mark.parametrize("advised", [True, False])
def test_a_person_hands_a_card_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, place: int, question: str, advised: bool
) -> None:
    """The advised card or another legal one is accepted; any other input is prompted for again."""
    table = GameTable(INSIDE, TableSettings("guandan", {}, "starter", place=place, seed=1))
    table.body["tribute"] = {"order": [0, 2, 1, 3], "paid": {}, "returned": {}}
    table.refresh()
    if place == 0:
        for role, seat, _ in table.owed():
            table.hand_over(role, seat, table.advised_card(seat))
        table.refresh()
    (may,) = [cards for _, seat, cards in table.owed() if seat == table.me]
    written = "AUTO" if advised else may[-1].replace("T", "10").upper()
    prompts = tributes(monkeypatch, table, [0, 2, 1, 3], ["a big one", written])
    out = capsys.readouterr().out
    assert len(prompts) == 2
    assert all(prompt.startswith(question) for prompt in prompts)
    assert f"choose one of: {' '.join(may)}" in out
    assert advised or f"gives {may[-1]} to" in out
    assert table.state["turn"]


def test_the_tribute_is_shown_before_a_card_is_returned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown exactly once."""
    table = GameTable(INSIDE, TableSettings("guandan", {}, "starter", place=0, seed=1))
    shown: list[str] = []
    monkeypatch.setattr(TerminalGame, "card", lambda *_: shown.append(capsys.readouterr().out) or "4s")
    tributes(monkeypatch, table, [0, 2, 1, 3], [])
    gifts = ["seat 1 gives D to seat 0 (you)", "seat 3 gives 2s to seat 2"]
    assert [out.splitlines() for out in shown] == [gifts]
    assert not set(gifts) & set(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("place", "says"), [(0, ["3"]), (0, ["!"]), (2, [])])
def test_who_was_first_chooses_between_equal_cards(
    monkeypatch: pytest.MonkeyPatch, place: int, says: list[str]
) -> None:
    """Seats 1 and 3 pay equal cards; if a robot was first it takes the card of seat 1."""
    options = {"tie_tribute": "choose"}
    table = GameTable(INSIDE, TableSettings("guandan", options, "starter", place=place, seed=34))
    monkeypatch.setattr(GameTable, "end_tribute", lambda self: self.state.update(tribute=None))
    prompts = tributes(monkeypatch, table, [0, 2, 1, 3], [*says, "!"])
    assert [prompt.startswith("whose card") for prompt in prompts] == [True, False][-len(prompts) :]
    assert table.body["tribute"]["to_first"] == (3 if says == ["3"] else 1)


def test_two_big_jokers_refuse_a_tribute(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(INSIDE, TableSettings("guandan", {}, "starter", place=0, seed=4))
    assert not tributes(monkeypatch, table, [0, 2, 1, 3], [])
    assert str(words.NO_TRIBUTE.en) in capsys.readouterr().out
    assert table.state["turn"]


# ---- other commands of a player -------------------------------------------------------------------------------------


def test_a_won_match_ends_the_game(run: Callable[..., CommandResult]) -> None:
    options = ("--variant", "guandan", "--option", "level=A", "--level", "starter", "--place", "0")
    status, out, err = run("play", *options, "--seed", "3", script="!\n" * 200)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "The match is over."


def test_a_word_of_the_auction_may_be_written_out(run: Callable[..., CommandResult]) -> None:
    status, out, _ = run("play", "--seed", "7", "--level", "starter", "--place", "0", script="what\n3 points\nquit\n")
    assert status == 0
    assert "choose one of: no bid (0), 1 point (1), 2 points (2), 3 points (3)" in out
    assert "player 0 (you) is the landlord, the bottom is " in out


def test_a_robot_that_wins_the_auction_is_named(run: Callable[..., CommandResult]) -> None:
    arguments = ("play", "--seed", "7", "--level", "starter", "--place", "1", "--lang", "zh")
    assert "\n0号位： 3分\n0号位当地主，底牌 7TA\n" in run(*arguments)[1]


def test_chinese_lists_are_parted_by_chinese_commas(run: Callable[..., CommandResult]) -> None:
    out = run("play", "--seed", "7", "--level", "starter", "--place", "1", "--lang", "zh", script="不加倍\n")[1]
    assert "（不加倍、加倍，! 按建议）" in out
    assert re.search(r"^剩牌： 地主 \d+、地主上家 17$", out, re.MULTILINE)


def test_help_and_undo_without_a_play(run: Callable[..., CommandResult]) -> None:
    _, out, _ = run("play", "--variant", "paodekuai", "--seed", "1", "--place", "0", script="help\n<\n\nquit\n")
    assert out.count(words.HELP.en) == 3
    assert words.NOTHING_TO_TAKE_BACK.en in out


def test_a_slip_of_the_keyboard_is_no_pass(run: Callable[..., CommandResult]) -> None:
    """Only an explicit pass passes; other input without a card does not end the turn."""
    slips = [",", "，", "、", "=", "=TJQKA", ", =33", "——", "\u3000,"]
    for lang in words.LANGUAGES:
        question = words.YOUR_PLAY.text(lang)
        for passed in ("p", "pass", "PASS", ".", "-", "不出"):
            script = "\n".join(["p", *slips, "", passed, "quit"])
            options = ("--seed", "7", "--place", "1", "--level", "starter", "--lang", lang)
            status, out, err = run("play", *options, script=script)
            assert (status, err) == (0, "")
            assert out.count(f"{words.NO_CARDS.text(lang)}\n") == len(slips)
            before, after = out.split(f"{question}{passed}\n")
            assert before.count(words.LEFT.text(lang)) == after.count(words.LEFT.text(lang)) == 1


def test_terminal_input_is_not_echoed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal echoes input; for a script it is printed."""
    table = GameTable(INSIDE, TableSettings("paodekuai", {}, "starter", place=0, seed=1))
    echoes = []
    for stdin in (TerminalStream("help\n"), io.StringIO("help\n")):
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(LeftError):
            TerminalGame(table, Screen("en", sys.stdout)).run()
        echoes.append(capsys.readouterr().out.count("help\n"))
    assert echoes == [0, 1]


def in_shell(command: str) -> tuple[int, str]:
    """Return status and errors of a command line in which $P is the command."""
    environment = os.environ | {"P": f"{sys.executable} -m paili", "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(["/bin/bash", "-c", command], env=environment, capture_output=True, check=False)
    return ended.returncode, ended.stderr.decode()


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("$P play <&-", 0, ""),
        ("$P game - <&-", 2, "- is not valid JSON"),
        ("$P variants >&-", 1, "the answer cannot be written"),
        ("$P variants >/dev/full", 1, "the answer cannot be written: No space left on device"),
        ("$P variants --json --lang zh >/dev/full", 1, "答案写不出去： No space left on device"),
        ("$P deal --variant $'\\xff'", 2, "\ufffd is not UTF-8"),
    ],
)
def test_closed_streams_are_reported(command: str, status: int, message: str) -> None:
    ended, err = in_shell(command)
    assert ended == status
    assert message in err
    assert "Traceback" not in err
    assert bool(err) == bool(message)


@pytest.mark.parametrize(
    ("command", "mark"),
    [
        ("printf 'caf\\xe9\\n' | PYTHONIOENCODING=utf-8:strict $P play --seed 7 --place 1", "caf\ufffd"),
        ("PYTHONIOENCODING=ascii $P check 99 --lang zh", "??? ?? 9"),
        ("PYTHONIOENCODING=cp1252 $P check 99 3499 --last TT --json --lang zh", '"text": "?9????10'),
        ("PYTHONIOENCODING=cp1252 $P -h --lang zh", "???paili"),
    ],
)
def test_unencodable_characters_are_replaced(command: str, mark: str) -> None:
    assert in_shell(f"set -o pipefail; {command} | grep -F '{mark}'") == (0, "")


@pytest.mark.parametrize(
    ("place", "question"),
    [("builtins.input", "play --lang zh"), ("paili.arguments.Path", "game x"), ("paili.command.client_of", "variants")],
)
def test_interrupts_print_no_error(
    run: Callable[..., CommandResult], monkeypatch: pytest.MonkeyPatch, place: str, question: str
) -> None:
    """At a prompt, while a request is read, and while the engine is loaded."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(place, interrupted)
    monkeypatch.setattr("tests.helpers.command.main", lambda arguments: start())
    monkeypatch.setattr(sys, "argv", ["paili", *question.split()])
    status, out, err = run()
    assert (status, err) == (130, "")
    assert out.endswith("\n\n") == (place == "builtins.input")


@pytest.mark.parametrize("question", ["variants", "deal --seed 5 --json", "play --seed 7"])
def test_broken_pipes_print_no_error(question: str) -> None:
    """For drawn and for printed output, even if all of it is buffered until the end."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "paili", *question.split()]
    ended = subprocess.run(command, input=b"!\n" * 100, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")
