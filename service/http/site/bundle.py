"""Modules of a page joined into one file, style sheets into another, so that a phone far away asks once for each.

Comments and indents stay here. A style sheet names one that it needs in its first line (`@import "./x.css";`).

What our modules keep to: they import by name alone (`import { a, b } from "./x.js";`, at the start of a line) and give
each name of their top level once among all of them (a browser refuses a second one). What a page fetches later by
`import()` is a file of its own, with copies of what it imports.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import rjsmin

IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
STYLE_IMPORT = re.compile(r'^@import "\./(\w+\.css)";\n', re.MULTILINE)
INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


def bundle_styles(entry: str, sources: Mapping[str, str]) -> str:
    """Return a style sheet and what it imports as one, without indents, empty lines, comments on lines of their own."""
    text = STYLE_IMPORT.sub(lambda match: sources[match[1]], sources[entry])
    return INDENT.sub("", COMMENT.sub("", text))


def module_order(entry: str, sources: Mapping[str, str]) -> list[str]:
    """Return the modules that an entry needs, each behind those that it imports, as far as they go in no circle."""
    modules: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in modules or name in above:
            return
        for needed in IMPORT.findall(sources[name]):
            visit(needed, (*above, name))
        modules.append(name)

    visit(entry, ())
    return modules


def bundle_scripts(entry: str, sources: Mapping[str, str]) -> str:
    """Return a module and all that it imports as one file, without comments and spaces."""
    parts = [EXPORT.sub("", IMPORT.sub("", sources[name])) for name in module_order(entry, sources)]
    return str(rjsmin.jsmin("".join(parts)))
