"""Training samples and networks by direct calls: all kinds of players, arrays of any size, extreme parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.advice.levels import CLUB_NUMBERS, policy_of
from service.core.bindings import Buffers, CompiledRules, ffi, lib, pack_combo
from service.core.engine import rules_for
from service.core.robots import Policy
from service.rules.cards import pack
from tests.core.test_rejections import view_of
from tests.core.test_unusual_rules import engine_of, row_of
from tests.helpers.policies import POWER
from tests.helpers.rules import combo_of

CLUB = policy_of("club")
LEARNED = Policy("rules", numbers=CLUB_NUMBERS, learned=True)
ANYTHING = Policy("random")


@pytest.fixture
def b(standard: CompiledRules) -> Iterator[Buffers]:
    with Buffers.borrow() as borrowed:
        borrowed.set_engine(standard)
        yield borrowed


HANDS = [pack("3345566789TJ2"), pack("44678889TQKA2"), pack("35579JJQQKAAX")]


def samples_of(b: Buffers, policy: Policy, cap: int, n: int = 1, hands: list[int] = HANDS) -> tuple[int, Any]:
    """Return the training samples of some deals."""
    players = ffi.new("struct player[]", [(policy.c, b.engine)] * 4)
    deals = ffi.new("struct deal[]", n)
    for deal in deals[0:n]:
        deal.hands, deal.side, deal.seats = hands, [0, 1, 1], 3
    out, plan = ffi.new("struct sample[]", cap), ffi.new("struct sampling *", (1000, 300, 7))
    return int(lib.training_samples(players, deals, list(range(1, n + 1)), n, plan, out, cap)), out


@pytest.mark.parametrize("policy", [CLUB, LEARNED, POWER, ANYTHING], ids=["club", "learned", "power", "anything"])
def test_samples_are_of_every_kind_of_player(b: Buffers, policy: Policy) -> None:
    """The first sample of a question is the chosen option; a random policy may miss a finish."""
    n, out = samples_of(b, policy, 2000)
    assert 0 < n < 2000
    firsts = [i for i in range(n) if out[i].chosen]
    assert [out[i].question for i in firsts] == list(range(len(firsts)))
    assert all(out[i].question == out[i - 1].question or out[i].chosen for i in range(1, n))


def test_a_question_without_capacity_for_its_options_is_left_out(b: Buffers) -> None:
    """A question has at most thirteen options."""
    most, all_of_them = samples_of(b, CLUB, 2000)
    for cap in (0, 12, 13, 40):
        n, out = samples_of(b, CLUB, cap)
        assert n <= cap
        assert (n > 0) == (cap >= 13)
        assert [out[i].question for i in range(n)] == [all_of_them[i].question for i in range(n)]
    assert most > 40


def test_samples_end_with_the_first_error(standard: CompiledRules) -> None:
    """Under these rules a leader has more plays than the arrays hold."""
    with Buffers.borrow() as b:
        engine = engine_of(standard, b)
        engine.rules.shapes[row_of(engine.rules, copies=3, run_min=2, kicker_size=1)].kickers = 4
        crowded = pack("3334445566778899TTJJQQKKAA22XD")
        players = [ffi.new("struct player[]", [(one.c, engine)] * 4) for one in (CLUB, POWER)]
        deals, out = ffi.new("struct deal[]", 2), ffi.new("struct sample[]", 50)
        for deal in deals[0:2]:
            deal.hands, deal.side, deal.seats = [crowded, pack("KKKKAAAA"), pack("2222QQQQ")], [0, 1, 1], 3
        for each in players:
            plan = ffi.new("struct sampling *", (1000, 0, 7))
            assert lib.training_samples(each, deals, [1, 2], 2, plan, out, 50) == lib.ERROR_CAPACITY
            assert lib.match_play(each, deals, [1, 2], 2, ffi.new("struct result[]", 2)) in (0, lib.ERROR_CAPACITY)
        assert lib.open_hands_solve(engine, deals, 100) == lib.ERROR_CAPACITY


# ---- networks ---------------------------------------------------------------------------------------------------


def test_networks_are_bounded_on_both_sides(standard: CompiledRules) -> None:
    net = ffi.new("struct net *", standard.weights.c_nets[0])
    for value, expected in ((lib.NET_MOST_LATER, 0), (-lib.NET_MOST_LATER, 0)):
        for beyond in (0, 1):
            net.last[3] = value + (beyond if value > 0 else -beyond)
            assert lib.net_verify(net) == (lib.ERROR_RULES if beyond else expected)
    net.last[3] = 0
    for layer in (net.first[lib.NET_INPUTS - 1], net.second[lib.NET_SECOND - 1]):
        layer[lib.NET_FIRST - 1] = lib.NET_MOST_FIRST + lib.NET_MOST_LATER
        assert lib.net_verify(net) == lib.ERROR_RULES
        layer[lib.NET_FIRST - 1] = 0
    assert lib.net_verify(net) == 0


def test_inputs_beyond_the_last_are_none(standard: CompiledRules) -> None:
    net = ffi.new("struct net *", standard.weights.c_nets[0])
    net.first[lib.NET_INPUTS - 1] = [500] * lib.NET_FIRST  # those of inputs that no game uses yet are zero
    out = ffi.new("int32_t[2]")
    assert lib.net_rating(net, 0, [lib.NET_INPUTS], 1, out) == lib.ERROR_STATE
    assert lib.net_rating(net, 0, [lib.NET_INPUTS - 1, 0], 2, out) == lib.net_rating(net, 0, [0], 1, out + 1) == 0
    assert out[0] != out[1]
    assert lib.net_rating(net, 0, [0] * lib.NET_ACTIVE, lib.NET_ACTIVE, out) == 0
    assert lib.net_rating(net, 0, [0] * (lib.NET_ACTIVE + 1), lib.NET_ACTIVE + 1, out) == lib.ERROR_CAPACITY
    assert lib.net_rating(net, lib.NET_ROLES, [0], 1, out) == lib.net_rating(net, -1, [0], 1, out) == lib.ERROR_STATE


def test_more_turns_than_are_counted_are_the_most_that_are(standard: CompiledRules, b: Buffers) -> None:
    """Twelve unconnected solos set the last of the twelve inputs of turns, like eleven."""
    on, passes = ffi.new("uint16_t[]", lib.NET_ACTIVE), ffi.new("struct combo *")
    most = lib.NET_ROW - 1  # the inputs of turns precede those of rows
    for cards, turns in (("345689TJKA2X", 12), ("345689TJKA2", 11), ("345689TJKA", 10)):
        view = view_of(unseen=pack("3344556677889"), left=[len(cards), 6, 7], owner=1)
        view.table.hand = pack(cards)
        pack_combo(standard, combo_of(standard, "3"), view.table.to_beat)
        n = lib.training_inputs(b.engine, CLUB.c, view, passes, on)
        assert [i for i in on[0:n] if most - 11 <= i <= most] == [min(most, most - 11 + turns)]


# ---- memory between moves -------------------------------------------------------------------------------------------


def splits_of(engine: Any, rules: CompiledRules, hands: list[int]) -> list[tuple[int, int]]:
    """Return the best splits of some hands by an engine that is used with other rules and weights."""
    split, splits = ffi.new("struct split *"), []
    engine.rules, engine.weights = rules.c, rules.weights.c
    for hand in hands:
        assert lib.split_best(engine, hand, ffi.NULL, 0, split) == 0
        splits.append((split.score, split.turns))
    return splits


def games_of(engines: list[Any], rules: CompiledRules) -> list[tuple[int, ...]]:
    """Return the results of some deals between players with separate engines."""
    results, deals = ffi.new("struct result[]", 12), ffi.new("struct deal[]", 12)
    for seed, deal in enumerate(deals[0:12]):
        assert lib.game_deal(rules.deck, [13, 13, 13], 3, seed, ffi.addressof(deals, seed)) == 0
        deal.side = [0, 1, 1]
    for engine in engines:
        engine.rules, engine.weights, engine.nets = rules.c, rules.weights.c, ffi.NULL
    players = ffi.new("struct player[]", [(CLUB.c, engine) for engine in engines])
    assert lib.match_play(players, deals, list(range(12)), 12, results) == 0
    return [(result.moves, result.winner, *result.tally.plays) for result in results[0:12]]


def test_a_match_leaves_nothing_behind_for_another_game(standard: CompiledRules) -> None:
    """Rules without kickers, then rules with kickers: kicker credits and splits are cached for one match only."""
    other, memories, fresh = rules_for("zhengshangyou"), [Buffers() for _ in range(3)], [Buffers() for _ in range(3)]
    engines = [memory.engine for memory in memories]
    games_of(engines, other)
    assert games_of(engines, standard) == games_of([memory.engine for memory in fresh], standard)
    hands = [pack("3334445566789"), pack("33344456JJKKA"), pack("3334")]
    first = splits_of(engines[0], standard, hands)
    unused = [Buffers(), Buffers()]  # an engine does not keep its memory alive
    assert first == splits_of(unused[0].engine, standard, hands)
    assert splits_of(engines[0], other, hands) == splits_of(unused[1].engine, other, hands) != first
