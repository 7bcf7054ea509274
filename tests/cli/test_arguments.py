"""The arguments of the command `paili`: its help, and its errors, in the user's language."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Callable
from typing import Any

import pytest

from paili import __version__, words
from paili.arguments import Parser
from paili.command import RUN, parser_of
from paili.command_arguments import ACTIONS, COMMANDS
from tests.helpers.command import CHINESE, CommandResult

SLIPS: list[tuple[str, str, str]] = [
    ("", "arguments are required: COMMAND", "缺少参数 COMMAND"),
    ("whist", "invalid choice: 'whist'", "不能是 'whist'，可选 "),
    ("analyse 345", "; did you mean analyze?;", "；是不是 analyze？）"),
    ("puzzle --theme must_pas", "; did you mean must_pass?;", "；是不是 must_pass？）"),
    ("analyze", "arguments are required: position", "缺少参数 position"),
    ("deal --sed 1", "unrecognized arguments: --sed 1", "不认识的参数 --sed 1"),
    ("deal --se 1", "unrecognized arguments: --se 1", "不认识的参数 --se 1"),
    ("deal --lan zh", "unrecognized arguments: --lan zh", "不认识的参数 --lan zh"),
    ("deal --seed", "expected one argument", "参数 --seed：后面要写一个值"),
    ("deal --json=1", "ignored explicit argument '1'", "后面不能写值 '1'"),
    ("play --place 7", "invalid choice: 7", "参数 --place：不能是 7，可选 "),
    ("play --place 3", "invalid choice: 3 (choose from 0, 1, 2)", "不能是 3，可选 0、1、2"),
    ("play --place -1", "invalid choice: -1", "不能是 -1"),
    ("play --variant paodekuai_two --place 2", "(choose from 0, 1)", "可选 0、1"),
    ("play --seed abc", "invalid int value: 'abc'", "应为整数，不能是 'abc'"),
    ("play --place x", "invalid int value: 'x'", "应为整数，不能是 'x'"),
    ("serve --check --port abc", "from 0 to 65535, not abc", "端口应为 0 到 65535 的整数，不能是 abc"),
    ("serve --check --port 65536", "from 0 to 65535, not 65536", "不能是 65536"),
    ("game /nowhere", "/nowhere cannot be read", "读不了 /nowhere"),
    ("game -", "- is not valid JSON", "- 不是 JSON"),
]
"""Invalid arguments, and their errors in both languages."""


@pytest.mark.parametrize(("command", "en", "zh"), SLIPS, ids=[row[0] for row in SLIPS])
def test_arguments_that_cannot_be_read_end_with_2(
    run: Callable[..., CommandResult], command: str, en: str, zh: str
) -> None:
    for lang, message in (("en", en), ("zh", zh)):
        status, out, err = run(*command.split(), f"--lang={lang}", script="[")
        assert (status, out) == (2, "")
        assert message in err
        assert bool(CHINESE.search(err)) == (lang == "zh")
        assert ("usage" in err) == (lang == "en")


def test_a_request_is_an_object(run: Callable[..., CommandResult]) -> None:
    status, _, err = run("game", "-", script="[1]")
    assert (status, "contains no request" in err) == (2, True)


def test_the_last_lang_option_counts(run: Callable[..., CommandResult]) -> None:
    assert not CHINESE.search(run("--lang", "zh", "variants", "--lang", "en", "-h")[1])
    assert CHINESE.search(run("variants", "--lang=en", "--lang=zh", "-h")[1])
    assert not CHINESE.search(run("variants", "--lang", "zh", "--lang", "en", "-h")[1])


def test_every_command_runs_a_function() -> None:
    assert list(RUN) == list(COMMANDS)


def test_help_and_version(run: Callable[..., CommandResult]) -> None:
    assert run("--version")[:2] == (0, f"paili {__version__}\n")
    for lang in words.LANGUAGES:
        Parser.lang = lang
        helped = parser_of(lang).format_help()
        assert all(command.about.text(lang) in helped for command in COMMANDS.values())
        for command in ((), *((name,) for name in COMMANDS)):
            status, out, _ = run("--lang", lang, *command, "-h")
            assert status == 0
            assert bool(CHINESE.search(out)) == (lang == "zh")
            heads = ("usage: ", "options", "show this help message and exit")
            assert {head for head in heads if head in out} == (set(heads) if lang == "en" else set())


def test_the_help_of_a_puzzle_names_its_actions() -> None:
    assert tuple(re.findall("[a-z]+", words.ABOUT_ACTION.zh)) == ACTIONS
    assert all(action in words.ABOUT_ACTION.en for action in ACTIONS)


def test_other_argparse_parsers_stay_english(run: Callable[..., CommandResult]) -> None:
    """The texts of argparse are replaced only while our arguments are parsed."""
    run("-h", "--lang", "zh")
    assert "usage: " in argparse.ArgumentParser(prog="other").format_help()
    assert all(text in argparse_source() for text in words.ARGPARSE_PHRASES)


def argparse_source() -> str:
    return inspect.getsource(argparse).replace('\\"', '"')


def texts(value: Any) -> list[words.Phrase]:
    if isinstance(value, words.Phrase):
        return [value]
    return [text for inner in value.values() for text in texts(inner)] if isinstance(value, dict) else []


SENTENCES = [(name, text) for name, value in vars(words).items() for text in texts(value)]


@pytest.mark.parametrize("text", [text for _, text in SENTENCES], ids=[name for name, _ in SENTENCES])
def test_every_text_has_both_languages(text: words.Phrase) -> None:
    """Both languages have the same placeholders."""
    assert re.search("[\u4e00-\u9fff：]", text.zh)
    assert not CHINESE.search(text.en)
    assert sorted(re.findall(r"\{[^}]*\}", text.en)) == sorted(re.findall(r"\{[^}]*\}", text.zh))
    assert set(re.findall(r"%(?:\(\w+\))?[sr]", text.zh)) <= set(re.findall(r"%(?:\(\w+\))?[sr]", text.en))
