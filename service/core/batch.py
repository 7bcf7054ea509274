"""Many tables of one game, stepped together in arrays of the caller (`struct batch`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from service.core import engine
from service.core.bindings import Buffers, CompiledRules, check, ffi, lib, read_combo, reserve
from service.core.robots import Policy
from service.rules.cards import RANKS, SUITS, Hand, from_counts
from service.rules.combos import Combo

ACTION_FEATURES: int = lib.ACTION_FEATURES
ID_PASS: int = lib.ID_PASS
OBSERVATION_BYTES: int = ffi.sizeof("struct observation")

MOST_ACTIONS: int = lib.MAX_MOVES + 1
"""Maximum actions of one table."""

ARRAYS: Mapping[str, str] = MappingProxyType(
    {
        "movers": "uint8_t", "over": "uint8_t", "rewards": "int32_t", "counts": "int32_t", "starts": "int64_t",
        "ids": "uint64_t", "features": "uint8_t", "values": "int32_t", "observations": "struct observation",
    }
)  # fmt: skip
"""The caller's arrays of `struct batch`, with the types of their elements."""


class StageRow(NamedTuple):
    """A stage of an auction (`struct auction_stage`)."""

    place: int = 0
    bids: tuple[int, ...] = ()
    """Ids of the bids; empty: the auction is over."""
    following: tuple[int, ...] = ()
    """Index of the stage after each bid."""
    calls: bool = False
    known: bool = False
    leader: int = 0
    stake: tuple[int, ...] = ()
    robs: int = 0
    """At the end: number of robs."""


class LevelTurn(NamedTuple):
    """A bid that a level has to make."""

    game: int
    """Index of the rules in `BatchPlan.games`."""
    stage: int
    hand: Hand
    bottom: Hand
    """The cards of the bottom once they are shown, else none."""


class BatchPlan(NamedTuple):
    """The rules, decks, policies and auction of a batch."""

    games: Sequence[tuple[CompiledRules, Sequence[str]]]
    """Rules with their decks (cards as texts of rank and suit); each deal draws one."""
    policies: Sequence[Policy | None]
    """Policy of each place; None: the caller chooses the actions."""
    stages: Sequence[StageRow] = ()
    """The stages of the auction; empty: the first place leads."""
    calls_with: Sequence[Hand] = ()
    by_points: bool = False
    bid: Callable[[LevelTurn], int] | None = None
    """Returns the bid of a level as an index into the bids of the stage."""


class ActionError(Exception):
    """An action index out of range, at table *table*."""

    def __init__(self, table: int) -> None:
        super().__init__(table)
        self.table = table


def observation_fields() -> list[tuple[str, tuple[int, ...], int]]:
    """Return name, shape and offset of each field of an observation; all are unsigned bytes."""
    fields = []
    for name, field in ffi.typeof("struct observation").fields:
        kind, shape = field.type, list[int]()
        while kind.kind == "array":
            shape.append(kind.length)
            kind = kind.item
        fields.append((name, tuple(shape), field.offset))
    return fields


def card_byte(card: str, level: str = "") -> int:
    """Return a card as a byte of the deck; *level*: the rank whose hearts are counted as W."""
    if level and card == f"{level}h":
        return int(lib.RANK_WILD)
    return RANKS.index(card[0]) | (SUITS.index(card[1]) + 1 << 4 if len(card) > 1 else 0)


