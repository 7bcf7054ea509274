"""Bindings to the C core: rules, weights and combos on both sides, and the memory of a call.

Only this module imports the extension module, and only this package calls it. Constants come from it and are never
repeated. Hands are packed words (see `native/engine.h`).
"""

from __future__ import annotations

import hashlib
import mmap
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from struct import Struct
from typing import Any, ClassVar, NamedTuple

from service.core._native import ffi as native_ffi
from service.core._native import lib as native_lib
from service.rules import cards as c
from service.rules.cards import RANKS, Suits, pack
from service.rules.combos import Combo, Shape
from service.rules.payment import DealPayment
from service.rules.variant import RuleSet, Variant
from service.rules.weights import WeightSet

ffi: Any = native_ffi
lib: Any = native_lib

CORE_FILE = Path(str(sys.modules["service.core._native"].__file__))
"""The extension module."""

SCORE_UNIT: int = lib.SCORE_UNIT

SUITS_MIXED: int = lib.SUITS_MIXED
"""Declaration of cards as mixed suits."""

NO_SUITS: Suits = ()


class Play(NamedTuple):
    """Cards to be played (`struct play`)."""

    cards: int
    plays_as: int = 0
    """The declared cards; 0: no declaration."""
    suits: Suits = NO_SUITS
    suit: int = 0
    """1..4: declared suit; `SUITS_MIXED`: declared as mixed suits; 0: not declared."""


class PlayConstraints(NamedTuple):
    """Restrictions on a play besides the play to beat (`struct table`)."""

    must_show: int = 0
    """A lead must contain these cards."""
    solo_top: bool = False
    """A solo must be the highest legal one."""


NO_CONSTRAINTS = PlayConstraints()

ERRORS = {
    lib.ERROR_RULES: "rules or weights contradict themselves",
    lib.ERROR_HAND: "a hand that these rules cannot hold",
    lib.ERROR_COMBO: "a play that is no reading under these rules",
    lib.ERROR_CAPACITY: "more plays than the array holds",
    lib.ERROR_STATE: "a table that cannot be",
    lib.ERROR_BUDGET: (
        f"a search spends at most {lib.MOST_BUDGET} games, a prior weight of {lib.MOST_BUDGET // 100} "
        f"and {lib.MOST_WORLDS} worlds"
    ),
    lib.ERROR_POLICY: f"a policy of numbers up to {lib.MOST_NUMBER}, or a payment of amounts up to {lib.MOST_AMOUNT}",
}


class CoreError(Exception):
    """The core rejected its input, which a caller in this service should have checked."""


class CpuSpent(BaseException):
    """A search reached the bound of CPU time of its thread: there is no answer. No handler of errors may catch it."""


def check(code: int) -> int:
    """Return *code* unless it is an error of the core."""
    if code == lib.ERROR_CPU:
        raise CpuSpent
    if code < 0:
        raise CoreError(ERRORS.get(code, f"error {code}"))
    return code


