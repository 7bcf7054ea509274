"""Bundles modules and style sheets of a page into one file each, for few round trips.

Comments and indents are removed. A style sheet names a dependency in its first line (`@import "./x.css";`).

Rules for our modules: they import only by name (`import { a, b } from "./x.js";`, at the start of a line), and
top-level names are unique among all of them (a browser rejects duplicates). A module loaded later by `import()` is a
file of its own with copies of its imports.
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
    """Return a style sheet with its imports as one, without indents, empty lines and comments on their own lines."""
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
