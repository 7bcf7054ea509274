"""Documentation: the examples of the client's pages are run, and pages in two languages contain the same facts.

`python -m tests.deploy.test_docs` replaces the output shown in the blocks of commands by the current output.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.rules.variants import VARIANTS
from tests import ROOT
from tests.helpers.client import post
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.pages import BLOCK, assert_examples, output_of, run_block
from tests.helpers.readme import READMES, body_of, curl_words

CLIENTS = {ROOT / "docs" / "client.md": "C.UTF-8", ROOT / "docs" / "client.zh-CN.md": "zh_CN.UTF-8"}
"""Pages of the client, and the locale of their commands."""

FIRST_STEPS = [ROOT / "docs" / name for name in ("index.md", "index.zh-CN.md")]

GUIDES = [ROOT / "docs" / name for name in ("hint-button.md", "hint-button.zh-CN.md")]


@pytest.mark.server
@pytest.mark.parametrize("page", CLIENTS, ids=lambda page: page.name)
def test_the_python_of_the_client_document_does_what_it_shows(server: GunicornProcess, page: Path) -> None:
    assert_examples(page, f"127.0.0.1:{server.port}")["client"].close()


@pytest.mark.parametrize(
    ("locale", "block"),
    [(locale, block) for page, locale in CLIENTS.items() for block in BLOCK.findall(page.read_text(encoding="utf-8"))],
    ids=lambda value: value[2:30],
)
def test_a_command_of_the_client_document_prints_what_it_shows(locale: str, block: str, tmp_path: Path) -> None:
    assert run_block(block, tmp_path, locale) == block


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_the_review_of_the_guide_has_what_it_names(guide: Path, client: FlaskClient) -> None:
    blocks = re.findall(r"```json\n(\{\"variant\".*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 1
    answer = post(client, "/v1/review", json.loads(blocks[0]))
    worst = max(answer["decisions"], key=lambda one: one["loss"] or 0)
    assert worst["mark"]
    assert worst["codes"][0]["text"]
    assert {"chance", "chance_best", "best", "better", "worse"} <= set(worst)
    assert sum(answer["seats"]["landlord"]["mistakes"].values()) == sum(
        bool(one["mark"]) for one in answer["decisions"]
    )
    assert answer["left_out"]


@pytest.mark.parametrize("page", FIRST_STEPS, ids=lambda page: page.name)
def test_the_first_steps_give_the_move_that_they_name(page: Path, client: FlaskClient, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.search(r"`move\.cards`[^`]*`(\w+)`", text)
    command = re.search(r"^    (paili move .*)$", text, re.MULTILINE)
    table = re.search(r"`(standard [^`]* \?[^`]*)`", text)
    assert named
    assert command
    assert table
    assert post(client, "/v1/move", body_of(curl_words(page)))["move"]["cards"] == named[1]
    assert f": {named[1]} " in output_of(command[1], tmp_path)
    assert post(client, "/v1/analyze", {"position": table[1]})["turn"]["to_beat"]["cards"] == "TT"


def facts(readme: Path) -> dict[str, Counter[str]]:
    """Return the facts of a README that are the same in every language: links, code, figures."""
    text = re.sub(r"```(?:sh|json|html)\n.*?```", "", readme.read_text(encoding="utf-8"), flags=re.DOTALL)
    prose = re.sub(r"(?m)^    .*$", "", text)
    places = [
        link if ":" in link else re.sub(r"(?<!README)\.zh-CN", "", str((readme.parent / link).resolve()))
        for link in re.findall(r"\]\(([^#].*?)\)", text)
    ]
    return {
        "links": Counter(places) - Counter(map(str, READMES)),
        "words": Counter(re.findall(r"`[^`]*`", text)),
        "figures": Counter(re.findall(r"\d[\d.,]*\d|\d", re.sub(r"`[^`]*`|\(.*?\)|（.*?）", "", prose))),
    }


def test_both_readmes_contain_the_same_facts() -> None:
    """The order may differ between the languages."""
    pages = [re.findall(r"```html\n.*?```", readme.read_text(encoding="utf-8"), re.DOTALL) for readme in READMES]
    assert pages[0] == pages[1]
    english, chinese = (facts(readme) for readme in READMES)
    for kind, counts in english.items():
        assert set(counts) == set(chinese[kind]), kind
    assert sum(english["figures"].values()) > 10


TRANSLATIONS = [page for page in sorted((ROOT / "docs").glob("*.zh-CN.md")) if page not in READMES]


def outline(page: Path) -> dict[str, object]:
    """Return the parts of a guide that are the same in every language."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return {
        "headings": re.findall(r"^#+(?= )", prose, re.MULTILINE),
        "rows": len(re.findall(r"^\|", prose, re.MULTILINE)),
        "code": {" ".join(word.split()) for word in re.findall(r"`([^`]+)`", prose)},
        "shell": [block for kind, block in blocks if kind in ("sh", "yaml")],
        "commands": [
            re.findall(r"^\$ .*", block.replace(" --lang zh", ""), re.MULTILINE)
            for kind, block in blocks
            if kind == "console"
        ],
        "languages": [kind for kind, _ in blocks],
    }


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: page.name)
def test_a_translated_guide_has_the_parts_of_the_english_one(page: Path) -> None:
    english, chinese = outline(page.with_name(page.name.replace(".zh-CN", ""))), outline(page)
    for part, value in english.items():
        assert chinese[part] == value, part


