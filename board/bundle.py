"""Bundler for modules and style sheets: one file per page, to reduce round trips (`python -m board.bundle`).

Comments, indentation and unused declarations are removed.
A style sheet names a dependency in its first line (`@import "../lib/x.css";`).

Rules for our modules: they import only by name (`import { a, b } from "../lib/x.js";`, at the start of a line), and
the names of files and top-level names are unique among all modules (a browser rejects duplicates). All files are served
beside each other. A module loaded later by `import("../lib/x.js")` becomes a separate file, which imports shared names
from the file of its page.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import rjsmin

from board.built import BUILT, BUNDLED, PARTS, page_files

PLACE = r'"(?:\./|\.\./\w+/)'
"""A module beside the importing one, or in another folder of `board/page`."""

IMPORT = re.compile(rf'^import \{{[^}}]*\}} from {PLACE}(\w+\.js)";\n', re.MULTILINE)
NAMES = re.compile(rf'^import \{{([^}}]*)\}} from {PLACE}(\w+\.js)";\n', re.MULTILINE)
LATER = re.compile(rf'\bimport\({PLACE}(\w+\.js)"\)')
EXPORT = re.compile(r"^export (?=const|let|function|async|class)", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
DESCRIPTION = re.compile(r"^/\*\*.*?\*/\n", re.MULTILINE | re.DOTALL)
STYLE_IMPORT = re.compile(rf'^@import {PLACE}(\w+\.css)";\n', re.MULTILINE)
STATEMENT = re.compile(r"^(?=[^\s/)\]}])", re.MULTILINE)
"""Beginning of a statement at the top level, as Biome formats it."""

DECLARED = re.compile(r"(?:async )?(?:const|let|function\*?|class) (\w+)")
FURTHER = re.compile(r",\s+(\w+) = ")
"""A further name of a declaration of constants, or of something else, which keeps more than necessary."""

WORD = re.compile(r"\w+")
INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)


@cache
def imports_of(source: str) -> list[str]:
    """Return the modules that a module imports. Cached, like the next function: every bundle visits most modules."""
    return IMPORT.findall(source)


@cache
def loads_of(source: str) -> list[str]:
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
    return sorted({later for name in module_order(entry, sources) for later in loads_of(sources[name])})


def page_of(entry: str, sources: Mapping[str, str]) -> str:
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


def without_unused(script: str) -> str:
    """Return a script without the declarations that no other statement needs."""
    statements = STATEMENT.split(script)
    names = [{match[1], *FURTHER.findall(text)} if (match := DECLARED.match(text)) else set() for text in statements]
    declared = {name: text for text, own in zip(statements, names, strict=True) for name in own}
    open_texts = [text for text, own in zip(statements, names, strict=True) if not own]
    used: set[str] = set()
    while open_texts:
        found = declared.keys() & set(WORD.findall(open_texts.pop())) - used
        used |= found
        open_texts += [declared[name] for name in found]
    return "".join([text for text, own in zip(statements, names, strict=True) if not own or own & used])


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
    script = without_unused(DESCRIPTION.sub("", "".join([before, *parts, after])))
    return str(rjsmin.jsmin(LATER.sub(r'import("./\1")', script)))


# ---- the hint button ------------------------------------------------------------------------------------------------

SHORTENED = (
    *("attributes", "calm", "button", "label", "output", "hints", "pending", "lost", "free", "mine"),
    *("list", "text", "tries", "wait", "url", "name", "answer", "done", "old", "value"),
)
"""Variable names of the script, except those that are also keys of an object."""

LETTERS = "shltcxrdapnfziwuegov"
"""Short names for them, in the order that gzip compresses best."""


def short(script: str) -> str:
    letters = dict(zip(SHORTENED, LETTERS, strict=True))
    words = re.compile(rf'"[^"]*"|(?<!\.)\b(?:{"|".join(letters)})\b')
    renamed = words.sub(lambda word: letters.get(word[0], word[0]), rjsmin.jsmin(script))
    return renamed.replace(";}", "}").replace("}\n", "}")  # all its statements end in a semicolon


# ---- all files ------------------------------------------------------------------------------------------------------

PAGES = ("board.js", "puzzle.js")
"""Entries of pages that load modules later."""


def read_sources(suffix: str) -> dict[str, str]:
    return {name: path.read_text(encoding="utf-8") for name, path in page_files().items() if path.suffix == suffix}


def bundles() -> dict[str, str]:
    """Return all bundles by name; modules and styles inside others have none."""
    modules, styles = read_sources(".js"), read_sources(".css")
    inside = {name for source in modules.values() for name in imports_of(source)}
    inside |= {name for source in styles.values() for name in STYLE_IMPORT.findall(source)}
    files = {name: bundle_scripts(name, modules) for name in modules.keys() - inside}
    files |= {name: bundle_styles(name, styles) for name in styles.keys() - inside}
    return files | {"paili-hint.js": short(modules["paili-hint.js"])}


def write_bundles() -> None:
    """Write all bundles into the folder of the bundles; processes may do so at the same time."""
    modules = read_sources(".js")
    files = bundles()
    BUILT.mkdir(exist_ok=True)
    for path in BUILT.iterdir():
        if path.suffix in BUNDLED and path.name not in files:
            path.unlink(missing_ok=True)
    parts = json.dumps({page: later_modules(page, modules) for page in PAGES})
    for name, text in [*files.items(), (PARTS.name, parts)]:
        with tempfile.NamedTemporaryFile("w", dir=BUILT, delete=False, encoding="utf-8") as written:
            written.write(text)
        Path(written.name).chmod(0o644)
        Path(written.name).replace(BUILT / name)


if __name__ == "__main__":
    write_bundles()
