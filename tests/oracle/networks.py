"""The second implementation of networks: inputs by name, layers in plain integers."""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from service.core.bindings import SCORE_UNIT, CompiledRules
from service.core.robots import View
from service.core.training import NET
from service.rules import cards
from service.rules.combos import Combo

KINDS = (
    ("table", 3), ("next", 21), ("last", 21), ("unseen", 64), ("beaten_row", 20), ("beaten_key", 48), ("rest", 64),
    ("own", 21), ("turns", 12), ("row", 20), ("key", 48), ("control", 3), ("rest_behind", 12), ("value_behind", 12),
    ("worth", 32), ("opposite", 21), ("opposite_owns", 1),
)  # fmt: skip
"""Kinds of inputs in their order, with the number of each."""

EDGES = (0.001, 0.1, 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2, 3, 5)
"""Boundaries in turns between the inputs of a distance."""


def named_inputs(on: Sequence[int]) -> list[tuple[str, int]]:
    """Return inputs by kind and place."""
    inputs = []
    for number in on:
        place = number
        for kind, size in KINDS:
            if place < size:
                inputs.append((kind, place))
                break
            place -= size
    return inputs


def counted_inputs(rules: CompiledRules, kind: str, hand: int, decks: int = 1) -> list[tuple[str, int]]:
    """Return the inputs of the ranks of a hand by their power; all wild cards are counted as one rank, the highest."""
    counts: Counter[int] = Counter()
    for rank, n in enumerate(cards.counts(hand)):
        wild = cards.RANKS[rank] in rules.setup.wilds.cards
        counts[15 if wild or rank == cards.WILD else rules.setup.power.find(cards.RANKS[rank])] += n
    return [(kind, place * 4 + min(math.ceil(n / decks), 4) - 1) for place, n in counts.items() if n]


def learned_row(rules: CompiledRules, combo: Combo) -> int:
    """Return the network row of a combo; a bomb of five cards or more has the row of four."""
    nets = rules.variant.nets
    learned, name = nets.rows if nets else (), re.sub(r"^(soft|pure)_bomb_\d+$", r"\1_bomb", combo.shape)
    further = [other for other in rules.names if other not in learned]
    return learned.index(name) if name in learned else len(learned) + further.index(name)


def placed(combo: Combo) -> int:
    """Return the input of a combo's key: of one card, of two, of more."""
    return min(combo.size - 1, 2) * 16 + combo.key


def behind(turns: float) -> int:
    """Return the input of a distance."""
    return sum(round(turns * SCORE_UNIT) > round(edge * SCORE_UNIT) for edge in EDGES)


def inputs(
    rules: CompiledRules, view: View, combo: Combo | None, score: float, turns: int, best: float, answered: bool
) -> list[tuple[str, int]]:
    """Return the inputs of an option except those from the rules of play.

    *score* and *turns* are those of the remaining hand, *best* is the best score of any option; *answered*: some enemy
    could beat it by the same type.
    """
    others = ("next", "opposite", "last") if len(view.left) == 4 else ("next", "last")
    owner = others[view.owner - 1] if view.to_beat else ""
    on = [("opposite_owns", 0) if owner == "opposite" else ("table", ("", "next", "last").index(owner))]
    known = zip(others, view.left[1:] * (2 if len(view.left) == 2 else 1), strict=True)
    on += [(kind, left) for kind, left in known if left is not None and left <= 20]
    on += counted_inputs(rules, "unseen", view.unseen, rules.setup.decks)
    if view.to_beat:
        on += [("beaten_row", learned_row(rules, view.to_beat)), ("beaten_key", placed(view.to_beat))]
    rest = view.hand - (combo.cards if combo else 0)
    on += [*counted_inputs(rules, "rest", rest), ("own", min(cards.size(rest), 20)), ("turns", min(turns, 11))]
    on += [("row", learned_row(rules, combo) if combo else 19)]
    if combo:
        on += [("key", placed(combo))]
        on += [] if answered else [("control", min(combo.size, 3) - 1)]
    steps = int((score + 11) * 2 + 1e-9) if score > -11 else 0
    return [*on, ("rest_behind", behind(best - score)), ("worth", min(steps, 31))]


def rating(net: bytes, on: Sequence[int]) -> int:
    """Return the rating of a network for the inputs that are on; a unit of log odds is two and a half turns."""
    numbers = iter(array("h", net).tolist())
    first = [list(islice(numbers, NET.first)) for _ in range(NET.inputs)]
    first_bias = list(islice(numbers, NET.first))
    second = [list(islice(numbers, NET.first)) for _ in range(NET.second)]
    second_bias, last = list(islice(numbers, NET.second)), list(islice(numbers, NET.second))
    a = [min(max(bias + sum(first[i][j] for i in on), 0), 4095) for j, bias in enumerate(first_bias)]
    out = 0
    for row, bias, weight in zip(second, second_bias, last, strict=True):
        total = bias * NET.unit + sum(x * w for x, w in zip(a, row, strict=True))
        out += weight * min(max(total, 0) // NET.unit, 16383)
    return int(out * SCORE_UNIT * 5 / 2 / NET.unit**2)
