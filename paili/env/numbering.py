"""Fixed numbers of actions: the same number means the same action in every state, as learning libraries expect.

`plays` numbers each play of a game without wild cards and suits (27,471 and the pass with `attach=rlcard`). `shapes`
numbers shape, first rank, length and suit (some hundreds); of the plays that share a number, the one that leaves the
best hand is played. Numbers below 16 are bids, and 1 is the pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

from paili.env.tables import NUMBERS, TableBatch
from service.core import engine
from service.core.bindings import CompiledRules
from service.rules import cards as c
from service.rules.cards import RANKS
from service.rules.combos import Shape

BIDS = 16
"""Numbers of bids and of the pass."""

COUNTS = len(RANKS)
AT = {name: 2 * COUNTS + place for place, name in enumerate(NUMBERS)}
"""Columns of an action's features."""

SUITS = 5
"""Suits of a play, with none."""


def bodies(rules: CompiledRules, shape: Shape) -> Iterator[tuple[str, int]]:
    """Yield the cards of each body of a shape, and the number of its ranks."""
    if shape.named:
        yield shape.named, 1
    elif shape.runs:
        run = rules.setup.run
        for length in range(shape.run[0], min(shape.run[1], len(run)) + 1):
            for start in range(len(run) - length + 1):
                yield run[start : start + length] * shape.copies, length
    else:
        yield from ((rank * shape.copies, 1) for rank in shape.ranks)


def card_sets(rules: CompiledRules) -> Iterator[str]:
    """Yield the cards of each possible play; some are no plays, and some occur twice."""
    deck, most = rules.setup.deck, max(rules.setup.hand_size.values())
    for shape in rules.setup.shapes:
        for body, length in bodies(rules, shape):
            groups = shape.kickers * length
            fewest = -(-shape.kickers_least // (shape.kicker_size or 1)) if shape.kickers_short else groups
            room = (most - len(body)) // (shape.kicker_size or 1)
            for number in range(fewest, min(groups, room) + 1):
                for ranks in combinations_with_replacement(deck, number):
                    cards = body + "".join(ranks) * (shape.kicker_size or 1)
                    if all(n <= deck[rank] for rank, n in Counter(cards).items()):
                        yield cards


@lru_cache(4)
def play_numbers(rules: CompiledRules) -> Mapping[tuple[bytes, int], int]:
    """Return the number of each play by its counts of ranks and its row; takes some seconds."""
    rows = {shape.name: row for row, shape in reversed(list(enumerate(rules.setup.shapes)))}
    plays = {
        (bytes(c.counts(combo.cards)), rows[combo.shape])
        for packed in {c.pack(cards) for cards in card_sets(rules)}
        for combo in engine.readings(rules, packed)
    }
    return {play: BIDS + number for number, play in enumerate(sorted(plays))}


def shape_numbers(rules: CompiledRules) -> Mapping[tuple[int, ...], int]:
    """Return the number of each row of the rules with its first rank, its length and its suit."""
    suits = range(SUITS if rules.setup.suited else 1)
    keys = dict.fromkeys(
        (row, RANKS.index(body[0]), length, suit)
        for row, shape in enumerate(rules.setup.shapes)
        for body, length in bodies(rules, shape)
        for suit in suits
    )
    return {key: BIDS + number for number, key in enumerate(keys)}


class Numbering:
    """Fixed numbers of the actions of one table: *kind* is "plays" or "shapes".

    Raises ValueError for plays of a game with wild cards or suits, whose number is not bounded in practice.
    """

    def __init__(self, table: TableBatch, kind: str) -> None:
        setup = table.rules.setup
        if table.features is None:
            raise ValueError("numbers of actions need their features")
        if kind not in ("plays", "shapes"):
            raise ValueError(f"actions are listed, plays or shapes; not {kind!r}")
        if kind == "plays" and (setup.wilds.cards or setup.suited or setup.wilds.printed):
            raise ValueError(f"{table.rules.variant.id} has too many plays to number: use actions='shapes'")
        self.table = table
        self.by_shape = kind == "shapes"
        self.known: Mapping[Any, int] = (shape_numbers if self.by_shape else play_numbers)(table.rules)
        self.size = BIDS + len(self.known)
        """Size of the action space."""

    def numbers(self) -> Any:
        """Return the number of each legal action of the table, in the order of its list."""
        features: Any = self.table.features
        features = features[: int(self.table.counts[0])]
        return self.table.np.array([self.number(row) for row in features], self.table.np.int64)

    def number(self, features: Any) -> int:
        """Return the number of an action by its row of features."""
        if features[AT["bid"]]:
            return int(features[AT["bid"]])
        if self.by_shape:
            return self.known[tuple(int(features[AT[name]]) for name in ("row", "rank", "length", "suit"))]
        return self.known[features[:COUNTS].tobytes(), int(features[AT["row"]])]

    def choices(self) -> dict[int, int]:
        """Return the index into the list of legal actions for each number; of several plays the one of most value."""
        numbers, values = self.numbers().tolist(), self.table.values
        order = range(len(numbers)) if values is None else values[: len(numbers)].argsort(kind="stable")[::-1]
        chosen: dict[int, int] = {}
        for at in order:
            chosen.setdefault(numbers[at], int(at))
        return chosen
