"""RLCard's rule robot for Dou Dizhu (`make .venv/arena.stamp`), with our positions converted to RLCard's states.

The robot takes the first of the cheapest plays in the order of RLCard's tables, and otherwise draws with numpy's global
generator. So legal plays are passed in that order, and the generator is seeded before each move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from lab.arena.errors import ArenaError
from lab.arena.opponent import Opponent
from service.core import engine
from service.position.position import Position
from service.rules import cards as c
from service.rules.cards import Hand
from service.rules.combos import Combo
from service.rules.games.standard import STANDARD
from service.rules.variant import Variant

RLCARD = "rlcard"
"""Its name among the opponents."""

JOKERS = str.maketrans("XD", "BR")
OURS = str.maketrans("BR", "XD")


def letters(hand: Hand) -> str:
    """Return cards as RLCard writes them, lowest first."""
    return c.text(hand).translate(JOKERS)


def action_of(combo: Combo | None) -> str:
    """Return a play or a pass as RLCard writes it."""
    return "pass" if combo is None else letters(combo.cards)


class RuleRobot(Opponent):
    """RLCard's "doudizhu-rule-v1"."""

    options = MappingProxyType({"attach": "rlcard"})

    def __init__(self) -> None:
        try:
            models, tables = (
                import_module("rlcard.models.doudizhu_rule_models"),
                import_module("rlcard.games.doudizhu.utils"),
            )
            self.chance = import_module("numpy.random")
        except ImportError as error:
            raise ArenaError(f"RLCard is not installed ({error}): make .venv/arena.stamp") from error
        self.name, self.version = RLCARD, f"rlcard {import_module('rlcard').__version__}"
        self.agent: Any = models.DouDizhuRuleAgentV1()
        self.types: Mapping[str, list[tuple[str, str]]] = tables.CARD_TYPE[0]
        self.places = {kind: dict(weighted_places(by_weight)) for kind, by_weight in tables.TYPE_CARD.items()}

    def plays(self, variant: Variant) -> bool:
        """Return whether it is Dou Dizhu."""
        return variant is STANDARD

    def answers(self, target: str, plays: list[str]) -> list[str]:
        """Return those of *plays* that RLCard would offer against *target*, in its order."""
        least: dict[str, int] = {}
        for kind, weight in self.types[target]:
            least.setdefault(kind, int(weight))
        if "rocket" in least:
            return []
        least.setdefault("rocket", -1)
        least.setdefault("bomb", -1)
        ranked = []
        for play in plays:
            for order, (kind, floor) in enumerate(least.items()):
                place, worth = self.places[kind].get(play, (0, -1))
                if worth > floor:
                    ranked.append((order, place, play))
                    break
        return [play for _, _, play in sorted(ranked)]

    def actions(self, position: Position) -> list[str]:
        """Return the legal plays in RLCard's order; empty on a lead, where the robot does not use them."""
        plays = [letters(combo.cards) for combo in engine.legal(position.rules, position.hand, position.to_beat)]
        if position.to_beat is None:
            return plays
        return ["pass", *self.answers(letters(position.to_beat.cards), plays)]

    def observation(self, position: Position) -> dict[str, Any]:
        """Return the position as RLCard's environment shows it to a player."""
        seats = position.rules.variant.seats
        played = dict.fromkeys(seats, 0)
        for turn in position.history:
            played[turn.seat] += turn.combo.cards if turn.combo else 0
        return {
            "seen_cards": letters(position.bottom),
            "landlord": 0,
            "trace": [(seats.index(turn.seat), action_of(turn.combo)) for turn in position.history],
            "played_cards": [letters(played[seat]) for seat in seats],
            "self": seats.index(position.seat),
            "current_hand": letters(position.hand),
            "others_hand": letters(position.unseen),
            "num_cards_left": [position.left[seat] for seat in seats],
            "actions": self.actions(position),
        }

    def action(self, position: Position, seed: int) -> str:
        """Return the robot's action as text."""
        self.chance.seed(seed & 0xFFFFFFFF)
        return str(self.agent.step({"raw_obs": self.observation(position)}))

    def move(self, position: Position, seed: int) -> Combo | None:
        """Return the robot's move.

        Raises ArenaError if it is illegal in our rules.
        """
        action = self.action(position, seed)
        if action == "pass":
            return None
        combo = engine.play(position.rules, position.hand, c.pack(action.translate(OURS)), position.to_beat)
        if combo is None:
            raise ArenaError(f"rlcard plays {action}, which is not legal: {position.line}")
        return combo


def weighted_places(by_weight: Mapping[str, list[str]]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the plays of one of RLCard's types with their indices in its table and their weights."""
    rows = [(play, int(weight)) for weight, plays in by_weight.items() for play in plays]
    return ((play, (place, weight)) for place, (play, weight) in enumerate(rows))
