"""Queries to the C core (each packs, calls, checks and unpacks), with caches for the searches.

Scores are integers in 1 / `SCORE_UNIT` of a turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from inspect import signature
from operator import attrgetter
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast, overload

from cachetools import LRUCache, cached

from service import version
from service.core.bindings import (
    COMBO,
    HINT,
    HINT_SIZE,
    NO_CONSTRAINTS,
    NO_SUITS,
    Buffers,
    CompiledRules,
    Play,
    PlayConstraints,
    RelaxedRules,
    Weights,
    check,
    ffi,
    lib,
    new_tuple,
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

VERSION = version.VERSION
"""Version of the engine: with the names of weights and networks it determines every answer."""

MOST_NODES: int = lib.MAX_NODES
"""Maximum states of a search; a search that reaches it is not exact."""

CONTROLS_AT_ONCE = 16
"""Plays of a call of `moves_controls`, which keeps the interpreter lock."""

CACHE_SIZE = 2048
"""Entries of each cache; `resize_caches` changes those of the searches."""

PLACE = 16 * 1024
"""Bytes of a cache entry, enough for some 400 plays. A larger answer counts as several entries."""


class Split(NamedTuple):
    """The best split of a hand: its combos, highest value first, with their values."""

    combos: tuple[Combo, ...]
    values: tuple[int, ...]
    score: int
    turns: int
    exact: bool
    nodes: int
    raw: bytes
    """The combos as bytes of the core."""


def read_split(rules: CompiledRules, made: Any) -> Split:
    n = made.turns
    raw = ffi.buffer(made.combos, n * COMBO.size)[:]
    return Split(
        read_combos(rules.names, raw), tuple(made.values[0:n]), made.score, n, bool(made.exact), made.nodes, raw
    )


class Hint(NamedTuple):
    """A legal play and the remaining hand."""

    combo: Combo
    score: int
    turns: int
    exact: bool
    cheapest: bool
    """Whether it is an ordinary play, and the lowest of the comparable ones, kickers included."""


class Hints(Sequence[Hint]):
    """All legal plays, best first, and totals; stored as bytes of the core and unpacked on access."""

    def __init__(self, rules: CompiledRules, weights: Weights | None, survey: bytes, raw: bytes) -> None:
        self._rules, self._weights, self._raw = rules, weights, raw
        self._c: Any = ffi.from_buffer("struct survey *", survey)
        self._split: Split | None = None
        self.places = 1 + len(raw) // PLACE
        """Number of cache entries that these use: with two wild ranks a hand may have 12,000 plays."""

    @property
    def split(self) -> Split:
        """The best split of the hand."""
        if self._split is None:
            self._split = read_split(self._rules, self._c.whole)
        return self._split

    @property
    def sets(self) -> int:
        """Number of different sets of cards; for cards of one suit, each suit counts."""
        return int(self._c.sets)

    @property
    def bombs(self) -> int:
        """Number of bombs."""
        return int(self._c.bombs)

    @property
    def most_cards(self) -> int:
        """Number of cards of the largest play."""
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
        """Return the hints at *places*, which must exist."""
        hints = []
        for place in places:
            *made, score, turns, exact, cheapest = HINT.unpack_from(self._raw, place * HINT_SIZE)
            combo = unpack_combo(self._rules.names, made)
            hints.append(new_tuple(Hint, (combo, score, turns, exact == 1, cheapest == 1)))
        return hints

    def raw_combos(self, places: Iterable[int]) -> bytes:
        """Return the combos at *places* as bytes of the core."""
        starts = [place * HINT_SIZE for place in places]
        return b"".join([self._raw[start : start + COMBO.size] for start in starts])

    def breaks(self, places: Sequence[int], hand: int, suits: Suits, taken: Sequence[Suits]) -> list[int]:
        """Return for each hint at *places* the combos of the best split that it breaks, as bits.

        *suits* are those of *hand*, and *taken* the cards of each play by suit, in games where suits matter.
        """
        n = len(places)
        raw = self._raw
        if places != range(n):
            raw = b"".join([raw[place * HINT_SIZE : (place + 1) * HINT_SIZE] for place in places])
        out, listed = ffi.new("uint64_t[]", n), ffi.from_buffer("struct hint[]", raw)
        words = ffi.new("uint32_t[]", [word for words in taken for word in words]) if suits else ffi.NULL
        with Buffers.borrow() as b:
            c, table = b.set_engine(self._rules, self._weights), b.set_table(self._rules, hand, None, suits)
            check(lib.broken_combos_list(c, table, ffi.addressof(self._c, "whole"), listed, words, n, out))
        return list(out)


# ---- the caches -----------------------------------------------------------------------------------------------


class CacheInfo(NamedTuple):
    """Hits and misses of a cache since the process started, its size and its used entries."""

    hits: int
    misses: int
    maxsize: int
    size: int


class Cached(Protocol[P, R]):
    """A function with a cache, as cachetools returns it."""

    __wrapped__: Callable[P, R]
    cache: LRUCache[Any, Any]
    cache_condition: threading.Condition

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...
    def cache_clear(self) -> None: ...
    def cache_info(self) -> Any: ...


KEPT_RULES = 64
"""Compiled rules that a process keeps, some 50 kB each."""

REMOVED: list[CompiledRules] = []
"""Rules that are kept no more, but by cached answers."""

FORGETTING: list[Callable[[frozenset[CompiledRules]], None]] = []
"""Functions that remove what a module keeps under removed rules."""


class RecentAnswers(LRUCache[Any, Any]):
    """A cache of answers. Removed rules take the cached answers under them along: no later call has the same rules."""

    def popitem(self) -> tuple[Any, Any]:
        key, answer = super().popitem()
        if isinstance(answer, CompiledRules):
            REMOVED.append(answer)
            if len(REMOVED) >= KEPT_RULES:  # rarely, because every entry is looked at
                forget_removed()
        return key, answer


def forget_removed() -> None:
    """Remove the answers under removed rules from all caches."""
    removed = frozenset(REMOVED)
    REMOVED.clear()
    for function in (split, hints):
        with function.cache_condition:
            for key in [key for key in function.cache if key[0] in removed]:
                del function.cache[key]
    play.cache_clear()  # C caches remove nothing else
    can_beat.cache_clear()
    for forget in FORGETTING:
        forget(removed)


def remembered(size: int, places: str = "") -> Callable[[Callable[P, R]], Cached[P, R]]:
    """Return a decorator for a cache of *size* entries, the least recently used of which are removed.

    A call waits while another thread computes the same answer. *places* names the attribute of an answer with the
    number of entries that it uses; by default one. An omitted argument has the same key as its default.
    """

    def decorate(function: Callable[P, R]) -> Cached[P, R]:
        defaults = tuple(parameter.default for parameter in signature(function).parameters.values())
        made: Any = cached(
            RecentAnswers(size, attrgetter(places) if places else None),
            key=lambda *arguments: arguments + defaults[len(arguments) :],
            condition=threading.Condition(),
            info=True,
        )(function)
        return cast("Cached[P, R]", made)

    return decorate


@lru_cache(KEPT_RULES)  # a C cache without locking: two threads get the same object from the cache below
@remembered(KEPT_RULES)
def rules_for(variant: str, options: tuple[tuple[str, str], ...] = (), /) -> CompiledRules:
    """Return the rules of *variant* under *options*; equal arguments return the same object.

    Raises RuleError "variant_unknown" or "option_unknown".
    """
    game = find_variant(variant)
    complete = game.read_options(dict(options))
    given = tuple(game.chosen(complete).items())
    return CompiledRules(game, complete) if given == options else rules_for(variant, given)


def rules_after(rules: CompiledRules, robs: int) -> CompiledRules:
    """Return the rules of the play after an auction with a number of robs."""
    variant = rules.variant
    if variant.after_robs is None or not robs:
        return rules
    return rules_for(variant.id, tuple(variant.after_robs(rules.options, robs).items()))


@remembered(CACHE_SIZE)
def split(
    rules: CompiledRules, hand: int, nodes: int = 0, weights: Weights | None = None, suits: Suits = NO_SUITS, /
) -> Split:
    """Return the best split of *hand*, visiting at most *nodes* states (0: as many as its memory holds).

    Ties are decided by fewer turns, then by the order of `native/split/dp.c`.
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
    constraints: PlayConstraints = NO_CONSTRAINTS,
    /,
) -> Hints:
    """Return all legal plays without the pass, ordered by the score of the remaining hand.

    A play that empties the hand comes first; ties go to the play with more cards, then to the lower one.
    """
    b = Buffers.borrow()
    try:  # the most frequent call: `with` would cost a quarter of the Python overhead
        c, table = b.set_engine(rules, weights), b.set_table(rules, hand, to_beat, suits, constraints)
        n = check(lib.hints_survey(c, table, nodes, b.survey, b.hints, lib.MAX_MOVES))
        return Hints(rules, weights, b.raw_survey[:], b.raw_hints[: n * HINT_SIZE])
    finally:
        b.__exit__()