class BatchTables:
    """Tables in the core; `arrays` are writable buffers by the names of `ARRAYS`; None: the array is not written."""

    def __init__(self, plan: BatchPlan, tables: int, arrays: Mapping[str, Any]) -> None:
        first = plan.games[0][0]
        variant, setup = first.variant, first.setup
        self.plan, self.tables = plan, tables
        self.searches = any(policy is not None and policy.searches for policy in plan.policies)
        self.kept: list[Any] = []
        """Python objects referenced by the structures."""
        self.buffers, self.wrong = Buffers(), ffi.new("int32_t *")
        self.bidder, self.seen = ffi.new("struct bidder *"), ffi.new("struct observation *")
        self.memory = reserve("char", lib.batch_size(tables, self.searches))
        self.c = c = ffi.new("struct batch *")
        c.games, c.n_games, c.n = self.pack_games(), len(plan.games), tables
        c.auction, c.n_stages = self.pack_stages() if plan.stages else ffi.NULL, len(plan.stages)
        c.calls_with[0 : len(plan.calls_with)] = list(plan.calls_with)
        c.seats, c.bottom = len(variant.seats), setup.bottom
        for place, seat in enumerate(variant.seats):
            c.sizes[place] = setup.hand_size[seat] - (setup.bottom if seat == variant.bottom_seat else 0)
            c.side[place] = variant.side_of(seat)
        c.to_places, c.suited, c.by_points = variant.to_places, setup.suited, plan.by_points
        c.handicap = setup.handicap
        c.lead_card = card_byte(setup.first_shows) if setup.first_shows else 0
        self.set_arrays(arrays)

    def pack_games(self) -> Any:
        """Return `struct batch_game[]`; all engines share one memory, because calls use it one at a time."""
        games = ffi.new("struct batch_game[]", len(self.plan.games))
        for game, (rules, deck) in zip(games, self.plan.games, strict=True):
            cards = ffi.new("uint8_t[]", [card_byte(card, rules.setup.level) for card in deck])
            game.rules, game.payment, game.deck, game.cards = rules.c, rules.payment, cards, len(deck)
            for place, policy in enumerate(self.plan.policies):
                searcher, weights = ffi.new("struct engine *"), policy.weights_under(rules) if policy else rules.weights
                lib.memory_begin(searcher, self.buffers.memory)
                searcher.rules, searcher.weights, searcher.nets = rules.c, weights.c, weights.c_nets
                game.players[place].engine = searcher
                self.kept.append(searcher)
                game.players[place].policy = ffi.NULL if policy is None else policy.c
            self.kept.append(cards)
        self.kept.append(games)
        return games

    def pack_stages(self) -> Any:
        """Return `struct auction_stage[]`."""
        stages = ffi.new("struct auction_stage[]", len(self.plan.stages))
        for stage, row in zip(stages, self.plan.stages, strict=True):
            stage.place, stage.words, stage.leader = row.place, len(row.bids), row.leader
            stage.calls, stage.known = row.calls, row.known
            stage.bid[0 : len(row.bids)] = list(row.bids)
            stage.next[0 : len(row.bids)] = list(row.following)
            stage.stake[0 : len(row.stake)] = list(row.stake)
            stage.handicap = engine.rules_after(self.plan.games[0][0], row.robs).setup.handicap
        self.kept.append(stages)
        return stages

    def set_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Set the arrays that the core writes.

        They are kept alive. The size of the array of ids is the maximum number of actions.
        """
        self.views: dict[str, Any] = {}
        for name, kind in ARRAYS.items():
            array = arrays[name]
            view = ffi.NULL if array is None else ffi.from_buffer(f"{kind}[]", array, require_writable=True)
            self.views[name] = view
            setattr(self.c, name, view)
        self.c.capacity = len(self.views["ids"])
        self.plays = reserve("struct combo", self.c.capacity)
        self.c.plays = self.plays

    def begin(self, seed: int) -> bool:
        """Deal all tables; return whether all actions fit into the arrays."""
        self.c.seed = seed
        return self.go_on(lib.batch_begin(self.c, self.memory, self.searches))

    def step(self, actions: Any) -> bool:
        """Carry out an action (32-bit integer) at each table; return whether the next actions fit.

        Raises ActionError for an index out of range; then nothing has changed.
        """
        given = ffi.from_buffer("int32_t[]", actions)
        if len(given) != self.tables:
            raise ValueError(f"{self.tables} tables take as many actions, not {len(given)}")
        code = lib.batch_step(self.c, given, self.wrong)
        if code == lib.ERROR_STATE and self.wrong[0] >= 0:
            raise ActionError(self.wrong[0])
        return self.go_on(code)

    def go_on(self, code: int) -> bool:
        """Let levels bid until the caller has to act at every table; return whether the actions fit."""
        if not self.c.bidders:
            return self.fits(code)
        check(code)
        self.bidder.table = 0
        while check(lib.batch_bidder(self.c, self.bidder)):
            check(lib.batch_bid(self.c, self.bidder, self.level_bid()))
        return self.list_again()

    def level_bid(self) -> int:
        assert self.plan.bid is not None
        bidder, seen = self.bidder, self.seen
        check(lib.batch_observe(self.c, bidder.table, bidder.place, seen))
        bottom = seen.shown[(self.c.seats - seen.seat) % self.c.seats]
        return self.plan.bid(LevelTurn(bidder.game, bidder.stage, from_counts(seen.hand), from_counts(bottom)))

    def list_again(self) -> bool:
        """List the actions of all tables in new arrays; return whether they fit."""
        return self.fits(lib.batch_list(self.c))

    @staticmethod
    def fits(code: int) -> bool:
        """Return whether all actions were listed; raise other errors."""
        return code != lib.ERROR_CAPACITY and check(code) == 0

    def combo(self, at: int) -> Combo:
        """Return the play at an index of the arrays of actions; a pass or a bid has length 0."""
        return read_combo(self.plan.games[0][0].names, ffi.addressof(self.plays, at))

    def observe(self, table: int, place: int, out: Any) -> None:
        """Write the observation of a place at a table into *out*, on or off turn."""
        view = ffi.from_buffer("struct observation[]", out, require_writable=True)
        check(lib.batch_observe(self.c, table, place, view))

    def hands(self, ranks: Any) -> None:
        """Write the hand of every place as bytes, 16 counts each."""
        check(lib.batch_hands(self.c, ffi.from_buffer("uint8_t[]", ranks, require_writable=True), ffi.NULL))

    def suits(self, ranks: Any, words: Any) -> None:
        """Write hands, and four words of suits for each, as `Cards.suits` has them."""
        out = ffi.from_buffer("uint32_t[]", words, require_writable=True)
        check(lib.batch_hands(self.c, ffi.from_buffer("uint8_t[]", ranks, require_writable=True), out))
