"""The bound of CPU time of a thread: searches stop at their next pause, and the next search is not affected."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from service.advice import robot
from service.advice.beliefs import EXPLAINING, position_beliefs
from service.advice.views import past_of, view_of
from service.core import comparison, engine, open_hands
from service.core.bindings import CompiledRules, CpuSpent, cpu_bound, ffi, lib, reserve
from service.core.open_hands import OpenQuestion
from service.position.parse.position_text import PositionText
from service.position.read import read_position
from service.rules.cards import pack

PAUSE = 128
"""States of a search with open hands between two pauses."""

SPENT = 1e-9
"""Seconds of CPU that every thread has used."""


HANDS = ("3456789TJQKA2", "3456789TJQKA2")


def search(rules: CompiledRules, cpu_until: float) -> tuple[int, int]:
    """Return the status of a search of many states, and their number."""
    c, out = ffi.new("struct open_question *"), ffi.new("struct open_answer *")
    c.hands[0], c.hands[1], c.side[1], c.seats = pack(HANDS[0]), pack(HANDS[1]), 1, 2
    c.cpu_until = cpu_until
    memory, plays = reserve("char", open_hands.MEMORY), reserve("struct open_play", lib.MAX_MOVES)
    size, line = open_hands.MEMORY, reserve("struct open_play", open_hands.MOST_LINE)
    most = lib.MAX_MOVES
    status = lib.open_hands_search_run(rules.c, c, memory, size, 5000, out, plays, most, line, open_hands.MOST_LINE)
    return status, out.nodes


def test_a_search_with_open_hands_ends_at_its_next_pause(standard: CompiledRules) -> None:
    assert search(standard, SPENT) == (lib.ERROR_CPU, PAUSE)
    status, states = search(standard, 0.0)
    assert status == 0
    assert states > PAUSE
    assert search(standard, 1e9) == (status, states)


def solved(rules: CompiledRules) -> Any:
    return open_hands.solve_open(rules, OpenQuestion((pack(HANDS[0]), pack(HANDS[1])), (0, 1)), 5000)


POSITION = PositionText("3445577899TJJKA2D", seat="landlord_down", bottom="4KX", history=["TT"])


def moved(rules: CompiledRules) -> Any:
    return robot.choose_move(read_position(POSITION), "expert", 1)


def believed(rules: CompiledRules) -> Any:
    return position_beliefs(read_position(POSITION), 100, 1)


def compared(rules: CompiledRules) -> Any:
    where = read_position(POSITION)
    move = engine.hints(rules, where.hand, where.to_beat)[0].combo
    view, past = view_of(where), past_of(where)
    return comparison.compare_moves(rules, EXPLAINING, view, past, [move, None], comparison.Sample(100, 20, 1))


@pytest.mark.parametrize("ask", [solved, moved, believed, compared])
def test_an_ended_search_has_no_answer(
    ask: Callable[[CompiledRules], Any], standard: CompiledRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ask(standard)
    monkeypatch.setattr(cpu_bound, "until", SPENT)
    with pytest.raises(CpuSpent):
        ask(standard)
    monkeypatch.setattr(cpu_bound, "until", 0.0)
    assert ask(standard) == whole


def test_a_bound_is_that_of_its_thread(standard: CompiledRules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_bound, "until", SPENT)
    answers: list[Any] = []
    other = threading.Thread(target=lambda: answers.append(solved(standard)))
    other.start()
    other.join()
    assert answers[0].exact
