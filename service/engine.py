"""The only door to the C core: pack, call, check, unpack; and the LRU caches in front of it.

Hands are packed words (see `native/engine.h`). Scores are integers in 1 / `SCORE_UNIT` of a turn.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, overload

from cachetools import LRUCache, cached
from cachetools.keys import hashkey

from service._native import ffi, lib
from service.combos import Combo, Shape
from service.variants import Variant, find_variant
from service.weights import WEIGHTS, WeightSet

VERSION = "0.1.0"
"""Version of the engine: with the weights' name it decides every answer."""

SCORE_UNIT: int = lib.SCORE_UNIT
RANK_TEXT = "3456789TJQKA2XDW"
"""The ranks by their place in a packed hand."""

CACHE_SIZE = int(os.environ.get("PAILI_CACHE_SIZE", "4096"))
"""Answers kept by each cache."""

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

    __slots__ = ("__weakref__", "c", "names", "options", "shapes", "variant", "weights")

    def __init__(self, variant: Variant, options: Mapping[str, str]) -> None:
        self.variant = variant
        self.options = options
        self.shapes = variant.shapes(options)
        self.names = tuple(shape.name for shape in self.shapes)
        self.c = pack_rules(variant, options, self.shapes)
        check(lib.rules_verify(self.c))
        self.weights = weights_for(self, WEIGHTS[variant.id])


class Weights:
    """A weight set as the core reads it."""

    __slots__ = ("__weakref__", "c", "name")

    def __init__(self, name: str, table: Any) -> None:
        self.name = name
        self.c = table


@dataclass(frozen=True, slots=True)
class Split:
    """The best split of a hand: its combos, worth most first, and what each is worth."""

    combos: tuple[Combo, ...]
    values: tuple[int, ...]
    score: int
    turns: int
    exact: bool
    nodes: int


class Hint(NamedTuple):
    """A legal play and what remains in hand after it."""

    combo: Combo
    score: int
    turns: int
    exact: bool


class Hints(Sequence[Hint]):
    """Every legal play, best first, kept as the core wrote them and built when looked at."""

    def __init__(self, rules: Rules, raw: bytes) -> None:
        self._raw = raw  # what _c looks into
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


# ---- what crosses the door ------------------------------------------------------------------------------------


def pack_text(ranks: str) -> int:
    """Return the packed hand of rank letters."""
    return sum(1 << 4 * RANK_TEXT.index(rank) for rank in ranks)


def rank_mask(ranks: str) -> int:
    """Return the set of rank letters as bits."""
    return sum(1 << RANK_TEXT.index(rank) for rank in set(ranks))


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
        "named": pack_text(shape.named),
    }


def pack_rules(variant: Variant, options: Mapping[str, str], shapes: Sequence[Shape]) -> Any:
    """Return `struct rules` of a variant."""
    power = [variant.power.find(rank) for rank in RANK_TEXT]
    flags = lib.READING_FIRST * (options["reading"] == "first") | lib.KEY_LOW * (options["key"] == "low")
    return ffi.new(
        "struct rules *",
        {
            "shapes": [pack_shape(row, shape) for row, shape in enumerate(shapes)],
            "n_shapes": len(shapes),
            "n_run": len(variant.run),
            "run": [RANK_TEXT.index(rank) for rank in variant.run],
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
        c.cards, getattr(c, "as"), c.body, names[c.shape], c.rank, c.length, c.key, c.tier, c.family, c.size
    )  # fmt: skip


def pack_combo(rules: Rules, combo: Combo, c: Any) -> None:
    """Write *combo* into a `struct combo`."""
    c.cards, c.body, c.shape = combo.cards, combo.body, rules.names.index(combo.shape)
    c.rank, c.length, c.key, c.tier, c.family, c.size = combo[4:]
    setattr(c, "as", combo.plays_as)


class Buffers:
    """What one call hands to the core: a table, scratch memory, arrays for the answers.

    `with Buffers.borrow() as b` takes an idle one or makes it, so there are as many as calls ever ran side by side.
    """

    idle: ClassVar[list[Buffers]] = []

    def __init__(self) -> None:
        self.scratch = ffi.new("char[]", lib.split_scratch_size())
        self.table = ffi.new("struct table *")
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
        if to_beat is None:
            self.table.to_beat.length = 0
        else:
            pack_combo(rules, to_beat, self.table.to_beat)
        return self.table


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
    """Return the best split of *hand*, looking at *nodes* states at most (0: no limit but the memory's).

    Of equal splits the one with fewer turns is taken; of those, the first in the order of `native/walk.c`.
    """
    with Buffers.borrow() as b:
        out = b.split
        check(lib.split_best(rules.c, (weights or rules.weights).c, hand, nodes, b.scratch, out))
        combos = tuple([unpack_combo(rules.names, out.combos[i]) for i in range(out.turns)])
        return Split(combos, tuple(out.values[0 : out.turns]), out.score, out.turns, bool(out.exact), out.nodes)


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


def can_beat(rules: Rules, hand: int, combo: Combo, bombs: bool = True) -> bool:
    """Tell whether some cards of *hand* beat *combo*; without *bombs* only in kind."""
    with Buffers.borrow() as b:
        pack_combo(rules, combo, b.combos[0])
        return bool(lib.moves_can_beat(rules.c, hand, b.combos, lib.MAX_CARDS, bombs))


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
    deck = sum(n << 4 * RANK_TEXT.index(rank) for rank, n in variant.deck.items())
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
