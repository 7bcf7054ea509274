"""The benchmark on a busy machine: rejected requests are counted, rows are stored as they are measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dev import tables
from dev.bench import __main__ as bench
from dev.bench.rows import Row, RowFile, row, run_benches
from lab.arena import earlier_builds

PROMISES = {"first": "<= 1", "second": "<= 2", "third": "<= 3"}


def good(name: str) -> Row:
    return row([2.0], "us", f"baseline of {name}", [4.0])


def first_and_second(rows: dict[str, Row]) -> None:
    rows["first"] = good("first")
    raise ConnectionError("no answer")


def third(rows: dict[str, Row]) -> None:
    rows["third"] = row([8.0], "per_second", "baseline", [4.0], more=True, refused=3)


BENCHES = {first_and_second: ("first", "second"), third: ("third",)}


def test_a_fault_costs_its_own_row_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bench.json"
    assert run_benches(BENCHES, RowFile(path, PROMISES)) == ["second"]
    rows = json.loads(path.read_text())
    assert rows["first"]["ratio"] == 2.0
    assert rows["second"] == {"error": "ConnectionError: no answer"}
    assert rows["third"]["refused"] == 3
    output = capsys.readouterr().out
    assert "second               failed: ConnectionError: no answer; <= 2" in output
    assert "3 requests refused" in output


def test_rows_are_in_the_file_when_the_run_is_ended(tmp_path: Path) -> None:
    def ended(rows: dict[str, Row]) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "bench.json"
    with pytest.raises(KeyboardInterrupt):
        run_benches({third: ("third",), ended: ("first",)}, RowFile(path, PROMISES))
    assert list(json.loads(path.read_text())) == ["third"]


def test_only_measures_its_bench_and_keeps_other_rows(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    kept = {"second": good("second")}
    assert run_benches(BENCHES, RowFile(path, PROMISES, kept), ["third"]) == []
    assert list(json.loads(path.read_text())) == ["second", "third"]


def test_a_row_of_refusals_alone_fails(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="nothing was answered; 7 requests were refused"):
        row([0.0], "per_second", "baseline", [4.0], more=True, refused=7)


def test_every_promise_has_one_bench() -> None:
    names = [name for names in bench.BENCHES.values() for name in names]
    assert sorted(names) == sorted(bench.PROMISES)


def test_measured_rows_replace_theirs_in_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    monkeypatch.setattr(tables, "PAGES", ())
    kept = [("`split_17_cold`", "kept"), ("`start`", "replaced")]
    tables.write_table("bench", tables.MeasuredTable("command", tables.machine(), (), kept))
    bench.document_rows({"start": good("start"), "split_20_cold": good("split"), "par": {"error": "none"}}, 1.5)
    rows = tables.load_table("bench").rows
    assert [row[0] for row in rows] == ["`split_17_cold`", "`split_20_cold`", "`start`"]
    assert rows[0] == ["`split_17_cold`", "kept"]
    assert rows[2][2] == "2 µs"
    assert rows[2][-1].startswith("1.5, ")


def test_rows_of_another_machine_are_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    monkeypatch.setattr(tables, "PAGES", ())
    tables.write_table("bench", tables.MeasuredTable("command", "another machine", (), [("`start`", "kept")]))
    with pytest.raises(ValueError, match="another machine"):
        bench.document_rows({"par": good("par")}, 1.5)
    bench.document_rows({"start": good("start")}, 1.5)
    assert tables.load_table("bench").conditions == tables.machine()


@pytest.mark.parametrize(
    ("program", "reason"), [("git", "valgrind is not installed"), ("valgrind", "the history here does not contain it")]
)
def test_counts_name_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, reason: str
) -> None:
    monkeypatch.setattr(earlier_builds, "FOLDER", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: name if name == program else None)
    rows = RowFile(tmp_path / "bench.json", bench.PROMISES)
    counted = {work: names for work, names in bench.BENCHES.items() if names[0] in bench.COUNTED}
    assert run_benches(counted, rows) == list(bench.COUNTED)
    assert all(reason in data["error"] for data in rows.values())
