"""Lessons and networks, asked by hand: every kind of player, arrays of any size, numbers at their bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.advice.robot import CLUB_NUMBERS, policy_of
from service.core.door import Buffers, Rules, ffi, lib
from service.core.players import Policy
from service.rules.cards import pack
from tests.test_core_corners import engine_of, row_of

CLUB, NOVICE = policy_of("club"), policy_of("novice")
LEARNED = Policy("rules", numbers=CLUB_NUMBERS, learned=True)
ANYTHING = Policy("random")


@pytest.fixture
def b(standard: Rules) -> Iterator[Buffers]:
    with Buffers.borrow() as borrowed:
        borrowed.set_engine(standard)
        yield borrowed


HANDS = [pack("3345566789TJ2"), pack("44678889TQKA2"), pack("35579JJQQKAAX")]


def lessons_of(b: Buffers, policy: Policy, cap: int, n: int = 1, hands: list[int] = HANDS) -> tuple[int, Any]:
    """Return what came of some deals."""
    players = ffi.new("struct player[]", [(policy.c, b.engine)] * 4)
    deals = ffi.new("struct deal[]", n)
    for deal in deals[0:n]:
        deal.hands, deal.side, deal.seats = hands, [0, 1, 1], 3
    out, plan = ffi.new("struct lesson[]", cap), ffi.new("struct lesson_plan *", (1000, 300, 7))
    return int(lib.lessons_gather(players, deals, list(range(1, n + 1)), n, plan, out, cap)), out


@pytest.mark.parametrize("policy", [CLUB, LEARNED, NOVICE, ANYTHING], ids=["club", "learned", "novice", "anything"])
def test_lessons_are_of_every_kind_of_player(b: Buffers, policy: Policy) -> None:
    """The first lesson of a question is the chosen option; who plays anything may let a finish go by."""
    n, out = lessons_of(b, policy, 2000)
    assert 0 < n < 2000
    firsts = [i for i in range(n) if out[i].chosen]
    assert [out[i].question for i in firsts] == list(range(len(firsts)))
    assert all(out[i].question == out[i - 1].question or out[i].chosen for i in range(1, n))


def test_no_question_is_asked_for_which_there_is_no_room(b: Buffers) -> None:
    """One has thirteen options at most."""
    most, all_of_them = lessons_of(b, CLUB, 2000)
    for cap in (0, 12, 13, 40):
        n, out = lessons_of(b, CLUB, cap)
        assert n <= cap
        assert (n > 0) == (cap >= 13)
        assert [out[i].question for i in range(n)] == [all_of_them[i].question for i in range(n)]
    assert most > 40


def test_lessons_end_with_the_first_error(standard: Rules) -> None:
    """Rules under which a leader has more plays than there is room for, wherever he is asked."""
    with Buffers.borrow() as b:
        engine = engine_of(standard, b)
        engine.rules.shapes[row_of(engine.rules, copies=3, run_min=2, kicker_size=1)].kickers = 4
        crowded = pack("3334445566778899TTJJQQKKAA22XD")
        players = [ffi.new("struct player[]", [(one.c, engine)] * 4) for one in (CLUB, NOVICE)]
        deals, out = ffi.new("struct deal[]", 2), ffi.new("struct lesson[]", 50)
        for deal in deals[0:2]:
            deal.hands, deal.side, deal.seats = [crowded, pack("KKKKAAAA"), pack("2222QQQQ")], [0, 1, 1], 3
        for each in players:
            plan = ffi.new("struct lesson_plan *", (1000, 0, 7))
            assert lib.lessons_gather(each, deals, [1, 2], 2, plan, out, 50) == lib.ERROR_ROOM
            assert lib.match_play(each, deals, [1, 2], 2, ffi.new("struct result[]", 2)) in (0, lib.ERROR_ROOM)
        assert lib.endgame_open(engine, deals, 100) == lib.ERROR_ROOM


# ---- networks ---------------------------------------------------------------------------------------------------


def test_networks_are_bounded_on_both_sides(standard: Rules) -> None:
    net = ffi.new("struct net *", standard.weights.c_nets[0])
    for value, said in ((lib.NET_MOST_LATER, 0), (-lib.NET_MOST_LATER, 0)):
        for beyond in (0, 1):
            net.last[3] = value + (beyond if value > 0 else -beyond)
            assert lib.net_verify(net) == (lib.ERROR_RULES if beyond else said)


def test_inputs_beyond_the_last_are_none(standard: Rules) -> None:
    net = standard.weights.c_nets
    assert lib.net_rating(net, [lib.NET_INPUTS], 1) == lib.ERROR_STATE
    assert lib.net_rating(net, [lib.NET_INPUTS - 1, 0], 2) != lib.net_rating(net, [0], 1)
    many = [i % lib.NET_INPUTS for i in range(lib.NET_ACTIVE + 1)]
    assert lib.net_rating(net, many, lib.NET_ACTIVE + 1) == lib.net_rating(net, many, lib.NET_ACTIVE)