class CompiledRules:
    """A variant under given options, compiled for the core. Cached: equal only to itself."""

    __slots__ = (
        "__weakref__", "c", "chosen", "dealt", "deck", "names", "nets_fit", "options", "payment", "ranks", "rows",
        "setup", "shapes", "spare", "undealt", "unseen_weights", "variant", "weights",
    )  # fmt: skip

    def __init__(self, variant: Variant, options: Mapping[str, str]) -> None:
        self.variant = variant
        self.options = options
        self.chosen = variant.chosen(options)
        self.setup = variant.setup(options)
        self.shapes = self.setup.shapes
        self.names = tuple(shape.name for shape in self.shapes)
        self.rows: dict[tuple[str, int, int], int] = {}
        """Cached answers of `row_of`."""
        self.ranks = tuple((rank, RANKS.index(rank)) for rank in self.setup.deck)
        """Ranks of the deck with their indices in a packed hand."""
        self.dealt = tuple(self.setup.hand_size[seat] for seat in variant.seats)
        """Cards of each seat before the first lead, in the order of play."""
        self.spare = (0, *[self.setup.handicap for _ in self.dealt[1:]])
        """Cards that each seat may have left when it goes out, in the order of play."""
        self.deck = c.from_counts(self.setup.deck.get(rank, 0) for rank in RANKS)
        self.undealt = c.size(self.deck) - sum(self.setup.hand_size.values())
        nets, rows = variant.nets, tuple([shape.name for shape in self.shapes if not shape.rated_as])
        self.nets_fit = nets is not None and nets.fits(rows, variant.weights.name)
        """Whether the game has networks that fit the rows; they are used under options that a match has covered."""
        self.c = pack_rules(self.setup, nets.rows if nets is not None and self.nets_fit else ())
        check(lib.rules_verify(self.c))
        self.payment = pack_payment(self.setup.payment, self.names)
        """`struct payment` of a deal; NULL: deals pay nothing."""
        self.weights = weights_for(self, variant.weights)
        self.unseen_weights: dict[frozenset[str], Weights] = {}
        """Cached answers of `weights_without`."""
        if nets is not None and self.nets_fit and variant.nets_win(self.chosen):
            self.weights.set_nets(f"{nets.name} {nets.digest}", nets.path.read_bytes(), nets.digest)

    def weights_without(self, overlooked: frozenset[str]) -> Weights:
        """Return weights under which no split contains plays of the *overlooked* kinds (of `PLAY_KINDS`)."""
        weights = self.unseen_weights.get(overlooked)
        if weights is None:
            value = self.variant.weights.value
            turns = WeightSet(
                "limited",
                "",
                "",
                lambda shape, place, length: (
                    NEVER_SPLIT if is_overlooked(shape, overlooked) else value(shape, place, length)
                ),
            )
            weights = self.unseen_weights[overlooked] = weights_for(self, turns)
        return weights

    def spare_of(self, seats: Sequence[str]) -> tuple[int, ...]:
        """Return the cards that each of some seats may have left when it goes out."""
        return tuple([self.spare[self.variant.seats.index(seat)] for seat in seats])

    def row_of(self, combo: Combo) -> int:
        """Return the row under which a combo was read; rows of one name differ in length or in their kickers."""
        key = combo.shape, combo.length, combo.size - c.size(combo.body)
        row = self.rows.get(key)
        if row is None:
            row = self.rows[key] = self.find_row(*key)
        return row

    def find_row(self, name: str, length: int, kickers: int) -> int:
        """Return the first row of a shape that has combos with a number of bodies and a number of kicker cards."""
        for row, shape in enumerate(self.shapes):
            if shape.name != name or not shape.run[0] <= length <= shape.run[1]:
                continue
            full = shape.kickers * shape.kicker_size * length
            if kickers < max(1, full) if shape.kickers_short else kickers == full:
                return row
        raise CoreError(f"no row for a {name} of length {length} with {kickers} kickers")


PLAY_KINDS = ("pair", "trio", "kicker", "straight", "pair_run", "plane")
"""Kinds of ordinary plays that a limited policy may overlook in its hand: equal cards, kickers, and runs by copies."""

NEVER_SPLIT = -25.0
"""Value of a play, in turns, that is worse than its cards one by one."""


def is_overlooked(shape: Shape, kinds: frozenset[str]) -> bool:
    """Return whether a row has ordinary plays of one of some *kinds*."""
    if shape.tier:
        return False
    run = PLAY_KINDS[2 + min(shape.copies, 3)] if shape.runs else ("", "pair", "trio")[min(shape.copies, 3) - 1]
    return run in kinds or (shape.kickers > 0 and "kicker" in kinds)


class RelaxedRules:
    """Rows and runs compiled for the core, to read cards only."""

    __slots__ = ("c", "names", "setup")

    def __init__(self, setup: RuleSet) -> None:
        self.setup = setup
        self.names = tuple([shape.name for shape in setup.shapes])
        self.c = pack_rules(setup, ())
        check(lib.rules_verify(self.c))


class Weights:
    """A weight set compiled for the core, with the networks that robots use."""

    __slots__ = ("__weakref__", "c", "c_nets", "name", "nets")

    def __init__(self, name: str, table: Any) -> None:
        self.name, self.nets = name, ""
        self.c, self.c_nets = table, ffi.NULL

    def set_nets(self, name: str, raw: bytes, digest: str = "") -> None:
        """Let robots use networks, whose memory these weights keep alive. *digest*: as for `pack_nets`."""
        self.nets, self.c_nets = name, pack_nets(raw, name, digest)


# ---- conversion to structures of the core ---------------------------------------------------------------------


def rank_mask(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in set(ranks))


