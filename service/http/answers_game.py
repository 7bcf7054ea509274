"""A game as an answer: what a client needs to know before it asks."""

from __future__ import annotations

from service.advice import robot
from service.core import engine
from service.http import schemas
from service.http.answers_cards import Json
from service.position.line import MOST_PLAYS
from service.rules.variant import Variant


def variant_answer(variant: Variant) -> Json:
    """Return a game as data."""
    rules = engine.rules_for(variant.id)
    setup = rules.setup
    return {
        "id": variant.id,
        "name": variant.name,
        "name_zh": variant.zh,
        "deck": dict(setup.deck),
        "seats": [int(seat) for seat in variant.seats] if variant.numbered else list(variant.seats),
        "sides": [
            [int(seat) if variant.numbered else seat for seat in sorted(side, key=variant.seats.index)]
            for side in variant.allies
        ],
        "hand_size": dict(setup.hand_size),
        "bottom": setup.bottom,
        "suits": setup.suited,
        "wild": {"cards": setup.wilds.cards, "stand_for": setup.wilds.ranks} if setup.wilds.cards else None,
        "shapes": [{"id": shape.name, "zh": shape.zh, "tier": shape.tier} for shape in setup.shapes],
        "options": {
            name: {"values": list(option.values), "default": option.values[0], "about": option.about}
            for name, option in variant.options.items()
        },
        "levels": [
            {"id": level.id, "zh": level.zh, "about": level.about, "games": robot.games_of(level, rules)}
            for level in robot.LEVELS.values()
        ],
        "weights": rules.weights.name,
        "nets": variant.nets and variant.nets.name,
        "limits": {
            "nodes": engine.MOST_NODES,
            "games": robot.most_games(rules),
            "top": schemas.MOST_HINTS,
            "history": MOST_PLAYS,
            "batch": schemas.MOST_ITEMS,
        },
    }