def resize_caches(size: int) -> None:
    """Let the caches of the searches keep *size* entries each, for all callers in this process."""
    for function in (split, hints):
        if function.cache.maxsize != size:
            function.cache = RecentAnswers(size, function.cache.getsizeof)


def cache_info() -> dict[str, CacheInfo]:
    """Return the use of each cache by its name."""
    return {name: CacheInfo(*function.cache_info()) for name, function in CACHES.items()}


# ---- queries without a search -------------------------------------------------------------------------------------


def readings(rules: CompiledRules | RelaxedRules, play: Play | int, hand: int | None = None) -> tuple[Combo, ...]:
    """Return every reading of a play from *hand*, the default reading of a lead first; empty if it is not a play.

    Without *hand*, the hand consists of the played cards.
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
    constraints: PlayConstraints = NO_CONSTRAINTS,
) -> Combo | None:
    """Return the reading under which a play is stored here; None if it is illegal.

    Cached, because a client sends the whole history each time.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        if not check(lib.table_play(rules.c, table, b.set_play(play), b.combos)):
            return None
        return read_combo(rules.names, b.combos)


def beats(rules: CompiledRules, combo: Combo, other: Combo) -> bool:
    with Buffers.borrow() as b:
        pack_combo(rules, combo, b.combos[0])
        pack_combo(rules, other, b.combos[1])
        return bool(check(lib.read_beats(rules.c, b.combos, b.combos + 1)))


