"""Detection of English words in Chinese texts."""

from __future__ import annotations

import re

CODES = re.compile(r"`[^`]*`|「[^」]*」|<code>.*?</code>|<[^>]*>", re.DOTALL)
"""Identifiers of the contract, quoted input, and marks of a page."""

CARDS = re.compile(r"(?:[2-9TJQKAXDW][shcd]?|10)+|(?:[SHCD][2-9TJQKA]|SB|HR)+")


def english(text: str) -> list[str]:
    """Return the English words of a Chinese text, without codes and cards.

    >>> english("对9管不上对10：`must` 选「off」")
    []
    >>> english("title: 34567 is no play")
    ['title', 'is', 'no', 'play']
    """
    words: list[str] = re.findall(r"[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*", CODES.sub("", text))
    return [word for word in words if not CARDS.fullmatch(word)]


def texts_of(value: object, names: frozenset[str]) -> list[str]:
    if isinstance(value, dict):
        own = [text for name, text in value.items() if name in names and isinstance(text, str)]
        return own + [text for inner in value.values() for text in texts_of(inner, names)]
    return [text for inner in value for text in texts_of(inner, names)] if isinstance(value, list) else []
