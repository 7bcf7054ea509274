"""Training of networks: inputs, ratings, and samples of options with their results in games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

from service.core.bindings import Buffers, CompiledRules, Weights, check, ffi, lib, pack_combo, pack_nets
from service.core.robots import Policy, View, deal, fill_deal, pack_view, seated
from service.rules.combos import Combo


class NetSizes(NamedTuple):
    """Sizes and bounds of `struct net`."""

    inputs: int = lib.NET_INPUTS
    active: int = lib.NET_ACTIVE
    """Inputs that are on at a time, at most."""
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
    """A parameter of 1."""
    most_first: int = lib.NET_MOST_FIRST
    most_later: int = lib.NET_MOST_LATER


NET = NetSizes()

SAMPLES_PER_DEAL = 200
"""Capacity for the samples of a deal; no deal used half of it."""


def samples(
    rules: CompiledRules,
    policies: Sequence[Policy],
    seeds: Sequence[int],
    weights: Sequence[Weights],
    seats: int,
    question_rate: int,
    random_rate: int,
) -> bytes:
    """Return samples of the options of some moves in deals of *seeds*: the bytes of many `struct sample`.

    Of a thousand moves of *seats* (bit i: seat i), *question_rate* become questions; of a thousand moves, *random_rate*
    are drawn among the sensible ones. For games of three seats without suits.
    """
    deals, capacity = ffi.new("struct deal[]", len(seeds)), SAMPLES_PER_DEAL * len(seeds)
    for i, seed in enumerate(seeds):
        fill_deal(rules, deals[i], deal(rules, seed), ())
    out = ffi.new("struct sample[]", capacity)
    plan = ffi.new("struct sampling *", (question_rate, random_rate, seats))
    with ExitStack() as stack:
        c = seated(stack, rules, policies, weights)
        n = check(lib.training_samples(c, deals, list(seeds), len(seeds), plan, out, capacity))
    return bytes(ffi.buffer(out, n * ffi.sizeof("struct sample")))


def net_inputs(rules: CompiledRules, policy: Policy, view: View, combo: Combo | None) -> tuple[int, ...]:
    """Return the inputs of networks that are on for a play, or a pass (None); none if it is no option."""
    with Buffers.borrow() as b:
        made, on = ffi.new("struct combo *"), ffi.new("uint16_t[]", lib.NET_ACTIVE)
        if combo is not None:
            pack_combo(rules, combo, made[0])
        c = pack_view(rules, view, b)
        n = check(lib.training_inputs(b.set_engine(rules), policy.c, c, made, on))
        return tuple(on[0:n])


def net_rating(nets: bytes, role: int, on: Sequence[int]) -> int:
    """Return the output of a network, in 1 / `SCORE_UNIT` of a turn."""
    table = pack_nets(nets)
    rating: int = lib.net_rating(ffi.addressof(table, role), list(on), len(on))
    return rating
