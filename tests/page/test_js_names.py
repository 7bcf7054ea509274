"""Names in the JavaScript of the pages and of the engine for browsers avoid words without a clear meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import ROOT

FILES = sorted(
    path
    for folder in ("service/page", "browser")
    for path in (ROOT / folder).rglob("*.js")
    if not path.is_relative_to(ROOT / "service/page/engine")
)
"""Scripts written by hand; those built by `make wasm` have short names."""

UNCLEAR = re.compile(r"rooms?|doors?|told|said|asked|found|wish(es|ed|ing)?|mend(s|ed|ing)?|lessons?|dut(y|ies)")
"""Words that do not describe a value's type or purpose, with their inflections."""

TOKEN = re.compile(
    r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<regex>/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*)
    |(?P<number>\d[\w.]*)
    |(?P<name>[A-Za-z_$#][\w$]*)
    |(?P<other>\S)
    """,
    re.VERBOSE | re.DOTALL,
)
BEFORE_REGEX = frozenset("(,=:[!&|?{};+-*%<>~^") | {
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "do",
    "else",
    "yield",
    "await",
}
"""Tokens after which a slash begins a regular expression; after others it divides."""


TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*(?P<template>`|\$\{)", re.DOTALL)
"""The text of a template literal, up to its backquote or the next `${`."""


def token_at(script: str, at: int, last: str, braces: list[int]) -> re.Match[str]:
    """Return the token at an offset; *braces* counts the open braces of each `${` around the offset."""
    if script[at] == "`" or (script[at] == "}" and braces and braces[-1] == 0):
        if script[at] == "}":
            braces.pop()
        token = TEMPLATE.match(script, at + 1)
        if token and token["template"] == "${":
            braces.append(0)
    else:
        token = TOKEN.match(script, at)
        if token and token.lastgroup == "regex" and last not in BEFORE_REGEX:
            token = re.compile("(?P<other>/)").match(script, at)
        if token and braces:
            braces[-1] += {"{": 1, "}": -1}.get(token[0], 0)
    assert token, script[at : at + 40]
    return token


def identifiers(script: str) -> list[str]:
    """Return the identifiers of a script, also those in the expressions of template literals."""
    names: list[str] = []
    braces: list[int] = []
    last, at = "(", 0
    while at < len(script):
        if script[at].isspace():
            at += 1
            continue
        token = token_at(script, at, last, braces)
        if token.lastgroup == "name":
            names.append(token[0])
        if token.lastgroup != "comment":
            last = "(" if token[0].endswith("${") else token[0]
        at = token.end()
    return names


def parts(name: str) -> list[str]:
    """Return the words of an identifier: `askedAt_oldROOM` is asked, at, old, room."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def unclear(script: str) -> list[str]:
    """Return the identifiers of a script that contain an unclear word."""
    return sorted({name for name in identifiers(script) if any(map(UNCLEAR.fullmatch, parts(name)))})


def test_scripts_are_listed() -> None:
    names = {path.name for path in FILES}
    assert {
        "board.js",
        "table.js",
        "storage.js",
        "engine_client.js",
        "paili-hint.js",
        "library.js",
        "index.js",
    } <= names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_have_no_unclear_words(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert identifiers(script)
    assert not unclear(script)


@pytest.mark.parametrize(
    ("script", "names"),
    [
        ("const askedAt = found.rooms;", ["askedAt", "found", "rooms"]),
        ("class X { #wishes; get isSaid() { return this.old_lesson; } }", ["#wishes", "isSaid", "old_lesson"]),
        ("const a = `told ${b.map((x) => ({ duty: x }))} ${found}`;", ["duty", "found"]),
        ("const a = '//'; // found\nlet mended /* asked */ = 1;", ["mended"]),
        ('const a = "found" + \'told\'; b.test(/[/"]found/u); c = found / 2 / told;', ["found", "told"]),
        ("const { recommended, profound, foundry, background } = a;", []),
        ("const TOLD_LAST = 1, askedURL = 2;", ["TOLD_LAST", "askedURL"]),
    ],
)
def test_unclear_words_are_recognized(script: str, names: list[str]) -> None:
    assert unclear(script) == sorted(names)
