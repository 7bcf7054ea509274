"""Model beginners: players of one simple habit, as a yardstick for the lowest levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from lab.arena.opponent import Opponent
from service.core import engine
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo


def height(combo: Combo) -> tuple[int, ...]:
    """Return the order in which a beginner takes plays that beat: bombs last, then the lower, then fewer cards."""
    return combo.tier, combo.key, combo.size, combo.cards


def lowest_rank(position: Position, plays: Sequence[Combo]) -> Combo:
    """Return the lead of the lowest card with as many of its rank as can be led together."""
    power = position.rules.setup.power
    equal = [combo for combo in plays if len(set(c.text(combo.cards))) == 1] or plays

    def order(combo: Combo) -> tuple[int, ...]:
        return combo.tier, power.find(c.text(combo.cards)[0]), -combo.size, combo.cards

    return min(equal, key=order)


def longest_low(position: Position, plays: Sequence[Combo]) -> Combo:
    """Return the lead with the most cards that is no bomb, the lowest of them."""
    return min(plays, key=lambda combo: (combo.tier > 0, -combo.size, combo.key, combo.cards))


BEGINNERS: Mapping[str, Callable[[Position, Sequence[Combo]], Combo]] = MappingProxyType(
    {"naive": lowest_rank, "greedy": longest_low}
)
"""How each of them leads. Both follow by the lowest play that beats; *greedy* never beats its ally if it may pass."""


class Beginner(Opponent):
    """A model beginner."""

    def __init__(self, name: str) -> None:
        self.name, self.version, self.lead = name, f"{engine.VERSION} beginner", BEGINNERS[name]

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return its move."""
        rules, to_beat = position.rules, position.to_beat
        plays = engine.legal(rules, position.hand, to_beat, position.suits, position.constraints)
        if to_beat is None:
            return self.lead(position, plays)
        may_pass = engine.may_pass(rules, to_beat, len(plays), sum(combo.tier > 0 for combo in plays))
        side = rules.variant.side_of
        by_ally = position.to_beat_seat and side(position.to_beat_seat) == side(position.seat)
        if not plays or (may_pass and by_ally and self.name == "greedy"):
            return None
        return min(plays, key=height)
