"""Analysis of a position: the requested parts of split, hints, recommended move and beliefs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from service.advice import levels
from service.advice.analysis_request import AnalysisRequest, wanted
from service.advice.beliefs import Beliefs, rank_beliefs
from service.advice.hint_order import ROBOT_ORDER, ScoredPlay, score_plays
from service.advice.hints import HintList, chosen, hint_rows, with_recommended, with_values
from service.advice.recommended_move import MoveFacts, robot_move
from service.core import engine
from service.core.engine import Split
from service.position.position import Position


class Analysis(NamedTuple):
    """The analysis of a position; a part that was not requested is None."""

    position: Position
    want: Collection[str]
    split: Split
    controls: int
    """Combos of the split that no unseen cards beat by the same type, as bits."""
    hints: HintList | None
    move: MoveFacts | None
    beliefs: Beliefs | None
    player: str = ""
    """The level of the player who is advised; empty: advice for everybody."""


def analyze(position: Position, request: AnalysisRequest) -> Analysis:
    """Return the requested parts of an analysis."""
    want = wanted(position, request)
    rules, hand = position.rules, position.hand
    by_robot = "hints" in want and request.order == ROBOT_ORDER
    move = robot_move(position, request) if "move" in want or by_robot else None
    beliefs = rank_beliefs(position, request.seed) if "beliefs" in want else None
    above = levels.level_above(rules.variant.id, request.player) if request.player else None
    weights = rules.weights_without(above.limits.overlooks) if above is not None else None
    if "hints" not in want:
        split = engine.split(rules, hand, request.nodes, weights, position.suits)
        controls = engine.controls(rules, split.raw, position.unseen, position.unseen_suits)
        return Analysis(position, want, split, controls, None, move, beliefs, request.player)
    hints = engine.hints(rules, hand, position.to_beat, request.nodes, weights, position.suits, position.constraints)
    may_pass = engine.may_pass(rules, position.to_beat, len(hints), hints.bombs)
    values: Sequence[ScoredPlay] = ()
    if by_robot and move is not None:
        level = levels.level_in(rules.variant.id, request.level)
        values = score_plays(position, level, move.move, request.move_filter, hints, may_pass=may_pass)
    places = chosen(position, hints, request, above)
    if values:
        listed_places = {None, *places}
        values = [one for one in values if one.place in listed_places]
        values = values[: request.top] if request.top else values
        places = [one.place for one in values if one.place is not None]
    elif request.top:
        places = places[: request.top]
    controls = engine.controls(
        rules, hints.split.raw + hints.raw_combos(places), position.unseen, position.unseen_suits
    )
    known = 0 if above is not None and above.limits.forgets else controls >> hints.split.turns
    rows, pass_row = hint_rows(position, hints, places, known), None
    if values and move is not None:
        rows, pass_row = with_values(rows, values, move.move)
    if move is not None:
        rows = with_recommended(rows, move.move, explains=by_robot)
    listed = HintList(tuple(rows), may_pass, hints.sets + may_pass, pass_row, by_robot)
    return Analysis(position, want, hints.split, controls, listed, move, beliefs, request.player)
