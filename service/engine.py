"""Questions to the C core, each pack, call, check, unpack; and the LRU caches in front of the searches.

Scores are integers in 1 / `SCORE_UNIT` of a turn.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, overload

from cachetools import LRUCache, cached
from cachetools.keys import hashkey

from service._native import ffi, lib
from service.cards import Suits
from service.combos import Combo
from service.core import (
    FREE,
    NO_SUITS,
    Buffers,
    Duty,
    Play,
    Rules,
    Weights,
    check,
    pack_combo,
    unpack_combo,
)
from service.variants import find_variant

VERSION = "0.1.0"
"""Version of the engine: with the weights' name it decides every answer."""

MOST_NODES: int = lib.MAX_NODES
"""States that a search may look at; beyond, its answer is not called exact."""

CACHE_SIZE = int(os.environ.get("PAILI_CACHE_SIZE", "4096"))
"""Answers kept by each cache."""


@dataclass(frozen=True, slots=True)
class Split:
    """The best split of a hand: its combos, worth most first, and what each is worth."""

    combos: tuple[Combo, ...]
    values: tuple[int, ...]
    score: int
    turns: int
    exact: bool
    nodes: int
    raw: bytes = field(compare=False, repr=False)
    """The combos as the core wrote them."""


class Hint(NamedTuple):
    """A legal play and what remains in hand after it."""

    combo: Combo
    score: int
    turns: int
    exact: bool


class Hints(Sequence[Hint]):
    """Every legal play, best first, kept as the core wrote them and built when looked at."""

    def __init__(self, rules: Rules, raw: bytes) -> None:
        self.raw = raw
        self._c = ffi.from_buffer("struct hint[]", raw)
        self._names = rules.names

    def __len__(self) -> int:
        return len(self._c)

    @overload
    def __getitem__(self, index: int) -> Hint: ...
    @overload
    def __getitem__(self, index: slice) -> list[Hint]: ...
    def __getitem__(self, index: int | slice) -> Hint | list[Hint]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self._c)))]
        if index < 0:
            index += len(self._c)
        hint = self._c[index]
        return Hint(unpack_combo(self._names, hint.combo), hint.score, hint.turns, bool(hint.exact))

    def __iter__(self) -> Iterator[Hint]:
        return (self[i] for i in range(len(self._c)))

    @cached_property
    def _extremes(self) -> tuple[dict[tuple[str, int], int], int]:
        lowest: dict[tuple[str, int], int] = {}
        most = 0
        for hint in self._c:
            combo = hint.combo
            kind = self._names[combo.shape], combo.length
            lowest[kind] = min(combo.key, lowest.get(kind, combo.key))
            most = max(most, combo.size)
        return lowest, most

    def lowest_key(self, combo: Combo) -> int:
        """Return the lowest key among the plays that have the shape and length of *combo*."""
        return self._extremes[0][combo.shape, combo.length]

    def sets(self) -> int:
        """Return how many distinct sets of cards there are; sets of one suit count by suit."""
        return len({(hint.combo.cards, hint.combo.suit) for hint in self._c})

    def bombs(self) -> int:
        """Return how many plays are bombs."""
        return sum([hint.combo.tier > 0 for hint in self._c])

    def most_cards(self) -> int:
        """Return how many cards the largest play sheds."""
        return self._extremes[1]


# ---- the caches -----------------------------------------------------------------------------------------------


class CacheInfo(NamedTuple):
    """Hits, misses and size of one cache since the process started."""

    hits: int
    misses: int
    size: int
    maxsize: int


def split_key(
    rules: Rules, hand: int, nodes: int = 0, weights: Weights | None = None, suits: Suits = NO_SUITS
) -> tuple[Any, ...]:
    """Return the frozen question of a split."""
    return hashkey(rules, hand, nodes, weights, suits)


def hints_key(
    rules: Rules,
    hand: int,
    to_beat: Combo | None = None,
    nodes: int = 0,
    weights: Weights | None = None,
    suits: Suits = NO_SUITS,
    duty: Duty = FREE,
) -> tuple[Any, ...]:
    """Return the frozen question of a hint list."""
    return hashkey(rules, hand, to_beat, nodes, weights, suits, duty)


def rules_key(variant: str, options: tuple[tuple[str, str], ...] = ()) -> tuple[Any, ...]:
    """Return the frozen question of `rules_for`."""
    return hashkey(variant, options)


@cached(LRUCache(64), key=rules_key, condition=threading.Condition())
def rules_for(variant: str, options: tuple[tuple[str, str], ...] = ()) -> Rules:
    """Return the rules of *variant* under *options*; the same question gets the same object.

    Raises RuleError "variant_unknown" or "option_unknown".
    """
    found = find_variant(variant)
    complete = found.read_options(dict(options))
    given = tuple((name, value) for name, value in complete.items() if value != found.options[name].values[0])
    return Rules(found, complete) if given == options else rules_for(variant, given)


