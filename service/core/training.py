"""Training of networks: inputs, ratings, and samples of options with their results in games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from service.core.bindings import Buffers, CompiledRules, CoreError, Weights, check, ffi, lib, pack_combo, pack_nets
from service.core.robots import Policy, View, fill_deal, pack_view, seated, seeds_of
from service.rules.cards import Cards
from service.rules.combos import Combo


class NetSizes(NamedTuple):
    """Sizes and bounds of `struct net`."""

    inputs: int = lib.NET_INPUTS
    active: int = lib.NET_ACTIVE
    """Maximum number of inputs that are on."""
    beaten_row: int = lib.NET_BEATEN_ROW
    """The first input of the row to beat."""
    row: int = lib.NET_ROW
    """The first input of an option's row."""
    rows: int = lib.NET_ROWS
    """Inputs of a row; the last is the pass."""
    first: int = lib.NET_FIRST
    second: int = lib.NET_SECOND
    roles: int = lib.NET_ROLES
    unit: int = lib.NET_UNIT
    """Fixed-point representation of 1."""
    most_first: int = lib.NET_MOST_FIRST
    most_later: int = lib.NET_MOST_LATER


NET = NetSizes()

SAMPLES_PER_DEAL = 200
"""Capacity for the samples of a deal; no deal used half of it."""


MOVES_KEPT, OPTIONS_KEPT = 20_000, 50_000
"""Capacity for the games of a call of `keep`, which stops before a deal that might not fit."""


class KeptGames(NamedTuple):
    """Stored games, as bytes of arrays of `struct kept_deal`, `kept_move` and `kept_option`."""

    deals: bytes
    moves: bytes
    options: bytes


KEPT_SIZES: tuple[int, int, int] = (
    ffi.sizeof("struct kept_deal"),
    ffi.sizeof("struct kept_move"),
    ffi.sizeof("struct kept_option"),
)
"""Bytes of a deal, a move and an option."""


Hands = Sequence[Cards]
"""The hands of a deal in the order of play, with suits if these matter."""


def pack_deals(rules: CompiledRules, dealt: Sequence[Hands]) -> Any:
    deals = ffi.new("struct deal[]", len(dealt))
    for i, hands in enumerate(dealt):
        suits = [one.suits for one in hands] if rules.setup.suited else ()
        fill_deal(rules, deals[i], [one.hand for one in hands], suits)
    return deals


def samples(
    rules: CompiledRules,
    policies: Sequence[Policy],
    dealt: Sequence[Hands],
    seeds: Sequence[int],
    weights: Sequence[Weights],
    seats: int,
    question_rate: int,
    random_rate: int,
    close: bool = False,
) -> bytes:
    """Return samples of the options of some moves in deals with their *seeds*: the bytes of many `struct sample`.

    *question_rate* per thousand moves of *seats* (bit i: seat i) become questions; *random_rate* per thousand moves are
    drawn among the likely ones. *close*: mostly questions whose best two options are rated alike, without options far
    behind them.
    """
    deals, capacity = pack_deals(rules, dealt), SAMPLES_PER_DEAL * len(seeds)
    out = ffi.new("struct sample[]", capacity)
    plan = ffi.new("struct sampling *", (question_rate, random_rate, seats, close))
    with ExitStack() as stack:
        c = seated(stack, rules, policies, weights, dealt)
        n = check(lib.training_samples(c, deals, seeds_of(dealt, seeds), len(seeds), plan, out, capacity))
    return bytes(ffi.buffer(out, n * ffi.sizeof("struct sample")))


def keep(
    rules: CompiledRules,
    policies: Sequence[Policy],
    dealt: Sequence[Hands],
    seeds: Sequence[int],
    weights: Sequence[Weights],
    seats: int,
    question_rate: int,
    random_rate: int,
    close: bool = False,
) -> KeptGames:
    """Play deals as `samples` does, and return the games instead of samples."""
    deals, moves, options = bytearray(), bytearray(), bytearray()
    plan = ffi.new("struct sampling *", (question_rate, random_rate, seats, close))
    moves_of, options_of = ffi.new("struct kept_move[]", MOVES_KEPT), ffi.new("struct kept_option[]", OPTIONS_KEPT)
    deals_of = ffi.new("struct kept_deal[]", max(1, len(seeds)))
    done = 0
    with ExitStack() as stack:
        c = seated(stack, rules, policies, weights, dealt)
        while done < len(seeds):
            rest = seeds_of(dealt, seeds)[done:]
            packed = pack_deals(rules, dealt[done:])
            kept = ffi.new("struct kept_games *", (deals_of, moves_of, options_of, 0, 0, 0, MOVES_KEPT, OPTIONS_KEPT))
            done += check(lib.training_keep(c, packed, rest, len(rest), plan, kept))
            for made, array, n, size in zip(
                (deals, moves, options), (deals_of, moves_of, options_of),
                (kept.n_deals, kept.n_moves, kept.n_options), KEPT_SIZES, strict=True,
            ):  # fmt: skip
                made.extend(ffi.buffer(array, n * size))
    return KeptGames(bytes(deals), bytes(moves), bytes(options))


def replay(
    rules: CompiledRules, policy: Policy, dealt: Sequence[Hands], seeds: Sequence[int], games: KeptGames
) -> bytes:
    """Return the samples of stored games of deals with their *seeds*: the bytes of many `struct sample`.

    Plays are scored by the parameters of *policy*. Raises CoreError if the arrays do not fit each other or the deals,
    or a game cannot be replayed: other rules, another order of deals, or changed rules of the game.
    """
    counts = [len(part) // size for part, size in zip(games, KEPT_SIZES, strict=True)]
    if any(len(part) % size for part, size in zip(games, KEPT_SIZES, strict=True)) or counts[0] != len(seeds):
        raise CoreError(f"kept games of {counts[0]} deals for {len(seeds)} seeds")
    kinds = ("deal", "move", "option")
    arrays = [ffi.from_buffer(f"struct kept_{kind}[]", part) for kind, part in zip(kinds, games, strict=True)]
    kept = ffi.new("struct kept_games *", (*arrays, *counts, 0, 0))
    out = ffi.new("struct sample[]", max(1, counts[2]))
    with ExitStack() as stack:
        c = seated(stack, rules, [policy], [rules.weights], [])
        n = check(lib.training_replay(c, pack_deals(rules, dealt), seeds_of(dealt, seeds), kept, out, counts[2]))
    return bytes(ffi.buffer(out, n * ffi.sizeof("struct sample")))


def net_inputs(rules: CompiledRules, policy: Policy, view: View, combo: Combo | None) -> tuple[int, ...]:
    """Return the network inputs that are on for a play, or a pass (None); empty if it is no option."""
    with Buffers.borrow() as b:
        made, on = ffi.new("struct combo *"), ffi.new("uint16_t[]", lib.NET_ACTIVE)
        if combo is not None:
            pack_combo(rules, combo, made[0])
        c = pack_view(rules, view, b)
        n = check(lib.training_inputs(b.set_engine(rules), policy.c, c, made, on))
        return tuple(on[0:n])


def net_rating(nets: bytes, role: int, on: Sequence[int]) -> int:
    """Return the output of a network, in 1 / `SCORE_UNIT` of a turn."""
    out = ffi.new("int32_t *")
    check(lib.net_rating(pack_nets(nets), role, list(on), len(on), out))
    return int(out[0])
