"""Points of finished deals by direct calls; `test_settlement.py` has those under the options of each game."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from service.rules.errors import RuleError
from service.rules.games.paodekuai import unplayed_card_factors
from service.rules.scoring import (
    CONTEST,
    PASS_A,
    PaodekuaiRules,
    Runner,
    Standing,
    after_deal,
    levels_up,
    next_level,
    paodekuai_score,
    partner_place,
    score,
    sprung,
)

# ---- Dou Dizhu ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        ((True, 1, 3), (16, -8, -8)),
        ((True, 3, 0, True), (12, -6, -6)),
        ((False, 2, 1, True), (-16, 8, 8)),
        ((True, 1, 3, False, (1,)), (8, -8)),
        ((False, 2, 1, True, (1, 1, 1)), (-24, 8, 8, 8)),
        ((True, 1, 1, True, (2, 1)), (12, -8, -4)),
        ((False, 2, 5, False, (4, 4), 3), (-128, 64, 64)),  # capped at 2^3
    ],
)
def test_bombs_and_spring_double_the_stake_of_each_farmer(arguments: Any, points: tuple[int, ...]) -> None:
    assert score(*arguments) == points


@pytest.mark.parametrize(
    ("scoring", "deal", "points"),
    [
        ("ct", (True, 3, 2, False, False), (1800, -900)),  # 100 * 3 * (1 + 2)
        ("ct", (True, 2, 1, True, True), (3200, -1600)),  # 100 * 2 * (1 + 1) * rocket * spring
        ("ct", (False, 1, 0, False, True), (-400, 200)),
        ("team", (False, 2, 1, True, False), (0, 6)),  # 2 * (1 + 1 + 1)
    ],
)
def test_points_of_the_contest(scoring: str, deal: Any, points: tuple[int, int]) -> None:
    assert CONTEST[scoring](*deal) == points


@pytest.mark.parametrize(
    ("winner", "plays", "usual", "yuncheng"),
    [
        (0, (5, 0, 0), True, True),
        (0, (5, 1, 0), False, False),
        (0, (1, 0, 0), True, True),
        (1, (1, 6, 0), True, True),
        (1, (1, 6, 2), True, False),  # in Yuncheng the partner must not have played either
        (2, (1, 2, 6), True, False),
        (2, (1, 0, 6), True, True),
        (2, (2, 0, 6), False, False),
    ],
)
def test_spring_and_anti_spring(winner: int, plays: tuple[int, int, int], usual: bool, yuncheng: bool) -> None:
    assert sprung(winner, plays) is usual
    assert sprung(winner, plays, idle_partner=True) is yuncheng


def test_points_of_landlord_and_farmers_add_up_to_zero() -> None:
    for won, bombs, spring in product((True, False), range(4), (True, False)):
        assert sum(score(won, 5, bombs, spring, (2, 4))) == 0
        assert (score(won, 5, bombs, spring)[0] > 0) is won
        for scoring in ("ct", "linear"):
            landlord, farmer = CONTEST[scoring](won, 3, bombs, True, spring)
            assert landlord + 2 * farmer == 0
            assert (landlord > 0) is won


# ---- Paodekuai ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "bombs", "points"),
    [
        ((0, 5, 1), (0, 0, 0), (5, -5, 0)),  # one card left pays nothing
        ((0, 16, 7), (0, 0, 0), (39, -32, -7)),  # shut out pays double
        ((0, 5, 4), (0, 1, 0), (-1, 15, -14)),  # a bomb: ten from each of the others
        ((0, 4), (0, 2), (-16, 16)),
    ],
)
def test_cards_left_and_bombs_are_paid(left: tuple[int, ...], bombs: tuple[int, ...], points: tuple[int, ...]) -> None:
    runners = [Runner(cards, 0 if cards == 16 else 2, played) for cards, played in zip(left, bombs, strict=True)]
    assert paodekuai_score(runners) == points


def test_one_card_left_costs_nothing_even_doubled() -> None:
    assert paodekuai_score((Runner(1, 1), Runner(0, 4)), anti_shut=0, bird=0) == (0, 0)


def test_paodekuai_adds_up_to_zero() -> None:
    places, houses = (
        (None, 0, 1, 2),
        [PaodekuaiRules(one, birds) for one in (False, True) for birds in (False, True)],
    )
    for bird, anti_shut, offender, house in product(places, places, (None, 0, 1), houses):
        runners = (Runner(16, 0, 0), Runner(1, 1, 2), Runner(0, 5, 1))
        assert sum(paodekuai_score(runners, 10, bird, anti_shut, offender, house)) == 0


@pytest.mark.parametrize("left", [(0, 0, 3), (2, 1, 3)])
def test_paodekuai_has_one_winner(left: tuple[int, ...]) -> None:
    with pytest.raises(RuleError) as caught:
        paodekuai_score([Runner(cards, 1) for cards in left])
    assert caught.value.code == "history_inconsistent"


# ---- Guandan --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "place"), [((0, 2), 2), ((0, 2, 1), 2), ((1, 0, 3), 3), ((3, 2, 0), 4), ((3, 2, 0, 1), 4)]
)
def test_the_place_of_the_partner(order: tuple[int, ...], place: int) -> None:
    assert partner_place(order) == place


@pytest.mark.parametrize("order", [(), (0,), (0, 1), (0, 0, 2), (0, 1, 4), (0, 1, 2, 3, 0)])
def test_a_deal_does_not_end_like_this(order: tuple[int, ...]) -> None:
    with pytest.raises(RuleError) as caught:
        partner_place(order)
    assert caught.value.code == "history_inconsistent"


def test_levels_stop_at_the_ace() -> None:
    assert next_level("2", 3) == "5"
    assert next_level("9", 2) == "J"
    assert [next_level("K", up) for up in (1, 2, 3)] == ["A", "A", "A"]
    assert next_level("A", 1) == "A"


@pytest.mark.parametrize("level", ["1", "", "10", "23", "B"])
def test_a_level_is_a_rank(level: str) -> None:
    with pytest.raises(RuleError) as caught:
        next_level(level, 1)
    assert caught.value.code == "field_invalid"


def test_a_partner_has_a_place() -> None:
    assert [levels_up(place) for place in (2, 3, 4)] == [3, 2, 1]
    with pytest.raises(RuleError) as caught:
        levels_up(1)
    assert caught.value.code == "field_invalid"


def test_only_the_winners_climb_and_their_level_is_played() -> None:
    first = after_deal(Standing(), (1, 3))
    assert (first.levels, first.playing, first.level) == (("2", "5"), 1, "5")
    second = after_deal(first, (0, 1, 3))
    assert (second.levels, second.playing, second.level) == (("3", "5"), 0, "3")


@pytest.mark.parametrize(
    ("order", "pass_a", "winner"),
    [
        ((0, 2), "not_last", 0),
        ((0, 1, 2), "not_last", 0),
        ((0, 1, 3), "not_last", None),
        ((0, 2), "double_win", 0),
        ((0, 1, 2), "double_win", None),
        ((1, 3), "not_last", None),
    ],
)
def test_passing_the_ace(order: tuple[int, ...], pass_a: str, winner: int | None) -> None:
    standing = after_deal(Standing(("A", "A"), playing=0), order, pass_a)
    assert standing.winner == winner
    assert standing.levels == ("A", "A")
    assert standing.playing == (order[0] % 2 if winner is None else 0)


def test_a_team_wins_at_its_own_ace_only() -> None:
    standing = after_deal(Standing(("K", "A"), playing=0), (1, 3))
    assert (standing.winner, standing.level, standing.failures) == (None, "A", (0, 0))
    assert after_deal(standing, (3, 0, 1)).winner == 1


def test_opponents_climb_at_the_ace_of_the_others() -> None:
    assert after_deal(Standing(("A", "9"), playing=0), (1, 3)).levels == ("A", "Q")


def test_failures_at_the_ace_send_a_team_back() -> None:
    standing = after_deal(Standing(("A", "9"), playing=0), (0, 1, 3), a_fail=2)
    assert (standing.levels, standing.failures) == (("A", "9"), (1, 0))
    lost = after_deal(standing, (1, 0, 2), a_fail=2)
    assert (lost.levels, lost.failures, lost.playing) == (("2", "T"), (0, 0), 1)
    won = after_deal(standing, (0, 1, 3), a_fail=2)
    assert (won.level, won.failures) == ("2", (0, 0))


def test_without_the_option_no_failure_sends_a_team_back() -> None:
    standing = Standing(("A", "9"), playing=0)
    for _ in range(5):
        standing = after_deal(standing, (0, 1, 3))
    assert (standing.level, standing.failures) == ("A", (5, 0))


def test_a_match_that_is_won_is_over() -> None:
    with pytest.raises(RuleError) as caught:
        after_deal(Standing(winner=1), (0, 2))
    assert caught.value.code == "game_over"


def test_pass_a_is_one_of_its_values() -> None:
    assert list(PASS_A) == ["not_last", "double_win"]
    with pytest.raises(RuleError) as caught:
        after_deal(Standing(), (0, 2), pass_a="always")
    assert caught.value.code == "option_unknown"


@pytest.mark.parametrize(
    ("runner", "codes"),
    [
        (Runner(1, 0), ["one_left"]),
        (Runner(5, 0), ["cards", "shut"]),
        (Runner(5, 1), ["cards", "anti_shut"]),
        (Runner(5, 2), ["cards"]),
    ],
)
def test_what_a_loser_owes_is_named(runner: Runner, codes: list[str]) -> None:
    assert [factor.code for factor in unplayed_card_factors(runner, 0, 0, one_left=False)] == codes
    elsewhere = [factor.code for factor in unplayed_card_factors(runner, 2, 0, one_left=False)]
    assert elsewhere == [code for code in codes if code != "anti_shut"]


def test_one_card_left_is_named_where_it_costs_a_point() -> None:
    shut_in = [(factor.code, factor.points) for factor in unplayed_card_factors(Runner(1, 1), 0, 0, one_left=True)]
    assert shut_in == [("cards", 1), ("anti_shut", None)]
