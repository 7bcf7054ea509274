"""Questions to the C core, each pack, call, check, unpack; and the LRU caches in front of the searches.

Scores are integers in 1 / `SCORE_UNIT` of a turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from inspect import signature
from operator import attrgetter
from typing import Any, NamedTuple, ParamSpec, TypeVar, overload

from cachetools import LRUCache, cached

from service import settings
from service.core.bindings import (
    COMBO,
    FREE,
    HINT,
    HINT_SIZE,
    NO_SUITS,
    Buffers,
    CompiledRules,
    Play,
    PlayConstraints,
    Weights,
    check,
    ffi,
    lib,
    pack_combo,
    read_combo,
    read_combos,
    unpack_combo,
)
from service.rules.cards import Suits
from service.rules.combos import Combo
from service.rules.variants import find_variant

P = ParamSpec("P")
R = TypeVar("R")

VERSION = "0.1.0"
"""Version of the engine: with the names of weights and networks it decides every answer."""

MOST_NODES: int = lib.MAX_NODES
"""States that a search may look at; beyond, its answer is not called exact."""

CACHE_SIZE = settings.read_settings().cache_size
"""Answers kept by each cache."""

PLACE = 16 * 1024
"""Bytes of an answer for which one of these places is meant: some 400 plays. A larger answer takes several."""


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


def read_split(rules: CompiledRules, made: Any) -> Split:
    """Return a `struct split` of the core."""
    n = made.turns
    raw = ffi.buffer(made.combos, n * COMBO.size)[:]
    return Split(
        read_combos(rules.names, raw), tuple(made.values[0:n]), made.score, n, bool(made.exact), made.nodes, raw
    )


class Hint(NamedTuple):
    """A legal play and what remains in hand after it."""

    combo: Combo
    score: int
    turns: int
    exact: bool
    cheapest: bool
    """An ordinary play, the lowest of those that answer each other, kickers counted."""


class Hints(Sequence[Hint]):
    """Every legal play, best first, and what is said of all; kept as the core wrote it and built when looked at."""

    def __init__(self, rules: CompiledRules, weights: Weights | None, survey: bytes, raw: bytes) -> None:
        self._rules, self._weights, self._survey, self._raw = rules, weights, survey, raw
        self.places = 1 + len(raw) // PLACE
        """Places that these take in a cache: with two wild ranks a hand may have 12,000 plays."""

    @cached_property
    def _c(self) -> Any:
        return ffi.from_buffer("struct survey *", self._survey)

    @cached_property
    def split(self) -> Split:
        """The best split of the hand."""
        return read_split(self._rules, self._c.whole)

    @property
    def sets(self) -> int:
        """How many distinct sets of cards there are; of cards of one suit, each suit counts."""
        return int(self._c.sets)

    @property
    def bombs(self) -> int:
        """How many plays are bombs."""
        return int(self._c.bombs)

    @property
    def most_cards(self) -> int:
        """How many cards the largest play sheds."""
        return int(self._c.most)

    def __len__(self) -> int:
        return len(self._raw) // HINT_SIZE

    @overload
    def __getitem__(self, index: int) -> Hint: ...
    @overload
    def __getitem__(self, index: slice) -> list[Hint]: ...
    def __getitem__(self, index: int | slice) -> Hint | list[Hint]:
        places = range(len(self))[index]
        return self.at(places) if isinstance(places, range) else self.at((places,))[0]

    def __iter__(self) -> Iterator[Hint]:
        return iter(self.at(range(len(self))))

    def at(self, places: Iterable[int]) -> list[Hint]:
        """Return the hints at *places*, which must be there."""
        hints = []
        for place in places:
            *combo, score, turns, exact, cheapest = HINT.unpack_from(self._raw, place * HINT_SIZE)
            hints.append(Hint(unpack_combo(self._rules.names, combo), score, turns, bool(exact), bool(cheapest)))
        return hints

    def raw_combos(self, places: Iterable[int]) -> bytes:
        """Return the combos at *places* as the core wrote them."""
        starts = [place * HINT_SIZE for place in places]
        return b"".join([self._raw[start : start + COMBO.size] for start in starts])

    def breaks(self, places: Sequence[int], hand: int, suits: Suits, taken: Sequence[Suits]) -> list[int]:
        """Return, of each hint at *places*, a bit for each combo of the best split that it tears.

        *hand* is of *suits* where these matter, and *taken* are then the cards of each play by suit.
        """
        n = len(places)
        raw = b"".join([self._raw[place * HINT_SIZE : (place + 1) * HINT_SIZE] for place in places])
        out, listed = ffi.new("uint64_t[]", n), ffi.from_buffer("struct hint[]", raw)
        words = ffi.new("uint32_t[]", [word for words in taken for word in words]) if suits else ffi.NULL
        with Buffers.borrow() as b:
            c, table = b.set_engine(self._rules, self._weights), b.set_table(self._rules, hand, None, suits)
            check(lib.broken_combos_list(c, table, ffi.addressof(self._c, "whole"), listed, words, n, out))
        return list(out)


# ---- the caches -----------------------------------------------------------------------------------------------


class CacheInfo(NamedTuple):
    """Hits and misses of one cache since the process started, its places and how many are taken."""

    hits: int
    misses: int
    maxsize: int
    size: int


def remembered(size: int, places: str = "") -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep answers of a function in *size* places; an argument that is left out makes the same question as its default.

    *places* names what an answer says of the places that it takes; otherwise each takes one.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        defaults = tuple(parameter.default for parameter in signature(function).parameters.values())

        def key(*arguments: Any) -> tuple[Any, ...]:
            return arguments + defaults[len(arguments) :]

        return cached(
            LRUCache(size, attrgetter(places) if places else None), key=key, condition=threading.Condition(), info=True
        )(function)

    return wrap


@remembered(64)
def rules_for(variant: str, options: tuple[tuple[str, str], ...] = (), /) -> CompiledRules:
    """Return the rules of *variant* under *options*; the same question gets the same object.

    Raises RuleError "variant_unknown" or "option_unknown".
    """
    game = find_variant(variant)
    complete = game.read_options(dict(options))
    given = tuple(game.chosen(complete).items())
    return CompiledRules(game, complete) if given == options else rules_for(variant, given)


@remembered(CACHE_SIZE)
def split(
    rules: CompiledRules, hand: int, nodes: int = 0, weights: Weights | None = None, suits: Suits = NO_SUITS, /
) -> Split:
    """Return the best split of *hand*, looking at *nodes* states at most (0: `MOST_NODES`).

    Of equal splits the one with fewer turns is taken; of those, the first in the order of `native/split/dp.c`.
    """
    with Buffers.borrow() as b:
        words = suits or ffi.NULL
        check(lib.split_best(b.set_engine(rules, weights), hand, words, nodes, b.split))
        return read_split(rules, b.split)


@remembered(CACHE_SIZE, "places")
def hints(
    rules: CompiledRules,
    hand: int,
    to_beat: Combo | None = None,
    nodes: int = 0,
    weights: Weights | None = None,
    suits: Suits = NO_SUITS,
    constraints: PlayConstraints = FREE,
    /,
) -> Hints:
    """Return every legal play, the pass not among them, ordered by the score of what it leaves in hand.

    A play that empties the hand comes first; ties go to the play that sheds more cards, then to the lower one.
    """
    b = Buffers.borrow()
    try:  # what is asked most: `with` would cost a quarter of what Python adds to the call
        c, table = b.set_engine(rules, weights), b.set_table(rules, hand, to_beat, suits, constraints)
        n = check(lib.hints_survey(c, table, nodes, b.survey, b.hints, lib.MAX_MOVES))
        return Hints(rules, weights, b.raw_survey[:], b.raw_hints[: n * HINT_SIZE])
    finally:
        b.give_back()


def cache_info() -> dict[str, CacheInfo]:
    """Return the use of each cache by its name."""
    return {name: CacheInfo(*function.cache_info()) for name, function in CACHES.items()}


# ---- questions without a search -------------------------------------------------------------------------------


def readings(rules: CompiledRules, play: Play | int, hand: int | None = None) -> tuple[Combo, ...]:
    """Return every reading of a play from *hand*, the one stored on a lead first; none: it is not a play.

    Without a hand the cards are all of it.
    """
    with Buffers.borrow() as b:
        c = b.set_play(play)
        n = check(lib.read_all(rules.c, c, c.cards if hand is None else hand, b.combos, lib.MAX_READINGS))
        return read_combos(rules.names, ffi.buffer(b.combos, n * COMBO.size)[:])


@lru_cache(CACHE_SIZE)
def play(
    rules: CompiledRules,
    hand: int,
    play: Play | int,
    to_beat: Combo | None,
    suits: Suits = NO_SUITS,
    constraints: PlayConstraints = FREE,
) -> Combo | None:
    """Return the reading under which a play is stored here; None if it may not be played.

    Remembered, because a client sends the whole history each time.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        if not check(lib.table_play(rules.c, table, b.set_play(play), b.combos)):
            return None
        return read_combo(rules.names, b.combos)