def pack_payment(payment: DealPayment | None, names: Sequence[str]) -> Any:
    """Return `struct payment` for rules with rows of these *names*; NULL: deals pay nothing."""
    if payment is None:
        return ffi.NULL
    packed = {
        "stake": payment.stake,
        "most_bombs": payment.most_bombs,
        "spring": payment.spring,
        "anti_spring": payment.anti_spring,
        "idle_ally": payment.idle_ally,
        "spring_adds": payment.spring_adds,
        "even": payment.even,
        "card": payment.card,
        "one_left": payment.one_left,
        "idle": payment.idle,
        "shut": payment.shut,
        "bomb": payment.bomb,
        "unbeaten": payment.unbeaten,
        "winner_bombs": payment.winner_bombs,
        "by_partner": payment.by_partner,
        "by_place": payment.by_place,
    }
    for rows, kinds in (("doubling", payment.doubling), ("adding", payment.adding)):
        packed[rows] = sum([1 << row for row, name in enumerate(names) if name in kinds])
    return ffi.new("struct payment *", packed)


def shape_flags(shape: Shape) -> int:
    """Return the flags of a row."""
    flags: int = (
        lib.KICKER_OF_BODY * shape.kicker_of_body
        | lib.KICKER_BOTH_JOKERS * shape.kicker_both_jokers
        | lib.KICKER_NEIGHBOUR * shape.kicker_neighbour
        | lib.KEY_ANY_TRIO * shape.key_any_trio
        | lib.UNREAD_KICKERS * shape.unread_kickers
        | lib.KICKER_WILD * shape.kicker_wild
        | lib.KICKERS_SHORT * shape.kickers_short
        | lib.BODY_ONE_SUIT * shape.one_suit
        | lib.BODY_TWO_SUITS * shape.two_suits
        | lib.KICKER_NO_JOKER * ("X" in shape.no_kickers)
        | lib.KICKER_NO_TWO * ("2" in shape.no_kickers)
    )
    return flags


def net_rows(shapes: Sequence[Shape], learned: Sequence[str]) -> list[int]:
    """Return the number of the network row for each of some rows: those of training first, the others after them.

    Rows that are rated as another row get its number.
    """
    own = [*learned, *[shape.name for shape in shapes if not shape.rated_as and shape.name not in learned]]
    return [own.index(shape.rated_as or shape.name) for shape in shapes]


def pack_shape(shape: Shape, family: int, net_row: int) -> dict[str, int]:
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
        "kickers_least": shape.kickers_least,
        "family": family,
        "wilds": getattr(lib, f"WILD_{shape.wilds.upper()}"),
        "ranks": rank_mask(shape.ranks),
        "net_row": net_row,
        "named": pack(shape.named),
    }


def pack_rules(setup: RuleSet, learned: Sequence[str]) -> Any:
    """Return `struct rules` of a variant under given options; *learned*: the rows of its networks."""
    shapes, wilds = setup.shapes, setup.wilds
    rows = {shape.name: row for row, shape in reversed(list(enumerate(shapes)))}
    power = [setup.power.find(rank) for rank in RANKS]
    return ffi.new(
        "struct rules *",
        {
            "shapes": [
                pack_shape(shape, rows[shape.family or shape.name], net_row)
                for shape, net_row in zip(shapes, net_rows(shapes, learned), strict=True)
            ],
            "n_shapes": len(shapes),
            "n_run": len(setup.run),
            "run": [RANKS.index(rank) for rank in setup.run],
            "power": [max(place, 0) for place in power],
            "wild_cards": rank_mask(wilds.cards),
            "wild_ranks": rank_mask(wilds.ranks),
            "wild_rank": RANKS.index(wilds.printed) if wilds.printed else lib.RANK_NONE,
            "flags": sum(getattr(lib, flag.upper()) for flag in setup.flags),
        },
    )


def weights_from(rules: CompiledRules, name: str, value: Callable[[Shape, int, int], int]) -> Weights:
    """Return the table of *value*, a function of (shape, place, length) to 1 / `SCORE_UNIT` of a turn.

    The place of a run is the index of its first rank in the order of runs; that of any other body is its index in the
    order of power.
    """
    table = ffi.new("struct weights *")
    setup = rules.setup
    for row, shape in enumerate(rules.shapes):
        ranks = range(len(setup.run)) if shape.runs else [max(0, setup.power.find(rank)) for rank in RANKS[:-1]]
        for start, place in enumerate(ranks):
            for length in range(shape.run[0], min(shape.run[1], lib.MAX_RUN - 1) + 1):
                table.value[row][start][length] = value(shape, place, length)
    check(lib.split_verify(rules.c, table))
    return Weights(name, table)


