"""Minify JavaScript: short names, no comments, no spaces.

The compiler marks all names that it writes: `$_name` is local, `module$name` is a top-level name, `$.name` and
`$.on.name` belong to the runtime. Each gets one short name in the whole bundle, the most frequent the shortest, so no
scopes have to be analysed. Attributes, keys of objects and strings keep their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from string import ascii_uppercase, digits

import rjsmin

from board.browser_engine.transpile.scopes import RESERVED
from board.browser_engine.transpile.sources import NotTranslatedError

TEXT_LITERAL = re.compile(r'("(?:[^"\\]|\\.)*")')
NAME = re.compile(r"\$\.on\.\w+|\$\.\w+|\$_\w+|\$(?:[rie]|t\d+)\b|\b[A-Za-z]\w*(?:\$\w+)+")
SPACE = re.compile(r"[ \n]*([{}();,=<>?:&|+!\[\]])[ \n]*")

LETTERS = "etnsraiolcdup" + "hmfgbvywkxjqz" + ascii_uppercase
"""First letters of short names: those most frequent in keywords and attributes first, for better compression."""

NESTED_TEMPLATE = re.compile(r"`[^`]*\$\{[^}`]*`")
"""A template literal inside another one: `rjsmin` would remove spaces from its text."""


def minify(text: str) -> str:
    """Return JavaScript written by hand without comments and insignificant spaces."""
    minified = str(rjsmin.jsmin(text))
    if nested := NESTED_TEMPLATE.search(minified):
        raise NotTranslatedError(f"a template literal in a template literal: {nested[0]}")
    return minified


def short_names() -> Iterator[str]:
    """Yield names by length."""
    yield from LETTERS
    for first, *rest in product(LETTERS, LETTERS + digits):
        if (name := "".join([first, *rest])) not in RESERVED:
            yield name


def minify_bundle(module: str) -> str:
    """Return a translated module, a function of `$`, with short names and without insignificant spaces."""
    parts = TEXT_LITERAL.split(module)  # every second part is a string
    counts = Counter(name for part in parts[::2] for name in NAME.findall(part))
    short = dict(zip([name for name, _ in counts.most_common()], short_names(), strict=False))
    assert len(short) == len(counts), "names of two letters do not suffice"
    parts[::2] = [SPACE.sub(r"\1", NAME.sub(lambda name: short[name[0]], part)) for part in parts[::2]]
    runtime = [f"{{{imports_from(short, owner)}}}={owner}" for owner in ("$", "$.on")]
    head, body = "".join(parts).split("{", 1)
    return f"{head}{{const {','.join(runtime)};{body}"


def imports_from(short: dict[str, str], owner: str) -> str:
    """Return the pattern that reads the properties of the runtime object *owner* into their short names."""
    member = re.compile(re.escape(owner) + r"\.(\w+)")
    return ",".join(f"{match[1]}:{name}" for long, name in short.items() if (match := member.fullmatch(long)))
