"""The answer for open hands: the winner, all winning plays, and one line."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from service.advice.combo_cards import taken_suits
from service.advice.solve import Solution
from service.core.bindings import NO_SUITS
from service.core.open_hands import OpenMove
from service.http.requests.answer_format import AnswerFormat
from service.http.responses.cards import Engine, Written, engine_answer, no_cards, play_answer
from service.http.responses.components import Seat, Shape, Shown
from service.http.responses.table import TablePlay, seat_answer
from service.position.open_table import OpenTable
from service.rules.cards import Cards
from service.rules.physical_cards import taken


class _WinningPlay(TypedDict):
    """A play, or the pass, with which the side of the seat to move wins."""

    cards: Shown
    """Empty: the pass."""
    shape: Shape | None
    as_: NotRequired[Shown]


class SolveAnswer(TypedDict):
    """The winner of open hands, every winning play, and one line."""

    turn: Seat
    """The seat to move: the next seat if the leader has nothing that can be led."""
    winner: Seat | None
    """The side that wins with best play, as `winner` of /v1/game; null: unknown."""
    plays: list[_WinningPlay] | None
    """Every play of the seat to move with which its side wins, with each choice of kickers, and of suits if these can
    matter; empty: its side loses; null: unknown."""
    line: list[TablePlay] | None
    """One line to the end: the winning side needs the fewest plays against every defence, the losing side lasts as long
    as it can. If that takes as many states again as the proof (at least 4,096), or more than `limits`, any line of
    winning plays; null: unknown."""
    exact: bool
    """Proven; false: a bound ended the search without a result."""
    nodes: int
    """Visited states."""
    engine: Engine


def move_json(table: OpenTable, move: OpenMove, own: Cards) -> tuple[Any, Cards]:
    """Return a move as in answers, played from *own*, and the remaining hand."""
    combo, notation = move.combo, table.notation
    if combo is None:
        return {"cards": no_cards(notation), "shape": None}, own
    suits = move.suits or (taken_suits(combo, own.suits) if own.suits else NO_SUITS)
    answer = play_answer(combo, Written(table.rules, notation, own), suits)
    rest = list(own.own)
    for card in taken(combo.cards, own, notation, suits) if own.own else []:
        rest.remove(card)
    left = tuple([a - b for a, b in zip(own.suits, suits, strict=True)]) if own.suits else own.suits
    return answer, own._replace(hand=own.hand - combo.cards, own=tuple(rest), suits=left)


def solve_answer(facts: Solution, answer_format: AnswerFormat) -> SolveAnswer:
    """Return the winner, the winning plays and one line; none of them if a bound ended the search."""
    table, result = facts.table, facts.answer
    rules, variant = table.rules, table.rules.variant
    answer: SolveAnswer = {
        "turn": seat_answer(rules, table.seats[result.mover if result.exact else table.mover]),
        "winner": None,
        "plays": None,
        "line": None,
        "exact": result.exact,
        "nodes": result.nodes,
        "engine": engine_answer(rules),
    }
    if result.exact:
        hands = list(table.hands)
        line = []
        for move in result.line:
            shown, hands[move.seat] = move_json(table, move, hands[move.seat])
            line.append({"seat": seat_answer(rules, table.seats[move.seat])} | shown)
        answer["winner"] = variant.side_names[facts.winner] if variant.side_names else facts.winner
        answer["plays"] = [move_json(table, move, table.hands[move.seat])[0] for move in result.plays]
        answer["line"] = line
    return answer