def controls(rules: CompiledRules, combos: bytes, unseen: int, suits: Suits = NO_SUITS) -> int:
    """Return a bit for each of *combos* that *unseen* cards, of *suits*, cannot beat by the same type."""
    c, bits, out = ffi.from_buffer("struct combo[]", combos), 0, ffi.new("uint64_t[1]")
    for start in range(0, len(c), CONTROLS_AT_ONCE):
        n = min(CONTROLS_AT_ONCE, len(c) - start)
        check(lib.moves_controls(rules.c, unseen, suits or ffi.NULL, c + start, n, out))
        bits |= out[0] << start
    return bits


def legal(
    rules: CompiledRules,
    hand: int,
    to_beat: Combo | None = None,
    suits: Suits = NO_SUITS,
    constraints: PlayConstraints = NO_CONSTRAINTS,
) -> tuple[Combo, ...]:
    """Return all legal plays without the pass, in a fixed order.

    Plays of plain cards are listed once, plays with a wild card once for each shape and length.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        n = check(lib.moves_legal(rules.c, table, b.combos, lib.MAX_MOVES))
        return read_combos(rules.names, ffi.buffer(b.combos, n * COMBO.size)[:])


def count_legal(
    rules: CompiledRules,
    hand: int,
    to_beat: Combo | None = None,
    suits: Suits = NO_SUITS,
    constraints: PlayConstraints = NO_CONSTRAINTS,
) -> int:
    """Return the number of plays that `legal` lists."""
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat, suits, constraints)
        return check(lib.moves_legal(rules.c, table, b.combos, lib.MAX_MOVES))


def may_pass(rules: CompiledRules, to_beat: Combo | None, plays: int, bombs: int) -> bool:
    """Return whether a seat with *plays* legal plays, *bombs* of them bombs, may pass."""
    return bool(lib.table_may_pass(rules.c, to_beat is None, plays, bombs))


@lru_cache(CACHE_SIZE)
def can_beat(rules: CompiledRules, hand: int, to_beat: Combo) -> bool:
    """Return whether some cards of *hand* beat *to_beat*, regardless of other constraints of the table.

    Cached, because a client sends the whole history each time.
    """
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat)
        return bool(
            check(lib.moves_can_beat(rules.c, hand, ffi.NULL, ffi.addressof(table, "to_beat"), lib.MAX_CARDS, 1))
        )


def picks(
    rules: CompiledRules,
    hand: int,
    combos: Sequence[Combo],
    to_beat: Combo | None,
    suits: Suits,
    constraints: PlayConstraints = NO_CONSTRAINTS,
) -> list[Suits]:
    """Return the cards of each of *combos* by suit such that the remaining hand is best."""
    if not suits:
        return [NO_SUITS] * len(combos)
    chosen, out = [], ffi.new("uint32_t[4]")
    with Buffers.borrow() as b:
        c, table = b.set_engine(rules), b.set_table(rules, hand, to_beat, suits, constraints)
        for combo in combos:
            pack_combo(rules, combo, b.combos[0])
            check(lib.hints_pick(c, table, b.combos, out))
            chosen.append(tuple(out))
    return chosen


def pick(
    rules: CompiledRules,
    hand: int,
    combo: Combo,
    to_beat: Combo | None,
    suits: Suits,
    constraints: PlayConstraints = NO_CONSTRAINTS,
) -> Suits:
    """Return the cards of one *combo*, like `picks`."""
    return picks(rules, hand, [combo], to_beat, suits, constraints)[0]


CACHES: Mapping[str, Any] = {"split": split, "hints": hints, "play": play}
