"""The door to the C core: rules, weights and combos on both sides of it, and the memory that a call works in.

Nothing but this module and `engine` touches the extension module; constants come from it and are never retyped.
Hands are packed words (see `native/engine.h`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from service._native import ffi, lib
from service.cards import RANKS, pack
from service.combos import Combo, Shape
from service.variants import Variant
from service.weights import WEIGHTS, WeightSet

SCORE_UNIT: int = lib.SCORE_UNIT

ERRORS = {
    lib.ERROR_RULES: "rules or weights contradict themselves",
    lib.ERROR_HAND: "a hand that these rules cannot hold",
    lib.ERROR_COMBO: "a play that is no reading under these rules",
    lib.ERROR_ROOM: "more plays than the array holds",
    lib.ERROR_STATE: "a table that cannot be",
}


class CoreError(Exception):
    """The core refused its input: a caller's fault that should have been found earlier, so ours."""


def check(code: int) -> int:
    """Return *code* unless it is an error of the core."""
    if code < 0:
        raise CoreError(ERRORS.get(code, f"error {code}"))
    return code


class Rules:
    """A variant under given options, as the core reads it. Interned: compare with `is`."""

    __slots__ = ("__weakref__", "c", "names", "options", "rows", "shapes", "variant", "weights")

    def __init__(self, variant: Variant, options: Mapping[str, str]) -> None:
        self.variant = variant
        self.options = options
        self.shapes = variant.shapes(options)
        self.names = tuple(shape.name for shape in self.shapes)
        self.rows = {name: row for row, name in enumerate(self.names)}
        self.c = pack_rules(variant, options, self.shapes)
        check(lib.rules_verify(self.c))
        self.weights = weights_for(self, WEIGHTS[variant.id])


class Weights:
    """A weight set as the core reads it."""

    __slots__ = ("__weakref__", "c", "name")

    def __init__(self, name: str, table: Any) -> None:
        self.name = name
        self.c = table


# ---- what crosses the door ------------------------------------------------------------------------------------


def rank_mask(ranks: str) -> int:
    """Return the set of rank letters as bits."""
    return sum(1 << RANKS.index(rank) for rank in set(ranks))


def shape_flags(shape: Shape) -> int:
    """Return the flags of a row."""
    flags: int = (
        lib.KICKER_OF_BODY * shape.kicker_of_body
        | lib.KICKER_BOTH_JOKERS * shape.kicker_both_jokers
        | lib.KICKER_NEIGHBOUR * shape.kicker_neighbour
        | lib.KEY_ANY_TRIO * shape.key_any_trio
        | lib.UNREAD_KICKERS * shape.unread_kickers
    )
    return flags


def pack_shape(row: int, shape: Shape) -> dict[str, int]:
    """Return a row of the rules for `struct shape`."""
    return {
        "copies": shape.copies,
        "run_min": shape.run[0],
        "run_max": shape.run[1],
        "kickers": shape.kickers,
        "kicker_size": shape.kicker_size,
        "kicker_same": shape.kicker_same if shape.kickers else 0,
        "flags": shape_flags(shape),
        "tier": shape.tier,
        "family": row,
        "ranks": rank_mask(shape.ranks),
        "named": pack(shape.named),
    }


def pack_rules(variant: Variant, options: Mapping[str, str], shapes: Sequence[Shape]) -> Any:
    """Return `struct rules` of a variant."""
    power = [variant.power.find(rank) for rank in RANKS]
    flags = lib.READING_FIRST * (options["reading"] == "first") | lib.KEY_LOW * (options["key"] == "low")
    return ffi.new(
        "struct rules *",
        {
            "shapes": [pack_shape(row, shape) for row, shape in enumerate(shapes)],
            "n_shapes": len(shapes),
            "n_run": len(variant.run),
            "run": [RANKS.index(rank) for rank in variant.run],
            "power": [max(place, 0) for place in power],
            "wild_rank": lib.RANK_NONE,
            "flags": flags,
        },
    )


def weights_from(rules: Rules, name: str, value: Callable[[Shape, int, int], int]) -> Weights:
    """Return the table of *value*, a function of (shape, start, length) to 1 / `SCORE_UNIT` of a turn."""
    table = ffi.new("struct weights *")
    for row, shape in enumerate(rules.shapes):
        runs = shape.run[1] > 1
        for start in range(len(rules.variant.run) if runs else lib.RANK_WILD):
            for length in range(shape.run[0], min(shape.run[1], lib.MAX_RUN - 1) + 1):
                table.value[row][start][length] = value(shape, start, length)
    check(lib.split_verify(rules.c, table))
    return Weights(name, table)


def weights_for(rules: Rules, weights: WeightSet) -> Weights:
    """Return a named weight set as the core reads it."""
    return weights_from(rules, weights.name, lambda *combo: round(weights.value(*combo) * SCORE_UNIT))


def unpack_combo(names: Sequence[str], c: Any) -> Combo:
    """Return a combo of the core."""
    return Combo(
        c.cards, c.plays_as, c.body, names[c.shape], c.rank, c.length, c.key, c.tier, c.family, c.size
    )  # fmt: skip


def pack_combo(rules: Rules, combo: Combo, c: Any) -> None:
    """Write *combo* into a `struct combo`."""
    c.cards, c.body, c.shape = combo.cards, combo.body, rules.rows[combo.shape]
    c.rank, c.length, c.key, c.tier, c.family, c.size = combo[4:]
    c.plays_as = combo.plays_as


class Buffers:
    """What one call hands to the core: a table, scratch memory, arrays for the answers.

    `with Buffers.borrow() as b` takes an idle one or makes it, so there are as many as calls ever ran side by side.
    """

    idle: ClassVar[list[Buffers]] = []

    def __init__(self) -> None:
        self.scratch = ffi.new("char[]", lib.split_scratch_size())
        self.table = ffi.new("struct table *")
        self.lies: Combo | None = None  # what the table holds as to be beaten, and under which rules
        self.rules: Rules | None = None
        self.split = ffi.new("struct split *")
        self.combos = ffi.new("struct combo[]", lib.MAX_MOVES)
        self.choice = ffi.new("struct choice *")
        self.hints = ffi.new("struct hint[]", lib.MAX_MOVES)

    @classmethod
    def borrow(cls) -> Buffers:
        """Return buffers that nobody else uses until the `with` block ends."""
        try:
            return cls.idle.pop()  # one step under the GIL: two threads never get the same
        except IndexError:
            return cls()

    def __enter__(self) -> Buffers:
        return self

    def __exit__(self, *exc: object) -> None:
        self.idle.append(self)

    def set_table(self, rules: Rules, hand: int, to_beat: Combo | None) -> Any:
        """Fill the table and return it."""
        self.table.hand = hand
        if self.lies is not to_beat or self.rules is not rules:  # a position asks several times of one combo
            if to_beat is None:
                self.table.to_beat.length = 0
            else:
                pack_combo(rules, to_beat, self.table.to_beat)
            self.lies, self.rules = to_beat, rules
        return self.table
