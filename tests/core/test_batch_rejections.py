"""Batches reject structures that no table can have, and calls out of order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from service.core.batch import ARRAYS, BatchPlan, BatchTables, StageRow
from service.core.bindings import CompiledRules, CoreError, check, ffi, lib
from service.core.robots import Policy

DECK = [rank for rank in "3456789TJQKA2" for _ in range(4)] + ["X", "D"]
BIDS = (StageRow(0, (1, 5), (1, 2)), StageRow(), StageRow(known=True, stake=(1, 1, 1)))
"""The first place passes, or plays."""


def arrays(tables: int) -> dict[str, Any]:
    return {
        name: None if name in ("values", "observations") else bytearray(ffi.sizeof(kind) * 4000 * tables)
        for name, kind in ARRAYS.items()
    }


def batch(rules: CompiledRules, stages: tuple[StageRow, ...] = (), tables: int = 2) -> BatchTables:
    return BatchTables(BatchPlan([(rules, DECK)], [None] * 3, stages), tables, arrays(tables))


CALLS: dict[str, Callable[[BatchTables], object]] = {
    "step": lambda batch: batch.step(bytearray(8)),
    "list": lambda batch: batch.list_again(),
    "observe": lambda batch: batch.observe(0, 0, bytearray(ffi.sizeof("struct observation"))),
    "hands": lambda batch: batch.hands(bytearray(2 * 3 * 16)),
    "bid": lambda batch: check(lib.batch_bid(batch.c, batch.bidder, 0)),
    "bidder": lambda batch: check(lib.batch_bidder(batch.c, batch.bidder)),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_asked_before_the_beginning(standard: CompiledRules, name: str) -> None:
    tables = batch(standard)
    with pytest.raises(CoreError, match="a table that cannot be"):
        CALLS[name](tables)
    assert tables.begin(1)
    if name not in ("bid", "bidder"):
        CALLS[name](tables)


@pytest.mark.parametrize(("table", "place"), [(-1, 0), (2, 0), (0, -1), (0, 3)])
def test_only_places_at_tables_observe(standard: CompiledRules, table: int, place: int) -> None:
    tables, seen = batch(standard), bytearray(ffi.sizeof("struct observation"))
    tables.begin(1)
    with pytest.raises(CoreError, match="a table that cannot be"):
        tables.observe(table, place, seen)


def test_actions_that_were_not_listed_are_not_carried_out(standard: CompiledRules) -> None:
    tables = batch(standard)
    tables.begin(1)
    tables.c.capacity = 1
    assert not tables.step(bytearray(8))
    with pytest.raises(CoreError, match="a table that cannot be"):
        tables.step(bytearray(8))
    tables.c.capacity = 4000
    assert tables.list_again()
    assert tables.step(bytearray(8))


def test_a_changed_list_does_not_take_cards_from_others(standard: CompiledRules) -> None:
    tables = batch(standard)
    tables.begin(1)
    tables.plays[0].cards = 0x4444
    with pytest.raises(CoreError, match="a play that is no reading"):
        tables.step(bytearray(8))


def change(tables: BatchTables, path: str, value: Any) -> None:
    """Set a field of the batch, of its first game (`game.`) or of a stage (`stage0.`)."""
    owner, _, name = path.rpartition(".")
    c = {"": tables.c, "game": tables.c.games[0]}.get(owner)
    setattr(tables.c.auction[int(owner[-1])] if c is None else c, name, value)


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        ("n", 0, lib.ERROR_STATE),
        ("seats", 5, lib.ERROR_STATE),
        ("bottom", 30, lib.ERROR_STATE),
        ("sizes", [37, 1, 1], lib.ERROR_STATE),
        ("sizes", [17, 0, 17], lib.ERROR_STATE),
        ("capacity", -1, lib.ERROR_STATE),
        ("game.cards", 20, lib.ERROR_STATE),
        ("game.cards", 129, lib.ERROR_STATE),
        ("game.deck", ffi.new("uint8_t[]", [3] * 54), lib.ERROR_HAND),
        ("game.deck", ffi.new("uint8_t[]", [0x5F] * 54), lib.ERROR_HAND),
        ("game.rules", ffi.new("struct rules *"), lib.ERROR_RULES),
        ("game.payment", ffi.new("struct payment *", {"card": 1 << 30}), lib.ERROR_POLICY),
        ("n_stages", 0, lib.ERROR_STATE),
        ("stage0.place", 3, lib.ERROR_STATE),
        ("stage0.words", 5, lib.ERROR_STATE),
        ("stage0.words", 0, lib.ERROR_STATE),
        ("stage0.next", [0, 1], lib.ERROR_STATE),
        ("stage0.next", [1, 3], lib.ERROR_STATE),
        ("stage2.leader", 3, lib.ERROR_STATE),
    ],
)
def test_an_impossible_batch_does_not_begin(standard: CompiledRules, path: str, value: Any, error: int) -> None:
    tables = batch(standard, BIDS)
    assert tables.begin(1)
    change(tables, path, value)
    assert lib.batch_begin(tables.c, tables.memory, 0) == error
    assert lib.batch_list(tables.c) == lib.ERROR_STATE


def test_an_auction_without_an_end_ends_with_an_error(standard: CompiledRules) -> None:
    """More stages than bids are stored."""
    stages = [StageRow(0, (1,), (i + 1,)) for i in range(lib.AUCTION_BIDS + 1)]
    tables = batch(standard, (*stages, StageRow()))
    tables.begin(1)
    for _ in range(lib.AUCTION_BIDS):
        tables.step(bytearray(8))
    with pytest.raises(CoreError, match="a table that cannot be"):
        tables.step(bytearray(8))


def test_the_caller_and_the_policies_have_places(standard: CompiledRules) -> None:
    club = Policy("rules")
    plan = BatchPlan([(standard, DECK)], [club] * 3)
    with pytest.raises(CoreError, match="a table that cannot be"):
        BatchTables(plan, 2, arrays(2)).begin(1)
    tables = BatchTables(plan._replace(policies=[club, None, club]), 2, arrays(2))
    club.c.numbers[0] = lib.MOST_NUMBER + 1
    with pytest.raises(CoreError, match="a policy of numbers up to"):
        tables.begin(1)


def test_tables_that_could_not_be_dealt_are_not_listed(standard: CompiledRules) -> None:
    """The policy's only card ends each deal, so that the caller never moves; the second table has no cards."""
    tables = BatchTables(BatchPlan([(standard, DECK)], [Policy("rules"), None, Policy("rules")]), 2, arrays(2))
    tables.c.sizes, tables.c.bottom = [1] * 3, 0
    assert lib.batch_begin(tables.c, tables.memory, 0) == lib.ERROR_STATE
    assert lib.batch_list(tables.c) == lib.ERROR_STATE
