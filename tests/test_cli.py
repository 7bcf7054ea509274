"""The command `paili`: what it prints, in which language, how it ends, and whole games by its keyboard."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from paili import __version__, words
from paili.__main__ import COMMANDS, Parser, main, parser_of
from paili.client import Client
from paili.engine import local
from paili.play import Sitting
from paili.screen import Screen
from paili.table import Table, Wish
from service import settings
from service.advice import robot
from service.core import engine
from service.http.problem_texts import TEXTS
from service.rules.variants import VARIANTS
from tests.words import english

LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"
CHINESE = re.compile("[\u4e00-\u9fff]")
DRAWN = re.compile("\x1b|[\u2500-\u257f]")
"""Colours and boxes."""

NAMES = {*VARIANTS, *(seat for game in VARIANTS.values() for seat in game.seats), *robot.LEVELS, "wild"}
"""Words of the contract that stand in a position, or are written in a command."""

Said = tuple[int, str, str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Return what runs the command on *script*, and tells status, output and errors."""
    for name in ("PAILI_SERVER", "PAILI_TOKEN", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")

    def run(*arguments: str, script: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        try:
            status = main(arguments)
        except SystemExit as end:
            status = int(end.code or 0)
        return status, *capsys.readouterr()

    return run


ASKED: list[tuple[str, str, dict[str, Any]]] = [
    (f"analyze {LINE}", "analyze", {"position": LINE}),
    (f"analyze {LINE} --top 1 --want hints,move", "analyze", {"position": LINE, "top": 1, "want": ["hints", "move"]}),
    ("analyze 334455 --variant laizi --option wild=4", "analyze",
     {"hand": "334455", "variant": "laizi", "options": {"wild": "4"}}),
    (f"analyze {LINE} --want beliefs,unseen --level expert", "analyze",
     {"position": LINE, "want": ["beliefs", "unseen"], "level": "expert"}),
    (f"move {LINE} --level novice --seed 3", "move", {"position": LINE, "level": "novice", "seed": 3}),
    ("move 334455 --last 22 --seat landlord", "move", {"hand": "334455", "last": "22", "seat": "landlord"}),
    ("check 99 3499 --last TT", "check", {"cards": "99", "hand": "3499", "last": "TT"}),
    (f"check JJ {LINE}", "check", {"cards": "JJ", "position": LINE}),
    ("check 4447 4447 --as 4444 --variant laizi --option wild=7", "check",
     {"cards": "4447", "hand": "4447", "declared": "4444", "variant": "laizi", "options": {"wild": "7"}}),
    ("bid 334455589TQQKKAAX --bids 0,1", "bid", {"hand": "334455589TQQKKAAX", "bids": [0, 1]}),
    ("bid 334455589TQQKKAAX --bidding call_rob --bids pass,call", "bid",
     {"hand": "334455589TQQKKAAX", "bidding": "call_rob", "bids": ["pass", "call"]}),
    ("deal --seed 5 --variant guandan --profile weak", "deal", {"seed": 5, "variant": "guandan", "profile": "weak"}),
    ("variants", "variants", {}),
]  # fmt: skip
"""Commands, and the method and fields by which the client asks the same."""

COMMAND = pytest.mark.parametrize(("command", "method", "fields"), ASKED, ids=[row[0] for row in ASKED])

INSIDE = {lang: local(lang=lang) for lang in words.LANGUAGES}


@COMMAND
def test_a_command_gives_the_answer_of_the_api(
    run: Callable[..., Said], command: str, method: str, fields: dict[str, Any]
) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*command.split(), "--json", "--lang", lang)
        assert (status, err) == (0, "")
        assert json.loads(out) == getattr(INSIDE[lang], method)(**fields)


@COMMAND
def test_a_pipe_gets_plain_text_in_the_callers_language(
    run: Callable[..., Said], command: str, method: str, fields: dict[str, Any]
) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*command.split(), "--lang", lang)
        assert (status, err) == (0, "")
        assert out
        assert not DRAWN.search(out)
        assert bool(CHINESE.search(out)) == (lang == "zh")
    assert not {word for word in english(out) if word not in NAMES}


def test_an_analysis_shows_what_the_answer_says(run: Callable[..., Said]) -> None:
    answer = INSIDE["en"].analyze(LINE)
    out = run("analyze", LINE)[1]
    assert answer["position"] in out
    for hint in answer["hints"]:
        starred = "\\*" if hint["cards"] == answer["move"]["cards"] else " "
        assert re.search(
            rf"^{starred}  {hint['cards']} .* {hint['score']:.2f} +{hint['rest']['turns']} .*{hint['why'][0]['text']}",
            out,
            re.MULTILINE,
        )
    for combo in answer["split"]["combos"]:
        assert re.search(rf"^{combo['cards']} .* {combo['score']:.2f}$", out, re.MULTILINE)


