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
from service.cards import RANKS
from service.combos import Combo
from service.core import (
    SCORE_UNIT,
    Buffers,
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


def split_key(rules: Rules, hand: int, nodes: int = 0, weights: Weights | None = None) -> tuple[Any, ...]:
    """Return the frozen question of a split."""
    return hashkey(rules, hand, nodes, weights)


def hints_key(
    rules: Rules, hand: int, to_beat: Combo | None = None, nodes: int = 0, weights: Weights | None = None
) -> tuple[Any, ...]:
    """Return the frozen question of a hint list."""
    return hashkey(rules, hand, to_beat, nodes, weights)


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
def split(rules: Rules, hand: int, nodes: int = 0, weights: Weights | None = None) -> Split:
    """Return the best split of *hand*, looking at *nodes* states at most (0: `MOST_NODES`).

    Of equal splits the one with fewer turns is taken; of those, the first in the order of `native/walk.c`.
    """
    with Buffers.borrow() as b:
        out = b.split
        check(lib.split_best(rules.c, (weights or rules.weights).c, hand, nodes, b.scratch, out))
        raw = ffi.buffer(out.combos, out.turns * ffi.sizeof("struct combo"))[:]
        combos = tuple([unpack_combo(rules.names, out.combos[i]) for i in range(out.turns)])
        values = tuple(out.values[0 : out.turns])
        return Split(combos, values, out.score, out.turns, bool(out.exact), out.nodes, raw)


@cached(LRUCache(CACHE_SIZE), key=hints_key, condition=threading.Condition(), info=True)
def hints(
    rules: Rules, hand: int, to_beat: Combo | None = None, nodes: int = 0, weights: Weights | None = None
) -> Hints:
    """Return every legal play, the pass not among them, ordered by the score of what it leaves in hand.

    A play that empties the hand comes first; ties go to the play that sheds more cards, then to the lower one.
    """
    c = (weights or rules.weights).c
    with Buffers.borrow() as b:
        table = b.set_table(rules, hand, to_beat)
        n = check(lib.split_hints(rules.c, c, table, nodes, b.scratch, b.hints, lib.MAX_MOVES))
        return Hints(rules, ffi.buffer(b.hints, n * ffi.sizeof("struct hint"))[:])


def cache_info() -> dict[str, CacheInfo]:
    """Return the use of each cache by its name."""
    return {name: CacheInfo(*function.cache_info()) for name, function in CACHES.items()}


# ---- questions without a search -------------------------------------------------------------------------------


def readings(rules: Rules, cards: int, hand: int | None = None) -> tuple[Combo, ...]:
    """Return every reading of *cards* played from *hand*, the one stored on a lead first; none: not a play."""
    with Buffers.borrow() as b:
        n = check(lib.read_all(rules.c, cards, cards if hand is None else hand, ffi.NULL, b.combos, lib.MAX_READINGS))
        return tuple([unpack_combo(rules.names, b.combos[i]) for i in range(n)])


def play(rules: Rules, hand: int, cards: int, to_beat: Combo | None) -> Combo | None:
    """Return the reading under which *cards* are stored when played here; None if they may not be played."""
    with Buffers.borrow() as b:
        if not check(lib.read_play(rules.c, b.set_table(rules, hand, to_beat), cards, b.combos)):
            return None
        return unpack_combo(rules.names, b.combos[0])


def beats(rules: Rules, combo: Combo, other: Combo) -> bool:
    """Tell whether *combo* beats *other*."""
    with Buffers.borrow() as b:
        pack_combo(rules, combo, b.combos[0])
        pack_combo(rules, other, b.combos[1])
        return bool(lib.read_beats(rules.c, b.combos, b.combos + 1))


def controls(rules: Rules, found: Split | Hints, unseen: int, most: int | None = None) -> int:
    """Return a bit for each of the first *most* combos that *unseen* cards cannot beat in kind.

    One call for all: each call lets go of the GIL, and many threads would pass it around.
    """
    stride = ffi.sizeof("struct combo" if isinstance(found, Split) else "struct hint")
    n = len(found.raw) // stride if most is None else most
    bits = 0
    for start in range(0, n, 64):
        part = ffi.from_buffer(found.raw) + start * stride
        bits |= lib.moves_controls(rules.c, unseen, part, min(64, n - start), stride) << start
    return bits


def legal(rules: Rules, hand: int, to_beat: Combo | None = None) -> tuple[Combo, ...]:
    """Return every legal play, the pass not among them: one for each set of cards, in a fixed order."""
    with Buffers.borrow() as b:
        n = check(lib.moves_legal(rules.c, b.set_table(rules, hand, to_beat), b.combos, lib.MAX_MOVES))
        return tuple([unpack_combo(rules.names, b.combos[i]) for i in range(n)])


# ---- robots ---------------------------------------------------------------------------------------------------

REASONS: Mapping[int, str] = {
    lib.REASON_FINISH: "finish",
    lib.REASON_SURE_WIN: "sure_win",
    lib.REASON_STOP_ENEMY: "stop_enemy",
    lib.REASON_ALLY_OUT: "ally_out",
    lib.REASON_LEAVE_ALLY: "leave_ally",
    lib.REASON_FEED_ALLY: "feed_ally",
    lib.REASON_GUARD: "guard",
    lib.REASON_KEEP_BOMB: "keep_bomb",
    lib.REASON_USE_BOMB: "use_bomb",
    lib.REASON_CONTROLS_FIRST: "controls_first",
    lib.REASON_BEST_REST: "best_rest",
    lib.REASON_LOOSE: "loose",
    lib.REASON_ONLY: "only",
}
"""Why a robot plays what it plays, weightiest first."""


POLICY_RANKS = frozenset({"guard_key"})
"""Numbers of a policy that are places in the ranks, not turns."""


class Policy:
    """A robot's way of playing, as the core reads it.

    *kind* is "random", "power" or "rules"; *looseness* and *numbers* (by the names of `enum policy_number`, lower case)
    are in turns, except those of `POLICY_RANKS`.
    """

    __slots__ = ("__weakref__", "c")

    def __init__(self, kind: str, looseness: float = 0.0, numbers: Mapping[str, float] | None = None) -> None:
        table = [0] * lib.POLICY_NUMBERS
        for name, value in (numbers or {}).items():
            scale = 1 if name in POLICY_RANKS else SCORE_UNIT
            table[getattr(lib, f"POLICY_{name.upper()}")] = round(value * scale)
        self.c = ffi.new(
            "struct policy *", (getattr(lib, f"POLICY_{kind.upper()}"), round(looseness * SCORE_UNIT), table)
        )


@dataclass(frozen=True, slots=True)
class View:
    """What the seat to move knows; seats are counted from it, in the order of play (`struct view`)."""

    hand: int
    to_beat: Combo | None
    unseen: int
    left: tuple[int | None, ...]
    """Cards of each seat, itself first; None where unknown."""
    ally: tuple[bool, ...]
    owner: int
    """Who played what is to beat; 0: nobody."""


class Choice(NamedTuple):
    """What a robot plays (None: a pass), why, and whether nothing else was legal."""

    combo: Combo | None
    reasons: tuple[str, ...]
    forced: bool


def choose(rules: Rules, policy: Policy, view: View, seed: int) -> Choice:
    """Return what *policy* plays; *seed* (64 bits) draws where it leaves a choice."""
    with Buffers.borrow() as b:
        b.set_table(rules, view.hand, view.to_beat)
        seats = len(view.left)
        c = ffi.new("struct view *", {"table": b.table[0], "unseen": view.unseen, "seats": seats})
        c.left[0:seats] = [lib.LEFT_UNKNOWN if left is None else left for left in view.left]
        c.ally[0:seats] = view.ally
        c.owner = view.owner
        out = b.choice
        check(lib.policy_choose(rules.c, rules.weights.c, policy.c, c, seed, b.scratch, out))
        combo = unpack_combo(rules.names, out.combo) if out.combo.length else None
        reasons = tuple([name for bit, name in REASONS.items() if out.reasons & bit])
        return Choice(combo, reasons, bool(out.forced))


class Result(NamedTuple):
    """How a game ended: the seat that went out, bombs played, plays of each seat, moves in all."""

    winner: int
    bombs: int
    plays: tuple[int, ...]
    moves: int


def deal(rules: Rules, seed: int) -> tuple[int, ...]:
    """Return the hands of a shuffled deck in the order of play, the bottom taken up."""
    variant = rules.variant
    deck = sum(n << 4 * RANKS.index(rank) for rank, n in variant.deck.items())
    sizes = [variant.hand_size[seat] for seat in variant.seats]
    out = ffi.new("struct deal *")
    check(lib.game_deal(deck, sizes, len(sizes), seed, out))
    return tuple(out.hands[0 : len(sizes)])


def game(rules: Rules, policies: Sequence[Policy], hands: Sequence[int], seed: int) -> Result:
    """Play *hands* to the end, a policy for each seat in the order of play."""
    variant = rules.variant
    side = [next(i for i, allies in enumerate(variant.allies) if seat in allies) for seat in variant.seats]
    dealt = ffi.new("struct deal *", {"hands": list(hands), "seats": len(hands), "side": side})
    out = ffi.new("struct result *")
    with Buffers.borrow() as b:
        c = ffi.new("struct policy[]", [policy.c[0] for policy in policies])
        check(lib.game_play(rules.c, rules.weights.c, c, dealt, seed, b.scratch, out))
    return Result(out.winner, out.bombs, tuple(out.plays[0 : len(hands)]), out.moves)


CACHES: Mapping[str, Any] = {"split": split, "hints": hints}