def beats(rules: CompiledRules, combo: Combo, other: Combo) -> bool:
    """Tell whether *combo* beats *other*."""
    with Buffers.borrow() as b:
        pack_combo(rules, combo, b.combos[0])
        pack_combo(rules, other, b.combos[1])
        return bool(lib.read_beats(rules.c, b.combos, b.combos + 1))


def controls(rules: CompiledRules, combos: bytes, unseen: int, suits: Suits = NO_SUITS) -> int:
    """Return a bit for each of *combos*, as the core wrote them, that *unseen* cards, of *suits*, cannot beat in kind.

    One call for all: each call lets go of the GIL, and many threads would pass it around.
    """
    c = ffi.from_buffer("struct combo[]", combos)
    bits = 0
    for start in range(0, len(c), 64):
        n = min(64, len(c) - start)
        bits |= lib.moves_controls(rules.c, unseen, suits or ffi.NULL, c + start, n) << start
    return bits


def legal(
    rules: CompiledRules,
    hand: int,
    to_beat: Combo | None = None,
    suits: Suits = NO_SUITS,
    constraints: PlayConstraints = FREE,
) -> tuple[Combo, ...]:
    """Return every legal play, the pass not among them, in a fixed order.

    Plain cards come once, cards with a wild one among them once for each shape and length.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        n = check(lib.moves_legal(rules.c, table, b.combos, lib.MAX_MOVES))
        return read_combos(rules.names, ffi.buffer(b.combos, n * COMBO.size)[:])


def may_pass(rules: CompiledRules, to_beat: Combo | None, plays: int, bombs: int) -> bool:
    """Tell whether a seat with so many legal *plays*, so many *bombs* among them, may pass."""
    return bool(lib.table_may_pass(rules.c, to_beat is None, plays, bombs))


@lru_cache(CACHE_SIZE)
def can_beat(rules: CompiledRules, hand: int, to_beat: Combo) -> bool:
    """Tell whether some cards of *hand* beat *to_beat*; what the table may forbid besides is not asked.

    Remembered, because a client sends the whole history each time.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat)
        return bool(lib.moves_can_beat(rules.c, hand, ffi.NULL, ffi.addressof(table, "to_beat"), lib.MAX_CARDS, 1))


def pick(
    rules: CompiledRules,
    hand: int,
    combo: Combo,
    to_beat: Combo | None,
    suits: Suits,
    constraints: PlayConstraints = FREE,
) -> Suits:
    """Return the cards of *combo* by suit that leave the best remainder."""
    if not suits:
        return NO_SUITS
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        pack_combo(rules, combo, b.combos[0])
        out = ffi.new("uint32_t[4]")
        check(lib.hints_pick(b.set_engine(rules), table, b.combos, out))
        return tuple(out)


CACHES: Mapping[str, Any] = {"split": split, "hints": hints, "play": play}
