"""The tables of measurements: pages contain the tables of the files in dev/benchmarks/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dev import tables
from dev.tables import MeasuredTable
from lab.arena.calibrate_chances import values_text
from service.rules.variants import VARIANTS
from tests import ROOT

ROWS = (("one", "2 ms"), ("two", "3 ms"))
TABLE = MeasuredTable("python -m something", "1 May 2026, 2 cores", ("what", "time"), ROWS)


@pytest.mark.parametrize("page", tables.PAGES, ids=lambda page: page.name)
def test_a_page_contains_the_tables_of_the_files(page: Path) -> None:
    text = page.read_text("utf-8")
    assert tables.with_tables(text) == text, "run python -m dev.tables"


def test_the_curves_of_the_games_are_those_of_the_table() -> None:
    """Only a row written by its command changes the calibration curve of a game."""
    rows = {row[0]: row[2] for row in tables.load_table("chances").rows}
    assert rows == {variant.name: values_text(variant.chances) for variant in VARIANTS.values()}


def test_every_file_of_measurements_is_shown_once_and_names_its_command() -> None:
    pages = [page for page in tables.PAGES if not page.name.endswith(".zh-CN.md")]  # translations repeat them
    shown = [name for page in pages for _, name, _ in tables.TABLE.findall(page.read_text("utf-8"))]
    assert sorted(shown) == sorted(path.stem for path in tables.FOLDER.glob("*.json"))
    for name in shown:
        module = re.search(r"python -m ([\w.]+)", tables.load_table(name).command)
        assert module
        path = ROOT / module[1].replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists()


def test_a_table_is_written_and_filled_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- table some -->\nold\n<!-- end of table -->\nafter\n")
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    monkeypatch.setattr(tables, "PAGES", (page,))
    tables.write_table("some", TABLE)
    assert page.read_text() == (
        "# Page\n\n<!-- table some -->\n`python -m something`; 1 May 2026, 2 cores.\n\n"
        "| what | time |\n| --- | --- |\n| one | 2 ms |\n| two | 3 ms |\n<!-- end of table -->\nafter\n"
    )
    assert tables.fill_pages() == []
    tables.write_table("some", TABLE._replace(rows=[("one", "4 ms")]))
    assert "| one | 4 ms |" in page.read_text()


@pytest.mark.parametrize("readme", ["README.md", "docs/README.zh-CN.md"])
def test_the_ratio_of_the_readme_is_that_of_the_last_benchmark(readme: str) -> None:
    table = tables.load_table("bench")
    (row,) = (row for row in table.rows if row[0] == "`split_20_cold`")
    ratio = row[table.columns.index("ratio")]
    assert re.search(rf"\b{ratio} (times|倍)", (ROOT / readme).read_text("utf-8"))
