"""The description of a game, for clients that prepare their first request."""

from __future__ import annotations

from service.advice import mixed_levels, robot
from service.advice.practice import PROFILE_NAMES, PROFILES
from service.advice.puzzles.shipped import puzzles_of, theme_name, themes_in
from service.core import engine
from service.core.bindings import CompiledRules
from service.http.requests import schemas
from service.http.requests.answer_format import Json
from service.rules.cards import MOST_PLAYS, NOTATIONS
from service.rules.combos import Shape
from service.rules.display_names import seat_name, shape_en
from service.rules.errors import Bilingual
from service.rules.variant import Option, Variant


def bilingual_json(text: Bilingual) -> Json:
    """Return a text in every language."""
    return {"en": text, "zh": text.zh}


def label_json(name: Bilingual) -> Json:
    """Return a display name as `label`, and as the deprecated fields `en` and `zh`."""
    return {"label": bilingual_json(name)} | bilingual_json(name)


def option_answer(option: Option) -> Json:
    """Return an option: its meaning, its values, and the names of values that are no numbers or ranks."""
    words = {value: word for value in option.values if (word := option.word(value)) is not None}
    return {
        "label": bilingual_json(option.label),
        "description": bilingual_json(option.about),
        "values": list(option.values),
        "default": option.values[0],
        "about": option.about,
        "about_zh": option.about.zh,
        "value_labels": {value: bilingual_json(word) for value, word in words.items()},
    }


def vocabulary_answer() -> Json:
    """Return the vocabulary of all games: levels, notations and profiles with display names."""
    return {
        "notations": [
            {
                "id": notation.id,
                "description": bilingual_json(notation.about),
                "about": notation.about,
                "about_zh": notation.about.zh,
            }
            for notation in NOTATIONS.values()
        ],
        "profiles": [{"id": profile} | label_json(PROFILE_NAMES[profile]) for profile in PROFILES],
    }


def shapes_of(variant: Variant) -> list[Shape]:
    """Return every shape that a game has under some option, those under default options first."""
    plain = variant.read_options({})
    chosen = [{name: value} for name, option in variant.options.items() for value in option.values]
    shapes: dict[str, Shape] = {}
    for options in ({}, *chosen):
        for shape in variant.setup({**plain, **options}).shapes:
            shapes.setdefault(shape.name, shape)
    return list(shapes.values())


def win_range_answer(rules: CompiledRules) -> Json | None:
    """Return the range of win shares that a level may be given by; None if not measured."""
    table = mixed_levels.strengths_of(rules)
    return {"least": table[0].win, "most": table[-1].win} if table else None


def variant_answer(variant: Variant) -> Json:
    """Return the description of a game."""
    rules = engine.rules_for(variant.id)
    setup = rules.setup
    return {
        "id": variant.id,
        "label": {"en": variant.name, "zh": variant.zh},
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
        "shapes": [
            {"id": shape.name, **label_json(Bilingual(shape_en(shape.name), shape.zh)), "tier": shape.tier}
            for shape in shapes_of(variant)
        ],
        "seat_names": {seat: bilingual_json(seat_name(seat)) for seat in variant.seats},
        "options": {name: option_answer(option) for name, option in variant.options.items()},
        "levels": [
            {
                "id": level.id,
                "label": {"en": level.id, "zh": level.zh},
                "description": bilingual_json(level.about),
                "zh": level.zh,
                "about": level.about,
                "about_zh": level.about.zh,
                "games": robot.games_of(level, rules),
                "step": level.step or None,
            }
            for level in robot.LEVELS.values()
        ],
        "win": win_range_answer(rules),
        "themes": [
            {"id": theme, "puzzles": number} | label_json(theme_name(theme))
            for theme, number in themes_in(puzzles_of(variant.id)).items()
        ],
        "aims": list(robot.AIMS) if robot.has_points(rules) else [],
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
