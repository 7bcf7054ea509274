"""Request for an analysis or a move: the parts, the options, and the checks that need the position."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from service.advice import levels, robot
from service.advice.hint_order import REST_ORDER
from service.core import engine
from service.position.position import Position
from service.rules.display_names import seat_en, seat_zh
from service.rules.errors import Bilingual, RuleError
from service.rules.strength import Strength

WANTS = ("power", "split", "hints", "move", "unseen")
"""Parts of an analysis computed unless `want` selects others."""


ALL_WANTS = (*WANTS, "beliefs")
"""Parts that a request may select."""


OFF_TURN_WANTS = ("power", "split", "unseen")
"""Parts computed off turn unless `want` selects others: those that depend only on the hand."""


DEFAULT_TOP = 8
"""Hints listed unless `top` sets another number; 0 lists all."""


class AnalysisRequest(NamedTuple):
    """The requested parts of an analysis and their options."""

    want: Collection[str] | None = None
    """Requested parts, of `ALL_WANTS`; None: all of `WANTS` that apply to the position."""
    top: int = DEFAULT_TOP
    level: str = levels.DEFAULT_LEVEL
    seed: int | None = None
    nodes: int = 0
    games: int = 0
    aim: str = levels.POINTS
    """Aim of the robot, one of `robot.AIMS`."""
    move_filter: robot.MoveFilter = robot.NO_FILTER
    """Filter of the listed hints and of the candidate moves."""
    order: str = REST_ORDER
    """Order of the hints, of `ORDERS`."""
    strength: Strength | None = None
    """The strength that *level* was drawn for, if the request gives no name."""
    player: str = ""
    """The level of the player who is advised; empty: advice for everybody."""


def require_choice(position: Position, move_filter: robot.MoveFilter) -> None:
    """Raise RuleError "must_lead" or "must_beat" if the filter leaves neither a play nor a pass."""
    rules, to_beat = position.rules, position.to_beat
    plays = engine.legal(rules, position.hand, to_beat, position.suits, position.constraints)
    if any(move_filter.may_play(combo) for combo in plays):
        return
    if engine.may_pass(rules, to_beat, len(plays), sum(combo.tier > 0 for combo in plays)):
        return
    fields, pointer = ("`only`", "/only") if not move_filter.avoid else ("`avoid`", "/avoid")
    if to_beat is None:
        message = Bilingual(f"{fields} allows no lead", f"{fields} 没有留下有牌权时能出的牌")
        raise RuleError("must_lead", message, pointer)
    english = f"{fields} leaves no play that beats the table, and a player who can beat must"
    raise RuleError("must_beat", Bilingual(english, f"{fields} 没有留下能管的牌，而能管必须管"), pointer)


def require_turn(position: Position) -> None:
    """Raise RuleError "not_your_turn" unless the asker moves."""
    if position.mover != position.seat:
        message = Bilingual(
            f"it is {seat_en(position.mover)}'s turn, not {seat_en(position.seat)}'s",
            f"轮到{seat_zh(position.mover)}，不是{seat_zh(position.seat)}",
        )
        raise RuleError("not_your_turn", message, "/seat")


def wanted(position: Position, request: AnalysisRequest) -> Collection[str]:
    """Return the parts to compute.

    Raises RuleError "not_your_turn" if hints or a move are requested off turn, or hints for a flower alone.
    """
    if request.want is not None:
        if "hints" in request.want or "move" in request.want:
            require_turn(position)
        if "hints" in request.want and position.is_skipped:
            message = Bilingual("a flower alone cannot be led; the next seat leads", "只剩花牌不能先出：由下一家先出")
            raise RuleError("not_your_turn", message, "/hand")
        return request.want
    on_turn = position.mover == position.seat and not position.is_skipped
    return WANTS if on_turn else OFF_TURN_WANTS
