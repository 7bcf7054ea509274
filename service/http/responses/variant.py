"""The description of a game, for clients that prepare their first request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, NotRequired, TypeAlias, TypedDict

from service.advice import mixed_levels
from service.advice.levels import AIMS, LEVELS, games_of, has_points, level_in, most_games
from service.advice.practice import PROFILE_NAMES, PROFILES
from service.advice.puzzles.shipped import puzzles_of, theme_name, themes_in
from service.core import engine
from service.core.bindings import CompiledRules
from service.http.requests import schemas
from service.http.responses.components import Level, Notation, Profile, Seat, Shape, Theme, VariantId
from service.rules.cards import MOST_PLAYS, NOTATIONS
from service.rules.combos import Shape as ShapeRow
from service.rules.display_names import seat_name, shape_en
from service.rules.errors import Bilingual
from service.rules.variant import Option
from service.rules.variant import Variant as Game

_Old: TypeAlias = Annotated[str, {"deprecated": True}]
_Share: TypeAlias = Annotated[float, {"minimum": 0, "maximum": 1}]


class BothLanguages(TypedDict):
    """A text in each language; a display name is `label` everywhere."""

    en: str
    zh: str


class _Labelled(TypedDict):
    label: BothLanguages
    en: _Old
    zh: _Old


def bilingual_json(text: Bilingual) -> BothLanguages:
    """Return a text in every language."""
    return {"en": text, "zh": text.zh}


def label_json(name: Bilingual) -> _Labelled:
    """Return a display name as `label`, and as the deprecated fields `en` and `zh`."""
    return {"label": bilingual_json(name), "en": name, "zh": name.zh}


class _Option(TypedDict):
    label: BothLanguages
    description: BothLanguages
    """Meaning of the option."""
    values: Annotated[list[str], {"minItems": 1}]
    default: str
    about: _Old
    about_zh: _Old
    value_labels: dict[str, BothLanguages]
    """Display names of values that are no numbers or ranks."""


def option_answer(option: Option) -> _Option:
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


class _NotationRow(TypedDict):
    id: Notation
    description: BothLanguages
    about: _Old
    about_zh: _Old


class _ProfileRow(_Labelled):
    id: Profile


class _Vocabulary(TypedDict):
    notations: list[_NotationRow]
    """Ways to write cards."""
    profiles: list[_ProfileRow]
    """Profiles of deals."""


def vocabulary_answer() -> _Vocabulary:
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
        "profiles": [{"id": profile, **label_json(PROFILE_NAMES[profile])} for profile in PROFILES],
    }


def shapes_of(variant: Game) -> list[ShapeRow]:
    """Return every shape that a game has under some option, those under default options first."""
    plain = variant.read_options({})
    chosen = [{name: value} for name, option in variant.options.items() for value in option.values]
    shapes: dict[str, ShapeRow] = {}
    for options in ({}, *chosen):
        for shape in variant.setup({**plain, **options}).shapes:
            shapes.setdefault(shape.name, shape)
    return list(shapes.values())


class _WinRange(TypedDict):
    least: _Share
    most: _Share


def win_range_answer(rules: CompiledRules) -> _WinRange | None:
    """Return the range of win shares that a level may be given by; None if not measured."""
    table = mixed_levels.strengths_of(rules)
    return {"least": table[0].win, "most": table[-1].win} if table else None


class _Wild(TypedDict):
    cards: NotRequired[str]
    stand_for: NotRequired[str]


class _ShapeRow(_Labelled):
    id: Shape
    tier: int


class _LevelRow(TypedDict):
    id: NotRequired[Level]
    label: NotRequired[BothLanguages]
    description: NotRequired[BothLanguages]
    zh: NotRequired[_Old]
    about: NotRequired[_Old]
    about_zh: NotRequired[_Old]
    games: NotRequired[Annotated[int, {"minimum": 0}]]
    """Sampled games of its search by default; 0 if it does not search."""
    step: NotRequired[Annotated[int, {"minimum": 1, "maximum": 7}] | None]
    """Place on the ladder of seven levels; null beside it."""


class _ThemeRow(_Labelled):
    id: Theme
    puzzles: Annotated[int, {"minimum": 1}]


class Variant(TypedDict):
    """A game: seats, cards, shapes, options, levels and limits."""

    id: VariantId
    label: BothLanguages
    name: _Old
    name_zh: _Old
    deck: dict[str, int]
    """Number of cards of each rank."""
    sides: list[list[Seat]]
    """The seats of each side."""
    hand_size: dict[str, int]
    """Cards of each seat before the first lead."""
    bottom: int
    """Cards of the bottom, which are counted in the hand of its seat; 0: none."""
    weights: str
    """Weights of the scores."""
    nets: str | None
    """Networks of adept, hint, expert and master; not used under options that they do not fit."""
    win: _WinRange | None
    """Range of `win` in `level: {"win": …}`, under the default options."""
    seats: list[Seat]
    levels: list[_LevelRow]
    seat_names: NotRequired[dict[str, BothLanguages]]
    """Display names of the seats."""
    shapes: list[_ShapeRow]
    """All shapes of the game; those of an option come last."""
    options: dict[str, _Option]
    themes: list[_ThemeRow]
    """Themes of the shipped puzzles of the game under its default options, with the number of puzzles; empty if there
    are none."""
    aims: NotRequired[list[Annotated[str, {"enum": AIMS}]]]
    """Values of `limits.aim`, the default first; empty if the game has no points."""
    limits: dict[str, int]
    """Bounds of one request: `games` and `nodes` of `limits`, `top`, `history`, and `batch`, the items of a batch."""
    suits: bool
    """Every card but the jokers needs a suit."""
    wild: _Wild | None


class VariantsAnswer(_Vocabulary):
    """Every game, the notations of cards and the profiles of deals."""

    variants: list[Variant]


def variants_answer(variants: Iterable[Game]) -> VariantsAnswer:
    """Return the description of all games."""
    return {"variants": [variant_answer(variant) for variant in variants], **vocabulary_answer()}


def variant_answer(variant: Game) -> Variant:
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
                "games": games_of(level, rules),
                "step": level.step or None,
            }
            for level in [level_in(variant.id, name) for name in LEVELS]
        ],
        "win": win_range_answer(rules),
        "themes": [
            {"id": theme, "puzzles": number, **label_json(theme_name(theme))}
            for theme, number in themes_in(puzzles_of(variant.id)).items()
        ],
        "aims": list(AIMS) if has_points(rules) else [],
        "weights": rules.weights.name,
        "nets": variant.nets.name if variant.nets else None,
        "limits": {
            "nodes": engine.MOST_NODES,
            "games": most_games(rules),
            "top": schemas.MOST_HINTS,
            "history": MOST_PLAYS,
            "batch": schemas.MOST_ITEMS,
        },
    }
