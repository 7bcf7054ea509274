"""The reader of pickles: equal to the standard one for plain data, and bounded in memory."""

from __future__ import annotations

import io
import pickle
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paili.records.plain_pickle import load_plain, read_pickle
from service.records.douzero import deal_record
from service.records.sources import LANDLORD_SEATS
from tests.records.test_formats import read_bytes

INTS = st.integers(-(2**31), 2**31 - 1)
PLAIN = st.recursive(
    INTS | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(min_size=9, max_size=12), inner, max_size=4),
    max_leaves=15,  # few enough for any density of objects
)


@given(PLAIN, st.integers(2, pickle.HIGHEST_PROTOCOL))
def test_plain_values_are_read_as_the_standard_unpickler_reads_them(value: object, protocol: int) -> None:
    assert load_plain(pickle.dumps(value, protocol)) == value


def test_deals_are_read() -> None:
    hands = {seat: [*range(3, 15), 17, 20, 30] for seat in (*LANDLORD_SEATS, "three_landlord_cards")}
    deals = [dict(hands) for _ in range(1000)]
    assert load_plain(pickle.dumps(deals)) == load_plain(pickle.dumps(deals, 2)) == deals


SIZE = 100_000
HOSTILE = {
    "a place of the memo": b"\x80\x02]r\x00\x00\x00\x10.",
    "lists": b"\x80\x02" + b"]" * SIZE + b".",
    "nested lists": b"\x80\x02" + b"](" * SIZE + b".",
    "dictionaries": b"\x80\x02" + b"}" * SIZE + b".",
    "marks": b"\x80\x02" + b"(" * SIZE + b".",
    "places": b"\x80\x04]" + b"\x94" * SIZE + b".",
    "texts": b"\x80\x04](" + b"".join(b"\x8c\x02%c%c" % (97 + i % 26, 97 + i // 26 % 26) for i in range(SIZE)) + b"e.",
    "wide texts": b"\x80\x04](" + "".join(chr(0x400 + i % 999) for i in range(SIZE)).join("\x8c\x02").encode() + b"e.",
    "numbers": b"\x80\x04](" + b"M\xff\x7f" * SIZE + b"e.",
    "numbers as keys": b"\x80\x04}(" + b"".join(b"M%c%cN" % (i & 255, i >> 9) for i in range(SIZE)) + b"u.",
    "one list in itself": b"\x80\x04]\x94" + b"h\x00a" * SIZE + b".",
    "a text beyond the file": b"\x80\x04\x8d" + b"\xff" * 7 + b"\x7f.",
    "a frame beyond the file": b"\x80\x04\x95" + b"\xff" * 8 + b"]" * 9 + b".",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_memory_is_bounded_by_the_size_of_the_file(name: str) -> None:
    data = HOSTILE[name]
    tracemalloc.start()
    try:
        for _ in read_pickle(io.BufferedReader(io.BytesIO(data)), lambda _: None):
            pass
        assert tracemalloc.get_traced_memory()[1] <= 20 * len(data) + 3_000_000  # with two chunks of the file
    finally:
        tracemalloc.stop()


class Unsearched(list[object]):
    """A list that must not be searched."""

    def __contains__(self, item: object) -> bool:
        raise AssertionError(f"searched for {item!r}")


def test_a_list_instead_of_a_deal_is_rejected_unsearched() -> None:
    with pytest.raises(TypeError):
        deal_record(Unsearched())


@pytest.mark.parametrize(
    "data", [b"\x80\x04.", b"\x80\x04]", b"\x80\x04a.", b"\x80\x04Nu.", b"\x80\x04](K\x01u.", b"\x80\x04h\x00."]
)
def test_damaged_pickles_are_rejected(data: bytes) -> None:
    records, errors = read_bytes(data, "douzero")
    assert (records, [error.code for error in errors]) == ([], ["field_invalid"])
