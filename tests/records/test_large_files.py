"""Files of any content take memory in proportion to their size, and calls in proportion to it."""

from __future__ import annotations

import io
import json
import pickle
import tracemalloc

import pytest

from paili.records.convert import read_stream
from service.records import chinese_text, ddz, own_json
from service.records.ddz import RecordError
from service.records.formats import PEEKED
from tests.helpers.steps import Steps
from tests.records.test_formats import DEAL, SAMPLES

TAG = '[Variant "standard"]\n'
ROWS = {
    "plays": (TAG, "3,", ""),
    "pairs": (TAG, "33,", ""),
    "lines of plays": (TAG, "3,\n", ""),
    "tags": (TAG, '[x_a "b"]\n', ""),
    "comments": (TAG, "{}", ""),
    "comments with spaces": (TAG, "{a} ", ""),
    "lines of comments": (TAG + "3\n", "{}\n", ""),
    "Chinese plays": ("地主出", "3,", ""),
    "lines of Chinese plays": ("地主出3\n", "3\n", ""),
    "objects": ("[", '{"variant":{}},', "{}]"),
    "lines of objects": ("", '{"variant":{}}\n', ""),
    "objects in a history": ('{"variant":"standard","history":[', '{"a":1},', "{}]}"),
    "empty objects": ('{"variant":"standard","history":[', "{},", "{}]}"),
    "arrays": ('{"variant":"standard","history":[', "[[]],", "[]]}"),
    "arrays of an array": ('[[{"trace":', "[],", "[]}]]"),
    "escapes": ('{"variant":"', "\\\\n", '"}'),
    "quotes": ('{"variant":"', '\\\\"', '"}'),
    "a history": ('{"variant":"standard","history":[', '"33",', '"33"]}'),
}
"""Start, repeated part and end of a file."""


def content(name: str, size: int) -> bytes:
    start, part, end = ROWS[name]
    return (start + part * (size // len(part)) + end).encode()


def faults(data: bytes) -> tuple[int, int]:
    """Return the numbers of games and of errors of a file."""
    errors = 0

    def count(_: RecordError) -> None:
        nonlocal errors
        errors += 1

    records = read_stream(io.BufferedReader(io.BytesIO(data), PEEKED), None, count)
    assert records is not None
    return sum(1 for _ in records), errors


@pytest.mark.parametrize("name", ROWS)
def test_memory_is_at_most_twenty_times_the_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of eight times the longest line; without a maximum of plays, they take 25 times the file and more."""
    most = ddz.MOST_LINE // 4
    for module in (chinese_text, ddz, own_json):
        monkeypatch.setattr(module, "MOST_LINE", most)
    data = content(name, 8 * most)
    tracemalloc.start()
    try:
        games, errors = faults(data)
        assert tracemalloc.get_traced_memory()[1] < 20 * len(data)
    finally:
        tracemalloc.stop()
    assert games + errors > 0


def calls(data: bytes) -> int:
    """Return the calls of Python and C functions in reading a file."""
    with Steps() as taken:
        faults(data)
    return taken.calls


@pytest.mark.parametrize("name", ROWS)
def test_calls_are_linear_in_the_size_of_a_file(name: str) -> None:
    small, large = (calls(content(name, size)) for size in (2_500, 5_000))
    assert large < 2.2 * small + 100


def test_references_to_one_deal_are_read_one_by_one() -> None:
    small, large = (calls(pickle.dumps([DEAL] * number)) for number in (200, 400))
    assert large < 2.2 * small


def test_files_of_many_games_are_read() -> None:
    for name in ("douzero.json", "rlcard.json", "paili.jsonl", "botzone-guandan.json", "rlcard-showdown.json"):
        text = (SAMPLES / name).read_text(encoding="utf-8")
        games = [json.loads(line) for line in text.splitlines()] if name.endswith(".jsonl") else [json.loads(text)]
        lines = [json.dumps(game, separators=(",", ":"), ensure_ascii=False) + "\n" for game in games]
        data = "".join(lines * (1 + 200_000 // sum(map(len, lines)))).encode()
        assert faults(data)[1] == 0
