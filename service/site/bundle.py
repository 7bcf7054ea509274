"""Bundler for modules and style sheets: one file per page, to reduce round trips.

Comments and indentation are removed. A style sheet names a dependency in its first line (`@import "../lib/x.css";`).

Rules for our modules: they import only by name (`import { a, b } from "../lib/x.js";`, at the start of a line), and
the names of files and top-level names are unique among all modules (a browser rejects duplicates). All files are served
beside each other. A module loaded later by `import("../lib/x.js")` becomes a separate file, which imports shared names
from the file of its page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import rjsmin

PLACE = r'"(?:\./|\.\./\w+/)'
"""A module beside the importing one, or in another folder of `service/page`."""

IMPORT = re.compile(rf'^import \{{[^}}]*\}} from {PLACE}(\w+\.js)";\n', re.MULTILINE)
NAMES = re.compile(rf'^import \{{([^}}]*)\}} from {PLACE}(\w+\.js)";\n', re.MULTILINE)
LATER = re.compile(rf'\bimport\({PLACE}(\w+\.js)"\)')
EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
STYLE_IMPORT = re.compile(rf'^@import {PLACE}(\w+\.css)";\n', re.MULTILINE)
INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


@cache
def imports_of(source: str) -> list[str]:
    """Return the modules that a module imports. Cached, like the next function: every bundle visits most modules."""
    return IMPORT.findall(source)


@cache
def loads_of(source: str) -> list[str]:
    """Return the modules that a module loads later."""
    return LATER.findall(source)


def bundle_styles(entry: str, sources: Mapping[str, str]) -> str:
    """Return a style sheet with its imports as one, without indents, empty lines and comments on their own lines."""
    text = STYLE_IMPORT.sub(lambda match: sources[match[1]], sources[entry])
    return INDENT.sub("", COMMENT.sub("", text))


def module_order(entry: str, sources: Mapping[str, str]) -> list[str]:
    """Return the modules needed by an entry, dependencies first (import cycles are broken)."""
    modules: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in modules or name in above:
            return
        for needed in imports_of(sources[name]):
            visit(needed, (*above, name))
        modules.append(name)

    visit(entry, ())
    return modules


def later_modules(entry: str, sources: Mapping[str, str]) -> list[str]:
    """Return the modules that a page with this entry loads later, by `import()`."""
    return sorted({later for name in module_order(entry, sources) for later in loads_of(sources[name])})


def page_of(entry: str, sources: Mapping[str, str]) -> str:
    """Return the entry of the page that loads a module later, or an empty text."""
    inner = {name for source in sources.values() for name in imports_of(source) + loads_of(source)}
    pages = (name for name in sources if name not in inner)
    return next((page for page in pages if entry in later_modules(page, sources)), "")


def shared_names(entry: str, page: str, sources: Mapping[str, str]) -> list[str]:
    """Return the names that a module loaded later, with its own dependencies, imports from the file of its page."""
    present = module_order(page, sources)
    own = [name for name in module_order(entry, sources) if name not in present]
    imports = (result for name in own for result in NAMES.findall(sources[name]))
    return sorted(
        {one.strip() for names, module in imports if module in present for one in names.split(",") if one.strip()}
    )


def bundle_scripts(entry: str, sources: Mapping[str, str]) -> str:
    """Return a module with all its dependencies as one file, without comments and spaces.

    The file of a module that a page loads later omits what the file of that page contains.
    """
    modules, before, after = module_order(entry, sources), "", ""
    if page := page_of(entry, sources):
        names = shared_names(entry, page, sources)
        present = module_order(page, sources)
        modules = [name for name in modules if name not in present]
        before = f'import {{{",".join(names)}}} from "./{page}";\n' if names else ""
        parts = [
            *(EXPORT.sub("", IMPORT.sub("", sources[name])) for name in modules[:-1]),
            IMPORT.sub("", sources[entry]),
        ]
    else:
        later = later_modules(entry, sources)
        names = sorted({name for module in later for name in shared_names(module, entry, sources)})
        after = f"export {{{','.join(names)}}};\n" if names else ""
        parts = [EXPORT.sub("", IMPORT.sub("", sources[name])) for name in modules]
    script = LATER.sub(r'import("./\1")', "".join([before, *parts, after]))
    return str(rjsmin.jsmin(script))
