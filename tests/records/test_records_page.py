"""The pages about records: their examples are read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from paili.command import main
from paili.engine import local
from service.records.body import body_of_record
from service.records.ddz import NOTES, TAGS, RecordError, parse_annotation, read_records
from service.records.formats import FORMATS
from tests import ROOT
from tests.helpers.pages import run_block

PAGES = {name: (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("records.md", "records.zh-CN.md")}
LOCALES = {"records.md": "C.UTF-8", "records.zh-CN.md": "zh_CN.UTF-8"}


@pytest.fixture(params=PAGES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(name: str) -> str:
    return PAGES[name]


def test_the_examples_are_records(page: str) -> None:
    blocks = re.findall(r"```ddz\n(.*?)```", page, re.DOTALL)
    games = [game for block in blocks for game in read_records(block.splitlines())]
    assert [parse_annotation(text).before for game in games for text in game.comments.values() if "→" in text] == [0.62]
    for game in games:
        result = local().game(**body_of_record(game))["result"]
        assert game.tags["Result"] == " ".join(map(str, [result["winner"], *result["points"].values()]))


def test_the_commands_print_what_the_page_shows(name: str, page: str, tmp_path: Path) -> None:
    (block,) = re.findall(r"```console\n(.*?)```", page, re.DOTALL)
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    assert run_block(block.replace("/tmp/", ""), tmp_path, LOCALES[name]) == block.replace("/tmp/", "")


def test_the_program_for_an_own_format_writes_what_is_read(page: str, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    source, target = tmp_path / "mine.jsonl", tmp_path / "mine.ddz"
    made = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    source.write_text(made.stdout)
    assert main(["convert", str(source), str(target)]) == 0
    assert target.read_text().endswith("33,55,.,TT\n\n")


def test_the_page_has_every_format(page: str) -> None:
    assert [name for name in FORMATS if f"`{name}`" not in page] == []


def test_the_page_shows_plain_chinese_that_is_read(page: str) -> None:
    """Each example of a turn or of cards is read without a fault."""
    table = re.split("### Plain Chinese|### 普通中文", page)[1].split("\n\n### ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    texts = [text.replace("…", "") for row in rows for text in re.findall(r"`([^`]+)`", row)]
    examples = [text for text in texts if re.search(r"[3-9JQK七九]|王|不|过|pass|\[\]", text)]
    assert len(examples) > 30
    for text in examples:
        errors: list[RecordError] = []
        records = list(FORMATS["chinese"].read(iter([text, "\n3"]), errors.append))
        assert (text, len(records), errors) == (text, 1, [])


def test_the_page_has_every_tag(page: str) -> None:
    assert [name for name in (*TAGS, *NOTES) if f"`{name}`" not in page] == []