class Terminal(io.StringIO):
    """An output that says that it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_a_terminal_gets_colours_unless_it_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    shown = []
    for value in ("", "1"):
        monkeypatch.setenv("NO_COLOR", value)
        out = Terminal()
        screen = Screen("en", out)
        screen.line(screen.cards("3hTsD"))
        screen.table([words.CARDS], [["3"]])
        shown.append(out.getvalue())
    coloured, plain = shown
    assert "\x1b[31;47m3♥" in coloured
    assert not re.search("\x1b\\[[0-9;]*[34]1?[0-7]m", plain)
    assert "3♥ 10♠ D" in plain
    assert "\u2500" in coloured


# ---- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["analyze", "33z"], "card_unknown"),
        (["analyze", "standard landlord 33"], "field_invalid"),
        (["analyze", "3345", "--top", "many"], "field_invalid"),
        (["move", "3345", "--level", "wizard"], "level_unknown"),
        (["check", "99", "3456", "--last", "35"], "not_a_play"),
        (["bid", "334455589TQQKKAAX", "--bids", "9"], "bid_invalid"),
        (["deal", "--variant", "whist"], "variant_unknown"),
        (["deal", "--option", "wild"], "option_unknown"),
        (["play", "--variant", "whist"], ""),
        (["play", "--level", "wizard"], "level_unknown"),
        (["play", "--variant", "guandan", "--option", "level=11"], "option_unknown"),
    ],
)
def test_a_wrong_question_ends_with_2_and_says_why(run: Callable[..., Said], arguments: list[str], code: str) -> None:
    for lang in words.LANGUAGES:
        status, out, err = run(*arguments, "--lang", lang)
        assert (status, out) == (2, "")
        assert bool(CHINESE.search(err)) == (lang == "zh")
        mend = TEXTS[code].mend if code else ""
        assert (mend.zh if code and lang == "zh" else mend) in err
    if "play" not in arguments:
        document = json.loads(run(*arguments, "--json")[2])
        assert document["errors"][0]["code"] == code


def test_arguments_that_cannot_be_read_end_with_2(run: Callable[..., Said]) -> None:
    for arguments in ([], ["whist"], ["analyze"], ["deal", "--sed", "1"], ["play", "--place", "7"]):
        for lang in words.LANGUAGES:
            status, out, err = run(*arguments, f"--lang={lang}")
            assert (status, out) == (2, "")
            assert bool(CHINESE.search(err)) == (lang == "zh")


def test_a_server_that_is_not_there_ends_with_1(run: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = "http://127.0.0.1:1"
    assert run("variants", "--server", nowhere)[::2][0] == 1
    monkeypatch.setenv("PAILI_SERVER", nowhere)
    status, out, err = run("variants")
    assert (status, out) == (1, "")
    assert "cannot be reached" in err


def test_without_an_engine_the_server_of_this_machine_is_asked(
    run: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Noted(Client):
        def variants(self) -> Any:
            asked.append(self.authority)
            return INSIDE["en"].variants()

    monkeypatch.setattr("paili.__main__.Client", Noted)
    monkeypatch.setitem(sys.modules, "paili.engine", None)
    assert run("variants")[0] == 0
    assert asked == ["http://127.0.0.1:8000"]
    monkeypatch.setitem(sys.modules, "paili.serve", None)
    status, _, err = run("serve")
    assert (status, "not installed" in err) == (1, True)


def test_what_cannot_be_meant_ends_with_2(run: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    """An address, or a variable; those of the command are no slip of the server's, and its keys bind nobody inside."""
    status, out, err = run("variants", "--server", "localhost")
    assert (status, out) == (2, "")
    assert "http://host:port" in err
    settings.read({"PAILI_SERVER": "http://a", "PAILI_TOKEN": "b"})
    monkeypatch.setenv("PAILI_KEYS", "secret")
    monkeypatch.setenv("PAILI_RATE_LIMIT", "1/day")
    assert [run("analyze", "33")[0] for _ in range(3)] == [0, 0, 0]


