"""Configuration of the documentation site (`make docs`): Sphinx over the pages of this folder.

Links that leave the folder become links to the repository that publishes the site, links to snippets their code;
`reference/api.md` is generated from the contract, `reference/python.md` from docstrings.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import yaml
from sphinx.application import Sphinx
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

from service.http.texts.problem_texts import TEXTS

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

ABOVE = re.compile(r"\[([^\]]*)\]\(((?:\.\./)+)([^)#]+)(#[^)]*)?\)")
SNIPPET = re.compile(r"^\[`.*?`\]\((snippets/[\w.]+)\)$", re.MULTILINE)
LEXERS = {".kt": "kotlin", ".cs": "csharp"}
"""Names of languages that are not those of the suffix."""

CHINESE = re.compile("[\u4e00-\u9fff]+")
HTTP = ("get", "post")
MOST_VALUES, MOST_DEPTH, MOST_TEXT = 8, 3, 400
"""Bounds of a row: values of an enumeration, objects inside each other, characters of a description."""


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


def linked(match: re.Match[str], depth: int) -> str:
    """Return the replacement of a link upwards on a page *depth* folders below this one, if it leaves this folder."""
    text, up, path, anchor = match[1], match[2].count("../"), match[3], match[4] or ""
    if up <= depth:
        return match[0]
    return f"[{text}]({REPOSITORY}/blob/main/{path}{anchor})" if REPOSITORY else text


def shown(match: re.Match[str]) -> str:
    """Return the code of a linked snippet."""
    path = ROOT / "docs" / match[1]
    lexer = LEXERS.get(path.suffix, path.suffix[1:])
    return f"```{{code-block}} {lexer}\n:caption: {path.name}\n\n{path.read_text(encoding='utf-8')}```"


def plain(schema: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """Return a schema, or the one that it refers to."""
    return contract["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


def resolved(part: dict[str, Any], contract: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter or a response, or the one that it refers to."""
    if "$ref" not in part:
        return part
    kind, name = part["$ref"].split("/")[-2:]
    target: dict[str, Any] = contract["components"][kind][name]
    return target


def cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return " ".join(text.replace("|", "\\|").split())


def type_words(field: dict[str, Any], contract: dict[str, Any]) -> str:
    """Return the type of a field as words: the values of a short enumeration, types of elements, null."""
    target = plain(field, contract)
    kinds = target.get("type", "any value")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    words = " or ".join(map(str, kinds))
    if "enum" in target:
        some = target["enum"]
        return " or ".join(map(str, some)) if len(some) <= MOST_VALUES else f"one of {len(some)} words"
    if "items" in target:
        return f"{words} of {type_words(target['items'], contract)}"
    values = target.get("additionalProperties")
    return f"{words} of {type_words(values, contract)} by name" if isinstance(values, dict) else words