@pytest.mark.parametrize("page", TRANSLATIONS, ids=lambda page: page.name)
def test_a_translated_guide_has_the_figures_of_the_english_one(page: Path) -> None:
    """A generated table may be in one language; the Chinese page may have more digits, such as those of cards."""
    generated, code = r"<!-- .*?<!-- end of table -->|```.*?```", r"`[^`]*`|\]\([^)]*\)|(?m:^    .*$)"
    english, chinese = (
        set(re.findall(r"\d[\d.,]*\d|\d|\.\d+", re.sub(code, "", re.sub(generated, "", text, flags=re.DOTALL))))
        for text in (one.read_text("utf-8") for one in (page.with_name(page.name.replace(".zh-CN", "")), page))
    )
    assert english <= chinese


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_a_readme_lists_the_games(readme: Path) -> None:
    assert all(f"| `{variant}` |" in readme.read_text("utf-8") for variant in VARIANTS)


@pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)
def test_a_readme_has_at_most_110_lines(readme: Path) -> None:
    assert len(readme.read_text(encoding="utf-8").splitlines()) <= 110


def main() -> None:
    """Write the current output of the commands into the pages of the client."""
    folder = ROOT / "build" / "docs"
    folder.mkdir(parents=True, exist_ok=True)
    for page, locale in CLIENTS.items():
        blocks = BLOCK.sub(lambda block, locale=locale: run_block(block[0], folder, locale), page.read_text("utf-8"))
        page.write_text(blocks, "utf-8")


if __name__ == "__main__":
    main()


HOUSES = ("board", "lab", "native", "service", "lab/botzone", "board/browser_engine/package")
PAGES = [
    ROOT / name
    for name in ("CONTRIBUTING.md", "README.md", "lab/NOTES.md", *(f"{house}/README.md" for house in HOUSES))
]
DOCUMENTS = [*PAGES, *sorted((ROOT / "docs").rglob("*.md"))]
SERVED = {
    "/docs/swagger-ui-bundle.js",
    "/llms.txt",
    "/openapi.yaml",
    "/paili-engine.js",
    "/paili-hint.js",
    "table.html",
}
"""URLs and examples that look like files of the project."""


@cache
def paths_of_tree() -> list[str]:
    skipped = {"build", ".venv", ".git", "node_modules", "__pycache__"}
    return [
        "/" + str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not skipped & set(path.relative_to(ROOT).parts)
    ]


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    """A page may name a file by its full path or by the end of the path."""
    named = re.findall(r"`([\w./*-]+\.(?:py|c|h|js|mjs|txt|yaml|toml|md|conf|css|html|ts))`", page.read_text())
    for name in set(named) - SERVED:
        assert any(fnmatchcase(path, f"*/{name}") for path in paths_of_tree()), name


def anchor_of(heading: str) -> str:
    """Return the anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


@pytest.mark.parametrize("page", DOCUMENTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_of_a_page_lead_to_files_and_headings(page: Path) -> None:
    prose = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for link in re.findall(r"\]\((?![a-z]+:)([^)\s]+)\)", prose):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in map(anchor_of, re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)), link
