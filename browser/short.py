"""Short names and no spaces: the JavaScript as it is sent.

The translation marks every name that is its own: `$_name` is a function's, `module$name` one of a top level, `$.name`
and `$.on.name` are what `python.js` has. Each gets one short name in the whole bundle, the most frequent the shortest,
so that no scope has to be understood. Attributes, keys of objects and texts stay.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from string import ascii_letters, digits

import rjsmin

from browser.scopes import RESERVED
from browser.sources import NotTranslatedError

TEXT_LITERAL = re.compile(r'("(?:[^"\\]|\\.)*")')
NAME = re.compile(r"\$\.on\.\w+|\$\.\w+|\$_\w+|\$(?:[rie]|t\d+)\b|\b[A-Za-z]\w*\$\w+")
SPACE = re.compile(r"[ \n]*([{}();,=<>?:&|+!\[\]])[ \n]*")


WITHIN = re.compile(r"`[^`]*\$\{[^}`]*`")
"""A template that begins within another, whose spaces `rjsmin` would not spare."""


def bare(text: str) -> str:
    """Return JavaScript that was written by hand without comments and without spaces that mean nothing."""
    made = str(rjsmin.jsmin(text))
    if found := WITHIN.search(made):
        raise NotTranslatedError(f"a template within a template: {found[0]}")
    return made


def short_names() -> Iterator[str]:
    """Yield names, the shortest first."""
    yield from ascii_letters
    for first, *rest in product(ascii_letters, ascii_letters + digits):
        if (name := "".join([first, *rest])) not in RESERVED:
            yield name


def packed(module: str) -> str:
    """Return a translated module, a function of `$`, with short names and without spaces that mean nothing."""
    parts = TEXT_LITERAL.split(module)  # each second one is a text
    numbers = Counter(name for part in parts[::2] for name in NAME.findall(part))
    short = dict(zip(sorted(numbers, key=lambda name: (-numbers[name], name)), short_names(), strict=False))
    assert len(short) == len(numbers), "names of two letters do not suffice"
    parts[::2] = [SPACE.sub(r"\1", NAME.sub(lambda found: short[found[0]], part)) for part in parts[::2]]
    taken = [f"{{{taken_from(short, owner)}}}={owner}" for owner in ("$", "$.on")]
    head, body = "".join(parts).split("{", 1)
    return f"{head}{{const {','.join(taken)};{body}"


def taken_from(short: dict[str, str], owner: str) -> str:
    """Return which names of an object are called how."""
    found = re.compile(re.escape(owner) + r"\.(\w+)")
    return ",".join(f"{match[1]}:{name}" for long, name in short.items() if (match := found.fullmatch(long)))