def test_help_and_version(run: Callable[..., Said]) -> None:
    assert run("--version")[:2] == (0, f"paili {__version__}\n")
    assert __version__ == engine.VERSION
    for lang in words.LANGUAGES:
        Parser.lang = lang
        helped = parser_of(lang).format_help()
        assert all(command.about.told(lang) in helped for command in COMMANDS.values())
        status, out, _ = run("analyze", "-h", "--lang", lang)
        assert status == 0
        assert bool(CHINESE.search(out)) == (lang == "zh")


def texts(value: Any) -> list[words.Said]:
    """Return every text of a value of a module."""
    if isinstance(value, words.Said):
        return [value]
    return [text for inner in value.values() for text in texts(inner)] if isinstance(value, dict) else []


SENTENCES = [(name, text) for name, value in vars(words).items() for text in texts(value)]


@pytest.mark.parametrize("text", [text for _, text in SENTENCES], ids=[name for name, _ in SENTENCES])
def test_a_text_is_there_in_both_languages(text: words.Said) -> None:
    """With the same places to fill in."""
    assert re.search("[\u4e00-\u9fff：]", text.zh)
    assert not CHINESE.search(text.en)
    assert sorted(re.findall(r"\{[^}]*\}", text.en)) == sorted(re.findall(r"\{[^}]*\}", text.zh))


# ---- games ----------------------------------------------------------------------------------------------------------


def test_a_script_plays_a_game_to_its_end(run: Callable[..., Said]) -> None:
    status, out, err = run("play", "--seed", "7", "--level", "novice", "--place", "1", script="!\n" * 100)
    assert (status, err) == (0, "")
    assert out.count("The deal is over.") == 1
    assert out.rstrip().endswith("another deal? (y/n): !")
    status, out, err = run("play", "--seed", "7", script="quit\n")
    assert (status, err) == (0, "")
    assert out.endswith("The game ends here.\n")
    assert run("play", "--seed", "7")[0] == 0  # nothing to read at all


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_deals_of_a_game(run: Callable[..., Said], monkeypatch: pytest.MonkeyPatch, variant: str) -> None:
    """The second as the first one says: who leads, what is played, what is owed."""
    ended = []

    def answer(prompt: str) -> str:
        if prompt != words.AGAIN.zh:
            return "!"
        ended.append(prompt)
        return "y" if len(ended) == 1 else "n"

    monkeypatch.setattr("builtins.input", answer)
    arguments = ["--variant", variant, "--level", "novice", "--seed", "3", "--place", "1", "--lang", "zh"]
    status, out, err = run("play", *arguments)
    assert (status, err) == (0, "")
    assert out.count("本局结束。") == len(ended) == 2
    assert not DRAWN.search(out)
    said = [line for line in out.splitlines() if line not in ("!", "y", "n") and line != words.HELP.zh]
    assert not english("\n".join(said))
    if variant == "guandan":
        assert re.search("号位.*给.*号位|抗贡", out)


class Person:
    """Writes cards as a person does: now and then wrong ones, hints, a step back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.said: list[str] = []

    def __call__(self, prompt: str) -> str:
        """Answer a question."""
        self.said.append(self.answer(prompt))
        return self.said[-1]

    def answer(self, prompt: str) -> str:
        """Return what the person writes."""
        table = self.table
        if not prompt.startswith("your play"):
            return "perhaps" if self.said[-1:] != ["perhaps"] else "!"
        asked, turn = self.said[-1] if self.said else "", table.state["turn"]
        if asked not in ("33334", "?", "<") and len(self.said) < 40:
            return ("33334", "?", "<")[len(self.said) % 3]
        found = table.client.analyze(table.line, want=["hints"], top=1)["hints"]
        if not found or (
            not turn["leads"] and len(self.said) % 4 == 0 and table.client.check("", table.line)["playable"]
        ):
            return "p"
        hint = found[0]
        return hint["cards"] + (f"={hint['as']}" if "as" in hint else "")


@pytest.mark.parametrize("variant", ["standard", "laizi", "paodekuai", "guandan"])
def test_a_person_plays_by_writing_cards(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    table = Table(INSIDE["en"], Wish(variant, {"wild": "7"} if variant == "laizi" else {}, "novice", place=0, seed=11))
    person = Person(table)
    monkeypatch.setattr("builtins.input", person)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Sitting(table, Screen("en", sys.stdout)).run()
    out = capsys.readouterr().out
    assert {"33334", "?", "<", "perhaps"} <= set(person.said)
    assert table.state["ended"]
    assert f"{table.points:+}" in out or table.state["result"]["points"] is None
    assert "say one of" in out or not table.auctioned
