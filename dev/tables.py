"""Tables of measurements in the documentation: `python -m dev.tables` fills them in.

A command that measures writes `dev/benchmarks/NAME.json`: the command, the conditions, column titles and rows of text
cells. A page shows the table between two marker lines, `<!-- table NAME -->` and `<!-- end of table -->`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dev import ROOT

FOLDER = ROOT / "dev" / "benchmarks"
PAGES = (*sorted((ROOT / "docs").rglob("*.md")),)
TABLE = re.compile(r"(<!-- table (\w+) -->\n).*?(<!-- end of table -->\n)", re.DOTALL)


class MeasuredTable(NamedTuple):
    """A table with its origin."""

    command: str
    conditions: str
    """Date, machine and load of the measurement."""
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]

    def markdown(self) -> str:
        """Return a line with the origin, and the table."""
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
        return f"`{self.command}`; {self.conditions}.\n\n{table}"


def processor() -> str:
    try:
        match = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        return ""
    return match[1] if match else ""


def machine() -> str:
    """Return the number and the model of the processors."""
    return f"{os.cpu_count()} cores {processor()}".strip()


def conditions(load: float, *more: str) -> str:
    """Return the conditions of a measurement now; *load* is the load average before it."""
    return ", ".join([time.strftime("%-d %B %Y"), machine(), f"load average {load:.1f}", *more])


def write_table(name: str, table: MeasuredTable) -> None:
    """Write `dev/benchmarks/NAME.json`, a line for each row, and fill in the pages that show it."""
    path = FOLDER / f"{name}.json"
    head = {"command": table.command, "conditions": table.conditions, "columns": table.columns}
    rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in table.rows)
    path.write_text(f'{json.dumps(head, ensure_ascii=False)[:-1]}, "rows": [\n{rows}\n]}}\n', "utf-8")
    fill_pages()


def load_table(name: str) -> MeasuredTable:
    """Return the table of `dev/benchmarks/NAME.json`; raise OSError if there is none."""
    return MeasuredTable(**json.loads((FOLDER / f"{name}.json").read_text("utf-8")))


def with_tables(text: str) -> str:
    """Return the text of a page with the tables of the files."""
    return TABLE.sub(lambda match: f"{match[1]}{load_table(match[2]).markdown()}{match[3]}", text)


def fill_pages() -> list[Path]:
    """Fill in the tables of all pages; return the pages that changed."""
    changed = []
    for page in PAGES:
        text = page.read_text("utf-8")
        if (new := with_tables(text)) != text:
            page.write_text(new, "utf-8")
            changed.append(page)
    return changed


def main() -> int:
    argparse.ArgumentParser(prog="python -m dev.tables", description=__doc__).parse_args()
    print(*(page.relative_to(ROOT) for page in fill_pages()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
