"""Arguments of the command and their error messages, in the user's language."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from paili import words as w
from paili.words import terminal_language

MOST_PORT = 65535


class Parser(argparse.ArgumentParser):
    """Argument parser with messages in the user's language."""

    lang = "en"

    def error(self, message: str) -> Any:
        """End with status 2."""
        meant = w.DID_YOU_MEAN.text(self.lang).format(word=word) if (word := nearest_choice(message)) else ""
        text = w.UNREADABLE.text(self.lang).format(program=self.prog, message=message + meant)
        self.exit(2, f"{self.format_usage()}{text}\n")


def nearest_choice(message: str) -> str:
    """Return the choice in argparse's message that a rejected value misspells, or an empty text."""
    value, *choices = re.findall(r"[\w-]+", message.partition("'")[2]) or [""]
    return next(iter(difflib.get_close_matches(value, choices, 1)), "")


@contextmanager
def argparse_language(lang: str) -> Iterator[None]:
    """Use *lang* for argparse's own texts, which it gets from `_` (gettext)."""
    here = vars(argparse)
    usual = here["_"]
    here["_"] = lambda text: w.ARGPARSE_PHRASES[text].text(lang) if text in w.ARGPARSE_PHRASES else usual(text)
    try:
        yield
    finally:
        here["_"] = usual


def help_language(arguments: Sequence[str]) -> str:
    """Return the language of help and errors before arguments are parsed: the last --lang, or the terminal's."""
    languages = re.findall(r"(?:^| )--lang[= ](en|zh)(?= |$)", " ".join(arguments))
    return languages[-1] if languages else terminal_language(os.environ)


class Argument(NamedTuple):
    """An argument of commands."""

    flags: tuple[str, ...]
    about: w.Phrase
    form: Mapping[str, Any] = {}


def option(name: str, about: w.Phrase, **form: Any) -> Argument:
    """Return an argument of the form --name VALUE."""
    return Argument((f"--{name}",), about, {"metavar": name.upper(), **form})


def integer_or_text(text: str) -> int | str:
    """Return a whole number as int, any other text unchanged, so that the service rejects it."""
    return int(text) if re.fullmatch(r"-?[0-9]+", text) else text


def legible(argument: str) -> str:
    """Return an argument with each byte that is no UTF-8 replaced by a mark."""
    return argument.encode(errors="surrogateescape").decode(errors="replace")


def port_number(text: str) -> str:
    """Return a port number.

    Raises ArgumentTypeError if it is invalid.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= MOST_PORT):
        raise argparse.ArgumentTypeError(w.NO_PORT.text(Parser.lang).format(port=text))
    return text


def request_of(name: str) -> dict[str, Any]:
    """Return the request in a file; - is standard input.

    Raises ArgumentTypeError if there is none.
    """
    try:
        request = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise argparse.ArgumentTypeError(w.UNREAD.text(Parser.lang).format(name=name, why=error.strerror)) from None
    except ValueError as error:  # neither JSON nor text
        raise argparse.ArgumentTypeError(w.NO_JSON.text(Parser.lang).format(name=name, why=error)) from None
    if not isinstance(request, dict):
        raise argparse.ArgumentTypeError(w.NO_OBJECT.text(Parser.lang).format(name=name))
    return request


def pair(text: str) -> tuple[str, str]:
    """Return name and value of an option."""
    name, _, value = text.partition("=")
    return name, value
