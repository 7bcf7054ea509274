"""Rows of hints: the reasons for and against each play, the level's scores, and the recommended row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.advice import levels, robot
from service.advice.analysis_request import AnalysisRequest
from service.advice.combo_cards import cards_of_plays, cards_of_split, known_by
from service.advice.hint_order import ScoredPlay
from service.core import engine
from service.core.bindings import CompiledRules, is_overlooked, new_tuple
from service.core.engine import Hint, Hints
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo


class HintFacts(NamedTuple):
    """A legal play with the reasons for and against it."""

    hint: Hint
    suits: c.Suits
    """The cards of the play by suit, where suits matter."""
    breaks: int
    """Combos of the best split that the play breaks, as bits."""
    why: tuple[str, ...]
    value: ScoredPlay | None = None
    """The level's score of the play, if hints are in the level's order."""
    own: c.Cards | None = None
    """The caller's own cards of the play, as in the split; None: the first of each rank."""
    spent: tuple[Combo, ...] = ()
    """Bombs that the play uses up although it is none."""
    recommended: bool = False
    """Whether it is the move of the level."""


class PassFacts(NamedTuple):
    """The pass as a row of hints in a level's order."""

    place: int
    """Number of hints before the pass."""
    why: tuple[str, ...]
    value: ScoredPlay
    recommended: bool


class HintList(NamedTuple):
    """The requested hints, and the number of legal plays."""

    listed: tuple[HintFacts, ...]
    may_pass: bool
    legal: int
    """Number of legal actions, the pass included."""
    pass_row: PassFacts | None = None
    """The pass as a row among the hints; None: it has no row."""
    by_robot: bool = False
    """Whether the hints are in the level's order."""


def bombs_spent(rules: CompiledRules, combo: Combo) -> tuple[Combo, ...]:
    """Return the disjoint bombs in four of a rank with kickers, the strongest first."""
    if combo.tier or combo.plays_as == combo.body or c.size(combo.body) != 4 * combo.length:
        return ()
    bombs = [bomb for bomb in engine.legal(rules, combo.cards, None) if bomb.tier]
    spent, left = list[Combo](), combo.cards
    for bomb in sorted(bombs, key=lambda bomb: (-bomb.tier, -bomb.key)):
        if c.holds(left, bomb.cards):
            left -= bomb.cards
            spent.append(bomb)
    return tuple(spent)


def why(
    position: Position, hint: Hint, breaks: int, spent: tuple[Combo, ...], most_cards: int, control: int
) -> tuple[str, ...]:
    """Return the reason codes of a hint. *most_cards* is the size of the largest lead, 0 if the hint is no lead."""
    combo = hint.combo
    empties = combo.cards == position.hand
    codes = ["empties_hand"] if empties else []
    if empties and position.is_first_next:
        codes.append("wins")
    if breaks or not spent:
        codes.append("breaks_split" if breaks else "keeps_split")
    if spent:
        codes.append("bomb_as_quad")
    if combo.tier:
        codes.append("bomb")
    elif hint.cheapest:
        codes.append("cheapest")
    if combo.size == most_cards:
        codes.append("sheds_most")
    if control and not empties:
        codes.append("control")
    return tuple(codes)


def sees(level: levels.Level, position: Position, combo: Combo) -> bool:
    """Return whether a level sees a play; every player sees answers to the play on the table, and the whole hand."""
    if not position.leads or combo.cards == position.hand:
        return True
    rules = position.rules
    return not is_overlooked(rules.shapes[rules.row_of(combo)], level.limits.overlooks)


def chosen(position: Position, hints: Hints, request: AnalysisRequest, above: levels.Level | None) -> Sequence[int]:
    """Return the places of the hints that may be listed: those that pass the filter and that the level *above* sees."""
    places: Sequence[int] = range(len(hints))
    if request.move_filter != robot.NO_FILTER:
        places = [i for i, hint in enumerate(hints) if request.move_filter.may_play(hint.combo)]
    if above is not None:
        places = [i for i in places if sees(above, position, hints[i].combo)]
    return places


def hint_rows(position: Position, hints: Hints, places: Sequence[int], controls: int) -> list[HintFacts]:
    """Return the hints at *places*; *controls*: of each hint in turn, as a bit, whether unseen cards cannot beat it."""
    if not places:
        return []
    listed, hand = [], position.hand
    most_cards = hints.most_cards if position.to_beat is None else 0
    selected, table = hints.at(places), cards_of_split(position, hints.split)
    taken = cards_of_plays(position, [hint.combo for hint in selected], table)
    breaks = hints.breaks(places, hand, position.suits, [cards.suits for cards in taken])
    for i, (hint, cards, broken) in enumerate(zip(selected, taken, breaks, strict=True)):
        spent = bombs_spent(position.rules, hint.combo)
        reasons = why(position, hint, broken, spent, most_cards, controls >> i & 1)
        listed.append(new_tuple(HintFacts, (hint, cards.suits, broken, reasons, None, cards.own, spent, False)))
    return listed


def with_values(
    rows: Sequence[HintFacts], values: Sequence[ScoredPlay], move: robot.Move
) -> tuple[list[HintFacts], PassFacts | None]:
    """Return hints with the scores of the level that makes *move*, and the pass if it is one of *values*."""
    plays = [value for value in values if value.place is not None]
    listed = [facts._replace(value=value) for facts, value in zip(rows, plays, strict=True)]
    if len(plays) == len(values):
        return listed, None
    place, passes = [value.place for value in values].index(None), move.combo is None
    return listed, PassFacts(place, move.why if passes else ("keeps_hand",), values[place], passes)


SAME_REASONS: Mapping[str, str] = MappingProxyType({"empties_hand": "finish", "bomb": "use_bomb"})
"""Facts about a hint that a reason of the move says too."""


def with_recommended(rows: Sequence[HintFacts], move: robot.Move, *, explains: bool) -> list[HintFacts]:
    """Return hints with the level's move marked; *explains*: its reasons come before the facts about the hint."""
    chosen = None if move.combo is None else known_by(move.combo)
    marked = []
    for row in rows:
        if chosen is None or known_by(row.hint.combo) != chosen:
            marked.append(row)
            continue
        facts = [code for code in row.why if code not in move.why and SAME_REASONS.get(code) not in move.why]
        marked.append(row._replace(recommended=True, why=(*move.why, *facts) if explains else row.why))
    return marked
