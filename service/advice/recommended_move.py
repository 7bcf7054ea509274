"""The recommended move of a position: a robot's move, checked like every play, in the caller's own cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from service.advice import robot
from service.advice.analysis_request import AnalysisRequest, require_choice, require_turn
from service.advice.combo_cards import ComboCards, ComboKey, cards_of_play, cards_of_split, may_be_played
from service.core import engine
from service.position.position import Position
from service.rules import cards as c
from service.rules.combos import Combo
from service.rules.strength import Strength


class MoveFacts(NamedTuple):
    """The move of a robot in a position."""

    position: Position
    level: str
    move: robot.Move
    cards: ComboCards = ComboCards()
    """The cards of the play."""
    tried: tuple[ComboCards, ...] = ()
    """The cards of each candidate of a search."""
    strength: Strength | None = None
    """The strength that the level was drawn for, if the request gives no name."""


class IllegalMoveError(RuntimeError):
    """An illegal play chosen by a robot: a bug of the service, not a fault of the request."""


UNCOMPARED_REASONS = frozenset({"only", "filtered"})
"""Reasons of moves that were chosen without comparing plays."""


def robot_move(position: Position, request: AnalysisRequest) -> MoveFacts:
    """Return the move of a robot, checked like every play.

    Raises IllegalMoveError if it is illegal.
    """
    if request.move_filter != robot.NO_FILTER:
        require_choice(position, request.move_filter)
    choice = robot.choose_move(position, request.level, request.seed, request.games, request.move_filter, request.aim)
    if request.move_filter != robot.NO_FILTER and UNCOMPARED_REASONS.isdisjoint(choice.why):
        choice = choice._replace(why=(*choice.why, "filtered"))
    table: Mapping[ComboKey, ComboCards] = {}
    if position.own_cards.own:
        split = engine.split(position.rules, position.hand, request.nodes, None, position.suits)
        table = cards_of_split(position, split)
    candidates = [tried.combo for tried in choice.search.candidates] if choice.search else []
    tried = tuple([cards_of_play(position, combo, table) if combo else ComboCards() for combo in candidates])
    if choice.combo is None:
        return MoveFacts(position, request.level, choice, ComboCards(), tried, request.strength)
    cards = cards_of_play(position, choice.combo, table)
    check_move(position, choice.combo, cards.suits)
    return MoveFacts(position, request.level, choice, cards, tried, request.strength)


def check_move(position: Position, combo: Combo, suits: c.Suits) -> None:
    """Raise IllegalMoveError unless a play passes the check that every play passes."""
    if not may_be_played(position, combo, suits):
        raise IllegalMoveError(f"{position.rules.variant.id} refuses the {combo.shape} that a robot chose")


def recommend_move(position: Position, request: AnalysisRequest) -> MoveFacts:
    """Return only a robot's move."""
    require_turn(position)
    return robot_move(position, request)