def weights_for(rules: CompiledRules, weights: WeightSet) -> Weights:
    """Return a named weight set as the core reads it."""
    return weights_from(rules, weights.name, lambda *combo: round(weights.value(*combo) * SCORE_UNIT))


@cache
def pack_nets(raw: bytes, name: str = "", digest: str = "") -> Any:
    """Return networks compiled for the core, from the parameters of `struct net[]`, little-endian.

    Raises CoreError with their *name* if the number of parameters is wrong, one is out of bounds, or the SHA-256 does
    not begin with *digest* (another game or version).
    """
    named = f"networks {name}".strip()
    table = ffi.new("struct net[]", lib.NET_ROLES)
    memory = ffi.buffer(table)
    if len(memory) != len(raw):
        raise CoreError(f"{named} of {len(raw)} bytes, not {len(memory)}")
    if not hashlib.sha256(raw).hexdigest().startswith(digest):
        raise CoreError(f"{named}: the file has those of another game or version")
    numbers = array("h", raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    memory[:] = numbers.tobytes()
    for role in range(lib.NET_ROLES):
        if lib.net_verify(ffi.addressof(table, role)):
            raise CoreError(f"{named}: parameters out of bounds")
    return table


CODES = {"uint64_t": "Q", "int32_t": "i", "uint8_t": "B"}
"""How `struct` writes the types of C."""


def layout_of(kind: str) -> Struct:
    """Return the memory layout of a struct of the core: unpacking its bytes is faster than reading its fields."""

    def fields(c: Any, offset: int) -> Iterator[tuple[int, str]]:
        for _, field in c.fields:
            if field.type.kind == "struct":
                yield from fields(field.type, offset + field.offset)
            else:
                yield offset + field.offset, CODES[field.type.cname]

    text, end = "=", 0
    for offset, code in fields(ffi.typeof(kind), 0):
        text += "x" * (offset - end) + code
        end = offset + Struct("=" + code).size
    return Struct(text + "x" * (ffi.sizeof(kind) - end))


COMBO = layout_of("struct combo")
HINT = layout_of("struct hint")
HINT_SIZE = HINT.size


new_tuple: Any = tuple.__new__
"""Constructor of a named tuple from a tuple of fields: the class's own constructor takes three times as long."""


def unpack_combo(names: Sequence[str], made: Sequence[int]) -> Combo:
    """Return a combo from the fields of a `struct combo`."""
    fields: list[Any] = [*made]
    fields[3] = names[fields[3]]
    combo: Combo = new_tuple(Combo, fields)
    return combo


def read_combo(names: Sequence[str], made: Any) -> Combo:
    """Return the combo at a `struct combo *` of the core."""
    return unpack_combo(names, COMBO.unpack(ffi.buffer(made, COMBO.size)))


def read_combos(names: Sequence[str], raw: bytes) -> tuple[Combo, ...]:
    """Return the combos in the bytes of an array."""
    return tuple([unpack_combo(names, made) for made in COMBO.iter_unpack(raw)])


def pack_combo(rules: CompiledRules, combo: Combo, out: Any) -> None:
    """Write *combo* into a `struct combo`."""
    out.cards, out.plays_as, out.body, out.shape = combo.cards, combo.plays_as, combo.body, rules.row_of(combo)
    out.rank, out.length, out.key, out.tier, out.family, out.size, out.suit = combo[4:]


def reserve(kind: str, n: int) -> Any:
    """Return an array of zeros. Its pages use memory only when written, and forked processes do not share them."""
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    return ffi.from_buffer(f"{kind}[]", mmap.mmap(-1, n * ffi.sizeof(kind), flags=private))


class CpuBound(threading.local):
    """The bound of CPU time of a thread."""

    until = 0.0
    """Seconds of CPU of the thread (`time.thread_time`) at which its searches end with CpuSpent; 0: none."""


cpu_bound = CpuBound()


class Buffers:
    """Arguments and results of one call of the core: an engine with its memory, a table, arrays for the answers.

    `with Buffers.borrow() as b` takes idle buffers or creates new ones. At most `KEPT` are kept for later calls, so a
    burst of parallel calls does not leave more memory allocated.
    """

    __slots__ = (
        "by_nets", "by_rules", "by_weights", "choice", "combos", "constraints", "engine", "hints", "memory",
        "patterns", "play", "played_suits", "raw_hints", "raw_survey", "raw_to_beat", "rules",
        "split", "suits", "survey", "table", "to_beat",
    )  # fmt: skip

    KEPT: ClassVar[int] = 4
    """More than the cores of a process, because a preempted call keeps its buffers (about 4 MB)."""

    idle: ClassVar[list[Buffers]] = []

    def __init__(self) -> None:
        self.memory = reserve("char", lib.memory_size())
        self.engine = ffi.new("struct engine *")
        lib.memory_begin(self.engine, self.memory)
        self.by_rules: CompiledRules | None = None  # rules of the engine
        self.by_weights: Weights | None = None
        self.by_nets: Any = None
        self.table = ffi.new("struct table *")
        self.to_beat: Combo | None = None  # play to beat of the table, and its rules
        self.rules: CompiledRules | None = None
        self.suits: Suits = NO_SUITS  # suits of the hand at the table
        self.played_suits: Suits = NO_SUITS  # suits of the play to beat
        self.constraints = NO_CONSTRAINTS
        self.patterns: Any = None  # filters of a view
        self.play = ffi.new("struct play *")
        self.split = ffi.new("struct split *")
        self.survey = ffi.new("struct survey *")
        self.combos = reserve("struct combo", lib.MAX_MOVES)
        self.choice = ffi.new("struct choice *")
        self.hints = reserve("struct hint", lib.MAX_MOVES)
        self.raw_to_beat = ffi.buffer(ffi.addressof(self.table, "to_beat"))
        self.raw_survey, self.raw_hints = ffi.buffer(self.survey), ffi.buffer(self.hints)

    @classmethod
    def borrow(cls) -> Buffers:
        """Return exclusive buffers until the `with` block ends."""
        try:
            return cls.idle.pop()  # atomic under the GIL: two threads never get the same buffers
        except IndexError:
            return cls()

    def __enter__(self) -> Buffers:
        return self

    def __exit__(self, *exc: object) -> None:
        """Make these buffers available to others, unless enough are kept."""
        if len(self.idle) < self.KEPT:
            self.idle.append(self)

    def set_engine(self, rules: CompiledRules, weights: Weights | None = None) -> Any:
        """Set the rules and weights of the engine (by default those of the rules), and return the engine."""
        weights = weights or rules.weights
        if self.by_rules is not rules or self.by_weights is not weights or self.by_nets is not weights.c_nets:
            self.by_rules, self.by_weights, self.by_nets = rules, weights, weights.c_nets  # keeps them alive
            self.engine.rules, self.engine.weights, self.engine.nets = rules.c, weights.c, weights.c_nets
        self.engine.cpu_until = cpu_bound.until
        return self.engine

    def set_table(
        self,
        rules: CompiledRules,
        hand: int,
        to_beat: Combo | None,
        suits: Suits = NO_SUITS,
        constraints: PlayConstraints = NO_CONSTRAINTS,
    ) -> Any:
        """Fill the table and return it."""
        self.table.hand = hand
        if suits is not self.suits or constraints is not self.constraints:
            self.table.suits = suits or (0, 0, 0, 0)
            self.table.must_show, self.table.solo_top = constraints
            self.suits, self.constraints = suits, constraints
        if self.to_beat is not to_beat or self.rules is not rules:  # a position uses the same combo several times
            if to_beat is None:
                self.table.to_beat.length = 0
            else:
                COMBO.pack_into(self.raw_to_beat, 0, *to_beat[:3], rules.row_of(to_beat), *to_beat[4:])
            self.to_beat, self.rules = to_beat, rules
        return self.table

    def set_play(self, play: Play | int) -> Any:
        """Fill the play and return it."""
        cards, plays_as, suits, suit = play if isinstance(play, Play) else Play(play)
        self.play.cards, self.play.plays_as, self.play.suit = cards, plays_as, suit
        if suits or self.played_suits:
            self.play.suits = suits or (0, 0, 0, 0)
            self.played_suits = suits
        return self.play
