"""Configuration of the documentation site (`make docs`): Sphinx over the pages of this folder.

Links that leave the folder become links to the repository that publishes the site, links to snippets their code;
`reference/api.md` is generated from the contract, `reference/python.md` from docstrings.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
REPOSITORY = os.environ.get("PAILI_REPOSITORY", "")
"""Address of the repository, set by workflows that publish; without it, links that leave the folder are plain text."""

project = "Paili 牌力"
author = "the Paili authors"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["snippets"]
html_theme = "furo"
html_title = project
html_theme_options = {"source_repository": REPOSITORY, "source_branch": "main", "source_directory": "docs/"}
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_mock_imports = ["werkzeug", "service"]  # only the service has these
default_role = "code"
suppress_warnings = ["misc.highlighting_failure"]  # records have no highlighter

OUTSIDE = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]+)(#[^)]*)?\)")
SNIPPET = re.compile(r"^\[`.*?`\]\((snippets/[\w.]+)\)$", re.MULTILINE)
LEXERS = {".kt": "kotlin", ".cs": "csharp"}
"""Names of languages that are not those of the suffix."""

CHINESE = re.compile("[\u4e00-\u9fff]+")
HTTP = ("get", "post")


class Search(SearchEnglish):
    """Index of English, and of Chinese by runs and pairs of characters: dictionaries lack the words of card players."""

    def split(self, input: str) -> list[str]:  # noqa: A002 - the parameter's name in Sphinx
        """Return the terms of a text."""
        runs = CHINESE.findall(input)
        pairs = [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
        return [*super().split(CHINESE.sub(" ", input)), *runs, *pairs]

    def word_filter(self, word: str) -> bool:
        """Return whether a term is indexed."""
        return len(word) > 1


def linked(match: re.Match[str]) -> str:
    """Return the replacement of a link that leaves the folder."""
    text, path, anchor = match[1], match[2], match[3] or ""
    return f"[{text}]({REPOSITORY}/blob/main/{path}{anchor})" if REPOSITORY else text


def shown(match: re.Match[str]) -> str:
    """Return the code of a linked snippet."""
    path = ROOT / "docs" / match[1]
    lexer = LEXERS.get(path.suffix, path.suffix[1:])
    return f"```{{code-block}} {lexer}\n:caption: {path.name}\n\n{path.read_text(encoding='utf-8')}```"


def plain(schema: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or the one that it refers to."""
    return contract["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return " ".join(text.replace("|", "\\|").split())


def field_rows(schema: dict[str, Any], contract: dict[str, Any]) -> list[str]:
    """Return the rows of a table of the fields of an object."""
    whole = plain(schema, contract)
    rows = ["| Field | Type | |", "|---|---|---|"]
    for name, field in whole.get("properties", {}).items():
        target = plain(field, contract)
        kind = (
            " or ".join(map(str, target["enum"])) if "enum" in target else str(target.get("type", "see the contract"))
        )
        required = "**required.** " if name in whole.get("required", ()) else ""
        about = field.get("description", target.get("description", ""))
        rows.append(f"| `{name}` | {cell(kind)} | {required}{cell(about)} |")
    return rows


def api_page() -> str:
    """Return the page of all operations of the contract, with the fields of their requests."""
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    lines = [
        "# HTTP API",
        "",
        "Generated from [openapi.yaml](../openapi.yaml); a server has a form for each request at `/docs`.",
        "",
    ]
    for path, operations in contract["paths"].items():
        for method in HTTP:
            if not path.startswith("/v1/") or method not in operations:
                continue
            operation = operations[method]
            lines += [
                f"## `{method.upper()} {path}`",
                "",
                operation["summary"],
                "",
                operation.get("description", ""),
                "",
            ]
            body = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if body:
                lines += [*field_rows(body["schema"], contract), ""]
    return "\n".join(lines)


def read_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Complete the text of a page before it is parsed."""
    if name == "reference/api":
        source[0] = api_page()
    source[0] = SNIPPET.sub(shown, OUTSIDE.sub(linked, source[0]))


def setup(app: Sphinx) -> None:
    """Register the completion of pages."""
    languages["en"] = Search
    app.connect("source-read", read_page)