@cached(LRUCache(CACHE_SIZE), key=split_key, condition=threading.Condition(), info=True)
def split(rules: Rules, hand: int, nodes: int = 0, weights: Weights | None = None, suits: Suits = NO_SUITS) -> Split:
    """Return the best split of *hand*, looking at *nodes* states at most (0: `MOST_NODES`).

    Of equal splits the one with fewer turns is taken; of those, the first in the order of `native/walk.c`.
    """
    with Buffers.borrow() as b:
        out = b.split
        words = suits or ffi.NULL
        check(lib.split_best(rules.c, (weights or rules.weights).c, hand, words, nodes, b.scratch, out))
        raw = ffi.buffer(out.combos, out.turns * ffi.sizeof("struct combo"))[:]
        combos = tuple([unpack_combo(rules.names, out.combos[i]) for i in range(out.turns)])
        values = tuple(out.values[0 : out.turns])
        return Split(combos, values, out.score, out.turns, bool(out.exact), out.nodes, raw)


@cached(LRUCache(CACHE_SIZE), key=hints_key, condition=threading.Condition(), info=True)
def hints(
    rules: Rules,
    hand: int,
    to_beat: Combo | None = None,
    nodes: int = 0,
    weights: Weights | None = None,
    suits: Suits = NO_SUITS,
    duty: Duty = FREE,
) -> Hints:
    """Return every legal play, the pass not among them, ordered by the score of what it leaves in hand.

    A play that empties the hand comes first; ties go to the play that sheds more cards, then to the lower one.
    """
    c = (weights or rules.weights).c
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, duty)
        n = check(lib.split_hints(rules.c, c, table, nodes, b.scratch, b.hints, lib.MAX_MOVES))
        return Hints(rules, ffi.buffer(b.hints, n * ffi.sizeof("struct hint"))[:])


def cache_info() -> dict[str, CacheInfo]:
    """Return the use of each cache by its name."""
    return {name: CacheInfo(*function.cache_info()) for name, function in CACHES.items()}


# ---- questions without a search -------------------------------------------------------------------------------


def readings(rules: Rules, play: Play | int, hand: int | None = None) -> tuple[Combo, ...]:
    """Return every reading of a play from *hand*, the one stored on a lead first; none: it is not a play.

    Without a hand the cards are all of it.
    """
    with Buffers.borrow() as b:
        c = b.set_play(play)
        n = check(lib.read_all(rules.c, c, c.cards if hand is None else hand, b.combos, lib.MAX_READINGS))
        return tuple([unpack_combo(rules.names, b.combos[i]) for i in range(n)])


def play(
    rules: Rules,
    hand: int,
    play: Play | int,
    to_beat: Combo | None,
    suits: Suits = NO_SUITS,
    duty: Duty = FREE,
) -> Combo | None:
    """Return the reading under which a play is stored here; None if it may not be played."""
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, duty)
        if not check(lib.table_play(rules.c, table, b.set_play(play), b.combos)):
            return None
        return unpack_combo(rules.names, b.combos[0])


def beats(rules: Rules, combo: Combo, other: Combo) -> bool:
    """Tell whether *combo* beats *other*."""
    with Buffers.borrow() as b:
        pack_combo(rules, combo, b.combos[0])
        pack_combo(rules, other, b.combos[1])
        return bool(lib.read_beats(rules.c, b.combos, b.combos + 1))


def controls(rules: Rules, found: Split | Hints, unseen: int, most: int | None = None, suits: Suits = NO_SUITS) -> int:
    """Return a bit for each of the first *most* combos that *unseen* cards, of *suits*, cannot beat in kind.

    One call for all: each call lets go of the GIL, and many threads would pass it around.
    """
    stride = ffi.sizeof("struct combo" if isinstance(found, Split) else "struct hint")
    n = len(found.raw) // stride if most is None else most
    bits = 0
    for start in range(0, n, 64):
        part = ffi.from_buffer(found.raw) + start * stride
        bits |= lib.moves_controls(rules.c, unseen, suits or ffi.NULL, part, min(64, n - start), stride) << start
    return bits


def legal(
    rules: Rules, hand: int, to_beat: Combo | None = None, suits: Suits = NO_SUITS, duty: Duty = FREE
) -> tuple[Combo, ...]:
    """Return every legal play, the pass not among them, in a fixed order.

    Plain cards come once, cards with a wild one among them once for each shape and length.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, duty)
        n = check(lib.moves_legal(rules.c, table, b.combos, lib.MAX_MOVES))
        return tuple([unpack_combo(rules.names, b.combos[i]) for i in range(n)])


def may_pass(rules: Rules, to_beat: Combo | None, plays: int, bombs: int) -> bool:
    """Tell whether a seat with so many legal *plays*, so many *bombs* among them, may pass."""
    flags = rules.setup.flags
    if to_beat is None or "pass_never" not in flags:
        return to_beat is not None
    return plays == (bombs if "pass_on_bomb" in flags else 0)


def pick(rules: Rules, hand: int, combo: Combo, to_beat: Combo | None, suits: Suits, duty: Duty = FREE) -> Suits:
    """Return the cards of *combo* by suit that leave the best remainder."""
    if not suits:
        return NO_SUITS
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, duty)
        pack_combo(rules, combo, b.combos[0])
        out = ffi.new("uint32_t[4]")
        check(lib.split_pick(rules.c, rules.weights.c, table, b.combos, b.scratch, out))
        return tuple(out)


CACHES: Mapping[str, Any] = {"split": split, "hints": hints}
