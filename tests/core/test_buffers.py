"""A list that is too long for the core's arrays is an error in every function, never a truncated answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from service.advice.levels import policy_of
from service.core.bindings import Buffers, CompiledRules, ffi, lib, pack_combo
from service.core.engine import rules_for
from service.core.robots import Budget, Policy
from service.rules.cards import pack
from tests.helpers.policies import POWER
from tests.helpers.rules import combo_of

CLUB = policy_of("club")
SEARCH = Policy("search", budget=Budget(8, 2, 1, worlds=4, policy_trust=60))
ANYTHING = ffi.new("struct policy *", {"kind": lib.POLICY_RANDOM})

CROWDED = pack("3334445566778899TTJJQQKKAA22XD")
"""A hand of two trios and 24 other cards: with eight kickers more than 38,000 plays."""


@contextmanager
def lent(standard: CompiledRules, rules: Any) -> Iterator[Any]:
    """Borrow an engine with other rules than its own."""
    assert lib.rules_verify(rules) == 0
    with Buffers.borrow() as b:
        b.set_engine(standard)
        engine = ffi.new("struct engine *", b.engine[0])
        engine.rules = rules
        yield engine


@pytest.fixture
def crowded(standard: CompiledRules) -> Iterator[Any]:
    """Borrow an engine with rules in which each trio of a plane takes four kickers."""
    rules = ffi.new("struct rules *", standard.c[0])
    plane = next(row for row in rules.shapes if row.copies == 3 and row.run_max > 1 and row.kicker_size == 1)
    plane.kickers = 4
    with lent(standard, rules) as engine:
        yield engine


def view_of(hand: int, unseen: int, **fields: Any) -> Any:
    """Return the view of the first of three seats, which leads unless the fields say otherwise."""
    view = ffi.new("struct view *", {"unseen": unseen, "seats": 3, "left": [0, 30, 1]} | fields)
    view.table.hand = hand
    return view


def test_more_plays_than_the_array_holds(crowded: Any) -> None:
    table, plays = ffi.new("struct table *", {"hand": CROWDED}), ffi.new("struct combo[]", lib.MAX_MOVES)
    survey, hints = ffi.new("struct survey *"), ffi.new("struct hint[]", lib.MAX_MOVES)
    assert lib.moves_legal(crowded.rules, table, plays, lib.MAX_MOVES) == lib.ERROR_CAPACITY
    assert lib.hints_survey(crowded, table, 0, survey, hints, lib.MAX_MOVES) == lib.ERROR_CAPACITY


def test_robots_cannot_choose_among_them(crowded: Any) -> None:
    """On a lead without danger, robots with rules only list the combos of the best split, so they succeed."""
    view, choice = view_of(CROWDED, CROWDED + pack("345"), left=[0, 30, 3]), ffi.new("struct choice *")
    search, past = ffi.new("struct search_result *"), ffi.new("struct history *")
    opinions, on = ffi.new("struct opinion[]", lib.MAX_MOVES), ffi.new("uint16_t[]", lib.NET_ACTIVE)
    plays = ffi.new("struct combo *")
    assert lib.policy_choose(crowded, CLUB.c, view, 1, choice) == 0
    assert lib.policy_choose(crowded, POWER.c, view, 1, choice) == lib.ERROR_CAPACITY
    assert lib.policy_choose(crowded, ANYTHING, view, 1, choice) == lib.ERROR_CAPACITY
    assert lib.policy_opinions(crowded, CLUB.c, view, opinions, lib.MAX_MOVES) == lib.ERROR_CAPACITY
    assert lib.search_choose(crowded, SEARCH.c, view, past, 1, choice, search) == lib.ERROR_CAPACITY
    assert lib.training_inputs(crowded, CLUB.c, view, plays, on) == lib.ERROR_CAPACITY
    view.left = [0, 30, 2]  # the danger requires listing all plays
    assert lib.policy_choose(crowded, CLUB.c, view, 1, choice) == lib.ERROR_CAPACITY
    assert lib.policy_opinions(crowded, CLUB.c, view, opinions, lib.MAX_MOVES) == lib.ERROR_CAPACITY


def test_nor_does_a_search_guess_what_another_seat_would_have_done(crowded: Any, standard: CompiledRules) -> None:
    """That seat led a solo and had more plays than the array holds, against an enemy with two cards."""
    view = view_of(pack("45"), CROWDED + pack("33"), left=[2, 30, 2], owner=1)
    pack_combo(standard, combo_of(standard, "3"), view.table.to_beat)
    moves = ffi.new("struct past[]", [{"seat": 1, "combo": view.table.to_beat}, {"seat": 2}])
    past, choice = ffi.new("struct history *", (moves, 2, 0, 0)), ffi.new("struct choice *")
    search, out = ffi.new("struct search_result *"), ffi.new("struct beliefs *")
    assert lib.beliefs_sample(crowded, CLUB.c, view, past, 5, 60, 1, out) == lib.ERROR_CAPACITY
    assert lib.search_choose(crowded, SEARCH.c, view, past, 1, choice, search) == lib.ERROR_CAPACITY
    assert lib.beliefs_sample(crowded, CLUB.c, view, past, 5, 0, 1, out) == 0  # without likelihoods of moves


def test_nor_are_games_played_in_which_it_leads(crowded: Any, standard: CompiledRules) -> None:
    """The seat takes the trick with its rocket, and then must lead."""
    hands = [pack("45"), CROWDED, pack("66")]
    deal = ffi.new("struct deal *", {"hands": hands, "side": [0, 1, 0], "seats": 3})
    players = ffi.new("struct player[]", [(CLUB.c, crowded)] * 4)
    searchers = ffi.new("struct player[]", [(SEARCH.c, crowded)] * 4)
    result, samples = ffi.new("struct result *"), ffi.new("struct sample[]", 100)
    plan = ffi.new("struct sampling *", (1000, 0, 7))
    assert lib.match_play(players, deal, [1], 1, result) == lib.ERROR_CAPACITY
    assert lib.match_play(searchers, deal, [1], 1, result) == lib.ERROR_CAPACITY
    assert lib.training_samples(players, deal, [1], 1, plan, samples, 100) == lib.ERROR_CAPACITY
    view = view_of(hands[0], hands[1] + hands[2], left=[2, 30, 2], ally=[0, 0, 1], held=[0, CROWDED])
    past = ffi.new("struct history *")
    choice, search = ffi.new("struct choice *"), ffi.new("struct search_result *")
    assert lib.search_choose(crowded, SEARCH.c, view, past, 1, choice, search) == lib.ERROR_CAPACITY


# ---- hands that cannot be split completely ----------------------------------------------------------------------

HAND = lib.ERROR_HAND


@pytest.fixture
def hungry(standard: CompiledRules) -> Iterator[Any]:
    """Borrow an engine with rules without a solo of rank 3."""
    rules = ffi.new("struct rules *", standard.c[0])
    solo = next(row for row in rules.shapes if row.copies == 1 and row.run_max == 1 and not row.named)
    solo.ranks &= ~1
    with lent(standard, rules) as engine:
        yield engine


@pytest.mark.parametrize("cards", ["3", "346", "344556", "3456"])
def test_a_card_that_no_play_takes_cannot_be_split_away(hungry: Any, cards: str) -> None:
    split, survey, hints = ffi.new("struct split *"), ffi.new("struct survey *"), ffi.new("struct hint[]", 100)
    table = ffi.new("struct table *", {"hand": pack(cards)})
    assert lib.split_best(hungry, pack(cards), ffi.NULL, 0, split) == HAND
    assert lib.hints_survey(hungry, table, 0, survey, hints, 100) == HAND


@pytest.mark.parametrize("cards", ["33", "34567", "3334", "333345"])
def test_a_card_that_some_play_takes_can(hungry: Any, cards: str) -> None:
    split = ffi.new("struct split *")
    assert lib.split_best(hungry, pack(cards), ffi.NULL, 0, split) == 0
    assert sum(split.combos[i].cards for i in range(split.turns)) == pack(cards)


def test_robots_refuse_such_hands(hungry: Any) -> None:
    view, choice = view_of(pack("34"), pack("556678"), left=[2, 3, 3]), ffi.new("struct choice *")
    search, past = ffi.new("struct search_result *"), ffi.new("struct history *")
    opinions, on = ffi.new("struct opinion[]", 100), ffi.new("uint16_t[]", lib.NET_ACTIVE)
    for policy in (CLUB.c, POWER.c):
        assert lib.policy_choose(hungry, policy, view, 1, choice) == HAND
        assert lib.policy_opinions(hungry, policy, view, opinions, 100) == HAND
        assert lib.training_inputs(hungry, policy, view, ffi.new("struct combo *"), on) == HAND
    assert lib.search_choose(hungry, SEARCH.c, view, past, 1, choice, search) == HAND
    assert lib.policy_choose(hungry, ANYTHING, view, 1, choice) == 0  # needs no split
    assert choice.combo.cards == pack("4")


def test_nor_is_a_win_proven_with_them(hungry: Any, standard: CompiledRules) -> None:
    """Nobody beats the rocket, but there is no split from which to choose the next lead."""
    view, combo, line = (
        view_of(pack("34DX"), pack("556678"), left=[4, 3, 3]),
        ffi.new("struct combo *"),
        ffi.new("struct combo[]", 9),
    )
    pack_combo(standard, combo_of(standard, "DX"), combo)
    assert lib.forced_win_line(hungry, view, combo, line, 9) == HAND


def test_who_has_nothing_to_lead_ends_no_game(hungry: Any) -> None:
    view, choice = view_of(pack("3"), pack("556678"), left=[1, 3, 3]), ffi.new("struct choice *")
    assert lib.policy_choose(hungry, ANYTHING, view, 1, choice) == lib.ERROR_STATE
    deal = ffi.new("struct deal *", {"hands": [pack("3")] * 3, "side": [0, 1, 1], "seats": 3})
    assert lib.open_hands_solve(hungry, deal, 100) < 0


# ---- the memory itself ------------------------------------------------------------------------------------------


def test_a_memory_that_counted_all_its_stamps_knows_nothing_of_the_first_question(standard: CompiledRules) -> None:
    """Entries have seventeen bits of a stamp that each call increments."""
    hand, other = pack("3334445566789TJQKA2"), ffi.new("struct weights *", standard.weights.c[0])
    for row in range(standard.c.n_shapes):
        for start in range(lib.RANKS):
            other.value[row][start] = [-100 * (row + 1)] * lib.MAX_RUN
    assert lib.split_verify(standard.c, other) == 0

    def split_of(engine: Any) -> tuple[int, int]:
        split = ffi.new("struct split *")
        assert lib.split_best(engine, hand, ffi.NULL, 0, split) == 0
        return split.score, split.turns

    buffers = Buffers()
    engine = buffers.set_engine(standard)
    split = ffi.new("struct split *")
    first = split_of(engine)
    for _ in range((1 << 17) - 1):
        lib.split_best(engine, 1, ffi.NULL, 0, split)
    engine.weights = other
    again, fresh = split_of(engine), Buffers()
    fresh.set_engine(standard)
    fresh.engine.weights = other
    assert again == split_of(fresh.engine) != first


def test_more_than_sixty_four_combos_are_rejected(standard: CompiledRules) -> None:
    """One bit per combo: the 64th is a control, and the first is not."""
    combos = ffi.new("struct combo[]", 65)
    for i in range(65):
        pack_combo(standard, combo_of(standard, "D" if i == 64 else "3"), combos[i])
    out = ffi.new("uint64_t *")
    assert lib.moves_controls(standard.c, pack("456"), ffi.NULL, combos, 65, out) == lib.ERROR_CAPACITY
    assert lib.moves_controls(standard.c, pack("456"), ffi.NULL, combos + 1, 64, out) == 0
    assert out[0] == 1 << 63


def test_rows_behind_the_last_are_no_rows(standard: CompiledRules) -> None:
    """The last row, four with two pairs, is still in the array but not counted any more."""
    rules, hand = ffi.new("struct rules *", standard.c[0]), pack("33334455")
    plays, split = ffi.new("struct combo[]", lib.MAX_MOVES), ffi.new("struct split *")
    table, four = ffi.new("struct table *", {"hand": hand}), ffi.new("struct play *", {"cards": hand})

    def rows(n: int) -> set[int]:
        return {plays[i].shape for i in range(n)}

    last = rules.n_shapes - 1
    assert last in rows(lib.moves_legal(rules, table, plays, lib.MAX_MOVES))
    assert last in rows(lib.read_all(rules, four, hand, plays, lib.MAX_MOVES))
    rules.n_shapes = last
    assert last not in rows(lib.moves_legal(rules, table, plays, lib.MAX_MOVES))
    assert lib.read_all(rules, four, hand, plays, lib.MAX_MOVES) == 0
    with Buffers.borrow() as b:
        engine = ffi.new("struct engine *", b.set_engine(standard)[0])
        engine.rules = rules
        assert lib.split_best(engine, hand, ffi.NULL, 0, split) == 0
    assert last not in {split.combos[i].shape for i in range(split.turns)}


# ---- splits with full lists -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("wilds", "ranks", "suits"), [(6, 12, 2), (8, 13, 1), (8, 12, 2)])
def test_more_bodies_of_one_suit_than_are_listed_leave_a_split_unproven(wilds: int, ranks: int, suits: int) -> None:
    """Each place in a straight flush may be a wild card: 512 bodies, 8,192 sets of them."""
    guandan, split = rules_for("guandan"), ffi.new("struct split *")
    hand = sum(suits << 4 * rank for rank in range(ranks)) + (wilds << 60)
    words = [sum(1 << 2 * rank for rank in range(ranks)) if suit < suits else 0 for suit in range(4)]
    with Buffers.borrow() as b:
        assert lib.split_best(b.set_engine(guandan), hand, words, 300, split) == 0
    assert not split.exact
    assert sum(split.combos[i].cards for i in range(split.turns)) == hand
