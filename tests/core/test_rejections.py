"""The core rejects inputs that no caller in the service can send, each with its error."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from service.advice.levels import policy_of
from service.core import engine
from service.core.bindings import Buffers, CompiledRules, CoreError, check, ffi, lib, pack_combo
from service.core.robots import BUDGET_BOUNDS, Budget, Policy, games
from service.rules.cards import pack
from tests.helpers.rules import combo_of

CLUB = policy_of("club")
SEARCH = Policy("search", budget=Budget(8, 2, 1, worlds=4))


@pytest.fixture
def b(standard: CompiledRules) -> Iterator[Buffers]:
    with Buffers.borrow() as borrowed:
        borrowed.set_engine(standard)
        yield borrowed


def deal_of(**fields: Any) -> Any:
    """Return a deal of three small hands, with some fields changed."""
    hands = [pack("345"), pack("367"), pack("489")]
    return ffi.new("struct deal *", {"hands": hands, "side": [0, 1, 1], "seats": 3} | fields)


def view_of(**fields: Any) -> Any:
    """Return the view of the leader of that deal, with some fields changed."""
    c = ffi.new("struct view *", {"unseen": pack("346789"), "seats": 3, "left": [3, 3, 3]} | fields)
    if "table" not in fields:
        c.table.hand = pack("345")
    return c


# ---- deals ------------------------------------------------------------------------------------------------------

IMPOSSIBLE_DEALS: dict[str, tuple[dict[str, Any], int]] = {
    "one seat": ({"seats": 1}, lib.ERROR_STATE),
    "five seats": ({"seats": 5}, lib.ERROR_STATE),
    "a seat without cards": ({"hands": [pack("345"), 0, pack("489")]}, lib.ERROR_STATE),
    "more cards than a split has combos": ({"hands": [pack("3456789TJQK" * 4), pack("3"), pack("4")]}, lib.ERROR_STATE),
    "cards of a suit that the hand lacks": ({"suits": [[3, 0, 0, 0]]}, lib.ERROR_HAND),
    "more cards than two decks": ({"hands": [pack("3456789TJQK" * 3)] * 3}, lib.ERROR_HAND),
    "more undealt cards than two decks": ({"undealt": pack("3" * 7 + "4" * 8)}, lib.ERROR_HAND),
    "a first leader that has no seat": ({"first": 3}, lib.ERROR_STATE),
    "a stake out of bounds": (
        {"payment": ffi.new("struct payment *", {"stake": lib.MOST_AMOUNT + 1})},
        lib.ERROR_POLICY,
    ),
}


def play(b: Buffers, deal: Any) -> int:
    """Return the result of a match of one deal."""
    players = ffi.new("struct player[]", [(CLUB.c, b.engine)] * 4)
    out = ffi.new("struct result[]", 2)
    return int(lib.match_play(players, deal, [1, 1], 1, out))


def teach(b: Buffers, deal: Any, policy: Policy = CLUB) -> int:
    """Return the result of sampling a deal."""
    players = ffi.new("struct player[]", [(policy.c, b.engine)] * 4)
    out, plan = ffi.new("struct sample[]", 100), ffi.new("struct sampling *", (1000, 0, 7))
    return int(lib.training_samples(players, deal, [1], 1, plan, out, 100))


@pytest.mark.parametrize("name", IMPOSSIBLE_DEALS)
def test_an_impossible_deal_is_neither_played_nor_solved(b: Buffers, name: str) -> None:
    fields, error = IMPOSSIBLE_DEALS[name]
    deal = deal_of(**fields)
    assert play(b, deal) == lib.open_hands_solve(b.engine, deal, 1000) == error
    assert teach(b, deal) < 0


def test_a_possible_deal_is_played_solved_and_taught(b: Buffers) -> None:
    assert play(b, deal_of()) == 0
    assert lib.open_hands_solve(b.engine, deal_of(), 1000) in (0, 1)
    assert teach(b, deal_of()) > 0


def test_deals_of_other_seats_are_no_match(b: Buffers) -> None:
    """All deals of a match have the same players."""
    players, out = ffi.new("struct player[]", [(CLUB.c, b.engine)] * 3), ffi.new("struct result[]", 2)
    deals = ffi.new("struct deal[]", [deal_of()[0], deal_of(seats=2)[0]])
    assert lib.match_play(players, deals, [1, 1], 2, out) == lib.ERROR_STATE
    assert lib.match_play(players, deals, [1, 1], 0, out) == 0


def test_a_search_is_not_taught(b: Buffers) -> None:
    assert teach(b, deal_of(), SEARCH) == lib.ERROR_STATE


@pytest.mark.parametrize(("sizes", "seats"), [([17], 1), ([10] * 4, 5), ([20, 20, 20], 3)])
def test_a_deck_is_dealt_to_two_to_four_seats_that_it_suffices_for(
    standard: CompiledRules, sizes: list[int], seats: int
) -> None:
    out = ffi.new("struct deal *")
    assert lib.game_deal(standard.deck, [*sizes, 0, 0], seats, 1, out) == lib.ERROR_STATE
    assert lib.game_deal(standard.deck, [17, 17, 17], 3, 1, out) == 0


# ---- views ------------------------------------------------------------------------------------------------------

IMPOSSIBLE_VIEWS: dict[str, tuple[dict[str, Any], int]] = {
    "one seat": ({"seats": 1}, lib.ERROR_STATE),
    "five seats": ({"seats": 5}, lib.ERROR_STATE),
    "an owner who has no seat": ({"owner": 3}, lib.ERROR_STATE),
    "an owner of nothing": ({"owner": 1}, lib.ERROR_STATE),
    "nobody else in the game": ({"left": [3, 0, 0]}, lib.ERROR_STATE),
    "a seat that has gone out with cards": ({"left": [3, 9, 3], "handicap": 3}, lib.ERROR_STATE),
    "no cards": ({"table": {"hand": 0}}, lib.ERROR_STATE),
    "more cards unseen than there may be": ({"unseen": 0xFFFFFFFFFFFFFFFF}, lib.ERROR_HAND),
    "more cards of a rank than two decks": ({"unseen": pack("3" * 8)}, lib.ERROR_HAND),
    "a payment out of bounds": ({"payment": ffi.new("struct payment *", {"by_place": [-(10**6)]})}, lib.ERROR_POLICY),
    "a negative number of filters": ({"n_only": -1}, lib.ERROR_STATE),
    "unseen cards of a suit that are none": ({"unseen_suits": [1 << 24, 0, 0, 0]}, lib.ERROR_HAND),
}


def asks(b: Buffers, view: Any) -> dict[str, Callable[[], int]]:
    """Return every call of the core about a view, by name."""
    choice, search, on = (
        ffi.new("struct choice *"),
        ffi.new("struct search_result *"),
        ffi.new("uint16_t[]", lib.NET_ACTIVE),
    )
    past, out = ffi.new("struct history *"), ffi.new("struct beliefs *")
    combo, opinions = ffi.new("struct combo *"), ffi.new("struct opinion[]", 100)
    rules = b.by_rules
    assert rules
    pack_combo(rules, combo_of(rules, "3"), combo)
    return {
        "choose": lambda: lib.policy_choose(b.engine, CLUB.c, view, 1, choice),
        "opinions": lambda: lib.policy_opinions(b.engine, CLUB.c, view, opinions, 100),
        "search": lambda: lib.search_choose(b.engine, SEARCH.c, view, past, 1, choice, search),
        "beliefs": lambda: lib.beliefs_sample(b.engine, CLUB.c, view, past, 5, 60, 1, out),
        "proof": lambda: lib.forced_win_line(b.engine, view, combo, b.combos, lib.MAX_TURNS),
        "inputs": lambda: lib.training_inputs(b.engine, CLUB.c, view, combo, on),
    }


@pytest.mark.parametrize("name", IMPOSSIBLE_VIEWS)
def test_robots_refuse_what_nobody_can_see(b: Buffers, name: str) -> None:
    fields, error = IMPOSSIBLE_VIEWS[name]
    view = view_of(**fields)
    for question, ask in asks(b, view).items():
        seats_first = question == "inputs" and view.seats != 3
        assert ask() == (lib.ERROR_STATE if seats_first else error), question


def test_no_alarm_is_divided_by_the_cards_of_a_seat_that_has_gone_out(b: Buffers) -> None:
    """A pass, while the owner of the play to beat has more cards and its ally fewer than they may have left."""
    view, choice = view_of(unseen=pack("34677899TTJQ"), left=[3, 2, 9], owner=2, handicap=3), ffi.new("struct choice *")
    pack_combo(b.by_rules, combo_of(b.by_rules, "5"), view.table.to_beat)
    assert lib.policy_choose(b.engine, CLUB.c, view, 1, choice) == lib.ERROR_STATE
    view.left[1] = 4
    assert lib.policy_choose(b.engine, CLUB.c, view, 1, choice) == 0


def test_robots_answer_what_can_be_seen(b: Buffers) -> None:
    for question, ask in asks(b, view_of()).items():
        assert ask() >= 0, question


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"kind": 4}, lib.ERROR_POLICY),
        ({"aim": 2}, lib.ERROR_POLICY),
        ({"looseness": -1}, lib.ERROR_POLICY),
        ({"temperature": -1}, lib.ERROR_POLICY),
        ({"numbers": [lib.MOST_NUMBER + 1]}, lib.ERROR_POLICY),
        ({"budget": {"games": lib.MOST_BUDGET + 1}}, lib.ERROR_BUDGET),
    ],
)
def test_robots_reject_policies_out_of_bounds(b: Buffers, fields: dict[str, Any], error: int) -> None:
    policy, view, past = ffi.new("struct policy *", fields), view_of(), ffi.new("struct history *")
    choice, opinions = ffi.new("struct choice *"), ffi.new("struct opinion[]", 100)
    compared = ffi.new("struct comparison *", {"draws": 1})
    players = ffi.new("struct player[]", [(policy, b.engine)] * 3)
    assert {
        lib.policy_choose(b.engine, policy, view, 1, choice),
        lib.policy_opinions(b.engine, policy, view, opinions, 100),
        lib.search_choose(b.engine, policy, view, past, 1, choice, ffi.new("struct search_result *")),
        lib.beliefs_sample(b.engine, policy, view, past, 5, 60, 1, ffi.new("struct beliefs *")),
        lib.comparison_run(b.engine, policy, view, past, compared, 1, ffi.new("struct compared *")),
        lib.training_inputs(b.engine, policy, view, ffi.new("struct combo *"), ffi.new("uint16_t[]", lib.NET_ACTIVE)),
        lib.match_play(players, deal_of(), [1], 1, ffi.new("struct result *")),
    } == {error}


def test_players_of_a_deal_have_the_same_rules(b: Buffers, standard: CompiledRules) -> None:
    with Buffers.borrow() as other:
        own, foreign = b.engine, other.set_engine(engine.rules_for("laizi"))
        players = ffi.new("struct player[]", [(CLUB.c, own), (CLUB.c, foreign), (CLUB.c, own)])
        assert lib.match_play(players, deal_of(), [1], 1, ffi.new("struct result *")) == lib.ERROR_STATE


def test_each_deal_of_a_match_has_a_seed(standard: CompiledRules) -> None:
    hands = [pack("345"), pack("367"), pack("489")]
    with pytest.raises(CoreError, match="1 seeds for 2 deals"):
        games(standard, [CLUB] * 3, [hands, hands], [1])


def test_each_hand_of_a_match_has_a_policy(standard: CompiledRules) -> None:
    with pytest.raises(CoreError, match="2 policies for 3 hands"):
        games(standard, [CLUB] * 2, [[pack("345"), pack("367"), pack("489")]], [1])


def test_small_arrays_of_opinions_are_errors(b: Buffers) -> None:
    out = ffi.new("struct opinion[]", 1)
    assert lib.policy_opinions(b.engine, CLUB.c, view_of(), out, 1) == lib.ERROR_CAPACITY


def test_moves_of_seats_that_do_not_exist_explain_nothing(b: Buffers) -> None:
    out, moves = ffi.new("struct beliefs *"), ffi.new("struct past[]", [{"seat": 3}])
    past = ffi.new("struct history *", (moves, 1, 0, 0))
    assert lib.beliefs_sample(b.engine, CLUB.c, view_of(), past, 5, 60, 1, out) == lib.ERROR_STATE


@pytest.mark.parametrize("worlds", [0, 1 << 20])
def test_beliefs_need_worlds_within_bounds(b: Buffers, worlds: int) -> None:
    out, past = ffi.new("struct beliefs *"), ffi.new("struct history *")
    assert lib.beliefs_sample(b.engine, CLUB.c, view_of(), past, worlds, 60, 1, out) == lib.ERROR_CAPACITY


# ---- tables -----------------------------------------------------------------------------------------------------


def test_hints_refuse_a_small_array_and_a_card_that_is_not_in_the_deck(b: Buffers) -> None:
    survey, hints = ffi.new("struct survey *"), ffi.new("struct hint[]", 3)
    small = ffi.new("struct table *", {"hand": pack("34567")})
    wild = ffi.new("struct table *", {"hand": 1 << 60})
    assert lib.hints_survey(b.engine, small, 0, survey, hints, 3) == lib.ERROR_CAPACITY
    assert lib.hints_survey(b.engine, wild, 0, survey, hints, 3) == lib.ERROR_HAND


# ---- histories --------------------------------------------------------------------------------------------------


def explain(b: Buffers, moves: list[tuple[int, str]], view: Any = None, **fields: Any) -> int:
    """Return the result of sampling beliefs from a history, for a leader by default; a move is a seat and its cards."""
    rules = b.by_rules
    assert rules
    past = ffi.new("struct past[]", max(1, len(moves)))
    for one, (seat, cards) in zip(past, moves, strict=False):
        one.seat = seat
        if cards:
            pack_combo(rules, combo_of(rules, cards), one.combo)
    history = ffi.new("struct history *", {"moves": past, "n": len(moves)} | fields)
    out = ffi.new("struct beliefs *")
    return int(lib.beliefs_sample(b.engine, CLUB.c, view or view_of(), history, 5, 60, 1, out))


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ([(0, "3"), (2, "5")], lib.ERROR_STATE),  # out of turn
        ([(0, "3"), (0, "5")], lib.ERROR_STATE),
        ([(0, cards) for cards in ("3333", "4444")], lib.ERROR_STATE),
        ([(1, "3333"), (2, ""), (0, "")] * 4, lib.ERROR_HAND),  # sixteen cards of a rank
    ],
)
def test_moves_that_nobody_made_explain_nothing(b: Buffers, moves: list[tuple[int, str]], error: int) -> None:
    assert explain(b, moves) == error


@pytest.mark.parametrize(("field", "value"), [("suit", 98), ("shape", 193), ("length", 0), ("key", 200)])
def test_a_history_of_combos_that_are_no_plays_is_rejected(
    b: Buffers, standard: CompiledRules, field: str, value: int
) -> None:
    past, out = ffi.new("struct past[]", [{"seat": 1}]), ffi.new("struct beliefs *")
    pack_combo(standard, combo_of(standard, "5"), past[0].combo)
    setattr(past[0].combo, field, value)
    history = ffi.new("struct history *", {"moves": past, "n": 1})
    assert lib.beliefs_sample(b.engine, CLUB.c, view_of(), history, 5, 60, 1, out) == lib.ERROR_COMBO


@pytest.mark.parametrize("fields", [{"n": -1}, {"asker": 3}])
def test_a_history_of_nobody_is_refused(b: Buffers, fields: dict[str, int]) -> None:
    assert explain(b, [], **fields) == lib.ERROR_STATE


def test_moves_that_follow_each_other_explain_something(b: Buffers) -> None:
    assert explain(b, []) == 0
    assert explain(b, [(1, "5"), (2, "8"), (0, "9"), (1, ""), (2, "")]) == 0
    assert explain(b, [(1, "5"), (2, ""), (0, "9"), (1, ""), (2, "")], must_show=pack("D")) == 0  # not in its hand


def searched(b: Buffers, budget: Budget, view: Any) -> int:
    """Return the status of a search with a budget, which may be out of bounds."""
    policy, choice, search = (
        Policy("search", budget=Budget(8, 2, 1)),
        ffi.new("struct choice *"),
        ffi.new("struct search_result *"),
    )
    policy.c.budget = budget._replace(
        prior_weight=round(budget.prior_weight * 100), most_worlds=max(budget.worlds, budget.most_worlds)
    )
    return int(lib.search_choose(b.engine, policy.c, view, ffi.new("struct history *"), 1, choice, search))


@pytest.mark.parametrize(
    "budget",
    [
        Budget(1_000_001, 2, 1),
        Budget(8, 2, 10_000.01),
        Budget(8, 2, 1, worlds=1 << 20),
        Budget(8, 2, 1, worlds=4, most_worlds=1 << 20),
    ],
)
def test_searches_spend_what_sums_can_hold(b: Buffers, budget: Budget) -> None:
    code = searched(b, budget, view_of())
    assert code == lib.ERROR_BUDGET
    with pytest.raises(CoreError, match="at most 1000000 games, a prior weight of 10000 and 4000 worlds"):
        check(code)


@pytest.mark.parametrize("field", Budget._fields)
def test_a_budget_beyond_a_bound_is_refused_with_the_bound(field: str) -> None:
    most = getattr(BUDGET_BOUNDS, field)
    Policy("search", budget=Budget(8, 2, 1)._replace(**{field: most}))
    for value in (most + 1, 1e12, -1):
        with pytest.raises(CoreError, match=rf"^the budget's {field} is {re.escape(str(value))}; it must be from 0 to"):
            Policy("search", budget=Budget(8, 2, 1)._replace(**{field: value}))
    with pytest.raises(CoreError, match=f"from 0 to {most:.0f}$"):
        Policy("search", budget=Budget(8, 2, 1)._replace(**{field: 1e12}))


def test_a_search_may_spend_all_that_sums_can_hold(b: Buffers) -> None:
    """A last card is led without using the budget."""
    view = view_of()
    view.table.hand = pack("3")
    view.left[0] = 1
    assert searched(b, Budget(1_000_000, 2, 10_000), view) == 0


# ---- cards ------------------------------------------------------------------------------------------------------

TOO_MANY = 0x7777777777777777
"""Seven of each rank are more cards than any hand has."""


@pytest.mark.parametrize(
    ("play", "hand", "expected"),
    [
        ({"cards": pack("33")}, pack("3344"), 1),
        ({"cards": pack("33")}, pack("34"), lib.ERROR_HAND),  # not in the hand
        ({"cards": TOO_MANY}, TOO_MANY, lib.ERROR_HAND),
        ({"cards": pack("33")}, TOO_MANY, lib.ERROR_HAND),
        ({"cards": pack("33"), "plays_as": TOO_MANY}, pack("33"), lib.ERROR_HAND),
        ({"cards": pack("33"), "plays_as": pack("333")}, pack("33"), 0),  # one card too many
        ({"cards": pack("33"), "suit": 6}, pack("33"), lib.ERROR_HAND),
        ({"cards": pack("33"), "suits": [1, 0, 0, 0]}, pack("33"), lib.ERROR_HAND),  # a suit for one card only
        ({"cards": pack("33"), "suits": [1 << 26 | 1, 1, 0, 0]}, pack("33"), lib.ERROR_HAND),  # of a rank without suits
    ],
)
def test_cards_are_read_that_can_be(b: Buffers, play: dict[str, Any], hand: int, expected: int) -> None:
    out, rules = ffi.new("struct combo[]", lib.MAX_READINGS), b.engine.rules
    packed = ffi.new("struct play *", play)
    assert lib.read_all(rules, packed, hand, out, lib.MAX_READINGS) == expected
    if expected > 0:
        assert lib.read_all(rules, packed, hand, out, expected - 1) == lib.ERROR_CAPACITY
    played = lib.table_play(rules, ffi.new("struct table *", {"hand": hand}), packed, out)
    assert played == (0 if hand == pack("34") else expected)


def test_any_combo_beats_a_pass_and_a_pass_beats_none(b: Buffers, standard: CompiledRules) -> None:
    three, nothing = ffi.new("struct combo *"), ffi.new("struct combo *")
    pack_combo(standard, combo_of(standard, "3"), three)
    assert lib.read_beats(b.engine.rules, three, nothing) == 1
    assert lib.read_beats(b.engine.rules, nothing, three) == 0
    assert lib.read_beats(b.engine.rules, nothing, nothing) == 0


@pytest.mark.parametrize(
    ("field", "value"), [("shape", 40), ("cards", TOO_MANY), ("plays_as", TOO_MANY), ("length", 2), ("key", 9)]
)
def test_nothing_answers_what_is_no_combo(b: Buffers, standard: CompiledRules, field: str, value: int) -> None:
    table, out = ffi.new("struct table *", {"hand": pack("456")}), ffi.new("struct combo[]", 100)
    pack_combo(standard, combo_of(standard, "3"), table.to_beat)
    assert lib.moves_legal(b.engine.rules, table, out, 100) == 3
    setattr(table.to_beat, field, value)
    assert lib.moves_legal(b.engine.rules, table, out, 100) == lib.ERROR_COMBO


@pytest.mark.parametrize(("field", "value"), [("cards", pack("77")), ("shape", 40), ("suit", 5), ("length", 0)])
def test_what_is_no_play_of_the_hand_is_neither_picked_nor_proven(
    b: Buffers, standard: CompiledRules, field: str, value: int
) -> None:
    combo, line, taken = ffi.new("struct combo *"), ffi.new("struct combo[]", 3), ffi.new("uint32_t[4]")
    view = view_of()
    pack_combo(standard, combo_of(standard, "3"), combo)
    assert lib.hints_pick(b.engine, ffi.addressof(view, "table"), combo, taken) == 0
    setattr(combo, field, value)
    if field != "length":
        assert lib.hints_pick(b.engine, ffi.addressof(view, "table"), combo, taken) == lib.ERROR_COMBO
    if field != "suit":
        assert lib.forced_win_line(b.engine, view, combo, line, 3) == lib.ERROR_COMBO
    view.table.hand = TOO_MANY
    assert lib.hints_pick(b.engine, ffi.addressof(view, "table"), combo, taken) == lib.ERROR_HAND


def test_combos_of_rows_that_do_not_exist_are_not_compared(b: Buffers, standard: CompiledRules) -> None:
    combos, out = ffi.new("struct combo[]", 2), ffi.new("uint64_t *")
    for combo in combos:
        pack_combo(standard, combo_of(standard, "3"), combo)
    combos[1].shape = 193
    rules, hand = standard.c, pack("45")
    assert lib.read_beats(rules, combos, combos + 1) == lib.ERROR_COMBO
    assert lib.moves_can_beat(rules, hand, ffi.NULL, combos + 1, 2, 0) == lib.ERROR_COMBO
    assert lib.moves_controls(rules, hand, ffi.NULL, combos, 2, out) == lib.ERROR_COMBO
    assert lib.moves_can_beat(rules, 15, ffi.NULL, combos, 2, 0) == lib.ERROR_HAND


def test_arrays_of_negative_sizes_are_errors(b: Buffers) -> None:
    table, play = ffi.new("struct table *", {"hand": pack("3")}), ffi.new("struct play *", {"cards": pack("3")})
    out, opinions = ffi.new("struct combo[]", 1), ffi.new("struct opinion[]", 1)
    assert lib.moves_legal(b.engine.rules, table, out, -1) == lib.ERROR_CAPACITY
    assert lib.read_all(b.engine.rules, play, pack("3"), out, -1) == lib.ERROR_CAPACITY
    assert lib.policy_opinions(b.engine, CLUB.c, view_of(), opinions, -1) == lib.ERROR_CAPACITY


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [("shape", 193, lib.ERROR_COMBO), ("rank", 16, lib.ERROR_COMBO), ("cards", pack("9"), lib.ERROR_COMBO)],
)
def test_combos_of_other_hands_break_nothing(b: Buffers, field: str, value: int, error: int) -> None:
    survey, hints, out = ffi.new("struct survey *"), ffi.new("struct hint[]", 100), ffi.new("uint64_t[]", 100)
    table = ffi.new("struct table *", {"hand": pack("334455")})
    n = lib.hints_survey(b.engine, table, 0, survey, hints, 100)
    whole = ffi.addressof(survey, "whole")

    def broken(n: int = n) -> int:
        return int(lib.broken_combos_list(b.engine, table, whole, hints, ffi.NULL, n, out))

    assert broken() == n > 0
    assert broken(-1) == lib.ERROR_CAPACITY
    for combo in (hints[0].combo, whole.combos[0]):
        before = getattr(combo, field)
        setattr(combo, field, value)
        assert broken() == error
        setattr(combo, field, before)
    whole.turns = lib.MAX_TURNS + 1
    assert broken() == lib.ERROR_CAPACITY


def test_a_line_longer_than_its_array_is_an_error(b: Buffers, standard: CompiledRules) -> None:
    view, combo = view_of(unseen=pack("334455")), ffi.new("struct combo *")
    view.table.hand = pack("DX")
    pack_combo(standard, combo_of(standard, "D"), combo)
    line = ffi.new("struct combo[]", 2)
    assert lib.forced_win_line(b.engine, view, combo, line, 2) == 2
    assert lib.forced_win_line(b.engine, view, combo, line, 1) == lib.ERROR_CAPACITY


# ---- rules and weights ------------------------------------------------------------------------------------------


def test_weights_are_bounded_on_both_sides_and_want_rules(standard: CompiledRules) -> None:
    weights, rules = ffi.new("struct weights *", standard.weights.c[0]), ffi.new("struct rules *", standard.c[0])
    for value, expected in ((250_000, 0), (250_001, lib.ERROR_RULES), (-250_000, 0), (-250_001, lib.ERROR_RULES)):
        weights.value[2][0][1] = value
        assert lib.split_verify(rules, weights) == expected
    rules.n_shapes, weights.value[2][0][1] = 0, 0
    assert lib.split_verify(rules, weights) == lib.ERROR_RULES


@pytest.mark.parametrize("start", range(10))
def test_a_straight_of_one_suit_is_worth_no_less_than_another(start: int) -> None:
    guandan = engine.rules_for("guandan")
    weights = ffi.new("struct weights *", guandan.weights.c[0])
    flags = [shape.flags for shape in guandan.c.shapes[0 : guandan.c.n_shapes]]
    flush = next(row for row, flag in enumerate(flags) if flag & lib.BODY_ONE_SUIT)
    straight = next(row for row, flag in enumerate(flags) if flag & lib.BODY_TWO_SUITS)
    weights.value[flush][start][5] = weights.value[straight][start][5]
    assert lib.split_verify(guandan.c, weights) == 0
    weights.value[flush][start][5] -= 1
    assert lib.split_verify(guandan.c, weights) == lib.ERROR_RULES


# ---- worlds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"held": [0, pack("3467"), 0]},  # more than its three cards
        {"held": [0, pack("TT"), 0]},  # not unseen
        {"left": [3, 40, 3]},
        {"left": [3, 5, 3]},  # more than are unseen
        {"left": [3, 255, 6]},  # no card for a seat of unknown size
    ],
)
def test_hands_that_nobody_can_hold_are_not_sampled(b: Buffers, fields: dict[str, Any]) -> None:
    past, out = ffi.new("struct history *"), ffi.new("struct beliefs *")
    assert lib.beliefs_sample(b.engine, CLUB.c, view_of(**fields), past, 5, 60, 1, out) == lib.ERROR_STATE


def compare(b: Buffers, view: Any, **fields: Any) -> tuple[int, Any]:
    """Return the result of a comparison of one move by the policy, and its worlds."""
    c, out = ffi.new("struct comparison *", {"draws": 1} | fields), ffi.new("struct compared[]", 10)
    past = ffi.new("struct history *")
    return lib.comparison_run(b.engine, CLUB.c, view, past, c, 1, out), out


def test_all_worlds_give_a_seat_what_a_sampled_world_gives_it(b: Buffers) -> None:
    """Of two seats of unknown sizes, one must have four cards, so that two are left for the other."""
    view = view_of(left=[3, lib.LEFT_UNKNOWN, lib.LEFT_UNKNOWN], held=[0, pack("3467"), 0])
    n, worlds = compare(b, view, most=10)
    assert (n, worlds[0].times) == (1, 65536)


def test_known_cards_of_a_seat_leave_the_others_theirs(b: Buffers) -> None:
    """The share of a seat of unknown size is at least its known cards; the others keep their number."""
    past, out = ffi.new("struct history *"), ffi.new("struct beliefs *")
    for left in ([3, lib.LEFT_UNKNOWN, lib.LEFT_UNKNOWN, 1], [3, lib.LEFT_UNKNOWN, 1, lib.LEFT_UNKNOWN]):
        for seat in (1, left.index(lib.LEFT_UNKNOWN, 2)):
            held = [pack("3467") if other == seat else 0 for other in range(4)]
            assert lib.beliefs_sample(b.engine, CLUB.c, view_of(seats=4, left=left, held=held), past, 5, 0, 1, out) == 0
            assert [round(sum(row)) for row in out.expected] == [0, *(4 if n == seat else 1 for n in (1, 2, 3))]


def test_whether_all_worlds_were_played_is_an_answer_only(b: Buffers) -> None:
    assert compare(b, view_of(), exact=1)[0] == 1


@pytest.mark.parametrize(
    ("hands", "error"),
    [
        ([pack("345"), pack("367"), pack("489")], 1),
        ([pack("345"), 0, 0], lib.ERROR_STATE),
        ([pack("345"), pack("3678"), pack("49")], lib.ERROR_STATE),
        ([pack("346"), pack("357"), pack("489")], lib.ERROR_STATE),
        ([pack("345"), 15 << 8, pack("489")], lib.ERROR_HAND),
    ],
)
def test_only_a_deal_of_the_view_is_played_out(b: Buffers, hands: list[int], error: int) -> None:
    n, _ = compare(b, view_of(enemies_allied=1), dealt=deal_of(hands=hands))
    assert n == error


@pytest.mark.parametrize(("field", "value"), [("shape", 193), ("suit", 98), ("cards", pack("9"))])
def test_moves_and_tricks_of_a_comparison_are_plays(
    b: Buffers, standard: CompiledRules, field: str, value: int
) -> None:
    move = ffi.new("struct combo *")
    pack_combo(standard, combo_of(standard, "3"), move)
    assert compare(b, view_of(), moves=move, n=1)[0] == 1
    setattr(move, field, value)
    assert compare(b, view_of(), moves=move, n=1)[0] == lib.ERROR_COMBO
    assert compare(b, view_of(), turn={"mover": 1, "to_beat": move[0]})[0] == lib.ERROR_COMBO


def test_deals_with_suits_are_not_solved_with_open_hands(b: Buffers) -> None:
    suits = [[0b010101, 0, 0, 0], [1 | 1 << 6 | 1 << 8, 0, 0, 0], [1 << 2 | 1 << 10 | 1 << 12, 0, 0, 0]]
    assert lib.open_hands_solve(b.engine, deal_of(suits=suits), 1000) == lib.ERROR_STATE