def nested(field: dict[str, Any], contract: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the object inside a field, with the suffix of the path to it; {} without one."""
    target = plain(field, contract)
    if "properties" in target:
        return "", target
    if "items" in target:
        suffix, inner = nested(target["items"], contract)
        return f"[]{suffix}", inner
    values = target.get("additionalProperties")
    if isinstance(values, dict):
        suffix, inner = nested(values, contract)
        return f".*{suffix}", inner
    return "", {}


def rows_below(whole: dict[str, Any], contract: dict[str, Any], path: str = "", depth: int = 0) -> list[str]:
    """Return the rows of the fields of an object, and of the objects inside it."""
    rows = []
    for name, field in whole.get("properties", {}).items():
        target = plain(field, contract)
        required = "" if name in whole.get("required", ()) else "*optional.* "
        about = field.get("description", target.get("description", ""))
        about = about if len(about) <= MOST_TEXT else f"{about[:MOST_TEXT].rpartition(' ')[0]} …"
        rows.append(f"| `{path}{name}` | {cell(type_words(field, contract))} | {required}{cell(about)} |")
        suffix, inner = nested(field, contract)
        if inner and depth < MOST_DEPTH:
            rows += rows_below(inner, contract, f"{path}{name}{suffix}.", depth + 1)
    return rows


def field_table(title: str, schema: dict[str, Any], contract: dict[str, Any]) -> list[str]:
    """Return the table of the fields of an object, if it has some."""
    rows = rows_below(plain(schema, contract), contract)
    return [f"**{title}**", "", "| Field | Type | |", "|---|---|---|", *rows, ""] if rows else []


def parameter_table(operation: dict[str, Any], contract: dict[str, Any]) -> list[str]:
    """Return the table of the parameters in path, query and headers."""
    rows = []
    for part in operation.get("parameters", ()):
        one = resolved(part, contract)
        kind = f"{one['in']}, {type_words(one['schema'], contract)}"
        rows.append(f"| `{one['name']}` | {cell(kind)} | {cell(one.get('description', ''))} |")
    return ["**Parameters**", "", "| Name | Place, type | |", "|---|---|---|", *rows, ""] if rows else []


def json_block(title: str, value: Any) -> list[str]:
    """Return a value as a block of JSON."""
    return [f"**{title}**", "", "```json", json.dumps(value, ensure_ascii=False, indent=1), "```", ""]


def operation_lines(operation: dict[str, Any], contract: dict[str, Any]) -> list[str]:
    """Return what a reader needs of an operation: parameters, request, answer, an example of both."""
    lines = [operation["summary"], "", operation.get("description", ""), ""]
    lines += parameter_table(operation, contract)
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    answer = resolved(operation["responses"]["200"], contract).get("content", {}).get("application/json", {})
    if body:
        lines += field_table("Fields of the request", body["schema"], contract)
    lines += field_table("Fields of the answer", answer.get("schema", {}), contract)
    shown = (body or {}).get("examples", {})
    for name, example in answer.get("examples", {}).items():
        if name in shown:
            lines += json_block("Example of a request", shown[name]["value"])
            lines += json_block("Its answer", example["value"])
    return lines


def error_table() -> list[str]:
    """Return the table of error codes in both languages, each with its meaning and its fix."""
    lines = ["## Error codes 错误代码", "", "| Code | Meaning, fix | 含义、改法 |", "|---|---|---|"]
    for code, about in TEXTS.items():
        english, chinese = f"{about.title}. {about.advice}", f"{about.title.zh}。{about.advice.zh}"
        lines.append(f"| `{code}` | {cell(english)} | {cell(chinese)} |")
    return [*lines, ""]


def api_page() -> str:
    """Return the page of all operations of the contract: parameters, fields of requests and answers, error codes."""
    contract = yaml.safe_load((ROOT / "openapi.yaml").read_text(encoding="utf-8"))
    lines = [
        "# HTTP API",
        "",
        "Generated from [openapi.yaml](../../openapi.yaml); a server has a form for each request at `/docs`. Fields of",
        "objects inside others have their path: `hints[].rest.turns`, and `*` for any name.",
        '<a href="openapi.html">One page</a> has the same with nested objects, examples, code samples and a search.',
        "",
    ]
    for path, operations in contract["paths"].items():
        for method in HTTP:
            if path.startswith("/v1/") and method in operations:
                lines += [f"## `{method.upper()} {path}`", "", *operation_lines(operations[method], contract)]
    return "\n".join([*lines, *error_table()])


def read_page(app: Sphinx, name: str, source: list[str]) -> None:
    """Complete the text of a page before it is parsed."""
    if name == "reference/api":
        source[0] = api_page()
    depth = name.count("/")
    source[0] = SNIPPET.sub(shown, ABOVE.sub(lambda match: linked(match, depth), source[0]))


def setup(app: Sphinx) -> None:
    """Register the completion of pages."""
    languages["en"] = Search
    app.connect("source-read", read_page)
