"""Comparison of moves in the core: the same sampled worlds, played out after each move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from service.core.bindings import Buffers, CompiledRules, check, ffi, lib, pack_combo, reserve
from service.core.robots import Past, Policy, View, fill_deal, pack_history, pack_view
from service.rules.cards import Suits
from service.rules.combos import Combo

MOST_COMPARED: int = lib.MOST_COMPARED
"""Maximum moves of a comparison."""

MOST_WORLDS: int = lib.MOST_WORLDS
"""Maximum worlds of a sample."""


class TableTurn(NamedTuple):
    """The seat to move, counted from the viewer, and the play to beat."""

    mover: int
    to_beat: Combo | None = None
    owner: int = 0
    """Seat of the play to beat."""


class Sample(NamedTuple):
    """Worlds to play out: *worlds* are sampled, and *draws* drawn from them by the likelihood of the history.

    If at most *most* worlds agree with the view, all are played out instead, each with its weight.
    """

    worlds: int
    draws: int
    seed: int
    most: int = 0


class World(NamedTuple):
    """Results of the moves in a sampled world."""

    times: int
    """Number of draws; if all worlds are played out, the weight."""
    won: int
    """Bit i: the viewer's side goes out next after move i."""
    points: tuple[tuple[int, ...], ...]
    """Payment of each seat after each move, the viewer first."""


class Comparison(NamedTuple):
    """Results of some moves in the same worlds."""

    worlds: tuple[World, ...]
    effective: float
    """Effective number of sampled worlds."""
    exact: bool
    """Whether all worlds that agree with the view were played out."""


def compare_moves(
    rules: CompiledRules,
    policy: Policy,
    view: View,
    history: Past,
    moves: Sequence[Combo | None],
    sample: Sample,
    turn: TableTurn | None = None,
    dealt: Sequence[tuple[int, Suits]] = (),
) -> Comparison:
    """Return the results of playing sampled worlds of *view* out by *policy* after each of *moves* (None: the pass).

    Without *moves* the policy makes the first move too, and each world has one result; only then *turn* may be that of
    another seat. With *dealt* (hand and suits of each seat from the viewer on) every world is this deal. Raises
    CoreError for a view or a turn that cannot be, and for more than `MOST_WORLDS` worlds.
    """
    n = len(moves)
    combos, c = ffi.new("struct combo[]", max(1, n)), ffi.new("struct comparison *")
    for i, combo in enumerate(moves):
        if combo is not None:
            pack_combo(rules, combo, combos[i])
    c.moves, c.n, c.worlds, c.draws, c.most = combos, n, sample.worlds, sample.draws, sample.most
    deal = ffi.new("struct deal *")
    if dealt:
        fill_deal(rules, deal, [hand for hand, _ in dealt], [suits for _, suits in dealt])
        c.dealt = deal
    to_beat, owner = (view.to_beat, view.owner) if turn is None else (turn.to_beat, turn.owner)
    c.turn.mover, c.turn.owner = 0 if turn is None else turn.mover, owner
    if to_beat is not None:
        pack_combo(rules, to_beat, c.turn.to_beat)
    with Buffers.borrow() as b:
        engine, packed = b.set_engine(rules, policy.weights_under(rules)), pack_view(rules, view, b)
        past, _moves = pack_history(rules, history)
        out = reserve("struct compared", max(1, min(max(sample.draws, sample.most), MOST_WORLDS)))
        count = check(lib.comparison_run(engine, policy.c, packed, past, c, sample.seed, out))
        columns, seats = max(1, n), len(view.left)
        worlds = tuple(
            [
                World(one.times, one.won, tuple([tuple(paid[0:seats]) for paid in one.points[0:columns]]))
                for one in out[0:count]
            ]
        )
        return Comparison(worlds, c.effective, c.exact != 0)
